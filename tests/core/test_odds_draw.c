/* Draws of different cards: the same by every variant, of so many cards each, and
 * all sets of cards alike. Who wins a batch of deals: the same by every variant. */
#include <string.h>

#include "check.h"
#include "core/chance.h"
#include "core/cpu_variants.h"
#include "core/odds.h"

static OddsTry *const tries[CPU_VARIANTS] = VARIANTS_OF(odds_try);

typedef struct Draws3 {
  size_t count;
  uint64_t last[ODDS_TRIES + 8], second[ODDS_TRIES + 8], used[ODDS_TRIES + 8];
} Draws3;

static OddsDeck deck_of(int count) {
  OddsDeck deck = {.count = count};
  for (int i = 0; i < count; i++)
    deck.card[i] = handrank_card((unsigned)(count < 40 ? i * 7 % 52 : i));
  odds_ring(&deck);
  return deck;
}

static OddsDraw to(Draws3 *draws) {
  return (OddsDraw){draws->last, draws->second, draws->used};
}

static int cards_in(uint64_t sum) {
  return __builtin_popcountll(sum & ODDS_RANKS);
}

/* Each pair of different cards is there once. */
static void check_pairs(void) {
  for (int count = 2; count <= 52; count++) {
    OddsDeck deck = deck_of(count);
    long wrong = deck.pairs != count * (count - 1) / 2;
    for (int i = 0; i < deck.pairs; i++) {
      wrong += cards_in(deck.pair[i]) != 2;
      for (int k = 0; k < i; k++) wrong += deck.pair[i] == deck.pair[k];
    }
    CHECK_INT(wrong, 0);
  }
}

static void check_draw(const OddsDeck *deck, Rng *rng, int last, int second) {
  uint64_t words[ODDS_TRIES];
  Draws3 plain, wide;
  rng_words(rng, words, ODDS_TRIES);
  words[0] = 0; /* no word for any outcome: too few are left of it */
  words[1] = UINT64_MAX;
  plain.count = odds_try_plain(deck, words, to(&plain), last, second);
  long wrong = 0;
  for (size_t i = 0; i < plain.count; i++) {
    wrong += cards_in(plain.last[i]) != last;
    wrong += second && cards_in(plain.second[i]) != second;
    wrong += cards_in(plain.used[i]) != last + second;
  }
  CHECK_INT(wrong, 0);
  size_t size = plain.count * sizeof *words;
  for (CpuVariant variant = CPU_PLAIN + 1; variant < CPU_VARIANTS; variant++) {
    if (!cpu_has(variant)) continue;
    wide.count = tries[variant](deck, words, to(&wide), last, second);
    CHECK_INT(wide.count, plain.count);
    CHECK(!memcmp(wide.last, plain.last, size));
    CHECK(!second || !memcmp(wide.second, plain.second, size));
    for (size_t i = 0; i < plain.count; i++)
      wrong += ((wide.used[i] ^ plain.used[i]) & ODDS_RANKS) != 0;
    CHECK_INT(wrong, 0);
  }
}

static void check_variants(void) {
  Rng rng;
  rng_seed_text(&rng, "ways", 4);
  for (int count = 7; count <= 52; count += count < 44 ? 6 : 1) {
    OddsDeck deck = deck_of(count);
    for (int last = 0; last <= 5; last++)
      for (int second = 0; second <= 5 && last + second <= 7; second++)
        check_draw(&deck, &rng, last, second);
  }
}

/* Two cards and two others out of six: 90 outcomes, all alike. */
static void check_alike(void) {
  static long seen[64][64];
  OddsDeck deck = deck_of(6);
  uint64_t words[ODDS_TRIES];
  Draws3 draws;
  Rng rng;
  long all = 0, outcomes = 0;
  rng_seed_text(&rng, "alike", 5);
  for (int round = 0; round < 8000; round++) {
    rng_words(&rng, words, ODDS_TRIES);
    draws.count = tries[cpu_variant()](&deck, words, to(&draws), 2, 2);
    for (size_t i = 0; i < draws.count; i++, all++) {
      int a = 0, b = 0;
      for (int c = 0; c < 6; c++) {
        a |= (draws.last[i] & deck.card[c] & ODDS_RANKS ? 1 : 0) << c;
        b |= (draws.second[i] & deck.card[c] & ODDS_RANKS ? 1 : 0) << c;
      }
      seen[a][b]++;
    }
  }
  double expected = (double)all / 90, square = 0;
  for (int i = 0; i < 64 * 64; i++) {
    double more = (double)seen[i / 64][i % 64] - expected;
    outcomes += seen[i / 64][i % 64] > 0;
    if (seen[i / 64][i % 64]) square += more * more / expected;
  }
  CHECK_INT(outcomes, 90);
  CHECK(square > 50 && square < 140); /* 89 degrees of freedom, 3 sigmas */
}

/* Is that word, all 64 times, a draw? */
static bool is_draw(const OddsDeck *deck, uint64_t word, int last, int second) {
  uint64_t words[ODDS_TRIES];
  Draws3 draws;
  for (int i = 0; i < ODDS_TRIES; i++) words[i] = word << 12;
  size_t n = tries[cpu_variant()](deck, words, to(&draws), last, second);
  CHECK(n == 0 || n == ODDS_TRIES);
  return n > 0;
}

