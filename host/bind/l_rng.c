/* Binding of chance: see core/rng.h.
 *
 * A stream is one userdata, changed in place by each number drawn; no method
 * but `roll` makes a value besides what it gives. In a game all chance comes
 * from t, which has a stream of its own that is saved and undone with it;
 * streams from here are for tools, tests and simulations. */
#include "bind/l_rng.h"

#include "bind/l_nearest.h"
#include "bind/l_roll.h"

/*** @topic At the table: chance, seed
 All chance comes from the table, and from one seed: `--seed TEXT` deals the
 same cards and rolls the same dice again. Before the first shuffle the seed's
 SHA-256 is shown, after the game the seed; `croupier verify` checks the deal.

 Players who would rather roll their own dice say --roll-by-hand: t:roll then
 asks what they show.
 @example t.deck:shuffle()
 local total, list = t:roll("2d6+1", seat)
 local place = t:random(1, 6)
 local dealer = t:choose(t.seat)
 @see t:roll, t:random, t:choose, dice */

typedef struct RngBlock {
  uint32_t tag; /* TAG_RNG */
  Rng rng;
} RngBlock;

/* What rng.new() draws on: in the registry, under its own address. */
typedef struct Source {
  uint8_t key[32];
  uint64_t made;
} Source;

static const char source_name;

static Source *source(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &source_name);
  Source *s = lua_touserdata(L, -1);
  lua_pop(L, 1);
  if (s != NULL) return s;
  s = lua_newuserdatauv(L, sizeof *s, 0);
  *s = (Source){.made = 0};
  lua_rawsetp(L, LUA_REGISTRYINDEX, &source_name);
  return s;
}

void bind_rng_key(lua_State *L, const uint8_t key[32]) {
  luaL_checkstack(L, 4, "rng");
  Source *s = source(L);
  for (int i = 0; i < 32; i++) s->key[i] = key[i];
  s->made = 0;
}

Rng *bind_check_rng(lua_State *L, int i) {
  RngBlock *block = bind_check(L, i, TAG_RNG, "stream");
  return &block->rng;
}

/* ---- methods ------------------------------------------------------------ */

/*** stream:below(n) -> integer
 A whole number from 0 to n - 1, each as likely as the others.
 @param n integer 1 or more: how many numbers there are
 @return an integer from 0 to n - 1
 @error "below: 0 is too small, expected 1 or more"
 @example local heads = stream:below(2) == 0 */
static int stream_below(lua_State *L) {
  Rng *r = bind_check_rng(L, 1);
  lua_Integer n = luaL_checkinteger(L, 2);
  if (n < 1)
    return luaL_error(L, "below: %I is too small, expected 1 or more",
                      (LUAI_UACINT)n);
  lua_pushinteger(L, (lua_Integer)rng_below(r, (uint64_t)n));
  return 1;
}

/*** stream:integer(lo, hi) -> integer
 A whole number from lo to hi, each as likely as the others: a die is
 integer(1, 6).
 @param lo integer: the smallest
 @param hi integer: the largest, at least lo
 @return an integer from lo to hi
 @error "integer: 6 to 1 holds no number"
 @example local die = stream:integer(1, 6) */
static int stream_integer(lua_State *L) {
  Rng *r = bind_check_rng(L, 1);
  lua_Integer lo = luaL_checkinteger(L, 2), hi = luaL_checkinteger(L, 3);
  if (lo > hi)
    return luaL_error(L, "integer: %I to %I holds no number", (LUAI_UACINT)lo,
                      (LUAI_UACINT)hi);
  uint64_t span = (uint64_t)hi - (uint64_t)lo + 1; /* 0: all 2^64 */
  uint64_t n = span == 0 ? rng_word(r) : rng_below(r, span);
  lua_pushinteger(L, (lua_Integer)((uint64_t)lo + n));
  return 1;
}

/*** stream:word() -> integer
 The next 64 bits, as one integer of either sign.
 @return an integer
 @example local bits = stream:word() */
static int stream_word(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)rng_word(bind_check_rng(L, 1)));
  return 1;
}

/*** stream:pick(list) -> value
 One value of a list, each place as likely as the others.
 @param list table: a list that is not empty
 @return one of its values
 @error "pick: the list is empty"
 @example local fish = stream:pick { "pike", "perch", "eel" } */
