/* ChaCha8 blocks: see rng_chacha.h. What is computed is written once, in
 * rng_kernel.h, and compiled for vectors of 4, 8 and 16 lanes: the first for
 * any processor (the compiler takes what its baseline has), the others chosen
 * at run time.
 *
 * Tried and left: target_clones on one function of 16 lanes (the compiler
 * splits wide vectors badly: with AVX2 three times slower than 8 lanes);
 * blocks along the vectors instead of across (it moves words between lanes in
 * each round). */
#include "core/rng_chacha.h"

#include <string.h>

#define LANES 4
#define TARGET
#define NAME(f) f##_4
#include "core/rng_kernel.h"

#if defined __x86_64__

#define LANES 8
#define TARGET __attribute__((target("avx2")))
#define NAME(f) f##_8
#include "core/rng_kernel.h"

#define LANES 16
#define TARGET __attribute__((target("avx512f")))
#define NAME(f) f##_16
#include "core/rng_kernel.h"

bool chacha_has(ChachaPath path) {
  if (path == CHACHA_AVX512) return __builtin_cpu_supports("avx512f");
  if (path == CHACHA_AVX2) return __builtin_cpu_supports("avx2");
  return path == CHACHA_PLAIN;
}

void chacha_blocks_by(ChachaPath path, uint32_t out[CHACHA_WORDS],
                      const uint32_t key[8], const uint32_t tail[4],
                      int counting) {
  if (path == CHACHA_AVX512)
    all_16(out, key, tail, counting);
  else if (path == CHACHA_AVX2)
    all_8(out, key, tail, counting);
  else
    all_4(out, key, tail, counting);
}

#else

bool chacha_has(ChachaPath path) { return path == CHACHA_PLAIN; }

void chacha_blocks_by(ChachaPath path, uint32_t out[CHACHA_WORDS],
                      const uint32_t key[8], const uint32_t tail[4],
                      int counting) {
  (void)path;
  all_4(out, key, tail, counting);
}

#endif

ChachaPath chacha_path(void) {
  if (chacha_has(CHACHA_AVX512)) return CHACHA_AVX512;
  return chacha_has(CHACHA_AVX2) ? CHACHA_AVX2 : CHACHA_PLAIN;
}

const char *chacha_path_name(ChachaPath path) {
  static const char *const name[CHACHA_PATHS] = {"plain", "avx2", "avx512"};
  return name[path];
}

void chacha_blocks(uint32_t out[CHACHA_WORDS], const uint32_t key[8],
                   const uint32_t tail[4], int counting) {
  chacha_blocks_by(chacha_path(), out, key, tail, counting);
}
