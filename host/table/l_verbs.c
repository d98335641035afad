/* The verbs that a step calls: see l_table.h. Each is a closure over its table:
 * an upvalue is the cheapest way from a call to its table. */
#include "table/l_table.h"

#include <lauxlib.h>
#include <limits.h>
#include <string.h>

#include "bind/l_cards.h"
#include "script/sandbox.h"
#include "table/play.h"
#include "table/purity.h"

/*** @topic At the table: t, table
 The table, as every step gets it: t.rules.ante, the piles, pools and state by
 their names, the seats, and the functions below. The game's own functions are
 called the same way: t:worth(card). t:each(t.deal_hand) calls one for every
 seat.
 @field t.rules the rules in force, read-only
 @field t.seat the seats at the table: t.seat[1], #t.seat of them; t.gm is the
   game master's
 @example t.rules.ante --> 1
 t.round = t.round + 1
 t.round --> 2
 #t.seat --> 3
 @see piles, pools, state, seat */

/*** @topic At the table: seat
 A player's place: its piles, pools and state by their names. Seats are
 numbered clockwise; seat:left() is the next.
 @field number 1 is the first; it stays with the seat when others leave
 @field name the player's name
 @field profile the player's profile, read-only
 @field table the table
 @field seated is it at the table? False when it has left the game
 @example seat.name --> "Anna"
 seat:left().number --> 2
 seat.points --> 10
 @see seats, joining, profile, ask, t:each */

/*** @topic At the table: ask, question
 A question is the only place where a step waits: seat:ask { "name", "Text?",
 ... }. The name is for bots, tests and journals; the values for each %s follow
 the text. One of the fields below says what may be answered. A question with
 one legal answer answers itself, but not in t:ask_all: there it would show who
 has no choice.

 Nobody is shown another seat's answer until t:say announces it, or a card goes
 where all see it. t:ask_all asks several seats in secret. A function handed to
 the host (fits, best_seats, table.sort) may not ask. One that only answers
 (fits, why, tells, default, text) must not change anything, not even a local of
 the step.
 @field one_of a list: numbers, texts, cards, seats, or tables with a `text`
 @field confirm true: yes or no, given as true or false
 @field card a pile or list of cards, from which one is chosen
 @field cards the same, from which several are chosen: with min, max or count;
   gives a list in the order chosen
 @field fits function(card, chosen): may this card be added to those chosen?
 @field min a whole number, with max and, for multiples, step
 @field text a line of text of at most this many characters; bot = what a bot
   says
 @field optional true: the seat may answer nothing, which gives nil
 @field default what a blank line means
 @example local bid = seat:ask { "bid", "Your bid, %s?", seat, min = 0, max = 10 }
 local red = seat:ask { "lay", "Which red card?", card = seat.hand,
   fits = function(choice) return choice.color == "red" end }
 red.color --> "red"
 @see seat:ask, t:ask_all, bots, actions */

static Table *upvalue(lua_State *L) {
  return lua_touserdata(L, lua_upvalueindex(1));
}

/* --- verbs --- */

static int pose(Table *t, lua_State *L, bool secret) {
  if (L != t->co || !lua_isyieldable(L))
    return report_error(L,
                        "ask: only a step can wait for an answer, not a "
                        "function handed to the host or called by a test");
  if (table_answers_at_once(t, secret)) return 1;
  lua_settop(L, secret ? 3 : 2);
  return lua_yield(L, lua_gettop(L));
}

/*** seat:ask(question) -> answer
 Asks a seat and waits for the answer: the only place where a step waits.
 @param question table: { "name", "text with %s", values..., and what may be answered }: one_of = list; confirm = true; card = pile or list, fits = function(card); cards = pile or list, min, max or count, fits = function(card, chosen); min, max (a whole number), step; text = longest; with optional = true, default = value or function(t, seat) giving it from the seat's view, only when a person reads, bot = what a bot says, why = function(answer, t, seat) giving a sentence where it can't be chosen (of cards their list, of a number the number, else the text); tells = function(option, t, seat) giving a note beside each option (number, yes or no), as t:say has it, nil for none: called with the seat's view, only when a person reads; of a text tells = function(line, t, seat) giving what the line only asks for, nil where it is an answer: it is shown and nothing is answered
 @return the answer: the option, true or false, the card, the list of cards, the number, the text; nil when optional and nothing was chosen
 @error "ask: only a step can wait for an answer" in a function handed to the host
 @example local kept = seat:ask { "keep", "Which card do you keep?", card = seat.hand }
 local bid = seat:ask { "bid", "Your bid for %s?", kept, min = 0, max = 5, default = 1 }
 local how = seat:ask { "how", "How?", one_of = { "boldly", "carefully" } }
 local two = seat:ask { "away", "Two to discard?", cards = seat.hand, count = 2,
   fits = function(choice) return choice ~= kept end }
 local stake = seat:ask { "stake", "How much?", min = 0, max = 3,
   tells = function(chips) return "wins %s", 2 * chips end }
 if seat:ask { "sure", "Are you sure?", confirm = true } then t.discards:put(two) end
 local words = seat:ask { "boast", "What do you say?", text = 80, optional = true, bot = "Ha!" } */
