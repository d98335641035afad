/* Pools: moves, refusals, the sum that can't change; and the same from Lua. */
#include <lualib.h>
#include <string.h>

#include "bind/l_pool.h"
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

/* ---- from Lua ----------------------------------------------------------- */

static void global_pool(lua_State *L, Pools *p, int64_t initial, bool mint,
                        const char *global, const char *name) {
  bind_push_pool(L, p, open_pool(p, initial, mint), name);
  lua_pushliteral(L, "the owner of the pools");
  lua_setiuservalue(L, -2, POOL_OWNER);
  lua_setglobal(L, global);
}

static lua_State *open_lua(Pools *p) {
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  global_pool(L, p, 50, false, "anna", "Anna's chips");
  global_pool(L, p, 20, false, "bob", "Bob's chips");
  global_pool(L, p, 0, false, "pot", "the pot");
  global_pool(L, p, 0, true, "bank", "the bank");
  bind_push_pool(L, p, 0, "Anna's chips");
  lua_setglobal(L, "again");
  return L;
}

/* Runs `code`; true when it gives `want`, as text. */
static int gives(lua_State *L, const char *code, const char *want) {
  int failed = luaL_dostring(L, code);
  const char *got = luaL_tolstring(L, 1, NULL);
  int ok = strcmp(got, want) == 0;
  if (!ok)
    fprintf(stderr, "%s\n  gave     %s\n  expected %s\n", code, got, want);
  (void)failed;
  lua_settop(L, 0);
  return ok;
}

static int raises(lua_State *L, const char *code, const char *want) {
  lua_getglobal(L, "pcall");
  int ok = luaL_loadbufferx(L, code, strlen(code), "=?", "t") == LUA_OK &&
           lua_pcall(L, 1, 2, 0) == LUA_OK && !lua_toboolean(L, 1);
  const char *got = luaL_tolstring(L, -1, NULL);
  ok = ok && strstr(got, want) != NULL;
  if (!ok)
    fprintf(stderr, "%s\n  gave     %s\n  expected %s\n", code, got, want);
  lua_settop(L, 0);
  return ok;
}

static void test_lua_moves(lua_State *L) {
  CHECK(gives(L, "return anna:pay(5, pot, 'ante')", "5"));
  CHECK(gives(L, "return tostring(anna)", "45 chips"));
  CHECK(gives(L, "return tostring(pot)", "5 in the pot"));
  CHECK(gives(L, "return bob:pay_up_to(100, pot)", "20"));
  CHECK(gives(L, "return bob:pay_up_to(1, pot)", "0"));
  CHECK(gives(L, "return bob:amount()", "0"));
  CHECK(gives(L, "return anna:has(45) and not anna:has(46)", "true"));
  CHECK(gives(L, "return table.concat(pot:split{bob, anna}, ' ')", "13 12"));
  CHECK(gives(L, "return bob:empty_into(pot, 'all in')", "13"));
  CHECK(gives(L, "return table.concat(pot:split{{chips = anna}, bob}, ' ')",
              "7 6"));
  CHECK(gives(L, "bank:pay(3, pot); return pot:split({{won = bob}}, 'won')[1]",
              "3"));
  CHECK(gives(L, "return bank:amount()", "-3"));
  CHECK(gives(L, "return bank:pay_up_to(2, bob)", "2"));
  CHECK(gives(L, "return anna == again and anna ~= bob", "true"));
  CHECK(gives(L, "return anna == io.stdout or io.stdout == anna", "false"));
  CHECK(gives(L, "return anna == other", "false"));
  CHECK(gives(L, "return getmetatable(anna)", "pool"));
}

static void test_lua_refusals(lua_State *L) {
  CHECK(raises(L, "bob:pay(12, pot)", "pay 12 from Bob's chips: it holds 11"));
  CHECK(raises(L, "bob:pay(-1, pot)",
               "pay -1 from Bob's chips: expected 0 or more"));
  CHECK(raises(L, "bob:pay(1, {})",
               "expected a pool, got a seat: say seat.chips"));
  CHECK(raises(L, "bob:pay(1, 7)", "pool expected, got number"));
  CHECK(raises(L, "bob:pay(1.5, pot)", "no integer representation"));
  CHECK(raises(L, "bob:pay('x', pot)", "number expected, got string"));
  CHECK(raises(L, "bob.pay(5, 5, pot)", "pool expected, got number"));
  for (const char *const *line =
           (const char *const[]){"return bob < 5", "return 5 <= bob",
                                 "return bob > pot", "return bob + 1",
                                 "return 2 * bob", "return 'has ' .. bob",
                                 "return #bob", "return -bob", NULL};
       *line != NULL; line++)
    CHECK(raises(L, *line, "a pool is not a number: say :amount() for what"));
  CHECK(raises(L, "bank:pay(math.maxinteger, bob)",
               "from the bank to Bob's chips: that is more"));
  CHECK(raises(L, "bank:empty_into(bob)", "empty the bank: it has no end"));
  CHECK(raises(L, "bank:split{bob}", "split the bank: it has no end"));
  CHECK(raises(L, "bob:split{}", "split Bob's chips: nobody is in the list"));
  CHECK(raises(L, "bob:split{anna, {}}",
               "number 2 of the list is a seat without a pool chips"));
  CHECK(raises(L, "bob:split{anna, 3}", "number 2 of the list is a number"));
  CHECK(raises(L, "bob:paay(1)",
               "a pool has no \"paay\": did you mean \"pay\"?"));
  CHECK(raises(L, "return bob.chips", "a pool has no \"chips\""));
  CHECK(raises(L, "return bob[1]", "a pool has no fields by number"));
  CHECK(raises(L, "bob.x = 1", "pool"));
  CHECK(raises(L, "other:pay(1, bob)", "they are of different games"));
  CHECK(gives(L, "return bob:amount() + anna:amount() + pot:amount()", "75"));
}

static void test_lua(void) {
  Pools *p = pools_new(), *q = pools_new();
  lua_State *L = open_lua(p);
  global_pool(L, q, 5, false, "other", "Cleo's chips");
  test_lua_moves(L);
  test_lua_refusals(L);
  CHECK_INT(sum_of(p), 70);
  lua_close(L);
  pools_free(p);
  pools_free(q);
}

int main(void) {
  test_lua();
  test_moves();
  test_limits();
  test_all_that_is_held();
  test_watch();
  test_conservation();
  return check_done("pool");
}
