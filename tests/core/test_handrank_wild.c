/* Hands with wild cards and bugs, against every substitution in every five of
 * their cards, up to four wild ones; what five of a kind says; which cards make
 * the hand, and what the wild ones stand for. */
#include <string.h>

#include "check.h"
#include "core/handrank.h"
#include "tools.h"

enum { JOKER = HAND_CARDS, BUG = HAND_CARDS + 6 };

static HandWild jokers(void) {
  HandWild wild = {0, 0};
  for (unsigned i = 0; i < 6; i++) wild.any |= handrank_bit(JOKER + i);
  for (unsigned i = 0; i < 6; i++) wild.bug |= handrank_bit(BUG + i);
  return wild;
}

/* Five cards of a hand; the first `any` are wild, then `bug` bugs. */
typedef struct Five {
  int any, bug;
  uint8_t card[5];
  uint64_t
      taken; /* natural cards of the whole hand, and what stands for some */
  uint32_t best;
} Five;

static bool allowed(const Five *f, uint32_t rank) {
  HandKind kind = handrank_kind(rank);
  bool aces = true;
  for (int i = f->any; i < f->any + f->bug; i++)
    aces = aces && f->card[i] % 13 == 12;
  return aces || kind == HAND_STRAIGHT || kind == HAND_FLUSH ||
         kind == HAND_STRAIGHT_FLUSH;
}

static void substitute(Five *f, int at) {
  if (at == f->any + f->bug) {
    uint32_t rank = rank_cards(f->card, 5);
    if (rank > f->best && allowed(f, rank)) f->best = rank;
    return;
  }
  int from = at > 0 && at != f->any ? f->card[at - 1] + 1 : 0;
  for (int c = from; c < HAND_CARDS; c++) {
    if (f->taken >> c & 1) continue;
    f->card[at] = (uint8_t)c;
    f->taken |= 1ull << c;
    substitute(f, at + 1);
    f->taken &= ~(1ull << c);
  }
}

static void fifth(Five *f) {
  int count[13] = {0};
  for (int i = f->any + f->bug; i < 5; i++) count[f->card[i] % 13]++;
  for (int r = 0; r < 13; r++) {
    if (count[r] + f->any + (r == 12 ? f->bug : 0) < 5) continue;
    uint32_t rank = target_of(HAND_FIVE, (int[2]){r, -1});
    if (rank > f->best) f->best = rank;
  }
}

static uint32_t brute(const uint8_t *cards, int n) {
  uint64_t natural = 0;
  uint32_t best = 0;
  for (int i = 0; i < n; i++)
    if (cards[i] < HAND_CARDS) natural |= 1ull << cards[i];
  for (unsigned set = 0; set < 1u << n; set++) {
    if (__builtin_popcount(set) != 5) continue;
    Five f = {.taken = natural};
    int at = 0;
    for (int i = 0; i < n; i++)
      f.any += (set >> i & 1) && cards[i] >= JOKER && cards[i] < BUG;
    for (int i = 0; i < n; i++) f.bug += (set >> i & 1) && cards[i] >= BUG;
    at = f.any + f.bug;
    for (int i = 0; i < n; i++)
      if (set >> i & 1 && cards[i] < JOKER) f.card[at++] = cards[i];
    substitute(&f, 0);
    fifth(&f);
    if (f.best > best) best = f.best;
  }
  return best;
}

/* A hand with so many wild cards and bugs; `near` keeps to few ranks and suits,
 * so that much appears twice. */
static void hand_with_wild(uint64_t *state, uint8_t *cards, int n, int any,
                           int bug, bool near) {
  uint64_t seen = 0;
  for (int i = 0; i < n; i++) {
    if (i < any + bug) {
      cards[i] = (uint8_t)(i < any ? JOKER + i : BUG + i - any);
      continue;
    }
    do {
      uint32_t r = next_random(state);
      cards[i] = (uint8_t)(near ? (r % 2 + r / 2 % 2) * 13 + 6 + r / 4 % 7
                                : r % HAND_CARDS);
    } while (seen >> cards[i] & 1);
    seen |= 1ull << cards[i];
  }
}

static uint64_t bits_of(const uint8_t *cards, int n) {
  uint64_t hand = 0;
  for (int i = 0; i < n; i++) hand |= handrank_bit(cards[i]);
  return hand;
}

