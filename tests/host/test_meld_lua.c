/* The library `melds` as a script sees it, on a Royal Pokebacc deck. */
#include <lualib.h>
#include <stdbool.h>
#include <string.h>

#include "bind/l_cards.h"
#include "bind/l_meld.h"
#include "check.h"

/* A deck kind and its cards; c("A4 W5 War") is a list of cards. */
static const char deck[] =
    "fields, names = {}, {}\n"
    "for _, s in ipairs{'Air', 'Water', 'Fire', 'Metal'} do\n"
    "  for i = 1, 15 do\n"
    "    local r = ({'Princess', 'Prince', 'Consort', 'Queen', 'King'})[i - "
    "10]\n"
    "    fields[#fields + 1] = { suit = s, rank = r or tostring(i), value = "
    "i,\n"
    "      number = i <= 10 and i or nil, name = s:sub(1, 1) .. (r or i),\n"
    "      long = (r or i) .. ' of ' .. s }\n"
    "  end\n"
    "end\n"
    "for _, d in ipairs{'War', 'Flood', 'Famine', 'Storm'} do\n"
    "  fields[#fields + 1] = { rank = d, name = d, long = d }\n"
    "end\n"
    "function deal(fields)\n"
    "  local cards, numbers = {}, {}\n"
    "  for i = 1, #fields do numbers[i], numbers[#fields + i] = i, i end\n"
    "  local all = cards_of(faces_of(fields), numbers)\n"
    "  for i = 1, #fields do\n"
    "    cards[fields[i].name] = { all[i], all[#fields + i] }\n"
    "  end\n"
    "  return cards\n"
    "end\n"
    "cards = deal(fields)\n"
    "function c(text)\n"
    "  local list, seen = {}, {}\n"
    "  for name in text:gmatch '%S+' do\n"
    "    seen[name] = (seen[name] or 0) + 1\n"
    "    list[#list + 1] = cards[name][seen[name]]\n"
    "  end\n"
    "  return list\n"
    "end\n"
    "function text(list)\n"
    "  local out = {}\n"
    "  for i, card in ipairs(list) do out[i] = tostring(card) end\n"
    "  return table.concat(out, ' ')\n"
    "end\n";

static const char patterns[] =
    "royals = {'Princess', 'Prince', 'Consort', 'Queen', 'King'}\n"
    "disasters = {'War', 'Flood', 'Famine', 'Storm'}\n"
    "combos = melds.compile {\n"
    "  deck = { faces = fields },\n"
    "  affined = { { 'Air', 'Water' }, { 'Fire', 'Metal' } },\n"
    "  patterns = {\n"
    "    { name = 'run', score = function(n) return 10 * n - 20 end,\n"
    "      one_suit = 3 },\n"
    "    { name = 'set', score = { 30, 50 } },\n"
    "    { name = 'family', ranks = royals, score = 75,\n"
    "      one_suit_name = 'royal family' },\n"
    "    { name = 'catastrophe', kind = 'whole', cards = disasters,\n"
    "      score = 60 },\n"
    "    { name = 'trove', ranks = royals, score = 70 },\n"
    "  } }\n"
    "function try(pattern)\n"
    "  return melds.compile{ deck = fields, patterns = { pattern } }\n"
    "end\n";

/* Runs a chunk that must not raise. */
static void run(lua_State *L, const char *chunk) {
  bool fine = luaL_dostring(L, chunk) == LUA_OK;
  if (!fine) fprintf(stderr, "%s\n", lua_tostring(L, -1));
  CHECK(fine);
  lua_settop(L, 0);
}

static lua_State *open_melds(void) {
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  bind_melds(L);
  lua_setglobal(L, "melds");
  lua_register(L, "faces_of", l_faces);
  lua_register(L, "cards_of", l_cards);
  run(L, deck);
  run(L, patterns);
  return L;
}

static bool holds(lua_State *L, const char *text) {
  lua_pushfstring(L, "return %s", text);
  bool fine =
      luaL_dostring(L, lua_tostring(L, -1)) == LUA_OK && lua_toboolean(L, -1);
  if (!fine) fprintf(stderr, "%s: %s\n", text, luaL_tolstring(L, -1, NULL));
  lua_settop(L, 0);
  return fine;
}

static bool raises(lua_State *L, const char *text, const char *part) {
  lua_pushfstring(L, "return %s", text);
  bool raised = luaL_dostring(L, lua_tostring(L, -1)) != LUA_OK;
  const char *error = luaL_tolstring(L, -1, NULL);
  bool right = raised && strstr(error, part) != NULL;
  if (!right) fprintf(stderr, "%s: %s\n", text, error);
  lua_settop(L, 0);
  return right;
}

