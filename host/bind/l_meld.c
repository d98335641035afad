/* Binding of melds: see l_meld.h, l_meldcompile.c, core/meld.h.
 *
 * A hand is a list of cards. Which of the compiled faces a card is, is looked up
 * by its name once for each face of a table, then remembered by the face byte.
 * The byte alone would not do: another table in the same state may number its
 * faces otherwise, so the face's metatable is compared too. */
#include "bind/l_meld.h"

#include <string.h>

#include "bind/l_cards.h"

enum { KEPT = 1 }; /* user value */

static MeldsHandle *check_melds(lua_State *L) {
  MeldsHandle *h = bind_check(L, 1, TAG_MELDS, "melds");
  luaL_argcheck(L, h->melds != NULL, 1, "closed");
  return h;
}

/* ---- cards -------------------------------------------------------------- */

/* A hand under question: the cards lie in the list at stack index 2. */
typedef struct Hand {
  MeldsHandle *h;
  const char *verb;
  int n;
  uint8_t face[MELD_CARDS];
  uint8_t place[MELD_CARDS]; /* in the list, from 1 */
} Hand;

/* Finds the card at the top of the stack, of an unknown face, by its name. */
static void learn_face(lua_State *L, const Hand *hand, CardHandle *card) {
  MeldsHandle *h = hand->h;
  lua_getiuservalue(L, 1, KEPT);
  lua_getfield(L, -2, "name");
  lua_pushvalue(L, -1);
  if (lua_rawget(L, -3) != LUA_TNUMBER)
    luaL_error(L, "%s: %s is not in the deck of these patterns", hand->verb,
               lua_tostring(L, -2));
  h->face[card->face] = (uint8_t)lua_tointeger(L, -1);
  lua_pop(L, 2);
  lua_getmetatable(L, -2);
  h->metatable[card->face] = lua_topointer(L, -1);
  lua_rawseti(L, -2, -1 - card->face); /* in use: the address stays its own */
  lua_pop(L, 1);
}

/* The face of the card at the top of the stack. */
static uint8_t face_of(lua_State *L, const Hand *hand, int place) {
  CardHandle *card = bind_test(L, -1, TAG_CARD);
  if (card == NULL)
    luaL_error(L, "%s: number %d of the list is a %s, expected a card",
               hand->verb, place, luaL_typename(L, -1));
  lua_getmetatable(L, -1);
  const void *metatable = lua_topointer(L, -1);
  lua_pop(L, 1);
  if (hand->h->metatable[card->face] != metatable) learn_face(L, hand, card);
  return hand->h->face[card->face];
}

/* Reads the list at index 2, but for the card at index 3 if there is one. */
static void read_hand(lua_State *L, const char *verb, Hand *hand) {
  *hand = (Hand){.h = check_melds(L), .verb = verb};
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 3);
  lua_Integer n = luaL_len(L, 2);
  if (n > MELD_CARDS)
    luaL_error(L, "%s: %I cards, at most %d are possible", verb, (LUAI_UACINT)n,
               MELD_CARDS);
  bool without = !lua_isnil(L, 3);
  for (int i = 1; i <= n; i++) {
    lua_geti(L, 2, i);
    if (!without || !lua_rawequal(L, -1, 3)) {
      hand->place[hand->n] = (uint8_t)i;
      hand->face[hand->n++] = face_of(L, hand, i);
    }
    lua_pop(L, 1);
  }
}

static int checked_count(lua_State *L, const Hand *hand, int count) {
  if (count == MELD_NO_MEMORY) luaL_error(L, "not enough memory");
  if (count == MELD_TOO_MANY)
    luaL_error(L, "%s: %d cards make more combinations than can be searched",
               hand->verb, hand->n);
  return count;
}

/* ---- melds as tables ---------------------------------------------------- */

static void push_cards(lua_State *L, const Hand *hand, uint64_t cards) {
  lua_createtable(L, __builtin_popcountll(cards), 0);
  lua_Integer n = 0;
  for (; cards != 0; cards &= cards - 1) {
    lua_geti(L, 2, hand->place[__builtin_ctzll(cards)]);
    lua_rawseti(L, -2, ++n);
  }
}

