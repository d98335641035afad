/* Binding of dice expressions: see core/dice.h.
 *
 * dice.by_hand gives a roll that asks for one die after the other, so that a
 * loop in Lua can wait for each; nothing in C waits. */
#include "bind/l_dice.h"

#include "bind/l_nearest.h"
#include "bind/l_rng.h"
#include "bind/l_roll.h"

/* ---- by hand ------------------------------------------------------------ */

typedef struct HandRoll {
  uint32_t tag; /* TAG_ROLL */
  Dice dice;
  DiceRoll roll; /* of `dice` */
} HandRoll;

static DiceRoll *check_roll(lua_State *L) {
  HandRoll *h = bind_check(L, 1, TAG_ROLL, "roll");
  return &h->roll;
}

/*** roll:sides() -> integer or nil
 How many sides the next die has, or nil when all dice are rolled.
 @return the sides, or nil
 @example local roll = dice.by_hand("2d6+1")
 while roll:sides() do roll:take(3) end
 roll:result() --> 7, { 3, 3 }, nil */
static int roll_sides(lua_State *L) {
  int sides = dice_next(check_roll(L));
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
  DiceRoll *roll = check_roll(L);
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
  DiceRoll *roll = check_roll(L);
  int sides = dice_next(roll);
  if (sides != 0)
    return luaL_error(L, "result: a die with %d sides is still to be rolled",
                      sides);
  return bind_push_roll(L, roll);
}

static const luaL_Reg methods[] = {{"sides", roll_sides},
                                   {"take", roll_take},
                                   {"result", roll_result},
                                   {NULL, NULL}};

/* Pushes the rolls' metatable, made at its first use. */
static void push_metatable(lua_State *L) {
  if (!luaL_newmetatable(L, "roll")) return;
  bind_push_methods(L, methods, "roll");
  lua_setfield(L, -2, "__index");
  lua_pushliteral(L, "roll");
  lua_setfield(L, -2, "__metatable");
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
  bind_check_dice(L, 1, &d);
  HandRoll *h = lua_newuserdatauv(L, sizeof *h, 0);
  h->tag = TAG_ROLL;
  h->dice = d;
  dice_begin(&h->roll, &h->dice);
  push_metatable(L);
  lua_setmetatable(L, -2);
  return 1;
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
static int dice_roll_text(lua_State *L) {
  Rng *r = bind_check_rng(L, 1);
  Dice d;
  DiceRoll roll;
  bind_check_dice(L, 2, &d);
  dice_roll(&roll, &d, r);
  return bind_push_roll(L, &roll);
}

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

static void set_integer(lua_State *L, const char *name, lua_Integer n) {
  lua_pushinteger(L, n);
  lua_setfield(L, -2, name);
}

/* Pushes one term as a table. */
static void push_term(lua_State *L, const DiceTerm *t) {
  static const char *const keep[] = {NULL, "kh", "kl", "dh", "dl"};
  lua_createtable(L, 0, 5);
  set_integer(L, "sign", t->sign);
  if (t->sides == 0) {
    set_integer(L, "number", t->count);
    return;
  }
  set_integer(L, "count", t->count);
  set_integer(L, "sides", t->sides);
  lua_pushboolean(L, t->explodes);
  lua_setfield(L, -2, "explodes");
  if (t->keep == DICE_KEEP_ALL) return;
  lua_pushstring(L, keep[t->keep]);
  lua_setfield(L, -2, "keep");
  set_integer(L, "chosen", t->chosen);
}

/*** dice.parse(dice) -> list of tables
 The terms of an expression: { sign, count, sides, explodes, keep, chosen }
 for dice, where keep is "kh", "kl", "dh" or "dl"; { sign, number } for a
 number. The sign is 1 or -1.
 @param dice string: the expression
 @return the terms in their order
 @error "2d: expected the number of sides after d"
 @example dice.parse("2d6+1")[1].sides --> 6 */
static int dice_parse_text(lua_State *L) {
  Dice d;
  bind_check_dice(L, 1, &d);
  lua_createtable(L, d.terms, 0);
  for (int i = 0; i < d.terms; i++) {
    push_term(L, &d.term[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static void push_bound(lua_State *L, int64_t n) {
  if (n == INT64_MIN || n == INT64_MAX)
    lua_pushnil(L);
  else
    lua_pushinteger(L, n);
}

/*** dice.range(dice) -> integer or nil, integer or nil
 The least and the most that dice can come to; nil where dice that roll again
 know no bound.
 @param dice string: the expression
 @return the least and the most
 @error "2d: expected the number of sides after d"
 @example local least, most = dice.range("2d6+1") --> 3, 13 */
static int dice_range_text(lua_State *L) {
  Dice d;
  int64_t least, most;
  bind_check_dice(L, 1, &d);
  dice_range(&d, &least, &most);
  push_bound(L, least);
  push_bound(L, most);
  return 2;
}

static const luaL_Reg library[] = {
    {"by_hand", dice_by_hand},  {"check", dice_check},
    {"parse", dice_parse_text}, {"range", dice_range_text},
    {"roll", dice_roll_text},   {NULL, NULL}};

int bind_dice(lua_State *L) {
  push_metatable(L);
  lua_pop(L, 1);
  luaL_newlib(L, library);
  return 1;
}
