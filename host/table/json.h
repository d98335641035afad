/* A script's plain data as JSON: cards, seats and piles by their names, lists
 * as arrays, other tables as objects with keys in their fixed order. */
#ifndef TABLE_JSON_H
#define TABLE_JSON_H

#include "table/bytes.h"
#include "table/table.h"

/* The value at index i of L. May raise (keys without an order). */
void json_value(Table *t, lua_State *L, int i, Bytes *out);

#endif
