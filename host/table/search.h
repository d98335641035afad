/* What a searching bot needs of a table that waits: to be told how it came to
 * where it stands, so that it can be brought back there with other faces on the
 * cards and other chance to come, and play on from there.
 *
 * While a record is kept, the hooks `began` and `answered` are called when a
 * step begins and before an answer is given. The record itself, and playing it
 * again, is Lua (stdlib/world/past.lua); who searches, what a seat knows and
 * what an answer is worth too (search.lua, memory.lua).
 *
 * Tried and rejected: drawing faces at the question, without playing the step
 * again (scripts keep what they have worked out in locals, and that is of the
 * true cards); a second state a thread (opening one costs 20 ms, and it must
 * follow every answer): at a table a process each (world:apart, l_world.c)
 * thinks, with all as it is. */
#ifndef TABLE_SEARCH_H
#define TABLE_SEARCH_H

#include <lauxlib.h>

#include "table/table.h"

/* For those who run a table (table.c): a step or the action of a seat begins;
 * the answer on top of co is about to be given. */
void search_step(Table *t, const char *step, int seat);
void search_answer(Table *t);

/* Its part of the engine (l_table.h), with the block of the table first. */
extern const luaL_Reg private_search[];

#endif
