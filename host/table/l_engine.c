/* Driving tables from trusted Lua: see l_table.h. Steps, the open question as
 * data, answers as values that were checked (stdlib/world/codes.lua), the
 * record, copies.
 *
 * A state may hold several tables here, unlike at a table: a test opens as
 * many as it likes. All functions run on the state's main thread, which is
 * also the table's: a test that calls them from a coroutine is refused. */
#include "table/l_table.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <string.h>

#include "bind/l_cards.h"
#include "script/sandbox.h"
#include "table/snapshot.h"

static Table *check(lua_State *L) { return l_table_driven(L); }

/* Pushes nil, why, traceback of a failure. */
static int push_failure(lua_State *L, Table *t) {
  report_refuse(L, table_message(t));
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->report_ref);
  lua_pushstring(L, report_trace(L, -1));
  lua_remove(L, -2);
  return 3;
}

int engine_push_stop(lua_State *L, Table *t, TableStop stop) {
  static const char *const words[] = {"step", "question", "finished", "failed"};
  bool nothing = stop == TABLE_QUESTION && t->question.kind == ASK_NOTHING;
  int results = stop == TABLE_FAILED ? push_failure(L, t) : 1;
  lua_pushstring(L, nothing ? "nothing" : words[stop]);
  if (results == 3) lua_replace(L, -4);
  return results;
}

/* --- steps --- */

/* What the watchdog names if it must end the process. */
static void name_step(lua_State *L, const char *step) {
  budget_name(host_of(L)->budget, NULL, step);
}

TableStop engine_begin_step(lua_State *L, Table *t) {
  name_step(L, table_next_step(t));
  t->run.new_hand = false;
  return table_run(t);
}

/* begin_step(block) -> the next stop, as engine_push_stop has it */
static int d_begin_step(lua_State *L) {
  Table *t = check(L);
  return engine_push_stop(L, t, engine_begin_step(L, t));
}

/* begin_action(block, step, seat) -> the next stop */
static int d_begin_action(lua_State *L) {
  Table *t = check(L);
  const char *step = luaL_checkstring(L, 2);
  name_step(L, step);
  return engine_push_stop(L, t, table_act(t, step, l_table_seat(L, 3)));
}

/* gave_up(block) -> has a clock ended a step that is to be run again, counted?
 * It is asked once: see limits.h. */
static int d_gave_up(lua_State *L) {
  Budget *budget = host_of(L)->budget;
  lua_pushboolean(L, budget_gave_up(budget));
  budget_count(budget, true);
  return 1;
}

/* counts(block, on): from now on every step is counted; off: gave_up is asked
 * whenever the table has stopped */
static int d_counts(lua_State *L) {
  check(L)->can_go_back = !lua_toboolean(L, 2);
  return 0;
}

/* check_step(block) -> true; or nil, why, traceback where a step has ended and
 * locals of the script's files have changed, or the state can't be kept */
static int e_check_step(lua_State *L) {
  Table *t = check(L);
  lua_pushboolean(L, 1);
  if (table_check(t)) return 1;
  table_fail(t);
  return push_failure(L, t);
}

/* state(block) -> snapshot of the state between two steps; or nil, why,
 * traceback when locals have changed or the state can't be kept */
static int d_state(lua_State *L) {
  Table *t = check(L);
  Bytes out = {0};
  if (table_unchanged(t) && snapshot_take(t, &out, false))
    return l_table_push_bytes(L, &out);
  table_fail(t);
  bytes_free(&out);
  return push_failure(L, t);
}

/* go_back(block, seed, number, snapshot, events) -> true, or nil and why: the
 * table as it stood there (without a snapshot: at the start), with the first
 * `events` of what happened */
