/* The engine as a session drives it: see l_engine.h. An answer is staged, kept
 * in a journal, and then given; what happens is recorded as it is done. */
#include <lauxlib.h>
#include <string.h>

#include "script/report.h"
#include "table/answer.h"
#include "table/l_engine.h"
#include "table/l_table.h"
#include "table/seed.h"
#include "table/snapshot.h"
#include "table/telling.h"

static Table *check(lua_State *L) {
  Table *t = l_table_check(L, 1);
  luaL_checkstack(L, 100, "driving a table");
  return t;
}

/* A seat as journals have it: 0 the game master, else from 1. */
static int seat_at(lua_State *L, int i) {
  lua_Integer code = luaL_checkinteger(L, i);
  luaL_argcheck(L, code >= 0 && code <= SEATS_MAX, i, "expected a seat");
  return code == 0 ? SEAT_GM : (int)code - 1;
}

static int seat_code(int seat) { return seat == SEAT_GM ? 0 : seat + 1; }

/* "step", "question", "nothing" (a question with nothing to choose),
 * "finished", or "failed", why, traceback */
static int push_stop(lua_State *L, Table *t, TableStop stop) {
  static const char *const words[] = {"step", "question", "finished", "failed"};
  bool nothing = stop == TABLE_QUESTION && t->question.kind == ASK_NOTHING;
  lua_pushstring(L, nothing ? "nothing" : words[stop]);
  if (stop != TABLE_FAILED) return 1;
  lua_pushstring(L, table_message(t));
  lua_pushstring(L, table_trace(t));
  return 3;
}

/* --- steps --- */

/* What the watchdog names if it must end the process. */
static void name_step(lua_State *L, const char *step) {
  const World *w = lua_touserdata(L, lua_upvalueindex(1));
  budget_name(host_of(L)->budget, w->game, step);
}

/* begin_step(block) -> the next stop, as push_stop has it */
static int d_begin_step(lua_State *L) {
  Table *t = check(L);
  name_step(L, table_next_step(t));
  t->new_hand = false;
  return push_stop(L, t, table_run(t));
}

/* begin_action(block, step, seat) -> the next stop */
static int d_begin_action(lua_State *L) {
  Table *t = check(L);
  const char *step = luaL_checkstring(L, 2);
  name_step(L, step);
  return push_stop(L, t, table_act(t, step, seat_at(L, 3)));
}

/* state(block) -> hash, snapshot of the state between two steps; or nil, why,
 * traceback when locals have changed or the state can't be kept */
static int d_state(lua_State *L) {
  Table *t = check(L);
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
  lua_pushstring(L, hash);
  lua_pushlstring(L, out.data, out.count);
  bytes_free(&out);
  return 2;
}

/* go_back(block, seed, number, snapshot or nil, events) -> true, or nil and
 * why: the table as it stood there, with the first `events` of what happened */
static int d_go_back(lua_State *L) {
  size_t size;
  uint8_t seed[32];
  Table *t = check(L);
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
  Table *t = check(L);
  const char *step = luaL_checkstring(L, 2), *now = table_next_step(t);
  lua_pushboolean(L, (now && strcmp(now, step) == 0) || table_go_to(t, step));
  return 1;
}

/* standing(block) -> the next step's name (nil at the end), has a list of the
 * order begun anew?, steps so far, is the game over?, the last step's name */
static int d_standing(lua_State *L) {
  Table *t = check(L);
  lua_pushstring(L, table_next_step(t));
  lua_pushboolean(L, t->new_hand);
  lua_pushinteger(L, (lua_Integer)t->steps);
  lua_pushboolean(L, t->finished);
  lua_pushstring(L, t->step);
  return 5;
}

/* --- answers --- */

/* asked(block) -> seat, question's name, step; nothing when none is open */
static int d_asked(lua_State *L) {
  Table *t = check(L);
  if (t->question.kind == ASK_NONE) return 0;
  lua_pushinteger(L, seat_code(t->question.seat));
  lua_pushstring(L, t->question.name);
  lua_pushstring(L, t->step);
  return 3;
}

