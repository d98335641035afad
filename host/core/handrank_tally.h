/* What many ranks come to: counts, the best, comparisons. */
#ifndef CORE_HANDRANK_TALLY_H
#define CORE_HANDRANK_TALLY_H

#include "core/handrank.h"

/* How many are `least` or better. */
size_t handrank_count(const uint32_t *ranks, size_t n, uint32_t least);

/* How many there are of each kind; ranks of 0 are in none. */
void handrank_kinds(const uint32_t *ranks, size_t n, size_t kinds[HAND_KINDS]);

/* The place of the best, the first of equal ones; n at least 1. */
size_t handrank_highest(const uint32_t *ranks, size_t n);

/* Rank by rank: how often a is better, b is better, both tie. */
typedef struct HandTally {
  size_t better, worse, tied;
} HandTally;

HandTally handrank_compare(const uint32_t *a, const uint32_t *b, size_t n);

#endif
