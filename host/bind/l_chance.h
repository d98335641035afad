/* Chance and dice for scripts: the libraries `rng` and `dice`. */
#ifndef BIND_L_CHANCE_H
#define BIND_L_CHANCE_H

#include "bind/bind.h"
#include "core/chance.h"

/* Makes both libraries and hands each to `add`, which pops it. */
void bind_chance(lua_State *L, void (*add)(lua_State *L, const char *name));

/* Pushes a roll that people make die by die; the roll at argument i. */
int bind_push_roll(lua_State *L, const Dice *dice);
DiceRoll *bind_check_roll(lua_State *L, int i);

/* Pushes total and list of dice of a roll that is complete: 2. */
int bind_push_dice(lua_State *L, const DiceRoll *roll);

#endif
