/* The libraries of a script: Lua's own where they are harmless, ours where
 * the order, an address or the cost could harm.
 *
 * Each function here leaves one table on the stack. */
#ifndef SCRIPT_SAFELIB_H
#define SCRIPT_SAFELIB_H

#include <lua.h>
#include <stdbool.h>

enum {
  TEXT_MAX = 1 << 20,      /* bytes of a text that a library function makes */
  VALUES_MAX = 1000000,    /* values that one call may move, sort or walk */
  PATTERN_STEPS = 20000000 /* steps of one call that matches patterns */
};

/* type, pairs, tostring... without string, table, math, utf8. */
void safelib_base(lua_State *L);
void safelib_string(lua_State *L); /* also sets the metatable of texts */
void safelib_table(lua_State *L);
void safelib_math(lua_State *L);
void safelib_utf8(lua_State *L);

void safelib_catching(lua_State *L); /* pcall and xpcall, for tests */
void safelib_trusted(lua_State *L);  /* and setmetatable, rawget and so on */

/* pairs and next in a fixed order: integers, other numbers, texts, booleans,
 * then what Host.key_order can place. */
int safelib_pairs(lua_State *L);
int safelib_next(lua_State *L);

/* Pushes a list of the keys of the table at i in that order; returns how
 * many. Raises where keys have no order. A frozen table is walked as such. */
lua_Integer safelib_keys(lua_State *L, int i);

/* Pushes the value at i as a text without an address. */
const char *safelib_tostring(lua_State *L, int i);

/* Makes the iterator at i (of pairs or gmatch) raise when called; anything
 * else is left alone. For freeze. */
void safelib_end_iterator(lua_State *L, int i);
void safelib_end_walk(lua_State *L, int i);
void safelib_end_matches(lua_State *L, int i);

/* Adds find, match, gmatch and gsub to the table at the top. */
void safelib_matching(lua_State *L);

/* Adds the functions that `names` lists (up to NULL) from the table at
 * `from` to the table at `to`. */
void safelib_copy(lua_State *L, int from, int to, const char *const *names);

/* Raises for the unknown name `key` in the table at i, with the nearest
 * name; `where` is the library, or NULL for globals. */
int safelib_unknown(lua_State *L, int i, const char *where, const char *key);

#endif
