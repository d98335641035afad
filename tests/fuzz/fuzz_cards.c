/* Poker cards from text, with cards that are wild: whatever is read has a rank,
 * which doesn't depend on the order of the cards; all else is refused in a
 * sentence.
 *
 * Input: bytes of what is wild (one byte), then that and the cards. */
#include <lauxlib.h>
#include <lualib.h>
#include <stdint.h>
#include <stdlib.h>

#include "bind/bind.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char rank[] =
    "local rank = poker.rank\n"
    "return function(cards, wild)\n"
    "  local one, turned = rank(cards, wild), {}\n"
    "  for card in cards:gmatch '[^ ,]+' do table.insert(turned, 1, card) end\n"
    "  local ok, other = pcall(rank, table.concat(turned, ' '), wild)\n"
    "  return ok and one == other\n"
    "end\n";

static lua_State *open_poker(void) {
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  bind_poker(L);
  lua_setglobal(L, "poker");
  if (luaL_dostring(L, rank) != LUA_OK) abort();
  return L;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static lua_State *L;
  if (L == NULL) L = open_poker();
  if (size < 1) return 0;
  size_t wild = data[0] % 16 < size ? data[0] % 16 : size - 1;
  lua_settop(L, 1);
  lua_pushvalue(L, 1);
  lua_pushlstring(L, (const char *)data + 1 + wild, size - 1 - wild);
  lua_newtable(L);
  lua_pushlstring(L, (const char *)data + 1, wild);
  if (wild > 0)
    lua_setfield(L, -2, "wild");
  else
    lua_pop(L, 1);
  bool done = lua_pcall(L, 2, 1, 0) == LUA_OK;
  if (done ? !lua_toboolean(L, -1) : !lua_isstring(L, -1)) abort();
  return 0;
}
