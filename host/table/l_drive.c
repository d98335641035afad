/* The engine's steps, going back, and what the game master corrects; what
 * happens is recorded as it is done. See l_engine.h. */
#include <lauxlib.h>
#include <string.h>

#include "script/sandbox.h"
#include "table/l_engine.h"
#include "table/l_table.h"
#include "table/seed.h"
#include "table/snapshot.h"

/* A seat as journals have it: 0 the game master, else from 1. */
static int seat_at(lua_State *L, int i) {
  lua_Integer code = luaL_checkinteger(L, i);
  luaL_argcheck(L, code >= 0 && code <= SEATS_MAX, i, "expected a seat");
  return code == 0 ? SEAT_GM : (int)code - 1;
}

/* --- steps --- */

/* What the watchdog names if it must end the process. */
static void name_step(lua_State *L, const char *step) {
  const World *w = lua_touserdata(L, lua_upvalueindex(1));
  budget_name(host_of(L)->budget, w->game, step);
}

/* begin_step(block) -> the next stop, as engine_push_stop has it */
static int d_begin_step(lua_State *L) {
  Table *t = engine_table(L);
  name_step(L, table_next_step(t));
  t->new_hand = false;
  return engine_push_stop(L, t, table_run(t));
}

/* begin_action(block, step, seat) -> the next stop */
static int d_begin_action(lua_State *L) {
  Table *t = engine_table(L);
  const char *step = luaL_checkstring(L, 2);
  name_step(L, step);
  return engine_push_stop(L, t, table_act(t, step, seat_at(L, 3)));
}

/* gave_up(block) -> has a clock ended a step that is to be run again, counted?
 * It is asked once: see budget.h. */
static int d_gave_up(lua_State *L) {
  Budget *budget = host_of(L)->budget;
  lua_pushboolean(L, budget_gave_up(budget));
  budget_count(budget, true);
  return 1;
}

/* counts(block, on): from now on every step is counted; off: gave_up is asked
 * whenever the table has stopped */
static int d_counts(lua_State *L) {
  engine_table(L)->can_go_back = !lua_toboolean(L, 2);
  return 0;
}

/* state(block) -> hash, snapshot of the state between two steps; or nil, why,
 * traceback when locals have changed or the state can't be kept */
static int d_state(lua_State *L) {
  Table *t = engine_table(L);
  Bytes out = {0};
  char hash[SNAPSHOT_HASH + 1];
  if (!table_unchanged(t) || !snapshot_take(t, &out)) {
    table_fail(t);
    bytes_free(&out);
    lua_pushnil(L);
    lua_pushstring(L, table_message(t));
    lua_pushstring(L, table_trace(t));
    return 3;
  }
  snapshot_hash(&out, hash);
  engine_push_bytes(L, &out);
  lua_pushstring(L, hash);
  lua_insert(L, -2);
  return 2;
}

/* go_back(block, seed, number, snapshot or nil, events) -> true, or nil and
 * why: the table as it stood there, with the first `events` of what happened */
static int d_go_back(lua_State *L) {
  size_t size;
  uint8_t seed[32];
  Table *t = engine_table(L);
  seed_read(luaL_checkstring(L, 2), seed);
  uint64_t number = (uint64_t)luaL_checkinteger(L, 3);
  const char *data = luaL_optlstring(L, 4, NULL, &size);
  size_t count = (size_t)luaL_checkinteger(L, 5);
  Events told = t->events;
  t->events = (Events){.off = told.off, .quiet = told.quiet};
  bool good = table_reset(t, seed, number);
  events_free(&t->events);
  t->events = told;
  events_cut(&t->events, count);
  if (good && data != NULL && !snapshot_restore(t, data, size)) {
    table_fail(t);
    good = false;
  }
  if (!good) {
    lua_pushnil(L);
    lua_pushstring(L, table_message(t));
    return 2;
  }
  lua_pushboolean(L, 1);
  return 1;
}

/* go_to(block, step) -> is there such a step? Then it is the next. */
static int d_go_to(lua_State *L) {
  Table *t = engine_table(L);
  const char *step = luaL_checkstring(L, 2), *now = table_next_step(t);
  lua_pushboolean(L, (now && strcmp(now, step) == 0) || table_go_to(t, step));
  return 1;
}

/* standing(block) -> the next step's name (nil at the end), has a list of the
 * order begun anew?, steps so far, is the game over?, the last step's name */
static int d_standing(lua_State *L) {
  Table *t = engine_table(L);
  lua_pushstring(L, table_next_step(t));
  lua_pushboolean(L, t->new_hand);
  lua_pushinteger(L, (lua_Integer)t->steps);
  lua_pushboolean(L, t->finished);
  lua_pushstring(L, t->step);
  return 5;
}

