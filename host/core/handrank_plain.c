/* Ranking eight hands at once with what every processor has: vectors of 128
 * bits as the compiler offers them, SSE2 on x86-64, NEON elsewhere, loops
 * where there is neither; see handrank_kernel.h. */
#include <string.h>

#include "core/handrank_paths.h"

#define KERNEL static inline __attribute__((always_inline))
enum { LANES = 8 };
typedef uint16_t V __attribute__((vector_size(16), may_alias));
typedef int16_t Signed __attribute__((vector_size(16), may_alias));
typedef V M; /* ones where it is false: the comparison there is is with 0 */

#define lanes(k) ((V){0} + (uint16_t)(k))

#if defined(__SSE2__)
#include <emmintrin.h>
KERNEL V over(V a, V k) { return (V)_mm_subs_epu16((__m128i)a, (__m128i)k); }
KERNEL bool has_zero(V a) { return _mm_movemask_epi8((__m128i)(a == 0)); }
#else
KERNEL V over(V a, V k) { return (a - k) & (V)(a > k); }
KERNEL bool has_zero(V a) {
  bool found = false;
  for (int i = 0; i < LANES; i++) found |= a[i] == 0;
  return found;
}
#endif

KERNEL V larger(V a, V b) { return over(a, b) + b; }
KERNEL M nonzero(V a) { return (M)(a == 0); }
KERNEL V when(M m, V a) { return a & ~m; }
KERNEL V either(M m, V a, V b) { return (a & ~m) | (b & m); }
KERNEL V or_else(V a, V b) { return a | (b & (V)(a == 0)); }
KERNEL V less_one(V a, V b, int k) {
  return a & (a + (V)((Signed)b > (int16_t)k));
}

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
