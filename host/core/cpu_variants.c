/* Variants for kinds of processors: see cpu_variants.h. */
#include "core/cpu_variants.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[CPU_VARIANTS] = {"plain", "avx2", "avx512"};

/* CROUPIER_CPU as it was when the program started; it is written once,
 * before main. */
static struct {
  CpuVariant variant;
  const char *problem;
} chosen;

bool cpu_has(CpuVariant wanted) {
#if defined(__x86_64__)
  if (wanted == CPU_AVX2)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
  if (wanted == CPU_AVX512)
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("bmi2");
#endif
  return wanted == CPU_PLAIN;
}

__attribute__((constructor)) static void choose_variant(void) {
  const char *name = getenv("CROUPIER_CPU");
  for (CpuVariant w = CPU_PLAIN; w < CPU_VARIANTS; w++)
    if (cpu_has(w)) chosen.variant = w;
  if (name == NULL || *name == 0) return;
  chosen.problem = "CROUPIER_CPU: expected plain, avx2 or avx512";
  for (CpuVariant w = CPU_PLAIN; w < CPU_VARIANTS; w++) {
    if (strcmp(name, names[w]) != 0) continue;
    chosen.problem =
        "CROUPIER_CPU: this processor doesn't support that setting";
    if (!cpu_has(w)) continue;
    chosen.problem = NULL;
    chosen.variant = w;
  }
}

CpuVariant cpu_variant(void) { return chosen.variant; }

const char *cpu_name(CpuVariant which) { return names[which]; }

const char *cpu_problem(void) { return chosen.problem; }