static int staged(lua_State *L, Table *t) {
  Bytes kept = {0};
  answer_write(t, &kept);
  lua_pushlstring(L, kept.data ? kept.data : "", kept.count);
  bytes_free(&kept);
  return 1;
}

/* stage_text(block, text) -> the answer's kept form, or nil and a sentence */
static int d_stage_text(lua_State *L) {
  Table *t = check(L);
  Bytes sentence = {0};
  const char *text = luaL_checkstring(L, 2);
  luaL_argcheck(L, t->question.kind != ASK_NONE, 1, "no question is open");
  if (answer_read(t, text, &sentence)) {
    bytes_free(&sentence);
    return staged(L, t);
  }
  lua_pushnil(L);
  lua_pushstring(L, sentence.data ? sentence.data : "not enough memory");
  bytes_free(&sentence);
  return 2;
}

/* stage_random(block) -> the same; nil, why, traceback when the script failed
 * or has no legal answer */
static int d_stage_random(lua_State *L) {
  Table *t = check(L);
  luaL_argcheck(L, t->question.kind != ASK_NONE, 1, "no question is open");
  if (question_random(t)) return staged(L, t);
  table_fail(t);
  lua_pushnil(L);
  lua_pushstring(L, table_message(t));
  lua_pushstring(L, table_trace(t));
  return 3;
}

/* unstage(block): the staged answer is not given */
static int d_unstage(lua_State *L) {
  lua_pop(check(L)->co, 1);
  return 0;
}

/* fresh_draws(block): a bot's chance at the open question begins */
static int d_fresh_draws(lua_State *L) {
  Table *t = check(L);
  draws_at(&t->draws, t->questions);
  return 0;
}

/* note_question(block): records the open question */
static int d_note_question(lua_State *L) {
  Table *t = check(L);
  Bytes asked = {0};
  if (t->events.off) return 0;
  answer_asked(t, &asked);
  if (t->events.full) telling_question(t, &asked);
  Event e = {.kind = EVENT_QUESTION,
             .seat = t->question.seat,
             .question = t->questions};
  events_add(&t->events, e, t->question.name, asked.data);
  bytes_free(&asked);
  return 0;
}

/* give(block, kept, person) -> the next stop: records and gives what is
 * staged */
static int d_give(lua_State *L) {
  Table *t = check(L);
  Bytes more = {0};
  Event e = {.kind = EVENT_ANSWER,
             .seat = t->question.seat,
             .amount = lua_toboolean(L, 3),
             .seen = (SeatMask)1 << t->question.seat,
             .question = t->questions};
  bytes_text(&more, luaL_checkstring(L, 2));
  if (t->events.full) telling_answer(t, &more);
  events_add(&t->events, e, t->question.name, more.data);
  bytes_free(&more);
  return push_stop(L, t, table_go_on(t));
}

/* again(block, seat, step, name, text, person) -> the next stop; or nil, and
 * why that isn't an answer here. Asks, stages and gives in one call: what is
 * played again should be quick. */
static int d_again(lua_State *L) {
  Table *t = check(L);
  Bytes sentence = {0};
  bool person = lua_toboolean(L, 6);
  const char *text = luaL_checkstring(L, 5);
  if (t->question.kind == ASK_NONE || seat_at(L, 2) != t->question.seat ||
      strcmp(luaL_checkstring(L, 3), t->step) != 0 ||
      strcmp(luaL_checkstring(L, 4), t->question.name) != 0)
    return 0;
  d_note_question(L);
  if (answer_read(t, text, &sentence)) {
    bytes_free(&sentence);
    lua_pushvalue(L, 5);
    lua_replace(L, 2);
    lua_pushboolean(L, person);
    lua_replace(L, 3);
    return d_give(L);
  }
  lua_pushnil(L);
  lua_pushstring(L, sentence.data ? sentence.data : "not enough memory");
  bytes_free(&sentence);
  return 2;
}

