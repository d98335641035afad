/* Side pots: what each seat put in, cut into layers that different seats may
 * win. As every card room does it. See sidepot.c. */
#ifndef CORE_SIDEPOT_H
#define CORE_SIDEPOT_H

#include <stdbool.h>
#include <stdint.h>

enum { SIDEPOT_SEATS = 64 };

typedef struct SidepotLayer {
  int64_t amount;   /* more than 0 */
  uint64_t winners; /* bit s: seat s may win it; the main pot comes first */
} SidepotLayer;

typedef struct Sidepots {
  int count;
  SidepotLayer layer[SIDEPOT_SEATS];
  int back_seat; /* to whom an uncalled bet returns, or -1 */
  int64_t back;  /* how much */
} Sidepots;

typedef enum SidepotError {
  SIDEPOT_OK,
  SIDEPOT_NEGATIVE, /* a seat put in less than 0 */
  SIDEPOT_TOO_MUCH, /* all together leave 64 bits */
  SIDEPOT_NOBODY    /* every seat that put chips in has folded */
} SidepotError;

/* The layers of what `seats` (0 to SIDEPOT_SEATS) seats have put in; bit s of
 * `folded`: seat s is out, and its chips are won by others. */
SidepotError sidepot_layers(const int64_t put[], int seats, uint64_t folded,
                            Sidepots *out);

/* The seats with the highest strength[] among the bits of `among`. */
uint64_t sidepot_best(uint64_t among, const int64_t strength[]);

/* Adds to won[seat] each tied winner's part of `amount`; what can't be divided
 * goes to the winner who stands first in order[0 .. seats - 1]. */
void sidepot_split(int64_t amount, uint64_t winners, const int order[],
                   int seats, int64_t won[]);

#endif
