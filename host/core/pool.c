/* Integer accounts by index, and side pots.
 *
 * Always true: an ordinary account is 0 or more; all ordinary accounts together
 * fit in 64 bits (so a move between two of them can't overflow); `sum` is the
 * sum of all accounts. A mint is an ordinary 64-bit number without a floor, so
 * that "the bank" needs no second kind of transfer and conservation stays one
 * addition.
 *
 * Rejected: a "created" total beside the accounts instead of mints. It needs
 * its own verb for each direction, and a log line of its own.
 *
 * Side pots: each different amount that a seat has put in is a level; the
 * chips between two levels come from every seat that reached the upper one,
 * and may be won by those of them that have not folded. Layers with the same
 * winners are one pot. What a seat put in beyond every other was never called
 * and goes back. So layers + back = all that was put in, and no layer is
 * without a winner: where all who reached a level have folded since (dead
 * money), the layer below takes it.
 *
 * Rejected: peeling off the smallest stack again and again, which is how
 * people do it with real chips: the same result, but it changes its input. */
#include "core/pool.h"

#include <stdlib.h>

typedef struct Account {
  int64_t amount;
  bool mint;
} Account;

struct Pools {
  Account *accounts;
  int count, room;
  bool locked;
  int64_t held; /* by all ordinary accounts together */
  int64_t sum;  /* of all accounts, the mints included */
  PoolMoved *moved;
  void *ud;
};

Pools *pools_new(void) { return calloc(1, sizeof(Pools)); }

void pools_free(Pools *pools) {
  if (pools == NULL) return;
  free(pools->accounts);
  free(pools);
}

static bool make_room(Pools *pools) {
  if (pools->count < pools->room) return true;
  if (pools->room > INT32_MAX / 2) return false;
  int room = pools->room == 0 ? 8 : pools->room * 2;
  Account *accounts = realloc(pools->accounts, (size_t)room * sizeof *accounts);
  if (accounts == NULL) return false;
  pools->accounts = accounts;
  pools->room = room;
  return true;
}

int pools_add(Pools *pools, int64_t initial, bool mint) {
  if (!make_room(pools)) return -1;
  int index = pools->count++;
  pools->accounts[index] = (Account){.amount = 0, .mint = mint};
  if (pools_set(pools, index, initial)) return index;
  pools->count--;
  return -1;
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

int64_t pools_sum(const Pools *pools) { return pools->sum; }

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
  int64_t held = pools->held, sum, more;
  if (__builtin_sub_overflow(amount, a->amount, &more) ||
      __builtin_add_overflow(pools->sum, more, &sum) ||
      (!a->mint && __builtin_add_overflow(held, more, &held)))
    return false;
  a->amount = amount;
  pools->held = held;
  pools->sum = sum;
  return true;
}

void pools_watch(Pools *pools, PoolMoved *moved, void *ud) {
  pools->moved = moved;
  pools->ud = ud;
}

/* ---- side pots ---------------------------------------------------------- */

static bool in(uint64_t set, int seat) { return (set >> seat & 1) != 0; }

static SidepotError check_put(const int64_t put[], int seats) {
  int64_t sum = 0;
  for (int s = 0; s < seats; s++) {
    if (put[s] < 0) return SIDEPOT_NEGATIVE;
    if (__builtin_add_overflow(sum, put[s], &sum)) return SIDEPOT_TOO_MUCH;
  }
  return SIDEPOT_OK;
}

/* An uncalled bet: the top seat's lead over all others, if it is still in. */
static void find_back(const int64_t put[], int seats, uint64_t folded,
                      Sidepots *out) {
  int top = -1;
  for (int s = 0; s < seats; s++)
    if (top < 0 || put[s] > put[top]) top = s;
  int64_t second = 0;
  for (int s = 0; s < seats; s++)
    if (s != top && put[s] > second) second = put[s];
  if (top < 0 || in(folded, top) || put[top] == second) return;
  out->back_seat = top;
  out->back = put[top] - second;
}

/* What seat s put in that was called. */
static int64_t called(const int64_t put[], const Sidepots *out, int s) {
  return put[s] - (s == out->back_seat ? out->back : 0);
}

/* The next level above `level`, or `level` itself at the top. */
static int64_t next_level(const int64_t put[], int seats, const Sidepots *out,
                          int64_t level) {
  int64_t next = level;
  for (int s = 0; s < seats; s++) {
    int64_t c = called(put, out, s);
    if (c > level && (next == level || c < next)) next = c;
  }
  return next;
}

static void add_layer(Sidepots *out, int64_t amount, uint64_t winners) {
  SidepotLayer *below = out->count > 0 ? &out->layer[out->count - 1] : 0;
  if (below && below->winners == 0) below->winners = winners;
  if (below && (winners == 0 || winners == below->winners))
    below->amount += amount;
  else
    out->layer[out->count++] = (SidepotLayer){amount, winners};
}

SidepotError sidepot_layers(const int64_t put[], int seats, uint64_t folded,
                            Sidepots *out) {
  *out = (Sidepots){.back_seat = -1};
  SidepotError error = check_put(put, seats);
  if (error != SIDEPOT_OK) return error;
  find_back(put, seats, folded, out);
  for (int64_t level = 0, next;; level = next) {
    next = next_level(put, seats, out, level);
    if (next == level) break;
    uint64_t winners = 0;
    int64_t amount = 0;
    for (int s = 0; s < seats; s++) {
      if (called(put, out, s) < next) continue;
      amount += next - level;
      if (!in(folded, s)) winners |= (uint64_t)1 << s;
    }
    add_layer(out, amount, winners);
  }
  if (out->count == 0 || out->layer[0].winners != 0) return SIDEPOT_OK;
  return SIDEPOT_NOBODY;
}

uint64_t sidepot_best(uint64_t among, const int64_t strength[]) {
  uint64_t best = 0;
  int64_t top = 0;
  for (; among != 0; among &= among - 1) {
    int s = __builtin_ctzll(among);
    if (best != 0 && strength[s] < top) continue;
    if (best == 0 || strength[s] > top) best = 0;
    top = strength[s];
    best |= (uint64_t)1 << s;
  }
  return best;
}

void sidepot_split(int64_t amount, uint64_t winners, const int order[],
                   int seats, int64_t won[]) {
  if (winners == 0) return;
  int64_t part = amount / __builtin_popcountll(winners);
  int64_t odd = amount % __builtin_popcountll(winners);
  for (int i = 0; i < seats; i++) {
    if (!in(winners, order[i])) continue;
    won[order[i]] += part + odd;
    odd = 0;
  }
}
