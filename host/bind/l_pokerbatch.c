/* Binding of batches of poker hands and ranks: see core/handrank.h.
 *
 * A batch is one block with room for a number of hands that is given once;
 * nothing is allocated by adding to it or ranking it again into the same
 * ranks. The cards of each hand are as many as the batch was made for. */
#include "bind/bind.h"
#include "bind/l_nearest.h"
#include "bind/l_poker.h"
#include "core/handrank_tally.h"

enum { ROOM_MAX = 1 << 20 };

typedef struct Hands {
  uint32_t tag; /* TAG_HANDS */
  uint32_t cards, count, room;
  uint64_t hand[];
} Hands;

typedef struct Ranks {
  uint32_t tag; /* TAG_RANKS */
  uint32_t count, room;
  uint32_t rank[];
} Ranks;

static const char HANDS[] = "croupier.hands", RANKS[] = "croupier.ranks";

static Hands *check_hands(lua_State *L, int i) {
  return bind_check(L, i, TAG_HANDS, "batch of hands");
}

static Ranks *check_ranks(lua_State *L, int i) {
  return bind_check(L, i, TAG_RANKS, "batch of ranks");
}

/*** poker.hands(cards, room) -> hands
 A batch of poker hands of so many cards each, empty, to rank all at once.
 @param cards integer 5 to 9: how many cards each hand has
 @param room integer 1 to 1048576: how many hands fit
 @return the batch
 @error "hands: 4 is out of range, expected 5 to 9"
 @example local hands = poker.hands(5, 1000) */
static int poker_hands(lua_State *L) {
  lua_Integer cards = bind_integer(L, 1, "hands", HAND_LEAST, HAND_MOST);
  lua_Integer room = bind_integer(L, 2, "room for hands", 1, ROOM_MAX);
  Hands *h =
      lua_newuserdatauv(L, sizeof *h + (size_t)room * sizeof *h->hand, 0);
  h->tag = TAG_HANDS;
  h->cards = (uint32_t)cards;
  h->count = 0;
  h->room = (uint32_t)room;
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
  PokerCards cards;
  cards.count = 0;
  cards.seen = 0;
  bind_poker_cards(L, 2, lua_gettop(L), "add", &cards);
  if (cards.count != (int)h->cards)
    return luaL_error(L, "add: %d cards, expected %d", cards.count,
                      (int)h->cards);
  if (h->count == h->room)
    return luaL_error(L, "add: the batch is full with %d hands", (int)h->room);
  h->hand[h->count++] = handrank_prepare(cards.card, (size_t)cards.count);
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
  handrank_batch(h->hand, h->cards, r->rank, h->count);
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
 How many ranks there are of each kind, high cards first, straight flushes last.
 @return nine numbers
 @example local hands = poker.hands(5, 10)
 hands:add(seat.hand)
 hands:ranks():histogram()[6] --> 1 */
static int ranks_histogram(lua_State *L) {
  Ranks *r = check_ranks(L, 1);
  size_t kinds[HAND_KINDS];
  handrank_kinds(r->rank, r->count, kinds);
  lua_createtable(L, HAND_KINDS, 0);
  for (int kind = 0; kind < HAND_KINDS; kind++) {
    lua_pushinteger(L, (lua_Integer)kinds[kind]);
    lua_rawseti(L, -2, kind + 1);
  }
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
 @error "compare: 7 ranks with 8, expected as many"
 @example local mine, theirs = poker.hands(5, 10), poker.hands(5, 10)
 mine:add(seat.hand)
 theirs:add(t.seat[2].hand)
 local won, lost, tied = mine:ranks():compare(theirs:ranks()) --> 0, 1, 0 */
static int ranks_compare(lua_State *L) {
  Ranks *a = check_ranks(L, 1), *b = check_ranks(L, 2);
  if (a->count != b->count)
    return luaL_error(L, "compare: %d ranks with %d, expected as many",
                      (int)a->count, (int)b->count);
  HandTally tally = handrank_compare(a->rank, b->rank, a->count);
  lua_pushinteger(L, (lua_Integer)tally.better);
  lua_pushinteger(L, (lua_Integer)tally.worse);
  lua_pushinteger(L, (lua_Integer)tally.tied);
  return 3;
}

static void register_batch(lua_State *L, const char *name, const char *what,
                           const luaL_Reg *methods, lua_CFunction len) {
  luaL_newmetatable(L, name);
  bind_push_methods(L, methods, what);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, len);
  lua_setfield(L, -2, "__len");
  lua_pushstring(L, what);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);
}

void bind_poker_batches(lua_State *L) {
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
  static const luaL_Reg library[] = {{"hands", poker_hands}, {NULL, NULL}};
  register_batch(L, HANDS, "batch of hands", hands, hands_len);
  register_batch(L, RANKS, "batch of ranks", ranks, ranks_len);
  luaL_setfuncs(L, library, 0);
}
