/* Which way many alike things are computed: see ways.h. */
#include "core/ways.h"

#include <stdlib.h>
#include <string.h>

static const char *const way_names[WAYS] = {"plain", "avx2", "avx512"};

/* What the environment said when the program started; it is written once,
 * before main. */
static struct {
  Way taken;
  const char *problem;
} way;

bool way_has(Way wanted) {
#if defined(__x86_64__)
  if (wanted == WAY_AVX2)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
  if (wanted == WAY_AVX512)
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("bmi2");
#endif
  return wanted == WAY_PLAIN;
}

__attribute__((constructor)) static void choose_way(void) {
  const char *name = getenv("CROUPIER_CPU");
  for (Way w = WAY_PLAIN; w < WAYS; w++)
    if (way_has(w)) way.taken = w;
  if (name == NULL || *name == 0) return;
  way.problem = "CROUPIER_CPU: expected plain, avx2 or avx512";
  for (Way w = WAY_PLAIN; w < WAYS; w++) {
    if (strcmp(name, way_names[w]) != 0) continue;
    way.problem = "CROUPIER_CPU: this processor lacks what it names";
    if (!way_has(w)) continue;
    way.problem = NULL;
    way.taken = w;
  }
}

Way way_taken(void) { return way.taken; }

const char *way_name(Way which) { return way_names[which]; }

const char *way_problem(void) { return way.problem; }
