/* Melds: the rules of three Pokebacc decks by hand, and all of it against a
 * search that tries everything. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/meld.h"

enum { NONE = MELD_NO_SUIT, MOST = 14 };

/* A deck and what the slow search needs to know of its patterns. */
typedef struct Deck {
  int faces, patterns;
  uint8_t suit[MELD_FACES];
  MeldPattern pattern[5];
  Melds *melds;
} Deck;

static const uint64_t affined[] = {3, 12}, colours[] = {9, 6},
                      each[] = {1, 2, 4, 8}, any[] = {~(uint64_t)0},
                      chain[] = {3, 6, 12};

static MeldPattern *add(Deck *d, MeldKind kind, int least, int most,
                        const uint64_t *groups, int group_count) {
  int p = d->patterns++;
  d->pattern[p] = (MeldPattern){
      .kind = kind, .least = least, .most = most, .group_count = group_count};
  memset(d->pattern[p].column, -1, sizeof d->pattern[p].column);
  memcpy(d->pattern[p].groups, groups, (size_t)group_count * sizeof *groups);
  return &d->pattern[p];
}

static void worth(Deck *d, int p, int n, int score, int pure) {
  d->pattern[p].score[n] = score;
  d->pattern[p].pure[n] = pure;
}

static void finish(Deck *d) {
  d->melds = melds_new(d->suit, d->faces);
  for (int p = 0; p < d->patterns; p++) {
    if (!melds_add(d->melds, &d->pattern[p])) abort();
    /* Patterns are copied: what the caller does later does not matter. */
  }
}

/* Faces: suit by suit, numbers from 1 and then court cards; four disasters. */
static int number(const Deck *d, int suit, int n) {
  return suit * ((d->faces - 4) / 4) + n - 1;
}

static void pokebacc(Deck *d, int numbers, int court, int family, int trove) {
  memset(d, 0, sizeof *d);
  int per = numbers + court;
  d->faces = 4 * per + 4;
  add(d, MELD_ROW, 3, numbers, affined, 2);
  for (int n = 3; n <= numbers; n++) worth(d, 0, n, 10 * n - 20, 30 * n - 60);
  add(d, MELD_SET, 3, 4, any, 1);
  worth(d, 1, 3, 30, 30), worth(d, 1, 4, 50, 50);
  add(d, MELD_ROW, court, court, affined, 2);
  worth(d, 2, court, family, family);
  add(d, MELD_ROW, 4, 4, any, 1);
  worth(d, 3, 4, 60, 60);
  if (trove > 0) add(d, MELD_SET, 4, 4, any, 1);
  if (trove > 0) worth(d, 4, 4, trove, trove);
  for (int f = 0; f < d->faces; f++) {
    int k = f % per;
    d->suit[f] = (uint8_t)(f < 4 * per ? f / per : NONE);
    if (f >= 4 * per)
      d->pattern[3].column[f] = (int8_t)(f - 4 * per);
    else if (k < numbers)
      d->pattern[0].column[f] = d->pattern[1].column[f] = (int8_t)k;
    else
      d->pattern[2].column[f] = d->pattern[4].column[f] = (int8_t)(k - numbers);
  }
  finish(d);
}

/* 52 cards, sets of 3-4 and runs of 3-5 over `groups`; queens and kings make a
 * pair with any of their colour, so that patterns overlap. */
static void rummy(Deck *d, const uint64_t *groups, int group_count) {
  memset(d, 0, sizeof *d);
  d->faces = 52;
  add(d, MELD_ROW, 3, 5, groups, group_count);
  add(d, MELD_SET, 3, 4, any, 1);
  add(d, MELD_ROW, 2, 2, colours, 2);
  for (int n = 3; n <= 5; n++) worth(d, 0, n, n * n, n * n + n);
  worth(d, 1, 3, 12, 12), worth(d, 1, 4, 15, 15), worth(d, 2, 2, 4, 7);
  for (int f = 0; f < 52; f++) {
    d->suit[f] = (uint8_t)(f / 13);
    d->pattern[0].column[f] = d->pattern[1].column[f] = (int8_t)(f % 13);
    if (f % 13 >= 11) d->pattern[2].column[f] = (int8_t)(f % 13 - 11);
  }
  finish(d);
}

/* ---- a slow, plain search ----------------------------------------------- */

static int in_one_group(const MeldPattern *p, uint64_t suits) {
  for (int g = 0; g < p->group_count; g++)
    if ((suits & ~p->groups[g]) == 0) return 1;
  return 0;
}

