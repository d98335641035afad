/* Binding of poker ranks, targets and batches: see core/handrank.h.
 *
 * Ranks and targets are plain integers, so scripts compare them with < and
 * keep them in their state.
 *
 * A batch is one block with room for a number of hands that is given once;
 * nothing is allocated by adding to it or ranking it again into the same
 * ranks. The cards of each hand are as many as the batch was made for. */
#include "bind/l_poker.h"

#include <string.h>

#include "bind/l_cards.h"
#include "core/handrank.h"

/* ---- ranks ---------------------------------------------------------- */

static uint32_t rank_from_hand(const PokerCards *cards, uint64_t *five) {
  int from = cards->from_hand ? cards->from_hand : HAND_LEAST;
  return handrank_from_hand(cards->order, from, cards->hand,
                            cards->sum - cards->hand, five);
}

static uint32_t rank_of(const PokerCards *cards) {
  uint64_t sum = bind_poker_sum(cards);
  size_t n = (size_t)cards->count;
  if (cards->from_hand) return rank_from_hand(cards, NULL);
  if (cards->order) return handrank_ordered(cards->order, sum, n);
  return handrank_wild(cards->has_wild ? &cards->wild : NULL, sum, n);
}

/*** poker.rank(cards, ...) -> integer
 The poker rank of the best five of five to nine cards: a higher rank is a
 better hand, equal ranks tie.
 @param cards pile, list, card or text: the cards, in as many arguments as
 wanted; behind them a table that says which are wild, or what kind of poker it
 is: low, short deck, Omaha
 @return the rank, or 0 while there are fewer than five cards, and where there is
 no eight or better
 @error "rank: 10 cards, expected at most 9"
 @error "rank: Kh appears twice, expected cards of one deck"
 @error "rank: joker has no poker rank"
 @example poker.rank(seat.hand) > poker.rank(t.seat[2].hand) --> false
 poker.rank("Kh Kd Kc 9c joker", { wild = "joker" }) >= poker.target("four kings") --> true
 local low = { low = "ace_to_five" }
 poker.rank("5h 4c 3d 2s Ah", low) > poker.rank("Ah Kh Qh Jh 10h", low) --> true
 @see wild cards, kinds of poker */
static int poker_rank(lua_State *L) {
  PokerCards cards;
  bind_poker_hand(L, "rank", false, &cards);
  lua_pushinteger(L, rank_of(&cards));
  return 1;
}

/* A rank or target at argument i; not 0. */
static uint32_t check_rank(lua_State *L, int i) {
  lua_Integer rank = luaL_checkinteger(L, i);
  if (rank == 0) luaL_error(L, "fewer than five cards have no rank");
  luaL_argcheck(L, rank > 0 && handrank_valid((uint64_t)rank), i,
                "expected a rank from poker.rank or poker.target");
  return (uint32_t)rank;
}

/* poker.read(rank, verb) -> its kind from 1, the values 2 to 14 that name it,
 * the second nil where there is one, the highest of all its cards, and if the
 * hand is a low one; raises for the verb where the order isn't the usual one */
static int poker_read(lua_State *L) {
  uint32_t rank = check_rank(L, 1);
  int values[2];
  HandOrder order = handrank_order(rank);
  if (order && !lua_isnoneornil(L, 2))
    return luaL_error(L, "%s: expected a rank of the usual order of hands",
                      lua_tostring(L, 2));
  handrank_values(rank, values);
  lua_pushinteger(L, handrank_kind(rank) + 1);
  lua_pushinteger(L, values[0] + 2);
  lua_pushinteger(L, values[1] + 2);
  if (values[1] < 0) lua_pushnil(L), lua_replace(L, -2);
  lua_pushinteger(L, handrank_highest_card(rank) + 2);
  lua_pushboolean(L, order > ORDER_SHORT_DECK);
  return 5;
}

static void push_code(lua_State *L, int code) {
  char name[3] = {"23456789TJQKA"[code % 13], "cdhs"[code / 13], 0};
  lua_pushstring(L, name);
}

/* Pushes the card itself where it was given as a value, else its text. */
static void push_given(lua_State *L, const PokerCards *cards, int code) {
  if (lua_rawgeti(L, cards->keep, code) != LUA_TNIL) return;
  lua_pop(L, 1);
  if (code < HAND_CARDS)
    push_code(L, code);
  else
    lua_pushliteral(L, "joker");
}

/* Of any order, and with from_hand. */
static uint32_t best_ordered(const PokerCards *cards, uint8_t five[5]) {
  uint64_t of = 0;
  uint32_t rank = rank_from_hand(cards, &of);
  int ranks[5];
  handrank_five(rank, ranks);
  for (int i = 0; rank && i < 5; i++) {
    uint64_t suits = of & HAND_SUITS << ranks[i], one = suits & -suits;
    five[i] = (uint8_t)(__builtin_ctzll(one) / 16 * 13 + ranks[i]);
    of ^= one;
  }
  return rank;
}

