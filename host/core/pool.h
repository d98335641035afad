/* Integer accounts between which amounts move: chips, points, pots. The sum
 * over all accounts never changes once they are opened. */
#ifndef CORE_POOL_H
#define CORE_POOL_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Pools Pools;

/* The result of a move. Only POOL_MOVED has changed anything. */
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

/* Opens an account with nothing in it and gives its index, 0 first; -1 when memory
 * is out. An ordinary account is never below 0; a mint gives without end and
 * counts below 0 what it gave. */
int pools_add(Pools *pools, bool mint);

int pools_count(const Pools *pools);
/* From here on an index must be 0 to pools_count() - 1. */
int64_t pools_amount(const Pools *pools, int index);
bool pools_is_mint(const Pools *pools, int index);
/* Has it this much? A mint always has. */
bool pools_has(const Pools *pools, int index, int64_t amount);

/* The one way an amount changes in a game. */
PoolMove pools_move(Pools *pools, int from, int to, int64_t amount,
                    const char *why);

/* While locked no move is made; pools_set still works. */
void pools_lock(Pools *pools, bool locked);

/* Only to restore a snapshot or when the GM puts right a slip: sets an amount
 * from nowhere, so that the sum changes; watchers are not told. False, nothing
 * changed, when it is below 0 (ordinary) or the ordinary ones together would leave
 * 64 bits. */
bool pools_set(Pools *pools, int index, int64_t amount);

/* One watcher; NULL for none. */
void pools_watch(Pools *pools, PoolMoved *moved, void *ud);

#endif
