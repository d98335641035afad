/* What trusted Lua (stdlib/core/testing.lua) drives tables with: a library
 * of plain functions over the block of a built table. Not for scripts. */
#ifndef CMD_L_CROUPIER_H
#define CMD_L_CROUPIER_H

#include "table/world.h"

/* Makes the library `engine` a global of the world's trusted environment. */
void croupier_library(World *w);

#endif
