/* Dice expressions in, rolls out: see l_roll.h. */
#include "bind/l_roll.h"

void bind_check_dice(lua_State *L, int i, Dice *d) {
  char error[DICE_ERROR];
  if (!dice_parse(d, luaL_checkstring(L, i), error)) luaL_error(L, "%s", error);
}

static bool all_kept(const DiceRoll *roll) {
  for (int i = 0; i < roll->rolled; i++)
    if (!roll->kept[i]) return false;
  return true;
}

int bind_push_roll(lua_State *L, const DiceRoll *roll) {
  luaL_checkstack(L, 5, "roll");
  lua_pushinteger(L, roll->total);
  lua_createtable(L, roll->rolled, 0);
  for (int i = 0; i < roll->rolled; i++) {
    lua_pushinteger(L, roll->value[i]);
    lua_rawseti(L, -2, i + 1);
  }
  if (all_kept(roll)) {
    lua_pushnil(L);
    return 3;
  }
  lua_createtable(L, roll->rolled, 0);
  for (int i = 0; i < roll->rolled; i++) {
    lua_pushboolean(L, roll->kept[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 3;
}
