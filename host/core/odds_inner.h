/* What exact and sampled odds share: the deck left, the hands so far, tallies.
 * Included by odds*.c only. */
#ifndef CORE_ODDS_INNER_H
#define CORE_ODDS_INNER_H

#include "core/odds.h"

enum {
  ODDS_BATCH = 1024,
  ODDS_TRIES = 64, /* at a draw, before it is looked how many were good */
  ODDS_ROOM = ODDS_BATCH + ODDS_TRIES,
  ODDS_PAIRS = 52 * 51 / 2
};

#define ODDS_RANKS 0x1fff1fff1fff1fffull /* a prepared hand without counts */

/* Cards that may still come, as prepared constants, and all pairs of them. */
typedef struct OddsDeck {
  int count, pairs;
  uint64_t card[52], pair[ODDS_PAIRS];
  int ring, apart; /* of odds_ring, whose product is `pairs` */
  uint8_t at[64], after[128];
} OddsDeck;

/* Makes the pairs: those of cards from..count-1 are the first C(count - from,
 * 2); or as odds_try numbers them. */
void odds_pairs(OddsDeck *deck);
void odds_ring(OddsDeck *deck);

/* A number below n out of a word, and the word's rest as a new word. */
static inline uint64_t odds_part(uint64_t *word, int n) {
  unsigned __int128 product = (unsigned __int128)*word * (unsigned)n;
  *word = (uint64_t)product;
  return (uint64_t)(product >> 64);
}

/* The bits of a word that odds_try uses: the others are taken for 0. */
#define ODDS_WORD (~(uint64_t)0xfff)

/* What must be left of a word for its draw to count. */
uint64_t odds_least(const OddsDeck *deck, int last, int second);

/* So many cards out of the word; *clash gets bits where one is drawn twice or
 * is in `used`. */
static inline uint64_t odds_draw(const OddsDeck *deck, uint64_t *word,
                                 int cards, uint64_t used, uint64_t *clash) {
  uint64_t sum = 0;
  for (; cards > 1; cards -= 2) {
    uint64_t pair = deck->pair[odds_part(word, deck->pairs)];
    *clash |= pair & (sum | used);
    sum += pair;
  }
  if (cards) {
    uint64_t card = deck->card[odds_part(word, deck->count)];
    *clash |= card & (sum | used);
    sum += card;
  }
  return sum;
}

/* Where draws go: the sums of some cards, of others, and what both have. Each
 * has room for ODDS_TRIES. */
typedef struct OddsDraw {
  uint64_t *last, *second, *used;
} OddsDraw;

/* From each of ODDS_TRIES words draws `last` cards and `second` others, in all
 * 1..7, of a deck whose pairs are a ring; gives how many draws were of
 * different cards: those are in `to`, in the words' order. The same by any
 * processor's way, and by one that odds_has_wide() must allow. */
size_t odds_try(const OddsDeck *deck, const uint64_t *words, OddsDraw to,
                int last, int second);
size_t odds_try_plain(const OddsDeck *deck, const uint64_t *words, OddsDraw to,
                      int last, int second);
bool odds_has_wide(void);
size_t odds_try_wide(const OddsDeck *deck, const uint64_t *words, OddsDraw to,
                     int last, int second);

/* odds_check for no fewer than so many hands. */
bool odds_check_hands(const OddsDeal *deal, int least, char note[ODDS_NOTE]);

/* Cards that come to one hand, or to the board (hand -1). */
typedef struct OddsGroup {
  int hand, cards;
} OddsGroup;

/* Hands as far as they are known, and what is missing: hands first, the
 * board last. */
typedef struct OddsTable {
  int hands, board, groups;  /* board: its cards when all is dealt */
  size_t cards[ODDS_HANDS];  /* of each hand with the board */
  uint64_t base[ODDS_HANDS]; /* what is known of it, board included */
  OddsGroup group[ODDS_HANDS + 1];
  OddsDeck deck;
} OddsTable;

void odds_table(OddsTable *table, const OddsDeal *deal);

/* How often each hand was among k + 1 best ones. */
typedef struct OddsTally {
  uint64_t won[ODDS_HANDS][ODDS_HANDS];
} OddsTally;

/* A batch of deals on its way: what comes to each hand, and how many deals
 * an entry stands for. */
typedef struct OddsBatch {
  size_t count;
  uint64_t come[ODDS_HANDS + 1][ODDS_ROOM]; /* the last one: the board */
  uint32_t weight[ODDS_BATCH];
  uint64_t hand[ODDS_ROOM];
  uint32_t rank[ODDS_HANDS][ODDS_BATCH], best[ODDS_BATCH], ties[ODDS_BATCH];
} OddsBatch;

/* Ranks batch->count deals, adds them to the tally. What comes is added to
 * the hands of the groups from `from` on; earlier ones are in base. */
void odds_tally(const OddsTable *table, int from, OddsBatch *batch,
                OddsTally *tally);

/* Work split in units first..units-1 among threads; `unit` does one, with
 * `scratch` bytes that the thread has to itself. False from it stops all. */
typedef struct OddsCrew OddsCrew;
struct OddsCrew {
  const void *of; /* what the work is about */
  const OddsRun *run;
  uint64_t first, units;
  size_t scratch;
  bool (*unit)(const OddsCrew *crew, uint64_t unit, void *scratch,
               OddsTally *tally);
  OddsTally total; /* added to */
};

bool odds_crew(OddsCrew *crew);

/* The standard error of a mean of n numbers in 0..1: never below 1 / n, as
 * what was not seen in n deals may still be there. */
double odds_error(double mean, double mean_of_squares, double n);

/* Shares from a tally of so many deals. */
void odds_result(const OddsTally *tally, int hands, uint64_t deals, bool exact,
                 OddsResult *result);

#endif
