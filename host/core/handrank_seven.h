/* Poker rank of seven cards by look-up, one hand at a time: what both ways to
 * do that share (handrank_pext.c, handrank_vbmi.c).
 *
 * Tables, written by scripts/seven.c while the program is built, 39 KB. What
 * they are asked with are two masks of 13 ranks:
 *
 *   odd  the ranks that are there once or three times
 *   two  the ranks that are there twice or three times
 *
 *   row       two; plus which of its ranks are odd it is the place of an entry:
 *   named     the rank's upper half, and
 *   left      the ranks among which its kickers are
 *   kept      of those that are there, lowest first, which count
 *   straight  of all ranks, where their straight is in
 *   high      the rank of a straight
 *
 * A straight counts whatever else there is: with one there is no pair beside
 * threes. Hands with a flush, one in 33, and the few with fewer than four
 * ranks or four of a kind are left over to handrank_computed. There is no
 * other branch: one guessed wrong costs more than all look-ups.
 *
 * A worked hand: Ks Kh 9h 8h 5d 2d 2c. odd = 985, two = K2, of which none is
 * odd: row[K2] + 0 is the place of two pair, 0x2000 | K2, which leaves all
 * ranks but K2. Of K9852 these are 985; all but the lowest two are kept, 9.
 * No straight: the rank is 0x2000 | K2 above 9.
 *
 * Tried and rejected: branches for threes, third pairs and straights (a
 * quarter slower on hands in no order); a perfect hash of the ranks' counts,
 * as others have it (over 100 KB); kickers by a table of 16 KB instead of
 * pdep, straights of 16 bits, flushes by look-up (all as fast); prepared hands
 * of two words, the sum of counts beside the suits (a quarter faster, but all
 * arrays twice as large). */
#ifndef CORE_HANDRANK_SEVEN_H
#define CORE_HANDRANK_SEVEN_H

#include <stdbool.h>
#include <stdint.h>

typedef struct HandTables {
  uint64_t card[52]; /* of handrank_pext.c's sum of counts */
  uint32_t high[12]; /* from 2 on; 0 none, 1 the hand is left over */
  uint32_t named[1769];
  uint16_t left[1769], kept[1769];
  uint16_t row[8192];
  uint8_t straight[8192];
  uint8_t fives[512]; /* of handrank_vbmi.c's counts of suits */
} HandTables;

extern const HandTables handrank_tables;

#if defined(__x86_64__)
#include <immintrin.h>

/* The rank, or nothing but `left_over`. One comparison asks both whether the
 * hand is left over and whether there is a straight; the second must not be a
 * branch, which the compiler would make of it. */
static inline __attribute__((always_inline, target("bmi,bmi2"))) uint32_t
seven_rank(uint64_t odd, uint64_t two, bool *left_over) {
  const HandTables *of = &handrank_tables;
  uint64_t all = odd | two, entry = of->row[two] + _pext_u64(odd, two);
  uint64_t straight = of->straight[all];
  uint32_t kickers = (uint32_t)all & of->left[entry];
  uint32_t rank = of->named[entry] | _pdep_u32(of->kept[entry], kickers);
  __asm__ volatile goto(
      "cmpl $1, %k[straight]\n\t"
      "je %l[left]\n\t"
      "cmova %[high], %[rank]"
      : [rank] "+r"(rank)
      : [straight] "r"(straight), [high] "m"(of->high[straight])
      : "cc"
      : left);
  *left_over = false;
  return rank;
left:
  *left_over = true;
  return 0;
}

#endif
#endif
