/* Ranks of many hands: every path this processor has against single hands,
 * by arithmetic, by look-up (seven cards, where there is one) and from bytes,
 * over runs of all lengths, shapes of hands that random ones seldom have, and
 * a sample of five to nine cards. */
#include "check.h"
#include "core/handrank_paths.h"

#include <string.h>

enum { MANY = 4096 };

typedef struct Batch {
  uint8_t cards[MANY * 9];
  uint64_t hands[MANY];
  uint32_t want[MANY], ranks[MANY + 1];
} Batch;

static uint32_t next_random(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*state >> 33);
}

/* n different cards out of a deck of `ranks` ranks and `suits` suits, from
 * the top of the deck's suits and ranks down. */
static void random_hand(uint64_t *state, uint8_t *cards, int n, int ranks,
                        int suits) {
  uint64_t taken = 0;
  for (int i = 0; i < n;) {
    uint32_t word = next_random(state);
    int card = (int)(word % (uint32_t)suits) * 13 + 12 -
               (int)(word / 64 % (uint32_t)ranks);
    if (taken >> card & 1) continue;
    taken |= 1ull << card;
    cards[i++] = (uint8_t)card;
  }
}

/* Shapes: whole deck, few suits (flushes), few ranks (pairs, fours). */
static void fill(Batch *batch, int n, uint64_t *state) {
  for (int i = 0; i < MANY; i++) {
    int shape = i % 8;
    int suits = shape == 1 || shape == 2 ? 1 : shape == 3 ? 2 : 4;
    int ranks = shape == 4 || shape == 5 ? 3 : shape == 6 ? 6 : 13;
    uint8_t *cards = batch->cards + i * n;
    random_hand(state, cards, n, ranks, suits);
    /* nearly one suit: its count in the prepared hand overflows or not */
    if (shape == 2) cards[i / 8 % n] = (uint8_t)(13 + next_random(state) % 39);
    batch->hands[i] = handrank_prepare(cards, (size_t)n);
    batch->want[i] = handrank_computed(batch->hands[i], (size_t)n);
  }
}

static void check_single(const Batch *batch, int n) {
  size_t size = (size_t)n;
  long wrong = 0;
  for (size_t i = 0; i < MANY; i++) {
    wrong += handrank_prepared(batch->hands[i], size) != batch->want[i];
    wrong += handrank_of(batch->cards + i * size, size) != batch->want[i];
  }
  CHECK_INT(wrong, 0);
}

static void check_path(Batch *batch, HandPath path, int n) {
  size_t size = (size_t)n;
  handrank_batch_by(path, batch->hands, size, batch->ranks, MANY);
  CHECK(!memcmp(batch->ranks, batch->want, sizeof batch->want));
  memset(batch->ranks, 0, sizeof batch->ranks);
  handrank_batch_cards_by(path, batch->cards, size, batch->ranks, MANY);
  CHECK(!memcmp(batch->ranks, batch->want, sizeof batch->want));
}

/* A run of any length writes its ranks and none behind them. */
static void check_lengths(Batch *batch, HandPath path, int n) {
  bool right = true;
  for (size_t count = 0; count < 140; count++) {
    memset(batch->ranks, 0xff, sizeof batch->ranks);
    handrank_batch_by(path, batch->hands + 3, (size_t)n, batch->ranks, count);
    right = right && !memcmp(batch->ranks, batch->want + 3, count * 4) &&
            batch->ranks[count] == 0xffffffff;
    memset(batch->ranks, 0xff, sizeof batch->ranks);
    handrank_batch_cards_by(path, batch->cards + 3 * n, (size_t)n, batch->ranks,
                            count);
    right = right && !memcmp(batch->ranks, batch->want + 3, count * 4) &&
            batch->ranks[count] == 0xffffffff;
  }
  CHECK(right);
}

static void check_paths(Batch *batch) {
  uint64_t state = 77;
  for (int round = 0; round < 40; round++) {
    for (int n = 5; n <= 9; n++) {
      fill(batch, n, &state);
      check_single(batch, n);
      for (HandPath path = PATH_PLAIN; path < PATHS; path++) {
        if (!handrank_has(path)) continue;
        check_path(batch, path, n);
        if (round == 0) check_lengths(batch, path, n);
      }
    }
  }
}

static void check_limits(Batch *batch) {
  batch->ranks[0] = batch->ranks[1] = 7;
  handrank_batch(batch->hands, 4, batch->ranks, 1);
  CHECK(batch->ranks[0] == 0 && batch->ranks[1] == 7);
  batch->ranks[0] = 7;
  handrank_batch_cards(batch->cards, 10, batch->ranks, 1);
  CHECK(batch->ranks[0] == 0);
  CHECK(handrank_has(PATH_PLAIN));
  CHECK(handrank_has(handrank_path()));
}

/* Seven of any cards: plain against the best path and single hands. */
static void check_spread(Batch *batch) {
  uint64_t state = 3;
  long wrong = 0;
  for (int round = 0; round < 100; round++) {
    for (int i = 0; i < MANY; i++) {
      random_hand(&state, batch->cards + i * 7, 7, 13, 4);
      batch->hands[i] = handrank_prepare(batch->cards + i * 7, 7);
    }
    handrank_batch_by(PATH_PLAIN, batch->hands, 7, batch->want, MANY);
    handrank_batch(batch->hands, 7, batch->ranks, MANY);
    wrong += memcmp(batch->ranks, batch->want, sizeof batch->want) != 0;
    check_single(batch, 7);
  }
  CHECK_INT(wrong, 0);
}

int main(void) {
  static Batch batch;
  check_paths(&batch);
  check_limits(&batch);
  check_spread(&batch);
  printf("best path: %s; seven cards looked up: %s\n",
         handrank_path_name(handrank_path()),
         handrank_has_seven() ? "yes" : "no");
  return check_done("handrank_batch");
}
