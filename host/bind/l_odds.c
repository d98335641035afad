/* Binding of odds: see core/odds.h.
 *
 * A question is one table of named fields; that it has no others is looked at in
 * libraries.lua. What it may cost is bounded here,
 * as no script can be interrupted in it: a question with too many deals to go
 * through is sampled, and samples have a limit. */
#include <string.h>

#include "bind/bind.h"
#include "bind/l_poker.h"
#include "core/odds.h"

enum {
  DEALS_MAX = 100000000, /* to go through, times hands */
  SAMPLES_MAX = 8000000, /* to draw, times hands */
  FROM_HAND_COST = 64,   /* so many times as long to rank */
  JOBS_MAX = 16
};

/* An integer field of the table at 1, `usual` where it is missing: in either case
 * from lo to hi. */
static int int_field(lua_State *L, const char *name, int usual, int lo,
                     int hi) {
  int top = lua_gettop(L);
  if (lua_getfield(L, 1, name) == LUA_TNIL) lua_pushinteger(L, usual);
  int value = (int)bind_integer(L, -1, name, lo, hi);
  lua_settop(L, top);
  return value;
}

/* How many cards the field gives, added to `cards`. */
static int card_field(lua_State *L, const char *name, const char *verb,
                      PokerCards *cards) {
  int before = cards->count;
  if (lua_getfield(L, 1, name) != LUA_TNIL)
    bind_poker_cards(L, 2, 2, verb, cards);
  lua_settop(L, 1);
  return cards->count - before;
}

/* Begins with the fields wild, bug and jokers, and those of orders. */
static void begin_deal(lua_State *L, const char *verb, OddsDeal *deal,
                       PokerCards *cards) {
  memset(deal, 0, sizeof *deal);
  *cards = (PokerCards){0};
  bind_poker_options(L, 1, verb, false, cards);
  bool wild = (cards->wild.any | cards->wild.bug) & HAND_JOKER_BITS;
  deal->jokers =
      int_field(L, "jokers", wild ? 2 : 0, 0, wild ? HAND_JOKERS : 0);
  deal->wild = cards->has_wild ? &cards->wild : NULL;
}

/* Ends with the dead cards, and sees that there can be such a deal. */
static void end_deal(lua_State *L, const char *verb, OddsDeal *deal,
                     PokerCards *cards) {
  char note[ODDS_NOTE];
  uint64_t before = cards->seen;
  card_field(L, "dead", verb, cards);
  deal->dead = cards->seen & ~before;
  if (cards->jokers > deal->jokers)
    luaL_error(L, "%s: %d jokers, expected at most the deck's %d", verb,
               cards->jokers, deal->jokers);
  if (!odds_check(deal, note)) luaL_error(L, "%s: %s", verb, note);
}

/* The fields jobs, seed and error. */
static OddsRun run_fields(lua_State *L, double error, double least) {
  OddsRun run = {.jobs = int_field(L, "jobs", 1, 1, JOBS_MAX), .error = error};
  lua_getfield(L, 1, "seed");
  uint64_t seed = (uint64_t)luaL_optinteger(L, 2, 0);
  memcpy(run.key, &seed, sizeof seed);
  lua_getfield(L, 1, "error");
  run.error = luaL_optnumber(L, 3, error);
  if (!(run.error >= least && run.error <= 1))
    luaL_error(L, "error: %f is out of range, expected %f to 1", run.error,
               least);
  return run;
}

/* ---- odds ----------------------------------------------------------- */

/* The cards of hand h, which are in the list at index 2. */
static void read_known(lua_State *L, OddsDeal *deal, int h, PokerCards *cards) {
  int before = cards->count;
  lua_geti(L, 2, h + 1);
  bind_poker_cards(L, 3, 3, "odds", cards);
  lua_settop(L, 2);
  deal->known[h] = cards->count - before;
  if (deal->known[h] > ODDS_HOLE)
    luaL_error(L, "odds: hand %d has %d cards, expected at most %d", h + 1,
               deal->known[h], ODDS_HOLE);
  memcpy(deal->card[h], cards->card + before, (size_t)deal->known[h]);
}

