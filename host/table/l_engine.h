/* What trusted Lua (sessions, tests, stdlib/world) drives tables with: a library
 * of plain functions over the block of a built table. Not for scripts. */
#ifndef TABLE_L_ENGINE_H
#define TABLE_L_ENGINE_H

#include <lauxlib.h>

#include "table/world.h"

/* Its other parts: steps (l_drive.c) and answers (l_answers.c). */
extern const luaL_Reg private_driving[];
extern const luaL_Reg private_answers[];

/* The block at index 1, on the table's own thread. */
Table *engine_table(lua_State *L);

/* A seat as scripts and journals have it: 0 the game master, else from 1. */
int engine_seat_code(int seat);

/* Pushes "step", "question", "nothing" (a question with nothing to choose),
 * "finished", or "failed", why, traceback. Returns how many. */
int engine_push_stop(lua_State *L, Table *t, TableStop stop);

/* Pushes the text and frees it: what the host itself needs is given past the
 * cap, so that none is lost between the two. Returns 1. */
int engine_push_bytes(lua_State *L, Bytes *text);

/* Makes the library `engine` a global of the world's trusted environment. */
void engine_library(World *w);

#endif
