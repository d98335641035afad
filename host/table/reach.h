/* Functions of scripts that only answer (fits, why, tells, what gives a text)
 * may change nothing: how often they are called, and whether at all, differs
 * between a game that is simulated and one that is kept.
 *
 * Piles, pools and chance are locked while they run (table_call). The state
 * and the locals that they reach lie in plain tables and are compared. */
#ifndef TABLE_REACH_H
#define TABLE_REACH_H

#include "core/bytes.h"
#include "table/table.h"

/* What the function at index f of L can change, as numbers: one for each name
 * of the state, with all that it holds, and for each of its own locals. Within
 * a budget of its own; false with an error value on L when that is spent. The
 * caller frees `out`. */
bool reach_take(Table *t, lua_State *L, int f, Bytes *out);

/* Is it still so? Else pushes the name of what is another thing now and returns
 * 1, or an error value where that can't be told and returns -1. */
int reach_changed(Table *t, lua_State *L, int f, const Bytes *before);

/* Calls a function with the arguments on top of L as table_call does. What only
 * answers is that function, or one that it calls: the function at index f,
 * below it. Where that has changed anything the error value says so, with its
 * line, and outside of a step the table fails when it is to go on. In a world of
 * a search nothing is compared; where the table looks seldom, not each time. */
int reach_call(Table *t, lua_State *L, int f, int arguments, int results);

#endif
