/* The library `poker` as a script sees it. */
#include <lualib.h>
#include <stdbool.h>
#include <string.h>

#include "bind/bind.h"
#include "check.h"

static lua_State *open_poker(void) {
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  bind_poker(L);
  lua_setglobal(L, "poker");
  CHECK(!luaL_dostring(L, "target = poker.target_of"));
  return L;
}

/* The text is an expression that must be true. */
static bool holds(lua_State *L, const char *text) {
  lua_pushfstring(L, "return %s", text);
  bool fine =
      luaL_dostring(L, lua_tostring(L, -1)) == LUA_OK && lua_toboolean(L, -1);
  if (!fine) fprintf(stderr, "%s: %s\n", text, luaL_tolstring(L, -1, NULL));
  lua_settop(L, 0);
  return fine;
}

/* The text is an expression that raises something with `part` in it. */
static bool raises(lua_State *L, const char *text, const char *part) {
  lua_pushfstring(L, "return %s", text);
  bool raised = luaL_dostring(L, lua_tostring(L, -1)) != LUA_OK;
  const char *error = luaL_tolstring(L, -1, NULL);
  bool right = raised && strstr(error, part) != NULL;
  if (!right) fprintf(stderr, "%s: %s\n", text, error);
  lua_settop(L, 0);
  return right;
}

static void check_ranks(lua_State *L) {
  CHECK(
      holds(L, "poker.rank('Kh Qh 9h 4h 2h') > poker.rank('Kd Qh 9h 4h 2h')"));
  CHECK(holds(L,
              "poker.rank('Kh', 'Qh', {'9h', '4h'}, '2h') == "
              "poker.rank('KH,QH, 9h 4h 2h')"));
  CHECK(holds(L,
              "poker.rank('10h 2c 3c 4c 5c') == "
              "poker.rank('Th 2d 3c 4c 5c')"));
  CHECK(holds(L, "poker.rank('Kh Qh') == 0"));
  CHECK(holds(L,
              "table.concat(poker.best('8c 3d', {'8d', '4h 3c'}, '4s Ah'), "
              "' ') == '8c 8d 4h 4s Ah'"));
  CHECK(holds(L,
              "select(2, poker.best('Kh Kd 2s 2c 2h 3c')) == "
              "poker.rank('Kh Kd 2s 2c 2h')"));
}

static void check_refusals(lua_State *L) {
  CHECK(raises(L, "poker.rank()", "expected cards"));
  CHECK(raises(L, "poker.rank(7)", "rank: expected cards, got number"));
  CHECK(raises(L, "poker.rank({7})", "rank: expected cards, got number"));
  CHECK(raises(L, "poker.rank('Kh Kh')", "Kh is there twice"));
  CHECK(raises(L, "poker.rank('Kh Khx')", "is not a card"));
  CHECK(raises(L, "poker.rank('1h')", "is not a card"));
  CHECK(raises(L, "poker.rank('2h 3h 4h 5h 6h 7h 8h 9h Th Jh')",
               "rank: 10 cards, expected at most 9"));
  CHECK(raises(L, "poker.rank({hand = {}})", "say seat.hand"));
  CHECK(raises(L, "poker.best('Kh')", "best: 1 cards, expected at least 5"));
}

static void check_batches(lua_State *L) {
  CHECK(!luaL_dostring(L,
                       "h = poker.hands(5, 3); h:add 'Kh Qh 9h 4h 2h'; "
                       "h:add('Kd Qh', '9h 4h 2h'); h:add 'Kd Qh 9c 4h 2h' "
                       "r = h:ranks()"));
  CHECK(holds(L, "#h == 3 and #r == 3"));
  CHECK(holds(L, "r:at(1) == poker.rank('Kh Qh 9h 4h 2h')"));
  CHECK(holds(L, "r:at(2) == r:at(3)"));
  CHECK(holds(L, "select(2, r:best()) == 1"));
  CHECK(holds(L, "r:count(target(6, 7)) == 1"));
  CHECK(holds(L, "table.concat(r:histogram(), ' ') == '2 0 0 0 0 1 0 0 0 0'"));
  CHECK(holds(L, "table.concat({r:compare(r)}, ' ') == '0 0 3'"));
  CHECK(holds(L, "h:ranks(r) == r"));
  CHECK(raises(L, "h:add 'Kd Qh 9c 4h 2h'", "full with 3 hands"));
  CHECK(raises(L, "h:add 'Kd Qh 9c 4h'", "add: 4 cards, expected 5"));
  CHECK(raises(L, "h.ad", "did you mean \"add\"?"));
  CHECK(raises(L, "h.ranks(r)", "batch of hands expected"));
  CHECK(raises(L, "r:at(4)", "out of range"));
  CHECK(raises(L, "poker.hands(4, 10)", "out of range"));
  CHECK(raises(L, "poker.hands(5, 1):ranks():best()", "no ranks yet"));
  CHECK(!luaL_dostring(L, "h:clear()"));
  CHECK(holds(L, "#h == 0 and #r == 3 and #h:ranks(r) == 0"));
}

