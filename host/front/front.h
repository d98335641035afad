/* The front: one trusted Lua state that runs the embedded stdlib/front, and
 * the few narrow objects that C gives it. Each l_X.c pushes its library. */
#ifndef FRONT_FRONT_H
#define FRONT_FRONT_H

#include <lua.h>
#include <signal.h>
#include <stdbool.h>

void l_world(lua_State *F);
void l_lab(lua_State *F);
void l_journal(lua_State *F);
void l_files(lua_State *F);
void l_tty(lua_State *F);
void l_keyboard(lua_State *F);
void l_wall(lua_State *F);
void l_porter(lua_State *F);

/* A library of functions with a metatable of methods named `type`: what a
 * file of bindings here pushes. Pushes the library. */
struct luaL_Reg;
void front_library(lua_State *F, const char *type,
                   const struct luaL_Reg *functions,
                   const struct luaL_Reg *methods);

/* How often Ctrl-C was pressed since the last read or keyboard.interrupted(true). */
const volatile sig_atomic_t *front_presses(void);

/* Reads the table at `at`, an argument of world.open: its texts live while the
 * table does. */
struct WorldConfig;
void front_world_config(lua_State *F, int at, struct WorldConfig *c);

#endif