/* The score of these cards as this pattern, or -1. */
static int score_as(const Deck *d, const MeldPattern *p, const uint8_t *hand,
                    uint64_t cards) {
  uint64_t suits = 0, columns = 0;
  int n = __builtin_popcountll(cards), low = 99, high = -1;
  for (; cards != 0; cards &= cards - 1) {
    int f = hand[__builtin_ctzll(cards)], c = p->column[f];
    if (c < 0) return -1;
    if (c < low) low = c;
    if (c > high) high = c;
    columns |= (uint64_t)1 << c;
    suits |= (uint64_t)1 << d->suit[f];
  }
  int all_columns = __builtin_popcountll(columns) == n && high - low + 1 == n;
  int all_suits = low == high && __builtin_popcountll(suits) == n;
  if (n < p->least || n > p->most || !in_one_group(p, suits)) return -1;
  if (!(p->kind == MELD_ROW ? all_columns : all_suits)) return -1;
  int pure = __builtin_popcountll(suits) == 1 && suits != 1ull << NONE;
  return pure ? p->pure[n] : p->score[n];
}

typedef struct Slow {
  const Deck *d;
  const uint8_t *hand;
  int n, melds;
  uint64_t friends[MELD_CARDS], cards[20000];
  int score[20000];
  int tie, best, best_cards;
} Slow;

/* Could two cards be in one meld? Only then are groups of both looked at. */
static int together(const Deck *d, int a, int b) {
  for (int p = 0; p < d->patterns; p++) {
    const MeldPattern *m = &d->pattern[p];
    uint64_t suits = 1ull << d->suit[a] | 1ull << d->suit[b];
    if (m->column[a] < 0 || m->column[b] < 0 || !in_one_group(m, suits))
      continue;
    if ((m->column[a] != m->column[b]) == (m->kind == MELD_ROW)) return 1;
  }
  return 0;
}

static void slow_all(Slow *s, uint64_t cards, uint64_t may) {
  for (int p = 0; p < s->d->patterns && cards != 0; p++) {
    int score = score_as(s->d, &s->d->pattern[p], s->hand, cards);
    if (score < 0) continue;
    s->cards[s->melds] = cards;
    s->score[s->melds++] = score;
  }
  for (; may != 0; may &= may - 1) {
    int c = __builtin_ctzll(may);
    slow_all(s, cards | 1ull << c, may & s->friends[c] & ~(1ull << c));
  }
}

static void slow_best(Slow *s, int from, uint64_t used, int score, int cards) {
  int better = s->tie == MELD_MOST_CARDS     ? cards > s->best_cards
               : s->tie == MELD_FEWEST_CARDS ? cards < s->best_cards
                                             : 0;
  if (score > s->best || (score == s->best && better))
    s->best = score, s->best_cards = cards;
  for (int m = from; m < s->melds; m++)
    if ((s->cards[m] & used) == 0)
      slow_best(s, m + 1, used | s->cards[m], score + s->score[m],
                cards + __builtin_popcountll(s->cards[m]));
}

static void slow_start(Slow *s, const Deck *d, const uint8_t *hand, int n) {
  s->d = d, s->hand = hand, s->n = n, s->melds = 0;
  s->tie = MELD_ANY, s->best = 0, s->best_cards = 0;
  for (int i = 0; i < n; i++) {
    s->friends[i] = 0;
    for (int j = 0; j < n; j++)
      if (together(d, hand[i], hand[j])) s->friends[i] |= 1ull << j;
  }
  slow_all(s, 0, (1ull << n) - 1);
}

/* ---- random hands ------------------------------------------------------- */

static unsigned draw(uint64_t *x, unsigned n) {
  *x ^= *x << 13, *x ^= *x >> 7, *x ^= *x << 17;
  return (unsigned)(*x >> 33) % n;
}

/* n faces of a deck that has each face `copies` times. Every other hand is of
 * few columns, where melds crowd. */
static void deal(const Deck *d, uint64_t *x, uint8_t *hand, int n, int copies) {
  uint8_t left[MELD_FACES];
  memset(left, copies, sizeof left);
  int span = draw(x, 2) ? 4 : MELD_COLUMNS;
  int from = span == 4 ? (int)draw(x, 6) : 0;
  for (int i = 0, tries = 0; i < n; tries++) {
    int f = (int)draw(x, (unsigned)d->faces), c = d->pattern[0].column[f];
    if (left[f] == 0) continue;
    if (tries < 200 && span == 4 && (c < from || c >= from + span)) continue;
    left[f]--;
    hand[i++] = (uint8_t)f;
  }
}

