/* Ranking thirty-two hands at once with AVX-512; see handrank_kernel.h. */
#include "core/handrank_paths.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#define TARGET __attribute__((target("avx512f,avx512bw,bmi,bmi2")))
#define KERNEL static inline __attribute__((always_inline)) TARGET
enum { LANES = 32, SIDE = 2 };
typedef uint16_t V __attribute__((vector_size(64), may_alias));
typedef __mmask32 M;

#define I(a) ((__m512i)(a))
#define lanes(k) ((V){0} + (uint16_t)(k))

KERNEL M zero(V a) { return _mm512_testn_epi16_mask(I(a), I(a)); }
KERNEL M above(V a, int k) {
  return _mm512_cmpgt_epi16_mask(I(a), _mm512_set1_epi16((int16_t)k));
}
KERNEL V pick(M m, V a, V b) {
  return (V)_mm512_mask_blend_epi16(m, I(b), I(a));
}
KERNEL V trim(M m, V a, V less) { return pick(m, a, less); }
KERNEL V strip(M m, V a, V less) { return pick(m, less, a); }
KERNEL V when(M m, V a) { return (V)_mm512_maskz_mov_epi16(m, I(a)); }
KERNEL V unless(M m, V a) { return pick(m, lanes(0), a); }
KERNEL V less_one(M m, V a) {
  return (V)_mm512_mask_sub_epi16(I(a), m, I(a), _mm512_set1_epi16(1));
}
KERNEL V larger(V a, V b) { return (V)_mm512_max_epu16(I(a), I(b)); }
KERNEL V higher(V a, V b) { return larger(a, b); }
KERNEL bool any_zero(V a) { return zero(a) != 0; }

/* Eight hands are a vector. Halves of 32 bits are mixed first, then of 64:
 * each result holds one suit of every hand, not the same suit of each. The
 * lanes' order is undone by `store`. */
KERNEL void load(const uint64_t *hands, V suit[4]) {
  const __m512i *at = (const __m512i *)hands;
  __m512i a = _mm512_loadu_si512(at), b = _mm512_loadu_si512(at + 1);
  __m512i c = _mm512_loadu_si512(at + 2), d = _mm512_loadu_si512(at + 3);
  const __mmask32 odd = 0xaaaaaaaa;
  __m512 ab = (__m512)_mm512_mask_blend_epi16(odd, b, a);
  __m512 cd = (__m512)_mm512_mask_blend_epi16(odd, d, c);
  __m512 ba = (__m512)_mm512_rol_epi32(_mm512_mask_blend_epi16(odd, a, b), 16);
  __m512 dc = (__m512)_mm512_rol_epi32(_mm512_mask_blend_epi16(odd, c, d), 16);
  suit[0] = (V)_mm512_shuffle_ps(ab, cd, 0x88);
  suit[1] = (V)_mm512_shuffle_ps(ab, cd, 0xdd);
  suit[2] = (V)_mm512_shuffle_ps(ba, dc, 0x88);
  suit[3] = (V)_mm512_shuffle_ps(ba, dc, 0xdd);
}

/* Where hands i and i + 1 are after `load`, as words of (lo, hi). */
#define PAIR(lane) lane, lane + 32, lane + 2, lane + 34
#define EIGHT(lane) PAIR(lane), PAIR(lane + 8), PAIR(lane + 16), PAIR(lane + 24)

KERNEL void store(uint32_t *ranks, V hi, V lo) {
  const V first = {EIGHT(1), EIGHT(0)}, second = {EIGHT(5), EIGHT(4)};
  __m512i *at = (__m512i *)ranks;
  _mm512_storeu_si512(at, _mm512_permutex2var_epi16(I(lo), I(first), I(hi)));
  _mm512_storeu_si512(at + 1,
                      _mm512_permutex2var_epi16(I(lo), I(second), I(hi)));
}

#include "core/handrank_kernel.h"

TARGET void handrank_avx512(const uint64_t *hands, size_t n, uint32_t *ranks,
                            size_t count) {
  rank_hands(hands, n, ranks, count);
}

#else

void handrank_avx512(const uint64_t *hands, size_t n, uint32_t *ranks,
                     size_t count) {
  handrank_plain(hands, n, ranks, count);
}

#endif
