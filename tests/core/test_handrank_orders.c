/* Short deck, low hands and hands that take exactly two cards from the hand,
 * against the obvious way: every five-card hand of each order, samples of six
 * to nine cards, and DEALS deals of Omaha against their 60 combinations; by
 * every variant this processor has. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/cpu_variants.h"
#include "core/handrank.h"
#include "core/handrank_batch.h"
#include "slow_rank.h"
#include "tools.h"

#ifndef DEALS
#define DEALS 50000
#endif

static HandBatch *const batches[CPU_VARIANTS] = VARIANTS_OF(handrank_batch);

static const HandOrder orders[] = {ORDER_SHORT_DECK, ORDER_ACE_TO_FIVE,
                                   ORDER_DEUCE_TO_SEVEN, ORDER_EIGHT_OR_BETTER};

/* A key orders as the obvious way does; in a low order a larger one is worse. */
static int key_of(HandOrder order, int kind, const int five[5]) {
  int key = kind;
  if (order == ORDER_SHORT_DECK && kind == HAND_FLUSH) key = HAND_FULL_HOUSE;
  if (order == ORDER_SHORT_DECK && kind == HAND_FULL_HOUSE) key = HAND_FLUSH;
  for (int i = 0; i < 5; i++) key = key * 13 + five[i];
  return key;
}

/* Ranks 0..12 from the ace up where aces are low only. */
static int place(HandOrder order, int rank) {
  return order >= ORDER_ACE_TO_FIVE && order != ORDER_DEUCE_TO_SEVEN
             ? (rank + 1) % 13
             : rank;
}

static int slow_ordered(HandOrder order, const uint8_t cards[5]) {
  int count[13] = {0}, five[5], turned[5];
  bool suited = true, distinct = true;
  for (int i = 0; i < 5; i++) {
    five[i] = place(order, cards[i] % 13);
    count[five[i]]++;
    suited = suited && cards[i] / 13 == cards[0] / 13;
  }
  slow_sort(count, five);
  for (int i = 0; i < 5; i++) distinct = distinct && count[five[i]] == 1;
  bool run = distinct && five[0] - five[4] == 4;
  bool wheel =
      order == ORDER_SHORT_DECK && distinct && five[0] == 12 && five[1] == 7;
  for (int i = 0; i < 5; i++) turned[i] = five[wheel ? (i + 1) % 5 : i];
  bool counts = order <= ORDER_SHORT_DECK || order == ORDER_DEUCE_TO_SEVEN;
  int kind = slow_kind(count, five, suited && counts, (run || wheel) && counts);
  return key_of(order, kind, turned);
}

/* What a rank says, as such a key. */
static int key_from(uint32_t rank) {
  int five[5];
  HandOrder order = handrank_order(rank);
  handrank_five(rank, five);
  for (int i = 0; i < 5; i++) five[i] = place(order, five[i]);
  return key_of(order, (int)handrank_kind(rank), five);
}

static bool is_better(HandOrder order, int key, int than) {
  return order > ORDER_SHORT_DECK ? key < than : key > than;
}

/* The best key of all fives with `from` of the first `own` cards, or any. */
static int slow_best(HandOrder order, const uint8_t *cards, int n, int own,
                     int from) {
  int best = -1;
  for (unsigned set = 0; set < 1u << n; set++) {
    uint8_t five[5];
    int taken = 0, of_own = __builtin_popcount(set & ((1u << own) - 1));
    if (__builtin_popcount(set) != 5 || (from && of_own != from)) continue;
    for (int i = 0; i < n; i++)
      if (set >> i & 1) five[taken++] = cards[i];
    int key = order ? slow_ordered(order, five) : slow_five(five);
    if (best < 0 || is_better(order, key, best)) best = key;
  }
  return best;
}

/* Has an eight or better. */
static bool is_eight(int key) { return key < 8 * 28561; }

static bool is_right(HandOrder order, uint32_t rank, int key) {
  if (order == ORDER_EIGHT_OR_BETTER && !is_eight(key)) return rank == 0;
  HandOrder of = order == ORDER_EIGHT_OR_BETTER ? ORDER_ACE_TO_FIVE : order;
  return handrank_order(rank) == of && handrank_valid(rank) &&
         key_from(rank) == key;
}