static void check_odds(lua_State *L) {
  CHECK(!luaL_dostring(L,
                       "o = poker.odds{ hands = {'Ah Kh', '7c 7d'}, "
                       "board = '7h 5h 2s' }"));
  CHECK(holds(L, "#o == 2 and o.exact and o.deals == 990"));
  CHECK(holds(L, "math.abs(o[1].win + o[2].win + o[1].tie - 1) < 1e-12"));
  CHECK(holds(L, "o[1].share > 0.2 and o[1].share < 0.3"));
  CHECK(!luaL_dostring(L, "o = poker.odds{ hands = {'Ah Kh', '', ''} }"));
  CHECK(holds(L, "not o.exact and o[1].error < 0.001 and o[1].error > 0"));
  CHECK(raises(L, "poker.odds{ hands = {'Ah Kh'} }", "expected 2 to 10"));
  CHECK(raises(L, "poker.odds{ hands = {'Ah Kh', 'Ah 2c'} }", "twice"));
  CHECK(raises(L, "poker.odds{ hands = {'Ah', ''}, board_cards = 3 }",
               "expected 5 to 9"));
  CHECK(raises(L, "poker.odds{ hands = {'Ah Kh', ''}, error = 0 }",
               "out of range"));
  CHECK(raises(L, "poker.odds{ hands = {'2c 3c 4c 5c 6c 7c', ''} }",
               "hand 1 has 6 cards"));
  CHECK(raises(L,
               "poker.odds{ hands = {'Ah', ''}, board_cards = 4, "
               "board = '2c 3c 4c 5c 6c' }",
               "at most 4"));
}

static void check_chance(lua_State *L) {
  CHECK(!luaL_dostring(L, "goal = target(6, 10)"));
  CHECK(!luaL_dostring(L,
                       "c, e, r = poker.chance{ target = goal, cards = "
                       "'Th Ts 4h 2h', board = '9h 8d 6d 4s', "
                       "replacements = 1 }"));
  CHECK(holds(L, "c == 9 / 44 and e == 0 and r == 2"));
  CHECK(!luaL_dostring(L,
                       "c, e, r = poker.chance{ target = goal, hole = 4, "
                       "replacements = 1 }"));
  CHECK(holds(L, "c > 0.2 and c < 0.4 and e <= 0.005 and r == nil"));
  CHECK(raises(L, "poker.chance{ target = 3 << 30, hole = 4 }", "target"));
  CHECK(raises(L, "poker.chance{ target = goal, cards = '2c 3c', hole = 1 }",
               "at most 1"));
  CHECK(raises(L,
               "poker.chance{ target = goal, cards = 'Kh', "
               "replacements = 6 }",
               "out of range"));
  CHECK(raises(L, "poker.chance{ target = goal }", "expected 1 to 5"));
  CHECK(raises(L,
               "poker.chance{ target = goal, cards = 'Ah Kh', "
               "board_cards = 2 }",
               "chance: cards of a hand and the board: 4, expected 5 to 9"));
  CHECK(raises(L, "poker.chance{ target = goal, board_cards = 5 }",
               "expected 1 to 5"));
  /* as many as the own cards are, which may be too many */
  CHECK(raises(L,
               "poker.chance{ target = goal, cards = '2c 3c 4c 5c 6c 7c 8c "
               "9c Tc Jc Qc Kc Ac 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad 2h "
               "3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah' }",
               "hole: 39 is out of range, expected 1 to 5"));
}

int main(void) {
  lua_State *L = open_poker();
  check_ranks(L);
  check_refusals(L);
  check_batches(L);
  check_odds(L);
  check_chance(L);
  lua_close(L);
  return check_done("handrank_lua");
}
