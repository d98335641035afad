/* All 133,784,560 hands of seven cards: the published count of each category,
 * and the same ranks by every path this processor has, from prepared hands
 * and from bytes, many and one at a time; then ten million hands each of five,
 * six, eight and nine cards by all paths. */
#include "check.h"
#include "core/handrank_paths.h"
#include "core/handrank_tally.h"

#include <string.h>

enum { MANY = 4096 };

typedef struct Batch {
  size_t count, n;
  uint8_t cards[MANY * 9];
  uint64_t hands[MANY];
  uint32_t want[MANY], ranks[MANY];
  size_t kinds[HAND_KINDS];
  long wrong, all;
} Batch;

static bool differ(const Batch *batch) {
  return memcmp(batch->want, batch->ranks, batch->count * sizeof *batch->want);
}

static void check_single(Batch *batch, OnePath path) {
  size_t n = batch->n;
  for (size_t i = 0; i < batch->count; i++) {
    const uint8_t *cards = batch->cards + i * n;
    uint32_t rank = batch->want[i];
    batch->wrong += handrank_prepared_by(path, batch->hands[i], n) != rank;
    batch->wrong += handrank_of_by(path, cards, n) != rank;
  }
}

/* Ranks what is in the batch every way. */
static void flush_batch(Batch *batch) {
  size_t kinds[HAND_KINDS];
  for (size_t i = 0; i < batch->count; i++)
    batch->want[i] = handrank_computed(batch->hands[i], batch->n);
  for (OnePath path = ONE_COMPUTED; path < ONE_PATHS; path++)
    if (handrank_one_has(path)) check_single(batch, path);
  for (HandPath path = PATH_PLAIN; path < PATHS; path++) {
    if (!handrank_has(path)) continue;
    handrank_batch_by(path, batch->hands, batch->n, batch->ranks, batch->count);
    batch->wrong += differ(batch);
    handrank_batch_cards_by(path, batch->cards, batch->n, batch->ranks,
                            batch->count);
    batch->wrong += differ(batch);
  }
  handrank_kinds(batch->want, batch->count, kinds);
  for (int kind = 0; kind < HAND_KINDS; kind++)
    batch->kinds[kind] += kinds[kind];
  batch->all += (long)batch->count;
  batch->count = 0;
}

static void add(Batch *batch, const uint8_t *cards, uint64_t hand) {
  memcpy(batch->cards + batch->count * batch->n, cards, batch->n);
  batch->hands[batch->count++] = hand;
  if (batch->count == MANY) flush_batch(batch);
}

static void each_hand(Batch *batch, uint8_t *cards, size_t at, unsigned from,
                      uint64_t hand) {
  if (at == batch->n) {
    add(batch, cards, hand);
    return;
  }
  for (unsigned card = from; card < HAND_CARDS; card++) {
    cards[at] = (uint8_t)card;
    each_hand(batch, cards, at + 1, card + 1, hand + handrank_card(card));
  }
}

static void check_sevens(Batch *batch) {
  static const long known[HAND_KINDS] = {23294460, 58627800, 31433400,
                                         6461620,  6180020,  4047644,
                                         3473184,  224848,   41584};
  uint8_t cards[7];
  batch->n = 7;
  each_hand(batch, cards, 0, 0, 0);
  flush_batch(batch);
  CHECK_INT(batch->all, 133784560);
  CHECK_INT(batch->wrong, 0);
  for (int kind = 0; kind < HAND_KINDS; kind++)
    CHECK_INT(batch->kinds[kind], known[kind]);
}

/* Random hands; every fourth from one suit with a card or two of others. */
static void random_hand(uint64_t *state, uint8_t *cards, size_t n,
                        bool one_suit) {
  uint64_t seen = 0;
  for (size_t i = 0; i < n;) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    unsigned word = (unsigned)(*state >> 33), card = word % 52;
    if (one_suit && word >> 16 & 15) card %= 13;
    if (seen >> card & 1) continue;
    seen |= 1ull << card;
    cards[i++] = (uint8_t)card;
  }
}

static void check_others(Batch *batch, size_t n) {
  uint64_t state = n;
  uint8_t cards[HAND_MOST];
  batch->wrong = 0;
  batch->n = n;
  for (int i = 0; i < 10000000; i++) {
    random_hand(&state, cards, n, i % 4 == 0);
    add(batch, cards, handrank_prepare(cards, n));
  }
  flush_batch(batch);
  CHECK_INT(batch->wrong, 0);
}

int main(void) {
  static Batch batch;
  check_sevens(&batch);
  check_others(&batch, 5);
  check_others(&batch, 6);
  check_others(&batch, 8);
  check_others(&batch, 9);
  return check_done("long_handrank");
}