static int d_go_back(lua_State *L) {
  size_t size;
  uint8_t seed[32];
  Table *t = check(L);
  seed_read(luaL_checkstring(L, 2), seed);
  uint64_t number = (uint64_t)luaL_optinteger(L, 3, 0);
  const char *data = luaL_optlstring(L, 4, NULL, &size);
  size_t count = (size_t)luaL_optinteger(L, 5, 0);
  Events told = t->events;
  t->events = (Events){.off = told.off, .quiet = told.quiet};
  bool good = table_reset(t, seed, number);
  events_free(&t->events);
  t->events = told;
  events_cut(&t->events, count);
  if (good && data != NULL && !snapshot_restore(t, data, size, false)) {
    table_fail(t);
    good = false;
  }
  if (!good) return push_failure(L, t);
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
 * order begun anew?, steps so far, is the game over?, the last step's name, is
 * it under way?, depth of the list of the order that it is in (0: outermost) */
static int d_standing(lua_State *L) {
  Table *t = check(L);
  lua_pushstring(L, table_next_step(t));
  lua_pushboolean(L, t->run.new_hand);
  lua_pushinteger(L, (lua_Integer)t->run.steps);
  lua_pushboolean(L, t->finished);
  lua_pushstring(L, t->step);
  lua_pushboolean(L, t->running);
  lua_pushinteger(L, t->place.depth);
  return 7;
}

/* --- the open question --- */

static void check_open(lua_State *L, const Table *t) {
  if (t->question.kind == ASK_NONE) luaL_error(L, "no question is open");
}

static const char *kind_name(QuestionKind kind) {
  static const char *const names[] = {"none", "one_of", "confirm",
                                      "card", "cards",  "number",
                                      "text", "die",    "nothing"};
  return names[kind];
}

/* Pushes the table that holds the options of the open question: those of the
 * question, the cards, or their faces, which views show. */
static void push_source(lua_State *L, const Table *t, int viewer) {
  if (t->question.kind == ASK_ONE_OF) {
    lua_pushvalue(t->co, QUESTION_SOURCE);
    lua_xmove(t->co, L, 1);
  } else {
    int ref = viewer == VIEW_FULL ? t->ref.cards : t->ref.faces;
    lua_rawgeti(L, LUA_REGISTRYINDEX, ref);
  }
}

/* Pushes option i (from 0) from that table, a card as `viewer` sees it; its type. */
static int push_from(lua_State *L, const Table *t, int source, int i,
                     int viewer) {
  if (t->question.kind == ASK_ONE_OF) return lua_rawgeti(L, source, i + 1);
  CardId card = t->question.card[i];
  if (viewer == VIEW_FULL) return lua_rawgeti(L, source, card + 1);
  bool seen = piles_visible(t->piles, card, viewer);
  return lua_rawgeti(L, source, seen ? t->piles->face[card] + 1 : 0);
}

bool engine_options(lua_State *L, const Table *t, int viewer) {
  const Question *q = &t->question;
  bool plain = true;
  lua_createtable(L, q->count, 0);
  int list = lua_gettop(L);
  push_source(L, t, viewer);
  for (int i = 0; i < q->count; i++) {
    int type = push_from(L, t, list + 1, i, viewer);
    plain = plain && type != LUA_TTABLE && type != LUA_TUSERDATA;
    lua_rawseti(L, list, i + 1);
  }
  lua_pop(L, 1);
  return plain;
}

static bool has_options(const Question *q) {
  return q->kind == ASK_ONE_OF || q->kind == ASK_CARD || q->kind == ASK_CARDS;
}

static void push_limits(lua_State *L, const Question *q) {
  if (q->kind != ASK_CARDS && q->kind != ASK_NUMBER && q->kind != ASK_DIE &&
      q->kind != ASK_TEXT)
    return;
  bind_set_integer(L, "min", q->min);
  bind_set_integer(L, "max", q->max);
  bind_set_integer(L, "step", q->step);
}

/* What stands behind the text, up to the first nil. */
static void push_values(lua_State *L, const Table *t) {
  lua_newtable(L);
  if (!lua_istable(t->co, QUESTION_TABLE)) return;
  for (int i = 3; lua_rawgeti(t->co, QUESTION_TABLE, i) != LUA_TNIL; i++) {
    lua_xmove(t->co, L, 1);
    lua_rawseti(L, -2, i - 2);
  }
  lua_pop(t->co, 1);
}

/* question(block, serial) -> { serial, name, kind, seat (its number, 0 the
 * GM's), optional, fits (has it one?), min, max, step }; true when it is the one of that serial;
 * nil when none is open */
static int a_question(lua_State *L) {
  Table *t = check(L);
  const Question *q = &t->question;
  if (q->kind == ASK_NONE) return 0;
  if (luaL_optinteger(L, 2, 0) == (lua_Integer)q->serial) {
    lua_pushboolean(L, 1);
    return 1;
  }
  lua_createtable(L, 0, 12);
  bind_set_integer(L, "serial", (lua_Integer)q->serial);
  bind_set_text(L, "name", q->name);
  bind_set_text(L, "kind", kind_name(q->kind));
  bind_set_integer(L, "seat", l_table_seat_number(q->seat));
  bind_set_boolean(L, "optional", q->optional);
  bind_set_boolean(L, "fits", q->has_fits);
  push_limits(L, q);
  return 1;
}

/* more(block, q): into that table what is seldom read: { text (before its values
 * are put in), values, at_step, secret, default, why, tells, bot } */
static int a_more(lua_State *L) {
  Table *t = check(L);
  check_open(L, t);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  bind_set_text(L, "text", question_text(t));
  bind_set_text(L, "at_step", t->step);
  bind_set_boolean(L, "secret", t->question.secret);
  push_values(L, t);
  lua_setfield(L, 2, "values");
  lua_pushvalue(t->co, QUESTION_DEFAULT);
  lua_pushvalue(t->co, QUESTION_WHY);
  lua_pushvalue(t->co, QUESTION_TELLS);
  lua_pushvalue(t->co, QUESTION_BOT);
  lua_xmove(t->co, L, 4);
  lua_setfield(L, 2, "bot");
  lua_setfield(L, 2, "tells");
  lua_setfield(L, 2, "why");
  lua_setfield(L, 2, "default");
  return 0;
}

/* Functions of scripts that wait for the answer, the innermost first: a list
 * of { path =, line =, first =, last = }. */
static void push_frames(lua_State *L, lua_State *co) {
  lua_Debug ar;
  lua_newtable(L);
  for (int level = 0; lua_getstack(co, level, &ar); level++) {
    lua_getinfo(co, "Sl", &ar);
    if (ar.currentline <= 0) continue;
    lua_createtable(L, 0, 4);
    bind_set_text(L, "path", ar.source);
    bind_set_integer(L, "line", ar.currentline);
    bind_set_integer(L, "first", ar.linedefined);
    bind_set_integer(L, "last", ar.lastlinedefined);
    lua_rawseti(L, -2, luaL_len(L, -2) + 1);
  }
}

/* origin(block) -> those functions, and the number of the pile that is chosen
 * from; nil where there is none, or it is another seat's: whose it is may be
 * what isn't told */
static int a_origin(lua_State *L) {
  Table *t = check(L);
  check_open(L, t);
  push_frames(L, t->co);
  const PileHandle *h = bind_test(t->co, QUESTION_SOURCE, TAG_PILE);
  int owner = h == NULL ? SEAT_NONE : t->piles->pile[h->index].owner;
  if (h == NULL || (owner != SEAT_NONE && owner != t->question.seat)) return 1;
  lua_pushinteger(L, h->index + 1);
  return 2;
}

static int check_place(lua_State *L, int i, const Table *t) {
  lua_Integer place = luaL_checkinteger(L, i);
  if (place < 1 || place > t->question.count) luaL_error(L, "no such card");
  return (int)place - 1;
}

/* fits(block, place of a card, places chosen so far) -> boolean */
static int a_fits(lua_State *L) {
  Table *t = check(L);
  int chosen[CARDS_MAX], n = 0;
  check_open(L, t);
  int candidate = check_place(L, 2, t);
  luaL_checktype(L, 3, LUA_TTABLE);
  for (; n < CARDS_MAX && lua_rawgeti(L, 3, n + 1) == LUA_TNUMBER; n++) {
    chosen[n] = check_place(L, -1, t);
    lua_pop(L, 1);
  }
  lua_settop(L, 3);
  int fits = t->question.has_fits ? question_fits(t, candidate, chosen, n) : 1;
  if (fits < 0) return lua_error(L);
  lua_pushboolean(L, fits);
  return 1;
}

/* ask_again(block) -> true, also when none is open; or nil and why the open
 * question, which offers what lies there now, has no answer any more */
static int d_ask_again(lua_State *L) {
  Table *t = check(L);
  QuestionKind kind = t->question.kind;
  bool read = kind != ASK_NONE && kind != ASK_DIE && kind != ASK_NOTHING;
  t->search.lost = true;
  lua_pushboolean(L, 1);
  if (!read || question_again(t)) return 1;
  return report_refuse(L, report_text(L, -1));
}

/* asked(block) -> seat, question's name, step, is an answer staged?, kind, is it
 * secret? Nothing when none is open */
static int a_asked(lua_State *L) {
  Table *t = check(L);
  if (t->question.kind == ASK_NONE) return 0;
  lua_pushinteger(L, l_table_seat_number(t->question.seat));
  lua_pushstring(L, t->question.name);
  lua_pushstring(L, t->step);
  lua_pushboolean(L, question_is_staged(t));
  lua_pushstring(L, kind_name(t->question.kind));
  lua_pushboolean(L, t->question.secret);
  return 6;
}

/* choices(block, seat number of a view or nil) -> options, or cards to choose
 * from, the cards as that seat sees them; min, max of a question that has them;
 * is nothing an answer too? */
static int a_choices(lua_State *L) {
  Table *t = check(L);
  const Question *q = &t->question;
  int viewer = (int)luaL_optinteger(L, 2, VIEW_FULL + 1) - 1;
  if (has_options(q))
    engine_options(L, t, viewer);
  else
    lua_pushnil(L);
  lua_pushinteger(L, q->min);
  lua_pushinteger(L, q->max);
  lua_pushboolean(L, q->optional);
  return 4;
}

/* --- answers --- */

Table *engine_unanswered(lua_State *L) {
  Table *t = check(L);
  check_open(L, t);
  question_unstage(t);
  return t;
}

/* put(block, value, place or nil): stages what was checked, of one_of the option
 * at that place */
static int a_put(lua_State *L) {
  Table *t = engine_unanswered(L);
  t->question.chosen = (int)luaL_optinteger(L, 3, 1) - 1;
  lua_settop(L, 2);
  lua_xmove(L, t->co, 1);
  return 0;
}

/* Pushes the cards at the places listed at `code`, the top, each once and
 * fitting those before it; false, having pushed anything, where they are no
 * answer. */
static bool push_chosen(lua_State *L, Table *t, int code) {
  const Question *q = &t->question;
  int chosen[CARDS_MAX];
  lua_Integer n = lua_istable(L, code) ? (lua_Integer)lua_rawlen(L, code) : -1;
  if (n < q->min || n > q->max || n > q->count) return false;
  lua_createtable(L, (int)n, 0);
  for (int i = 0; i < n; i++, lua_settop(L, code + 1)) {
    lua_rawgeti(L, code, i + 1);
    lua_Integer place = lua_tointeger(L, -1);
    if (place < 1 || place > q->count) return false;
    chosen[i] = (int)place - 1;
    if (question_fits(t, chosen[i], chosen, i) != 1) return false;
    table_push(L, t->ref.cards, 1 + q->card[chosen[i]]);
    lua_rawseti(L, code + 1, i + 1);
  }
  return true;
}

/* The same of any code. */
static bool push_choice(lua_State *L, Table *t, int code) {
  Question *q = &t->question;
  lua_Integer n = lua_tointeger(L, code);
  if (lua_isnil(L, code)) {
    q->chosen = 0;
    lua_pushnil(L);
    return q->optional && q->kind != ASK_CARDS; /* none may be a list */
  }
  switch (q->kind) {
    case ASK_CONFIRM:
      return lua_isboolean(L, code);
    case ASK_CARDS:
      return push_chosen(L, t, code);
    case ASK_NUMBER:
    case ASK_DIE:
      return lua_isinteger(L, code) && n >= q->min && n <= q->max &&
             ((uint64_t)n - (uint64_t)q->min) % (uint64_t)q->step == 0;
    case ASK_ONE_OF:
    case ASK_CARD:
      if (!lua_isinteger(L, code) || n < 1 || n > q->count) return false;
      question_choose(t, (int)n - 1);
      lua_xmove(t->co, L, 1);
      return true;
    case ASK_TEXT:
      return lua_type(L, code) == LUA_TSTRING &&
             question_takes_line(t, lua_tostring(L, code), lua_rawlen(L, code));
    default:
      return false;
  }
}

bool engine_stage(lua_State *L, Table *t) {
  int code = lua_gettop(L);
  bool good = push_choice(L, t, code);
  if (good) lua_xmove(L, t->co, 1);
  lua_settop(L, code - 1);
  return good;
}

/* choose(block, code) -> is it the place of an option, a list of places of
 * cards, a number, a text, a boolean or nil that answers the question? Then it is
 * staged */
static int a_choose(lua_State *L) {
  Table *t = engine_unanswered(L);
  lua_settop(L, 2);
  lua_pushboolean(L, engine_stage(L, t));
  return 1;
}

/* Where that card is among those of the question, from 1; 0: it isn't. */
static int place_of(lua_State *L, int card, const Question *q) {
  const CardHandle *handle = lua_touserdata(L, card);
  for (int i = 0; handle != NULL && i < q->count; i++)
    if (q->card[i] == handle->id) return i + 1;
  return 0;
}

/* Of one_of: the option that equals the value; of tables, which are made anew,
 * the one in that place. */
static int place_of_option(lua_State *L, int value, int place, Table *t) {
  lua_State *co = t->co;
  int found = 0;
  lua_pushvalue(L, value);
  lua_xmove(L, co, 1);
  for (int i = 1; found == 0 && i <= t->question.count; i++) {
    lua_rawgeti(co, QUESTION_SOURCE, i);
    if (lua_rawequal(co, -1, -2) ||
        (i == place && lua_istable(co, -1) && lua_istable(co, -2)))
      found = i;
    lua_pop(co, 1);
  }
  lua_pop(co, 1);
  return found;
}

/* stage_value(block, value, place) -> is this, which a step got from a question
 * like the open one, of one_of the option in that place, an answer here? Then it
 * is staged */
static int a_stage_value(lua_State *L) {
  Table *t = check(L);
  const Question *q = &t->question;
  if (q->kind == ASK_NONE) return 0;
  engine_unanswered(L);
  int place = (int)luaL_optinteger(L, 3, 0);
  lua_settop(L, 2);
  /* Nothing, or a text, which may be longer in bytes than engine_stage takes. */
  bool nothing = lua_isnil(L, 2);
  if (nothing || (q->kind == ASK_TEXT && lua_type(L, 2) == LUA_TSTRING)) {
    bool good = !nothing || q->optional || q->kind == ASK_NOTHING;
    if (good) lua_xmove(L, t->co, 1);
    lua_pushboolean(L, good);
    return 1;
  }
  if (q->kind == ASK_ONE_OF) {
    lua_pushinteger(L, place_of_option(L, 2, place, t));
  } else if (q->kind == ASK_CARD) {
    lua_pushinteger(L, place_of(L, 2, q));
  } else if (q->kind == ASK_CARDS && lua_istable(L, 2)) {
    int n = (int)lua_rawlen(L, 2);
    lua_createtable(L, n, 0);
    for (int i = 1; i <= n; i++) {
      lua_rawgeti(L, 2, i);
      int card = place_of(L, -1, q);
      lua_pop(L, 1);
      bind_set_entry(L, i, card);
    }
  }
  lua_pushboolean(L, engine_stage(L, t));
  return 1;
}

/* stage_random(block, another) -> true; or nil, why, traceback when the script
 * failed or has no legal answer: so has the table. The same answer each time,
 * or another, drawn by the chance that comes next. */
static int a_stage_random(lua_State *L) {
  Table *t = engine_unanswered(L);
  if (!lua_toboolean(L, 2)) draws_at(&t->draws, chance_question(t));
  if (question_random(t)) {
    lua_pushboolean(L, 1);
    return 1;
  }
  table_fail_asking(t);
  return push_failure(L, t);
}

/* staged(block) -> the value of the answer that is staged, as a script would get
 * it, and of one_of the place of the option */
static int a_staged(lua_State *L) {
  Table *t = check(L);
  if (!question_is_staged(t)) luaL_error(L, "no answer is staged");
  lua_pushvalue(t->co, -1);
  lua_xmove(t->co, L, 1);
  lua_pushinteger(L, t->question.chosen + 1);
  return 2;
}

/* unstage(block): what is staged is not given */
static int a_unstage(lua_State *L) {
  question_unstage(check(L));
  return 0;
}

/* give(block) -> the next stop: gives what is staged */
static int a_give(lua_State *L) {
  Table *t = check(L);
  if (!question_is_staged(t)) luaL_error(L, "no answer is staged");
  return engine_push_stop(L, t, table_go_on(t));
}

/* pass(block) -> the next stop: where there is nothing to choose */
static int a_pass(lua_State *L) {
  Table *t = check(L);
  if (t->question.kind != ASK_NOTHING) luaL_error(L, "there is a choice");
  question_unstage(t);
  lua_pushnil(t->co);
  return engine_push_stop(L, t, table_go_on(t));
}

/* hurry(block, most) -> the stop at the end of the step that is to run or
 * waits; every question on the way is answered at random, with a record of
 * numbers alone. When `most` questions were asked it stops at one. */
static int a_hurry(lua_State *L) {
  Table *t = check(L);
  uint64_t most = (uint64_t)luaL_checkinteger(L, 2);
  TableStop stop = t->question.kind == ASK_NONE ? table_run(t) : TABLE_QUESTION;
  while (stop == TABLE_QUESTION && t->questions < most)
    stop = table_go_on_at_random(t);
  return engine_push_stop(L, t, stop);
}

/* --- the record --- */

/* record(block, whether, quiet): from now on what happens is recorded, or not;
 * quiet: only moves, for what bots have seen */
static int e_record(lua_State *L) {
  Table *t = check(L);
  table_record(t, lua_toboolean(L, 2));
  if (lua_toboolean(L, 3)) t->events.quiet = true;
  return 0;
}

/* stack(block, cards): the first shuffle of the first deck leaves them on top,
 * the first to be drawn first; cards from 0 */
static int e_stack(lua_State *L) {
  Table *t = check(L);
  luaL_checktype(L, 2, LUA_TTABLE);
  for (t->stacked_count = 0; t->stacked_count < t->piles->cards;) {
    if (lua_rawgeti(L, 2, t->stacked_count + 1) == LUA_TNIL) break;
    lua_Integer card = luaL_checkinteger(L, -1);
    luaL_argcheck(L, card >= 0 && card < t->piles->cards, 2, "no such card");
    t->stacked[t->stacked_count++] = (CardId)card;
    lua_pop(L, 1);
  }
  table_record(t, !t->events.off);
  return 0;
}

/* count(block) -> events so far, questions so far, and those that had one
 * answer, so that nobody was asked */
static int d_count(lua_State *L) {
  const Table *t = check(L);
  lua_pushinteger(L, (lua_Integer)t->events.count);
  lua_pushinteger(L, (lua_Integer)t->questions);
  lua_pushinteger(L, (lua_Integer)t->forced);
  return 3;
}

/* happened(block, from) -> what has happened from that event (from 1) on, each
 * as { kind, card, from, to, seat, amount, seen, question, text, more }, in
 * the numbers of table.h, marks and all */
static int d_happened(lua_State *L) {
  const Events *events = &check(L)->events;
  size_t from = (size_t)luaL_optinteger(L, 2, 1) - 1;
  lua_Integer most = luaL_optinteger(L, 3, LUA_MAXINTEGER);
  lua_newtable(L);
  for (size_t i = from; i < events->count && most-- > 0; i++) {
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
    for (int k = 0; k < 8; k++) bind_set_entry(L, k + 1, fields[k]);
    lua_pushstring(L, e->text); /* nil for none */
    lua_rawseti(L, -2, 9);
    lua_pushstring(L, e->more);
    lua_rawseti(L, -2, 10);
    lua_rawseti(L, -2, (lua_Integer)(i - from) + 1);
  }
  return 1;
}

/* last_answer(block, seat, anybody) -> the place of the last answer of that
 * seat (from 0), a person's unless `anybody`; 0 for none */
static int d_last_answer(lua_State *L) {
  const Events *events = &check(L)->events;
  lua_Integer seat = luaL_checkinteger(L, 2);
  bool anybody = lua_toboolean(L, 3);
  size_t at = events->count;
  for (; at > 0; at--) {
    const Event *e = &events->list[at - 1];
    if (e->kind != EVENT_ANSWER || e->seat != seat) continue;
    if (anybody || e->amount == 1) break;
  }
  lua_pushinteger(L, (lua_Integer)at);
  return 1;
}

/* --- copies --- */

/* pack(block, value) -> plain data as bytes; or nil and why it can't be kept */
static int d_pack(lua_State *L) {
  Table *t = check(L);
  Bytes bytes = {0};
  lua_settop(L, 2);
  if (snapshot_value(t, 2, &bytes)) return l_table_push_bytes(L, &bytes);
  bytes_free(&bytes);
  return report_refuse(L, report_text(L, -1));
}

/* unpack(block, bytes) -> the value; nil: they hold none */
static int d_unpack(lua_State *L) {
  size_t size;
  Table *t = check(L);
  const char *bytes = luaL_checklstring(L, 2, &size);
  return snapshot_push(t, bytes, size) ? 1 : 0;
}

static void let_go(lua_State *L, int *ref) {
  luaL_unref(L, LUA_REGISTRYINDEX, *ref);
  *ref = LUA_NOREF;
}

/* forget(block): lets go of all that a table keeps, so that it can be
 * collected; it must not be used any more */
static int e_forget(lua_State *L) {
  Table *t = check(L);
  int *const refs[] = {&t->ref.t,      &t->ref.seats, &t->ref.cards,
                       &t->ref.faces,  &t->ref.hooks, &t->ref.steps,
                       &t->ref.memory, &t->co_ref,    &t->report_ref};
  for (size_t i = 0; i < sizeof refs / sizeof *refs; i++) let_go(L, refs[i]);
  for (int i = 0; i < t->entries; i++)
    if (t->order[i].name[0] != 0) let_go(L, &t->order[i].ref); /* a step */
  return 0;
}

/* --- for tests, and the screen --- */

/* plain() -> a new table of Lua's own global functions, with its libraries as
 * they come, and a new environment of the project's own Lua, which has what
 * scripts have now. LuaUnit wants them, and tests may read files and start
 * programs; no script gets at them. What scripts have are copies (safelib.c),
 * so what a test does to these changes nothing there. */
static int e_plain(lua_State *L) {
  static const luaL_Reg libraries[] = {
      {LUA_STRLIBNAME, luaopen_string},  {LUA_TABLIBNAME, luaopen_table},
      {LUA_MATHLIBNAME, luaopen_math},   {LUA_IOLIBNAME, luaopen_io},
      {LUA_OSLIBNAME, luaopen_os},       {LUA_DBLIBNAME, luaopen_debug},
      {LUA_COLIBNAME, luaopen_coroutine}};
  lua_settop(L, 0);
  lua_newtable(L);
  luaL_requiref(L, LUA_GNAME, luaopen_base, 0);
  sandbox_copy_fields(L, 2, 1);
  lua_settop(L, 1);
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
    luaL_requiref(L, libraries[i].name, libraries[i].func, 0);
    lua_setfield(L, 1, libraries[i].name);
  }
  sandbox_trusted_env(L);
  return 2;
}

