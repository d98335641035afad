/* All 133,784,560 hands of seven cards: the published count of each category,
 * and the same ranks by every variant this processor has; then ten million hands each of five, six, eight and nine
 * cards by all variants. */
#include <string.h>

#include "check.h"
#include "core/cpu_variants.h"
#include "core/handrank.h"
#include "core/handrank_batch.h"
#include "tools.h"

static HandBatch *const batches[CPU_VARIANTS] = VARIANTS_OF(handrank_batch);

enum { MANY = 4096 };

typedef struct Batch {
  size_t count, n;
  uint64_t hands[MANY];
  uint32_t want[MANY], ranks[MANY];
  size_t kinds[HAND_KINDS];
  long wrong, all;
} Batch;

static bool differ(const Batch *batch) {
  return memcmp(batch->want, batch->ranks, batch->count * sizeof *batch->want);
}

/* Ranks what is in the batch every variant. */
static void flush_batch(Batch *batch) {
  size_t kinds[HAND_KINDS];
  for (size_t i = 0; i < batch->count; i++)
    batch->want[i] = handrank_prepared(batch->hands[i], batch->n);
  for (CpuVariant variant = CPU_PLAIN; variant < CPU_VARIANTS; variant++) {
    if (!cpu_has(variant)) continue;
    batches[variant](ORDER_HIGH, batch->hands, batch->n, batch->ranks,
                     batch->count);
    batch->wrong += differ(batch);
  }
  handrank_kinds(batch->want, batch->count, kinds);
  for (int kind = 0; kind < HAND_KINDS; kind++)
    batch->kinds[kind] += kinds[kind];
  batch->all += (long)batch->count;
  batch->count = 0;
}

static void add(Batch *batch, uint64_t hand) {
  batch->hands[batch->count++] = hand;
  if (batch->count == MANY) flush_batch(batch);
}

static void each_hand(Batch *batch, size_t at, unsigned from, uint64_t hand) {
  if (at == batch->n) {
    add(batch, hand);
    return;
  }
  for (unsigned card = from; card < HAND_CARDS; card++)
    each_hand(batch, at + 1, card + 1, hand + handrank_card(card));
}

static void check_sevens(Batch *batch) {
  static const long known[HAND_KINDS] = {23294460, 58627800, 31433400,
                                         6461620,  6180020,  4047644,
                                         3473184,  224848,   41584};
  batch->n = 7;
  each_hand(batch, 0, 0, 0);
  flush_batch(batch);
  CHECK_INT(batch->all, 133784560);
  CHECK_INT(batch->wrong, 0);
  for (int kind = 0; kind < HAND_KINDS; kind++)
    CHECK_INT(batch->kinds[kind], known[kind]);
}

/* Random hands; every fourth from one suit with a card or two of others. */
static void mostly_one_suit(uint64_t *state, uint8_t *cards, size_t n,
                            bool one_suit) {
  uint64_t seen = 0;
  for (size_t i = 0; i < n;) {
    unsigned word = next_random(state), card = word % 52;
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
    mostly_one_suit(&state, cards, n, i % 4 == 0);
    add(batch, handrank_prepare(cards, n));
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