enum { MANY = 4096 };

typedef struct Batch {
  HandOrder order;
  size_t n, count;
  uint64_t hand[MANY];
  int key[MANY];
  uint32_t rank[MANY];
  long wrong, all;
} Batch;

/* Each rank is right, one by one and by every variant. */
static void flush(Batch *b) {
  for (CpuVariant variant = CPU_PLAIN; variant < CPU_VARIANTS; variant++) {
    if (!cpu_has(variant)) continue;
    batches[variant](b->order, b->hand, b->n, b->rank, b->count);
    for (size_t i = 0; i < b->count; i++) {
      if (variant == CPU_PLAIN)
        b->wrong += !is_right(b->order, b->rank[i], b->key[i]);
      b->wrong += b->rank[i] != handrank_ordered(b->order, b->hand[i], b->n);
    }
  }
  b->all += (long)b->count;
  b->count = 0;
}

static void add(Batch *b, const uint8_t *cards, int key) {
  b->hand[b->count] = handrank_prepare(cards, b->n);
  b->key[b->count++] = key;
  if (b->count == MANY) flush(b);
}

/* The ranks of all five-card hands, by key; that they are in order follows. */
static uint32_t by_key[SLOW_KEYS];

static void each_five(Batch *b, uint8_t *cards, int at, int from) {
  if (at == 5) {
    int key = slow_ordered(b->order, cards);
    uint32_t rank = handrank_ordered(b->order, handrank_prepare(cards, 5), 5);
    if (by_key[key] == 0) by_key[key] = rank;
    b->wrong += by_key[key] != rank;
    add(b, cards, key);
  }
  for (int card = from; at < 5 && card < HAND_CARDS; card++) {
    if (b->order == ORDER_SHORT_DECK && card % 13 < 4) continue;
    cards[at] = (uint8_t)card;
    each_five(b, cards, at + 1, card + 1);
  }
}

static void check_fives(Batch *b) {
  uint8_t cards[5];
  uint32_t last = 0;
  long wrong = 0;
  memset(by_key, 0, sizeof by_key);
  b->n = 5;
  each_five(b, cards, 0, 0);
  flush(b);
  CHECK_INT(b->all, b->order == ORDER_SHORT_DECK ? 376992 : 2598960);
  for (int key = 0; key < SLOW_KEYS; key++) {
    if (by_key[key] == 0) continue;
    wrong += last && is_better(b->order, key, key - 1) != (by_key[key] > last);
    last = by_key[key];
  }
  CHECK_INT(b->wrong, 0);
  CHECK_INT(wrong, 0);
}

/* Different cards; of few suits or few ranks where the shape says so. */
static void deal(uint64_t *state, HandOrder order, int shape, uint8_t *cards,
                 int n) {
  static const uint32_t suits[8] = {4, 4, 1, 2, 4, 4, 1, 4};
  static const uint32_t ranks[8] = {13, 13, 13, 13, 3, 5, 13, 8};
  uint64_t taken = 0;
  for (int i = 0; i < n;) {
    uint32_t word = next_random(state);
    uint32_t few =
        order == ORDER_SHORT_DECK && ranks[shape] > 9 ? 9 : ranks[shape];
    bool top = order == ORDER_SHORT_DECK, stray = shape == 6 && i == n - 1;
    uint32_t rank = word / 64 % few;
    uint32_t card =
        word % (stray ? 4 : suits[shape]) * 13 + (top ? 12 - rank : rank);
    if (taken >> card & 1) continue;
    taken |= 1ull << card;
    cards[i++] = (uint8_t)card;
  }
}

static void check_more(Batch *b) {
  uint64_t state = 11;
  uint8_t cards[HAND_MOST];
  for (b->n = 6; b->n <= HAND_MOST; b->n++) {
    int n = (int)b->n, hands = DEALS / (n < 8 ? 5 : 20);
    for (int i = 0; i < hands; i++) {
      deal(&state, b->order, i % 8, cards, n);
      add(b, cards, slow_best(b->order, cards, n, 0, 0));
    }
    flush(b);
  }
  CHECK_INT(b->wrong, 0);
}

