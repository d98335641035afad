/* Binding of pools and side pots: see l_pool.h and core/pool.h.
 *
 * A pool's name stands in a user value and is read only when something is
 * refused or printed. A transfer makes no value but its result. The library
 * `pots` has numbers for seats and plain integers for amounts, so that a
 * script may try out "what if" without moving a chip. */
#include "bind/l_pool.h"

#include <string.h>

/*** @topic At the table: pool
 An account of whole numbers: chips, points, coins. Nothing is made and
 nothing lost when a pool pays another; only a mint makes and takes chips.
 @example seat.chips:pay(5, t.pot) --> 5
 t.pot:amount() --> 15
 t.bank:pay(100, seat.chips) --> 100
 @see pools, mint, betting */

enum { POOL_NAME = 2 }; /* user value */

static PoolHandle *test_pool(lua_State *L, int i) {
  return bind_test(L, i, TAG_POOL);
}

PoolHandle *bind_check_pool(lua_State *L, int i) {
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
  PoolHandle *pool = bind_check_pool(L, from);
  from = lua_absindex(L, from), to = lua_absindex(L, to);
  const char *name = push_name(L, from);
  LUAI_UACINT n = amount, holds = pools_amount(pool->pools, pool->index);
  switch (why) {
    case POOL_LOCKED:
      return luaL_error(L,
                        "pay %I from %s: a function handed to the host may "
                        "change nothing",
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
  PoolHandle *f = bind_check_pool(L, from), *t = bind_check_pool(L, to);
  if (f->pools != t->pools)
    luaL_error(L, "pay %I from %s to %s: they are of different games",
               (LUAI_UACINT)amount, push_name(L, from), push_name(L, to));
  PoolMove result = pools_move(f->pools, f->index, t->index, amount, why);
  if (result != POOL_MOVED) refuse(L, result, amount, from, to);
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
static int pool_pay(lua_State *L) {
  lua_Integer amount = luaL_checkinteger(L, 2);
  const char *why = luaL_optstring(L, 4, NULL);
  move(L, 1, 3, amount, why);
  lua_pushinteger(L, amount);
  return 1;
}

/*** pool:pay_up_to(n, to, why) -> integer
 Pays n from this pool to another one, or all there is when that is less.
 @param n integer 0 or more: how much at most
 @param to pool: who gets it
 @param why string or nothing: the reason, for the log
 @return how much was paid
 @example seat.chips:pay_up_to(60, t.pot) --> 50 */
static int pool_pay_up_to(lua_State *L) {
  PoolHandle *pool = bind_check_pool(L, 1);
  lua_Integer amount = luaL_checkinteger(L, 2);
  const char *why = luaL_optstring(L, 4, NULL);
  if (!pools_has(pool->pools, pool->index, amount))
    amount = pools_amount(pool->pools, pool->index);
  move(L, 1, 3, amount, why);
  lua_pushinteger(L, amount);
  return 1;
}

/* Raises if the pool at index 1 has no end; gives what it holds. */
static lua_Integer all_of(lua_State *L, const char *verb) {
  PoolHandle *pool = bind_check_pool(L, 1);
  if (pools_is_mint(pool->pools, pool->index))
    luaL_error(L, "%s %s: it has no end, say how much to pay", verb,
               push_name(L, 1));
  return pools_amount(pool->pools, pool->index);
}

/*** pool:empty_into(to, why) -> integer
 Pays all that is in this pool to another one.
 @param to pool: who gets it
 @param why string or nothing: the reason, for the log
 @return how much was paid
 @error "empty the bank: it has no end, say how much to pay"
 @example t.pot:empty_into(seat.chips) --> 10
 seat.chips:amount() --> 60 */
static int pool_empty_into(lua_State *L) {
  lua_Integer amount = all_of(L, "empty");
  move(L, 1, 2, amount, luaL_optstring(L, 3, NULL));
  lua_pushinteger(L, amount);
  return 1;
}

/*** pool:amount() -> integer
 How much is in this pool; for a bank without end, less than 0 once it paid.
 @return the amount
 @example if seat.chips:amount() == 0 then t:say("%s is out", seat) end */
static int pool_amount(lua_State *L) {
  PoolHandle *pool = bind_check_pool(L, 1);
  lua_pushinteger(L, pools_amount(pool->pools, pool->index));
  return 1;
}

/*** pool:has(n) -> boolean
 True when n or more is in this pool; a bank without end always has it.
 @param n integer: how much
 @return true or false
 @example seat.chips:has(50) --> true */
static int pool_has(lua_State *L) {
  PoolHandle *pool = bind_check_pool(L, 1);
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
    luaL_error(L, "split: number %I of the list is a seat without a pool %s",
               (LUAI_UACINT)i, lua_tostring(L, 3));
  luaL_error(L, "split: number %I of the list is a %s, expected a pool or seat",
             (LUAI_UACINT)i, luaL_typename(L, -1));
}

/*** pool:split(list, name) -> list of integers
 Shares all that is in this pool among pools, or seats, evenly; what can't be
 divided goes to the first in the list.
 @param list list of pools or seats: who gets a share, at least one
 @param name string or nothing ("chips"): which pool of a seat gets it
 @return the shares, in the order of the list
 @error "split the pot: nobody is in the list"
 @example local winners = { t.seat[1], t.seat[3], t.seat[2] }
 t.pot:split(winners, "chips") --> { 4, 3, 3 } */
static int pool_split(lua_State *L) {
  lua_Integer all = all_of(L, "split");
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 3);
  if (lua_isnil(L, 3)) {
    lua_pushliteral(L, "chips");
    lua_replace(L, 3);
  }
  luaL_checkstring(L, 3);
  lua_Integer n = luaL_len(L, 2);
  if (n < 1)
    return luaL_error(L, "split %s: nobody is in the list", push_name(L, 1));
  for (lua_Integer i = 1; i <= n; i++, lua_pop(L, 1)) push_listed(L, i);
  lua_newtable(L); /* 4: shares */
  for (lua_Integer i = 1; i <= n; i++) {
    push_listed(L, i);
    lua_Integer share = all / n + (i == 1 ? all % n : 0);
    move(L, 1, 5, share, NULL);
    lua_pushinteger(L, share);
    lua_rawseti(L, 4, i);
    lua_settop(L, 4);
  }
  return 1;
}

/* "50 chips" of Anna's chips, "50 in the pot". */
static int pool_tostring(lua_State *L) {
  PoolHandle *pool = bind_check_pool(L, 1);
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
  bind_check_pool(L, i);
  return luaL_error(L, "a pool is no number: say :amount() for what is in %s",
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

/* Pushes the pools' metatable, made at its first use. */
static void push_metatable(lua_State *L) {
  if (!luaL_newmetatable(L, "pool")) return;
  luaL_setfuncs(L, metamethods, 0);
  bind_push_methods(L, methods, "pool");
  lua_setfield(L, -2, "__index");
  lua_pushliteral(L, "pool");
  lua_setfield(L, -2, "__metatable");
}

void bind_push_pool(lua_State *L, Pools *pools, int index, const char *name) {
  luaL_checkstack(L, 8, "pool");
  PoolHandle *pool = lua_newuserdatauv(L, sizeof *pool, 2);
  *pool = (PoolHandle){TAG_POOL, index, pools};
  lua_pushstring(L, name);
  lua_setiuservalue(L, -2, POOL_NAME);
  push_metatable(L);
  lua_setmetatable(L, -2);
}

/* ---- side pots ---------------------------------------------------------- */

/* Raises unless t[key], of the table at index 1, is a table; pushes it. */
static void push_part(lua_State *L, const char *what, const char *key) {
  int type = lua_getfield(L, 1, key);
  if (type != LUA_TTABLE)
    luaL_error(L, "%s: `%s` is a %s, expected a list", what, key,
               lua_typename(L, type));
}

/* The integer list[i], within lo..hi, of the list at index `list`. */
static lua_Integer listed_integer(lua_State *L, int list, lua_Integer i,
                                  const char *what, lua_Integer lo,
                                  lua_Integer hi) {
  int ok;
  lua_geti(L, list, i);
  lua_Integer n = lua_tointegerx(L, -1, &ok);
  if (lua_type(L, -1) != LUA_TNUMBER || !ok || n < lo || n > hi)
    luaL_error(L,
               "%s: number %I of the list is %s, expected an integer of %I "
               "to %I",
               what, (LUAI_UACINT)i, luaL_tolstring(L, -1, NULL),
               (LUAI_UACINT)lo, (LUAI_UACINT)hi);
  lua_pop(L, 1);
  return n;
}

/* How many seats the list at the top of the stack has. */
static int seats_of(lua_State *L, const char *what) {
  lua_Integer seats = luaL_len(L, -1);
  if (seats > SIDEPOT_SEATS)
    luaL_error(L, "%s: %I seats, at most %d are possible", what,
               (LUAI_UACINT)seats, SIDEPOT_SEATS);
  return (int)seats;
}

static uint64_t folded_seats(lua_State *L, int list, int seats) {
  uint64_t folded = 0;
  for (int s = 0; s < seats; s++) {
    lua_geti(L, list, s + 1);
    if (lua_toboolean(L, -1)) folded |= (uint64_t)1 << s;
    lua_pop(L, 1);
  }
  return folded;
}

/* Pushes { amount =, seats = { ... } }. */
static void push_layer(lua_State *L, const SidepotLayer *layer) {
  lua_createtable(L, 0, 2);
  lua_pushinteger(L, layer->amount);
  lua_setfield(L, -2, "amount");
  lua_newtable(L);
  lua_Integer n = 0;
  for (uint64_t rest = layer->winners; rest != 0; rest &= rest - 1) {
    lua_pushinteger(L, __builtin_ctzll(rest) + 1);
    lua_rawseti(L, -2, ++n);
  }
  lua_setfield(L, -2, "seats");
}

static void check_layers(lua_State *L, SidepotError error) {
  if (error == SIDEPOT_TOO_MUCH)
    luaL_error(L, "pots.layers: that is more than can be counted");
  if (error == SIDEPOT_NOBODY)
    luaL_error(L, "pots.layers: every seat that put in chips has folded");
}

static void push_back(lua_State *L, const Sidepots *p) {
  if (p->back_seat < 0) {
    lua_pushnil(L);
    return;
  }
  lua_createtable(L, 0, 2);
  lua_pushinteger(L, p->back_seat + 1);
  lua_setfield(L, -2, "seat");
  lua_pushinteger(L, p->back);
  lua_setfield(L, -2, "amount");
}

/*** pots.layers({ put = list, folded = table }) -> list of layers, back
 Cuts what the seats have put in into the main pot and its side pots. Seats are
 numbers: the first in `put` is seat 1. A bet that nobody called comes back.
 @param put list of integers, 0 or more: what each seat put in, 64 at most
 @param folded table or nothing: true at the number of each seat that is out
 @return layers { amount = 60, seats = { 1, 3 } }: how much, and who may win it
 @return { seat = 3, amount = 20 } when a bet was not called, else nil
 @error "pots.layers: every seat that put in chips has folded"
 @example local layers, back = pots.layers { put = { 10, 30, 50 } }
 layers[1] --> { amount = 30, seats = { 1, 2, 3 } }
 back --> { amount = 20, seat = 3 } */
static int pots_layers(lua_State *L) {
  int64_t put[SIDEPOT_SEATS];
  Sidepots p;
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  push_part(L, "pots.layers", "put"); /* 2 */
  int seats = seats_of(L, "pots.layers");
  for (int s = 0; s < seats; s++)
    put[s] = listed_integer(L, 2, s + 1, "pots.layers", 0, INT64_MAX);
  uint64_t folded = 0;
  if (lua_getfield(L, 1, "folded") != LUA_TNIL) { /* 3 */
    luaL_argcheck(L, lua_istable(L, 3), 1, "`folded`: expected a table");
    folded = folded_seats(L, 3, seats);
  }
  check_layers(L, sidepot_layers(put, seats, folded, &p));
  lua_createtable(L, p.count, 0);
  for (int i = 0; i < p.count; i++) {
    push_layer(L, &p.layer[i]);
    lua_rawseti(L, -2, i + 1);
  }
  push_back(L, &p);
  return 2;
}

/* What pots.award is told of the seats. */
typedef struct Showdown {
  int seats;
  int64_t total;  /* of the layers so far */
  uint64_t shown; /* the seats that have a strength */
  int64_t strength[SIDEPOT_SEATS], won[SIDEPOT_SEATS];
  int order[SIDEPOT_SEATS];
} Showdown;

static void read_strengths(lua_State *L, int list, Showdown *s) {
  for (int i = 0; i < s->seats; i++) {
    bool folded =
        lua_geti(L, list, i + 1) == LUA_TBOOLEAN && !lua_toboolean(L, -1);
    lua_pop(L, 1);
    if (folded) continue;
    s->strength[i] =
        listed_integer(L, list, i + 1, "pots.award", INT64_MIN, INT64_MAX);
    s->shown |= (uint64_t)1 << i;
  }
}

/* The order for odd chips; seats that it does not name come last. */
static void read_order(lua_State *L, int list, Showdown *s) {
  uint64_t named = 0;
  int n = 0;
  lua_Integer count = lua_istable(L, list) ? luaL_len(L, list) : 0;
  for (lua_Integer i = 1; i <= count; i++) {
    int seat =
        (int)listed_integer(L, list, i, "pots.award: order", 1, s->seats) - 1;
    if ((named >> seat & 1) == 0) s->order[n++] = seat;
    named |= (uint64_t)1 << seat;
  }
  for (int seat = 0; seat < s->seats; seat++)
    if ((named >> seat & 1) == 0) s->order[n++] = seat;
}

/* The seats that may win the layer at index i, and how much it is. */
static SidepotLayer read_layer(lua_State *L, int i, int seats) {
  SidepotLayer layer = {0, 0};
  int ok = 0;
  if (lua_istable(L, i)) {
    lua_getfield(L, i, "amount");
    layer.amount = lua_tointegerx(L, -1, &ok);
    ok = ok && layer.amount >= 0 && lua_getfield(L, i, "seats") == LUA_TTABLE;
  }
  if (!ok) luaL_error(L, "pots.award: `layers` is not what pots.layers gives");
  int list = lua_gettop(L);
  lua_Integer n = luaL_len(L, list);
  for (lua_Integer w = 1; w <= n; w++)
    layer.winners |=
        (uint64_t)1 << (listed_integer(L, list, w, "pots.award", 1, seats) - 1);
  return layer;
}

/* Shares out the layer at index i. */
static void award_layer(lua_State *L, int i, Showdown *s) {
  SidepotLayer layer = read_layer(L, i, s->seats);
  uint64_t best = sidepot_best(layer.winners & s->shown, s->strength);
  if (best == 0)
    luaL_error(L, "pots.award: nobody who may win a layer of %I has a strength",
               (LUAI_UACINT)layer.amount);
  if (__builtin_add_overflow(s->total, layer.amount, &s->total))
    luaL_error(L, "pots.award: that is more than can be counted");
  sidepot_split(layer.amount, best, s->order, s->seats, s->won);
}

/*** pots.award({ layers = list, strengths = list, order = list }) -> list
 Says what each seat wins: every layer goes to the strongest who may win it,
 ties share it, and what can't be divided goes to the first of them in `order`.
 @param layers list: as pots.layers gives it
 @param strengths list of integers: higher wins; false for a seat that is out
 @param order list of seat numbers, or nothing (1, 2, 3...): odd chips' order
 @return how much each seat wins, 0 included
 @error "pots.award: nobody who may win a layer of 40 has a strength"
 @example local layers = pots.layers { put = { 10, 30, 30 } }
 pots.award { layers = layers, strengths = { 9, 7, false } } --> { 30, 40, 0 } */
static int pots_award(lua_State *L) {
  Showdown s = {.seats = 0};
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  push_part(L, "pots.award", "layers");    /* 2 */
  push_part(L, "pots.award", "strengths"); /* 3 */
  s.seats = seats_of(L, "pots.award");
  read_strengths(L, 3, &s);
  int type = lua_getfield(L, 1, "order"); /* 4 */
  luaL_argcheck(L, type == LUA_TNIL || type == LUA_TTABLE, 1,
                "`order`: expected a list of seat numbers");
  read_order(L, 4, &s);
  lua_Integer layers = luaL_len(L, 2);
  for (lua_Integer i = 1; i <= layers; i++) {
    lua_geti(L, 2, i);
    award_layer(L, 5, &s);
    lua_settop(L, 4);
  }
  lua_createtable(L, s.seats, 0);
  for (int i = 0; i < s.seats; i++) {
    lua_pushinteger(L, s.won[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static const luaL_Reg pots[] = {
    {"layers", pots_layers}, {"award", pots_award}, {NULL, NULL}};

int bind_pots(lua_State *L) {
  luaL_newlib(L, pots);
  return 1;
}
