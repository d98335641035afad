/* Figures of poker hands, one thread: ranks of many hands by every variant, from
 * memory and from cache; one hand at a time, from C and from Lua; odds, by the
 * variant that CROUPIER_CPU names. */
#include <lauxlib.h>
#include <lualib.h>
#include <string.h>

#include "bind/l_cards.h"
#include "core/chance.h"
#include "core/cpu_variants.h"
#include "core/handrank.h"
#include "core/handrank_batch.h"
#include "core/odds.h"
#include "timing.h"

static HandBatch *const batches[CPU_VARIANTS] = VARIANTS_OF(handrank_batch);

enum { MANY = 1 << 23, FEW = 1000, SINGLE = 1 << 16 };

typedef struct Bench {
  size_t n, count;
  HandOrder order;
  CpuVariant variant;
  uint8_t *cards;
  uint64_t *hands;
  uint32_t *ranks;
  OddsDeal deal;
  OddsTarget ask;
  lua_State *L;
  const char *chunk;
} Bench;

/* ---- many hands ----------------------------------------------------- */

static void fill(Bench *b, size_t n) {
  Rng rng;
  static const uint8_t key[32];
  uint16_t deck[HAND_CARDS];
  rng_stream(&rng, key, "bench", n);
  for (uint16_t c = 0; c < HAND_CARDS; c++) deck[c] = c;
  b->n = n;
  for (size_t i = 0; i < MANY; i++) {
    uint8_t *cards = b->cards + i * n;
    rng_shuffle16(&rng, deck, HAND_CARDS);
    for (size_t k = 0; k < n; k++) cards[k] = (uint8_t)deck[HAND_CARDS - 1 - k];
    b->hands[i] = handrank_prepare(cards, n);
  }
}

static uint64_t prepared(void *ud, long times) {
  Bench *b = ud;
  while (times-- > 0)
    batches[b->variant](b->order, b->hands, b->n, b->ranks, b->count);
  return b->ranks[0];
}

/* Of seven cards, by AVX2 and AVX-512. */
typedef const char *const Bars[CPU_VARIANTS];
static Bars memory_bars = {NULL, "1.5 times the best", "2.0 times the best"},
            cache_bars = {NULL, "1.5 times the best", "1.6 times the best"};

static void many(Bench *b, const char *what, size_t count, Bars bars) {
  for (CpuVariant variant = CPU_PLAIN; variant < CPU_VARIANTS; variant++) {
    char name[64];
    if (!cpu_has(variant)) continue;
    snprintf(name, sizeof name, "%d cards, %s, %s", (int)b->n, what,
             cpu_name(variant));
    b->variant = variant;
    b->count = count;
    figure_beside(name, "hands", (double)count, prepared, b,
                  count == MANY ? 1 : MANY / FEW,
                  b->n == 7 ? bars[variant] : NULL);
  }
}

/* Other orders, from cache, by the best variant; the first line is the high one
 * to compare with. A short deck's hands are any here. */
static void ordered(Bench *b) {
  static const char *const names[HAND_ORDERS] = {
      "high", "short deck", "ace to five", "deuce to seven", "eight or better"};
  for (b->order = ORDER_HIGH; b->order < HAND_ORDERS; b->order++) {
    char name[64];
    snprintf(name, sizeof name, "%d cards, %s", (int)b->n, names[b->order]);
    b->variant = cpu_variant();
    b->count = FEW;
    figure_beside(name, "hands", FEW, prepared, b, MANY / FEW,
                  b->order && b->n == 7 ? "a third of high" : NULL);
  }
  b->order = ORDER_HIGH;
}

/* ---- one hand ------------------------------------------------------- */

static uint64_t one_prepared(void *ud, long times) {
  Bench *b = ud;
  uint64_t sum = 0;
  for (long i = 0; i < times; i++)
    sum += handrank_prepared(b->hands[i % SINGLE], b->n);
  return sum;
}

static uint64_t one_from_bytes(void *ud, long times) {
  Bench *b = ud;
  uint64_t sum = 0;
  for (long i = 0; i < times; i++)
    sum += handrank_prepared(
        handrank_prepare(b->cards + (size_t)(i % SINGLE) * b->n, b->n), b->n);
  return sum;
}

static void single(Bench *b) {
  figure("one hand of 7, prepared", "hands", 1, one_prepared, b, MANY);
  figure("one hand of 7, bytes", "hands", 1, one_from_bytes, b, MANY);
}

static uint64_t tally(void *ud, long times) {
  Bench *b = ud;
  uint64_t sum = 0;
  while (times-- > 0)
    sum += handrank_compare(b->ranks, b->ranks + FEW, FEW).better;
  return sum;
}