/* line(text): a line on standard output */
static int e_line(lua_State *L) {
  size_t size;
  const char *text = luaL_checklstring(L, 1, &size);
  fwrite(text, 1, size, stdout);
  putchar('\n');
  return 0;
}

void engine_push(lua_State *L) {
  static const luaL_Reg private_engine[] = {{"begin_step", d_begin_step},
                                            {"begin_action", d_begin_action},
                                            {"gave_up", d_gave_up},
                                            {"counts", d_counts},
                                            {"check_step", e_check_step},
                                            {"state", d_state},
                                            {"go_back", d_go_back},
                                            {"go_to", d_go_to},
                                            {"standing", d_standing},
                                            {"question", a_question},
                                            {"more", a_more},
                                            {"origin", a_origin},
                                            {"fits", a_fits},
                                            {"ask_again", d_ask_again},
                                            {"asked", a_asked},
                                            {"choices", a_choices},
                                            {"put", a_put},
                                            {"choose", a_choose},
                                            {"stage_value", a_stage_value},
                                            {"stage_random", a_stage_random},
                                            {"staged", a_staged},
                                            {"unstage", a_unstage},
                                            {"give", a_give},
                                            {"pass", a_pass},
                                            {"hurry", a_hurry},
                                            {"record", e_record},
                                            {"stack", e_stack},
                                            {"count", d_count},
                                            {"happened", d_happened},
                                            {"last_answer", d_last_answer},
                                            {"pack", d_pack},
                                            {"unpack", d_unpack},
                                            {"forget", e_forget},
                                            {"plain", e_plain},
                                            {"line", e_line},
                                            {NULL, NULL}};
  luaL_newlib(L, private_engine);
}
