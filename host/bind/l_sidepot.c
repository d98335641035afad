/* Binding of side pots: see l_sidepot.h and core/sidepot.h.
 *
 * Seats are numbers from 1 and all amounts plain integers, so that a script may
 * try out "what if" without moving a chip. */
#include "bind/l_sidepot.h"

#include "bind/bind.h"
#include "core/sidepot.h"

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
