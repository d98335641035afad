/* Integer accounts between which amounts move: chips, points, pots. The sum
 * over all accounts never changes once they are opened. And side pots: what
 * each seat put in, cut into layers that different seats may win. */
#ifndef CORE_POOL_H
#define CORE_POOL_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Pools Pools;

/* What became of a move. On anything but POOL_MOVED nothing has changed. */
typedef enum PoolMove {
  POOL_MOVED,
  POOL_NEGATIVE, /* the amount is below 0 */
  POOL_SHORT,    /* `from` is ordinary and holds less */
  POOL_OVERFLOW, /* an amount would leave the 64-bit range */
  POOL_LOCKED    /* for now nothing may move */
} PoolMove;

/* Told after each move of 1 or more between two different accounts; `why` is
 * what the mover said, or NULL. The move is whole by then: it may raise. */
typedef void PoolMoved(void *ud, int from, int to, int64_t amount,
                       const char *why);

/* No accounts; NULL when memory is out. */
Pools *pools_new(void);
/* NULL is fine. */
void pools_free(Pools *pools);

/* Opens an account and gives its index, 0 first; -1 when memory is out or the
 * sums would leave 64 bits. An ordinary account (initial 0 or more) is never
 * below 0; a mint gives without end and counts below 0 what it gave. */
int pools_add(Pools *pools, int64_t initial, bool mint);

int pools_count(const Pools *pools);
/* From here on an index must be 0 to pools_count() - 1. */
int64_t pools_amount(const Pools *pools, int index);
bool pools_is_mint(const Pools *pools, int index);
/* Has it this much? A mint always has. */
bool pools_has(const Pools *pools, int index, int64_t amount);
/* The sum of all accounts: the same after any move. */
int64_t pools_sum(const Pools *pools);

/* The one way an amount changes in a game. */
PoolMove pools_move(Pools *pools, int from, int to, int64_t amount,
                    const char *why);

/* While locked no move is made; pools_set still works. */
void pools_lock(Pools *pools, bool locked);

/* Only to restore a snapshot or when the GM puts right a slip: sets an amount
 * from nowhere, so that the sum changes; watchers are not told. False, nothing
 * changed, when it is below 0 (ordinary) or the sums would leave 64 bits. */
bool pools_set(Pools *pools, int index, int64_t amount);

/* One watcher; NULL for none. */
void pools_watch(Pools *pools, PoolMoved *moved, void *ud);

/* ---- side pots: as every card room does it ------------------------------ */

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