/* Pushes { name =, score =, one_suit =, cards =, text = }. */
static void push_meld(lua_State *L, const Hand *hand, const Meld *meld) {
  char text[MELD_TEXT];
  const char *name = hand->h->names.pattern[meld->pattern];
  if (meld->pure && hand->h->one_suit_name[meld->pattern] != NULL)
    name = hand->h->one_suit_name[meld->pattern];
  lua_createtable(L, 0, 5);
  lua_pushstring(L, name);
  lua_setfield(L, -2, "name");
  lua_pushinteger(L, meld->score);
  lua_setfield(L, -2, "score");
  lua_pushboolean(L, meld->pure);
  lua_setfield(L, -2, "one_suit");
  push_cards(L, hand, meld->cards);
  lua_setfield(L, -2, "cards");
  melds_describe(hand->h->melds, &hand->h->names, hand->face, meld, text);
  lua_pushstring(L, text);
  lua_setfield(L, -2, "text");
}

static void push_melds(lua_State *L, const Hand *hand, const Meld *list,
                       int count) {
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    push_meld(L, hand, &list[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

/*** melds:all(cards) -> list of melds
 All combinations in a list of cards, overlapping ones too: pattern by pattern,
 low cards first. Of two copies of a card only the first is named.
 @param cards list of cards, at most 64
 @return melds { name = "run", score = 30, one_suit = true, cards = list,
 text = "4-5-6 of Air" }
 @error "all: King of Hearts is not in the deck of these patterns"
 @error "all: 50 cards make more combinations than can be searched"
 @example -- combos = melds.compile { ... }: runs and sets of at least three cards
 for _, meld in ipairs(combos:all(t.seat[2].hand:list())) do t:say(meld.text) end */
static int melds_all_of(lua_State *L) {
  Hand hand;
  const Meld *found;
  lua_settop(L, 2);
  read_hand(L, "all", &hand);
  int count = melds_all(hand.h->melds, hand.face, hand.n, &found);
  push_melds(L, &hand, found, checked_count(L, &hand, count));
  return 1;
}

/*** melds:best(cards, tie) -> list of melds, total
 The combinations that score most together and share no card.
 @param cards list of cards, at most 64
 @param tie string or nothing: between choices of equal score, "most_cards" or
 "fewest_cards"; nothing when it does not matter
 @return the melds, as melds:all has them
 @return their scores together
 @error "best: 50 cards make more combinations than can be searched"
 @example local list, total = combos:best(t.seat[2].hand:list())
 total --> 15 */
static int melds_best_of(lua_State *L) {
  static const char *const ties[] = {"any", "most_cards", "fewest_cards", NULL};
  Hand hand;
  Meld best[MELD_CARDS];
  lua_settop(L, 3);
  MeldTie tie = (MeldTie)luaL_checkoption(L, 3, "any", ties);
  lua_settop(L, 2);
  read_hand(L, "best", &hand);
  int count = melds_best(hand.h->melds, hand.face, hand.n, tie, best);
  lua_Integer total = 0;
  push_melds(L, &hand, best, checked_count(L, &hand, count));
  for (int i = 0; i < count; i++) total += best[i].score;
  lua_pushinteger(L, total);
  return 2;
}

/*** melds:total(cards, without) -> integer
 What the best choice of combinations scores: melds:best without the list, for
 bots that try out many hands.
 @param cards list of cards, at most 64
 @param without card or nothing: leave this one out
 @return the score, 0 when there is no combination
 @error "total: 50 cards make more combinations than can be searched"
 @example local hand = t.seat[2].hand:list()
 combos:total(hand) - combos:total(hand, hand[1]) --> 15 */
static int melds_total_of(lua_State *L) {
  Hand hand;
  Meld best[MELD_CARDS];
  read_hand(L, "total", &hand);
  int count = melds_best(hand.h->melds, hand.face, hand.n, MELD_ANY, best);
  lua_Integer total = 0;
  checked_count(L, &hand, count);
  for (int i = 0; i < count; i++) total += best[i].score;
  lua_pushinteger(L, total);
  return 1;
}

/*** melds:what(cards) -> meld or nil, text
 What these cards are, all of them together; or why they are no combination.
 @param cards list of cards, at most 64
 @return the meld, as melds:all has it, or nil
 @return "4-5-6 of Air", or a sentence: "4-5-7 of Air: 6 is missing"
 @example local meld, why = combos:what(t.lake:list()) */
static int melds_what_of(lua_State *L) {
  Hand hand;
  Meld meld;
  char text[MELD_TEXT];
  lua_settop(L, 2);
  read_hand(L, "what", &hand);
  if (melds_what(hand.h->melds, &hand.h->names, hand.face, hand.n, &meld, text))
    push_meld(L, &hand, &meld);
  else
    lua_pushnil(L);
  lua_pushstring(L, text);
  return 2;
}

static int melds_gc(lua_State *L) {
  MeldsHandle *h = bind_check(L, 1, TAG_MELDS, "melds");
  melds_free(h->melds);
  h->melds = NULL;
  return 0;
}

static const luaL_Reg methods[] = {{"all", melds_all_of},
                                   {"best", melds_best_of},
                                   {"total", melds_total_of},
                                   {"what", melds_what_of},
                                   {NULL, NULL}};

/*** melds.compile(spec) -> melds
 Makes melds out of a deck and the patterns that count in it. A pattern is
 { name =, kind =, score = } and more; `kind` may be left out where it is the
 name. Kinds: run (cards of neighbouring numbers), set (one number, suits all
 different), family (one card of each of `ranks`), whole (all of the fixed list
 `cards`, by rank or name), trove (one number or rank in every suit).
 @param spec table: { deck = kind or list of cards, affined = lists of suits
 that go together, patterns = list }
 @param pattern.score whole number 0 or more: for any length; or a list from
 the shortest length up, which sets the longest too; or a function of the number
 of cards (and true if of one suit)
 @param pattern.one_suit whole number: the score times this if of one suit
 @param pattern.one_suit_name string: what it is called then
 @param pattern.least whole number: cards at least, 3 in a run or set
 @param pattern.most whole number: cards at most
 @param pattern.by string: the field with the number; `number`, where the cards
 have one, or `value`
 @param pattern.from whole number: the lowest number
 @param pattern.to whole number: the highest number
 @param pattern.ranks list of strings: ranks instead of numbers, lowest first
 @param pattern.suits string: "one", "affined" or "any"; runs and families are
 of one suit or affined ones, the others of any
 @return the melds, with the methods all, best, total and what
 @error `melds.compile: run has no "leest": did you mean "least"?`
 @example local combos = melds.compile {
   deck = require "decks.standard",
   patterns = { { name = "run", by = "value", score = { 10, 20, 30 }, one_suit = 3 }, { name = "set", score = 15 } },
 } */
static int compile(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  MeldsHandle *h = lua_newuserdatauv(L, sizeof *h, 1); /* 2 */
  memset(h, 0, sizeof *h);
  h->tag = TAG_MELDS;
  luaL_setmetatable(L, "melds");
  lua_newtable(L); /* 3 */
  lua_pushvalue(L, 3);
  lua_setiuservalue(L, 2, KEPT);
  bind_compile_melds(L, h);
  lua_settop(L, 2);
  return 1;
}

static const luaL_Reg library[] = {{"compile", compile}, {NULL, NULL}};

int bind_melds(lua_State *L) {
  if (luaL_newmetatable(L, "melds")) {
    lua_pushcfunction(L, melds_gc);
    lua_setfield(L, -2, "__gc");
    lua_pushliteral(L, "melds");
    lua_setfield(L, -2, "__metatable");
    bind_push_methods(L, methods, "set of melds");
    lua_setfield(L, -2, "__index");
  }
  lua_pop(L, 1);
  luaL_newlib(L, library);
  return 1;
}