/* Is every meld of the choice one, and does none share a card? */
static int choice_is_right(const Slow *s, const Meld *best, int count,
                           int *score, int *cards) {
  uint64_t used = 0;
  *score = *cards = 0;
  for (int m = 0; m < count; m++) {
    const MeldPattern *p = &s->d->pattern[best[m].pattern];
    if ((best[m].cards & used) != 0 || best[m].cards >> s->n != 0) return 0;
    if (score_as(s->d, p, s->hand, best[m].cards) != best[m].score) return 0;
    used |= best[m].cards;
    *score += best[m].score;
    *cards += best[m].count;
  }
  return __builtin_popcountll(used) == *cards;
}

static int best_is_right(Slow *s, MeldTie tie) {
  Meld best[MELD_CARDS];
  int score, cards, count = melds_best(s->d->melds, s->hand, s->n, tie, best);
  s->tie = (int)tie, s->best = s->best_cards = 0;
  slow_best(s, 0, 0, 0, 0);
  return count >= 0 && choice_is_right(s, best, count, &score, &cards) &&
         score == s->best && (tie == MELD_ANY || cards == s->best_cards);
}

/* Without copies, all melds must be the very same. */
static int all_is_right(const Slow *s) {
  const Meld *found;
  int n = melds_all(s->d->melds, s->hand, s->n, &found), same = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < s->melds; j++)
      same += found[i].cards == s->cards[j] && found[i].score == s->score[j] &&
              score_as(s->d, &s->d->pattern[found[i].pattern], s->hand,
                       found[i].cards) == s->score[j];
  return n == s->melds && same >= n;
}

static void test_random(const Deck *d, int hands, int most, int copies) {
  static Slow slow;
  uint64_t x = 0x2545f4914f6cdd1d + (uint64_t)hands;
  long wrong = 0, wrong_all = 0, some = 0;
  for (int i = 0; i < hands; i++) {
    uint8_t hand[MELD_CARDS];
    int n = 6 + i % (most - 5);
    deal(d, &x, hand, n, copies);
    slow_start(&slow, d, hand, n);
    some += slow.melds > 1;
    wrong += !best_is_right(&slow, (MeldTie)(i / 16 % 3));
    if (copies == 1) wrong_all += !all_is_right(&slow);
  }
  CHECK_INT(wrong, 0);
  CHECK_INT(wrong_all, 0);
  CHECK(some > hands / 10);
}

/* Most cards of five neighbouring numbers: so many melds that the search works
 * out better prices for the cards. */
static void test_crowds(const Deck *d, int hands) {
  static Slow slow;
  uint64_t x = 42;
  long wrong = 0, crowds = 0;
  for (int i = 0; i < hands; i++) {
    uint8_t hand[20];
    int n = 0, from = 1 + (int)draw(&x, 6), leave_out = 2 + (int)draw(&x, 3);
    for (int c = 0; c < 20; c++)
      hand[n++] = (uint8_t)number(d, c % 4, from + c / 4);
    for (; leave_out > 0; leave_out--)
      hand[draw(&x, (unsigned)n)] = hand[n - 1], n--;
    slow_start(&slow, d, hand, n);
    crowds += slow.melds > 80;
    wrong += !best_is_right(&slow, (MeldTie)(i % 3));
  }
  CHECK_INT(wrong, 0);
  CHECK(crowds > hands / 2);
}

/* ---- by hand ------------------------------------------------------------ */

static int total(const Deck *d, const uint8_t *hand, int n, int *count) {
  Meld best[MELD_CARDS];
  int sum = 0;
  *count = melds_best(d->melds, hand, n, MELD_ANY, best);
  for (int m = 0; m < *count; m++) sum += best[m].score;
  return sum;
}

#define HAND(...) \
  (uint8_t[]){__VA_ARGS__}, (int)(sizeof((uint8_t[]){__VA_ARGS__}))

