/* Prepared hands from card bytes.
 *
 * Everywhere: a table of the 52 constants. Where AVX-512 can look up and move
 * bytes (VBMI) and count bits (BITALG), eight hands at once: a card's bit is
 * 16 * suit + rank, so each hand is seven shifted ones, and the count of a
 * suit is how many bits its 16 have. A count of eight is lost instead of
 * carried; such hands are ranked one at a time and don't need it. */
#include <string.h>

#include "core/handrank_paths.h"

#define CARD(suit, rank) (0x2000ull + (1ull << (rank))) << (16 * (suit))
#define SUIT(s)                                                           \
  CARD(s, 0), CARD(s, 1), CARD(s, 2), CARD(s, 3), CARD(s, 4), CARD(s, 5), \
      CARD(s, 6), CARD(s, 7), CARD(s, 8), CARD(s, 9), CARD(s, 10),        \
      CARD(s, 11), CARD(s, 12)

const uint64_t handrank_constants[HAND_CARDS] = {SUIT(0), SUIT(1), SUIT(2),
                                                 SUIT(3)};

uint64_t handrank_prepare(const uint8_t *cards, size_t n) {
  uint64_t hand = 0;
  for (size_t i = 0; i < n; i++) hand += handrank_constants[cards[i]];
  return hand;
}

/* n is a constant in each call, so the loop over a hand's cards goes. */
static inline __attribute__((always_inline)) void prepare_hands(
    const uint8_t *cards, size_t n, uint64_t *hands, size_t count) {
  for (size_t i = 0; i < count; i++, cards += n) {
    uint64_t hand = 0;
    for (size_t k = 0; k < n; k++) hand += handrank_constants[cards[k]];
    hands[i] = hand;
  }
}

void handrank_prepare_plain(const uint8_t *cards, size_t n, uint64_t *hands,
                            size_t count) {
  switch (n) {
    case 5:
      prepare_hands(cards, 5, hands, count);
      break;
    case 6:
      prepare_hands(cards, 6, hands, count);
      break;
    case 7:
      prepare_hands(cards, 7, hands, count);
      break;
    case 8:
      prepare_hands(cards, 8, hands, count);
      break;
    case 9:
      prepare_hands(cards, 9, hands, count);
      break;
    default:
      break;
  }
}

#if defined(__x86_64__)
#include <immintrin.h>

#define TARGET \
  __attribute__((target("avx512f,avx512bw,avx512vbmi,avx512bitalg,bmi,bmi2")))
#define KERNEL static inline __attribute__((always_inline)) TARGET

bool handrank_has_bytes(void) {
  return __builtin_cpu_supports("avx512vbmi") &&
         __builtin_cpu_supports("avx512bitalg");
}

/* Cards 13 * suit + rank as 16 * suit + rank. */
#define BITS(s)                                                         \
  s + 0, s + 1, s + 2, s + 3, s + 4, s + 5, s + 6, s + 7, s + 8, s + 9, \
      s + 10, s + 11, s + 12

static const uint8_t bit_of[64] = {BITS(0), BITS(16), BITS(32), BITS(48)};

/* Up to eight hands: `bytes` are their cards, at most 64, and the ninth cards
 * of the last ones come in `more`. */
KERNEL __m512i eight_hands(__m512i bytes, __m512i more, int n) {
  const __mmask64 lowest = 0x0101010101010101;
  const __m512i one = _mm512_set1_epi64(1), table = _mm512_loadu_si512(bit_of);
  __m512i at = _mm512_mullo_epi16(_mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0),
                                  _mm512_set1_epi64(n));
  __m512i bits = _mm512_permutexvar_epi8(bytes, table);
  __m512i more_bits = _mm512_permutexvar_epi8(more, table);
  __m512i hand = _mm512_setzero_si512();
  for (int k = 0; k < n; k++) {
    __m512i shift =
        n < 9 ? _mm512_maskz_permutexvar_epi8(lowest, at, bits)
              : _mm512_maskz_permutex2var_epi8(lowest, bits, at, more_bits);
    hand |= _mm512_sllv_epi64(one, shift);
    at += one;
  }
  return hand | _mm512_slli_epi16(_mm512_popcnt_epi16(hand), 13);
}

KERNEL void prepare_eights(const uint8_t *cards, int n, uint64_t *hands,
                           size_t count) {
  for (size_t i = 0; i < count; i += 8, cards += 8 * n) {
    size_t left = (count - i < 8 ? count - i : 8) * (size_t)n;
    __mmask64 here = left < 64 ? (1ull << left) - 1 : ~0ull;
    __mmask64 beyond = left > 64 ? (1ull << (left - 64)) - 1 : 0;
    __m512i bytes = _mm512_maskz_loadu_epi8(here, cards);
    __m512i more = _mm512_maskz_loadu_epi8(beyond, cards + 64);
    _mm512_storeu_si512(hands + i, eight_hands(bytes, more, n));
  }
}

TARGET void handrank_prepare_bytes(const uint8_t *cards, size_t n,
                                   uint64_t *hands, size_t count) {
  switch (n) {
    case 5:
      prepare_eights(cards, 5, hands, count);
      break;
    case 6:
      prepare_eights(cards, 6, hands, count);
      break;
    case 7:
      prepare_eights(cards, 7, hands, count);
      break;
    case 8:
      prepare_eights(cards, 8, hands, count);
      break;
    case 9:
      prepare_eights(cards, 9, hands, count);
      break;
    default:
      break;
  }
}

#else

bool handrank_has_bytes(void) { return false; }

void handrank_prepare_bytes(const uint8_t *cards, size_t n, uint64_t *hands,
                            size_t count) {
  handrank_prepare_plain(cards, n, hands, count);
}

#endif