/* The rank, and that the five cards that are said to make it do. */
static bool omaha_is_right(HandOrder order, const uint8_t *cards, int own,
                           int board) {
  uint64_t hand = handrank_prepare(cards, (size_t)own), five = 0;
  uint64_t rest = handrank_prepare(cards + own, (size_t)board);
  uint32_t rank = handrank_from_hand(order, 2, hand, rest, &five);
  uint64_t ranks = 0x1fff1fff1fff1fff;
  bool same = rank == 0 || (handrank_ordered(order, five, 5) == rank &&
                            __builtin_popcountll(five & hand & ranks) == 2 &&
                            __builtin_popcountll(five & rest & ranks) == 3);
  int key = slow_best(order, cards, own + board, own, 2);
  if (order == ORDER_HIGH) return same && slow_key(rank) == key;
  return same && is_right(order, rank, key);
}

static void check_omaha(void) {
  uint64_t state = 17;
  uint8_t cards[11];
  long wrong = 0;
  for (int i = 0; i < DEALS; i++) {
    HandOrder order = i % 4 == 3    ? ORDER_EIGHT_OR_BETTER
                      : i % 64 == 1 ? ORDER_DEUCE_TO_SEVEN
                                    : ORDER_HIGH;
    deal(&state, order, i % 16 == 0 ? 3 : 0, cards, 9);
    wrong += !omaha_is_right(order, cards, 4, 5);
    if (i % 50) continue;
    deal(&state, order, 0, cards, 11);
    wrong += !omaha_is_right(order, cards, 6, 5);
    wrong += !omaha_is_right(order, cards, 5, 3);
  }
  CHECK_INT(wrong, 0);
  uint64_t two = handrank_prepare(cards, 2), four = handrank_prepare(cards, 4);
  CHECK_INT(handrank_from_hand(ORDER_HIGH, 2, four, two, NULL), 0);
}

/* What card rooms say of single hands. */
static uint32_t of(HandOrder order, const char *text) {
  uint8_t cards[HAND_MOST];
  size_t n = parse(text, cards);
  return handrank_ordered(order, handrank_prepare(cards, n), n);
}

static void check_known(void) {
  const HandOrder deck = ORDER_SHORT_DECK, ace = ORDER_ACE_TO_FIVE,
                  deuce = ORDER_DEUCE_TO_SEVEN, eight = ORDER_EIGHT_OR_BETTER;
  CHECK(of(deck, "6h 8h Th Jh Kh") > of(deck, "Ah Ac Ad Kh Kc"));
  CHECK(of(deck, "6h 7c 8d 9s Ah") > of(deck, "Ah Ac Ad Kh Qc"));
  CHECK(of(deck, "6h 7c 8d 9s Ah") < of(deck, "6h 7c 8d 9s Th"));
  CHECK(of(ace, "5h 4h 3h 2h Ah") > of(ace, "6h 4c 3h 2h Ah"));
  CHECK(of(ace, "Kh Qc Jh Th 9h") > of(ace, "Ah Ac 2h 3h 4h"));
  CHECK(of(ace, "Ah Ac 2h 3h 4h") > of(ace, "2s 2c Ah 3h 4h"));
  CHECK(of(deuce, "7h 5c 4h 3h 2h") > of(deuce, "7h 6c 4h 3h 2h"));
  CHECK(of(deuce, "Ah 5c 4h 3h 2h") < of(deuce, "Kh Qc Jh Th 8h"));
  CHECK(of(deuce, "Ah 5c 4h 3h 2h") > of(deuce, "Ah 6c 4h 3h 2h"));
  CHECK(of(deuce, "6h 5c 4h 3h 2h") < of(deuce, "Ah Ac Ad 3h 2h"));
  CHECK(of(eight, "8h 7c 6h 5h 4h") > 0);
  CHECK(of(eight, "9h 4c 3h 2h Ah") == 0);
  CHECK(of(eight, "8h 8c 3h 2h Ah") == 0);
  CHECK(of(eight, "8h 7c") == 0);
}

int main(void) {
  static Batch batch;
  check_known();
  for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
    batch = (Batch){.order = orders[i]};
    check_fives(&batch);
    check_more(&batch);
  }
  check_omaha();
  return check_done("handrank_orders");
}
