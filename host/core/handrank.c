/* Poker rank of one hand.
 *
 * A prepared hand has four fields of 16 bits, one a suit: 13 bits say which
 * ranks are there, 3 bits above them count the suit's cards. Eight or more
 * cards of one suit overflow that count into the next field; see
 * `overflowed`. */
#include "core/handrank_paths.h"

#include <string.h>

enum { RANKS = 0x1fff, COUNT_5 = 0xa000, PART = 512 };

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

static unsigned highest(unsigned mask) {
  return mask ? 1u << (31 - __builtin_clz(mask)) : 0;
}

static unsigned top(unsigned mask, int keep) {
  while (__builtin_popcount(mask) > keep) mask &= mask - 1;
  return mask;
}

static unsigned straight(unsigned mask) {
  unsigned a = mask << 1 | mask >> 12;
  a &= a << 1;
  a &= a << 2;
  a &= (mask << 1 | mask >> 12) << 4;
  return highest(a) >> 1;
}

static uint32_t joined(unsigned code, unsigned named, unsigned rest) {
  return (uint32_t)(code | named) << 16 | rest;
}

static unsigned flush_cards(const unsigned suit[4], bool overflow) {
  for (int i = 0; i < 4; i++) {
    unsigned mask = suit[i] & RANKS;
    if (overflow ? (mask >> 1 & mask >> 2) != 0 : suit[i] >= COUNT_5)
      return mask;
  }
  return 0;
}

static uint32_t paired(unsigned any, unsigned ge2, unsigned ge3) {
  if (ge3) return joined(CODE_THREE, ge3, top(any ^ ge3, 2));
  unsigned pairs = top(ge2, 2);
  if (pairs & (pairs - 1))
    return joined(CODE_TWO_PAIR, pairs, top(any ^ pairs, 1));
  return joined(0, pairs, top(any ^ pairs, pairs ? 3 : 5));
}

uint32_t handrank_prepared(uint64_t hand, size_t n) {
  if (n < HAND_LEAST || n > HAND_MOST) return 0;
  unsigned suit[4] = {(unsigned)(hand & 0xffff),
                      (unsigned)(hand >> 16 & 0xffff),
                      (unsigned)(hand >> 32 & 0xffff), (unsigned)(hand >> 48)};
  unsigned all = suit[0] | suit[1] | suit[2] | suit[3];
  unsigned flush = flush_cards(suit, n >= 8 && !(all & 0xc000));
  if (flush && straight(flush))
    return joined(CODE_STRAIGHT_FLUSH, straight(flush), 0);
  unsigned c = suit[0], d = suit[1], h = suit[2], s = suit[3];
  unsigned any = all & RANKS;
  unsigned ge2 = ((c & d) | (h & s) | ((c | d) & (h | s))) & RANKS;
  unsigned ge3 = ((c & d & (h | s)) | (h & s & (c | d))) & RANKS;
  unsigned four = highest(c & d & h & s & RANKS), three = highest(ge3);
  if (four) return joined(CODE_FOUR, four, highest(any ^ four));
  if (three && ge2 != three)
    return joined(CODE_FULL, three, highest(ge2 ^ three));
  if (flush) return joined(CODE_FLUSH, 0, top(flush, 5));
  if (straight(any)) return joined(CODE_STRAIGHT, straight(any), 0);
  return paired(any, ge2, ge3);
}

uint32_t handrank_of(const uint8_t *cards, size_t n) {
  return handrank_prepared(handrank_prepare(cards, n), n);
}

/* ---- many hands ----------------------------------------------------- */

bool handrank_has(HandPath path) {
#if defined(__x86_64__)
  if (path == PATH_AVX2) return __builtin_cpu_supports("avx2");
  if (path == PATH_AVX512)
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("bmi2");
#endif
  return path == PATH_PLAIN;
}

HandPath handrank_path(void) {
  if (handrank_has(PATH_AVX512)) return PATH_AVX512;
  return handrank_has(PATH_AVX2) ? PATH_AVX2 : PATH_PLAIN;
}

const char *handrank_path_name(HandPath path) {
  static const char *const names[PATHS] = {"plain", "AVX2", "AVX-512"};
  return names[path];
}

void handrank_batch_by(HandPath path, const uint64_t *hands, size_t n,
                       uint32_t *ranks, size_t count) {
  if (path == PATH_AVX512)
    handrank_avx512(hands, n, ranks, count);
  else if (path == PATH_AVX2)
    handrank_avx2(hands, n, ranks, count);
  else
    handrank_plain(hands, n, ranks, count);
}

void handrank_batch_cards_by(HandPath path, const uint8_t *cards, size_t n,
                             uint32_t *ranks, size_t count) {
  bool bytes = path == PATH_AVX512 && handrank_has_bytes();
  uint64_t hands[PART];
  for (size_t part; count > 0; count -= part) {
    part = count < PART ? count : PART;
    if (bytes)
      handrank_prepare_bytes(cards, n, hands, part);
    else
      handrank_prepare_plain(cards, n, hands, part);
    handrank_batch_by(path, hands, n, ranks, part);
    cards += part * n;
    ranks += part;
  }
}

static bool can_rank(size_t n, uint32_t *ranks, size_t count) {
  if (n >= HAND_LEAST && n <= HAND_MOST) return true;
  if (count) memset(ranks, 0, count * sizeof *ranks);
  return false;
}

void handrank_batch(const uint64_t *hands, size_t n, uint32_t *ranks,
                    size_t count) {
  if (can_rank(n, ranks, count))
    handrank_batch_by(handrank_path(), hands, n, ranks, count);
}

void handrank_batch_cards(const uint8_t *cards, size_t n, uint32_t *ranks,
                          size_t count) {
  if (can_rank(n, ranks, count))
    handrank_batch_cards_by(handrank_path(), cards, n, ranks, count);
}
