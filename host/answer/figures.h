/* What many games came to: shares of wins, scores and measures in numbers,
 * from the rows that a laboratory filled. Summed in the order of the games,
 * so that the same rows give the same figures to the last digit. */
#ifndef ANSWER_FIGURES_H
#define ANSWER_FIGURES_H

#include "answer/lab.h"

enum { QUANTILES = 5 }; /* 5, 25, 50, 75 and 95 of a hundred */

typedef struct Spread {
  uint64_t n;
  double mean, deviation; /* of the sample: n - 1 */
  double quantile[QUANTILES];
} Spread;

/* Some of the seats taken together: bit s for seat s, from 0. A first place
 * that k seats share is a k-th of a win for each; a game without a result or
 * without a first place is a win for nobody. */
typedef struct Share {
  double wins, share, error; /* share: of the games with an end; its standard
                                error */
  Spread score;              /* of games with a result; one number a seat */
} Share;

typedef struct Ends {
  uint64_t played, result, no_result, stopped, failed;
} Ends;

Ends figures_ends(const LabResult *r);

/* False when memory is short. */
bool figures_share(const LabResult *r, uint64_t seats, Share *out);

/* Measure m, of games that were neither stopped nor failed. */
bool figures_measure(const LabResult *r, int m, Spread *out);

#endif