static int verb_ask(lua_State *L) {
  if (!lua_istable(L, 2))
    return report_error(L,
                        "ask: expected a colon and then a question: "
                        "seat:ask { \"name\", \"Text?\", ... }");
  return pose(upvalue(L), L, false);
}

/* pose(seat, question or nil, true) in t:ask_all, nil for nothing to choose; and
 * pose(seat, sides): a die that people roll, 0 for one that shows -1, 0 or 1. */
static int verb_pose(lua_State *L) {
  bool secret = lua_toboolean(L, 3);
  if (secret && !lua_istable(L, 2) && !lua_isnil(L, 2))
    return report_error(L,
                        "ask_all: expected a function that returns a question "
                        "or nil");
  return pose(upvalue(L), L, secret);
}

/* Calls the function at i with the table and the values after it; the results
 * replace them. */
static void call_for_text(Table *t, lua_State *L, int i) {
  lua_pushvalue(L, i);
  lua_rotate(L, i, 1); /* it, again, arguments */
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.t);
  lua_insert(L, i + 2);
  if (purity_call(t, L, i, lua_gettop(L) - i - 1, LUA_MULTRET) != LUA_OK)
    lua_error(L);
  lua_remove(L, i);
}

static void check_change(const Table *t, lua_State *L, const char *verb) {
  if (t->callbacks > 0)
    report_error(
        L, "%s: a function handed to the host must not change anything", verb);
}

/* Says the text at 2 and its values to a seat or, with SEAT_NONE, to all. */
static int say_to(Table *t, lua_State *L, int seat) {
  check_change(t, L, "say");
  if (!table_is_logged(t)) return 0;
  if (lua_isfunction(L, 2)) call_for_text(t, L, 2);
  if (lua_type(L, 2) != LUA_TSTRING)
    report_error(L, "say: expected a text: say(\"%%s\", value) shows a value");
  table_push_hook(L, t, "format");
  lua_replace(L, 1);
  lua_call(L, lua_gettop(L) - 1, 1);
  Event e = {.kind = EVENT_SAY, .seat = seat, .question = t->questions};
  events_add(&t->events, e, lua_tostring(L, -1), NULL);
  return 0;
}

/*** t:say(text, values...)
 Tells the whole table something; a card in it is shown only to those who can
 see it. Line breaks in the text stay.
 @param text string|function: with %s for each value that follows; %+d for a number with its sign, %c for the cards of a pile, %h for a poker hand by its rank. Or a function of the table and the values that gives text and values: it is called only where somebody listens, so it must not change anything
 @param values cards, seats, piles, pools, lists, numbers, texts; a function is called with the table for its value, only when somebody reads the text
 @example t:say("%s lays %s and pays %s", seat, card, 3)
 t:say("%s has %h", seat, poker.rank(seat.hand))
 local function how_many(_, one) return "%s holds %s", one, #one.hand end
 t:say(how_many, seat) */
static int verb_say(lua_State *L) { return say_to(upvalue(L), L, SEAT_NONE); }

/*** seat:say(text, values...)
 Tells one seat something that the others don't see.
 @param text string|function: as t:say has it
 @param values cards, seats, piles, pools, lists, numbers, texts
 @example seat:say("the lake holds %s", t.lake:list()) */
static int verb_tell(lua_State *L) {
  Table *t = upvalue(L);
  return say_to(t, L, table_seat_of(t, lua_topointer(L, 1)));
}

/*** t:event(name, data, values...)
 Records something under a name for programs that read the game afterwards.
 @param name string: what happened
 @param data table|function: plain data, cards, seats. Or a function of the table and the values that gives it: it is called only where somebody listens, so it must not change anything
 @param values any: what the function gets
 @example t:event("score", { seat = seat, points = 20 })
 local function score_noted(_, one, points) return { seat = one, points = points } end
 t:event("score", score_noted, seat, 20) */
