/* Rank of seven cards where pext is quick (handrank_seven.h).
 *
 * From card bytes the masks are taken out of a sum of counts, three bits a
 * rank, by pext; the suits' counts above, six bits each, are 7 and twice
 * their cards, so that five cards of a suit reach 16. From a prepared hand
 * they are folded out of its four suits. */
#include "core/handrank_paths.h"

#if defined(__x86_64__)
#include "core/handrank_seven.h"

#define TARGET __attribute__((target("bmi,bmi2")))
#define UNLIKELY(a) __builtin_expect((a), 0)

enum { RANKS = 0x1fff };

/* The sum of counts of seven cards. */
static inline uint64_t sum_of(const uint8_t *cards) {
  const uint64_t *of = handrank_tables.card;
  return of[cards[0]] + of[cards[1]] + of[cards[2]] + of[cards[3]] +
         of[cards[4]] + of[cards[5]] + of[cards[6]];
}

TARGET uint32_t handrank_pext_of(const uint8_t *cards, size_t n) {
  const uint64_t bits = 0x2082081249249249; /* a rank's first, a suit's fifth */
  bool left_over;
  if (UNLIKELY(n != 7)) return handrank_computed_of(cards, n);
  uint64_t sum = sum_of(cards), odd = _pext_u64(sum, bits);
  if (UNLIKELY(odd > RANKS)) return handrank_computed_of(cards, n);
  uint32_t rank = seven_rank(odd, _pext_u64(sum >> 1, bits), &left_over);
  return UNLIKELY(left_over) ? handrank_computed_of(cards, n) : rank;
}

TARGET uint32_t handrank_pext(uint64_t hand, size_t n) {
  uint64_t five = (hand << 1 | hand << 2) & hand & 0x8000800080008000;
  bool left_over;
  if (UNLIKELY(n != 7 || five != 0)) return handrank_computed(hand, n);
  unsigned low = (unsigned)hand, high = (unsigned)(hand >> 32);
  unsigned odd = low ^ high, both = low & high; /* two suits in each half */
  unsigned odd2 = odd >> 16, both2 = both >> 16;
  uint32_t rank = seven_rank((odd ^ odd2) & RANKS,
                             (both ^ both2 ^ (odd & odd2)) & RANKS, &left_over);
  return UNLIKELY(left_over) ? handrank_computed(hand, n) : rank;
}

#endif
