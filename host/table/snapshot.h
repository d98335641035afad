/* The whole of a game between two steps as bytes: rules, state, piles, what
 * was shown, pools, chance, the place in the order. Equal games give equal
 * bytes; a game restored from them goes on identically.
 *
 * State and rules stand under their names, so that a snapshot fits a script
 * that has changed: names it no longer has are left out, new ones keep their
 * first values. */
#ifndef TABLE_SNAPSHOT_H
#define TABLE_SNAPSHOT_H

#include <stdbool.h>

#include "core/bytes.h"
#include "table/table.h"

/* False with an error value on top of t->L: state that can't be copied, and
 * which. Only between steps. A fork is without the rules: for going back
 * within a game. */
bool snapshot_take(Table *t, Bytes *out, bool fork);

/* False with an error value on t->L when the bytes are no such snapshot of a
 * game with these seats and cards; the table is then to be reset. */
bool snapshot_restore(Table *t, const char *data, size_t size, bool fork);

/* At a step's end: has nothing changed that must not (locals of the script's
 * files), and can the state be saved? False with an error value on L. */
bool table_check(Table *t);
bool table_unchanged(Table *t); /* the first half of it */

/* One value alone, for a bot's notes: the same form, of at most `most` bytes if
 * that is not 0. With `out` NULL it only checks that it could be saved. */
bool snapshot_value(Table *t, int index, Bytes *out, size_t most);
bool snapshot_push(Table *t, const char *data, size_t size);

/* Visits the state of the table, of each seat and of the game master: `names`
 * and `owner` are the stack indices, in L, of the list of its declared names
 * and of the state itself, which is on top. */
typedef void OfOwner(void *ud, int names, int owner);
void snapshot_each_owner(Table *t, lua_State *L, OfOwner *visit, void *ud);

#endif
