/* Tagged userdata, range-checked integers, nearest names, methods with a "did
 * you mean": see bind.h.
 *
 * A method table asks for the nearest name only when a name is missing, so
 * that a call by the right name costs one table look-up. The names offered
 * come in the order of the luaL_Reg array, never of a Lua table, so that ties
 * fall the same way in every run. */
#include "bind/bind.h"

#include <stdlib.h>
#include <string.h>

void *bind_check(lua_State *L, int i, uint32_t tag, const char *what) {
  void *block = bind_test(L, i, tag);
  if (block == NULL) luaL_typeerror(L, i, what);
  return block;
}

lua_Integer bind_integer(lua_State *L, int i, const char *name, lua_Integer lo,
                         lua_Integer hi) {
  lua_Integer n = luaL_checkinteger(L, i);
  if (n != lo && lo == hi)
    luaL_error(L, "%s: %I is out of range, expected %I", name, (LUAI_UACINT)n,
               (LUAI_UACINT)lo);
  if (n < lo || n > hi)
    luaL_error(L, "%s: %I is out of range, expected %I to %I", name,
               (LUAI_UACINT)n, (LUAI_UACINT)lo, (LUAI_UACINT)hi);
  return n;
}

lua_Integer bind_field(lua_State *L, int i, const char *name) {
  lua_getfield(L, i, name);
  lua_Integer n = luaL_optinteger(L, -1, 0);
  lua_pop(L, 1);
  return n;
}

void bind_get(lua_State *L, int i, const char *name) {
  i = lua_absindex(L, i);
  lua_pushstring(L, name);
  lua_rawget(L, i);
}

void bind_set_integer(lua_State *L, const char *key, lua_Integer n) {
  lua_pushinteger(L, n);
  lua_setfield(L, -2, key);
}

void bind_set_number(lua_State *L, const char *key, lua_Number n) {
  lua_pushnumber(L, n);
  lua_setfield(L, -2, key);
}

void bind_set_boolean(lua_State *L, const char *key, bool b) {
  lua_pushboolean(L, b);
  lua_setfield(L, -2, key);
}

void bind_set_text(lua_State *L, const char *key, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, key);
}

/* ---- nearest names ------------------------------------------------------- */

/* Nearest name by edits: a letter inserted, left out, changed, or two
 * neighbours exchanged, each costing one, upper and lower case being equal.
 *
 * The distance is the "optimal string alignment" form of Damerau's (no letter
 * is edited twice): three rows, no memory. Names are bytes; outside ASCII a
 * letter counts as its bytes. Names longer than LONGEST match only when equal.
 *
 * Rejected: a threshold that is one number. Three slips are plenty in "ante"
 * and few in "small_blind_half". */
enum { LONGEST = 64 };

