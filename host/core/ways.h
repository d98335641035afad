/* The ways to compute many alike things at once, of hands in handrank_batch.c,
 * of chance in chacha.c, of deals in odds_batch.c: with what every processor
 * has, with AVX2, with AVX-512 (F and BW). All give the same. The best that the
 * processor has is taken, or the one that CROUPIER_CPU=plain|avx2|avx512 names
 * when the program starts, if the processor has it. */
#ifndef CORE_WAYS_H
#define CORE_WAYS_H

#include <stdbool.h>

typedef enum Way { WAY_PLAIN, WAY_AVX2, WAY_AVX512, WAYS } Way;

bool way_has(Way way);
Way way_taken(void);
const char *way_name(Way way); /* "plain", "avx2", "avx512" */

/* A table, by way, of a function that is compiled once for each. */
#if defined(__x86_64__)
#define WAYS_OF(f) \
  { f##_plain, f##_avx2, f##_avx512 }
#else
#define WAYS_OF(f) \
  { f##_plain }
#endif

/* A sentence when CROUPIER_CPU names no way, or one that the processor lacks;
 * else NULL. */
const char *way_problem(void);

#endif
