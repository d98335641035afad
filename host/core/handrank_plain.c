/* Ranking eight hands at once with what every processor has: vectors of 128
 * bits as the compiler offers them, SSE2 on x86-64, NEON elsewhere, loops
 * where there is neither; see handrank_kernel.h. */
#include <string.h>

#include "core/handrank_paths.h"

#define KERNEL static inline __attribute__((always_inline))
enum { LANES = 8, SIDE = 2 };
typedef uint16_t V __attribute__((vector_size(16), may_alias));
typedef int16_t Signed __attribute__((vector_size(16), may_alias));
typedef V M;

#define lanes(k) ((V){0} + (uint16_t)(k))

KERNEL M zero(V a) { return (M)(a == 0); }
KERNEL M above(V a, int k) { return (M)((Signed)a > (int16_t)k); }
KERNEL V pick(M m, V a, V b) { return (a & m) | (b & ~m); }
KERNEL V trim(M m, V a, V less) { return a & (less | m); }
KERNEL V strip(M m, V a, V less) { return a & ~(m & ~less); }
KERNEL V when(M m, V a) { return a & m; }
KERNEL V unless(M m, V a) { return a & ~m; }
KERNEL V less_one(M m, V a) { return a + m; }

#if defined(__SSE2__)
#include <emmintrin.h>
#define I(a) ((__m128i)(a))
KERNEL V larger(V a, V b) { return (V)_mm_subs_epu16(I(a), I(b)) + b; }
KERNEL V higher(V a, V b) { return (V)_mm_max_epi16(I(a), I(b)); }
KERNEL bool any_zero(V a) { return _mm_movemask_epi8(I(zero(a))) != 0; }
#else
KERNEL V larger(V a, V b) { return pick((M)(a > b), a, b); }
KERNEL V higher(V a, V b) { return larger(a, b); }
KERNEL bool any_zero(V a) {
  bool found = false;
  for (int i = 0; i < LANES; i++) found |= a[i] == 0;
  return found;
}
#endif

#define zip(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define zip2(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)

/* Two hands are a vector; three rounds of zipping make rows of columns. */
KERNEL void load(const uint64_t *hands, V suit[4]) {
  V a, b, c, d;
  memcpy(&a, hands, sizeof a);
  memcpy(&b, hands + 2, sizeof b);
  memcpy(&c, hands + 4, sizeof c);
  memcpy(&d, hands + 6, sizeof d);
  V even = zip(zip(a, c), zip(b, d)), odd = zip(zip2(a, c), zip2(b, d));
  suit[0] = zip(even, odd);
  suit[1] = zip2(even, odd);
  even = zip2(zip(a, c), zip(b, d));
  odd = zip2(zip2(a, c), zip2(b, d));
  suit[2] = zip(even, odd);
  suit[3] = zip2(even, odd);
}

KERNEL void store(uint32_t *ranks, V hi, V lo) {
  V low = zip(lo, hi), high = zip2(lo, hi);
  memcpy(ranks, &low, sizeof low);
  memcpy(ranks + 4, &high, sizeof high);
}

#include "core/handrank_kernel.h"

void handrank_plain(const uint64_t *hands, size_t n, uint32_t *ranks,
                    size_t count) {
  rank_hands(hands, n, ranks, count);
}
