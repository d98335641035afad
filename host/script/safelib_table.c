/* The table library: Lua's concat, pack and unpack (which stop at the first
 * nil or refuse by themselves; what they walk is charged), and our insert, remove, move and sort.
 *
 * `#` of a list with holes may be 2^62, so every loop over positions is
 * bounded by VALUES_MAX. Sorting is a merge sort over a copy: stable, the same
 * in every run, and a comparator that contradicts itself, raises or changes
 * the list gives some order and no harm. The list is written at the end. */
#include <lauxlib.h>
#include <lualib.h>
#include <string.h>

#include "script/budget.h"
#include "script/report.h"
#include "script/safelib.h"

enum { CHECK_EVERY = 4096 };

/* Moving or sorting that many values in one call is refused. */
static void check_count(lua_State *L, const char *what, lua_Integer count) {
  if (count > VALUES_MAX)
    report_error(L, "table.%s: %I values, at most %d", what, (LUAI_UACINT)count,
                 VALUES_MAX);
}

static lua_Integer length_of(lua_State *L, int i) {
  luaL_checktype(L, i, LUA_TTABLE);
  return luaL_len(L, i);
}

static void copy_value(lua_State *L, int from, lua_Integer f, int to,
                       lua_Integer t) {
  lua_geti(L, from, f);
  lua_seti(L, to, t);
  if (f % CHECK_EVERY == 0) budget_charge(L, CHECK_EVERY);
}

/*** table.insert(list, place, value)
 Puts a value into a list, at the end or before the value at `place`.
 @param list table
 @param place integer: where (optional: the end)
 @param value any
 @error "insert at 9: the list has 3 values" when the place is out of range
 @example local names = { "Ben" }
 table.insert(names, 1, "Anna")
 names --> { "Anna", "Ben" } */
static int safe_insert(lua_State *L) {
  lua_Integer n = length_of(L, 1);
  int arguments = lua_gettop(L);
  luaL_argcheck(L, n < LUA_MAXINTEGER, 1, "the list is full");
  if (arguments == 2) {
    lua_seti(L, 1, n + 1);
    return 0;
  }
  if (arguments != 3)
    return luaL_error(L, "table.insert: a list, perhaps a place, and a value");
  lua_Integer place = luaL_checkinteger(L, 2);
  if (place < 1 || place - 1 > n)
    return luaL_error(L, "insert at %I: the list has %I values",
                      (LUAI_UACINT)place, (LUAI_UACINT)n);
  check_count(L, "insert", n - place + 1);
  for (lua_Integer k = n; k >= place; k--) copy_value(L, 1, k, 1, k + 1);
  lua_seti(L, 1, place);
  return 0;
}

/*** table.remove(list, place) -> value
 Takes a value out of a list and closes the gap.
 @param list table
 @param place integer: which (optional: the last)
 @return the value, or nil from an empty list
 @error "remove at 9: the list has 3 values" when the place is out of range
 @example local names = { "Anna", "Ben" }
 table.remove(names) --> "Ben" */
static int safe_remove(lua_State *L) {
  lua_Integer n = length_of(L, 1);
  lua_Integer place = luaL_optinteger(L, 2, n);
  bool none = n == 0 && place == 0;
  if (!none && (place < 1 || place - 1 > n))
    return luaL_error(L, "remove at %I: the list has %I values",
                      (LUAI_UACINT)place, (LUAI_UACINT)n);
  check_count(L, "remove", n - place);
  lua_geti(L, 1, place);
  for (; place < n; place++) copy_value(L, 1, place + 1, 1, place);
  lua_pushnil(L);
  lua_seti(L, 1, place);
  return 1;
}

/* Copies first..first+more; backwards where the two places overlap so. */
static void move_values(lua_State *L, lua_Integer first, lua_Integer more,
                        int to, lua_Integer place) {
  if (to == 1 && place > first && place <= first + more)
    for (; more >= 0; more--) copy_value(L, 1, first + more, to, place + more);
  else
    for (lua_Integer k = 0; k <= more; k++)
      copy_value(L, 1, first + k, to, place + k);
}

/*** table.move(from, first, last, place, to) -> to
 Copies the values first..last of a list to another place, or into another
 list.
 @param from table
 @param first integer
 @param last integer
 @param place integer: where the first goes
 @param to table: the other list (optional: the same)
 @return the list they went to
 @error "table.move: from 1 to 9000000, at most 1000000 values"
 @example table.move({ 1, 2, 3 }, 2, 3, 1, {}) --> { 2, 3 } */
static int safe_move(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3);
  lua_Integer place = luaL_checkinteger(L, 4);
  int to = lua_isnoneornil(L, 5) ? 1 : 5;
  luaL_checktype(L, to, LUA_TTABLE);
  bool some = last >= first;
  lua_Unsigned more = some ? (lua_Unsigned)last - (lua_Unsigned)first : 0;
  if (more >= VALUES_MAX)
    return report_error(L, "table.move: from %I to %I, at most %d values",
                        (LUAI_UACINT)first, (LUAI_UACINT)last, VALUES_MAX);
  luaL_argcheck(L, place <= LUA_MAXINTEGER - (lua_Integer)more, 4, "too far");
  lua_settop(L, 5);
  if (some) move_values(L, first, (lua_Integer)more, to, place);
  lua_pushvalue(L, to);
  return 1;
}

/* A sort under way: values[1..n] is a copy in Lua; the order is found as
 * places in it. */
typedef struct Sort {
  lua_State *L;
  int values;
  bool with_function; /* at index 2 of the stack */
  uint32_t *order, *spare;
} Sort;

/* Texts by their bytes and at once when they are the same; by strcoll, as
 * Lua does it, a long text takes long. */