/* The five and what they stand for make the rank, and are of the hand. */
static bool is_made_of(const HandWild *wild, const uint8_t *cards, int n,
                       uint32_t rank) {
  uint8_t five[5], stands[5];
  uint64_t hand = bits_of(cards, n), used = 0;
  if (handrank_best(wild, cards, (size_t)n, five, stands) != rank) return false;
  for (int i = 0; i < 5; i++) {
    uint64_t bit = handrank_bit(five[i]);
    if (!(hand & bit) || used & bit || stands[i] >= HAND_CARDS) return false;
    if (!(bit & (wild->any | wild->bug)) && stands[i] != five[i]) return false;
    used |= bit;
  }
  if (handrank_kind(rank) == HAND_FIVE) return true;
  return rank_cards(stands, 5) == rank;
}

static void check_random(int any, int bug, int hands, int most) {
  HandWild wild = jokers();
  uint64_t state = (uint64_t)(any * 10 + bug + 1);
  int wrong = 0, unmade = 0;
  for (int n = any + bug < 5 ? 5 : any + bug; n <= most; n++)
    for (int i = 0; i < hands; i++) {
      uint8_t cards[HAND_MOST];
      hand_with_wild(&state, cards, n, any, bug, i % 2);
      uint32_t rank = handrank_wild(&wild, bits_of(cards, n), (size_t)n);
      wrong += rank != brute(cards, n);
      unmade += !is_made_of(&wild, cards, n, rank);
    }
  CHECK_INT(wrong, 0);
  CHECK_INT(unmade, 0);
}

static void check_substitutions(void) {
  check_random(0, 0, 200, 9);
  check_random(1, 0, 400, 9);
  check_random(2, 0, 60, 9);
  check_random(3, 0, 6, 8);
  check_random(4, 0, 3, 7);
  check_random(0, 1, 400, 9);
  check_random(0, 2, 60, 9);
  check_random(1, 1, 40, 9);
  check_random(2, 1, 6, 7);
  check_random(1, 2, 6, 7);
  check_random(0, 3, 6, 7);
  check_random(2, 2, 2, 6);
}

/* Deuces wild: natural cards that are wild keep their bit. */
static void check_deuces(void) {
  HandWild deuces = {
      handrank_bit(0) | handrank_bit(13) | handrank_bit(26) | handrank_bit(39),
      0};
  const uint8_t cards[5] = {0, 13, 11, 24, 37}; /* 2c 2d Kc Kd Kh */
  uint32_t rank = handrank_wild(&deuces, bits_of(cards, 5), 5);
  CHECK_INT(rank, target_of(HAND_FIVE, (int[2]){11, -1}));
  CHECK(is_made_of(&deuces, cards, 5, rank));
  const uint8_t all[9] = {52, 53, 54, 55, 56, 57, 0, 13, 26};
  HandWild wild = jokers();
  wild.any |= deuces.any;
  CHECK_INT(handrank_wild(&wild, bits_of(all, 9), 9),
            target_of(HAND_FIVE, (int[2]){12, -1}));
}

static void check_five_of_a_kind(void) {
  uint32_t twos = target_of(HAND_FIVE, (int[2]){0, -1});
  uint32_t aces = target_of(HAND_FIVE, (int[2]){12, -1});
  uint32_t royal = target_of(HAND_STRAIGHT_FLUSH, (int[2]){12, -1});
  int five[5];
  CHECK(royal < twos && twos < aces);
  CHECK(handrank_valid(twos) && handrank_valid(aces));
  CHECK(!handrank_valid(aces | 1) && !handrank_valid((7u << 29) | 1));
  CHECK_INT(handrank_kind(twos), HAND_FIVE);
  handrank_five(aces, five);
  for (int i = 0; i < 5; i++) CHECK_INT(five[i], 12);
  size_t kinds[HAND_KINDS];
  handrank_kinds((uint32_t[]){twos, royal, aces, 0}, 4, kinds);
  CHECK_INT(kinds[HAND_FIVE], 2);
  CHECK_INT(kinds[HAND_STRAIGHT_FLUSH], 1);
}

int main(void) {
  check_substitutions();
  check_deuces();
  check_five_of_a_kind();
  return check_done("handrank_wild");
}