/* --- what the game master puts right --- */

/* ask_again(block) -> has the open question an answer still? */
static int d_ask_again(lua_State *L) {
  Table *t = engine_table(L);
  bool good = question_again(t);
  lua_settop(L, 1);
  lua_pushboolean(L, good);
  return 1;
}

/* set_pool(block, pool, amount) -> what it held, or nil; pools from 0 */
static int d_set_pool(lua_State *L) {
  Table *t = engine_table(L);
  lua_Integer pool = luaL_checkinteger(L, 2), amount = luaL_checkinteger(L, 3);
  if (pool < 0 || pool >= pools_count(t->pools)) return 0;
  int64_t before = pools_amount(t->pools, (int)pool), more = amount - before;
  if (!pools_set(t->pools, (int)pool, amount)) return 0;
  Event e = {.kind = EVENT_PAY,
             .from = more < 0 ? (int)pool : -1,
             .to = more < 0 ? -1 : (int)pool,
             .amount = more < 0 ? -more : more,
             .question = t->questions};
  events_add(&t->events, e, "corrected", NULL);
  lua_pushinteger(L, (lua_Integer)before);
  return 1;
}

/* set_card(block, card, pile) -> the pile it lay in, or nil; all from 0 */
static int d_set_card(lua_State *L) {
  Table *t = engine_table(L);
  lua_Integer card = luaL_checkinteger(L, 2), pile = luaL_checkinteger(L, 3);
  if (card < 0 || card >= t->piles->cards || pile < 0 ||
      pile >= t->piles->piles)
    return 0;
  lua_pushinteger(L, t->piles->where[card]);
  piles_put(t->piles, (CardId)card, (int)pile);
  return 1;
}

/* swap(block, card, card): they change places, and who was shown what lies
 * there stays; cards from 0 */
static int d_swap(lua_State *L) {
  Table *t = engine_table(L);
  Piles *p = t->piles;
  lua_Integer a = luaL_checkinteger(L, 2), b = luaL_checkinteger(L, 3);
  luaL_argcheck(L, a >= 0 && a < p->cards, 2, "no such card");
  luaL_argcheck(L, b >= 0 && b < p->cards, 3, "no such card");
  int i = piles_place(p, (CardId)a), k = piles_place(p, (CardId)b);
  uint16_t where = p->where[a];
  SeatMask shown = p->shown[a];
  p->pile[p->where[a]].card[i] = (CardId)b;
  p->pile[p->where[b]].card[k] = (CardId)a;
  p->where[a] = p->where[b];
  p->where[b] = where;
  p->shown[a] = p->shown[b];
  p->shown[b] = shown;
  return 0;
}

/* say(block, text, json or nil, seat or nil): to the whole table as something
 * that the game master did, or to one seat */
static int d_say(lua_State *L) {
  Table *t = engine_table(L);
  const char *text = luaL_checkstring(L, 2), *json = luaL_optstring(L, 3, NULL);
  Event e = {.kind = EVENT_GM, .question = t->questions};
  if (!lua_isnoneornil(L, 4)) {
    e.kind = EVENT_SAY;
    e.seat = seat_at(L, 4);
  }
  events_add(&t->events, e, text, json);
  return 0;
}

/* --- bots' notes --- */

static void push_notes(lua_State *L) {
  World *w = lua_touserdata(L, lua_upvalueindex(1));
  world_push_build(w);
  lua_getfield(L, -1, "notes");
}

/* notes(block, seat) -> what the seat's bot has noted as bytes, nil when that
 * is nothing; or false and why it can't be kept */
static int d_notes(lua_State *L) {
  Table *t = engine_table(L);
  Bytes bytes = {0};
  lua_Integer seat = luaL_checkinteger(L, 2);
  push_notes(L);
  if (!lua_istable(L, -1) || lua_rawgeti(L, -1, seat) != LUA_TTABLE) return 0;
  if (snapshot_value(t, lua_gettop(L), &bytes))
    return engine_push_bytes(L, &bytes);
  bytes_free(&bytes);
  lua_pushboolean(L, 0);
  lua_pushstring(L, report_text(L, -2));
  return 2;
}

/* set_notes(block, seat, bytes or nil) */
static int d_set_notes(lua_State *L) {
  size_t size;
  Table *t = engine_table(L);
  lua_Integer seat = luaL_checkinteger(L, 2);
  const char *bytes = luaL_optlstring(L, 3, NULL, &size);
  push_notes(L);
  if (!lua_istable(L, -1)) return 0;
  if (bytes == NULL)
    lua_newtable(L);
  else if (!snapshot_push(t, bytes, size))
    return 0;
  lua_rawseti(L, -2, seat);
  return 0;
}

