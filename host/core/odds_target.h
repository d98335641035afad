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
#ifndef CORE_ODDS_TARGET_H
#define CORE_ODDS_TARGET_H

#include "core/odds.h"

typedef struct OddsTarget {
  uint32_t target; /* core/target.h: the least rank that will do */
  int hole, known; /* own cards 1..5, and which of them are known */
  uint8_t card[ODDS_HOLE];
  int board, board_known; /* the board's, 0..5; 5..9 together */
  uint8_t board_card[ODDS_BOARD];
  uint64_t dead;    /* bit c: card c was seen and won't come */
  int replacements; /* 0..5 */
} OddsTarget;

typedef struct OddsChance {
  double chance, error; /* the error is 0 when exact */
  uint64_t deals;       /* drawn; 0 when exact */
  int replace; /* when exact and replacing has begun: the place of the own
                * card to replace now, else -1 */
} OddsChance;

/* Is there anything wrong with it? False, and a sentence. */
bool odds_target_check(const OddsTarget *ask, char note[ODDS_NOTE]);

/* Exact when all cards are known and at most three replacements left, or none
 * are left and at most six cards unknown; else sampled until the error is
 * run->error (0.5% when that is 0) or run->samples deals are drawn (a million
 * when that is 0). False: stopped, or short of memory. */
bool odds_target(const OddsTarget *ask, const OddsRun *run, OddsChance *chance);

#endif