static void test_royal(const Deck *d) {
  int count;
#define CARD(suit, n) (uint8_t) number(d, suit, n)
  CHECK_INT(total(d, HAND(CARD(0, 4), CARD(0, 5), CARD(0, 6)), &count), 30);
  CHECK_INT(total(d, HAND(CARD(0, 4), CARD(1, 5), CARD(0, 6)), &count), 10);
  CHECK_INT(total(d, HAND(CARD(0, 4), CARD(2, 5), CARD(0, 6)), &count), 0);
  CHECK_INT(total(d, HAND(CARD(0, 9), CARD(0, 10), CARD(0, 1)), &count), 0);
  CHECK_INT(total(d, HAND(CARD(0, 9), CARD(0, 10), CARD(0, 11)), &count), 0);
  CHECK_INT(total(d, HAND(CARD(0, 7), CARD(1, 7), CARD(3, 7)), &count), 30);
  CHECK_INT(
      total(d, HAND(CARD(0, 7), CARD(1, 7), CARD(3, 7), CARD(2, 7)), &count),
      50);
  CHECK_INT(total(d, HAND(60, 62, 61, 63), &count), 60);
  CHECK_INT(total(d, HAND(60, 62, 61), &count), 0);
  uint8_t family[] = {CARD(0, 11), CARD(1, 12), CARD(0, 13), CARD(1, 14),
                      CARD(1, 15)};
  CHECK_INT(total(d, family, 5, &count), 75);
  family[0] = CARD(2, 11);
  CHECK_INT(total(d, family, 5, &count), 0);
  /* A set takes the 5 only if the run can do without it. */
  CHECK_INT(total(d,
                  HAND(CARD(0, 3), CARD(0, 4), CARD(0, 5), CARD(1, 5),
                       CARD(2, 5), CARD(3, 5), CARD(0, 6)),
                  &count),
            90);
  CHECK_INT(count, 2);
#undef CARD
}

static void test_whole_deck(const Deck *d) {
  uint8_t hand[MELD_CARDS];
  int count;
  for (int i = 0; i < 64; i++) hand[i] = (uint8_t)i;
  CHECK_INT(total(d, hand, 64, &count), 4 * 240 + 4 * 75 + 60);
  CHECK_INT(count, 9);
  const Meld *found;
  CHECK_INT(melds_all(d->melds, hand, 64, &found), 2 * 4016 + 50 + 64 + 1);
  CHECK_INT(melds_all(d->melds, hand, 0, &found), 0);
  CHECK_INT(melds_best(d->melds, hand, 0, MELD_ANY, NULL), 0);
}

/* So many melds that a search which gave up a little less would be too long. */
static void test_whole_linked_deck(const Deck *d) {
  uint8_t hand[52];
  int count;
  for (int i = 0; i < 52; i++) hand[i] = (uint8_t)i;
  CHECK_INT(total(d, hand, 52, &count), 4 * (30 + 30 + 12));
  CHECK_INT(count, 12);
}

/* Two copies of each card: both are used, and named apart. */
static void test_copies(const Deck *d) {
  int count;
  CHECK_INT(total(d, HAND(0, 1, 2, 0, 1, 2), &count), 24);
  CHECK_INT(count, 2);
  CHECK_INT(total(d, HAND(0, 0, 0), &count), 0);
  CHECK_INT(total(d, HAND(0, 13, 26, 0, 13, 26), &count), 24);
}

static void test_wide(void) {
  static Deck d;
  rummy(&d, any, 1);
  d.pattern[0].most = 13;
  melds_free(d.melds);
  finish(&d);
  uint8_t hand[52];
  Meld best[MELD_CARDS];
  const Meld *found;
  for (int i = 0; i < 52; i++) hand[i] = (uint8_t)i;
  CHECK_INT(melds_all(d.melds, hand, 52, &found), MELD_TOO_MANY);
  CHECK_INT(melds_best(d.melds, hand, 52, MELD_ANY, best), MELD_TOO_MANY);
  CHECK(melds_best(d.melds, hand, 20, MELD_ANY, best) > 0);
  melds_free(d.melds);
}

int main(void) {
  static Deck royal, merchant, farmer, standard, red_black, linked, twice;
  pokebacc(&royal, 10, 5, 75, 0);
  pokebacc(&merchant, 10, 4, 75, 75);
  pokebacc(&farmer, 8, 4, 60, 0);
  rummy(&standard, each, 4);
  rummy(&red_black, colours, 2);
  rummy(&linked, chain, 3);
  rummy(&twice, each, 4);
  test_royal(&royal);
  test_whole_deck(&royal);
  test_whole_linked_deck(&linked);
  test_copies(&twice);
  test_random(&royal, 50000, MOST, 1);
  test_random(&merchant, 20000, MOST, 1);
  test_random(&farmer, 15000, MOST, 1);
  test_random(&standard, 15000, MOST, 1);
  test_random(&red_black, 5000, 12, 1);
  test_random(&linked, 5000, 12, 1);
  test_random(&twice, 5000, 12, 2);
  test_random(&royal, 2000, 12, 3);
  test_random(&merchant, 1000, 20, 1);
  test_crowds(&royal, 400);
  test_wide();
  melds_free(NULL);
  Deck *decks[] = {&royal,     &merchant, &farmer, &standard,
                   &red_black, &linked,   &twice};
  for (int i = 0; i < 7; i++) melds_free(decks[i]->melds);
  return check_done("meld");
}
