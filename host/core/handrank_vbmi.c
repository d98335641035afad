/* Rank of seven cards where AVX-512 can look up bytes (VBMI), count bits
 * (BITALG) and multiply matrices of bits (GFNI); see handrank_seven.h.
 *
 * A card is a row of 16 bits, of which its rank is set: eight lowest ranks in
 * one half of a vector, five in the other. Turned over, 8 x 8 bits at a time,
 * there is a byte for each rank, whose bits are the cards that have it. Their
 * numbers are the ranks' counts, and two bits of each are the masks `odd` and
 * `two`. The rows of a prepared hand are its suits.
 *
 * K9 of the worked hand's Ks Kh 9h: rows 1000 0000 0000, twice, and
 * 0000 1000 0000; turned over, byte K has two bits and byte 9 has one.
 *
 * From card bytes a flush is seen by a sum of the suits, 0, 1, 8 or 64, which
 * holds three of their counts; a prepared hand counts its suits itself.
 *
 * Tables of 64 bytes are only touched through registers above 15. Lower ones
 * would have to be cleared before the return (vzeroupper, a twentieth).
 *
 * Tried and rejected: seven bytes as two words instead of under a mask, both
 * masks out of one vector of 32 bytes (slower); suits of a prepared hand
 * compared by other means, up to four instructions fewer (all as fast). */
#include "core/handrank_paths.h"

#if defined(__x86_64__)
#include "core/handrank_seven.h"

#define TARGET                                              \
  __attribute__((                                           \
      target("bmi,bmi2,avx512f,avx512bw,avx512dq,avx512vl," \
             "avx512vbmi,avx512bitalg,gfni")))
#define KERNEL static inline __attribute__((always_inline)) TARGET
#define UNLIKELY(a) __builtin_expect((a), 0)

#define SUIT(of)                                                        \
  of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7), of(8), of(9), \
      of(10), of(11), of(12)
#define LOW(rank) ((1 << (rank)) & 0xff)
#define HIGH(rank) ((1 << (rank)) >> 8)
#define NONE(rank) 0
#define ONE(rank) 1
#define EIGHT(rank) 8
#define SIXTY_FOUR(rank) 64

/* Of cards: rows and suits. A vector that is turned over by them, without the
 * counts above a prepared hand's 13 ranks. A prepared hand's bytes as rows.
 * The largest suits that have four cards. */
static const struct {
  uint8_t low[64], high[64], suit[64], turn[16], rows[16];
  uint16_t four[8];
} of __attribute__((aligned(64))) = {
    {SUIT(LOW), SUIT(LOW), SUIT(LOW), SUIT(LOW)},
    {SUIT(HIGH), SUIT(HIGH), SUIT(HIGH), SUIT(HIGH)},
    {SUIT(NONE), SUIT(ONE), SUIT(EIGHT), SUIT(SIXTY_FOUR)},
    {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16},
    {0, 2, 4, 6, 128, 128, 128, 128, 1, 3, 5, 7, 128, 128, 128, 128},
    {0x9fff, 0x9fff, 0x9fff, 0x9fff}};

KERNEL __m128i vector(const void *at) { return _mm_load_si128(at); }

KERNEL uint32_t rank_rows(__m128i rows, bool *left_over) {
  __m128i cards = _mm_gf2p8affine_epi64_epi8(vector(of.turn), rows, 0);
  __m128i counts = _mm_popcnt_epi8(cards);
  unsigned odd = (unsigned)_mm_movemask_epi8(_mm_slli_epi16(counts, 7));
  unsigned two = (unsigned)_mm_movemask_epi8(_mm_slli_epi16(counts, 6));
  return seven_rank(odd, two, left_over);
}

/* The rows of seven cards, and the sum of their suits. */
KERNEL __m128i rows_of(const uint8_t *cards, unsigned *suits) {
  __mmask64 seven = 0x7f;
  __asm__("" : "+Yk"(seven)); /* one mask for all, not one a size */
  __m128i loaded = _mm_maskz_loadu_epi8((__mmask16)seven, cards);
  register __m128i at __asm__("xmm16") = loaded;
  register __m128i low __asm__("xmm17");
  register __m128i high __asm__("xmm18");
  register __m128i suit __asm__("xmm19");
  __asm__(
      "vpermb %[suits], %g[at], %g[suit]\n\t"
      "vpermb %[lows], %g[at], %g[low]%{%[seven]%}%{z%}\n\t"
      "vpermb %[highs], %g[at], %g[high]%{%[seven]%}%{z%}"
      : [suit] "=&v"(suit), [low] "=&v"(low), [high] "=&v"(high)
      : [at] "v"(at), [seven] "Yk"(seven), [suits] "m"(of.suit),
        [lows] "m"(of.low), [highs] "m"(of.high));
  *suits = (unsigned)_mm_cvtsi128_si32(_mm_sad_epu8(suit, _mm_setzero_si128()));
  return _mm_unpacklo_epi64(low, high);
}

TARGET uint32_t handrank_vbmi_of(const uint8_t *cards, size_t n) {
  unsigned suits;
  bool left_over;
  if (UNLIKELY(n != 7)) return handrank_computed_of(cards, n);
  __m128i rows = rows_of(cards, &suits);
  if (UNLIKELY(handrank_tables.fives[suits]))
    return handrank_computed_of(cards, n);
  uint32_t rank = rank_rows(rows, &left_over);
  return UNLIKELY(left_over) ? handrank_computed_of(cards, n) : rank;
}

TARGET uint32_t handrank_vbmi(uint64_t hand, size_t n) {
  bool left_over;
  if (UNLIKELY(n != 7)) return handrank_computed(hand, n);
  __m128i suits = _mm_cvtsi64_si128((int64_t)hand), four = vector(of.four);
  __mmask8 fives = _mm_cmpgt_epu16_mask(suits, four);
  if (UNLIKELY(!_kortestz_mask8_u8(fives, fives)))
    return handrank_computed(hand, n);
  uint32_t rank =
      rank_rows(_mm_shuffle_epi8(suits, vector(of.rows)), &left_over);
  return UNLIKELY(left_over) ? handrank_computed(hand, n) : rank;
}

#endif