static void check_best(lua_State *L) {
  run(L,
      "hand = c 'A3 A4 W5 A5 M5 F5 A6 War Flood A1'\n"
      "best, total = combos:best(hand)");
  CHECK(holds(L, "total == 90 and #best == 2"));
  CHECK(holds(L, "best[1].name == 'run' and best[1].score == 60"));
  CHECK(holds(L, "best[1].one_suit and not best[2].one_suit"));
  CHECK(holds(L, "best[1].text == '3-4-5-6 of Air'"));
  CHECK(holds(L, "text(best[1].cards) == 'A3 A4 A5 A6'"));
  CHECK(holds(L, "best[1].cards[2] == hand[2]"));
  CHECK(holds(L, "best[2].text == '5 of Water, Metal and Fire'"));
  CHECK(holds(L, "combos:total(hand) == 90"));
  CHECK(holds(L, "combos:total(hand, hand[1]) == 60"));
  CHECK(holds(L, "combos:total(hand, hand[4]) == 30"));
  CHECK(holds(L, "combos:total{} == 0 and #combos:best{} == 0"));
  CHECK(holds(L, "#combos:all(hand) == 11"));
  CHECK(holds(L, "combos:total(c 'War Flood Famine Storm') == 60"));
  CHECK(holds(L, "combos:total(c 'AKing WKing FKing MKing') == 70"));
  CHECK(holds(L, "#combos:best(c 'A1 A2 A3 A1 A2 A3') == 2"));
}

static void check_ties(lua_State *L) {
  run(L,
      "even = melds.compile{ deck = fields, patterns = {"
      "  { name = 'run', score = 5, most = 5 } } }");
  CHECK(holds(L, "#even:best(c 'A1 A2 A3 A4', 'most_cards')[1].cards == 4"));
  CHECK(holds(L, "#even:best(c 'A1 A2 A3 A4', 'fewest_cards')[1].cards == 3"));
  CHECK(raises(L, "even:best({}, 'fewest')", "invalid option 'fewest'"));
  CHECK(holds(L, "even:total(c 'A1 W2 A3') == 0"));
}

static void check_what(lua_State *L) {
  CHECK(holds(L, "combos:what(c 'A4 A5 A6').score == 30"));
  CHECK(holds(L, "select(2, combos:what(c 'A4 A5 A6')) == '4-5-6 of Air'"));
  CHECK(holds(L, "combos:what(c 'A4 A5 A7') == nil"));
  CHECK(holds(L,
              "select(2, combos:what(c 'A4 A5 A7')) == "
              "'4-5-7 of Air: 6 is missing'"));
  CHECK(holds(L,
              "select(2, combos:what(c 'AKing War')) == 'King of Air, War: "
              "King of Air can\\'t be in a catastrophe'"));
  run(L, "brief = try{ name = 'run', score = 1, most = 3 }");
  CHECK(holds(L,
              "select(2, brief:what(c 'A1 A2 A3 A4')) == "
              "'1-2-3-4 of Air: a run has 3 cards at most'"));
  CHECK(holds(L,
              "select(2, brief:what(c 'A1 AKing')) == '1 of Air, King of Air: "
              "King of Air is of no use in any combination'"));
  run(L, "rf = combos:what(c 'APrincess APrince AConsort AQueen AKing')");
  CHECK(holds(L, "rf.name == 'royal family' and rf.one_suit"));
  CHECK(holds(L, "rf.text == 'Princess-Prince-Consort-Queen-King of Air'"));
}

static void check_refused_cards(lua_State *L) {
  CHECK(raises(L, "combos:all{ 3 }",
               "all: number 1 of the list is a number, expected a card"));
  CHECK(raises(L, "combos:all(3)", "table expected, got number"));
  CHECK(raises(L, "combos:all()", "table expected, got nil"));
  CHECK(raises(L, "combos.all(3, {})", "melds expected, got number"));
  CHECK(raises(L, "combos:besst{}",
               "a set of melds has no \"besst\": did you mean \"best\"?"));
  CHECK(raises(L,
               "(function() local l = {} for i = 1, 65 do l[i] = hand[1] end"
               " combos:total(l) end)()",
               "total: 65 cards, at most 64 are possible"));
  run(L, "other = deal{ { name = 'Jk', long = 'joker' } }.Jk[1]");
  CHECK(raises(L, "combos:best{ other }",
               "best: Jk is not in the deck of these patterns"));
}

/* The same byte is another face at another table. */
static void check_two_tables(lua_State *L) {
  run(L,
      "local back = {}\n"
      "for i = 1, #fields do back[i] = fields[#fields + 1 - i] end\n"
      "local first = c 'A1 A2 A3 M1'\n"
      "cards = deal(back)\n"
      "second = c 'A1 A2 A3 M1'\n"
      "same = combos:total(first) == 30\n"
      "  and combos:total(second) == 30\n"
      "  and combos:total(first) == 30");
  CHECK(holds(L, "same"));
}