static bool text_less(lua_State *L, int a, int b) {
  size_t la, lb;
  const char *x = lua_tolstring(L, a, &la), *y = lua_tolstring(L, b, &lb);
  if (x == y) return false;
  size_t shorter = la < lb ? la : lb;
  budget_charge(L, shorter / 16);
  int c = memcmp(x, y, shorter);
  return c != 0 ? c < 0 : la < lb;
}

static bool call_less(lua_State *L) {
  lua_pushvalue(L, 2);
  lua_insert(L, -3);
  lua_call(L, 2, 1);
  bool less = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return less;
}

/* Must value x stand before value y? */
static bool less(const Sort *s, uint32_t x, uint32_t y) {
  lua_State *L = s->L;
  budget_charge(L, 1);
  lua_rawgeti(L, s->values, x);
  lua_rawgeti(L, s->values, y);
  if (s->with_function) return call_less(L);
  bool texts = lua_type(L, -1) == LUA_TSTRING && lua_type(L, -2) == LUA_TSTRING;
  bool is = texts ? text_less(L, -2, -1) : lua_compare(L, -2, -1, LUA_OPLT);
  lua_pop(L, 2);
  return is;
}

/* Merges order[lo..mid) and order[mid..hi) into spare[lo..hi). */
static void merge(const Sort *s, size_t lo, size_t mid, size_t hi) {
  size_t a = lo, b = mid, out = lo;
  while (a < mid && b < hi)
    s->spare[out++] =
        less(s, s->order[b], s->order[a]) ? s->order[b++] : s->order[a++];
  while (a < mid) s->spare[out++] = s->order[a++];
  while (b < hi) s->spare[out++] = s->order[b++];
}

/* Insertion sort of order[lo..hi), for short runs. */
static void sort_run(const Sort *s, size_t lo, size_t hi) {
  for (size_t i = lo + 1; i < hi; i++) {
    uint32_t x = s->order[i];
    size_t k = i;
    for (; k > lo && less(s, x, s->order[k - 1]); k--)
      s->order[k] = s->order[k - 1];
    s->order[k] = x;
  }
}

static void merge_sort(Sort *s, size_t n) {
  enum { RUN = 6 };
  for (size_t lo = 0; lo < n; lo += RUN)
    sort_run(s, lo, lo + RUN < n ? lo + RUN : n);
  for (size_t width = RUN; width < n; width *= 2) {
    for (size_t lo = 0; lo < n; lo += 2 * width) {
      size_t mid = lo + width < n ? lo + width : n;
      merge(s, lo, mid, mid + width < n ? mid + width : n);
    }
    uint32_t *sorted = s->spare;
    s->spare = s->order;
    s->order = sorted;
  }
}

/* A constant list refuses before the work, not after. */
static void check_writable(lua_State *L) {
  lua_geti(L, 1, 1);
  lua_seti(L, 1, 1);
}

/*** table.sort(list, before)
 Sorts a list in place. Equal values keep their order.
 @param list table
 @param before function: (a, b) -> true when a must stand first (optional: `<`)
 @error "attempt to compare ..." when values can't be compared
 @example local cards = t.board:list()
 table.sort(cards, function(a, b) return a.value > b.value end)
 cards --> { 10h, 8s, 2c } */
static int safe_sort(lua_State *L) {
  lua_Integer n = length_of(L, 1);
  if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
  check_count(L, "sort", n);
  lua_settop(L, 2);
  if (n < 2) return 0;
  check_writable(L);
  lua_createtable(L, (int)n, 0);
  uint32_t *order = lua_newuserdatauv(L, 2 * (size_t)n * sizeof *order, 0);
  Sort s = {L, 3, !lua_isnil(L, 2), order, order + n};
  for (lua_Integer k = 1; k <= n; k++) {
    order[k - 1] = (uint32_t)k;
    lua_geti(L, 1, k);
    lua_rawseti(L, 3, k);
  }
  merge_sort(&s, (size_t)n);
  for (lua_Integer k = 1; k <= n; k++) {
    lua_rawgeti(L, 3, s.order[k - 1]);
    lua_seti(L, 1, k);
  }
  return 0;
}

/* Lua's own, upvalue 1, for the values first..last of the list, which stand at
 * upvalue 2 among the arguments. */
static int charged(lua_State *L) {
  int at = (int)lua_tointeger(L, lua_upvalueindex(2));
  if (lua_istable(L, 1)) {
    lua_Integer first = luaL_optinteger(L, at, 1);
    lua_Integer last = lua_isnoneornil(L, at + 1)
                           ? luaL_len(L, 1)
                           : luaL_checkinteger(L, at + 1);
    lua_Unsigned more = (lua_Unsigned)last - (lua_Unsigned)first;
    if (last >= first) budget_charge(L, more < VALUES_MAX ? more : VALUES_MAX);
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

/* Takes it from the table at the top to the one below. */
static void add_charged(lua_State *L, const char *name, int first) {
  lua_getfield(L, -1, name);
  lua_pushinteger(L, first);
  lua_pushcclosure(L, charged, 2);
  lua_setfield(L, -3, name);
}

void safelib_table(lua_State *L) {
  static const char *const names[] = {"pack", NULL};
  static const luaL_Reg ours[] = {{"insert", safe_insert},
                                  {"remove", safe_remove},
                                  {"move", safe_move},
                                  {"sort", safe_sort},
                                  {NULL, NULL}};
  luaL_newlib(L, ours);
  luaL_requiref(L, LUA_TABLIBNAME, luaopen_table, 0);
  safelib_copy(L, -1, -2, names);
  add_charged(L, "concat", 3);
  add_charged(L, "unpack", 2);
  lua_pop(L, 1);
}
