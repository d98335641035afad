/* ChaCha8 on LANES blocks side by side; included by rng_chacha.c once a kind
 * of processor, which says first
 *
 *   LANES       blocks that one vector holds a word of: 4, 8 or 16
 *   TARGET      the attribute that lets the compiler use such vectors
 *   NAME(f)     f with a suffix for this kind
 *
 * The sixteen words of a block are sixteen vectors, so nothing is moved
 * between lanes: a quarter round is the plain one on vectors, and the output
 * is the vectors themselves, cut into fours. */

typedef uint32_t NAME(Word) __attribute__((vector_size(4 * LANES)));

#define V NAME(Word)
#define INLINE static inline __attribute__((always_inline)) TARGET

INLINE void NAME(mix)(V *sum, const V *other, V *turned, int by) {
  *sum += *other;
  *turned ^= *sum;
  *turned = (*turned << by) | (*turned >> (32 - by));
}

INLINE void NAME(quarter)(V *a, V *b, V *c, V *d) {
  NAME(mix)(a, b, d, 16);
  NAME(mix)(c, d, b, 12);
  NAME(mix)(a, b, d, 8);
  NAME(mix)(c, d, b, 7);
}

INLINE void NAME(double_round)(V x[16]) {
  NAME(quarter)(&x[0], &x[4], &x[8], &x[12]);
  NAME(quarter)(&x[1], &x[5], &x[9], &x[13]);
  NAME(quarter)(&x[2], &x[6], &x[10], &x[14]);
  NAME(quarter)(&x[3], &x[7], &x[11], &x[15]);
  NAME(quarter)(&x[0], &x[5], &x[10], &x[15]);
  NAME(quarter)(&x[1], &x[6], &x[11], &x[12]);
  NAME(quarter)(&x[2], &x[7], &x[8], &x[13]);
  NAME(quarter)(&x[3], &x[4], &x[9], &x[14]);
}

/* The blocks that start with constants, key and tail, word `counting` of
 * them one higher in each lane. */
INLINE void NAME(start)(V x[16], const uint32_t key[8], const uint32_t tail[4],
                        int counting) {
  static const uint32_t constant[4] = {0x61707865, 0x3320646e, 0x79622d32,
                                       0x6b206574};
  for (int i = 0; i < 4; i++) x[i] = (V){0} + constant[i];
  for (int i = 0; i < 8; i++) x[4 + i] = (V){0} + key[i];
  for (int i = 0; i < 4; i++) x[12 + i] = (V){0} + tail[i];
  for (int lane = 0; lane < LANES; lane++) x[counting][lane] += (uint32_t)lane;
}

/* LANES blocks to out[16 * LANES], interleaved by four. */
TARGET static void NAME(some)(uint32_t *out, const uint32_t key[8],
                              const uint32_t tail[4], int counting) {
  V x[16];
  NAME(start)(x, key, tail, counting);
  for (int round = 0; round < 8; round += 2) NAME(double_round)(x);
  for (int i = 0; i < 8; i++) x[4 + i] += key[i];
  for (int lane = 0; lane < LANES; lane += 4)
    for (int i = 0; i < 16; i++)
      memcpy(out + 16 * lane + 4 * i, (const uint32_t *)&x[i] + lane, 16);
}

static void NAME(all)(uint32_t *out, const uint32_t key[8],
                      const uint32_t tail[4], int counting) {
  uint32_t at[4];
  memcpy(at, tail, sizeof at);
  for (int block = 0; block < CHACHA_BLOCKS; block += LANES) {
    NAME(some)(out + 16 * block, key, at, counting);
    at[counting - 12] += LANES;
  }
}

#undef V
#undef INLINE
#undef LANES
#undef TARGET
#undef NAME