static void check_refused_patterns(lua_State *L) {
  CHECK(raises(L, "try{ name = 'run', leest = 3 }",
               "melds.compile: run has no \"leest\": did you mean \"least\"?"));
  CHECK(raises(L, "melds.compile{ deck = fields, paterns = {} }",
               "the table has no \"paterns\": did you mean \"patterns\"?"));
  CHECK(raises(L, "melds.compile{ patterns = {} }",
               "`deck` is a nil, expected a list"));
  CHECK(raises(L, "melds.compile{ deck = fields }",
               "`patterns` is a nil, expected a list"));
  CHECK(raises(L, "try{ kind = 'run' }", "`name` is a nil, expected a text"));
  CHECK(raises(L, "try{ name = 'ladder' }",
               "pattern 1 (ladder): its `kind` is none of run, set"));
  CHECK(raises(L, "try{ name = 'run', score = {} }", "is an empty list"));
  CHECK(raises(L, "try{ name = 'run' }", "the score of 3 cards is nil"));
  CHECK(raises(L, "try{ name = 'run', score = -1 }", "is -1, expected 0 to"));
  CHECK(raises(L, "try{ name = 'run', score = 1, least = 0 }",
               "`least` is 0, expected 1 to 10"));
  CHECK(raises(L, "try{ name = 'run', score = 1, least = 4, most = 3 }",
               "`most` is 3, expected 4 to 10"));
  CHECK(raises(L, "try{ name = 'run', score = 500000, one_suit = 3 }",
               "the score of 3 cards is 500000, expected 0 to 333333"));
  CHECK(raises(L, "try{ name = 'family', score = 1 }",
               "`ranks` is a nil, expected a list"));
  CHECK(raises(L, "try{ name = 'family', score = 1, ranks = {'Kingg'} }",
               "the deck has no \"Kingg\": did you mean \"King\"?"));
  CHECK(raises(L, "try{ name = 'family', score = 1, ranks = {'King', 'King'} }",
               "a card is named twice"));
  CHECK(raises(L, "try{ name = 'trove', score = 1, least = 2 }",
               "its number of cards is fixed"));
  CHECK(raises(L, "try{ name = 'run', score = 1, by = 'weight' }",
               "no card with a suit has a whole number as `weight`"));
  CHECK(raises(L, "try{ name = 'run', score = 1, suits = 'all' }",
               "`suits` is \"one\", \"affined\" or \"any\""));
  CHECK(raises(L,
               "melds.compile{ deck = fields, affined = {{'Air', 'Earth'}} }",
               "the deck has no \"Earth\""));
  CHECK(raises(L, "melds.compile{ deck = { 1 }, patterns = {} }",
               "number 1 of the deck is a number, expected a card"));
  CHECK(raises(L, "melds.compile{ deck = { {} }, patterns = {} }",
               "number 1 of the deck has no name"));
}

static void check_accepted_patterns(lua_State *L) {
  CHECK(holds(L,
              "try{ name = 'run', score = 1, suits = 'any' }:total("
              "c 'A1 F2 M3') == 1"));
  CHECK(holds(L,
              "try{ name = 'run', score = 1, by = 'value', from = 10 }:total("
              "c 'A10 APrincess APrince A9') == 1"));
  CHECK(holds(L,
              "try{ name = 'run', score = { 1, 2 }, ranks = royals }:total("
              "c 'AQueen AKing AConsort APrince APrincess') == 2"));
  CHECK(holds(L,
              "try{ name = 'pair', kind = 'set', least = 2, most = 2,"
              " score = 4 }:total(c 'A1 F1 M1 W1') == 8"));
  CHECK(holds(L,
              "try{ name = 'pinochle', kind = 'whole', score = 40,"
              " cards = { 'AQueen', 'FPrince' } }:total("
              "c 'AQueen FPrince') == 40"));
  CHECK(holds(L,
              "melds.compile{ deck = c 'A1 A2 A3 A1', patterns = {"
              " { name = 'run', score = 3 } } }:total(c 'A1 A2 A3') == 3"));
  CHECK(holds(L, "getmetatable(combos) == 'melds'"));
}

int main(void) {
  lua_State *L = open_melds();
  check_best(L);
  check_ties(L);
  check_what(L);
  check_refused_cards(L);
  check_two_tables(L);
  check_refused_patterns(L);
  check_accepted_patterns(L);
  lua_close(L);
  return check_done("meld from Lua");
}