static char lower(char c) {
  return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int least(int a, int b) { return a < b ? a : b; }

/* Rows of the table of distances between the beginnings of two names. */
typedef struct Rows {
  int before[LONGEST + 1], last[LONGEST + 1], now[LONGEST + 1];
} Rows;

static void fill_row(Rows *r, const char *a, const char *b, int i, int n) {
  r->now[0] = i;
  for (int j = 1; j <= n; j++) {
    char x = lower(a[i - 1]), y = lower(b[j - 1]);
    int cost = least(r->last[j], r->now[j - 1]) + 1;
    cost = least(cost, r->last[j - 1] + (x != y));
    if (i > 1 && j > 1 && x == lower(b[j - 2]) && lower(a[i - 2]) == y)
      cost = least(cost, r->before[j - 2] + 1);
    r->now[j] = cost;
  }
}

static int distance(const char *a, const char *b) {
  int m = (int)strlen(a), n = (int)strlen(b);
  Rows r;
  for (int j = 0; j <= n; j++) r.last[j] = j;
  for (int i = 1; i <= m; i++) {
    fill_row(&r, a, b, i, n);
    memcpy(r.before, r.last, sizeof r.before);
    memcpy(r.last, r.now, sizeof r.last);
  }
  return r.last[n];
}

static int equal_but_case(const char *a, const char *b) {
  while (*a != '\0' && lower(*a) == lower(*b)) a++, b++;
  return *a == *b;
}

void nearest_start(Nearest *n, const char *wanted) {
  size_t length = strlen(wanted);
  int cutoff = length > LONGEST ? 0 : (int)(length + 1) / 3;
  *n = (Nearest){.wanted = wanted, .cutoff = cutoff, .distance = cutoff + 1};
}

void nearest_offer(Nearest *n, const char *candidate) {
  if (n->distance == 0) return;
  int d = n->distance;
  if (equal_but_case(n->wanted, candidate)) {
    d = 0;
  } else if (n->cutoff > 0) {
    long off = labs((long)strlen(n->wanted) - (long)strlen(candidate));
    if (off > n->cutoff || strlen(candidate) > LONGEST) return;
    d = distance(n->wanted, candidate);
  }
  bool is_longer = n->best != NULL && strlen(candidate) > strlen(n->best);
  if (d > n->distance || (d == n->distance && !is_longer)) return;
  n->distance = d;
  n->best = candidate;
}

int l_nearest(lua_State *L) {
  Nearest n;
  nearest_start(&n, luaL_checkstring(L, 1));
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_Integer count = luaL_len(L, 2);
  lua_settop(L, 2);
  lua_pushnil(L); /* 3: the best so far, which so stays alive */
  for (lua_Integer i = 1; i <= count; i++) {
    lua_geti(L, 2, i);
    const char *before = n.best;
    nearest_offer(&n, luaL_checkstring(L, -1));
    if (n.best != before) lua_copy(L, -1, 3);
    lua_pop(L, 1);
  }
  return 1;
}

static int no_such_method(lua_State *L) {
  const luaL_Reg *methods = lua_touserdata(L, lua_upvalueindex(1));
  const char *what = lua_touserdata(L, lua_upvalueindex(2));
  if (lua_type(L, 2) != LUA_TSTRING) {
    const luaL_Reg *m = methods;
    while (m->name != NULL && strcmp(m->name, "cards") != 0) m++;
    lua_pushfstring(L, "a %s can't be indexed by %s", what,
                    luaL_typename(L, 2));
    if (m->name == NULL) return lua_error(L);
    return luaL_error(
        L, "%s: say %s:card(1), or in a loop `for card in %s:cards() do`",
        lua_tostring(L, -1), what, what);
  }
  const char *wanted = lua_tostring(L, 2);
  Nearest n;
  nearest_start(&n, wanted);
  for (const luaL_Reg *m = methods; m->name != NULL; m++)
    nearest_offer(&n, m->name);
  if (n.best == NULL) return luaL_error(L, "a %s has no \"%s\"", what, wanted);
  return luaL_error(L, "a %s has no \"%s\": did you mean \"%s\"?", what, wanted,
                    n.best);
}

/* A light userdata is how a C function keeps a constant; it is read only. */
static void push_constant(lua_State *L, const void *p) {
  union {
    const void *constant;
    void *light;
  } u = {.constant = p};
  lua_pushlightuserdata(L, u.light);
}

void bind_push_metatable(lua_State *L, const char *name, const char *what,
                         const luaL_Reg *methods, const luaL_Reg *metamethods) {
  luaL_checkstack(L, 6, "methods");
  if (!luaL_newmetatable(L, name)) return;
  luaL_setfuncs(L, metamethods, 0);
  bind_set_text(L, "__metatable", name);
  lua_newtable(L);
  luaL_setfuncs(L, methods, 0);
  lua_createtable(L, 0, 1); /* metatable, methods, their metatable */
  push_constant(L, methods);
  push_constant(L, what);
  lua_pushcclosure(L, no_such_method, 2);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_setfield(L, -2, "__index");
}
