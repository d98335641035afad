/* The libraries of a script, put together: see sandbox.h.
 *
 * Lua's own functions come from its own openers and are copied by name, so
 * that nothing gets in that wasn't looked at. */
#include <lauxlib.h>
#include <lualib.h>
#include <string.h>

#include "script/sandbox.h"
#include "script/text.h"

/* Adds those functions of one of Lua's own libraries to the table at the top,
 * and leaves the library above it. */
static void take(lua_State *L, const char *library, lua_CFunction open,
                 const char *const *names) {
  luaL_requiref(L, library, open, 0);
  for (; *names != NULL; names++) {
    lua_getfield(L, -1, *names);
    lua_setfield(L, -3, *names);
  }
}

/*** tostring(value) -> text
 The value as a text. Tables and functions give just that word.
 @param value any
 @return the text
 @example tostring(12) .. " points" --> "12 points"
 tostring(card) --> "Kh" */
static int safe_tostring(lua_State *L) {
  luaL_checkany(L, 1);
  safelib_tostring(L, 1);
  return 1;
}

void safelib_base(lua_State *L) {
  static const char *const names[] = {"assert",   "error",    "ipairs",
                                      "rawequal", "select",   "tonumber",
                                      "type",     "_VERSION", NULL};
  static const luaL_Reg ours[] = {{"tostring", safe_tostring},
                                  {"pairs", safelib_pairs},
                                  {"next", safelib_next},
                                  {NULL, NULL}};
  luaL_newlib(L, ours);
  take(L, LUA_GNAME, luaopen_base, names);
  lua_pop(L, 1);
}

void safelib_math(lua_State *L) {
  static const char *const names[] = {
      "abs", "acos",       "asin", "atan", "ceil", "cos", "deg",
      "exp", "floor",      "fmod", "huge", "log",  "max", "maxinteger",
      "min", "mininteger", "modf", "pi",   "rad",  "sin", "sqrt",
      "tan", "tointeger",  "type", "ult",  NULL};
  lua_newtable(L);
  take(L, LUA_MATHLIBNAME, luaopen_math, names);
  lua_pop(L, 1);
}

void safelib_utf8(lua_State *L) {
  static const char *const names[] = {
      "char", "charpattern", "codepoint", "codes", "len", "offset", NULL};
  lua_newtable(L);
  take(L, LUA_UTF8LIBNAME, luaopen_utf8, names);
  lua_pop(L, 1);
}

/* Passes on what may not be caught: the end of memory and of work. */
static int after_call(lua_State *L, int status, lua_KContext shift) {
  if (status != LUA_OK && status != LUA_YIELD) {
    budget_charge(L, 0);
    if (status == LUA_ERRMEM || arena_spent(host_of(L)->arena))
      return lua_error(L);
    lua_pushboolean(L, 0);
    lua_insert(L, -2);
    return 2;
  }
  return lua_gettop(L) - (int)shift;
}

/*** pcall(f, ...) -> true and what f returned, or false and the error
 Calls f and catches an error. Only in tests and the project's own Lua.
 @param f function
 @return true, results; or false, error
 @example local ok, why = pcall(error, "no luck")
 ok --> false */
static int trusted_pcall(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, after_call);
  return after_call(L, status, 0);
}

/* upvalue 1: the handler. One that runs because the budget was spent would
 * run without a hook, so it isn't called; nor is one that spent the rest. */
static int call_handler(lua_State *L) {
  lua_settop(L, 1);
  if (host_of(L)->budget->spent) return 1;
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

/*** xpcall(f, handler, ...) -> true and what f returned, or false and more
 Calls f; on an error calls handler with it. Only in tests and the project's
 own Lua.
 @param f function
 @param handler function
 @return true, results; or false, what the handler returned
 @example xpcall(error, function(why) return "caught: " .. why end, "no luck") --> false, "caught: no luck" */
static int trusted_xpcall(lua_State *L) {
  int arguments = lua_gettop(L) - 2;
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, call_handler, 1);
  lua_replace(L, 2);
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2); /* f, handler, true, f, arguments */
  int status = lua_pcallk(L, arguments, LUA_MULTRET, 2, 2, after_call);
  return after_call(L, status, 2);
}

