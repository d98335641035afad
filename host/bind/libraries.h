/* The libraries that every script sees as globals: rng, dice, poker, pots,
 * melds. */
#ifndef BIND_LIBRARIES_H
#define BIND_LIBRARIES_H

#include <lua.h>

/* Makes each and hands it to `add`, which pops it. */
void bind_libraries(lua_State *L, void (*add)(lua_State *L, const char *name));

#endif
