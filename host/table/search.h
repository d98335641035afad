/* What a searching bot needs of a table that waits: the record of how it came
 * to where it stands, from which it can be brought back there, with other
 * faces on the cards and other chance to come, and play on from there.
 *
 * While a record is kept each step's beginning is kept as a snapshot, and each
 * answer. A fork restores a step's beginning and plays it again: what a script
 * holds in locals in mid-step is made anew, of the cards as they are now. Who
 * searches, what a seat knows and what an answer is worth is Lua
 * (stdlib/world/search.lua, memory.lua). */
#ifndef TABLE_SEARCH_H
#define TABLE_SEARCH_H

#include <lauxlib.h>
#include <signal.h>

#include "table/table.h"

/* Keep a record from now on: before the game begins. False: no memory. */
bool search_watch(Table *t);

/* For those who run a table (table.c): a game begins; a step or the action of
 * a seat begins; the answer on top of co is about to be given. */
void search_reset(Table *t);
void search_step(Table *t, const char *step, int seat);
void search_answer(Table *t);
void search_free(Table *t);

/* While *pressed is not 0 who searches is to come to an end. */
void search_interrupt(Table *t, const volatile sig_atomic_t *pressed);

/* The state was put right from outside in mid-step: until the next step there
 * is no way back to where it stands. */
void search_spoil(Table *t);

/* Its part of the engine (l_engine.h), with the block of the table first. */
extern const luaL_Reg private_search[];

#endif
