/* Binding of pools: see l_pool.h and core/pool.h.
 *
 * A pool's name stands in a user value and is read only when something is
 * refused or printed. A transfer makes no value but its result. */
#include "bind/l_pool.h"

#include <string.h>

/*** @topic At the table: pool
 An account of whole numbers: chips, points, coins. Nothing is created or lost
 when one pool pays another; only a mint creates and removes chips.
 @example seat.chips:pay(5, t.pot) --> 5
 t.pot:amount() --> 15
 t.bank:pay(100, seat.chips) --> 100
 @see pools, mint, betting */

enum { POOL_NAME = 2 }; /* user value, where piles have theirs */

static PoolHandle *test_pool(lua_State *L, int i) {
  return bind_test(L, i, TAG_POOL);
}

/* The pool at argument i, or an error; a seat gets a sentence of its own. */
static PoolHandle *check_pool(lua_State *L, int i) {
  PoolHandle *pool = test_pool(L, i);
  if (pool != NULL) return pool;
  if (lua_istable(L, i))
    luaL_error(L, "expected a pool, got a seat: say seat.chips");
  luaL_typeerror(L, i, "pool");
  return NULL;
}

/* Pushes the name of the pool at index i and gives it. */
static const char *push_name(lua_State *L, int i) {
  lua_getiuservalue(L, i, POOL_NAME);
  return lua_tostring(L, -1);
}

static int refuse(lua_State *L, PoolMove why, lua_Integer amount, int from,
                  int to) {
  PoolHandle *pool = check_pool(L, from);
  from = lua_absindex(L, from), to = lua_absindex(L, to);
  const char *name = push_name(L, from);
  LUAI_UACINT n = amount, holds = pools_amount(pool->pools, pool->index);
  switch (why) {
    case POOL_LOCKED:
      return luaL_error(L,
                        "pay %I from %s: a function handed to the host must "
                        "not change anything",
                        n, name);
    case POOL_NEGATIVE:
      return luaL_error(L, "pay %I from %s: expected 0 or more", n, name);
    case POOL_SHORT:
      return luaL_error(L, "pay %I from %s: it holds %I", n, name, holds);
    default:
      return luaL_error(L,
                        "pay %I from %s to %s: that is more than can be "
                        "counted",
                        n, name, push_name(L, to));
  }
}

/* Moves between the pools at two stack indices, or raises. */
static void move(lua_State *L, int from, int to, lua_Integer amount,
                 const char *why) {
  PoolHandle *f = check_pool(L, from), *t = check_pool(L, to);
  if (f->pools != t->pools)
    luaL_error(L, "pay %I from %s to %s: they belong to different games",
               (LUAI_UACINT)amount, push_name(L, from), push_name(L, to));
  PoolMove result = pools_move(f->pools, f->index, t->index, amount, why);
  if (result != POOL_MOVED) refuse(L, result, amount, from, to);
}

/* Pays the pool at stack index `to`, behind which stands why: how much. */
static int pay(lua_State *L, lua_Integer amount, int to) {
  move(L, 1, to, amount, luaL_optstring(L, to + 1, NULL));
  lua_pushinteger(L, amount);
  return 1;
}

/*** pool:pay(n, to, why) -> integer
 Pays n from this pool to another one.
 @param n integer 0 or more: how much
 @param to pool: who gets it
 @param why string or nothing: the reason, for the log
 @return n
 @error "pay 5 from Anna's chips: it holds 3" when there is too little
 @error "expected a pool, got a seat: say seat.chips"
 @example seat.chips:pay(t.rules.ante, t.pot, "ante") --> 1
 seat.chips:pay(60, t.pot) --> error pay 60 from Anna's chips: it holds 49 */
static int pool_pay(lua_State *L) { return pay(L, luaL_checkinteger(L, 2), 3); }

/*** pool:pay_up_to(n, to, why) -> integer
 Pays n from this pool to another one, or all there is when that is less.
 @param n integer 0 or more: how much at most
 @param to pool: who gets it
 @param why string or nothing: the reason, for the log
 @return how much was paid
 @example seat.chips:pay_up_to(60, t.pot) --> 50 */
