/* Ranks of many hands: every variant this processor has against arithmetic of one
 * hand, over runs of all lengths, shapes
 * of hands that random ones seldom have, and a sample of five to nine cards;
 * and which variant CROUPIER_CPU takes. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "core/cpu_variants.h"
#include "core/handrank.h"
#include "core/handrank_batch.h"
#include "tools.h"

static HandBatch *const batches[CPU_VARIANTS] = VARIANTS_OF(handrank_batch);

enum { MANY = 4096 };

typedef struct Batch {
  uint8_t cards[MANY * 9];
  uint64_t hands[MANY];
  uint32_t want[MANY], ranks[MANY + 1];
} Batch;

/* n different cards out of a deck of `ranks` ranks and `suits` suits, from
 * the top of the deck's suits and ranks down. */
static void hand_of_few(uint64_t *state, uint8_t *cards, int n, int ranks,
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
    hand_of_few(state, cards, n, ranks, suits);
    /* nearly one suit: its count in the prepared hand overflows or not */
    if (shape == 2) cards[i / 8 % n] = (uint8_t)(13 + next_random(state) % 39);
    batch->hands[i] = handrank_prepare(cards, (size_t)n);
    batch->want[i] = handrank_prepared(batch->hands[i], (size_t)n);
  }
}

static void check_single(const Batch *batch, int n) {
  long wrong = 0;
  for (int i = 0; i < MANY; i++)
    wrong += rank_cards(batch->cards + i * n, (size_t)n) != batch->want[i];
  CHECK_INT(wrong, 0);
}

static void check_variant(Batch *batch, CpuVariant variant, int n) {
  batches[variant](ORDER_HIGH, batch->hands, (size_t)n, batch->ranks, MANY);
  CHECK(!memcmp(batch->ranks, batch->want, sizeof batch->want));
}

/* A run of any length writes its ranks and none behind them. */
static void check_lengths(Batch *batch, CpuVariant variant, int n) {
  bool right = true;
  for (size_t count = 0; count < 140; count++) {
    memset(batch->ranks, 0xff, sizeof batch->ranks);
    batches[variant](ORDER_HIGH, batch->hands + 3, (size_t)n, batch->ranks,
                     count);
    right = right && !memcmp(batch->ranks, batch->want + 3, count * 4) &&
            batch->ranks[count] == 0xffffffff;
  }
  CHECK(right);
}

static void check_variants(Batch *batch) {
  uint64_t state = 77;
  for (int round = 0; round < 40; round++) {
    for (int n = 5; n <= 9; n++) {
      fill(batch, n, &state);
      check_single(batch, n);
      for (CpuVariant variant = CPU_PLAIN; variant < CPU_VARIANTS; variant++) {
        if (!cpu_has(variant)) continue;
        check_variant(batch, variant, n);
        if (round == 0) check_lengths(batch, variant, n);
      }
    }
  }
}

static void check_limits(void) {
  CHECK(cpu_has(CPU_PLAIN) && cpu_has(cpu_variant()));
}

/* Hands at the end of memory that may be read: nothing beyond them is. */
static void check_end(Batch *batch) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE), size = 70 * sizeof(uint64_t);
  uint64_t state = 5;
  uint8_t *two = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(two != MAP_FAILED && !mprotect(two + page, page, PROT_NONE));
  uint64_t *hands = (uint64_t *)(void *)(two + page - size);
  for (size_t n = HAND_LEAST; n <= HAND_MOST; n++) {
    fill(batch, (int)n, &state);
    memcpy(hands, batch->hands, size);
    for (CpuVariant variant = CPU_PLAIN; variant < CPU_VARIANTS; variant++) {
      if (!cpu_has(variant)) continue;
      batches[variant](ORDER_HIGH, hands, n, batch->ranks, 70);
      CHECK(!memcmp(batch->ranks, batch->want, 70 * sizeof *batch->want));
    }
    uint8_t *cards = memcpy(two + page - n, batch->cards, n);
    CHECK_INT(rank_cards(cards, n), batch->want[0]);
  }
  munmap(two, 2 * page);
}

/* Seven of any cards: plain against the best path and single hands. */
static void check_spread(Batch *batch) {
  uint64_t state = 3;
  long wrong = 0;
  for (int round = 0; round < 100; round++) {
    for (int i = 0; i < MANY; i++) {
      hand_of_few(&state, batch->cards + i * 7, 7, 13, 4);
      batch->hands[i] = handrank_prepare(batch->cards + i * 7, 7);
    }
    batches[CPU_PLAIN](ORDER_HIGH, batch->hands, 7, batch->want, MANY);
    handrank_batch(batch->hands, 7, batch->ranks, MANY);
    wrong += memcmp(batch->ranks, batch->want, sizeof batch->want) != 0;
    check_single(batch, 7);
  }
  CHECK_INT(wrong, 0);
}

/* This program with CROUPIER_CPU: its status is the variant it takes, and 8 more
 * when it has something to say about the name. */
static int variant_of(const char *self, const char *name) {
  int status = -1;
  pid_t child = fork();
  if (child == 0) {
    setenv("CROUPIER_CPU", name, 1);
    execl(self, self, "variant", (char *)NULL);
    _exit(99);
  }
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void check_choice(const char *self) {
  int best = variant_of(self, "") & 7;
  for (CpuVariant variant = CPU_PLAIN; variant < CPU_VARIANTS; variant++) {
    int got = variant_of(self, cpu_name(variant));
    CHECK_INT(got, cpu_has(variant) ? (int)variant : best + 8);
    if (!cpu_has(variant))
      printf("handrank_batch: note: this processor lacks %s\n",
             cpu_name(variant));
  }
  CHECK_INT(variant_of(self, "plainn"), best + 8);
}

int main(int argc, char **argv) {
  static Batch batch;
  if (argc > 1) return (int)cpu_variant() + (cpu_problem() ? 8 : 0);
  check_variants(&batch);
  check_limits();
  check_end(&batch);
  check_spread(&batch);
  check_choice(argv[0]);
  printf("the best variant: %s\n", cpu_name(cpu_variant()));
  return check_done("handrank_batch");
}
