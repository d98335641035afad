/* What stdlib/core builds a table with: see l_table.h.
 *
 * The verbs that a step calls (ask, say, roll...) are closures over their
 * table: an upvalue is the cheapest way from a call to its table. */
#include "table/l_table.h"

#include <lauxlib.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/l_card.h"
#include "bind/l_nearest.h"
#include "bind/l_pile.h"
#include "bind/l_pool.h"
#include "core/dice.h"
#include "script/freeze.h"
#include "script/report.h"
#include "script/safelib.h"
#include "script/sandbox.h"
#include "table/json.h"
#include "table/mark.h"
#include "table/speech.h"

/*** @topic At the table: t, table
 The table, as every step gets it: t.rules.ante, the piles and pools and the
 state by their names, the seats, and what can be done. The functions of the
 game itself are called the same way: t:worth(card).
 @field t.rules the rules in force, read-only
 @field t.seat the seats: t.seat[1], #t.seat of them; t.gm the game master's
 @example t.rules.ante --> 1
 t.round = t.round + 1
 t.round --> 2
 #t.seat --> 3
 @see piles, pools, state, seat */

/*** @topic At the table: seat
 A player's place: its piles, pools and state by their names. Seats are
 numbered clockwise; seat:left() is the next.
 @field number 1 is the first
 @field name the player's name
 @field profile what the player brings along, read-only
 @field table the table
 @example seat.name --> "Anna"
 seat:left().number --> 2
 seat.points --> 10
 @see seats, profile, ask */

/*** @topic At the table: ask, question
 A question is the only place where a step waits: seat:ask { "name", "Text?",
 ... }. The name is for bots, tests and journals; behind the text stand the
 values for its %s. What may be answered is one of the fields below. A question
 with one legal answer answers itself.

 t:ask_all asks several seats in secret. A function handed to the host (fits,
 best_seats, table.sort) may not ask.
 @field one_of a list: numbers, texts, cards, seats, or tables with a `text`
 @field confirm true: yes or no, given as true or false
 @field card a pile or list of cards, of which one is chosen
 @field cards the same, of which several are: with min, max or count; gives a list in the order chosen
 @field fits function(card, chosen): may this card be added to those chosen?
 @field min a whole number, with max and, for multiples, step
 @field text a line of text of at most so many bytes; bot = what a bot says
 @field optional true: nothing is an answer too, and gives nil
 @field default what a blank line means
 @example local bid = seat:ask { "bid", "Your bid, %s?", seat, min = 0, max = 10 }
 local red = seat:ask { "lay", "Which red card?", card = seat.hand,
   fits = function(choice) return choice.color == "red" end }
 red.color --> "red"
 @see seat:ask, t:ask_all, bots, actions */

const uint32_t MARK_AGAIN = TAG_MARK, MARK_DONE = TAG_MARK,
               MARK_NONE = TAG_MARK;

static const char METATABLE[] = "croupier.table";

Table *l_table_check(lua_State *L, int i) {
  return bind_check(L, i, TAG_TABLE, "table under way");
}

/* Does anybody listen to what is told? */
static bool is_heard(const Table *t) {
  return !t->events.off && !t->events.quiet;
}

static Table *upvalue(lua_State *L) {
  return lua_touserdata(L, lua_upvalueindex(1));
}

/* --- making --- */

static lua_Integer field(lua_State *L, int i, const char *key) {
  lua_getfield(L, i, key);
  lua_Integer n = luaL_optinteger(L, -1, 0);
  lua_pop(L, 1);
  return n;
}

static int keep_field(lua_State *L, int i, const char *key) {
  lua_getfield(L, i, key);
  return luaL_ref(L, LUA_REGISTRYINDEX);
}

static Facing facing_of(const char *word) {
  static const char *const words[] = {"nobody", "owner", "everyone", "top",
                                      "gm"};
  for (int i = 0; i < 5; i++)
    if (strcmp(words[i], word) == 0) return (Facing)i;
  return FACING_NOBODY;
}

