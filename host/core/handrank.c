/* Poker ranks of many hands: by which path, and in parts that stay in cache.
 *
 * The path is asked for at each batch; that is a look at what the compiler's
 * library found out about the processor when the program started. */
#include <string.h>

#include "core/handrank_paths.h"

enum { PART = 512 };

bool handrank_has(HandPath path) {
#if defined(__x86_64__)
  if (path == PATH_AVX2) return __builtin_cpu_supports("avx2");
  if (path == PATH_AVX512)
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("bmi2");
#endif
  return path == PATH_PLAIN;
}

HandPath handrank_path(void) {
  if (handrank_has(PATH_AVX512)) return PATH_AVX512;
  return handrank_has(PATH_AVX2) ? PATH_AVX2 : PATH_PLAIN;
}

const char *handrank_path_name(HandPath path) {
  static const char *const names[PATHS] = {"plain", "AVX2", "AVX-512"};
  return names[path];
}

void handrank_batch_by(HandPath path, const uint64_t *hands, size_t n,
                       uint32_t *ranks, size_t count) {
  if (path == PATH_AVX512)
    handrank_avx512(hands, n, ranks, count);
  else if (path == PATH_AVX2)
    handrank_avx2(hands, n, ranks, count);
  else
    handrank_plain(hands, n, ranks, count);
}

void handrank_batch_cards_by(HandPath path, const uint8_t *cards, size_t n,
                             uint32_t *ranks, size_t count) {
  bool bytes = path == PATH_AVX512 && handrank_has_bytes();
  uint64_t hands[PART];
  for (size_t part; count > 0; count -= part) {
    part = count < PART ? count : PART;
    if (bytes)
      handrank_prepare_bytes(cards, n, hands, part);
    else
      handrank_prepare_plain(cards, n, hands, part);
    handrank_batch_by(path, hands, n, ranks, part);
    cards += part * n;
    ranks += part;
  }
}

static bool can_rank(size_t n, uint32_t *ranks, size_t count) {
  if (n >= HAND_LEAST && n <= HAND_MOST) return true;
  if (count) memset(ranks, 0, count * sizeof *ranks);
  return false;
}

void handrank_batch(const uint64_t *hands, size_t n, uint32_t *ranks,
                    size_t count) {
  if (can_rank(n, ranks, count))
    handrank_batch_by(handrank_path(), hands, n, ranks, count);
}

void handrank_batch_cards(const uint8_t *cards, size_t n, uint32_t *ranks,
                          size_t count) {
  if (can_rank(n, ranks, count))
    handrank_batch_cards_by(handrank_path(), cards, n, ranks, count);
}
