/* pairs and next in an order that is the same in every run.
 *
 * Integers ascending, other numbers, texts by their bytes, false and true,
 * then what Host.key_order can place. Anything else as a key can't be walked,
 * and says so.
 *
 * pairs lists and sorts the keys once; fields may be changed and cleared in
 * the walk, new ones aren't visited. A plain list (keys 1..n and no other)
 * needs no list of keys.
 *
 * Tried and rejected: next alone (n walks over n keys); a walk without a
 * closure, by finding the place of each key again. */
#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#include "script/limits.h"
#include "script/sandbox.h"

/* ---- constant tables ----
 *
 * The metatable of a frozen table begins with
 *   [&shadow_key]  the shadow     __index    the shadow
 *   __len, __pairs work on the shadow */
static const char shadow_key = 0;

bool freeze_shadow(lua_State *L, int i) {
  if (!lua_getmetatable(L, i)) return false;
  if (lua_rawgetp(L, -1, &shadow_key) == LUA_TTABLE) {
    lua_remove(L, -2);
    return true;
  }
  lua_pop(L, 2);
  return false;
}

static int frozen_len(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, lua_upvalueindex(1)));
  return 1;
}

void sandbox_copy_fields(lua_State *L, int from, int to) {
  for (lua_pushnil(L); lua_next(L, from);) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2); /* key, key, value */
    lua_rawset(L, to);
  }
}

void freeze_basics(lua_State *L, int shadow) {
  lua_pushvalue(L, shadow);
  lua_rawsetp(L, -2, &shadow_key);
  lua_pushvalue(L, shadow);
  lua_setfield(L, -2, "__index");
  lua_pushvalue(L, shadow);
  lua_pushcclosure(L, frozen_len, 1);
  lua_setfield(L, -2, "__len");
  lua_pushcfunction(L, safelib_pairs);
  lua_setfield(L, -2, "__pairs");
  lua_pushliteral(L, "frozen");
  lua_setfield(L, -2, "__metatable");
}

/* ---- keys in order ---- */

typedef enum Rank { INTEGER, FRACTION, TEXT, BOOLEAN, THING, TABLE } Rank;

typedef struct Key {
  Rank rank;
  uint32_t length; /* of a text */
  union {
    lua_Integer integer; /* also booleans and what has an order number */
    lua_Number fraction;
    const char *text; /* held by the table that is walked */
  } is;
  lua_Integer at; /* its place in the list of keys */
} Key;

static void no_order(lua_State *L, int i) {
  if (lua_istable(L, i))
    report_error(L,
                 "a table with tables as keys can't be walked in a fixed "
                 "order");
  else
    report_error(L,
                 "a table with a %s as a key can't be walked in a fixed "
                 "order",
                 luaL_typename(L, i));
}

static void place_text(lua_State *L, int i, Key *key) {
  size_t length;
  key->rank = TEXT;
  key->is.text = lua_tolstring(L, i, &length);
  key->length = (uint32_t)length;
}

/* Where the key at i stands. */
static void place(lua_State *L, int i, Key *key) {
  int type = lua_type(L, i);
  if (type == LUA_TSTRING) {
    place_text(L, i, key);
  } else if (lua_isinteger(L, i)) {
    key->rank = INTEGER;
    key->is.integer = lua_tointeger(L, i);
  } else if (type == LUA_TNUMBER) {
    key->rank = FRACTION;
    key->is.fraction = lua_tonumber(L, i);
  } else if (type == LUA_TBOOLEAN) {
    key->rank = BOOLEAN;
    key->is.integer = lua_toboolean(L, i);
  } else {
    key->rank = type == LUA_TTABLE ? TABLE : THING;
    const Host *host = host_of(L);
    if (host->key_order == NULL || !host->key_order(L, i, &key->is.integer))
      no_order(L, i);
  }
}

