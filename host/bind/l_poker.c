/* Binding of poker ranks and targets: see core/handrank.h, core/target.h.
 *
 * Ranks and targets are plain integers, so scripts compare them with < and
 * keep them in their state. Cards come as cards, texts, lists or piles, in
 * any mixture; a bitmask of those read refuses doubles. */
#include "bind/l_poker.h"

#include <string.h>

#include "bind/l_nearest.h"
#include "bind/l_pile.h"
#include "core/target.h"

/* ---- cards from arguments ------------------------------------------- */

static int twice(lua_State *L, int code, const char *verb) {
  char name[3] = {"23456789TJQKA"[code % 13], "cdhs"[code / 13], 0};
  return luaL_error(L, "%s: %s is there twice, expected cards of one deck",
                    verb, name);
}

static inline void add_card(lua_State *L, PokerCards *cards, int code,
                            const char *verb) {
  if (cards->seen >> code & 1) twice(L, code, verb);
  cards->seen |= 1ull << code;
  cards->card[cards->count++] = (uint8_t)code;
}

static inline void add_handle(lua_State *L, int i, PokerCards *cards,
                              const CardHandle *card, const char *verb) {
  if (card->poker < 0)
    luaL_error(L, "%s: %s has no poker rank", verb, luaL_tolstring(L, i, NULL));
  add_card(L, cards, card->poker, verb);
}

/* The code of "Kh", "10d", "td" at *at, which is moved behind it; -1. */
static int read_code(const char **at) {
  static const char ranks[] = "23456789TJQKA", suits[] = "cdhs";
  const char *p = *at;
  const char *rank = *p ? strchr(ranks, *p >= 'a' ? *p - 32 : *p) : NULL;
  if (p[0] == '1' && p[1] == '0') {
    rank = ranks + 8;
    p++;
  }
  if (rank == NULL || p[1] == 0) return -1;
  const char *suit = strchr(suits, p[1] | 32);
  if (suit == NULL) return -1;
  *at = p + 2;
  return (int)(suit - suits) * 13 + (int)(rank - ranks);
}

static void add_text(lua_State *L, int i, PokerCards *cards, const char *verb) {
  const char *text = lua_tostring(L, i), *at = text;
  for (;;) {
    at += strspn(at, " ,");
    if (*at == 0) return;
    int code = read_code(&at);
    if (code < 0 || (*at && !strchr(" ,", *at)))
      luaL_error(L,
                 "%s: \"%s\" is no card, expected one like \"Kh\" or "
                 "\"10d\"",
                 verb, text);
    add_card(L, cards, code, verb);
  }
}

/* A view's unseen cards are the hidden card, which has no poker code. */
static void add_pile(lua_State *L, int i, PokerCards *cards, const char *verb) {
  PileHandle *h = bind_pile(L, i);
  const Pile *pile = &h->piles->pile[h->index];
  for (int k = 0; k < pile->count; k++) {
    CardId card = pile->card[k];
    const Face *face = &h->faces->face[h->piles->face[card]];
    if (h->viewer != VIEW_FULL && !piles_visible(h->piles, card, h->viewer))
      luaL_error(L, "%s: a card has no poker rank", verb);
    if (face->poker < 0)
      luaL_error(L, "%s: %s has no poker rank", verb, face->name);
    add_card(L, cards, face->poker, verb);
  }
}

static inline void add_value(lua_State *L, int i, PokerCards *cards,
                             const char *verb) {
  CardHandle *card = bind_test(L, i, TAG_CARD);
  if (card != NULL)
    add_handle(L, i, cards, card, verb);
  else if (lua_type(L, i) == LUA_TSTRING)
    add_text(L, i, cards, verb);
  else
    luaL_error(L, "%s: expected cards, got %s", verb, luaL_typename(L, i));
}

/* A plain list is read raw; one that is frozen or a proxy is asked. */
static void add_list(lua_State *L, int i, PokerCards *cards, const char *verb) {
  int top = lua_gettop(L);
  bool plain = !lua_getmetatable(L, i);
  if (!plain) lua_pop(L, 1);
  lua_Integer n = plain ? (lua_Integer)lua_rawlen(L, i) : luaL_len(L, i);
  if (n == 0 && lua_getfield(L, i, "hand") != LUA_TNIL)
    luaL_error(L, "%s: expected cards, for a seat say seat.hand", verb);
  lua_settop(L, top);
  for (lua_Integer k = 1; k <= n; k++) {
    if (plain)
      lua_rawgeti(L, i, k);
    else
      lua_geti(L, i, k);
    add_value(L, -1, cards, verb);
    if ((k & 7) == 0 || k == n) lua_settop(L, top);
  }
}

void bind_poker_cards(lua_State *L, int from, int to, const char *verb,
                      PokerCards *cards) {
  for (int i = from; i <= to; i++) {
    CardHandle *card = bind_test(L, i, TAG_CARD);
    if (card != NULL)
      add_handle(L, i, cards, card, verb);
    else if (lua_istable(L, i))
      add_list(L, i, cards, verb);
    else if (bind_test(L, i, TAG_PILE))
      add_pile(L, i, cards, verb);
    else
      add_value(L, i, cards, verb);
  }
}

