/* Sampled odds: deals drawn at random.
 *
 * The board and, if both are no more than seven cards, a hand are one draw out
 * of one word (odds_draw.c). For each hand after that a word gives three pairs,
 * of which the first that is free is taken: seldom is none, and what that costs
 * more in drawing it saves in branches guessed wrong. Such a draw is favoured
 * by no more than 2^-27, those of odds_draw.c by nothing.
 *
 * Units of work have a stream of chance of their own: what is drawn doesn't
 * depend on which thread draws it. */
#include <string.h>

#include "core/odds_inner.h"
#include "core/rng.h"

#define INLINE static inline __attribute__((always_inline))

enum { UNIT = 4 * ODDS_BATCH }; /* small: a loose error is soon reached */

static uint64_t *comes_to(OddsBatch *batch, const OddsGroup *group) {
  return batch->come[group->hand < 0 ? ODDS_HANDS : group->hand];
}

/* The last group, and `second` cards of the one before it. Of the tries that
 * a full batch has no room for nothing is kept, on any processor. */
static void draw_first(const OddsTable *table, Rng *rng, OddsBatch *batch,
                       int last, int second) {
  const OddsGroup *group = &table->group[table->groups - 1];
  uint64_t words[ODDS_TRIES];
  OddsDraw to = {comes_to(batch, group), NULL, batch->hand};
  if (second) to.second = comes_to(batch, group - 1);
  for (size_t count = 0; count < ODDS_BATCH;) {
    rng_words(rng, words, ODDS_TRIES);
    size_t good = odds_try(&table->deck, words, to, last, second);
    to.last += good;
    to.used += good;
    if (second) to.second += good;
    count += good;
  }
}

/* All ones where the cards are free. */
INLINE uint64_t is_free(uint64_t cards, uint64_t used) {
  return (uint64_t)((cards & used & ODDS_RANKS) == 0) * UINT64_MAX;
}

/* A pair that is free, 0 if three that were drawn weren't. */
INLINE uint64_t draw_pair(const OddsDeck *deck, Rng *rng, uint64_t used) {
  uint64_t word = rng_word(rng);
  uint64_t first = deck->pair[odds_part(&word, deck->pairs)];
  uint64_t second = deck->pair[odds_part(&word, deck->pairs)];
  uint64_t third = deck->pair[odds_part(&word, deck->pairs)];
  uint64_t one = is_free(first, used), two = is_free(second, used);
  third &= is_free(third, used);
  second = (second & two) | (third & ~two);
  return (first & one) | (second & ~one);
}

/* Where few cards are free: out of a list of them. */
static uint64_t draw_free(const OddsDeck *deck, Rng *rng, int cards,
                          uint64_t used) {
  uint64_t left[52], word = rng_word(rng), sum = 0;
  int count = 0;
  for (int i = 0; i < deck->count; i++) {
    left[count] = deck->card[i];
    count += (deck->card[i] & used & ODDS_RANKS) == 0;
  }
  for (int k = 0; k < cards; k++) {
    uint64_t at = odds_part(&word, count--);
    sum += left[at];
    left[at] = left[count];
  }
  return sum;
}

/* Would less than one draw in eight be of free cards only? */
static bool is_crowded(const OddsDeck *deck, int cards, uint64_t used) {
  double part = 1, all = deck->count;
  for (int k = 0; k < cards; k++)
    part *= (all - __builtin_popcountll(used & ODDS_RANKS)) / all;
  return part < 0.125;
}

/* The next group, free of what is used. */
static void draw_group(const OddsDeck *deck, Rng *rng, int cards,
                       uint64_t *used, uint64_t *to) {
  bool crowded = is_crowded(deck, cards, used[0]);
  for (size_t i = 0; i < ODDS_BATCH; i++) {
    uint64_t sum = 0, clash = 1;
    if (crowded) {
      sum = draw_free(deck, rng, cards, used[i]);
    } else if (cards == 2) {
      while (sum == 0) sum = draw_pair(deck, rng, used[i]);
    } else {
      for (; clash; clash &= ODDS_RANKS) {
        uint64_t word = rng_word(rng);
        clash = 0;
        sum = odds_draw(deck, &word, cards, used[i], &clash);
      }
    }
    to[i] = sum;
    used[i] |= sum;
  }
}

static void draw_batch(const OddsTable *table, Rng *rng, OddsBatch *batch) {
  int g = table->groups - 1, last = table->group[g].cards;
  int second = g > 0 ? table->group[g - 1].cards : 0;
  if (last + second > 7) second = 0;
  draw_first(table, rng, batch, last, second);
  for (g -= second > 0; g > 0; g--) {
    const OddsGroup *group = &table->group[g - 1];
    draw_group(&table->deck, rng, group->cards, batch->hand,
               comes_to(batch, group));
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
  odds_ring(&table.deck);
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