void safelib_trusted(lua_State *L) {
  static const char *const names[] = {"setmetatable", "getmetatable", "rawget",
                                      "rawset",       "rawlen",       NULL};
  static const luaL_Reg ours[] = {
      {"pcall", trusted_pcall}, {"xpcall", trusted_xpcall}, {NULL, NULL}};
  luaL_newlib(L, ours);
  take(L, LUA_GNAME, luaopen_base, names);
  lua_pop(L, 1);
}

/* ---- texts: pattern.c has what searches them ----
 *
 * Upper and lower case are ASCII's, whatever the locale. No text that a
 * function makes is longer than LONGEST_TEXT. */
static void check_size(lua_State *L, const char *what, size_t size) {
  if (size > LONGEST_TEXT)
    report_error(L,
                 "%s: the text would have %I characters, expected at most %d",
                 what, (LUAI_UACINT)size, LONGEST_TEXT);
}

/* Puts `ours`, with Lua's own function of that name as upvalue 1, from the library
 * at the top into the table below it. */
static void put_around(lua_State *L, const char *name, lua_CFunction ours) {
  lua_getfield(L, -1, name);
  lua_pushcclosure(L, ours, 1);
  lua_setfield(L, -3, name);
}

/* Lua's own function, upvalue 1, with the same arguments. */
static int call_own(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

/*** string.rep(text, n, between) -> text
 The text n times over.
 @param text text
 @param n integer
 @param between text: put in between (optional)
 @return the long text
 @error "string.rep: the text would have 5000000 characters, expected at most 1048576"
 @example ("-"):rep(4) --> "----" */
static int safe_rep(lua_State *L) {
  size_t length, sep_length;
  luaL_checklstring(L, 1, &length);
  lua_Integer times = luaL_checkinteger(L, 2);
  luaL_optlstring(L, 3, "", &sep_length);
  lua_Integer each = (lua_Integer)(length + sep_length);
  if (times <= 0 || each == 0) {
    lua_pushliteral(L, ""); /* Lua's own goes round n times */
    return 1;
  }
  if (times > LUA_MAXINTEGER / each) times = LUA_MAXINTEGER / each;
  check_size(L, "string.rep", (size_t)(times * each) - sep_length);
  return call_own(L);
}

/* Every byte from first to first + 25 is moved by `by`. */
static int change_case(lua_State *L, char first, int by) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  luaL_Buffer b;
  char *to = luaL_buffinitsize(L, &b, length);
  for (size_t i = 0; i < length; i++) {
    char c = text[i];
    to[i] = c >= first && c < first + 26 ? (char)(c + by) : c;
  }
  luaL_pushresultsize(&b, length);
  return 1;
}

/*** string.upper(text) -> text
 The text with a..z as A..Z; other letters stay.
 @param text text
 @return the text
 @example ("kh"):upper() --> "KH" */
static int safe_upper(lua_State *L) { return change_case(L, 'a', 'A' - 'a'); }

/*** string.lower(text) -> text
 The text with A..Z as a..z; other letters stay.
 @param text text
 @return the text
 @example ("KH"):lower() --> "kh" */
static int safe_lower(lua_State *L) { return change_case(L, 'A', 'a' - 'A'); }

/*** string.fold(text) -> text
 The text as people compare it: without capitals in any script, and with the same
 letter always written in the same way. For what a player typed; string.lower
 changes A to Z alone.
 @param text text
 @return the text
 @example ("ИВАН Zähler"):fold() --> "иван zähler" */
static int safe_fold(lua_State *L) {
  size_t length;
  luaL_checklstring(L, 1, &length);
  check_size(L, "string.fold", 4 * length);
  if (push_in_form(L, 1, FOLDED)) return 1;
  return report_error(L, "string.fold: expected UTF-8");
}

bool push_in_form(lua_State *L, int i, TextForm form) {
  size_t length;
  const char *text = luaL_checklstring(L, i, &length);
  ptrdiff_t room = text_in_form(text, length, form, NULL, 0);
  if (room < 0) return false;
  int32_t *to = lua_newuserdatauv(L, ((size_t)room + 1) * sizeof *to, 0);
  ptrdiff_t n = text_in_form(text, length, form, to, (size_t)room);
  if (n < 0) return false;
  lua_pushlstring(L, (const char *)to, (size_t)n);
  return true;
}

/* Ranges of characters that take no column, and of those that take two: the
 * same on every machine, whatever its locale. */
typedef struct Range {
  uint32_t first, last;
} Range;