/* pass(block) -> the next stop: where there is nothing to choose */
static int d_pass(lua_State *L) {
  Table *t = check(L);
  lua_pushnil(t->co);
  return push_stop(L, t, table_go_on(t));
}

/* --- what the game master puts right --- */

/* ask_again(block) -> has the open question an answer still? */
static int d_ask_again(lua_State *L) {
  Table *t = check(L);
  bool good = question_again(t);
  lua_settop(L, 1);
  lua_pushboolean(L, good);
  return 1;
}

/* set_pool(block, pool, amount) -> what it held, or nil; pools from 0 */
static int d_set_pool(lua_State *L) {
  Table *t = check(L);
  lua_Integer pool = luaL_checkinteger(L, 2), amount = luaL_checkinteger(L, 3);
  if (pool < 0 || pool >= pools_count(t->pools)) return 0;
  int64_t before = pools_amount(t->pools, (int)pool), more = amount - before;
  if (!pools_set(t->pools, (int)pool, amount)) return 0;
  Event e = {.kind = EVENT_PAY,
             .from = more < 0 ? (int)pool : -1,
             .to = more < 0 ? -1 : (int)pool,
             .amount = more < 0 ? -more : more,
             .question = t->questions};
  events_add(&t->events, e, "put right", NULL);
  lua_pushinteger(L, (lua_Integer)before);
  return 1;
}

/* set_card(block, card, pile) -> the pile it lay in, or nil; all from 0 */
static int d_set_card(lua_State *L) {
  Table *t = check(L);
  lua_Integer card = luaL_checkinteger(L, 2), pile = luaL_checkinteger(L, 3);
  if (card < 0 || card >= t->piles->cards || pile < 0 ||
      pile >= t->piles->piles)
    return 0;
  lua_pushinteger(L, t->piles->where[card]);
  piles_put(t->piles, (CardId)card, (int)pile);
  return 1;
}

/* say(block, text, json or nil, seat or nil): to the whole table as something
 * that the game master did, or to one seat */
static int d_say(lua_State *L) {
  Table *t = check(L);
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
  Table *t = check(L);
  Bytes bytes = {0};
  lua_Integer seat = luaL_checkinteger(L, 2);
  push_notes(L);
  if (!lua_istable(L, -1) || lua_rawgeti(L, -1, seat) != LUA_TTABLE) return 0;
  if (!snapshot_value(t, lua_gettop(L), &bytes)) {
    lua_pushboolean(L, 0);
    lua_pushstring(L, report_text(L, -2));
    bytes_free(&bytes);
    return 2;
  }
  lua_pushlstring(L, bytes.data ? bytes.data : "", bytes.count);
  bytes_free(&bytes);
  return 1;
}

/* set_notes(block, seat, bytes or nil) */
static int d_set_notes(lua_State *L) {
  size_t size;
  Table *t = check(L);
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
  check(L)->events.full = true;
  return 0;
}

/* hand_dice(block, whether): people type their dice */
static int d_hand_dice(lua_State *L) {
  check(L)->hand_dice = lua_toboolean(L, 2);
  return 0;
}

/* count(block) -> events so far, questions so far */
static int d_count(lua_State *L) {
  const Table *t = check(L);
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
  const Events *events = &check(L)->events;
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
  Table *t = check(L);
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
                                    {"state", d_state},
                                    {"go_back", d_go_back},
                                    {"go_to", d_go_to},
                                    {"standing", d_standing},
                                    {"asked", d_asked},
                                    {"stage_text", d_stage_text},
                                    {"stage_random", d_stage_random},
                                    {"unstage", d_unstage},
                                    {"fresh_draws", d_fresh_draws},
                                    {"note_question", d_note_question},
                                    {"give", d_give},
                                    {"again", d_again},
                                    {"pass", d_pass},
                                    {"ask_again", d_ask_again},
                                    {"set_pool", d_set_pool},
                                    {"set_card", d_set_card},
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
