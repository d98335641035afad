/* Poker rank of one hand: which way it goes.
 *
 * With glibc that is found out once, while the program is loaded (ifunc), and
 * calls go there at once. Elsewhere it is found out at each call. Calls past
 * the linker's table (noplt) were tried; they are no faster. */
#include "core/handrank_paths.h"

/* This also runs before a sanitizer is ready. */
#define EARLY __attribute__((no_sanitize("address", "undefined")))

#if defined(__x86_64__)

static EARLY bool has_vbmi(void) {
  return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512vbmi") &&
         __builtin_cpu_supports("avx512bitalg") &&
         __builtin_cpu_supports("gfni");
}

/* Zen 2 and older have a slow pext; what came with the second instruction or
 * after it has not. */
static EARLY bool has_pext(void) {
  return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("vpclmulqdq");
}

#else

static bool has_vbmi(void) { return false; }
static bool has_pext(void) { return false; }

#endif

EARLY bool handrank_one_has(OnePath path) {
  if (path == ONE_VBMI) return has_vbmi();
  return path == ONE_PEXT ? has_pext() : path == ONE_COMPUTED;
}

EARLY OnePath handrank_one_path(void) {
  if (has_vbmi()) return ONE_VBMI;
  return has_pext() ? ONE_PEXT : ONE_COMPUTED;
}

const char *handrank_one_name(OnePath path) {
  static const char *const names[ONE_PATHS] = {
      "arithmetic", "look-up, pext", "look-up, AVX-512 VBMI and GFNI"};
  return names[path];
}

typedef uint32_t RankOf(const uint8_t *cards, size_t n);
typedef uint32_t RankPrepared(uint64_t hand, size_t n);

static EARLY RankOf *of_by(OnePath path) {
#if defined(__x86_64__)
  if (path == ONE_VBMI) return handrank_vbmi_of;
  if (path == ONE_PEXT) return handrank_pext_of;
#endif
  (void)path;
  return handrank_computed_of;
}

static EARLY RankPrepared *prepared_by(OnePath path) {
#if defined(__x86_64__)
  if (path == ONE_VBMI) return handrank_vbmi;
  if (path == ONE_PEXT) return handrank_pext;
#endif
  (void)path;
  return handrank_computed;
}

uint32_t handrank_of_by(OnePath path, const uint8_t *cards, size_t n) {
  return of_by(path)(cards, n);
}

uint32_t handrank_prepared_by(OnePath path, uint64_t hand, size_t n) {
  return prepared_by(path)(hand, n);
}

#if defined(__x86_64__) && defined(__GLIBC__)

/* Only called by name. */
#define RESOLVER EARLY __attribute__((unused))

static RESOLVER RankOf *pick_of(void) {
  __builtin_cpu_init();
  return of_by(handrank_one_path());
}

static RESOLVER RankPrepared *pick_prepared(void) {
  __builtin_cpu_init();
  return prepared_by(handrank_one_path());
}

__attribute__((ifunc("pick_of"))) RankOf handrank_of;
__attribute__((ifunc("pick_prepared"))) RankPrepared handrank_prepared;

#else

uint32_t handrank_of(const uint8_t *cards, size_t n) {
  return handrank_of_by(handrank_one_path(), cards, n);
}

uint32_t handrank_prepared(uint64_t hand, size_t n) {
  return handrank_prepared_by(handrank_one_path(), hand, n);
}

#endif
