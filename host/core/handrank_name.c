/* What a poker rank says: kind, named values, the five cards, a sentence.
 *
 * The layout of a rank is handrank_computed.c's: the upper half is a code in bits
 * 13..15 above a mask of the named cards, the lower half a mask of the
 * others. High card and pair share code 0, told apart by the mask. */
#include <stdio.h>

#include "core/handrank.h"

static const char *const words[13] = {"two",   "three", "four", "five", "six",
                                      "seven", "eight", "nine", "ten",  "jack",
                                      "queen", "king",  "ace"};
static const char *const plurals[13] = {
    "twos",  "threes", "fours", "fives",  "sixes", "sevens", "eights",
    "nines", "tens",   "jacks", "queens", "kings", "aces"};

const char *handrank_word(int rank) { return words[rank]; }

const char *handrank_plural(int rank) { return plurals[rank]; }

const char *handrank_kind_name(HandKind kind) {
  static const char *const names[HAND_KINDS] = {
      "high card",       "pair",           "two pair",
      "three of a kind", "straight",       "flush",
      "full house",      "four of a kind", "straight flush"};
  return names[kind];
}

static unsigned named_mask(uint32_t rank) { return rank >> 16 & 0x1fff; }

static unsigned rest_mask(uint32_t rank) { return rank & 0x1fff; }

static int highest(unsigned mask) {
  return mask ? 31 - __builtin_clz(mask) : -1;
}

HandKind handrank_kind(uint32_t rank) {
  unsigned code = rank >> 29;
  return (HandKind)(code ? code + 1 : named_mask(rank) != 0);
}

void handrank_values(uint32_t rank, int values[2]) {
  HandKind kind = handrank_kind(rank);
  unsigned named = named_mask(rank), rest = rest_mask(rank);
  values[0] = highest(named ? named : rest);
  values[1] = -1;
  if (kind == HAND_TWO_PAIR)
    values[1] = highest(named & (named - 1) ? named & ~(1u << values[0]) : 0);
  if (kind == HAND_FULL_HOUSE) values[1] = highest(rest);
}

/* They are few: counting them one by one is quicker than the call that a
 * plain processor needs for it. */
static int bits_in(unsigned mask) {
  int n = 0;
  for (; mask; mask &= mask - 1) n++;
  return n;
}

bool handrank_valid(uint64_t rank) {
  static const uint8_t named[HAND_KINDS] = {0, 1, 2, 1, 1, 0, 1, 1, 1};
  static const uint8_t least[HAND_KINDS] = {1, 0, 0, 0, 0, 1, 1, 0, 0};
  static const uint8_t most[HAND_KINDS] = {5, 3, 1, 2, 0, 5, 1, 1, 0};
  if (rank >> 32 || (rank & 0xe000)) return false;
  uint32_t all = (uint32_t)rank;
  HandKind kind = handrank_kind(all);
  int others = bits_in(rest_mask(all));
  return bits_in(named_mask(all)) == named[kind] && others >= least[kind] &&
         others <= most[kind];
}

/* How often each named rank is there, by kind, best first. */
static const uint8_t copies[HAND_KINDS][2] = {
    {0, 0}, {2, 0}, {2, 2}, {3, 0}, {0, 0}, {0, 0}, {3, 2}, {4, 0}, {0, 0}};

void handrank_five(uint32_t rank, int five[5]) {
  HandKind kind = handrank_kind(rank);
  int values[2], n = 0;
  handrank_values(rank, values);
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < copies[kind][i]; k++) five[n++] = values[i];
  bool run = kind == HAND_STRAIGHT || kind == HAND_STRAIGHT_FLUSH;
  for (int r = values[0]; run && n < 5; r--) five[n++] = r < 0 ? 12 : r;
  for (unsigned rest = rest_mask(rank); rest && n < 5; n++) {
    five[n] = highest(rest);
    rest &= ~(1u << five[n]);
  }
}

/* The suit whose cards make the flush: five or more of it, -1 if none. */
static int flush_suit(const uint8_t *cards, size_t n) {
  int count[4] = {0, 0, 0, 0};
  for (size_t i = 0; i < n; i++)
    if (++count[cards[i] / 13] == 5) return cards[i] / 13;
  return -1;
}

uint32_t handrank_best(const uint8_t *cards, size_t n, uint8_t five[5]) {
  uint32_t rank = handrank_of(cards, n);
  if (!rank) return 0;
  HandKind kind = handrank_kind(rank);
  bool suited = kind == HAND_FLUSH || kind == HAND_STRAIGHT_FLUSH;
  int ranks[5], suit = suited ? flush_suit(cards, n) : -1;
  handrank_five(rank, ranks);
  uint32_t taken = 0;
  for (int i = 0; i < 5; i++) {
    for (size_t k = 0; k < n; k++) {
      if (taken >> k & 1 || cards[k] % 13 != ranks[i]) continue;
      if (suit >= 0 && cards[k] / 13 != suit) continue;
      taken |= 1u << k;
      five[i] = cards[k];
      break;
    }
  }
  return rank;
}

void handrank_words(HandKind kind, const int values[2], char out[HAND_NAME]) {
  static const char *const forms[HAND_KINDS] = {
      "%s-high",       "pair of %s",       "two pair, %s and %s",
      "three %s",      "%s-high straight", "%s-high flush",
      "%s full of %s", "four %s",          "%s-high straight flush"};
  bool high = kind == HAND_HIGH_CARD || kind == HAND_STRAIGHT ||
              kind == HAND_FLUSH || kind == HAND_STRAIGHT_FLUSH;
  const char *const *names = high ? words : plurals;
  if (kind == HAND_STRAIGHT_FLUSH && values[0] == 12)
    snprintf(out, HAND_NAME, "royal flush");
  else
    snprintf(out, HAND_NAME, forms[kind], names[values[0]],
             values[1] < 0 ? "" : names[values[1]]);
}

void handrank_name(uint32_t rank, char out[HAND_NAME]) {
  int values[2];
  handrank_values(rank, values);
  handrank_words(handrank_kind(rank), values, out);
}