/* How many cards each hand will have: one number, or one a hand. */
static void read_holes(lua_State *L, OddsDeal *deal, int most) {
  bool list = lua_getfield(L, 1, "hole") == LUA_TTABLE;
  int usual = most ? most : deal->from_hand ? 4 : 2;
  int all = list ? 0 : int_field(L, "hole", usual, 1, ODDS_HOLE);
  for (int h = 0; h < deal->hands; h++) {
    int hole = all;
    if (list) {
      lua_geti(L, 2, h + 1);
      hole = (int)bind_integer(L, 3, "hole", 1, ODDS_HOLE);
      lua_settop(L, 2);
    }
    deal->hole[h] = deal->known[h] > hole ? deal->known[h] : hole;
  }
  lua_settop(L, 1);
}

static void read_hands(lua_State *L, OddsDeal *deal, PokerCards *cards) {
  int most = 0;
  if (lua_getfield(L, 1, "hands") != LUA_TTABLE)
    luaL_error(L, "odds: expected `hands`, a list with each hand's cards");
  lua_Integer n = luaL_len(L, 2);
  if (n < 2 || n > ODDS_HANDS)
    luaL_error(L, "odds: the number of hands is %d, expected 2 to %d", (int)n,
               ODDS_HANDS);
  deal->hands = (int)n;
  for (int h = 0; h < n; h++) {
    read_known(L, deal, h, cards);
    if (deal->known[h] > most) most = deal->known[h];
  }
  lua_settop(L, 1);
  read_holes(L, deal, most);
}

static void read_deal(lua_State *L, OddsDeal *deal, PokerCards *cards) {
  begin_deal(L, "odds", deal, cards);
  deal->order = cards->order;
  deal->from_hand = cards->from_hand;
  deal->split = bind_poker_low(L, 1, "split", "odds");
  if (deal->split && (deal->order || deal->wild))
    luaL_error(L, "odds: `split` goes with `from_hand` only");
  read_hands(L, deal, cards);
  int before = cards->count;
  deal->board = int_field(L, "board_cards", ODDS_BOARD, 0, ODDS_BOARD);
  deal->board_known = card_field(L, "board", "odds", cards);
  if (deal->board_known > deal->board)
    luaL_error(L, "odds: %d cards on the board, expected at most %d",
               deal->board_known, deal->board);
  memcpy(deal->board_card, cards->card + before, (size_t)deal->board_known);
  end_deal(L, "odds", deal, cards);
}

static int push_result(lua_State *L, const OddsResult *result, int hands,
                       bool exact) {
  lua_createtable(L, hands, 2);
  for (int h = 0; h < hands; h++) {
    lua_createtable(L, 0, 4);
    bind_set_number(L, "win", result->hand[h].win);
    bind_set_number(L, "tie", result->hand[h].tie);
    bind_set_number(L, "share", result->hand[h].share);
    bind_set_number(L, "error", result->hand[h].error);
    lua_rawseti(L, -2, h + 1);
  }
  bind_set_boolean(L, "exact", exact);
  bind_set_integer(L, "deals", (lua_Integer)result->deals);
  return 1;
}

/* Going through all deals is worth it while they are few for the error asked:
 * 100 million for 0.001, 4 million for 0.005, 60 thousand for 0.02. */
static bool few_deals(const OddsDeal *deal, double error) {
  double deals = odds_deals(deal) * deal->hands;
  if (deal->from_hand) deals *= FROM_HAND_COST;
  return deals <= DEALS_MAX && deals * error * error * error <= 0.5;
}

/*** poker.odds(question) -> list
 The chances of two to ten hands with a board, however much of it is known:
 exact if the deals are few enough to go through, otherwise sampled. Fields:
 hands (a list with the known cards of each, "" for none), hole (how many cards
 each has, one number or a list; usually as many as the best known), board
 (those there), board_cards (how many it will have, usually 5), dead (cards that
 can't come), error (standard error that is enough, usually 0.001), seed, jobs
 (threads); wild, bug and jokers, as the page "wild cards" has them; and low,
 short_deck, from_hand and split, as the page "kinds of poker" has them.
 @param question table: the fields
 @return for each hand a table with win, tie, share (of the pot) and error; the
 list also has exact and deals. With split, win and tie are of half pots
 @error "odds: the number of hands is 1, expected 2 to 10"
 @error "odds: unknown field `bord`, did you mean `board`?"
 @example local odds = poker.odds { hands = { "Ah Kh", "7c 7d" }, board = "7h 5h 2s" }
 odds.exact --> true
 odds[2].win > odds[1].win --> true
 local split = poker.odds { hands = { "Ah 2h 3c Kd", "Qs Qc Jd 10s" }, from_hand = 2, split = "eight_or_better" }
 split[1].share > 0.5 --> true
 @see kinds of poker, wild cards */