/* ---- odds ----------------------------------------------------------- */

static OddsRun run_of(double error) {
  OddsRun run = {.jobs = 1, .samples = 1 << 22, .error = error};
  return run;
}

static uint64_t exact(void *ud, long times) {
  Bench *b = ud;
  OddsRun run = run_of(0);
  OddsResult result;
  result.deals = 0;
  while (times-- > 0) odds_exact(&b->deal, &run, &result);
  return result.deals;
}

static uint64_t sampled(void *ud, long times) {
  Bench *b = ud;
  OddsRun run = run_of(0);
  OddsResult result;
  result.deals = 0;
  while (times-- > 0) odds_sample(&b->deal, &run, &result);
  return result.deals;
}

static uint64_t to_target(void *ud, long times) {
  Bench *b = ud;
  OddsRun run = run_of(0.005);
  OddsChance chance = {0};
  while (times-- > 0) odds_target(&b->ask, &run, &chance);
  return chance.deals;
}

/* Hands of which the first so many are known; the others are any. */
static const struct {
  const char *name;
  int hands, known, flop;
  const char *sampled, *exact; /* the bars of what is measured */
} question[] = {
    {"two known", 2, 2, 0, "4 times OMPEval", "2 times OMPEval"},
    {"two known, from the flop", 2, 2, 3, NULL, "1.5 times OMPEval"},
    {"one against any", 2, 1, 0, "3 times OMPEval", "1.5 times OMPEval"},
    {"one against any, from the flop", 2, 1, 3, NULL, "1.5 times OMPEval"},
    {"three known", 3, 3, 0, "2.5 times OMPEval", "2 times OMPEval"},
    {"four known", 4, 4, 0, "2.5 times OMPEval", NULL},
    {"six known", 6, 6, 0, "2.5 times OMPEval", "2 times OMPEval"},
    {"one against five", 6, 1, 0, "2.5 times OMPEval", NULL}};

static void odds(Bench *b) {
  static const uint8_t hand[6][2] = {
      /* sevens; king, queen suited; others */
      {5, 18}, {50, 49}, {12, 35}, {21, 20}, {0, 13}, {45, 29}};
  static const uint8_t flop[3] = {7, 22, 40};
  char name[64];
  double samples = (double)run_of(0).samples;
  for (size_t i = 0; i < sizeof question / sizeof *question; i++) {
    b->deal = (OddsDeal){.hands = question[i].hands,
                         .board = 5,
                         .board_known = question[i].flop};
    memcpy(b->deal.board_card, flop, sizeof flop);
    for (int h = 0; h < question[i].hands; h++) {
      b->deal.hole[h] = 2;
      b->deal.known[h] = h < question[i].known ? 2 : 0;
      memcpy(b->deal.card[h], hand[h], sizeof hand[h]);
    }
    if (question[i].sampled != NULL) {
      snprintf(name, sizeof name, "odds, %s, sampled", question[i].name);
      figure_beside(name, "deals", samples, sampled, b, 1, question[i].sampled);
    }
    if (question[i].exact != NULL) {
      snprintf(name, sizeof name, "odds, %s, exact", question[i].name);
      figure_beside(name, "questions", 1, exact, b,
                    question[i].known == 1 ? 1 : 20, question[i].exact);
    }
  }
}

static void targets(Bench *b) {
  char name[64];
  b->ask = (OddsTarget){
      .deal = {
          .hands = 1, .hole = {5}, .known = {5}, .board = 4, .board_known = 4}};
  b->ask.target = target_of(HAND_FLUSH, (int[2]){8, -1});
  memcpy(b->ask.deal.card[0], (uint8_t[]){34, 47, 28, 26, 11}, 5);
  memcpy(b->ask.deal.board_card, (uint8_t[]){33, 19, 17, 41}, 4);
  for (int left = 1; left <= 5; left++) {
    b->ask.replacements = left;
    snprintf(name, sizeof name, "target, 5 own cards, board, %d left", left);
    figure(name, "questions", 1, to_target, b, left < 3 ? 1000 : 4);
  }
  b->ask.deal.known[0] = b->ask.deal.board_known = 0;
  for (int left = 0; left <= 5; left++) {
    b->ask.replacements = left;
    snprintf(name, sizeof name, "target, before the deal, %d left", left);
    figure(name, "questions", 1, to_target, b, 4);
  }
}

/* ---- from Lua ------------------------------------------------------- */

static uint64_t lua_times(void *ud, long times) {
  Bench *b = ud;
  lua_getglobal(b->L, b->chunk);
  lua_pushinteger(b->L, times);
  if (lua_pcall(b->L, 1, 1, 0)) puts(lua_tostring(b->L, -1));
  uint64_t sum = (uint64_t)lua_tointeger(b->L, -1);
  lua_settop(b->L, 0);
  return sum;
}

