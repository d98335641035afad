/* The candidate that somebody probably meant, for "did you mean". */
#ifndef CORE_NEAREST_H
#define CORE_NEAREST_H

/* A search under way; only nearest.c looks inside. It keeps the pointers it
 * was given, so both texts must outlive it. */
typedef struct Nearest {
  const char *wanted, *best;
  int cutoff, distance;
} Nearest;

/* Begins a search for `wanted`. */
void nearest_start(Nearest *n, const char *wanted);

/* Another candidate. Of equally near ones the first offered is kept; one that
 * differs in upper and lower case only beats every other. */
void nearest_offer(Nearest *n, const char *candidate);

/* The nearest candidate, or NULL when none is near enough: about one slip
 * (a letter more, less, other, or two exchanged) in three letters. */
const char *nearest_best(const Nearest *n);

#endif