/* piles = { { facing, owner number or nil }, ... } at index 1's field. */
static int read_piles(lua_State *L, Facing *facings, int *owners) {
  lua_getfield(L, 1, "piles");
  lua_Integer n = luaL_len(L, -1);
  if (n > PILES_MAX) luaL_error(L, "a table has at most %d piles", PILES_MAX);
  for (lua_Integer i = 0; i < n; i++) {
    lua_geti(L, -1, i + 1);
    lua_geti(L, -1, 1);
    facings[i] = facing_of(luaL_checkstring(L, -1));
    lua_geti(L, -2, 2);
    lua_Integer owner = luaL_optinteger(L, -1, SEAT_NONE + 1);
    owners[i] = (int)owner - 1;
    lua_pop(L, 3);
  }
  lua_pop(L, 1);
  return (int)n;
}

static int read_faces(lua_State *L, uint8_t *faces) {
  lua_getfield(L, 1, "card_faces");
  lua_Integer n = luaL_len(L, -1);
  if (n > CARDS_MAX) luaL_error(L, "a table has at most %d cards", CARDS_MAX);
  for (lua_Integer i = 0; i < n; i++) {
    lua_geti(L, -1, i + 1);
    faces[i] = (uint8_t)(lua_tointeger(L, -1) - 1);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return (int)n;
}

static void read_decks(lua_State *L, Table *t) {
  lua_getfield(L, 1, "deck_sizes");
  t->decks = (int)luaL_len(L, -1);
  for (int i = 0; i < t->decks; i++) {
    lua_geti(L, -1, i + 1);
    t->deck_size[i] = (uint16_t)lua_tointeger(L, -1);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

static Table *new_block(lua_State *L) {
  Table *t = lua_newuserdatauv(L, sizeof *t, 1);
  memset(t, 0, sizeof *t);
  t->tag = TAG_TABLE;
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
  t->L = lua_tothread(L, -1);
  lua_pop(L, 1);
  t->co_ref = t->report_ref = t->standings_ref = LUA_NOREF;
  t->viewing = SEAT_NONE;
  t->events.off = true;
  luaL_setmetatable(L, METATABLE);
  return t;
}

/* host.table{ faces =, face_cards =, cards =, card_faces =, deck_sizes =,
 * piles =, seats =, gm = } -> table block */
static int make_table(lua_State *L) {
  Facing facings[PILES_MAX];
  int owners[PILES_MAX];
  uint8_t faces[CARDS_MAX];
  luaL_checktype(L, 1, LUA_TTABLE);
  int piles = read_piles(L, facings, owners), cards = read_faces(L, faces);
  Table *t = new_block(L);
  t->seats = (int)field(L, 1, "seats");
  t->has_gm = field(L, 1, "gm") != 0;
  lua_getfield(L, 1, "faces");
  t->faces = lua_touserdata(L, -1);
  lua_setiuservalue(L, -2, 1);
  read_decks(L, t);
  t->ref.cards = keep_field(L, 1, "cards");
  t->ref.faces = keep_field(L, 1, "face_cards");
  t->piles = piles_new(cards, faces, piles, facings, owners);
  t->pools = pools_new();
  if (t->piles == NULL || t->pools == NULL)
    luaL_error(L, "not enough memory for the table");
  t->piles->rng = &t->rng;
  t->keys = question_keys_of(L);
  return 1;
}

/* host.pile(block, index, viewer or nil, label, owner or nil) -> handle */
static int make_pile(lua_State *L) {
  Table *t = l_table_check(L, 1);
  int index = (int)bind_integer(L, 2, "pile", 1, t->piles->piles) - 1;
  int viewer = (int)luaL_optinteger(L, 3, VIEW_FULL + 1) - 1;
  bind_push_pile(L, t->piles, index, viewer, &t->viewing);
  lua_rawgeti(L, LUA_REGISTRYINDEX,
              viewer == VIEW_FULL ? t->ref.cards : t->ref.faces);
  lua_setiuservalue(L, -2, PILE_CARDS);
  lua_pushvalue(L, 4);
  lua_setiuservalue(L, -2, PILE_LABEL);
  lua_pushvalue(L, 5);
  lua_setiuservalue(L, -2, PILE_OWNER);
  return 1;
}

/* host.pool(block, mint, label) -> handle, index */
static int make_pool(lua_State *L) {
  Table *t = l_table_check(L, 1);
  int index = pools_add(t->pools, 0, lua_toboolean(L, 2));
  if (index < 0) return luaL_error(L, "not enough memory for a pool");
  bind_push_pool(L, t->pools, index, luaL_checkstring(L, 3));
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  lua_pushinteger(L, index);
  return 2;
}

/* host.set_pool(block, index, amount) */
static int set_pool(lua_State *L) {
  Table *t = l_table_check(L, 1);
  lua_Integer i = bind_integer(L, 2, "pool", 0, pools_count(t->pools) - 1);
  if (!pools_set(t->pools, (int)i, luaL_checkinteger(L, 3)))
    return luaL_error(L, "a pool can't hold %I",
                      (LUAI_UACINT)lua_tointeger(L, 3));
  return 0;
}

/* --- the order --- */

static int add_entries(lua_State *L, Table *t, int depth);

/* The entry on top of the stack: a name or a list. */
static void fill_entry(lua_State *L, Table *t, int e, int depth) {
  OrderEntry *entry = &t->order[e];
  if (lua_istable(L, -1)) {
    entry->count = (int)luaL_len(L, -1);
    if (entry->count == 0) luaL_error(L, "a list of the order is empty");
    entry->first = add_entries(L, t, depth + 1);
    return;
  }
  const char *name = luaL_checkstring(L, -1);
  snprintf(entry->name, sizeof entry->name, "%s", name);
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.steps);
  lua_getfield(L, -1, name);
  luaL_checktype(L, -1, LUA_TFUNCTION);
  entry->ref = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_pop(L, 1);
}

/* The entries of the list on top of the stack, side by side. */
static int add_entries(lua_State *L, Table *t, int depth) {
  int n = (int)luaL_len(L, -1), first = t->entries;
  if (depth >= ORDER_DEPTH || first + n > ORDER_ENTRIES)
    luaL_error(L, "the order is too long or too deep");
  t->entries += n;
  for (int i = 0; i < n; i++) {
    lua_geti(L, -1, i + 1);
    fill_entry(L, t, first + i, depth);
    lua_pop(L, 1);
  }
  return first;
}

static void remember_seats(lua_State *L, Table *t) {
  lua_getfield(L, 2, "seats");
  for (int s = 0; s < t->seats; s++) {
    lua_rawgeti(L, -1, s + 1);
    t->seat_at[s] = lua_topointer(L, -1);
    lua_pop(L, 1);
  }
  lua_rawgeti(L, -1, 0);
  t->seat_at[SEAT_GM] = lua_topointer(L, -1);
  lua_pop(L, 2);
}

/* host.wire(block, { t =, seats =, hooks =, steps =, order = }) */
static int wire(lua_State *L) {
  Table *t = l_table_check(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  t->ref.t = keep_field(L, 2, "t");
  t->ref.seats = keep_field(L, 2, "seats");
  remember_seats(L, t);
  t->ref.hooks = keep_field(L, 2, "hooks");
  t->ref.steps = keep_field(L, 2, "steps");
  lua_getfield(L, 2, "steps");
  freeze_remember(L, -1);
  t->ref.memory = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_getfield(L, 2, "order");
  t->order[0].count = (int)luaL_len(L, -1);
  t->entries = 1;
  if (t->order[0].count > 0) t->order[0].first = add_entries(L, t, 0);
  return 0;
}

/* --- what happens is recorded --- */

static void cards_moved(void *ud, CardId card, int from, int to, SeatMask seen);

static void note_order(Table *t, EventKind kind, int pile) {
  const Pile *p = &t->piles->pile[pile];
  Bytes text = {0};
  for (int i = 0; i < p->count; i++)
    bytes_format(&text, "%s%d", i ? " " : "", (int)p->card[i]);
  Event e = {.kind = kind, .from = pile, .to = pile, .question = t->questions};
  events_add(&t->events, e, text.data, NULL);
  bytes_free(&text);
}

/* The stacked cards go on top, the first of them topmost. */
static void lay_stack(Table *t, int pile) {
  t->stack_used = true;
  t->piles->moved = NULL;
  for (int i = t->stacked_count - 1; i >= 0; i--)
    if (t->piles->where[t->stacked[i]] == pile)
      piles_put(t->piles, t->stacked[i], pile);
  t->piles->moved = cards_moved;
}

static void pile_ordered(Table *t, bool shuffled, int pile) {
  if (shuffled && t->stacked_count > 0 && !t->stack_used && pile == 0)
    lay_stack(t, pile);
  if (is_heard(t)) note_order(t, shuffled ? EVENT_SHUFFLE : EVENT_ORDER, pile);
}

static bool is_under(const Pile *p, CardId card) {
  return p->card[p->count - 1] != card && p->card[0] == card;
}

static void cards_moved(void *ud, CardId card, int from, int to,
                        SeatMask seen) {
  Table *t = ud;
  if (card == CARDS_MAX) {
    pile_ordered(t, from == to, to);
    return;
  }
  bool shown = from == PILE_NONE;
  Event e = {.kind = shown ? EVENT_SHOW : EVENT_MOVE,
             .card = card,
             .from = shown ? to : from,
             .to = to,
             .seen = seen,
             .amount = !shown && is_under(&t->piles->pile[to], card),
             .question = t->questions};
  events_add(&t->events, e, NULL, NULL);
}

static void pool_moved(void *ud, int from, int to, int64_t amount,
                       const char *why) {
  Table *t = ud;
  Event e = {.kind = EVENT_PAY,
             .from = from,
             .to = to,
             .amount = amount,
             .question = t->questions};
  events_add(&t->events, e, why, NULL);
}

void table_record(Table *t, bool on) {
  t->events.off = !on;
  t->piles->watcher = t;
  t->piles->moved = on || t->stacked_count > 0 ? cards_moved : NULL;
  pools_watch(t->pools, on ? pool_moved : NULL, t);
}

bool table_stack(Table *t, const char *names, char *err, size_t size) {
  bool used[CARDS_MAX] = {false};
  t->stacked_count = 0;
  while (*names != 0) {
    while (*names == ' ' || *names == ',') names++;
    int n = (int)strcspn(names, " ,"), c = 0;
    if (n == 0) break;
    int face = card_read(t->faces, names, n);
    while (c < t->piles->cards && (used[c] || t->piles->face[c] != face)) c++;
    if (face < 0 || c == t->piles->cards) {
      snprintf(err, size,
               "stack: `%.*s` is no card of the deck, or named "
               "more often than the deck has it",
               n, names);
      return false;
    }
    used[c] = true;
    t->stacked[t->stacked_count++] = (CardId)c;
    names += n;
  }
  table_record(t, !t->events.off);
  return true;
}

/* --- verbs --- */

/*** seat:ask(question) -> answer
 Asks a seat and waits for the answer: the only place where a step waits.
 @param question table: { "name", "text with %s", values..., and what may be answered }: one_of = list; confirm = true; card = pile or list, fits = function(card); cards = pile or list, min, max or count, fits = function(card, chosen); min, max (a whole number), step; text = longest; with optional = true, default = value, bot = what a bot says, why = function(cards or text) giving a sentence where they won't do
 @return the answer: the option, true or false, the card, the list of cards, the number, the text; nil when optional and nothing was chosen
 @error "ask: only a step can wait for an answer" in a function handed to the host
 @example local kept = seat:ask { "keep", "Which card do you keep?", card = seat.hand }
 local bid = seat:ask { "bid", "Your bid for %s?", kept, min = 0, max = 5, default = 1 }
 local how = seat:ask { "how", "How?", one_of = { "boldly", "carefully" } }
 local two = seat:ask { "away", "Two to discard?", cards = seat.hand, count = 2,
   fits = function(choice) return choice ~= kept end }
 if seat:ask { "sure", "Are you sure?", confirm = true } then t.discards:put(two) end
 local words = seat:ask { "boast", "What do you say?", text = 80, optional = true, bot = "Ha!" } */
static int verb_ask(lua_State *L) {
  Table *t = upvalue(L);
  if (L != t->co || !lua_isyieldable(L))
    return report_error(L,
                        "ask: only a step can wait for an answer, not a "
                        "function handed to the host");
  if (!lua_istable(L, 2) && !lua_isboolean(L, 2) && !lua_isinteger(L, 2))
    return report_error(L, "ask: expected a question in { }");
  return lua_yield(L, lua_gettop(L) > 3 ? 3 : lua_gettop(L));
}

/* What is told begins with a text. */
static void check_text(lua_State *L) {
  if (lua_type(L, 2) != LUA_TSTRING)
    report_error(L, "say: expected a text: say(\"%%s\", value) tells a value");
}

static void say_to(Table *t, lua_State *L, int seat) {
  Bytes *text = &t->scratch;
  bytes_clear(text);
  speech_format(t, L, 2, lua_gettop(L), text);
  Event e = {.kind = EVENT_SAY, .seat = seat, .question = t->questions};
  events_add(&t->events, e, text->data != NULL ? text->data : "", NULL);
}

/*** t:say(text, values...)
 Tells the whole table something; a card in it is told only to those who can see it.
 @param text string: with %s for each value that follows; %+d for a number with its sign, %c for the cards of a pile
 @param values cards, seats, piles, pools, lists, numbers, texts
 @example t:say("%s lays %s and pays %s", seat, card, 3) */
static int verb_say(lua_State *L) {
  Table *t = upvalue(L);
  if (!is_heard(t)) return 0;
  check_text(L);
  say_to(t, L, SEAT_NONE);
  return 0;
}

/*** seat:say(text, values...)
 Tells one seat something that the others don't hear.
 @param text string: with %s for each value that follows
 @param values cards, seats, piles, pools, lists, numbers, texts
 @example seat:say("the lake holds %s", t.lake:list()) */
static int verb_tell(lua_State *L) {
  Table *t = upvalue(L);
  if (!is_heard(t)) return 0;
  check_text(L);
  say_to(t, L, table_seat_of(t, lua_topointer(L, 1)));
  return 0;
}

/*** t:random(lo, hi) -> integer
 A whole number by chance, each as likely as the others.
 @param lo integer: the smallest
 @param hi integer: the largest, at least lo
 @return an integer from lo to hi
 @example local place = t:random(1, #t.seat) */
static int verb_random(lua_State *L) {
  Table *t = upvalue(L);
  lua_Integer lo = luaL_checkinteger(L, 2), hi = luaL_checkinteger(L, 3);
  if (lo > hi)
    return report_error(L, "random: %I to %I holds no number", (LUAI_UACINT)lo,
                        (LUAI_UACINT)hi);
  uint64_t span = (uint64_t)hi - (uint64_t)lo + 1;
  uint64_t n = span == 0 ? rng_word(&t->rng) : rng_below(&t->rng, span);
  Event e = {.kind = EVENT_CHANCE,
             .amount = (int64_t)n,
             .from = span <= INT_MAX ? (int)span : 0,
             .question = t->questions};
  events_add(&t->events, e, NULL, NULL);
  lua_pushinteger(L, (lua_Integer)((uint64_t)lo + n));
  return 1;
}

/*** t:choose(list) -> value
 One value of a list, by chance.
 @param list table: a list that is not empty
 @return one of its values
 @example local dealer = t:choose(t.seat) */
static int verb_choose(lua_State *L) {
  Table *t = upvalue(L);
  if (!lua_istable(L, 2))
    return report_error(L, "choose: expected a list, like t.seat");
  lua_Integer n = luaL_len(L, 2);
  if (n < 1) return report_error(L, "choose: the list is empty");
  uint64_t i = rng_below(&t->rng, (uint64_t)n);
  Event e = {.kind = EVENT_CHANCE,
             .amount = (int64_t)i,
             .from = (int)n,
             .question = t->questions};
  events_add(&t->events, e, NULL, NULL);
  lua_geti(L, 2, (lua_Integer)i + 1);
  return 1;
}

/* Checked by stdlib/core, which calls this with the standings or nil. */
static int set_finished(lua_State *L) {
  Table *t = upvalue(L);
  luaL_unref(L, LUA_REGISTRYINDEX, t->standings_ref);
  t->standings_ref = LUA_NOREF;
  lua_settop(L, 1);
  if (is_heard(t)) {
    Event e = {.kind = EVENT_FINISH, .question = t->questions};
    bytes_clear(&t->scratch);
    json_value(t, L, 1, &t->scratch);
    events_add(&t->events, e, NULL, t->scratch.data);
  }
  t->standings_ref = luaL_ref(L, LUA_REGISTRYINDEX);
  t->finished = true;
  return 0;
}

/*** t:event(name, data)
 Records something under a name for programs that read the game afterwards.
 @param name string: what happened
 @param data table: plain data, cards, seats
 @example t:event("score", { seat = seat, points = 20 }) */
static int verb_event(lua_State *L) {
  Table *t = upvalue(L);
  const char *name = luaL_checkstring(L, 2);
  if (!is_heard(t)) return 0;
  lua_settop(L, 3);
  bytes_clear(&t->scratch);
  json_value(t, L, 3, &t->scratch);
  Event e = {.kind = EVENT_NAMED, .question = t->questions};
  events_add(&t->events, e, name, t->scratch.data);
  return 0;
}

/*** t:where(card) -> pile
 The pile in which a card lies.
 @param card card: a card of this table
 @return the pile
 @example t:where(card) == seat.hand --> true */
static int verb_where(lua_State *L) {
  Table *t = upvalue(L);
  CardHandle *card = bind_card(L, 2);
  luaL_argcheck(L, card->id < t->piles->cards, 2, "a face lies nowhere");
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.hooks);
  lua_getfield(L, -1, "pile_handles");
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

/* --- dice --- */

static void read_dice(lua_State *L, int i, Dice *dice) {
  char error[DICE_ERROR];
  const char *text = luaL_checkstring(L, i);
  if (!dice_parse(dice, text, error)) report_error(L, "roll: %s", error);
}

static void note_roll(Table *t, const DiceRoll *roll) {
  if (!is_heard(t)) return;
  char text[DICE_TEXT];
  Bytes shown = {0};
  for (int i = 0; i < roll->rolled; i++)
    bytes_format(&shown, "%s%d", i ? " " : "", (int)roll->value[i]);
  Event e = {
      .kind = EVENT_ROLL, .amount = roll->total, .question = t->questions};
  events_add(&t->events, e, dice_text(roll->dice, text), shown.data);
  bytes_free(&shown);
}

/* Total and list of dice of a roll that is complete. */
static int push_roll(lua_State *L, const DiceRoll *roll) {
  lua_pushinteger(L, roll->total);
  lua_createtable(L, roll->rolled, 0);
  for (int i = 0; i < roll->rolled; i++) {
    lua_pushinteger(L, roll->value[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 2;
}

/* roll(text): by the table's own chance */
static int chance_roll(lua_State *L) {
  Table *t = upvalue(L);
  Dice dice;
  DiceRoll roll;
  read_dice(L, 1, &dice);
  dice_roll(&roll, &dice, &t->rng);
  note_roll(t, &roll);
  return push_roll(L, &roll);
}

typedef struct HandRoll {
  Dice dice;
  DiceRoll roll;
} HandRoll;

/* host.dice_begin(text) -> a roll that people make die by die */
static int hand_begin(lua_State *L) {
  HandRoll *h = lua_newuserdatauv(L, sizeof *h, 0);
  read_dice(L, 1, &h->dice);
  dice_begin(&h->roll, &h->dice);
  return 1;
}

/* host.dice_next(roll) -> sides of the next die, 0 when all are rolled */
static int hand_next(lua_State *L) {
  HandRoll *h = lua_touserdata(L, 1);
  lua_pushinteger(L, dice_next(&h->roll));
  return 1;
}

static int hand_take(lua_State *L) {
  HandRoll *h = lua_touserdata(L, 1);
  lua_pushboolean(L, dice_take(&h->roll, luaL_checkinteger(L, 2)));
  return 1;
}

/* host.dice_end(block, roll) -> total, list */
static int hand_end(lua_State *L) {
  HandRoll *h = lua_touserdata(L, 2);
  note_roll(l_table_check(L, 1), &h->roll);
  return push_roll(L, &h->roll);
}

/* host.verbs(block) -> the closures */
static int make_verbs(lua_State *L) {
  static const luaL_Reg private_verbs[] = {{"ask", verb_ask},
                                           {"say", verb_say},
                                           {"tell", verb_tell},
                                           {"random", verb_random},
                                           {"choose", verb_choose},
                                           {"finished", set_finished},
                                           {"event", verb_event},
                                           {"where", verb_where},
                                           {"step_name", verb_step_name},
                                           {"roll", chance_roll},
                                           {NULL, NULL}};
  l_table_check(L, 1);
  lua_newtable(L);
  lua_pushvalue(L, 1);
  luaL_setfuncs(L, private_verbs, 1);
  return 1;
}

/* host.viewing(block, seat number or nil): whose view is open from now. */
static int set_viewing(lua_State *L) {
  Table *t = l_table_check(L, 1);
  int before = t->viewing;
  t->viewing = (int)luaL_optinteger(L, 2, SEAT_NONE + 1) - 1;
  lua_pushinteger(L, before + 1);
  return 1;
}

/* host.visible(block, card, seat number) -> boolean */
static int is_visible(lua_State *L) {
  Table *t = l_table_check(L, 1);
  CardHandle *card = bind_card(L, 2);
  int seat = (int)luaL_checkinteger(L, 3) - 1;
  lua_pushboolean(L, card->id >= t->piles->cards ||
                         piles_visible(t->piles, card->id, seat));
  return 1;
}

/* host.hand_dice(block) -> do people roll their own dice? */
static int hand_dice(lua_State *L) {
  lua_pushboolean(L, l_table_check(L, 1)->hand_dice);
  return 1;
}

/* host.draws(block, label number) -> random(n) for the open question */
static int bot_random(lua_State *L) {
  Table *t = upvalue(L);
  lua_Integer n = luaL_checkinteger(L, 1);
  luaL_argcheck(L, n > 0, 1, "expected 1 or more");
  lua_pushinteger(L, (lua_Integer)draws_below(&t->draws, (uint64_t)n));
  return 1;
}

static int make_draws(lua_State *L) {
  l_table_check(L, 1);
  lua_pushvalue(L, 1);
  lua_pushcclosure(L, bot_random, 1);
  return 1;
}

/* host.moves(block, seat number) -> { { face, from, to }, ... } */
static int push_moves(lua_State *L) {
  Table *t = l_table_check(L, 1);
  t->moves_asked = true;
  if (t->events.off) return luaL_error(L, "moves were not recorded");
  SeatMask who = (SeatMask)1 << (luaL_checkinteger(L, 2) - 1);
  lua_newtable(L);
  lua_Integer n = 0;
  for (size_t i = 0; i < t->events.count; i++) {
    const Event *e = &t->events.list[i];
    if (e->kind != EVENT_MOVE) continue;
    lua_createtable(L, 3, 0);
    lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.faces);
    lua_rawgeti(L, -1, e->seen & who ? t->piles->face[e->card] + 1 : 0);
    lua_rawseti(L, -3, 1);
    lua_pop(L, 1);
    lua_pushinteger(L, e->from + 1);
    lua_rawseti(L, -2, 2);
    lua_pushinteger(L, e->to + 1);
    lua_rawseti(L, -2, 3);
    lua_rawseti(L, -2, ++n);
  }
  return 1;
}

static int l_freeze(lua_State *L) {
  luaL_checkany(L, 1);
  freeze(L, 1);
  return 0;
}

static int l_where(lua_State *L) {
  lua_Debug ar;
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_pushvalue(L, 1);
  lua_getinfo(L, ">S", &ar);
  lua_pushstring(L, ar.short_src);
  lua_pushinteger(L, ar.linedefined);
  lua_pushinteger(L, ar.lastlinedefined);
  return 3;
}

/* host.room(n) -> an empty table with room for n names */
static int make_room(lua_State *L) {
  lua_createtable(L, 0, (int)bind_integer(L, 1, "room", 0, PILES_MAX));
  return 1;
}

/* host.first_changed(thing, { name, value, ... }) -> the place of the first
 * name that has another value in `thing`, or nil */
static int first_changed(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_Integer n = (lua_Integer)lua_rawlen(L, 2);
  for (lua_Integer i = 1; i < n; i += 2) {
    lua_rawgeti(L, 2, i);
    lua_rawget(L, 1);
    lua_rawgeti(L, 2, i + 1);
    if (!lua_rawequal(L, -1, -2)) {
      lua_pushinteger(L, i);
      return 1;
    }
    lua_pop(L, 2);
  }
  return 0;
}

/* error at the script's line, whatever called what */
static int l_fail(lua_State *L) {
  return report_error(L, "%s", luaL_checkstring(L, 1));
}

static int table_gc(lua_State *L) {
  table_close(lua_touserdata(L, 1));
  return 0;
}

void l_table_open(lua_State *L) {
  static const luaL_Reg private_host[] = {
      {"faces", l_faces},       {"cards", l_cards},
      {"nearest", l_nearest},   {"table", make_table},
      {"pile", make_pile},      {"pool", make_pool},
      {"set_pool", set_pool},   {"wire", wire},
      {"verbs", make_verbs},    {"viewing", set_viewing},
      {"visible", is_visible},  {"hand_dice", hand_dice},
      {"draws", make_draws},    {"moves", push_moves},
      {"freeze", l_freeze},     {"where", l_where},
      {"fail", l_fail},         {"dice_begin", hand_begin},
      {"dice_next", hand_next}, {"dice_take", hand_take},
      {"dice_end", hand_end},   {"first_changed", first_changed},
      {"room", make_room},      {NULL, NULL}};
  bind_piles(L);
  question_keys(L);
  if (luaL_newmetatable(L, METATABLE)) {
    lua_pushcfunction(L, table_gc);
    lua_setfield(L, -2, "__gc");
    lua_pushliteral(L, "table under way");
    lua_setfield(L, -2, "__name");
  }
  lua_pop(L, 1);
  luaL_newlib(L, private_host);
  lua_pushlightuserdata(L, (void *)&MARK_AGAIN);
  lua_setfield(L, -2, "again");
  lua_pushlightuserdata(L, (void *)&MARK_DONE);
  lua_setfield(L, -2, "done");
}
