/* Nearest names for Lua: for the contract's own half, and for methods. */
#ifndef BIND_L_NEAREST_H
#define BIND_L_NEAREST_H

#include <lauxlib.h>
#include <lua.h>

/* (wanted string, list of strings) -> the nearest of them, or nil.
 * Privileged: called from the contract's own Lua. */
int l_nearest(lua_State *L);

/* Pushes a new table of methods to stand behind a metatable's __index. Reading
 * a name it lacks raises `a WHAT has no "paay": did you mean "pay"?`. Both
 * `methods` and `what` must be static. */
void bind_push_methods(lua_State *L, const luaL_Reg *methods, const char *what);

#endif