/* A list of the cards of hand i, as the global `cards`. */
static void give_cards(Bench *b, size_t i) {
  lua_State *L = b->L;
  lua_newtable(L);
  for (size_t k = 0; k < b->n; k++) {
    CardHandle *card = lua_newuserdatauv(L, sizeof *card, 0);
    *card = (CardHandle){.tag = TAG_CARD,
                         .id = CARD_IS_FACE,
                         .poker = (int8_t)b->cards[i * b->n + k]};
    lua_rawseti(L, -2, (lua_Integer)k + 1);
  }
  lua_setglobal(L, "cards");
}

static const char script[] =
    "local rank, list = poker.rank, cards\n"
    "local a, b, c, d, e, f, g = table.unpack(cards)\n"
    "function of_list(n) local s = 0\n"
    "  for _ = 1, n do s = s + rank(list) end return s end\n"
    "function of_cards(n) local s = 0\n"
    "  for _ = 1, n do s = s + rank(a, b, c, d, e, f, g) end return s end\n"
    "function empty(n) local s = 0\n"
    "  for _ = 1, n do s = s + n end return s end\n"
    "local omaha = { from_hand = 2 }\n"
    "function of_omaha(n) local s = 0\n"
    "  for _ = 1, n do s = s + rank('Ah Kh Qd Jc', '10h 9h 8c 4h 2s', omaha)\n"
    "  end return s end\n"
    "local hands = poker.hands(7, 1000)\n"
    "for _ = 1, 1000 do hands:add(cards) end\n"
    "local ranks = hands:ranks()\n"
    "function of_batch(n)\n"
    "  for _ = 1, n do hands:ranks(ranks) end return ranks:best() end\n"
    "local more = poker.hands(7, 1000)\n"
    "function of_add(n) local s = 0\n"
    "  for _ = 1, n do if s == 1000 then more:clear() end\n"
    "    s = more:add(list) end return s end\n";

static void from_lua(Bench *b) {
  static const char *const one[][2] = {{"empty", "Lua, the loop alone"},
                                       {"of_list", "Lua, rank of a list of 7"},
                                       {"of_cards", "Lua, rank of 7 cards"},
                                       {"of_add", "Lua, a hand to a batch"},
                                       {"of_omaha", "Lua, rank of Omaha"}};
  b->L = luaL_newstate();
  luaL_openlibs(b->L);
  bind_poker(b->L);
  lua_setglobal(b->L, "poker");
  give_cards(b, 0);
  if (luaL_dostring(b->L, script)) puts(lua_tostring(b->L, -1));
  for (int i = 0; i < 5; i++) {
    b->chunk = one[i][0];
    figure_beside(one[i][1], "calls", 1, lua_times, b, 1000000,
                  i == 1   ? "90 ns"
                  : i == 4 ? "3000 ns"
                           : NULL);
  }
  b->chunk = "of_batch";
  figure("Lua, ranks of a batch of 1000", "hands", FEW, lua_times, b, 10000);
  lua_close(b->L);
}

/* `--odds`: the odds alone, by the variant that CROUPIER_CPU names; `--orders`:
 * batches of other orders and calls from Lua alone. */
int main(int argc, char **argv) {
  static Bench b;
  if (argc > 1 && strcmp(argv[1], "--odds") == 0) {
    printf("odds, variant %s\n", cpu_name(cpu_variant()));
    odds(&b);
    return 0;
  }
  bool only = argc > 1 && strcmp(argv[1], "--orders") == 0;
  b.cards = malloc((size_t)MANY * HAND_MOST);
  b.hands = malloc((size_t)MANY * sizeof *b.hands);
  b.ranks = calloc(MANY, sizeof *b.ranks);
  if (!b.cards || !b.hands || !b.ranks) return 1;
  printf("compiler %s, variant %s\n", __VERSION__, cpu_name(cpu_variant()));
  for (size_t n = HAND_LEAST; n <= HAND_MOST; n++) {
    fill(&b, n);
    if (!only) many(&b, "memory", MANY, memory_bars);
    if (!only) many(&b, "cache", FEW, cache_bars);
    if (n == 5 || n == 7) ordered(&b);
  }
  fill(&b, 7);
  if (!only) single(&b);
  if (!only) figure("compare 1000 ranks", "ranks", FEW, tally, &b, 10000);
  from_lua(&b);
  if (only) return 0;
  odds(&b);
  targets(&b);
  free(b.cards);
  free(b.hands);
  free(b.ranks);
  return 0;
}