static int compare_texts(const Key *a, const Key *b) {
  uint32_t shorter = a->length < b->length ? a->length : b->length;
  int c = memcmp(a->is.text, b->is.text, shorter);
  if (c != 0) return c;
  return (a->length > b->length) - (a->length < b->length);
}

static int compare(const void *left, const void *right) {
  const Key *a = left, *b = right;
  if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
  switch (a->rank) {
    case TEXT:
      return compare_texts(a, b);
    case FRACTION:
      return (a->is.fraction > b->is.fraction) -
             (a->is.fraction < b->is.fraction);
    default:
      return (a->is.integer > b->is.integer) - (a->is.integer < b->is.integer);
  }
}

/* How many keys the table at t has; *list says whether they are 1..n, met in
 * that order (they are, unless the list was filled from its end). */
static lua_Integer count_keys(lua_State *L, int t, bool *list) {
  lua_Integer n = 0;
  *list = true;
  for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1)) {
    n++;
    if (*list && !(lua_isinteger(L, -2) && lua_tointeger(L, -2) == n))
      *list = false;
  }
  budget_charge(L, (uint64_t)n);
  return n;
}

/* Places all keys of the table at t, which the list at keys takes behind the
 * first `count` places. */
static void collect(lua_State *L, int t, int keys, lua_Integer count,
                    Key *key) {
  for (lua_pushnil(L); lua_next(L, t); key++) {
    lua_pop(L, 1);
    place(L, -1, key);
    key->at = ++count;
    lua_pushvalue(L, -1);
    lua_rawseti(L, keys, count);
  }
}

/* Two keys in one place have no order either. */
static void check_distinct(lua_State *L, int keys, const Key *key,
                           lua_Integer count) {
  for (lua_Integer n = 1; n < count; n++) {
    if (key[n].rank < THING || compare(&key[n - 1], &key[n]) != 0) continue;
    lua_rawgeti(L, keys, key[n].at);
    no_order(L, -1);
  }
}

enum { FEW_KEYS = 40 }; /* sorting these is no more work than walking them */

/* Pushes the sorted list of the keys of the plain table at t, and behind it the
 * keys as they were met. */
static void push_sorted(lua_State *L, int t, lua_Integer count) {
  if (count == 0) return lua_newtable(L);
  if (count > VALUES_MAX)
    report_error(L, "pairs: the table has %I fields, expected at most %d",
                 (LUAI_UACINT)count, VALUES_MAX);
  if (count > FEW_KEYS) budget_charge(L, 16 * (uint64_t)count);
  Key *key = lua_newuserdatauv(L, (size_t)count * sizeof *key, 0);
  lua_createtable(L, 2 * (int)count, 0);
  int keys = lua_gettop(L);
  collect(L, t, keys, count, key);
  qsort(key, (size_t)count, sizeof *key, compare);
  check_distinct(L, keys, key, count);
  for (lua_Integer n = 1; n <= count; n++) {
    lua_rawgeti(L, keys, key[n - 1].at);
    lua_rawseti(L, keys, n);
  }
  lua_remove(L, keys - 1);
}

/* Pushes the table that holds the fields of the one at i. */
static void push_plain(lua_State *L, int i) {
  if (!freeze_shadow(L, i)) lua_pushvalue(L, i);
}

lua_Integer safelib_keys(lua_State *L, int i) {
  bool list;
  push_plain(L, i);
  int t = lua_gettop(L);
  lua_Integer count = count_keys(L, t, &list);
  push_sorted(L, t, count);
  lua_remove(L, t);
  return count;
}

/* upvalues of a walk: table, state, and then a list of the keys; none when they
 * are 1..count. The state is how many there are, with the next place before it in
 * a walk by keys. */
enum { T = 1, STATE, KEYS, ENDED = -1 };

static lua_Integer state_of(lua_State *L) {
  lua_Integer state = lua_tointeger(L, lua_upvalueindex(STATE));
  if (state != ENDED) return state;
  return report_error(L, "an iterator can't be kept: make it where it is used");
}

