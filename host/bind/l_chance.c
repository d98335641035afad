/* Binding of chance: see core/chance.h. The library `dice` and what a stream rolls
 * are Lua's (stdlib/primitives/dice.lua); here is what they call.
 *
 * A stream is one userdata, changed in place by each number drawn; no method
 * makes a value besides what it gives. In a game all chance comes from t, which
 * has a stream of its own that is saved and undone with it; streams from here
 * are for tools, tests and simulations. */
#include <string.h>

#include "bind/bind.h"
#include "core/chance.h"

/*** @topic At the table: chance, seed
 All chance comes from the table, and from one seed: `--seed TEXT` deals the
 same cards and rolls the same dice again. Before the first shuffle the seed's
 SHA-256 is shown, after the game the seed; `croupier verify` checks the deal.

 Players who would rather roll real dice use --roll-by-hand: t:roll then asks
 what the dice show.
 @example t.deck:shuffle()
 local total, list = t:roll("2d6+1", seat)
 local place = t:random(1, 6)
 local dealer = t:choose(t.seat)
 @see t:roll, t:random, t:choose, dice */

enum { SHUFFLE_MOST = 65535 };

typedef struct RngBlock {
  uint32_t tag; /* TAG_RNG */
  Rng rng;
} RngBlock;

static Rng *check_stream(lua_State *L, int i) {
  RngBlock *block = bind_check(L, i, TAG_RNG, "stream");
  return &block->rng;
}

/*** stream:below(n) -> integer
 A whole number from 0 to n - 1, each as likely as the others.
 @param n integer 1 or more: how many numbers there are
 @return an integer from 0 to n - 1
 @error "below: 0 is too small, expected 1 or more"
 @example local heads = stream:below(2) == 0 */