static int stream_pick(lua_State *L) {
  Rng *r = bind_check_rng(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_Integer n = luaL_len(L, 2);
  if (n < 1) return luaL_error(L, "pick: the list is empty");
  lua_geti(L, 2, 1 + (lua_Integer)rng_below(r, (uint64_t)n));
  return 1;
}

/* Room for n places: in `small` if they fit, else in a userdata. */
static uint16_t *places(lua_State *L, lua_Integer n, uint16_t *small,
                        lua_Integer fit) {
  size_t size = (size_t)n * sizeof *small;
  uint16_t *place = n <= fit ? small : lua_newuserdatauv(L, size, 0);
  for (lua_Integer i = 0; i < n; i++) place[i] = (uint16_t)i;
  return place;
}

/*** stream:shuffle(list) -> list
 Puts the values of a list in any order, each order as likely as the others.
 @param list table: up to 65535 values; changed in place
 @return the same list
 @error "shuffle: the list has 70000 values, expected 65535 at most"
 @example local order = stream:shuffle { "north", "east", "south", "west" }
 #order --> 4 */
static int stream_shuffle(lua_State *L) {
  Rng *r = bind_check_rng(L, 1);
  uint16_t small[128];
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  lua_Integer n = luaL_len(L, 2);
  if (n > 65535)
    return luaL_error(L,
                      "shuffle: the list has %I values, expected 65535 at most",
                      (LUAI_UACINT)n);
  uint16_t *place = places(L, n, small, 128);
  int base = lua_gettop(L) + 1;
  luaL_checkstack(L, (int)n + 2, "shuffle");
  for (lua_Integer i = 1; i <= n; i++) lua_geti(L, 2, i);
  rng_shuffle16(r, place, (size_t)n);
  for (lua_Integer i = 0; i < n; i++) {
    lua_pushvalue(L, base + place[i]);
    lua_seti(L, 2, i + 1);
  }
  lua_settop(L, 2);
  return 1;
}

/*** stream:roll(dice) -> total, list, kept
 Rolls dice like "d20", "2d20kl1+3", "4d6kh3-1", "d%" or "3d6!".
 @param dice string: the expression; `croupier help dice` has it all
 @return the total, the list of all dice in the order they were rolled, and
 a list of true or false for the dice that count, or nil when all do
 @error "2d: expected the number of sides after d"
 @example local total, list = stream:roll("2d6+1")
 total == list[1] + list[2] + 1 --> true */
static int stream_roll(lua_State *L) {
  Rng *r = bind_check_rng(L, 1);
  Dice d;
  DiceRoll roll;
  bind_check_dice(L, 2, &d);
  dice_roll(&roll, &d, r);
  return bind_push_roll(L, &roll);
}

/*** stream:total(dice) -> integer
 Rolls dice as stream:roll does and gives the total alone, which is faster.
 @param dice string: the expression
 @return the total
 @error "2d: expected the number of sides after d"
 @example local damage = stream:total("2d6+1") */
static int stream_total(lua_State *L) {
  Rng *r = bind_check_rng(L, 1);
  Dice d;
  bind_check_dice(L, 2, &d);
  lua_pushinteger(L, dice_total(&d, r));
  return 1;
}

static int stream_tostring(lua_State *L) {
  bind_check_rng(L, 1);
  lua_pushliteral(L, "a stream of chance");
  return 1;
}

static const luaL_Reg methods[] = {
    {"below", stream_below},     {"integer", stream_integer},
    {"word", stream_word},       {"pick", stream_pick},
    {"shuffle", stream_shuffle}, {"roll", stream_roll},
    {"total", stream_total},     {NULL, NULL}};

static const luaL_Reg metamethods[] = {{"__tostring", stream_tostring},
                                       {NULL, NULL}};

/* Pushes the streams' metatable, made at its first use. */
static void push_metatable(lua_State *L) {
  if (!luaL_newmetatable(L, "stream")) return;
  luaL_setfuncs(L, metamethods, 0);
  bind_push_methods(L, methods, "stream");
  lua_setfield(L, -2, "__index");
  lua_pushliteral(L, "stream");
  lua_setfield(L, -2, "__metatable");
}

Rng *bind_push_rng(lua_State *L) {
  luaL_checkstack(L, 8, "stream");
  RngBlock *block = lua_newuserdatauv(L, sizeof *block, 0);
  block->tag = TAG_RNG;
  rng_seed(&block->rng, (const uint8_t[32]){0});
  push_metatable(L);
  lua_setmetatable(L, -2);
  return &block->rng;
}

/* ---- the library -------------------------------------------------------- */

/*** rng.new(seed) -> stream
 A new stream of chance. In a game say t:random, t:choose and t:roll instead:
 those are saved and undone with the table.
 @param seed string or nothing: the same text gives the same numbers, always;
 with none each stream is another one, all of them from the program's --seed
 @return the stream
 @example local one, other = rng.new("a rainy day"), rng.new("a rainy day")
 one:integer(1, 100) == other:integer(1, 100) --> true */
static int rng_new(lua_State *L) {
  size_t size;
  const char *text = luaL_optlstring(L, 1, NULL, &size);
  Rng *r = bind_push_rng(L);
  if (text != NULL) {
    rng_seed_text(r, text, size);
    return 1;
  }
  Source *s = source(L);
  rng_stream(r, s->key, "script", ++s->made);
  return 1;
}

static const luaL_Reg library[] = {{"new", rng_new}, {NULL, NULL}};

int bind_rng(lua_State *L) {
  push_metatable(L);
  lua_pop(L, 1);
  luaL_newlib(L, library);
  return 1;
}
