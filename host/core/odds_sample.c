/* Sampled odds: deals drawn at random.
 *
 * Cards are drawn two at a time: one word gives, by multiplying, a number
 * below the count of pairs twice and one below the count of cards, which is
 * five cards from three look-ups; a draw with a card twice is thrown away, so
 * that all sets of different cards are alike. The word's 64 bits are shared
 * by at most 2^27 outcomes, so none is favoured by more than 2^-37.
 *
 * Units of work have a stream of chance of their own: what is drawn doesn't
 * depend on which thread draws it. */
#include <string.h>

#include "core/odds_inner.h"
#include "core/rng.h"

enum { UNIT = 64 * ODDS_BATCH };

/* A number below n out of a word, and the word's rest as a new word. */
static inline uint64_t part_of(uint64_t *word, int n) {
  unsigned __int128 product = (unsigned __int128)*word * (unsigned)n;
  *word = (uint64_t)product;
  return (uint64_t)(product >> 64);
}

/* Up to five cards; *clash gets bits where one is twice or in `used`. */
static inline uint64_t draw(const OddsDeck *deck, Rng *rng, int cards,
                            uint64_t used, uint64_t *clash) {
  uint64_t word = rng_word(rng), sum = 0, twice = 0;
  for (; cards > 1; cards -= 2) {
    uint64_t pair = deck->pair[part_of(&word, deck->pairs)];
    twice |= pair & (sum | used);
    sum += pair;
  }
  if (cards) {
    uint64_t card = deck->card[part_of(&word, deck->count)];
    twice |= card & (sum | used);
    sum += card;
  }
  *clash = twice & ODDS_RANKS;
  return sum;
}

/* The first group meets no cards drawn before: the next draw overwrites one
 * that clashed, with no branch to guess wrong. */
static void draw_first(const OddsDeck *deck, Rng *rng, int cards,
                       uint64_t *to) {
  for (size_t i = 0; i < ODDS_BATCH;) {
    uint64_t clash;
    to[i] = draw(deck, rng, cards, 0, &clash);
    i += clash == 0;
  }
}

static void draw_more(const OddsDeck *deck, Rng *rng, int cards, uint64_t *used,
                      uint64_t *to) {
  for (size_t i = 0; i < ODDS_BATCH; i++) {
    uint64_t clash;
    do {
      to[i] = draw(deck, rng, cards, used[i], &clash);
    } while (clash);
    used[i] |= to[i];
  }
}

/* The board, the largest group, is drawn first. */
static void draw_batch(const OddsTable *table, Rng *rng, OddsBatch *batch) {
  for (int g = table->groups - 1; g >= 0; g--) {
    const OddsGroup *group = &table->group[g];
    uint64_t *come = batch->come[group->hand < 0 ? ODDS_HANDS : group->hand];
    if (g < table->groups - 1) {
      draw_more(&table->deck, rng, group->cards, batch->hand, come);
      continue;
    }
    draw_first(&table->deck, rng, group->cards, come);
    if (g > 0) memcpy(batch->hand, come, sizeof batch->hand);
  }
}

static bool sample_unit(const OddsCrew *crew, uint64_t unit, void *scratch,
                        OddsTally *tally) {
  const OddsTable *table = crew->of;
  OddsBatch *batch = scratch;
  Rng rng;
  rng_stream(&rng, crew->run->key, "odds", unit);
  for (size_t i = 0; i < ODDS_BATCH; i++) batch->weight[i] = 1;
  batch->count = ODDS_BATCH;
  for (int k = 0; k < UNIT / ODDS_BATCH; k++) {
    draw_batch(table, &rng, batch);
    odds_tally(table, 0, batch, tally);
  }
  return true;
}

static bool near_enough(const OddsResult *result, int hands, double error) {
  for (int h = 0; h < hands; h++)
    if (result->hand[h].error > error) return false;
  return true;
}

/* In rounds, each half as long again as all before it, so that the round at
 * which it is enough is the same with any number of threads. */
bool odds_sample(const OddsDeal *deal, const OddsRun *run, OddsResult *result) {
  OddsTable table;
  odds_table(&table, deal);
  OddsCrew crew = {&table, run, 0, 0, sizeof(OddsBatch), sample_unit, {{{0}}}};
  uint64_t all = (run->samples + UNIT - 1) / UNIT;
  if (all == 0) all = 1;
  while (crew.units < all) {
    uint64_t more = run->error > 0 ? crew.units / 2 + 1 : all;
    crew.first = crew.units;
    crew.units = more < all - crew.units ? crew.units + more : all;
    if (!odds_crew(&crew)) return false;
    odds_result(&crew.total, table.hands, crew.units * UNIT, false, result);
    if (near_enough(result, table.hands, run->error)) break;
  }
  return true;
}
