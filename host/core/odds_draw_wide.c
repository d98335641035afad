/* odds_draw.c's draws, eight at once with AVX-512: the same cards out of the
 * same words.
 *
 * A lane is a draw. IFMA multiplies its word of 52 bits; a card's bit is found
 * by moving bytes (VBMI); a draw is good when it has as many bits as cards
 * (VPOPCNTDQ), and then gets its suits' counts (BITALG). */
#include "core/odds_inner.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define TARGET                                           \
  __attribute__((                                        \
      target("avx512f,avx512bw,avx512vbmi,avx512bitalg," \
             "avx512ifma,avx512vpopcntdq,bmi,bmi2,popcnt")))
#define KERNEL static inline __attribute__((always_inline)) TARGET

bool odds_has_wide(void) {
  return __builtin_cpu_supports("avx512vbmi") &&
         __builtin_cpu_supports("avx512bitalg") &&
         __builtin_cpu_supports("avx512ifma") &&
         __builtin_cpu_supports("avx512vpopcntdq");
}

/* Where each card's bit is; where that of the card after the next ones in the
 * ring is, once and a half round; and how pairs are numbered. */
typedef struct Wide {
  __m512i at, after, further, count, ring, apart, out;
  __mmask8 even; /* all or none: the card beside the ring is there */
} Wide;

KERNEL __m512i number(uint64_t n) { return _mm512_set1_epi64((int64_t)n); }

KERNEL Wide wide_of(const OddsDeck *deck) {
  bool even = deck->count % 2 == 0;
  return (Wide){
      _mm512_loadu_si512(deck->at),         _mm512_loadu_si512(deck->after),
      _mm512_loadu_si512(deck->after + 64), number((uint64_t)deck->count),
      number((uint64_t)deck->ring),         number((uint64_t)deck->apart),
      number(deck->at[deck->ring]),         even ? 0xff : 0};
}

/* Numbers below n out of the words, and their rest as new words. */
KERNEL __m512i part_of(__m512i *word, __m512i n) {
  const __m512i none = _mm512_setzero_si512();
  __m512i part = _mm512_madd52hi_epu64(none, *word, n);
  *word = _mm512_madd52lo_epu64(none, *word, n);
  return part;
}

#define LOWEST 0x0101010101010101u /* of a lane's bytes; others are 0 */

KERNEL __m512i bit_at(__m512i at) { return _mm512_sllv_epi64(number(1), at); }

KERNEL __m512i card_of(const Wide *deck, __m512i *word) {
  __m512i card = part_of(word, deck->count);
  return bit_at(_mm512_maskz_permutexvar_epi8(LOWEST, card, deck->at));
}

KERNEL __m512i pair_of(const Wide *deck, __m512i *word) {
  __m512i card = part_of(word, deck->ring), by = part_of(word, deck->apart);
  __m512i at = _mm512_maskz_permutexvar_epi8(LOWEST, card, deck->at);
  __m512i other = _mm512_maskz_permutex2var_epi8(LOWEST, deck->after, card + by,
                                                 deck->further);
  __mmask8 out = _mm512_mask_testn_epi64_mask(deck->even, by, by);
  other = _mm512_mask_mov_epi64(other, out, deck->out);
  return bit_at(at) | bit_at(other);
}

/* A card that is drawn twice is one bit, a pair's two are never the same. */
KERNEL __m512i cards_of(const Wide *deck, __m512i *word, int cards) {
  __m512i mask = _mm512_setzero_si512();
  for (; cards > 1; cards -= 2) mask |= pair_of(deck, word);
  if (cards) mask |= card_of(deck, word);
  return mask;
}

KERNEL void put(uint64_t *to, __mmask8 good, __m512i mask) {
  __m512i hand = mask | _mm512_slli_epi16(_mm512_popcnt_epi16(mask), 13);
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(good, hand));
}

KERNEL size_t try_all(const OddsDeck *deck, const uint64_t *words, OddsDraw to,
                      int last, int second) {
  const __m512i cards = number((uint64_t)(last + second));
  const __m512i least = number(odds_least(deck, last, second) >> 12);
  const Wide wide = wide_of(deck);
  size_t all = 0;
  for (int i = 0; i < ODDS_TRIES; i += 8) {
    __m512i word = _mm512_srli_epi64(_mm512_loadu_si512(words + i), 12);
    __m512i mask = cards_of(&wide, &word, last);
    __m512i other = cards_of(&wide, &word, second);
    __m512i both = mask | other;
    __mmask8 good = _mm512_cmpeq_epi64_mask(_mm512_popcnt_epi64(both), cards) &
                    _mm512_cmpge_epu64_mask(word, least);
    put(to.last + all, good, mask);
    if (second) put(to.second + all, good, other);
    _mm512_storeu_si512(to.used + all, _mm512_maskz_compress_epi64(good, both));
    all += (size_t)__builtin_popcount(good);
  }
  return all;
}

TARGET size_t odds_try_wide(const OddsDeck *deck, const uint64_t *words,
                            OddsDraw to, int last, int second) {
  switch (second * 10 + last) {
    case 5:
      return try_all(deck, words, to, 5, 0);
    case 2:
      return try_all(deck, words, to, 2, 0);
    case 25:
      return try_all(deck, words, to, 5, 2);
    case 22:
      return try_all(deck, words, to, 2, 2);
    default:
      return try_all(deck, words, to, last, second);
  }
}

#else

bool odds_has_wide(void) { return false; }

size_t odds_try_wide(const OddsDeck *deck, const uint64_t *words, OddsDraw to,
                     int last, int second) {
  return odds_try_plain(deck, words, to, last, second);
}

#endif