static int pool_pay_up_to(lua_State *L) {
  PoolHandle *pool = check_pool(L, 1);
  lua_Integer amount = luaL_checkinteger(L, 2);
  if (!pools_has(pool->pools, pool->index, amount))
    amount = pools_amount(pool->pools, pool->index);
  return pay(L, amount, 3);
}

/* Raises if the pool at index 1 has no end; gives what it holds. */
static lua_Integer all_of(lua_State *L, const char *verb) {
  PoolHandle *pool = check_pool(L, 1);
  if (pools_is_mint(pool->pools, pool->index))
    luaL_error(L, "%s %s: it never runs out; say how much to pay", verb,
               push_name(L, 1));
  return pools_amount(pool->pools, pool->index);
}

/*** pool:empty_into(to, why) -> integer
 Pays everything in this pool to another one.
 @param to pool: who gets it
 @param why string or nothing: the reason, for the log
 @return how much was paid
 @error "empty the bank: it never runs out; say how much to pay"
 @example t.pot:empty_into(seat.chips) --> 10
 seat.chips:amount() --> 60 */
static int pool_empty_into(lua_State *L) {
  return pay(L, all_of(L, "empty"), 2);
}

/*** pool:amount() -> integer
 How much is in this pool; a bank that never runs out has less than 0 once it
 has paid.
 @return the amount
 @example if seat.chips:amount() == 0 then t:say("%s is out", seat) end */
static int pool_amount(lua_State *L) {
  PoolHandle *pool = check_pool(L, 1);
  lua_pushinteger(L, pools_amount(pool->pools, pool->index));
  return 1;
}

/*** pool:has(n) -> boolean
 True when n or more is in this pool; always true for a bank that never runs
 out.
 @param n integer: how much
 @return true or false
 @example seat.chips:has(50) --> true */
static int pool_has(lua_State *L) {
  PoolHandle *pool = check_pool(L, 1);
  lua_pushboolean(L,
                  pools_has(pool->pools, pool->index, luaL_checkinteger(L, 2)));
  return 1;
}

/* Pushes the pool that list[i] is, or has under the name at index 3. */
static void push_listed(lua_State *L, lua_Integer i) {
  int type = lua_geti(L, 2, i);
  if (type == LUA_TTABLE) {
    lua_pushvalue(L, 3);
    lua_gettable(L, -2);
    lua_remove(L, -2);
  }
  if (test_pool(L, -1) != NULL) return;
  if (type == LUA_TTABLE)
    luaL_error(L, "split: item %I of the list is a seat without a `%s` pool",
               (LUAI_UACINT)i, lua_tostring(L, 3));
  luaL_error(L, "split: item %I of the list is a %s, expected a pool or seat",
             (LUAI_UACINT)i, luaL_typename(L, -1));
}

/* The number of the seat at index i. */
static lua_Unsigned number_of_seat(lua_State *L, int i) {
  int type = lua_istable(L, i) ? lua_getfield(L, i, "number") : LUA_TNONE;
  if (type != LUA_TNUMBER)
    luaL_error(L,
               "split: odd chips go to seats in order: list seats, not pools");
  lua_Integer number = luaL_checkinteger(L, -1);
  lua_pop(L, 1);
  return (lua_Unsigned)number;
}

/* Which of the n in the list sits at the seat at index 4, or next after it. */
static lua_Integer first_listed(lua_State *L, lua_Integer n) {
  if (lua_isnil(L, 4)) return 1;
  lua_Unsigned from = number_of_seat(L, 4), least = LUA_MAXUNSIGNED;
  lua_Integer first = 1;
  for (lua_Integer i = 1; i <= n; i++) {
    lua_geti(L, 2, i);
    lua_Unsigned after = (number_of_seat(L, -1) - from) & 0xFFFF;
    if (after < least) first = i, least = after;
    lua_pop(L, 1);
  }
  return first;
}

