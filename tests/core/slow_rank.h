/* Poker rank the obvious way, for the tests to compare with: sorts five
 * cards by how often their rank is there, looks at every five of more. The
 * answer is one number that orders as poker does: kind, then five ranks, a
 * base-13 digit each. */
#ifndef TESTS_SLOW_RANK_H
#define TESTS_SLOW_RANK_H

#include "core/handrank.h"

enum { SLOW_KEYS = 9 * 371293 };

static inline int slow_kind(const int count[13], const int rank[5], bool suited,
                            bool run) {
  if (run && suited) return HAND_STRAIGHT_FLUSH;
  if (count[rank[0]] == 4) return HAND_FOUR;
  if (count[rank[0]] == 3 && count[rank[3]] == 2) return HAND_FULL_HOUSE;
  if (suited) return HAND_FLUSH;
  if (run) return HAND_STRAIGHT;
  if (count[rank[0]] == 3) return HAND_THREE;
  if (count[rank[0]] == 2 && count[rank[2]] == 2) return HAND_TWO_PAIR;
  return count[rank[0]] == 2 ? HAND_PAIR : HAND_HIGH_CARD;
}

/* Most frequent rank first, then the highest. */
static inline void slow_sort(int count[13], int rank[5]) {
  for (int i = 1; i < 5; i++)
    for (int k = i; k > 0; k--) {
      int a = rank[k - 1], b = rank[k];
      if (count[a] * 13 + a >= count[b] * 13 + b) break;
      rank[k - 1] = b;
      rank[k] = a;
    }
}

static inline int slow_five(const uint8_t cards[5]) {
  int count[13] = {0}, rank[5];
  bool suited = true;
  for (int i = 0; i < 5; i++) {
    rank[i] = cards[i] % 13;
    count[rank[i]]++;
    suited = suited && cards[i] / 13 == cards[0] / 13;
  }
  slow_sort(count, rank);
  bool distinct = true;
  for (int i = 0; i < 5; i++) distinct = distinct && count[rank[i]] == 1;
  bool wheel = distinct && rank[0] == 12 && rank[1] == 3;
  bool run = distinct && (wheel || rank[0] - rank[4] == 4);
  int key = slow_kind(count, rank, suited, run);
  for (int i = 0; i < 5; i++) key = key * 13 + rank[wheel ? (i + 1) % 5 : i];
  return key;
}

/* The best of every five among n cards. */
static inline int slow_rank(const uint8_t *cards, int n) {
  int best = 0;
  for (unsigned set = 0; set < 1u << n; set++) {
    uint8_t five[5];
    int taken = 0;
    if (__builtin_popcount(set) != 5) continue;
    for (int i = 0; i < n; i++)
      if (set >> i & 1) five[taken++] = cards[i];
    int key = slow_five(five);
    if (key > best) best = key;
  }
  return best;
}

/* The number that slow_rank gives, from a rank of the library. */
static inline int slow_key(uint32_t rank) {
  int five[5], key = (int)handrank_kind(rank);
  handrank_five(rank, five);
  for (int i = 0; i < 5; i++) key = key * 13 + five[i];
  return key;
}

#endif
