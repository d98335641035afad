/* What trusted Lua (stdlib/core/testing.lua) drives tables with: a library
 * of plain functions over the block of a built table. Not for scripts. */
#ifndef TABLE_L_ENGINE_H
#define TABLE_L_ENGINE_H

#include <lauxlib.h>

#include "table/world.h"

/* Its other half: what a session drives a table with. */
extern const luaL_Reg private_driving[];

/* Makes the library `engine` a global of the world's trusted environment. */
void engine_library(World *w);

#endif
