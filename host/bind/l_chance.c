/* Binding of chance: see core/chance.h.
 *
 * A stream is one userdata, changed in place by each number drawn; no method
 * but `roll` makes a value besides what it gives. In a game all chance comes
 * from t, which has a stream of its own that is saved and undone with it;
 * streams from here are for tools, tests and simulations.
 *
 * dice.by_hand gives a roll that asks for one die after the other, so that a
 * loop in Lua can wait for each; nothing in C waits. */
#include "bind/l_chance.h"

/* ---- expressions in, rolls out ------------------------------------------ */

static void check_dice(lua_State *L, int i, Dice *d) {
  char error[DICE_ERROR];
  if (!dice_parse(d, luaL_checkstring(L, i), error)) luaL_error(L, "%s", error);
}

static bool all_kept(const DiceRoll *roll) {
  for (int i = 0; i < roll->rolled; i++)
    if (!roll->kept[i]) return false;
  return true;
}

int bind_push_dice(lua_State *L, const DiceRoll *roll) {
  luaL_checkstack(L, 5, "roll");
  lua_pushinteger(L, roll->total);
  lua_createtable(L, roll->rolled, 0);
  for (int i = 0; i < roll->rolled; i++)
    bind_set_entry(L, i + 1, roll->value[i]);
  return 2;
}