static int stream_below(lua_State *L) {
  Rng *r = check_stream(L, 1);
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
 @error "integer: the range 6 to 1 is empty"
 @example local die = stream:integer(1, 6) */
static int stream_integer(lua_State *L) {
  Rng *r = check_stream(L, 1);
  lua_Integer lo = luaL_checkinteger(L, 2), hi = luaL_checkinteger(L, 3);
  if (lo > hi)
    return luaL_error(L, "integer: the range %I to %I is empty",
                      (LUAI_UACINT)lo, (LUAI_UACINT)hi);
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
  lua_pushinteger(L, (lua_Integer)rng_word(check_stream(L, 1)));
  return 1;
}

/*** stream:pick(list) -> value
 One value of a list, each place as likely as the others.
 @param list table: a list that is not empty
 @return one of its values
 @error "pick: the list is empty"
 @example local fish = stream:pick { "pike", "perch", "eel" } */
static int stream_pick(lua_State *L) {
  Rng *r = check_stream(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_Integer n = luaL_len(L, 2);
  if (n < 1) return luaL_error(L, "pick: the list is empty");
  lua_geti(L, 2, 1 + (lua_Integer)rng_below(r, (uint64_t)n));
  return 1;
}

/*** stream:shuffle(list) -> list
 Puts the values of a list in any order, each order as likely as the others.
 @param list table: up to 65535 values; changed in place
 @return the same list
 @error "shuffle: the list has 70000 values, expected 65535 at most"
 @example local order = stream:shuffle { "north", "east", "south", "west" }
 #order --> 4 */
static int stream_shuffle(lua_State *L) {
  Rng *r = check_stream(L, 1);
  uint16_t place[SHUFFLE_MOST];
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  lua_Integer n = luaL_len(L, 2);
  if (n > SHUFFLE_MOST)
    return luaL_error(L,
                      "shuffle: the list has %I values, expected 65535 at most",
                      (LUAI_UACINT)n);
  for (lua_Integer i = 0; i < n; i++) place[i] = (uint16_t)i;
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

static int stream_tostring(lua_State *L) {
  check_stream(L, 1);
  lua_pushliteral(L, "a stream of chance");
  return 1;
}

static const luaL_Reg stream_methods[] = {
    {"below", stream_below}, {"integer", stream_integer}, {"word", stream_word},
    {"pick", stream_pick},   {"shuffle", stream_shuffle}, {NULL, NULL}};

static const luaL_Reg stream_metamethods[] = {{"__tostring", stream_tostring},
                                              {NULL, NULL}};

static void push_metatable(lua_State *L) {
  bind_push_metatable(L, "stream", "stream", stream_methods,
                      stream_metamethods);
}

int l_stream_methods(lua_State *L) {
  push_metatable(L);
  lua_getfield(L, -1, "__index");
  return 1;
}

/*** rng.new(seed) -> stream
 A new stream of chance. In a game say t:random, t:choose and t:roll instead:
 those are saved and undone with the table.
 @param seed string or nothing: the same text gives the same numbers, always;
 with none each stream is another one, the same ones in every run
 @return the stream
 @example local one, other = rng.new("a rainy day"), rng.new("a rainy day")
 one:integer(1, 100) == other:integer(1, 100) --> true */
static int rng_new(lua_State *L) {
  static const uint8_t key[32];
  size_t size;
  const char *text = luaL_optlstring(L, 1, NULL, &size);
  RngBlock *block = lua_newuserdatauv(L, sizeof *block, 0);
  block->tag = TAG_RNG;
  push_metatable(L);
  lua_setmetatable(L, -2);
  if (text != NULL) {
    rng_seed_text(&block->rng, text, size);
    return 1;
  }
  lua_Integer made = lua_tointeger(L, lua_upvalueindex(1)) + 1;
  lua_pushinteger(L, made);
  lua_replace(L, lua_upvalueindex(1));
  rng_stream(&block->rng, key, "script", (uint64_t)made);
  return 1;
}

void bind_rng(lua_State *L) {
  lua_createtable(L, 0, 1);
  lua_pushinteger(L, 0); /* how many streams there are without a text */
  lua_pushcclosure(L, rng_new, 1);
  lua_setfield(L, -2, "new");
}

/* ---- dice --------------------------------------------------------------- */

typedef struct DiceBlock {
  uint32_t tag; /* TAG_DICE */
  Dice dice;
} DiceBlock;

const Dice *bind_check_dice(lua_State *L, int i) {
  DiceBlock *block = bind_check(L, i, TAG_DICE, "dice");
  return &block->dice;
}

static int32_t term_field(lua_State *L, const char *name) {
  return (int32_t)bind_field(L, -1, name);
}

static int32_t entry(lua_State *L, int i) {
  lua_rawgeti(L, -1, i);
  int32_t n = (int32_t)luaL_checkinteger(L, -1);
  lua_pop(L, 1);
  return n;
}

/* The term at the top. */
static void read_term(lua_State *L, DiceTerm *term) {
  *term = (DiceTerm){.count = term_field(L, "count"),
                     .sides = term_field(L, "sides"),
                     .least = term_field(L, "least"),
                     .times = term_field(L, "times"),
                     .low = term_field(L, "low"),
                     .high = term_field(L, "high"),
                     .once = term_field(L, "once") != 0,
                     .explodes = (DiceExplode)term_field(L, "explodes"),
                     .counts = term_field(L, "counts")};
  luaL_argcheck(L, term->counts <= DICE_COUNTS_MAX, 1, "too many ranges");
  lua_getfield(L, -1, "ranges");
  luaL_checktype(L, -1, LUA_TTABLE);
  for (int i = 0; i <= term->counts; i++)
    term->range[i] = (DiceRange){entry(L, 2 * i + 1), entry(L, 2 * i + 2)};
  lua_pop(L, 1);
}

int l_dice(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  DiceBlock *block = lua_newuserdatauv(L, sizeof *block, 0);
  *block = (DiceBlock){.tag = TAG_DICE};
  Dice *d = &block->dice;
  for (; lua_rawgeti(L, 1, d->terms + 1) != LUA_TNIL; d->terms++) {
    luaL_argcheck(L, d->terms < DICE_TERMS_MAX, 1, "too many terms");
    read_term(L, &d->term[d->terms]);
    if (d->term[d->terms].sides) d->dice += d->term[d->terms].count;
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return 1;
}

/* Pushes which of the dice count; nil when all do. */
static void push_kept(lua_State *L, const DiceRoll *roll) {
  int counting = 0;
  for (int i = 0; i < roll->rolled; i++) counting += roll->mark[i] & DIE_COUNTS;
  if (counting == roll->rolled) {
    lua_pushnil(L);
    return;
  }
  lua_createtable(L, roll->rolled, 0);
  for (int i = 0; i < roll->rolled; i++) {
    lua_pushboolean(L, roll->mark[i] & DIE_COUNTS);
    lua_rawseti(L, -2, i + 1);
  }
}

void bind_push_roll(lua_State *L, const DiceRoll *roll) {
  lua_pushinteger(L, roll->total);
  lua_createtable(L, roll->rolled, 0);
  for (int i = 0; i < roll->rolled; i++)
    bind_set_entry(L, i + 1, roll->value[i]);
  push_kept(L, roll);
}

/* Takes the dice of the list at 2: are some missing? */
static bool take_listed(lua_State *L, const Dice *dice, DiceRoll *roll) {
  dice_begin(roll, dice);
  for (int i = 1; lua_rawgeti(L, 2, i) != LUA_TNIL; i++, lua_pop(L, 1))
    dice_take(roll, luaL_checkinteger(L, -1));
  return dice_next(roll) != NULL;
}

int l_roll(lua_State *L) {
  const Dice *dice = bind_check_dice(L, 1);
  DiceRoll roll;
  bool listed = lua_istable(L, 2);
  if (!listed) {
    dice_roll(&roll, dice, check_stream(L, 2));
  } else if (take_listed(L, dice, &roll)) {
    lua_pushnil(L);
    lua_pushinteger(L, dice_next(&roll)->sides);
    lua_pushinteger(L, dice_next(&roll)->least);
    return 3;
  }
  bind_push_roll(L, &roll);
  if (!listed) return 3;
  lua_pushlstring(L, (const char *)roll.mark, (size_t)roll.rolled);
  return 4;
}
