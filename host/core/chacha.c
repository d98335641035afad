/* ChaCha8 on LANES blocks side by side: see chance.h. This file is compiled
 * once a variant (cpu_variants.h; the Makefile gives the flags and VARIANT(f),
 * f with the variant's name).
 *
 * The sixteen words of a block are sixteen vectors, so nothing is moved
 * between lanes: a quarter round is the plain one on vectors, and the output
 * is the vectors themselves, cut into fours. */
#include <string.h>

#include "core/chance.h"

#if defined(__AVX512F__)
enum { LANES = 16 };
#elif defined(__AVX2__)
enum { LANES = 8 };
#else
enum { LANES = 4 };
#endif

typedef uint32_t V __attribute__((vector_size(4 * LANES)));
#define INLINE static inline __attribute__((always_inline))

INLINE void mix(V *sum, const V *other, V *turned, int by) {
  *sum += *other;
  *turned ^= *sum;
  *turned = (*turned << by) | (*turned >> (32 - by));
}

INLINE void quarter(V *a, V *b, V *c, V *d) {
  mix(a, b, d, 16);
  mix(c, d, b, 12);
  mix(a, b, d, 8);
  mix(c, d, b, 7);
}

INLINE void double_round(V x[16]) {
  quarter(&x[0], &x[4], &x[8], &x[12]);
  quarter(&x[1], &x[5], &x[9], &x[13]);
  quarter(&x[2], &x[6], &x[10], &x[14]);
  quarter(&x[3], &x[7], &x[11], &x[15]);
  quarter(&x[0], &x[5], &x[10], &x[15]);
  quarter(&x[1], &x[6], &x[11], &x[12]);
  quarter(&x[2], &x[7], &x[8], &x[13]);
  quarter(&x[3], &x[4], &x[9], &x[14]);
}

/* The blocks that start with constants, key and tail, word `counting` of
 * them one higher in each lane. */
INLINE void start(V x[16], const uint32_t key[8], const uint32_t tail[4],
                  int counting) {
  static const uint32_t constant[4] = {0x61707865, 0x3320646e, 0x79622d32,
                                       0x6b206574};
  for (int i = 0; i < 4; i++) x[i] = (V){0} + constant[i];
  for (int i = 0; i < 8; i++) x[4 + i] = (V){0} + key[i];
  for (int i = 0; i < 4; i++) x[12 + i] = (V){0} + tail[i];
  for (int lane = 0; lane < LANES; lane++) x[counting][lane] += (uint32_t)lane;
}

/* LANES blocks to out[16 * LANES], interleaved by four. */
INLINE void some(uint32_t *out, const uint32_t key[8], const uint32_t tail[4],
                 int counting) {
  V x[16];
  start(x, key, tail, counting);
  for (int round = 0; round < 8; round += 2) double_round(x);
  for (int i = 0; i < 8; i++) x[4 + i] += key[i];
  for (int lane = 0; lane < LANES; lane += 4)
    for (int i = 0; i < 16; i++)
      memcpy(out + 16 * lane + 4 * i, (const uint32_t *)&x[i] + lane, 16);
}

void VARIANT(chacha)(uint32_t out[CHACHA_WORDS], const uint32_t key[8],
                     const uint32_t tail[4], int counting) {
  uint32_t at[4];
  memcpy(at, tail, sizeof at);
  for (int block = 0; block < CHACHA_BLOCKS; block += LANES) {
    some(out + 16 * block, key, at, counting);
    at[counting - 12] += LANES;
  }
}