/* The five cards that make the best hand of those read, and what each is. */
static uint32_t best_of(lua_State *L, const char *verb, const PokerCards *cards,
                        uint8_t five[5], uint8_t stands[5]) {
  if (cards->count < HAND_LEAST && !cards->from_hand)
    luaL_error(L, "%s: %d cards, expected at least %d", verb, cards->count,
               HAND_LEAST);
  if (!cards->from_hand && !cards->order)
    return handrank_best(&cards->wild, cards->card, (size_t)cards->count, five,
                         stands);
  uint32_t rank = best_ordered(cards, five);
  memcpy(stands, five, 5);
  return rank;
}

static int push_best(lua_State *L, const char *verb, bool all) {
  PokerCards cards;
  uint8_t five[5], stands[5];
  bind_poker_hand(L, verb, true, &cards);
  uint32_t rank = best_of(L, verb, &cards, five, stands);
  if (rank == 0) {
    lua_pushnil(L);
    lua_pushinteger(L, 0);
    return 2;
  }
  lua_createtable(L, 5, 0);
  lua_createtable(L, 5, 0);
  int list = lua_gettop(L) - 1;
  for (int i = 0; i < 5; i++) {
    push_given(L, &cards, five[i]);
    lua_rawseti(L, list, i + 1);
    lua_settop(L, list + 1);
    if (all || handrank_bit(five[i]) & (cards.wild.any | cards.wild.bug))
      push_code(L, stands[i]);
    else
      lua_pushboolean(L, false);
    lua_rawseti(L, list + 1, i + 1);
  }
  lua_pushinteger(L, rank);
  lua_insert(L, -2);
  return 3;
}

/*** poker.best(cards, ...) -> list of cards, integer, list of texts
 The five cards that make the best hand, in the order in which they count.
 @param cards pile, list, card or text: five to nine cards, and which are wild or
 what kind of poker it is
 @return the five cards, and their rank; and what each is, which differs from
 the card where that is wild; nil and 0 where the cards make no such hand
 @error "best: 4 cards, expected at least 5"
 @example local five, rank = poker.best(seat.hand, t.board)
 five --> { Kh, Qh, 10h, 9h, 4h }
 local list, _, stands = poker.best("9c 9d 9h joker 2s", { wild = "joker" })
 list --> { "9c", "9d", "9h", "joker", "2s" }
 stands --> { "9c", "9d", "9h", "9s", "2s" }
 local low = poker.best("Ah 2h 7c 7d", "Kd 8s 5c 4h Kh", { from_hand = 2, low = "eight_or_better" })
 low --> { "8s", "5c", "4h", "2h", "Ah" }
 @see wild cards, kinds of poker */
static int poker_best(lua_State *L) { return push_best(L, "best", true); }

/* poker.named_best(cards, ...): the same with false for each that isn't wild */
static int poker_named_best(lua_State *L) {
  return push_best(L, "name", false);
}

/* poker.target_of(kind, value, second) -> the target of a kind, 1 for high
 * card, with its named values 2 to 14. */
static int poker_target_of(lua_State *L) {
  HandKind kind = (HandKind)(bind_integer(L, 1, "kind", 1, HAND_KINDS) - 1);
  int values[2] = {(int)bind_integer(L, 2, "value", 2, 14) - 2, -1};
  if (kind == HAND_TWO_PAIR || kind == HAND_FULL_HOUSE)
    values[1] = (int)bind_integer(L, 3, "second value", 2, 14) - 2;
  lua_pushinteger(L, target_of(kind, values));
  return 1;
}

/* ---- batches ------------------------------------------------------------ */

enum { ROOM_MAX = 1 << 20 };

typedef struct Hands {
  uint32_t tag; /* TAG_HANDS */
  uint32_t cards, count, room;
  HandOrder order;
  HandWild wild;
  bool has_wild;
  uint64_t hand[];
} Hands;

typedef struct Ranks {
  uint32_t tag; /* TAG_RANKS */
  uint32_t count, room;
  uint32_t rank[];
} Ranks;

static const char HANDS[] = "batch of hands", RANKS[] = "batch of ranks";

static Hands *check_hands(lua_State *L, int i) {
  return bind_check(L, i, TAG_HANDS, "batch of hands");
}

static Ranks *check_ranks(lua_State *L, int i) {
  return bind_check(L, i, TAG_RANKS, "batch of ranks");
}

