/* Ranking sixteen hands at once with AVX2; see handrank_kernel.h. */
#include "core/handrank_paths.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#define KERNEL \
  static inline __attribute__((always_inline, target("avx2,bmi,bmi2")))
enum { LANES = 16, SIDE = 2 };
typedef uint16_t V __attribute__((vector_size(32), may_alias));
typedef int16_t Signed __attribute__((vector_size(32), may_alias));
typedef V M;

#define I(a) ((__m256i)(a))
#define lanes(k) ((V){0} + (uint16_t)(k))

KERNEL M zero(V a) { return (M)(a == 0); }
KERNEL M above(V a, int k) { return (M)((Signed)a > (int16_t)k); }
KERNEL V pick(M m, V a, V b) { return (V)_mm256_blendv_epi8(I(b), I(a), I(m)); }
KERNEL V trim(M m, V a, V less) { return pick(m, a, less); }
KERNEL V strip(M m, V a, V less) { return pick(m, less, a); }
KERNEL V when(M m, V a) { return a & m; }
KERNEL V unless(M m, V a) { return a & ~m; }
KERNEL V less_one(M m, V a) { return a + m; }
KERNEL V larger(V a, V b) { return (V)_mm256_max_epu16(I(a), I(b)); }
KERNEL V higher(V a, V b) { return larger(a, b); }
KERNEL bool any_zero(V a) { return _mm256_movemask_epi8(I(zero(a))) != 0; }

/* Four hands are a vector. Words are mixed first, then pairs of words: each
 * result holds one suit of every hand, not the same suit of each. */
KERNEL void load(const uint64_t *hands, V suit[4]) {
  const __m256i *at = (const __m256i *)hands;
  const __m256i swap =
      _mm256_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13, 2,
                       3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
  __m256i a = _mm256_loadu_si256(at), b = _mm256_loadu_si256(at + 1);
  __m256i c = _mm256_loadu_si256(at + 2), d = _mm256_loadu_si256(at + 3);
  __m256 ab = (__m256)_mm256_blend_epi16(b, a, 0xaa);
  __m256 cd = (__m256)_mm256_blend_epi16(d, c, 0xaa);
  __m256 ba = (__m256)_mm256_shuffle_epi8(_mm256_blend_epi16(a, b, 0xaa), swap);
  __m256 dc = (__m256)_mm256_shuffle_epi8(_mm256_blend_epi16(c, d, 0xaa), swap);
  suit[0] = (V)_mm256_shuffle_ps(ab, cd, 0x88);
  suit[1] = (V)_mm256_shuffle_ps(ab, cd, 0xdd);
  suit[2] = (V)_mm256_shuffle_ps(ba, dc, 0x88);
  suit[3] = (V)_mm256_shuffle_ps(ba, dc, 0xdd);
}

/* The lanes are of hands 4 0 5 1 12 8 13 9, then 6 2 7 3 14 10 15 11. */
KERNEL void store(uint32_t *ranks, V hi, V lo) {
  const __m256i order = _mm256_setr_epi32(1, 3, 5, 7, 0, 2, 4, 6);
  __m256i *at = (__m256i *)ranks;
  __m256i low = _mm256_unpacklo_epi16(I(lo), I(hi));
  __m256i high = _mm256_unpackhi_epi16(I(lo), I(hi));
  _mm256_storeu_si256(at, _mm256_permutevar8x32_epi32(low, order));
  _mm256_storeu_si256(at + 1, _mm256_permutevar8x32_epi32(high, order));
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
