/* The chances of hands of cards: who wins how often when all cards that are
 * not known yet have come.
 *
 * Each hand is the best five of its own cards and a shared board, 5 to 9
 * cards together. Exact chances go through every deal (boards that differ in
 * suits only where no flush can be are counted together); sampled ones draw
 * deals by ChaCha8Rand. Both depend on what is asked and the key, never on
 * the number of threads. */
#ifndef CORE_ODDS_H
#define CORE_ODDS_H

#include "core/handrank.h"

enum { ODDS_HANDS = 10, ODDS_HOLE = 5, ODDS_BOARD = 5, ODDS_NOTE = 120 };

typedef struct OddsDeal {
  int hands;             /* 2..10 */
  int hole[ODDS_HANDS];  /* cards of each hand when all is dealt, 1..5 */
  int known[ODDS_HANDS]; /* how many of them are known, and which */
  uint8_t card[ODDS_HANDS][ODDS_HOLE];
  int board, board_known; /* likewise of the board, 0..5 */
  uint8_t board_card[ODDS_BOARD];
  uint64_t dead; /* bit c: card c is known to be nowhere here */
} OddsDeal;

typedef struct OddsRun {
  int jobs;         /* threads, 1 or more */
  uint64_t samples; /* how many deals at most, for odds_sample */
  double error;     /* enough when no hand's standard error is above; 0: all */
  uint8_t key[32];  /* of the streams of chance */
  /* May be NULL. Told now and then, by the calling thread, which part is done
   * (0..1); false stops the work. */
  bool (*progress)(void *watcher, double done);
  void *watcher;
} OddsRun;

typedef struct OddsShare {
  double win, tie; /* alone, with others: parts of all deals */
  double share;    /* what it gets of a pot: a tie between k counts 1/k */
  double error;    /* standard error of `share`, 0 when exact */
} OddsShare;

typedef struct OddsResult {
  uint64_t deals; /* gone through or drawn */
  OddsShare hand[ODDS_HANDS];
} OddsResult;

/* Is there anything wrong with it? False, and a sentence. */
bool odds_check(const OddsDeal *deal, char note[ODDS_NOTE]);

/* How many deals odds_exact would go through. */
double odds_deals(const OddsDeal *deal);

/* The deal must be right. False: stopped, or short of memory or threads. */
bool odds_exact(const OddsDeal *deal, const OddsRun *run, OddsResult *result);
bool odds_sample(const OddsDeal *deal, const OddsRun *run, OddsResult *result);

#endif