/* --- the record --- */

/* full(block): from now on questions are recorded with what may be answered,
 * answers in words too */
static int d_full(lua_State *L) {
  engine_table(L)->events.full = true;
  return 0;
}

/* hand_dice(block, whether): people type their dice */
static int d_hand_dice(lua_State *L) {
  engine_table(L)->hand_dice = lua_toboolean(L, 2);
  return 0;
}

/* count(block) -> events so far, questions so far */
static int d_count(lua_State *L) {
  const Table *t = engine_table(L);
  lua_pushinteger(L, (lua_Integer)t->events.count);
  lua_pushinteger(L, (lua_Integer)t->questions);
  return 2;
}

/* A text, or false for none. */
static void set_text(lua_State *L, int i, const char *text) {
  if (text == NULL)
    lua_pushboolean(L, 0);
  else
    lua_pushstring(L, text);
  lua_rawseti(L, -2, i);
}

/* happened(block, from) -> what has happened from that event (from 1) on, each
 * as { kind, card, from, to, seat, amount, seen, question, text, more }, in
 * the numbers of event.h, marks and all: for put_back and for reading */
static int d_happened(lua_State *L) {
  const Events *events = &engine_table(L)->events;
  size_t from = (size_t)luaL_optinteger(L, 2, 1) - 1;
  lua_newtable(L);
  for (size_t i = from; i < events->count; i++) {
    const Event *e = &events->list[i];
    const lua_Integer fields[] = {e->kind,
                                  e->card,
                                  e->from,
                                  e->to,
                                  e->seat,
                                  e->amount,
                                  (lua_Integer)e->seen,
                                  (lua_Integer)e->question};
    lua_createtable(L, 10, 0);
    for (int k = 0; k < 8; k++) {
      lua_pushinteger(L, fields[k]);
      lua_rawseti(L, -2, k + 1);
    }
    set_text(L, 9, e->text);
    set_text(L, 10, e->more);
    lua_rawseti(L, -2, (lua_Integer)(i - from) + 1);
  }
  return 1;
}

static lua_Integer number_at(lua_State *L, int i) {
  lua_rawgeti(L, -1, i);
  lua_Integer n = luaL_checkinteger(L, -1);
  lua_pop(L, 1);
  return n;
}

/* put_back(block, list): what `happened` gave is what has happened */
static int d_put_back(lua_State *L) {
  Table *t = engine_table(L);
  luaL_checktype(L, 2, LUA_TTABLE);
  events_cut(&t->events, 0);
  for (lua_Integer i = 1; lua_rawgeti(L, 2, i) == LUA_TTABLE; i++) {
    lua_rawgeti(L, -1, 9);
    lua_rawgeti(L, -2, 10);
    lua_pushvalue(L, -3);
    Event e = {.kind = (EventKind)number_at(L, 1),
               .card = (int)number_at(L, 2),
               .from = (int)number_at(L, 3),
               .to = (int)number_at(L, 4),
               .seat = (int)number_at(L, 5),
               .amount = number_at(L, 6),
               .seen = (SeatMask)number_at(L, 7),
               .question = (uint64_t)number_at(L, 8)};
    events_add(&t->events, e, lua_tostring(L, -3), lua_tostring(L, -2));
    lua_settop(L, 2);
  }
  return 0;
}

/* build() -> the parts of the built table (see core/table.lua); for the
 * world's own modules */
static int d_build(lua_State *L) {
  world_push_build(lua_touserdata(L, lua_upvalueindex(1)));
  return 1;
}

const luaL_Reg private_driving[] = {{"begin_step", d_begin_step},
                                    {"begin_action", d_begin_action},
                                    {"gave_up", d_gave_up},
                                    {"counts", d_counts},
                                    {"state", d_state},
                                    {"go_back", d_go_back},
                                    {"go_to", d_go_to},
                                    {"standing", d_standing},
                                    {"ask_again", d_ask_again},
                                    {"set_pool", d_set_pool},
                                    {"set_card", d_set_card},
                                    {"swap", d_swap},
                                    {"say", d_say},
                                    {"notes", d_notes},
                                    {"set_notes", d_set_notes},
                                    {"full", d_full},
                                    {"hand_dice", d_hand_dice},
                                    {"count", d_count},
                                    {"happened", d_happened},
                                    {"put_back", d_put_back},
                                    {"build", d_build},
                                    {NULL, NULL}};
