/* The rank of single hands: all 2,598,960 of five cards against the slow way
 * and the known counts, samples of six to nine cards against every five of
 * them, and what a rank says in words. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "slow_rank.h"
#include "tools.h"

/* n different cards; `suits` 1 makes them one suit as far as they go. */
static void random_hand(uint64_t *state, uint8_t *cards, int n, bool one_suit) {
  uint8_t deck[52];
  for (int i = 0; i < 52; i++) deck[i] = (uint8_t)i;
  for (int i = 0; i < n; i++) {
    unsigned left = (unsigned)((one_suit && i < 8 ? 13 : 52) - i);
    unsigned at = (unsigned)i + next_random(state) % left;
    uint8_t card = deck[at];
    deck[at] = deck[i];
    deck[i] = card;
    cards[i] = card;
  }
}

/* Every rank seen, at the place of its slow key. */
typedef struct Seen {
  uint32_t *rank;
  long kinds[HAND_KINDS];
  long wrong;
} Seen;

static void see(Seen *seen, const uint8_t cards[5]) {
  uint32_t rank = rank_cards(cards, 5);
  int key = slow_five(cards);
  seen->kinds[handrank_kind(rank)]++;
  seen->wrong += key != slow_key(rank);
  seen->wrong += seen->rank[key] && seen->rank[key] != rank;
  seen->rank[key] = rank;
}

static void see_all(Seen *seen) {
  uint8_t c[5];
  for (c[0] = 0; c[0] < 52; c[0]++)
    for (c[1] = 0; c[1] < c[0]; c[1]++)
      for (c[2] = 0; c[2] < c[1]; c[2]++)
        for (c[3] = 0; c[3] < c[2]; c[3]++)
          for (c[4] = 0; c[4] < c[3]; c[4]++) see(seen, c);
}

static void check_all_fives(void) {
  static const long known[HAND_KINDS] = {1302540, 1098240, 123552, 54912, 10200,
                                         5108,    3744,    624,    40};
  Seen seen = {calloc(SLOW_KEYS, sizeof(uint32_t)), {0}, 0};
  see_all(&seen);
  for (int kind = 0; kind < HAND_KINDS; kind++)
    CHECK_INT(seen.kinds[kind], known[kind]);
  CHECK_INT(seen.wrong, 0);
  long different = 0, disorder = 0;
  uint32_t last = 0;
  for (int key = 0; key < SLOW_KEYS; key++) {
    if (!seen.rank[key]) continue;
    different++;
    disorder += seen.rank[key] <= last;
    last = seen.rank[key];
  }
  CHECK_INT(different, 7462);
  CHECK_INT(disorder, 0);
  free(seen.rank);
}

static void check_more_cards(void) {
  uint64_t state = 11;
  long wrong = 0;
  for (int i = 0; i < 60000; i++) {
    int n = 6 + i % 4;
    uint8_t cards[9];
    random_hand(&state, cards, n, i % 16 >= 12);
    wrong += slow_key(rank_cards(cards, (size_t)n)) != slow_rank(cards, n);
  }
  CHECK_INT(wrong, 0);
}

/* With no card wild. */
static uint32_t best_of(const uint8_t *cards, size_t n, uint8_t five[5]) {
  static const HandWild none;
  uint8_t stands[5];
  return handrank_best(&none, cards, n, five, stands);
}

static void check_best(void) {
  uint8_t cards[9], five[5], want[5];
  size_t n = parse("2c Ah 3h Td 4h 5h Ad 2h 9s", cards);
  parse("5h 4h 3h 2h Ah", want);
  CHECK(best_of(cards, n, five) == rank_cards(cards, n));
  CHECK(!memcmp(five, want, 5));
  n = parse("8c 3d 8d 4h 3c 4s Ah", cards);
  parse("8c 8d 4h 4s Ah", want);
  CHECK(best_of(cards, n, five) == rank_cards(cards, n));
  CHECK(!memcmp(five, want, 5));
}

/* The five picked of nine are a hand of the same rank. */
static void check_best_random(void) {
  uint64_t state = 5;
  long wrong = 0;
  for (int i = 0; i < 20000; i++) {
    uint8_t cards[9], five[5];
    random_hand(&state, cards, 9, i % 4 == 0);
    uint32_t rank = best_of(cards, 9, five);
    wrong += rank_cards(five, 5) != rank;
  }
  CHECK_INT(wrong, 0);
}

static void check_limits(void) {
  uint8_t cards[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, five[5];
  CHECK_INT(best_of(cards, 4, five), 0);
  CHECK(rank_cards(cards, 5) != 0);
  for (unsigned card = 0; card < 52; card++)
    CHECK(handrank_card(card) == ((1ull << card % 13) + 0x2000)
                                     << (card / 13 * 16));
}

int main(void) {
  check_all_fives();
  check_more_cards();
  check_best();
  check_best_random();
  check_limits();
  return check_done("handrank");
}
