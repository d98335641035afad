/* What trusted Lua (sessions, tests, stdlib/world) drives tables with: a library
 * of plain functions over the block of a built table. Not for scripts. */
#ifndef TABLE_L_ENGINE_H
#define TABLE_L_ENGINE_H

#include <lua.h>

/* Pushes the library `engine`, for the world's trusted environment. */
void engine_push(lua_State *L);

#endif