/* The words of an outcome follow each other. Where they are one more than
 * elsewhere, the first is no draw; all others are. */
static void check_even(const OddsDeck *deck, Rng *rng, int last, int second) {
  uint64_t outcomes = 1, all = 1ull << 52;
  int seen = 0;
  for (int k = last / 2 + second / 2; k > 0; k--)
    outcomes *= (uint64_t)deck->pairs;
  for (int k = (last & 1) + (second & 1); k > 0; k--)
    outcomes *= (uint64_t)deck->count;
  for (int n = 0; n < 400; n++) {
    unsigned __int128 at = (unsigned __int128)rng_below(rng, outcomes) << 52;
    uint64_t first = (uint64_t)((at + outcomes - 1) / outcomes);
    uint64_t next = (uint64_t)((at + all + outcomes - 1) / outcomes);
    if (!is_draw(deck, next - 1, last, second)) continue; /* a card twice */
    bool is_one_more = next - first > all / outcomes;
    CHECK(is_draw(deck, first, last, second) == !is_one_more);
    CHECK(is_draw(deck, first + 1, last, second));
    seen++;
  }
  CHECK(seen > 0);
}

/* Whatever the numbers of cards, each outcome has as many words as any other. */
static void check_words(void) {
  Rng rng;
  rng_seed_text(&rng, "words", 5);
  for (int count = 47; count <= 48; count++) {
    OddsDeck deck = deck_of(count);
    for (int last = 1; last <= 5; last++)
      for (int second = 0; second <= 5 && last + second <= 7; second++)
        check_even(&deck, &rng, last, second);
  }
}

/* ---- counting ------------------------------------------------------- */

static OddsCount *const counts[CPU_VARIANTS] = VARIANTS_OF(odds_count);

enum { DEALS = ODDS_BATCH - 5 }; /* not a whole number of vectors */

/* Each deal by itself: who has the best rank, and with how many others. */
static void count_slowly(const OddsTable *table, int from,
                         const OddsBatch *batch, OddsTally *tally) {
  for (size_t i = 0; i < batch->count; i++) {
    uint32_t rank[ODDS_HANDS], best = 0;
    int ties = -1;
    for (int h = 0; h < table->hands; h++) {
      uint64_t hand = table->base[h];
      for (int g = from; g < table->groups; g++) {
        int who = table->group[g].hand;
        if (who == h) hand += batch->come[h][i];
        if (who < 0) hand += batch->come[ODDS_HANDS][i];
      }
      rank[h] = handrank_wild(NULL, hand, table->cards[h]);
      if (rank[h] > best) best = rank[h];
    }
    for (int h = 0; h < table->hands; h++) ties += rank[h] == best;
    for (int h = 0; h < table->hands; h++)
      if (rank[h] == best) tally->won[h][ties] += batch->weight[i];
  }
}

/* Two cards a hand and a board of five: the last hand's second card, and of the
 * board so many cards, come in each deal; those before `from` have come. */
static void check_count(int hands, int board, int from) {
  static OddsBatch batch;
  OddsTable table = {.hands = hands, .board = 5, .groups = board ? 2 : 1};
  OddsTally want = {0};
  uint16_t card[HAND_CARDS];
  Rng rng;
  rng_seed_text(&rng, "counts", 6);
  for (uint16_t i = 0; i < HAND_CARDS; i++) card[i] = i;
  rng_shuffle16(&rng, card, HAND_CARDS);
  size_t left = HAND_CARDS;
  table.group[0] = (OddsGroup){hands - 1, 1};
  table.group[1] = (OddsGroup){-1, board};
  uint64_t there = 0;
  for (int i = board; i < 5; i++) there += handrank_card(card[--left]);
  for (int h = 0; h < hands; h++) {
    table.cards[h] = 7;
    table.base[h] = there + handrank_card(card[--left]);
    if (h < hands - 1 || from > 0) table.base[h] += handrank_card(card[--left]);
  }
  batch.count = DEALS;
  for (size_t i = 0; i < DEALS; i++) {
    rng_shuffle16(&rng, card, left);
    batch.weight[i] = 1 + (uint32_t)rng_below(&rng, 24);
    batch.come[hands - 1][i] = handrank_card(card[left - 6]);
    batch.come[ODDS_HANDS][i] = 0;
    for (int k = 1; k <= board; k++)
      batch.come[ODDS_HANDS][i] += handrank_card(card[left - (size_t)k]);
  }
  count_slowly(&table, from, &batch, &want);
  for (CpuVariant variant = CPU_PLAIN; variant < CPU_VARIANTS; variant++) {
    OddsTally got = {0};
    if (!cpu_has(variant)) continue;
    counts[variant](&table, from, &batch, &got);
    CHECK(memcmp(&got, &want, sizeof want) == 0);
  }
}

static void check_counts(void) {
  for (int hands = 2; hands <= ODDS_HANDS; hands++)
    for (int board = 0; board <= 5; board += 5) {
      check_count(hands, board, 0);
      if (board > 0) check_count(hands, board, 1);
    }
}

int main(void) {
  check_counts();
  check_pairs();
  check_variants();
  check_alike();
  check_words();
  return check_done("odds_draw");
}
