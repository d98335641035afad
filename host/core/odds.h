/* The chances of hands of cards: who wins how often when all cards that are
 * not known yet have come.
 *
 * Each hand is the best five of its own cards and a shared board, 5 to 9
 * cards together, or of exactly so many of its own and the rest. Exact chances go through every deal (boards that differ in
 * suits only where no flush can be are counted together); sampled ones draw
 * deals by ChaCha8Rand. Both depend on what is asked and the key, never on
 * the number of threads. */
#ifndef CORE_ODDS_H
#define CORE_ODDS_H

#include "core/handrank.h"

enum { ODDS_HANDS = 10, ODDS_HOLE = 5, ODDS_BOARD = 5, ODDS_NOTE = 120 };

/* Cards are 0..51, and jokers from 52 on where there are some. */
typedef struct OddsDeal {
  HandOrder order;      /* of hands; of a short deck others don't come */
  HandOrder split;      /* a low one that gets half of the pot, or high: none */
  int from_hand;        /* so many of a hand's own cards, or 0: any */
  const HandWild *wild; /* NULL: no card is wild, and there are no jokers */
  int jokers;           /* of the deck: 0..HAND_JOKERS */
  int hands;            /* 2..10, or for a target 1 */
  int hole[ODDS_HANDS]; /* cards of each hand when all is dealt, 1..5 */
  int known[ODDS_HANDS]; /* how many of them are known, and which */
  uint8_t card[ODDS_HANDS][ODDS_HOLE];
  int board, board_known; /* likewise of the board, 0..5 */
  uint8_t board_card[ODDS_BOARD];
  uint64_t dead; /* bit c: card c is known to be nowhere here */
} OddsDeal;

typedef struct OddsRun {
  int jobs;         /* threads, 1 or more */
  uint64_t samples; /* how many deals at most, for odds_sample: 1 or more */
  double error;     /* enough when no hand's standard error is above; 0: all */
  uint8_t key[32];  /* of the streams of chance */
} OddsRun;

typedef struct OddsShare {
  double win, tie; /* alone, with others: parts of all deals, or half pots */
  double share;    /* what it gets of a pot: a tie between k counts 1/k */
  double error;    /* standard error of `share` at most, 0 when exact */
} OddsShare;

typedef struct OddsResult {
  uint64_t deals; /* gone through or drawn */
  OddsShare hand[ODDS_HANDS];
} OddsResult;

/* Are a hand and the board 5 to 9 cards, or enough to take so many of each, and
 * has the deck those to come? False, and a sentence. That the numbers are in their ranges, and no card is there
 * twice, is for the caller to see. */
bool odds_check(const OddsDeal *deal, char note[ODDS_NOTE]);

/* How many deals odds_exact would go through. */
double odds_deals(const OddsDeal *deal);

/* The deal must be right. False: short of memory. */
bool odds_exact(const OddsDeal *deal, const OddsRun *run, OddsResult *result);
bool odds_sample(const OddsDeal *deal, const OddsRun *run, OddsResult *result);

/* ---- the chance to meet a target ----------------------------------------- */

/* The chance that own cards and a board meet a target, with replacements.
 *
 * As in Baltimore draw 'em: some cards of one's own, a shared board, and when
 * the whole board is seen up to so many own cards replaced, one after the
 * other, each seen before the next is chosen; what was given away doesn't
 * come back, and a card that replaced one may be replaced in its turn.
 *
 * The chance is that of somebody who wants the target met and no more. Each
 * replacement is the one that leaves the best chance: exactly so while at
 * most three are left. With more left a choice looks ahead as if two were,
 * at 16 random cards of those unseen; where no two of them would do, it
 * makes the hand's rank as good as it can on average. */
typedef struct OddsTarget {
  OddsDeal deal;    /* of one hand: what is known of it and the board */
  uint32_t target;  /* handrank.h: the least rank that will do */
  int replacements; /* 0..5 */
} OddsTarget;

typedef struct OddsChance {
  double chance, error; /* the error is 0 when exact */
  uint64_t deals;       /* drawn; 0 when exact */
  int replace; /* when exact and replacing has begun: the place of the own
                * card to replace now, else -1 */
} OddsChance;

