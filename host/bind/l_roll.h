/* What every binding that rolls dice needs: an expression from an argument,
 * and a roll as values. */
#ifndef BIND_L_ROLL_H
#define BIND_L_ROLL_H

#include "bind/bind.h"
#include "core/dice.h"

/* Reads the expression at argument i, or raises what is wrong with it. */
void bind_check_dice(lua_State *L, int i, Dice *d);

/* Pushes three values for a roll that is over: the total, the list of dice,
 * and which of them are kept, or nil when all are. Gives 3. */
int bind_push_roll(lua_State *L, const DiceRoll *roll);

#endif