/* All arguments as one hand; nine cards at most. */
static void read_hand(lua_State *L, const char *verb, PokerCards *cards) {
  cards->count = 0;
  cards->seen = 0;
  int n = lua_gettop(L);
  luaL_argcheck(L, n > 0, 1, "expected cards");
  bind_poker_cards(L, 1, n, verb, cards);
  if (cards->count > HAND_MOST)
    luaL_error(L, "%s: %d cards, expected at most %d", verb, cards->count,
               HAND_MOST);
}

/* ---- ranks ---------------------------------------------------------- */

/*** poker.rank(cards, ...) -> integer
 The poker rank of the best five of five to nine cards: a bigger one is a
 better hand, equal ones tie.
 @param cards pile, list, card or text: the cards, in as many arguments as
 wanted
 @return the rank, or 0 while there are fewer than five cards
 @error "rank: 10 cards, expected at most 9"
 @error "rank: Kh is there twice, expected cards of one deck"
 @error "rank: joker has no poker rank"
 @example poker.rank(seat.hand) > poker.rank(t.seat[2].hand) --> false */
static int poker_rank(lua_State *L) {
  PokerCards cards;
  read_hand(L, "rank", &cards);
  lua_pushinteger(L, handrank_of(cards.card, (size_t)cards.count));
  return 1;
}

/* A rank or target at argument i; not 0. */
static uint32_t check_rank(lua_State *L, int i) {
  lua_Integer rank = luaL_checkinteger(L, i);
  if (rank == 0) luaL_error(L, "fewer than five cards have no rank");
  luaL_argcheck(L, rank > 0 && handrank_valid((uint64_t)rank), i,
                "expected a rank that poker.rank or poker.target gave");
  return (uint32_t)rank;
}

/*** poker.category(rank) -> string, integer
 What kind of hand a rank is: "high card", "pair", "two pair", "three of a
 kind", "straight", "flush", "full house", "four of a kind" or "straight flush".
 @param rank integer: from poker.rank or poker.target
 @return the kind, and its place among the nine, 1 for high card
 @error "fewer than five cards have no rank"
 @example poker.category(poker.rank(seat.hand)) --> "flush", 6 */
static int poker_category(lua_State *L) {
  HandKind kind = handrank_kind(check_rank(L, 1));
  lua_pushstring(L, handrank_kind_name(kind));
  lua_pushinteger(L, kind + 1);
  return 2;
}

/*** poker.name(rank) -> string
 The rank as people say it: "queen-high flush", "fives full of twos".
 @param rank integer: from poker.rank or poker.target
 @return the sentence; "no hand" for 0
 @example poker.name(poker.rank(seat.hand)) --> "king-high flush" */
static int poker_name(lua_State *L) {
  char name[HAND_NAME];
  if (lua_isinteger(L, 1) && lua_tointeger(L, 1) == 0) {
    lua_pushliteral(L, "no hand");
    return 1;
  }
  handrank_name(check_rank(L, 1), name);
  lua_pushstring(L, name);
  return 1;
}

/*** poker.values(rank) -> integer, integer or nothing
 The values that name the hand, 2 to 14 for two to ace: of a pair its rank,
 of two pair both, of a full house the three's and the pair's, else the high
 card.
 @param rank integer: from poker.rank or poker.target
 @return the first value, and the second where there are two
 @error "fewer than five cards have no rank"
 @example poker.values(poker.rank(t.seat[2].hand)) --> 3, 7 */
static int poker_values(lua_State *L) {
  int values[2];
  handrank_values(check_rank(L, 1), values);
  lua_pushinteger(L, values[0] + 2);
  if (values[1] < 0) return 1;
  lua_pushinteger(L, values[1] + 2);
  return 2;
}

/* The value that the card `code` was read from, among the arguments. */
static bool same_card(lua_State *L, int i, int code) {
  CardHandle *card = bind_test(L, i, TAG_CARD);
  if (card != NULL) return card->poker == code;
  const char *text = lua_type(L, i) == LUA_TSTRING ? lua_tostring(L, i) : "";
  return read_code(&text) == code && *text == 0;
}

static bool find_in_list(lua_State *L, int i, int code) {
  lua_Integer n = luaL_len(L, i);
  for (lua_Integer k = 1; k <= n; k++) {
    lua_geti(L, i, k);
    if (same_card(L, -1, code)) return true;
    lua_pop(L, 1);
  }
  return false;
}

static bool find_in_pile(lua_State *L, int i, int code) {
  PileHandle *h = bind_pile(L, i);
  const Pile *pile = &h->piles->pile[h->index];
  for (int k = 0; k < pile->count; k++) {
    bind_pile_card(L, i, pile->card[k]);
    if (same_card(L, -1, code)) return true;
    lua_pop(L, 1);
  }
  return false;
}