static int walk_list(lua_State *L) {
  lua_Integer count = state_of(L);
  for (lua_Integer at = lua_tointeger(L, 2) + 1; at <= count; at++) {
    lua_pushinteger(L, at);
    if (lua_rawgeti(L, lua_upvalueindex(T), at) != LUA_TNIL) return 2;
  }
  return 0;
}

static int walk_keys(lua_State *L) {
  lua_Integer state = state_of(L), count = state & 0xffffffff;
  bool more = false;
  lua_Integer at = state >> 32;
  for (; at < count && !more; at++) {
    lua_settop(L, 0);
    lua_rawgeti(L, lua_upvalueindex(KEYS), at + 1);
    lua_pushvalue(L, -1);
    more = lua_rawget(L, lua_upvalueindex(T)) != LUA_TNIL;
  }
  lua_pushinteger(L, at << 32 | count);
  lua_replace(L, lua_upvalueindex(STATE));
  return more ? 2 : 0;
}

void safelib_end_walk(lua_State *L, int i) {
  lua_CFunction f = lua_tocfunction(L, i);
  if (f != walk_list && f != walk_keys) return;
  lua_pushinteger(L, ENDED);
  lua_setupvalue(L, i, STATE);
}

/* Pushes a list of the keys of the table at t in order and returns how many; of
 * a list nothing. */
static lua_Integer push_keys(lua_State *L, int t, bool *list) {
  lua_Integer count = count_keys(L, t, list);
  if (!*list) push_sorted(L, t, count);
  return count;
}

/* A __pairs of the host's own things; false when there is none. */
static bool own_pairs(lua_State *L) {
  if (luaL_getmetafield(L, 1, "__pairs") == LUA_TNIL) return false;
  lua_pushvalue(L, 1);
  lua_call(L, 1, 3);
  return true;
}

/*** pairs(t) -> iterator
 Goes through all fields of a table, in a fixed order: numbers from the
 smallest, then texts by the alphabet, then false and true, then cards and
 seats.
 @param t table
 @return what `for` needs
 @error "a table with tables as keys can't be walked in a fixed order"
 @example for name, points in pairs { anna = 3, ben = 5 } do t:say("%s: %s", name, points) end */
int safelib_pairs(lua_State *L) {
  bool list;
  luaL_checkany(L, 1);
  lua_settop(L, 1);
  if (!freeze_shadow(L, 1)) {
    if (own_pairs(L)) return 3;
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_pushvalue(L, 1);
  }
  lua_pushnil(L); /* becomes the state */
  lua_Integer count = push_keys(L, 2, &list);
  lua_pushinteger(L, count);
  lua_replace(L, 3);
  lua_pushcclosure(L, list ? walk_list : walk_keys, lua_gettop(L) - 1);
  lua_insert(L, 1);
  lua_pushnil(L);
  return 3;
}

/*** next(t, key) -> key and value
 The first field of a table in the order of `pairs`, or the one after `key`;
 nil when there is none.
 @param t table
 @param key any: where to go on (optional)
 @return the key and its value
 @example next({}) == nil --> true */
int safelib_next(lua_State *L) {
  Key after, here;
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  bool first = lua_isnil(L, 2);
  if (!first) place(L, 2, &after);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL && !freeze_shadow(L, 1))
    return report_error(L, "next: expected a table of the script's own");
  lua_settop(L, 2);
  push_plain(L, 1);
  lua_Integer count = safelib_keys(L, 3);
  for (lua_Integer n = 1; n <= count; n++, lua_settop(L, 4)) {
    lua_rawgeti(L, 4, n);
    place(L, 5, &here);
    if (!first && compare(&here, &after) <= 0) continue;
    lua_pushvalue(L, 5);
    lua_rawget(L, 3);
    return 2;
  }
  lua_pushnil(L);
  return 1;
}
