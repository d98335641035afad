/* Poker rank of one hand by arithmetic, on any processor, of five to nine
 * cards. Seven may be looked up instead (handrank_one.c).
 *
 * A prepared hand has four fields of 16 bits, one a suit: 13 bits say which
 * ranks are there, 3 bits above them count the suit's cards. Eight or more
 * cards of one suit overflow that count into the next field.
 *
 * The arithmetic branches where many at once (handrank_kernel.h) compute all:
 * five hands in six are high card, pair or two pair, and take no branch. Tried
 * for it: the kernel with one lane (half as fast). */
#include "core/handrank_paths.h"

enum { RANKS = 0x1fff };

/* The rank's upper half: a code in bits 13..15 above a mask of what is
 * named; its lower half: a mask of the other cards that count. */
enum {
  CODE_TWO_PAIR = 1 << 13,
  CODE_THREE = 2 << 13,
  CODE_STRAIGHT = 3 << 13,
  CODE_FLUSH = 4 << 13,
  CODE_FULL = 5 << 13,
  CODE_FOUR = 6 << 13,
  CODE_STRAIGHT_FLUSH = 7 << 13
};

#define EACH_SUIT(field) ((field)*0x0001000100010001ull)

/* Ranks that are there at least once, twice, three times, four times. */
typedef struct Copies {
  unsigned one, two, three, four;
} Copies;

static uint32_t joined(unsigned code, unsigned named, unsigned rest) {
  return (uint32_t)(code | named) << 16 | rest;
}

static unsigned highest(unsigned mask) {
  return mask ? 1u << (31 - __builtin_clz(mask)) : 0;
}

/* Without its n lowest bits, but never without the last. */
static inline unsigned dropped(unsigned mask, size_t n) {
  for (; n > 0; n--) {
    unsigned less = mask & (mask - 1);
    mask = less ? less : mask;
  }
  return mask;
}

/* The high cards of all straights in a mask of ranks. */
static inline unsigned straights_in(unsigned ranks) {
  unsigned down = ranks << 1 | ranks >> 12; /* the ace below the two */
  unsigned two = ranks & down;
  return two & two << 2 & down << 3;
}

static inline Copies count_copies(uint64_t hand) {
  uint64_t ranks = hand & EACH_SUIT(RANKS);
  unsigned low = (unsigned)ranks, high = (unsigned)(ranks >> 32);
  unsigned some = low | high, both = low & high; /* two suits in each half */
  unsigned some2 = some >> 16, both2 = both >> 16;
  return (Copies){(some | some2) & RANKS,
                  (both | both2 | (some & some2)) & RANKS,
                  ((both & some2) | (both2 & some)) & RANKS, both & both2};
}

/* Three of a kind or better, by copies alone. */
static uint32_t rank_threes(const Copies *copies, size_t n) {
  unsigned four = highest(copies->four), three = highest(copies->three);
  if (four) return joined(CODE_FOUR, four, highest(copies->one ^ four));
  unsigned pair = highest(copies->two ^ three);
  if (pair) return joined(CODE_FULL, three, pair);
  return joined(CODE_THREE, three, dropped(copies->one ^ three, n - 5));
}

/* The rank when suits are left out of account. */
static inline uint32_t rank_copies(const Copies *copies, size_t n) {
  uint32_t threes = 0;
  if (__builtin_expect(copies->three != 0, 0)) {
    threes = rank_threes(copies, n);
    if (threes >= joined(CODE_FULL, 0, 0)) return threes;
  }
  unsigned high = straights_in(copies->one);
  if (__builtin_expect(high != 0, 0))
    return joined(CODE_STRAIGHT, highest(high), 0);
  if (threes) return threes;
  unsigned pairs = copies->two, second = pairs & (pairs - 1);
  for (unsigned third = second & (second - 1); third; third &= third - 1)
    pairs &= pairs - 1;
  unsigned rest = dropped(copies->one ^ pairs, n - 5);
  return joined(second ? CODE_TWO_PAIR : 0, pairs, rest);
}

/* Of so many cards of one suit, five or more. */
static uint32_t rank_suit(unsigned suit, unsigned cards) {
  unsigned high = straights_in(suit);
  if (high) return joined(CODE_STRAIGHT_FLUSH, highest(high), 0);
  for (; cards > 5; cards--) suit &= suit - 1;
  return joined(CODE_FLUSH, 0, suit);
}

/* A hand with a flush; `fives` has bit 14 of its field. */
static uint32_t rank_flush(uint64_t hand, uint64_t fives, size_t n) {
  unsigned field = (unsigned)(hand >> (__builtin_ctzll(fives) - 14)) & 0xffff;
  uint32_t flush = rank_suit(field & RANKS, field >> 13);
  if (n <= 7) return flush;
  Copies copies = count_copies(hand);
  uint32_t other = rank_copies(&copies, n);
  return flush > other ? flush : other;
}

/* Eight or nine cards of one suit: the only field in which two cards above
 * the lowest are neighbours, whatever was carried into the next. */
static uint32_t rank_overflow(uint64_t hand) {
  unsigned suit = 0;
  for (int i = 0; i < 64; i += 16) {
    unsigned ranks = (unsigned)(hand >> i) & RANKS;
    if (ranks >> 1 & ranks >> 2) suit = ranks;
  }
  return rank_suit(suit, (unsigned)__builtin_popcount(suit));
}

static inline uint32_t rank_one(uint64_t hand, size_t n) {
  if (n < HAND_LEAST || n > HAND_MOST) return 0;
  uint64_t fives = (hand << 1 | hand) & hand >> 1 & EACH_SUIT(0x4000);
  if (__builtin_expect(fives != 0, 0)) return rank_flush(hand, fives, n);
  if (n > 7 && !(hand & EACH_SUIT(0xc000ull))) return rank_overflow(hand);
  Copies copies = count_copies(hand);
  return rank_copies(&copies, n);
}

/* Seven cards, the usual number, have code of their own. */
uint32_t handrank_computed(uint64_t hand, size_t n) {
  return n == 7 ? rank_one(hand, 7) : rank_one(hand, n);
}

uint32_t handrank_computed_of(const uint8_t *cards, size_t n) {
  if (n < HAND_LEAST || n > HAND_MOST) return 0;
  const uint64_t *of = handrank_constants;
  uint64_t hand =
      of[cards[0]] + of[cards[1]] + of[cards[2]] + of[cards[3]] + of[cards[4]];
  if (n == 7) return rank_one(hand + of[cards[5]] + of[cards[6]], 7);
  for (size_t i = HAND_LEAST; i < n; i++) hand += of[cards[i]];
  return rank_one(hand, n);
}
