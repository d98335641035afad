/* The verbs that a step calls: ask, say, each, random, choose, where,
 * gather, roll.
 * All are Lua functions of the library `host`, for stdlib/world. */
#ifndef TABLE_L_VERBS_H
#define TABLE_L_VERBS_H

#include <lua.h>

#include "table/table.h"

/* host.verbs(block) -> the closures by name */
int l_verbs(lua_State *L);

/* host.each(block, seats) -> the verb t:each */
int l_verbs_each(lua_State *L);

/* host.way(table) -> an iterator: what follows each seat in it, at 1 the first */
int l_verbs_way(lua_State *L);

/* A roll that people make die by die: host.dice_begin(text) -> roll,
 * as dice.by_hand gives it; host.dice_end(block, roll) ->
 * total, list. */
int l_verbs_dice_begin(lua_State *L);
int l_verbs_dice_end(lua_State *L);

#endif