/* Pushes the card itself where it was given as a value, else its text. */
static void push_given(lua_State *L, int args, int code) {
  for (int i = 1; i <= args; i++) {
    if (lua_istable(L, i)) {
      if (find_in_list(L, i, code)) return;
    } else if (bind_test(L, i, TAG_PILE)) {
      if (find_in_pile(L, i, code)) return;
    } else if (same_card(L, i, code)) {
      lua_pushvalue(L, i);
      return;
    }
  }
  char name[3] = {"23456789TJQKA"[code % 13], "cdhs"[code / 13], 0};
  lua_pushstring(L, name);
}

/*** poker.best(cards, ...) -> list of cards, integer
 The five cards that make the best hand, in the order in which they count.
 @param cards pile, list, card or text: five to nine cards
 @return the five cards, and their rank
 @error "best: 4 cards, expected at least 5"
 @example local five, rank = poker.best(seat.hand, t.board)
 five --> { Kh, Qh, 10h, 9h, 4h } */
static int poker_best(lua_State *L) {
  PokerCards cards;
  uint8_t five[5];
  int args = lua_gettop(L);
  read_hand(L, "best", &cards);
  if (cards.count < HAND_LEAST)
    return luaL_error(L, "best: %d cards, expected at least %d", cards.count,
                      HAND_LEAST);
  uint32_t rank = handrank_best(cards.card, (size_t)cards.count, five);
  lua_createtable(L, 5, 0);
  int list = lua_gettop(L);
  for (int i = 0; i < 5; i++) {
    push_given(L, args, five[i]);
    lua_rawseti(L, list, i + 1);
    lua_settop(L, list);
  }
  lua_pushinteger(L, rank);
  return 2;
}

/* ---- targets -------------------------------------------------------- */

/*** poker.target(text) -> integer or nothing, string
 The hand that a text names, as a target: `poker.rank(cards) >= target` is a
 success. It is read as people say it: "fives full of twos", "pair of 2s",
 "two pair, eights and fours", "ten-high flush", "7-high", "royal flush".
 @param text string: the hand's name
 @return the target, and a warning when no hand is as low as that; or nil and
 a sentence saying what would be right
 @example local target, problem = poker.target("ten-high flush")
 poker.rank(seat.hand) >= target --> true */
static int poker_target(lua_State *L) {
  uint32_t target;
  char note[TARGET_NOTE];
  bool right = target_parse(luaL_checkstring(L, 1), &target, note);
  if (right)
    lua_pushinteger(L, target);
  else
    lua_pushnil(L);
  if (*note == 0) return 1;
  lua_pushstring(L, note);
  return 2;
}

/*** poker.named(rank) -> integer
 The target that a hand of this rank would be: its kickers don't count.
 @param rank integer: from poker.rank
 @return the target
 @error "fewer than five cards have no rank"
 @example poker.name(poker.named(poker.rank(seat.hand))) --> "king-high flush" */
static int poker_named(lua_State *L) {
  lua_pushinteger(L, target_named(check_rank(L, 1)));
  return 1;
}

/*** poker.lower(target, chips) -> integer
 The target lowered by so many chips: each lowers every named value by one,
 below the least the hand becomes the next kind at its highest; 7-high is the
 floor.
 @param target integer: from poker.target
 @param chips integer 0 or more: how many
 @return the lower target
 @error "lower: -1 is out of range, expected 0 to 2147483647"
 @example poker.name(poker.lower(poker.target("ten-high flush"), 3)) --> "seven-high flush" */
static int poker_lower(lua_State *L) {
  uint32_t target = target_named(check_rank(L, 1));
  lua_Integer chips = bind_integer(L, 2, "lower", 0, INT32_MAX);
  lua_pushinteger(L, target_lower(target, (long)chips));
  return 1;
}

/*** poker.degree(rank, other, highest) -> integer
 How far a hand is above another one or a target: 15 a kind apart, plus the
 difference of the first named values.
 @param rank integer: of the hand
 @param other integer: the rank or target to compare with
 @param highest boolean or nothing: true counts the highest card instead
 @return the degree, -127 to 127, negative for a worse hand
 @error "fewer than five cards have no rank"
 @example poker.degree(poker.rank(seat.hand), poker.target("ten-high flush")) --> 3 */
static int poker_degree(lua_State *L) {
  uint32_t mine = check_rank(L, 1), theirs = check_rank(L, 2);
  lua_pushinteger(L, target_degree(mine, theirs, lua_toboolean(L, 3)));
  return 1;
}

int bind_poker(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"rank", poker_rank},     {"category", poker_category},
      {"name", poker_name},     {"values", poker_values},
      {"best", poker_best},     {"target", poker_target},
      {"named", poker_named},   {"lower", poker_lower},
      {"degree", poker_degree}, {NULL, NULL}};
  luaL_newlib(L, functions);
  bind_poker_batches(L);
  bind_poker_odds(L);
  return 1;
}