static int verb_event(lua_State *L) {
  Table *t = upvalue(L);
  check_change(t, L, "event");
  if (lua_type(L, 2) != LUA_TSTRING)
    return report_error(L, "event: expected a text as its name");
  if (!table_is_logged(t)) return 0;
  if (lua_isfunction(L, 3)) call_for_text(t, L, 3);
  lua_settop(L, 3);
  table_push_hook(L, t, "json");
  lua_insert(L, 3);
  lua_call(L, 1, 1);
  Event e = {.kind = EVENT_NAMED, .seat = SEAT_NONE, .question = t->questions};
  events_add(&t->events, e, lua_tostring(L, 2), lua_tostring(L, 3));
  return 0;
}

enum { TURNS = 2 * SEATS_MAX }; /* a power of two */

/* Calls the function for the seats whose turn is left; also the continuation after
 * one was asked. `turn`: turns taken, plus TURNS times the first seat. */
static int each_from(lua_State *L, int status, lua_KContext turn) {
  const unsigned seats = (unsigned)upvalue(L)->seats;
  (void)status;
  for (unsigned at = (unsigned)turn; at % TURNS < seats;) {
    unsigned seat = at / TURNS + at % TURNS;
    if (seat >= seats) seat -= seats;
    lua_pushvalue(L, 2);
    lua_pushvalue(L, 1);
    lua_rawgeti(L, lua_upvalueindex(2), seat + 1);
    lua_callk(L, 2, 0, ++at, each_from);
  }
  return 0;
}

static int first_of_each(lua_State *L) {
  if (lua_isnoneornil(L, 3)) return 0;
  int seat = table_seat_of(upvalue(L), lua_topointer(L, 3));
  if (seat == SEAT_NONE || seat == SEAT_GM)
    report_error(L, "each: expected a seat to start from, like t.seat[1]");
  return seat;
}

/*** t:each(fn, first)
 Calls a function of the table and a seat for every seat, clockwise: usually a
 step of the game. The function may ask.
 @param fn function: of the table and a seat
 @param first seat: where to begin; seat 1 when left out
 @error "each: expected a function of a seat, like t:each(t.pay_ante)"
 @example t:each(function(table, one) table.deck:deal(1, one.hand) end)
 #seat.hand --> 6
 t:each(function(_, one) t:say("%s is next", one) end, t.dealer:left()) */
static int verb_each(lua_State *L) {
  if (!lua_isfunction(L, 2))
    return report_error(L,
                        "each: expected a function of a seat, like "
                        "t:each(t.pay_ante)");
  int first = lua_gettop(L) > 2 ? first_of_each(L) : 0;
  return each_from(L, LUA_OK, (lua_KContext)first * TURNS);
}

/* The seat after the given one on a way round the table, or the first. */
static int next_on_way(lua_State *L) {
  lua_settop(L, 2);
  if (lua_isnil(L, 2))
    lua_rawgeti(L, lua_upvalueindex(1), 1);
  else
    lua_rawget(L, lua_upvalueindex(1));
  return 1;
}

int l_verbs_way(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_pushcclosure(L, next_on_way, 1);
  return 1;
}

int l_verbs_each(lua_State *L) {
  table_at(L, 1);
  lua_settop(L, 2);
  lua_pushcclosure(L, verb_each, 2);
  return 1;
}

/*** t:random(lo, hi) -> integer
 A random whole number, each as likely as the others.
 @param lo integer: the smallest
 @param hi integer: the largest, at least lo
 @return an integer from lo to hi
 @example local place = t:random(1, #t.seat) */
static int verb_random(lua_State *L) {
  Table *t = upvalue(L);
  check_change(t, L, "random");
  lua_Integer lo = luaL_checkinteger(L, 2), hi = luaL_checkinteger(L, 3);
  if (lo > hi)
    return report_error(L, "random: the range %I to %I is empty",
                        (LUAI_UACINT)lo, (LUAI_UACINT)hi);
  uint64_t span = (uint64_t)hi - (uint64_t)lo + 1;
  uint64_t n = span == 0 ? rng_word(chance_for(t, FOR_NUMBER, span))
                         : rng_below(chance_for(t, FOR_NUMBER, span), span);
  Rng *again = chance_redrawn(t);
  if (again != NULL) {
    uint64_t other = span == 0 ? rng_word(again) : rng_below(again, span);
    t->search.differs |= other != n;
    n = other;
  }
  Event e = {.kind = EVENT_CHANCE,
             .amount = (int64_t)n,
             .from = span <= INT_MAX ? (int)span : 0,
             .question = t->questions};
  events_add(&t->events, e, NULL, NULL);
  lua_pushinteger(L, (lua_Integer)((uint64_t)lo + n));
  return 1;
}

/* --- the end --- */

/* may_tell(verb) -> does anybody hear it? Raises if the table can't be changed
 * now. */
