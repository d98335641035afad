/* Side pots for scripts: the library `pots`. */
#ifndef BIND_L_SIDEPOT_H
#define BIND_L_SIDEPOT_H

#include <lua.h>

/* Leaves the library `pots` on the stack. */
int bind_pots(lua_State *L);

#endif
