/* The table as the contract's own Lua half builds it. */
#ifndef TABLE_L_TABLE_H
#define TABLE_L_TABLE_H

#include <lua.h>

#include "table/table.h"

/* Pushes the privileged library `host` for stdlib/world. */
void l_table_open(lua_State *L);

/* The table block at index i of the stack, or an error. */
Table *l_table_check(lua_State *L, int i);

/* Record what happens from now on, or stop. */
void table_record(Table *t, bool on);

#endif
