/* Ranks of many hands and of one: every path this processor has, from prepared
 * hands and from bytes, against arithmetic of one hand, over runs of all lengths, shapes of hands that random ones seldom have, and
 * a sample of five to nine cards. */
#include "check.h"
#include "core/handrank_paths.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

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

static void check_single_by(const Batch *batch, OnePath path, size_t n) {
  long wrong = 0;
  for (size_t i = 0; i < MANY; i++) {
    const uint8_t *cards = batch->cards + i * n;
    wrong += handrank_prepared_by(path, batch->hands[i], n) != batch->want[i];
    wrong += handrank_of_by(path, cards, n) != batch->want[i];
  }
  CHECK_INT(wrong, 0);
}

static void check_single(const Batch *batch, int n) {
  size_t size = (size_t)n;
  for (OnePath path = ONE_COMPUTED; path < ONE_PATHS; path++)
    if (handrank_one_has(path)) check_single_by(batch, path, size);
  CHECK_INT(handrank_prepared(batch->hands[0], size), batch->want[0]);
  CHECK_INT(handrank_of(batch->cards, size), batch->want[0]);
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

/* Numbers of cards that have no rank, and the way that is picked. */
static void check_single_limits(const Batch *batch) {
  CHECK(handrank_one_has(ONE_COMPUTED));
  CHECK(handrank_one_has(handrank_one_path()));
  for (OnePath path = ONE_COMPUTED; path < ONE_PATHS; path++) {
    if (!handrank_one_has(path)) continue;
    CHECK(handrank_prepared_by(path, batch->hands[0], 4) == 0);
    CHECK(handrank_of_by(path, batch->cards, 10) == 0);
  }
}

/* Bytes at the end of memory that may be read: nothing beyond them is. */
static void check_end(Batch *batch) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  uint8_t *two = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(two != MAP_FAILED && !mprotect(two + page, page, PROT_NONE));
  for (size_t n = HAND_LEAST; n <= HAND_MOST; n++) {
    uint8_t *cards = memcpy(two + page - n, batch->cards, n);
    uint32_t want = handrank_computed(handrank_prepare(cards, n), n);
    for (OnePath path = ONE_COMPUTED; path < ONE_PATHS; path++)
      if (handrank_one_has(path)) CHECK(handrank_of_by(path, cards, n) == want);
  }
  munmap(two, 2 * page);
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
  check_single_limits(&batch);
  check_end(&batch);
  check_spread(&batch);
  printf("best path: %s; one hand: %s\n", handrank_path_name(handrank_path()),
         handrank_one_name(handrank_one_path()));
  return check_done("handrank_batch");
}