static int verb_may_tell(lua_State *L) {
  Table *t = upvalue(L);
  check_change(t, L, luaL_checkstring(L, 1));
  lua_pushboolean(L, table_is_logged(t));
  return 1;
}

/* Is it called in a step, not between two? Raises in a script function that the
 * host is calling. */
static bool in_step(const Table *t, lua_State *L) {
  bool step = L == t->co && lua_isyieldable(L);
  if (t->callbacks > 0 || (L == t->co && !step))
    report_error(L,
                 "finish: only a step can end the game, not a "
                 "function handed to the host");
  return step;
}

/* may_finish() -> does anybody hear it? Raises if the game can't end here. */
static int verb_may_finish(lua_State *L) {
  Table *t = upvalue(L);
  in_step(t, L);
  lua_pushboolean(L, events_heard(&t->events));
  return 1;
}

/* finished(standings as JSON or nil), after may_finish. In a step nothing comes
 * after it: what has yielded so is never resumed. */
static int verb_finished(lua_State *L) {
  Table *t = upvalue(L);
  bool step = in_step(t, L);
  t->finished = true;
  Event e = {.kind = EVENT_FINISH, .question = t->questions};
  if (!lua_isnil(L, 1)) events_add(&t->events, e, NULL, lua_tostring(L, 1));
  return step ? lua_yield(L, 0) : 0;
}

/*** t:where(card) -> pile
 The pile in which a card lies.
 @param card card: a card of this table
 @return the pile
 @example t:where(card) == seat.hand --> true */
static int verb_where(lua_State *L) {
  Table *t = upvalue(L);
  CardHandle *card = bind_card(L, 2);
  luaL_argcheck(L, card->id < t->piles->cards, 2, "a face is not in any pile");
  luaL_argcheck(L, card->faces == t->faces, 2,
                "the card belongs to another table");
  table_push_hook(L, t, "pile_handles");
  lua_rawgeti(L, -1, t->piles->where[card->id] + 1);
  return 1;
}

/*** t:step_name() -> string
 The name of the step that runs.
 @return its name, as the order has it
 @example t:step_name() --> "example" */
static int verb_step_name(lua_State *L) {
  lua_pushstring(L, upvalue(L)->step);
  return 1;
}

/* t:gather where all cards are of one deck: see stdlib/table/table_verbs.lua */
static int verb_gather(lua_State *L) {
  Table *t = upvalue(L);
  const PileHandle *deck = bind_test(L, 2, TAG_PILE);
  check_change(t, L, "gather");
  if (deck == NULL || deck->viewer != VIEW_FULL)
    return report_error(L, "gather: expected a deck, like t:gather(t.deck)");
  luaL_argcheck(L, deck->piles == t->piles, 2,
                "the pile belongs to another table");
  bool all = lua_isnoneornil(L, 3);
  for (int p = 0; all && p < t->piles->piles; p++)
    piles_move_all(t->piles, p, deck->index);
  for (int i = 3; !all && i <= lua_gettop(L); i++) {
    const PileHandle *from = bind_pile(L, i);
    luaL_argcheck(L, from->piles == t->piles && from->viewer == VIEW_FULL, i,
                  "the pile belongs to another table");
    piles_move_all(t->piles, from->index, deck->index);
  }
  return 0;
}

/* --- dice --- */

/* roll(dice, text) -> total, list, which count or nil, does anybody hear it? By
 * the table's own chance. */
static int verb_roll(lua_State *L) {
  Table *t = upvalue(L);
  DiceRoll roll;
  check_change(t, L, "roll");
  uint64_t which = t->paired.on ? chance_text(lua_tostring(L, 2)) : 0;
  const Dice *dice = bind_check_dice(L, 1);
  int64_t total = dice_roll(&roll, dice, chance_for(t, FOR_ROLL, which));
  Rng *again = chance_redrawn(t);
  if (again != NULL)
    t->search.differs |= dice_roll(&roll, dice, again) != total;
  bind_push_roll(L, &roll);
  lua_pushboolean(L, events_heard(&t->events));
  return 4;
}

int l_verbs(lua_State *L) {
  static const luaL_Reg private_verbs[] = {
      {"ask", verb_ask},           {"pose", verb_pose},
      {"say", verb_say},           {"tell", verb_tell},
      {"event", verb_event},       {"random", verb_random},
      {"may_tell", verb_may_tell}, {"may_finish", verb_may_finish},
      {"finished", verb_finished}, {"where", verb_where},
      {"gather", verb_gather},     {"step_name", verb_step_name},
      {"roll", verb_roll},         {NULL, NULL}};
  table_at(L, 1);
  lua_newtable(L);
  lua_pushvalue(L, 1);
  luaL_setfuncs(L, private_verbs, 1);
  return 1;
}
