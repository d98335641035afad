/* Which instructions of the processor the inner loops use. handrank_batch.c,
 * chacha.c and odds_batch.c are compiled once for each variant: for every
 * processor, for AVX2, for AVX-512 (F and BW). All give the same results. The
 * program takes the best variant that the processor has, or the one that
 * CROUPIER_CPU=plain|avx2|avx512 names at its start. */
#ifndef CORE_CPU_VARIANTS_H
#define CORE_CPU_VARIANTS_H

#include <stdbool.h>

typedef enum CpuVariant {
  CPU_PLAIN,
  CPU_AVX2,
  CPU_AVX512,
  CPU_VARIANTS
} CpuVariant;

bool cpu_has(CpuVariant variant);
CpuVariant cpu_variant(void);             /* the one that is used */
const char *cpu_name(CpuVariant variant); /* "plain", "avx2", "avx512" */

/* The variants of a function as a table. */
#if defined(__x86_64__)
#define VARIANTS_OF(f) \
  { f##_plain, f##_avx2, f##_avx512 }
#else
#define VARIANTS_OF(f) \
  { f##_plain }
#endif

/* The problem with CROUPIER_CPU: it names no variant, or one that the processor
 * lacks. NULL if there is none. */
const char *cpu_problem(void);

#endif
