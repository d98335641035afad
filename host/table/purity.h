/* Purity: functions of scripts that only answer (fits, why, tells, the function
 * of a text) must not change anything, because a simulated game calls them more
 * or less often than a game that people play.
 *
 * Piles, pools and chance are locked while they run (table_call). The state
 * and their locals are plain tables, which are compared before and after. */
#ifndef TABLE_PURITY_H
#define TABLE_PURITY_H

#include "core/bytes.h"
#include "table/table.h"

/* Sums of what the function at index f of L can change: one for each name of the
 * state, with all that it holds, and one for each of the function's own locals.
 * It has a budget of its own; false with an error value on L when that is spent.
 * The caller frees `out`. */
bool purity_take(Table *t, lua_State *L, int f, Bytes *out);

/* 0: the sums are still the same. 1: pushes the name of the state or the local
 * that differs. -1: pushes an error value, as purity_take does. */
int purity_changed(Table *t, lua_State *L, int f, const Bytes *before);

/* Calls a function with the arguments on top of L as table_call does. The
 * function at index f must not change anything: it is that function, or one that
 * it calls. If it did, the error value says so with its line, and outside of a
 * step the table fails at its next step. Nothing is compared in the worlds that
 * a search imagines, and only some calls at a table with looks_seldom. */
int purity_call(Table *t, lua_State *L, int f, int arguments, int results);

#endif