/* Exact when all cards are known and at most three replacements left, or none
 * are left and the cards unknown make few hands for the error (six cards for
 * 0.5%, five for 2%); else sampled until the error is
 * run->error (0.5% when that is 0) or run->samples deals are drawn (a million
 * when that is 0). False: short of memory. */
bool odds_target(const OddsTarget *ask, const OddsRun *run, OddsChance *chance);

/* ---- shared by the files of odds_*.c --------------------------------------- */

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
  uint64_t bits; /* of those, which say what card it is: ODDS_RANKS, or all */
  uint64_t card[HAND_ALL], pair[ODDS_PAIRS];
} OddsDeck;

/* Makes the pairs as odds_try numbers them. */
void odds_ring(OddsDeck *deck);

/* A number below n out of a word, and the word's rest as a new word. */
static inline uint64_t odds_part(uint64_t *word, int n) {
  unsigned __int128 product = (unsigned __int128)*word * (unsigned)n;
  *word = (uint64_t)product;
  return (uint64_t)(product >> 64);
}

/* The bits of a word that odds_try uses: the others are taken for 0. */
#define ODDS_WORD (~(uint64_t)0xfff)

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
 * different cards: those are in `to`, in the words' order. Each way's own, of
 * odds_batch.c; all give the same. */
typedef size_t OddsTry(const OddsDeck *deck, const uint64_t *words, OddsDraw to,
                       int last, int second);
OddsTry odds_try_plain, odds_try_avx2, odds_try_avx512;

/* The cards that can still come, as the ranking takes them; how many. */
int odds_left(const OddsDeal *deal, uint64_t card[HAND_ALL]);

/* The sum of n cards as the ranking takes them. */
uint64_t odds_sum(const HandWild *wild, const uint8_t *cards, int n);

/* Cards that come to one hand, or to the board (hand -1). */
typedef struct OddsGroup {
  int hand, cards;
} OddsGroup;

/* Hands as far as they are known, and what is missing: hands first, the
 * board last. */
typedef struct OddsTable {
  const HandWild *wild;
  HandOrder order, split;
  int from_hand;
  int hands, board, groups;  /* board: its cards when all is dealt */
  size_t cards[ODDS_HANDS];  /* of each hand with the board */
  uint64_t base[ODDS_HANDS]; /* what is known of it, board included */
  uint64_t known_board;      /* the board alone */
  OddsGroup group[ODDS_HANDS + 1];
  OddsDeck deck;
} OddsTable;

/* How often each hand was among k + 1 best ones; a split pot counts twice, once
 * for each half. */
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
  uint32_t low[ODDS_HANDS][ODDS_BATCH];
} OddsBatch;

/* Ranks batch->count deals, adds them to the tally. What comes is added to
 * the hands of the groups from `from` on; earlier ones are in base. */
typedef void OddsCount(const OddsTable *table, int from, OddsBatch *batch,
                       OddsTally *tally);
OddsCount odds_count_plain, odds_count_avx2, odds_count_avx512;

/* Is it poker of a kind that goes through all deals card by card? */
static inline bool odds_is_other(const OddsTable *table) {
  return table->wild || table->order || table->split || table->from_hand;
}

/* The table of a question. */
void odds_table(OddsTable *table, const OddsDeal *deal);

/* odds_count, of the variant for this processor. */
void odds_count_batch(const OddsTable *table, int from, OddsBatch *batch,
                      OddsTally *tally);

/* The result of a tally over that number of deals. */
void odds_result(const OddsTally *tally, const OddsDeal *deal, uint64_t deals,
                 bool exact, OddsResult *result);

/* Work split in units first..units-1 among threads; `unit` does one, with
 * `scratch` bytes that the thread has to itself. */
typedef struct OddsCrew OddsCrew;
struct OddsCrew {
  const void *of; /* what the work is about */
  const OddsRun *run;
  uint64_t first, units;
  size_t scratch;
  void (*unit)(const OddsCrew *crew, uint64_t unit, void *scratch,
               OddsTally *tally);
  OddsTally total; /* added to */
};

/* A thread that can't be had is done without. False: short of memory. */
bool odds_crew(OddsCrew *crew);

/* The standard error of a mean of n numbers in 0..1: never below 1 / n, as
 * what was not seen in n deals may still be there. */
double odds_error(double mean, double mean_of_squares, double n);

#endif
