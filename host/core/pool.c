/* Integer accounts, by index.
 *
 * Always true: an ordinary account is 0 or more; all ordinary accounts together
 * fit in 64 bits (so a move between two of them can't overflow). A mint is an
 * ordinary 64-bit number without a floor, so that "the bank" needs no second kind
 * of transfer and the sum of all accounts stays.
 *
 * Rejected: a "created" total beside the accounts instead of mints. It needs
 * its own verb for each direction, and a log line of its own. */
#include "core/pool.h"

#include <stdlib.h>

#include "core/bytes.h"

typedef struct Account {
  int64_t amount;
  bool mint;
} Account;

struct Pools {
  Account *accounts;
  int count;
  size_t room;
  bool locked;
  int64_t held; /* by all ordinary accounts together */
  PoolMoved *moved;
  void *ud;
};

Pools *pools_new(void) { return calloc(1, sizeof(Pools)); }

void pools_free(Pools *pools) {
  if (pools == NULL) return;
  free(pools->accounts);
  free(pools);
}

int pools_add(Pools *pools, bool mint) {
  if (!list_grow(&pools->accounts, &pools->room, (size_t)pools->count + 1,
                 sizeof *pools->accounts))
    return -1;
  pools->accounts[pools->count] = (Account){.amount = 0, .mint = mint};
  return pools->count++;
}

int pools_count(const Pools *pools) { return pools->count; }

int64_t pools_amount(const Pools *pools, int index) {
  return pools->accounts[index].amount;
}

bool pools_is_mint(const Pools *pools, int index) {
  return pools->accounts[index].mint;
}

bool pools_has(const Pools *pools, int index, int64_t amount) {
  const Account *a = &pools->accounts[index];
  return a->mint || a->amount >= amount;
}

PoolMove pools_move(Pools *pools, int from, int to, int64_t amount,
                    const char *why) {
  Account *f = &pools->accounts[from], *t = &pools->accounts[to];
  if (pools->locked) return POOL_LOCKED;
  if (amount < 0) return POOL_NEGATIVE;
  if (!f->mint && f->amount < amount) return POOL_SHORT;
  if (from == to || amount == 0) return POOL_MOVED;
  int64_t left, got, held;
  if (__builtin_sub_overflow(f->amount, amount, &left) ||
      __builtin_add_overflow(t->amount, amount, &got) ||
      __builtin_add_overflow(pools->held - (f->mint ? 0 : amount),
                             t->mint ? 0 : amount, &held))
    return POOL_OVERFLOW;
  f->amount = left;
  t->amount = got;
  pools->held = held;
  if (pools->moved != NULL) pools->moved(pools->ud, from, to, amount, why);
  return POOL_MOVED;
}

void pools_lock(Pools *pools, bool locked) { pools->locked = locked; }

bool pools_set(Pools *pools, int index, int64_t amount) {
  Account *a = &pools->accounts[index];
  if (!a->mint && amount < 0) return false;
  int64_t held = pools->held, more;
  if (__builtin_sub_overflow(amount, a->amount, &more) ||
      (!a->mint && __builtin_add_overflow(held, more, &held)))
    return false;
  a->amount = amount;
  pools->held = held;
  return true;
}

void pools_watch(Pools *pools, PoolMoved *moved, void *ud) {
  pools->moved = moved;
  pools->ud = ud;
}
