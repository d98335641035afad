/* Loops over ranks that the compiler turns into vectors: see the header.
 *
 * Sums are of 32 bits in runs short enough not to overflow, so that they are
 * as wide as the ranks. */
#include "core/handrank_tally.h"

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
  for (int kind = HAND_TWO_PAIR; kind < HAND_KINDS; kind++)
    at_least[kind] = handrank_count(ranks, n, (uint32_t)(kind - 1) << 29);
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
