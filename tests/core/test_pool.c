/* Pools: moves, refusals, the sum that can't change. What scripts see of them
 * is tested in tests/table/test_pools.lua. */
#include "check.h"
#include "core/pool.h"

typedef struct Seen {
  int calls, from, to;
  int64_t amount;
  const char *why;
} Seen;

static void see(void *ud, int from, int to, int64_t amount, const char *why) {
  Seen *seen = ud;
  *seen = (Seen){seen->calls + 1, from, to, amount, why};
}

/* An account with so much in it; -1: that is refused. */
static int open_pool(Pools *p, int64_t amount, bool mint) {
  int index = pools_add(p, mint);
  return pools_set(p, index, amount) ? index : -1;
}

static int64_t sum_of(const Pools *p) {
  uint64_t sum = 0;
  for (int i = 0; i < pools_count(p); i++) sum += (uint64_t)pools_amount(p, i);
  return (int64_t)sum;
}

static void test_moves(void) {
  Pools *p = pools_new();
  int pot = open_pool(p, 0, false), anna = open_pool(p, 50, false);
  int bank = open_pool(p, 0, true);
  CHECK_INT(pools_count(p), 3);
  CHECK_INT(sum_of(p), 50);
  CHECK_INT(pools_move(p, anna, pot, 20, NULL), POOL_MOVED);
  CHECK_INT(pools_amount(p, anna), 30);
  CHECK_INT(pools_amount(p, pot), 20);
  CHECK_INT(pools_move(p, anna, pot, 31, NULL), POOL_SHORT);
  CHECK_INT(pools_move(p, anna, pot, -1, NULL), POOL_NEGATIVE);
  CHECK_INT(pools_move(p, anna, anna, 30, NULL), POOL_MOVED);
  CHECK_INT(pools_move(p, anna, anna, 31, NULL), POOL_SHORT);
  CHECK_INT(pools_amount(p, anna), 30);
  CHECK_INT(pools_move(p, bank, anna, 100, NULL), POOL_MOVED);
  CHECK_INT(pools_amount(p, bank), -100);
  CHECK(pools_is_mint(p, bank) && !pools_is_mint(p, anna));
  CHECK(pools_has(p, bank, 1000) && pools_has(p, anna, 130));
  CHECK(!pools_has(p, anna, 131));
  CHECK_INT(sum_of(p), 50);
  pools_free(p);
}

static void test_limits(void) {
  Pools *p = pools_new();
  int a = open_pool(p, INT64_MAX, false), bank = open_pool(p, 0, true);
  CHECK_INT(open_pool(p, 1, false), -1);
  CHECK_INT(open_pool(p, -1, false), -1);
  CHECK_INT(pools_count(p), 4);
  CHECK_INT(pools_move(p, bank, a, 1, NULL), POOL_OVERFLOW);
  CHECK_INT(pools_amount(p, a), INT64_MAX);
  CHECK_INT(pools_amount(p, bank), 0);
  CHECK_INT(pools_move(p, a, bank, INT64_MAX, NULL), POOL_MOVED);
  CHECK_INT(pools_move(p, a, bank, 0, NULL), POOL_MOVED);
  int other = open_pool(p, 0, true);
  CHECK_INT(pools_move(p, other, bank, 1, NULL), POOL_OVERFLOW);
  CHECK_INT(pools_move(p, other, a, INT64_MAX, NULL), POOL_MOVED);
  CHECK_INT(sum_of(p), INT64_MAX);
  CHECK(!pools_set(p, a, -1));
  CHECK(!pools_set(p, bank, INT64_MIN));
  CHECK(pools_set(p, bank, 0));
  CHECK_INT(sum_of(p), 0);
  CHECK(pools_set(p, a, 7));
  CHECK_INT(pools_amount(p, a), 7);
  pools_free(p);
  pools_free(NULL);
}

/* What all pools but the mints hold together is a number too. */
static void test_all_that_is_held(void) {
  Pools *p = pools_new();
  int a = open_pool(p, 0, false), b = open_pool(p, 0, false);
  int bank = open_pool(p, 0, true), other = open_pool(p, 0, true);
  CHECK_INT(pools_move(p, bank, a, INT64_MAX, NULL), POOL_MOVED);
  CHECK_INT(pools_move(p, other, b, 1, NULL), POOL_OVERFLOW);
  CHECK(!pools_set(p, b, 1));
  pools_lock(p, true);
  CHECK_INT(pools_move(p, a, b, 1, NULL), POOL_LOCKED);
  pools_lock(p, false);
  CHECK_INT(pools_move(p, a, b, 1, NULL), POOL_MOVED);
  pools_free(p);
}

static void test_watch(void) {
  Seen seen = {0};
  Pools *p = pools_new();
  int a = open_pool(p, 5, false), b = open_pool(p, 5, false);
  pools_watch(p, see, &seen);
  pools_move(p, a, b, 3, "ante");
  CHECK_INT(seen.calls, 1);
  CHECK(seen.from == a && seen.to == b && seen.amount == 3);
  CHECK(seen.why[0] == 'a');
  pools_move(p, a, b, 3, NULL);
  pools_move(p, a, b, 0, NULL);
  pools_move(p, a, a, 1, NULL);
  CHECK_INT(seen.calls, 1);
  pools_watch(p, NULL, NULL);
  pools_move(p, a, b, 1, NULL);
  CHECK_INT(seen.calls, 1);
  pools_free(p);
}

/* Random moves, refused ones included: the sum stays, and so do the floors. */
static void test_conservation(void) {
  enum { N = 40 };
  Pools *p = pools_new();
  for (int i = 0; i < N; i++) open_pool(p, i * 7, i % 10 == 9);
  int64_t sum = sum_of(p);
  uint32_t x = 12345;
  long refused = 0, broken = 0;
  for (int n = 0; n < 200000; n++) {
    x = x * 1664525 + 1013904223;
    int from = (int)(x >> 8) % N, to = (int)(x >> 16) % N;
    int64_t amount = (int64_t)(x >> 24) - 8;
    refused += pools_move(p, from, to, amount, NULL) != POOL_MOVED;
    int64_t total = 0;
    for (int i = 0; i < N; i++) {
      total += pools_amount(p, i);
      broken += !pools_is_mint(p, i) && pools_amount(p, i) < 0;
    }
    broken += total != sum || sum_of(p) != sum;
  }
  CHECK(refused > 1000);
  CHECK_INT(broken, 0);
  pools_free(p);
}

int main(void) {
  test_moves();
  test_limits();
  test_all_that_is_held();
  test_watch();
  test_conservation();
  return check_done("pool");
}