static const Range NARROW[] = {{0x300, 0x36f},   {0x1ab0, 0x1aff},
                               {0x200b, 0x200f}, {0x20d0, 0x20ff},
                               {0xfe00, 0xfe0f}, {0}};
static const Range WIDE[] = {
    {0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},
    {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe30, 0xfe6f},
    {0xff00, 0xff60},   {0xffe0, 0xffe6},   {0x1f300, 0x1f64f},
    {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}, {0}};

static bool is_in(const Range *ranges, uint32_t c) {
  for (; ranges->last != 0; ranges++)
    if (c >= ranges->first && c <= ranges->last) return true;
  return false;
}

/* Columns of a text; a byte that begins no character counts as one. */
static size_t columns_of(const char *text, size_t size) {
  size_t columns = 0;
  uint32_t c;
  for (size_t at = 0; at < size;) {
    at += character(text + at, size - at, &c);
    columns += is_in(NARROW, c) ? 0 : is_in(WIDE, c) ? 2 : 1;
  }
  return columns;
}

/* A width counts columns: the text at `value` is padded to it, so that Lua,
 * which counts bytes, has nothing to add. */
static void pad_value(lua_State *L, const char *spec, int value) {
  size_t size;
  const char *text = lua_tolstring(L, value, &size);
  bool left = false;
  for (; strchr("-+ #0", *spec) != NULL; spec++) left |= *spec == '-';
  size_t width = 0, columns = columns_of(text, size);
  for (; *spec >= '0' && *spec <= '9' && width < 100; spec++)
    width = width * 10 + (size_t)(*spec - '0');
  if (*spec != 's' || columns >= width || columns == size) return;
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  if (left) luaL_addlstring(&b, text, size);
  for (size_t i = columns; i < width; i++) luaL_addchar(&b, ' ');
  if (!left) luaL_addlstring(&b, text, size);
  luaL_pushresult(&b);
  lua_replace(L, value);
}

/* For a %s, the value becomes its text, or Lua would show an address. */
static void prepare_value(lua_State *L, const char *spec, char kind,
                          int value) {
  if (kind == 'p') report_error(L, "string.format: no `%%p` here");
  if (kind != 's' || lua_type(L, value) == LUA_TNONE) return;
  safelib_tostring(L, value);
  lua_replace(L, value);
  if (*spec != 's') pad_value(L, spec, value);
}

/*** string.format(form, ...) -> text
 Puts values into a text: %d a whole number, %s anything, %5.2f a number with
 two places, %-10s a text in ten columns, whatever its letters, %% a percent
 sign.
 @param form text
 @return the text
 @error "string.format: no `%p` here", since that shows an address
 @example string.format("%s has %d", seat.name, seat.chips:amount()) --> "Anna has 50"
 string.format("%-5s|%3s|", "Zoë", "李") --> "Zoë  | 李|" */
static int safe_format(lua_State *L) {
  size_t length;
  const char *form = luaL_checklstring(L, 1, &length), *end = form + length;
  int value = 1;
  luaL_checkstack(L, 4, "string.format");
  while ((form = memchr(form, '%', (size_t)(end - form))) != NULL) {
    form++;
    if (form < end && *form == '%') {
      form++;
      continue;
    }
    const char *spec = form;
    while (form < end && *form != '\0' && strchr("-+ #0123456789.", *form))
      form++;
    if (form < end) prepare_value(L, spec, *form, ++value);
  }
  call_own(L);
  size_t size;
  lua_tolstring(L, -1, &size);
  check_size(L, "string.format", size);
  return 1;
}

/* A field that texts don't have. */
static int text_index(lua_State *L) {
  if (lua_type(L, 2) != LUA_TSTRING)
    return report_error(L, "a text has no field [%s]%s", safelib_tostring(L, 2),
                        lua_isinteger(L, 2) ? ": say text:sub(i, i)" : "");
  return report_error(L, "a text has no field `%s`", lua_tostring(L, 2));
}

/* Texts find their methods straight in a copy of the library; Lua's own
 * metatable goes on adding "10" + 1. */
static void set_text_methods(lua_State *L, int library) {
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_newtable(L);
  sandbox_copy_fields(L, library, lua_gettop(L));
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, text_index);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_setfield(L, -2, "__index");
  lua_pushliteral(L, "frozen");
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 2);
}