/*** pool:split(list, name, first) -> list of integers
 Shares everything in this pool evenly among pools, or seats. Odd chips go one
 each along the list, from its first, or from where `first` sits on.
 @param list list of pools or seats: who gets a share, at least one
 @param name string or nothing ("chips"): which pool of a seat gets it
 @param first seat or nothing: an odd chip goes to this seat if it is in the
 list, or else to the next that is; then the list must be of seats
 @return the shares, in the order of the list
 @error "split the pot: the list is empty"
 @example local winners = { t.seat[1], t.seat[2], t.seat[3] }
 t.pot:split(winners, "chips", t.seat[3]) --> { 3, 3, 4 } */
static int pool_split(lua_State *L) {
  lua_Integer all = all_of(L, "split");
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 4);
  if (lua_isnil(L, 3)) {
    lua_pushliteral(L, "chips");
    lua_replace(L, 3);
  }
  luaL_checkstring(L, 3);
  lua_Integer n = luaL_len(L, 2);
  if (n < 1)
    return luaL_error(L, "split %s: the list is empty", push_name(L, 1));
  for (lua_Integer i = 1; i <= n; i++, lua_pop(L, 1)) push_listed(L, i);
  lua_Integer first = first_listed(L, n);
  lua_newtable(L); /* 5: shares */
  for (lua_Integer i = 1; i <= n; i++) {
    push_listed(L, i);
    lua_Integer share = all / n + ((i - first + n) % n < all % n);
    move(L, 1, 6, share, NULL);
    lua_settop(L, 5);
    bind_set_entry(L, i, share);
  }
  return 1;
}

/* "50 chips" of Anna's chips, "50 in the pot". */
static int pool_tostring(lua_State *L) {
  PoolHandle *pool = check_pool(L, 1);
  LUAI_UACINT amount = pools_amount(pool->pools, pool->index);
  const char *name = push_name(L, 1), *owned = strstr(name, "'s ");
  if (owned != NULL)
    lua_pushfstring(L, "%I %s", amount, owned + 3);
  else
    lua_pushfstring(L, "%I in %s", amount, name);
  return 1;
}

static int pool_eq(lua_State *L) {
  PoolHandle *a = test_pool(L, 1), *b = test_pool(L, 2);
  lua_pushboolean(L, a != NULL && b != NULL && a->pools == b->pools &&
                         a->index == b->index);
  return 1;
}

/* Compared, counted with or joined to a text: what is meant is the amount.
 * Comparing for less could be allowed, but == between a pool and a number is
 * always false in Lua, so all are refused alike. */
static int pool_no_number(lua_State *L) {
  int i = test_pool(L, 1) != NULL ? 1 : 2;
  check_pool(L, i);
  return luaL_error(L,
                    "a pool is not a number: say :amount() for what is in %s",
                    push_name(L, i));
}

static const luaL_Reg methods[] = {{"pay", pool_pay},
                                   {"pay_up_to", pool_pay_up_to},
                                   {"amount", pool_amount},
                                   {"empty_into", pool_empty_into},
                                   {"has", pool_has},
                                   {"split", pool_split},
                                   {NULL, NULL}};

static const luaL_Reg metamethods[] = {
    {"__tostring", pool_tostring}, {"__eq", pool_eq},
    {"__lt", pool_no_number},      {"__le", pool_no_number},
    {"__add", pool_no_number},     {"__sub", pool_no_number},
    {"__mul", pool_no_number},     {"__div", pool_no_number},
    {"__idiv", pool_no_number},    {"__mod", pool_no_number},
    {"__unm", pool_no_number},     {"__concat", pool_no_number},
    {"__len", pool_no_number},     {NULL, NULL}};

void bind_push_pool(lua_State *L, Pools *pools, int index, const char *name) {
  luaL_checkstack(L, 8, "pool");
  PoolHandle *pool = lua_newuserdatauv(L, sizeof *pool, 2);
  *pool = (PoolHandle){TAG_POOL, index, pools};
  lua_pushstring(L, name);
  lua_setiuservalue(L, -2, POOL_NAME);
  bind_push_metatable(L, "pool", "pool", methods, metamethods);
  lua_setmetatable(L, -2);
}
