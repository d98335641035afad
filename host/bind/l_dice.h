/* Dice expressions for Lua: the library `dice`. */
#ifndef BIND_L_DICE_H
#define BIND_L_DICE_H

#include <lua.h>

/* Leaves the library. */
int bind_dice(lua_State *L);

#endif