/* The same, and which of the dice count. */
static int push_roll(lua_State *L, const DiceRoll *roll) {
  bind_push_dice(L, roll);
  if (all_kept(roll)) {
    lua_pushnil(L);
    return 3;
  }
  lua_createtable(L, roll->rolled, 0);
  for (int i = 0; i < roll->rolled; i++) {
    lua_pushboolean(L, roll->kept[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 3;
}

/* ---- streams ------------------------------------------------------------ */

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
 @error "integer: 6 to 1 holds no number"
 @example local die = stream:integer(1, 6) */
static int stream_integer(lua_State *L) {
  Rng *r = check_stream(L, 1);
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
  Rng *r = check_stream(L, 1);
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
  Rng *r = check_stream(L, 1);
  Dice d;
  DiceRoll roll;
  check_dice(L, 2, &d);
  dice_roll(&roll, &d, r);
  return push_roll(L, &roll);
}

/*** stream:total(dice) -> integer
 Rolls dice as stream:roll does and gives the total alone, which is faster.
 @param dice string: the expression
 @return the total
 @error "2d: expected the number of sides after d"
 @example local damage = stream:total("2d6+1") */
static int stream_total(lua_State *L) {
  Rng *r = check_stream(L, 1);
  Dice d;
  DiceRoll roll;
  check_dice(L, 2, &d);
  lua_pushinteger(L, dice_roll(&roll, &d, r));
  return 1;
}

static int stream_tostring(lua_State *L) {
  check_stream(L, 1);
  lua_pushliteral(L, "a stream of chance");
  return 1;
}

static const luaL_Reg stream_methods[] = {
    {"below", stream_below},     {"integer", stream_integer},
    {"word", stream_word},       {"pick", stream_pick},
    {"shuffle", stream_shuffle}, {"roll", stream_roll},
    {"total", stream_total},     {NULL, NULL}};

static const luaL_Reg stream_metamethods[] = {{"__tostring", stream_tostring},
                                              {NULL, NULL}};

static void push_stream_metatable(lua_State *L) {
  bind_push_metatable(L, "stream", "stream", stream_methods,
                      stream_metamethods);
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
  push_stream_metatable(L);
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

/* ---- by hand ------------------------------------------------------------ */

typedef struct HandRoll {
  uint32_t tag; /* TAG_ROLL */
  Dice dice;
  DiceRoll roll; /* of `dice` */
} HandRoll;

DiceRoll *bind_check_roll(lua_State *L, int i) {
  HandRoll *h = bind_check(L, i, TAG_ROLL, "roll");
  return &h->roll;
}

/*** roll:sides() -> integer or nil
 How many sides the next die has, or nil when all dice are rolled.
 @return the sides, or nil
 @example local roll = dice.by_hand("2d6+1")
 while roll:sides() do roll:take(3) end
 roll:result() --> 7, { 3, 3 }, nil */
static int roll_sides(lua_State *L) {
  int sides = dice_next(bind_check_roll(L, 1));
  if (sides == 0)
    lua_pushnil(L);
  else
    lua_pushinteger(L, sides);
  return 1;
}

/*** roll:take(n)
 What the next die shows.
 @param n integer 1 to roll:sides()
 @error "take 7: the die has 6 sides"
 @error "take 3: all dice are rolled"
 @example dice.by_hand("d6"):take(7) --> error take 7: the die has 6 sides */
static int roll_take(lua_State *L) {
  DiceRoll *roll = bind_check_roll(L, 1);
  lua_Integer n = luaL_checkinteger(L, 2);
  if (dice_take(roll, n)) return 0;
  int sides = dice_next(roll);
  if (sides == 0)
    return luaL_error(L, "take %I: all dice are rolled", (LUAI_UACINT)n);
  return luaL_error(L, "take %I: the die has %d sides", (LUAI_UACINT)n, sides);
}

/*** roll:result() -> total, list, kept
 What the dice come to, once all are rolled.
 @return the total, the list of dice, and a list of true or false for the
 dice that count, or nil when all do
 @error "result: a die with 6 sides is still to be rolled"
 @example local roll = dice.by_hand("d20")
 roll:take(11)
 local total = roll:result() --> 11 */
static int roll_result(lua_State *L) {
  DiceRoll *roll = bind_check_roll(L, 1);
  int sides = dice_next(roll);
  if (sides != 0)
    return luaL_error(L, "result: a die with %d sides is still to be rolled",
                      sides);
  return push_roll(L, roll);
}

static const luaL_Reg roll_methods[] = {{"sides", roll_sides},
                                        {"take", roll_take},
                                        {"result", roll_result},
                                        {NULL, NULL}};

static void push_roll_metatable(lua_State *L) {
  bind_push_metatable(L, "roll", "roll", roll_methods, NULL);
}

int bind_push_roll(lua_State *L, const Dice *dice) {
  HandRoll *h = lua_newuserdatauv(L, sizeof *h, 0);
  h->tag = TAG_ROLL;
  h->dice = *dice;
  dice_begin(&h->roll, &h->dice);
  push_roll_metatable(L);
  lua_setmetatable(L, -2);
  return 1;
}

/*** dice.by_hand(dice) -> roll
 A roll of dice that people throw themselves and tell one by one.
 @param dice string: the expression
 @return a roll, to be asked for sides() and given what each die shows
 @error "2d: expected the number of sides after d"
 @example local roll = dice.by_hand("2d6+1")
 roll:sides() --> 6 */
static int dice_by_hand(lua_State *L) {
  Dice d;
  check_dice(L, 1, &d);
  return bind_push_roll(L, &d);
}

/* ---- expressions -------------------------------------------------------- */

/*** dice.roll(stream, dice) -> total, list, kept
 Rolls dice: "d20", "2d20kl1+3" (keep the lowest), "4d6kh3-1" (keep the three
 highest), "4d6dl1" (drop the lowest), "d%" (1 to 100), "3d6!" (a six rolls
 one more), sums and differences of these and of numbers.
 @param stream stream: from rng.new
 @param dice string: the expression
 @return the total, the list of dice, and a list of true or false for the
 dice that count, or nil when all do
 @error "2d: expected the number of sides after d"
 @example local stream = rng.new("a rainy day")
 local total, list = dice.roll(stream, "2d20kl1+3") */
/*** dice.check(dice) -> string or nil, sentence
 Is this text dice? Gives it as it is usually written, or nil and a sentence
 that says what was expected and where.
 @param dice string: what somebody typed
 @return the expression, or nil and what is wrong
 @example local text, why = dice.check("2 D 6") --> "2d6", nil */
static int dice_check(lua_State *L) {
  Dice d;
  char error[DICE_ERROR], text[DICE_TEXT];
  if (dice_parse(&d, luaL_checkstring(L, 1), error)) {
    lua_pushstring(L, dice_text(&d, text));
    return 1;
  }
  lua_pushnil(L);
  lua_pushstring(L, error);
  return 2;
}

static const luaL_Reg library[] = {{"by_hand", dice_by_hand},
                                   {"check", dice_check},
                                   {"roll", stream_roll},
                                   {NULL, NULL}};

void bind_chance(lua_State *L, void (*add)(lua_State *L, const char *name)) {
  push_stream_metatable(L);
  push_roll_metatable(L);
  lua_pop(L, 2);
  lua_createtable(L, 0, 1);
  lua_pushinteger(L, 0); /* how many streams there are without a text */
  lua_pushcclosure(L, rng_new, 1);
  lua_setfield(L, -2, "new");
  add(L, "rng");
  luaL_newlib(L, library);
  add(L, "dice");
}