static int poker_odds(lua_State *L) {
  OddsDeal deal;
  PokerCards cards;
  OddsResult result;
  luaL_checktype(L, 1, LUA_TTABLE);
  read_deal(L, &deal, &cards);
  OddsRun run = run_fields(L, 0.001, 0.0001);
  run.samples = SAMPLES_MAX / (uint64_t)deal.hands;
  if (deal.from_hand) run.samples /= FROM_HAND_COST / 8;
  bool exact = few_deals(&deal, run.error);
  bool done = exact ? odds_exact(&deal, &run, &result)
                    : odds_sample(&deal, &run, &result);
  if (!done) return luaL_error(L, "odds: not enough memory");
  return push_result(L, &result, deal.hands, exact);
}

/* ---- the chance to meet a target ------------------------------------ */

static void read_ask(lua_State *L, OddsTarget *ask, PokerCards *cards) {
  OddsDeal *deal = &ask->deal;
  lua_getfield(L, 1, "target");
  lua_Integer target = luaL_checkinteger(L, 2);
  if (target < 0 || !handrank_valid((uint64_t)target) ||
      handrank_order((uint32_t)target))
    luaL_error(L, "chance: expected `target`, from poker.target");
  ask->target = (uint32_t)target;
  lua_settop(L, 1);
  begin_deal(L, "chance", deal, cards);
  deal->hands = 1;
  int own = deal->known[0] = card_field(L, "cards", "chance", cards);
  deal->hole[0] = int_field(L, "hole", own, 1, ODDS_HOLE);
  int board = deal->board_known = card_field(L, "board", "chance", cards);
  deal->board = int_field(L, "board_cards", 4, 0, ODDS_BOARD);
  if (own > deal->hole[0] || board > deal->board)
    luaL_error(L,
               "chance: %d cards and %d on the board, expected at most %d "
               "and %d",
               own, board, deal->hole[0], deal->board);
  memcpy(deal->card[0], cards->card, (size_t)own);
  memcpy(deal->board_card, cards->card + own, (size_t)board);
  ask->replacements = int_field(L, "replacements", 0, 0, 5);
  end_deal(L, "chance", deal, cards);
}

/*** poker.chance(question) -> number, number, integer or nothing
 The chance that a hand and a board meet a target, with replacements made in the
 best way once the board is there. Fields of the question: target, cards (the
 own ones known), hole (how many there will be, usually as many), board (the
 cards there), board_cards (how many it will have, usually 4), replacements (how
 many are left, 0 to 5), dead (cards that can't come), error (standard error
 that is enough, usually 0.005), seed, jobs (threads); and wild, bug and jokers,
 as the page "wild cards" has them.
 @param question table: the fields
 @return the chance, 0 to 1; its standard error, 0 when exact; and the place
 among `cards` of the one to replace now, where that is known and of use
 @error "chance: expected `target`, from poker.target"
 @example local goal = poker.target("pair of 2s")
 local chance = poker.chance { target = goal, cards = seat.hand, board = t.board, replacements = 2 } */
static int poker_chance(lua_State *L) {
  OddsTarget ask;
  OddsChance chance;
  PokerCards cards;
  luaL_checktype(L, 1, LUA_TTABLE);
  read_ask(L, &ask, &cards);
  OddsRun run = run_fields(L, 0.005, 0.004);
  run.samples = 1 << 14;
  if (!odds_target(&ask, &run, &chance))
    return luaL_error(L, "chance: not enough memory");
  lua_pushnumber(L, chance.chance);
  lua_pushnumber(L, chance.error);
  if (chance.replace < 0) return 2;
  lua_pushinteger(L, chance.replace + 1);
  return 3;
}

void bind_poker_odds(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"odds", poker_odds}, {"chance", poker_chance}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