void safelib_string(lua_State *L) {
  static const char *const names[] = {"byte",    "char", "len",
                                      "reverse", "sub",  NULL};
  static const luaL_Reg ours[] = {{"upper", safe_upper},
                                  {"lower", safe_lower},
                                  {"fold", safe_fold},
                                  {NULL, NULL}};
  luaL_newlib(L, ours);
  int library = lua_gettop(L);
  take(L, LUA_STRLIBNAME, luaopen_string, names);
  put_around(L, "rep", safe_rep);
  put_around(L, "format", safe_format);
  lua_settop(L, library);
  safelib_matching(L);
  set_text_methods(L, library);
}

/* ---- tables ----
 *
 * The table library: Lua's own behind a look at what they are given, charged for
 * what they walk; and our sort.
 *
 * `#` of a list with holes may be 2^62, so every loop over positions is
 * bounded by VALUES_MAX. Sorting is a merge sort over a copy: stable, the same
 * in every run, and a comparator that contradicts itself, raises or changes
 * the list gives some order and no harm. The list is written at the end. */

/* Moving or sorting that many values in one call is refused. */
static void check_count(lua_State *L, const char *what, lua_Integer count) {
  if (count > VALUES_MAX)
    report_error(L, "table.%s: %I values, expected at most %d", what,
                 (LUAI_UACINT)count, VALUES_MAX);
}

static lua_Integer length_of(lua_State *L, int i) {
  luaL_checktype(L, i, LUA_TTABLE);
  return luaL_len(L, i);
}

/* Charges for `count` values that move by one place. */
static void charge_moves(lua_State *L, const char *what, lua_Integer count) {
  check_count(L, what, count);
  if (count > 0) budget_charge(L, (uint64_t)count);
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
    return luaL_error(
        L, "table.insert: expected a list, an optional place and a value");
  lua_Integer place = luaL_checkinteger(L, 2);
  if (place < 1 || place - 1 > n)
    return luaL_error(L, "insert at %I: the list has %I values",
                      (LUAI_UACINT)place, (LUAI_UACINT)n);
  charge_moves(L, "insert", n - place + 1);
  return call_own(L);
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
  charge_moves(L, "remove", n - place);
  return call_own(L);
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
  luaL_checktype(L, lua_isnoneornil(L, 5) ? 1 : 5, LUA_TTABLE);
  bool some = last >= first;
  lua_Unsigned more = some ? (lua_Unsigned)last - (lua_Unsigned)first : 0;
  if (more >= VALUES_MAX)
    return report_error(L, "table.move: from %I to %I, at most %d values",
                        (LUAI_UACINT)first, (LUAI_UACINT)last, VALUES_MAX);
  luaL_argcheck(L, place <= LUA_MAXINTEGER - (lua_Integer)more, 4, "too far");
  budget_charge(L, more);
  return call_own(L);
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

static void merge_sort(Sort *s, size_t n) {
  for (size_t width = 1; width < n; width *= 2) {
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

/* Lua's own for the values first..last of the list, which stand at `at` among the
 * arguments. */
static int charged(lua_State *L, int at) {
  if (lua_istable(L, 1)) {
    if (freeze_shadow(L, 1)) lua_replace(L, 1);
    lua_Integer first = luaL_optinteger(L, at, 1);
    lua_Integer last = lua_isnoneornil(L, at + 1)
                           ? luaL_len(L, 1)
                           : luaL_checkinteger(L, at + 1);
    lua_Unsigned more = (lua_Unsigned)last - (lua_Unsigned)first;
    if (last >= first) budget_charge(L, more < VALUES_MAX ? more : VALUES_MAX);
  }
  return call_own(L);
}

static int safe_concat(lua_State *L) { return charged(L, 3); }

static int safe_unpack(lua_State *L) { return charged(L, 2); }

void safelib_table(lua_State *L) {
  static const char *const names[] = {"pack", NULL};
  static const luaL_Reg ours[] = {{"sort", safe_sort}, {NULL, NULL}};
  luaL_newlib(L, ours);
  take(L, LUA_TABLIBNAME, luaopen_table, names);
  put_around(L, "insert", safe_insert);
  put_around(L, "remove", safe_remove);
  put_around(L, "move", safe_move);
  put_around(L, "concat", safe_concat);
  put_around(L, "unpack", safe_unpack);
  lua_pop(L, 1);
}