/*** poker.hands(cards, room, options) -> hands
 A batch of poker hands of so many cards each, empty, to rank all at once.
 @param cards integer 5 to 9: how many cards each hand has
 @param room integer 1 to 1048576: how many hands fit
 @param options table or nothing: the faces that are wild, low or short_deck, as
 for poker.rank
 @return the batch
 @error "hands: 4 is out of range, expected 5 to 9"
 @example local hands = poker.hands(5, 1000) */
static int poker_hands(lua_State *L) {
  lua_Integer cards = bind_integer(L, 1, "hands", HAND_LEAST, HAND_MOST);
  lua_Integer room = bind_integer(L, 2, "room for hands", 1, ROOM_MAX);
  PokerCards none = {0};
  if (!lua_isnoneornil(L, 3)) {
    luaL_checktype(L, 3, LUA_TTABLE);
    bind_poker_options(L, 3, "hands", false, &none);
    if (none.from_hand)
      return luaL_error(L, "hands: a batch has no board for `from_hand`");
  }
  Hands *h =
      lua_newuserdatauv(L, sizeof *h + (size_t)room * sizeof *h->hand, 0);
  h->tag = TAG_HANDS;
  h->cards = (uint32_t)cards;
  h->count = 0;
  h->room = (uint32_t)room;
  h->order = none.order;
  h->wild = none.wild;
  h->has_wild = none.has_wild;
  luaL_setmetatable(L, HANDS);
  return 1;
}

/*** hands:add(cards, ...) -> integer
 Adds a hand to the batch.
 @param cards pile, list, card or text: the cards of one hand
 @return how many hands there are now
 @error "add: 6 cards, expected 7"
 @error "add: the batch is full with 1000 hands"
 @example local hands = poker.hands(5, 1000)
 hands:add(seat.hand) --> 1
 hands:add("As Ks Qs Js 10s") --> 2 */
static int hands_add(lua_State *L) {
  Hands *h = check_hands(L, 1);
  PokerCards cards = {
      .order = h->order, .has_wild = h->has_wild, .wild = h->wild};
  bind_poker_cards(L, 2, lua_gettop(L), "add", &cards);
  if (cards.count != (int)h->cards)
    return luaL_error(L, "add: %d cards, expected %d", cards.count,
                      (int)h->cards);
  if (h->count == h->room)
    return luaL_error(L, "add: the batch is full with %d hands", (int)h->room);
  h->hand[h->count++] = bind_poker_sum(&cards);
  lua_pushinteger(L, h->count);
  return 1;
}

/*** hands:clear()
 Empties the batch; its room stays.
 @example local hands = poker.hands(5, 1000)
 hands:add(seat.hand)
 hands:clear() */
static int hands_clear(lua_State *L) {
  check_hands(L, 1)->count = 0;
  return 0;
}

static int hands_len(lua_State *L) {
  lua_pushinteger(L, check_hands(L, 1)->count);
  return 1;
}

static Ranks *new_ranks(lua_State *L, uint32_t room) {
  Ranks *r = lua_newuserdatauv(L, sizeof *r + room * sizeof *r->rank, 0);
  r->tag = TAG_RANKS;
  r->count = 0;
  r->room = room;
  luaL_setmetatable(L, RANKS);
  return r;
}

/*** hands:ranks(into) -> ranks
 The ranks of all hands of the batch, in their order.
 @param into ranks or nothing: a batch of ranks to fill again
 @return the ranks
 @error "ranks: 1000 hands, expected at most 500 for these ranks"
 @example local hands = poker.hands(5, 1000)
 hands:add(seat.hand)
 local ranks = hands:ranks() */
static int hands_ranks(lua_State *L) {
  Hands *h = check_hands(L, 1);
  Ranks *r;
  if (lua_isnoneornil(L, 2)) {
    r = new_ranks(L, h->room);
  } else {
    r = check_ranks(L, 2);
    lua_settop(L, 2);
  }
  if (h->count > r->room)
    return luaL_error(L, "ranks: %d hands, expected at most %d for these ranks",
                      (int)h->count, (int)r->room);
  handrank_wild_batch(h->has_wild ? &h->wild : NULL, h->order, h->hand,
                      h->cards, r->rank, h->count);
  r->count = h->count;
  return 1;
}

static int ranks_len(lua_State *L) {
  lua_pushinteger(L, check_ranks(L, 1)->count);
  return 1;
}

/*** ranks:at(i) -> integer
 The rank of one hand of the batch.
 @param i integer 1 or more: which hand
 @return its rank
 @error "at: 8 is out of range, expected 1 to 7"
 @example local hands = poker.hands(5, 10)
 hands:add(seat.hand)
 poker.name(hands:ranks():at(1)) --> "king-high flush" */
static int ranks_at(lua_State *L) {
  Ranks *r = check_ranks(L, 1);
  lua_Integer i = bind_integer(L, 2, "at", 1, r->count);
  lua_pushinteger(L, r->rank[i - 1]);
  return 1;
}

