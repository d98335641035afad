/* What a file made at its top level is constant from then on.
 *
 * A frozen table is the same table, emptied; its contents live in a shadow
 * behind __index. Indexing, #, ipairs, pairs, next and the table library
 * work as before; C code must not use raw reads on it (lua_geti, luaL_len,
 * lua_next on freeze_shadow). A write raises at the writing line. */
#ifndef SCRIPT_FREEZE_H
#define SCRIPT_FREEZE_H

#include <lua.h>
#include <stdbool.h>

/* Freezes every table reachable from the value at i, through fields, keys and
 * the upvalues of functions, in place. Tables that are frozen already,
 * userdata, and tables whose metatable has `constant = true` are left. A
 * table with a metatable keeps its other fields. Iterators of pairs and
 * gmatch that were kept raise when they are called. */
void freeze(lua_State *L, int i);

/* Puts a constant stand-in in the place of the library at the top, called
 * `name`: an unknown field raises "unknown name `name.x`" with the nearest.
 * name NULL makes an environment, where the fields are globals. */
void freeze_library(lua_State *L, const char *name);

/* Pushes the shadow of a frozen table and returns true, or pushes nothing
 * and returns false. Anything may be at i. */
bool freeze_shadow(lua_State *L, int i);

/* Pushes a memory of the upvalues of all functions reachable from i. */
void freeze_remember(lua_State *L, int i);

/* Has an upvalue of the memory at i another value now? Then pushes a
 * sentence that names the variable, the function and its line, and gives all
 * of them their old values again. */
bool freeze_changed(lua_State *L, int i);

#endif
