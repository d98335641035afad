/* Ranking sixteen hands at once with AVX2; see handrank_kernel.h. */
#include "core/handrank_paths.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#define KERNEL \
  static inline __attribute__((always_inline, target("avx2,bmi,bmi2")))
enum { LANES = 16 };
typedef uint16_t V __attribute__((vector_size(32), may_alias));
typedef int16_t Signed __attribute__((vector_size(32), may_alias));
typedef V M; /* ones where it is false: the comparison there is is with 0 */

#define I(a) ((__m256i)(a))
#define lanes(k) ((V){0} + (uint16_t)(k))

KERNEL V over(V a, V k) { return (V)_mm256_subs_epu16(I(a), I(k)); }
KERNEL V larger(V a, V b) { return (V)_mm256_max_epu16(I(a), I(b)); }
KERNEL M nonzero(V a) { return (M)(a == 0); }
KERNEL V when(M m, V a) { return a & ~m; }
KERNEL V either(M m, V a, V b) {
  return (V)_mm256_blendv_epi8(I(a), I(b), I(m));
}
KERNEL V or_else(V a, V b) { return a | (b & (V)(a == 0)); }
KERNEL V less_one(V a, V b, int k) {
  return a & (a + (V)((Signed)b > (int16_t)k));
}
KERNEL bool has_zero(V a) { return _mm256_movemask_epi8((__m256i)(a == 0)); }

/* Two hands in each half: hands i, i + 1 and i + 8, i + 9. */
KERNEL __m256i two_and_two(const uint64_t *hands) {
  const __m128i *at = (const __m128i *)hands;
  return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128(at)),
                                 _mm_loadu_si128(at + 4), 1);
}

/* 0 4 0 4 0 4 0 4 1 5 1 5 ...: three rounds of a zip make columns of rows. */
KERNEL void load(const uint64_t *hands, V suit[4]) {
  __m256i a = two_and_two(hands), b = two_and_two(hands + 2);
  __m256i c = two_and_two(hands + 4), d = two_and_two(hands + 6);
  __m256i ac = _mm256_unpacklo_epi16(a, c), ca = _mm256_unpackhi_epi16(a, c);
  __m256i bd = _mm256_unpacklo_epi16(b, d), db = _mm256_unpackhi_epi16(b, d);
  __m256i even = _mm256_unpacklo_epi16(ac, bd);
  __m256i even2 = _mm256_unpackhi_epi16(ac, bd);
  __m256i odd = _mm256_unpacklo_epi16(ca, db);
  __m256i odd2 = _mm256_unpackhi_epi16(ca, db);
  suit[0] = (V)_mm256_unpacklo_epi16(even, odd);
  suit[1] = (V)_mm256_unpackhi_epi16(even, odd);
  suit[2] = (V)_mm256_unpacklo_epi16(even2, odd2);
  suit[3] = (V)_mm256_unpackhi_epi16(even2, odd2);
}

KERNEL void store(uint32_t *ranks, V hi, V lo) {
  __m256i low = _mm256_unpacklo_epi16(I(lo), I(hi));
  __m256i high = _mm256_unpackhi_epi16(I(lo), I(hi));
  __m128i *at = (__m128i *)ranks;
  _mm_storeu_si128(at, _mm256_castsi256_si128(low));
  _mm_storeu_si128(at + 1, _mm256_castsi256_si128(high));
  _mm_storeu_si128(at + 2, _mm256_extracti128_si256(low, 1));
  _mm_storeu_si128(at + 3, _mm256_extracti128_si256(high, 1));
}

#include "core/handrank_kernel.h"

__attribute__((target("avx2,bmi,bmi2"))) void handrank_avx2(
    const uint64_t *hands, size_t n, uint32_t *ranks, size_t count) {
  rank_hands(hands, n, ranks, count);
}

#else

void handrank_avx2(const uint64_t *hands, size_t n, uint32_t *ranks,
                   size_t count) {
  handrank_plain(hands, n, ranks, count);
}

#endif
