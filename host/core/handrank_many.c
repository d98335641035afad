/* Many poker hands: which way they go (handrank_batch.c), and what their ranks
 * come to. */
#include "core/handrank.h"
#include "core/handrank_batch.h"
#include "core/ways.h"

/* ---- batches ------------------------------------------------------------ */

void handrank_wild_batch(const HandWild *wild, const uint64_t *hands, size_t n,
                         uint32_t *ranks, size_t count) {
  if (wild == NULL) {
    handrank_batch(hands, n, ranks, count);
    return;
  }
  for (size_t i = 0; i < count; i++)
    ranks[i] = handrank_wild(wild, hands[i], n);
}

void handrank_batch(const uint64_t *hands, size_t n, uint32_t *ranks,
                    size_t count) {
  static HandBatch *const by[WAYS] = WAYS_OF(handrank_batch);
  by[way_taken()](hands, n, ranks, count);
}

/* ---- tallies ------------------------------------------------------------ */

/* Loops that the compiler turns into vectors. Sums are of 32 bits in runs
 * short enough not to overflow, so that they are as wide as the ranks. */
enum { RUN = 1 << 16 };

static size_t run_of(size_t left) { return left < RUN ? left : RUN; }

size_t handrank_count(const uint32_t *ranks, size_t n, uint32_t least) {
  size_t total = 0;
  for (size_t run; n > 0; n -= run, ranks += run) {
    uint32_t found = 0;
    run = run_of(n);
    for (size_t i = 0; i < run; i++) found += ranks[i] >= least;
    total += found;
  }
  return total;
}

void handrank_kinds(const uint32_t *ranks, size_t n, size_t kinds[HAND_KINDS]) {
  size_t at_least[HAND_KINDS + 1] = {0};
  at_least[HAND_HIGH_CARD] = handrank_count(ranks, n, 1);
  at_least[HAND_PAIR] = handrank_count(ranks, n, 1u << 16);
  for (int kind = HAND_TWO_PAIR; kind < HAND_FIVE; kind++)
    at_least[kind] = handrank_count(ranks, n, (uint32_t)(kind - 1) << 29);
  at_least[HAND_FIVE] =
      handrank_count(ranks, n, target_of(HAND_FIVE, (int[]){0, -1}));
  for (int kind = 0; kind < HAND_KINDS; kind++)
    kinds[kind] = at_least[kind] - at_least[kind + 1];
}

size_t handrank_highest(const uint32_t *ranks, size_t n) {
  uint32_t best = 0;
  for (size_t i = 0; i < n; i++) best = ranks[i] > best ? ranks[i] : best;
  size_t at = 0;
  while (at + 1 < n && ranks[at] != best) at++;
  return at;
}

HandTally handrank_compare(const uint32_t *a, const uint32_t *b, size_t n) {
  HandTally tally = {0, 0, n};
  for (size_t run; n > 0; n -= run, a += run, b += run) {
    uint32_t better = 0, worse = 0;
    run = run_of(n);
    for (size_t i = 0; i < run; i++) {
      better += a[i] > b[i];
      worse += a[i] < b[i];
    }
    tally.better += better;
    tally.worse += worse;
  }
  tally.tied -= tally.better + tally.worse;
  return tally;
}
