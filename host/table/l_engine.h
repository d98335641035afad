/* What trusted Lua (sessions, tests, stdlib/world) drives tables with: a library
 * of plain functions over the block of a built table. Not for scripts. */
#ifndef TABLE_L_ENGINE_H
#define TABLE_L_ENGINE_H

#include <lauxlib.h>

#include "table/world.h"

/* Makes the library `engine` a global of the world's trusted environment. */
void engine_library(World *w);

#endif
