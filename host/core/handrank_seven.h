/* Poker rank of seven cards by look-up, one hand at a time; included by
 * handrank_one.c, which ranks all other hands and those that this leaves over.
 *
 * Five tables, written by scripts/seven.c while the program is built, 60 KB.
 * What they are asked with are two masks of 13 ranks:
 *
 *   odd  the ranks that are there once or three times
 *   two  the ranks that are there twice or three times
 *
 *   row       two; plus which of its ranks are odd it is the place of an entry:
 *   named     the rank's upper half, and
 *   left      the ranks among which its kickers are
 *   top       of these, which are kept: how many there are says how many
 *   straight  of all ranks, the upper half of their straight
 *
 * The straight counts when it is larger. Hands with a flush, one in 33, and
 * the few with fewer than four ranks or four of a kind are left over. There is
 * no other branch: one guessed wrong costs more than all look-ups.
 *
 * A worked hand: Ks Kh 9h 8h 5d 2d 2c. odd = 985, two = K2, of which none is
 * odd: row[K2] + 0 is the place of two pair, 0x2000 | K2, which leaves all
 * ranks but K2. Of K9852 these are 985; it is two pair that leave three ranks,
 * and one is kept: top[985] = 9. No straight: the rank is 0x2000 | K2 above 9.
 *
 * From card bytes the masks are taken out of a sum of counts, three bits a
 * rank, by pext; the suits' counts above, six bits each, are 7 and twice
 * their cards, so that five cards of a suit reach 16. From a prepared hand
 * they are folded out of its four suits.
 *
 * Tried and rejected: branches for threes, third pairs and straights (a
 * quarter slower on hands in no order); a perfect hash of the ranks' counts,
 * as others have it (over 100 KB); prepared hands of two words, the sum of
 * counts beside the suits (a quarter faster, but all arrays twice as large). */
#ifndef CORE_HANDRANK_SEVEN_H
#define CORE_HANDRANK_SEVEN_H

#include <stdbool.h>
#include <stdint.h>

typedef struct HandTables {
  uint64_t card[52]; /* of the sum of counts */
  uint16_t top[8192], straight[8192], row[8192];
  uint16_t left[1769];
  uint32_t named[1769];
} HandTables;

extern const HandTables handrank_tables;

#if defined(__x86_64__)

#define INLINE static inline __attribute__((always_inline))

/* Is there a quick pext? Zen 2 and older have a slow one; what came with
 * this instruction or after it has not. */
INLINE bool seven_is_quick(void) {
  return __builtin_cpu_supports("vpclmulqdq");
}

/* The bits of `from` that are in `mask`, side by side. Not an intrinsic, which
 * would let the compiler use newer instructions before the question above. */
INLINE uint64_t seven_bits(uint64_t from, uint64_t mask) {
  uint64_t bits;
  __asm__ volatile("pextq %2, %1, %0" : "=r"(bits) : "r"(from), "r"(mask));
  return bits;
}

INLINE uint32_t seven_rank(uint64_t odd, uint64_t two) {
  const HandTables *of = &handrank_tables;
  uint64_t all = odd | two, entry = of->row[two] + seven_bits(odd, two);
  uint32_t straight = (uint32_t)of->straight[all] << 16;
  uint32_t rank = of->named[entry] | of->top[all & of->left[entry]];
  return straight > rank ? straight : rank;
}

/* The sum of counts of seven cards. */
INLINE uint64_t seven_sum(const uint8_t *cards) {
  const uint64_t *of = handrank_tables.card;
  return of[cards[0]] + of[cards[1]] + of[cards[2]] + of[cards[3]] +
         of[cards[4]] + of[cards[5]] + of[cards[6]];
}

enum { SEVEN_RANKS = 0x1fff };
#define SEVEN_LEFT_OVER 0xc0000000u

INLINE uint32_t seven_of(const uint8_t *cards) {
  const uint64_t bits = 0x2082081249249249; /* a rank's first, a suit's fifth */
  uint64_t sum = seven_sum(cards), odd = seven_bits(sum, bits);
  if (__builtin_expect(odd > SEVEN_RANKS, 0)) return SEVEN_LEFT_OVER;
  return seven_rank(odd, seven_bits(sum >> 1, bits));
}

INLINE uint32_t seven_prepared(uint64_t hand) {
  uint64_t five = (hand << 1 | hand << 2) & hand & 0x8000800080008000;
  if (__builtin_expect(five != 0, 0)) return SEVEN_LEFT_OVER;
  unsigned low = (unsigned)hand, high = (unsigned)(hand >> 32);
  unsigned odd = low ^ high, both = low & high; /* two suits in each half */
  unsigned odd2 = odd >> 16, both2 = both >> 16;
  return seven_rank((odd ^ odd2) & SEVEN_RANKS,
                    (both ^ both2 ^ (odd & odd2)) & SEVEN_RANKS);
}

#undef INLINE

#endif
#endif