/*** ranks:count(least) -> integer
 How many ranks are as good as `least` or better.
 @param least integer: a rank or a target
 @return how many
 @example local hands = poker.hands(5, 10)
 hands:add(seat.hand)
 hands:ranks():count(poker.target("ten-high flush")) --> 1 */
static int ranks_count(lua_State *L) {
  Ranks *r = check_ranks(L, 1);
  lua_Integer least = bind_integer(L, 2, "count", 0, UINT32_MAX);
  size_t n = handrank_count(r->rank, r->count, (uint32_t)least);
  lua_pushinteger(L, (lua_Integer)n);
  return 1;
}

/*** ranks:histogram() -> list of integers
 How many ranks there are of each kind, high cards first, fives of a kind last.
 @return ten numbers
 @example local hands = poker.hands(5, 10)
 hands:add(seat.hand)
 hands:ranks():histogram()[6] --> 1 */
static int ranks_histogram(lua_State *L) {
  Ranks *r = check_ranks(L, 1);
  size_t kinds[HAND_KINDS];
  handrank_kinds(r->rank, r->count, kinds);
  lua_createtable(L, HAND_KINDS, 0);
  for (int kind = 0; kind < HAND_KINDS; kind++)
    bind_set_entry(L, kind + 1, (lua_Integer)kinds[kind]);
  return 1;
}

/*** ranks:best() -> integer, integer
 The best rank and which hand has it, the first of equal ones.
 @return the rank, and its place
 @error "best: there are no ranks yet"
 @example local hands = poker.hands(5, 10)
 hands:add(seat.hand)
 hands:add(t.seat[2].hand)
 local rank, place = hands:ranks():best()
 place --> 2 */
static int ranks_best(lua_State *L) {
  Ranks *r = check_ranks(L, 1);
  if (r->count == 0) return luaL_error(L, "best: there are no ranks yet");
  size_t at = handrank_highest(r->rank, r->count);
  lua_pushinteger(L, r->rank[at]);
  lua_pushinteger(L, (lua_Integer)at + 1);
  return 2;
}

/*** ranks:compare(other) -> integer, integer, integer
 Compares two batches hand by hand.
 @param other ranks: as many as these
 @return how often this batch is better, how often worse, how often both tie
 @error "compare: 7 ranks with 8, expected the same number"
 @example local mine, theirs = poker.hands(5, 10), poker.hands(5, 10)
 mine:add(seat.hand)
 theirs:add(t.seat[2].hand)
 local won, lost, tied = mine:ranks():compare(theirs:ranks()) --> 0, 1, 0 */
static int ranks_compare(lua_State *L) {
  Ranks *a = check_ranks(L, 1), *b = check_ranks(L, 2);
  if (a->count != b->count)
    return luaL_error(L, "compare: %d ranks with %d, expected the same number",
                      (int)a->count, (int)b->count);
  HandTally tally = handrank_compare(a->rank, b->rank, a->count);
  lua_pushinteger(L, (lua_Integer)tally.better);
  lua_pushinteger(L, (lua_Integer)tally.worse);
  lua_pushinteger(L, (lua_Integer)tally.tied);
  return 3;
}

static void register_batches(lua_State *L) {
  static const luaL_Reg hands[] = {{"add", hands_add},
                                   {"clear", hands_clear},
                                   {"ranks", hands_ranks},
                                   {NULL, NULL}};
  static const luaL_Reg ranks[] = {{"at", ranks_at},
                                   {"count", ranks_count},
                                   {"histogram", ranks_histogram},
                                   {"best", ranks_best},
                                   {"compare", ranks_compare},
                                   {NULL, NULL}};
  static const luaL_Reg hands_meta[] = {{"__len", hands_len}, {NULL, NULL}};
  static const luaL_Reg ranks_meta[] = {{"__len", ranks_len}, {NULL, NULL}};
  bind_push_metatable(L, HANDS, HANDS, hands, hands_meta);
  bind_push_metatable(L, RANKS, RANKS, ranks, ranks_meta);
  lua_pop(L, 2);
}

int bind_poker(lua_State *L) {
  static const luaL_Reg functions[] = {{"rank", poker_rank},
                                       {"best", poker_best},
                                       {"hands", poker_hands},
                                       {NULL, NULL}};
  static const luaL_Reg private_poker[] = {{"read", poker_read},
                                           {"named_best", poker_named_best},
                                           {"target_of", poker_target_of},
                                           {NULL, NULL}};
  luaL_newlib(L, functions);
  luaL_setfuncs(L, private_poker, 0);
  register_batches(L);
  bind_poker_odds(L);
  return 1;
}
