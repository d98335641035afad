/* The engine's answers: the open question as data, an answer that is staged,
 * kept in a journal by whoever drives the table, and then given; see
 * l_engine.h. */
#include <lauxlib.h>
#include <string.h>

#include "bind/l_cards.h"
#include "script/sandbox.h"
#include "table/answer.h"
#include "table/l_engine.h"

static void check_open(lua_State *L, const Table *t) {
  if (t->question.kind == ASK_NONE) luaL_error(L, "no question is open");
}

/* --- the open question --- */

static const char *kind_name(QuestionKind kind) {
  static const char *const names[] = {"none", "one_of", "confirm",
                                      "card", "cards",  "number",
                                      "text", "die",    "nothing"};
  return names[kind];
}

static void set_integer(lua_State *L, const char *key, lua_Integer n) {
  lua_pushinteger(L, n);
  lua_setfield(L, -2, key);
}

static void push_card(lua_State *L, const Table *t, CardId card) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.cards);
  lua_rawgeti(L, -1, card + 1);
  lua_remove(L, -2);
}

static void push_options(lua_State *L, const Table *t) {
  const Question *q = &t->question;
  lua_createtable(L, q->count, 0);
  for (int i = 0; i < q->count; i++) {
    if (q->kind == ASK_CARD || q->kind == ASK_CARDS) {
      push_card(L, t, q->card[i]);
    } else {
      lua_rawgeti(t->co, QUESTION_SOURCE, i + 1);
      lua_xmove(t->co, L, 1);
    }
    lua_rawseti(L, -2, i + 1);
  }
}

static bool has_options(const Question *q) {
  return q->kind == ASK_ONE_OF || q->kind == ASK_CARD || q->kind == ASK_CARDS;
}

static void push_limits(lua_State *L, const Question *q) {
  if (q->kind != ASK_CARDS && q->kind != ASK_NUMBER && q->kind != ASK_DIE &&
      q->kind != ASK_TEXT)
    return;
  set_integer(L, "min", q->min);
  set_integer(L, "max", q->max);
  set_integer(L, "step", q->step);
}

/* question(block) -> { name, kind, text (before its values are put in), seat (its number, 0 the GM's), optional,
 * secret, min, max, step, options, default, why,
 * tells, fits (has it one?) }, or nil */
static int a_question(lua_State *L) {
  Table *t = engine_table(L);
  const Question *q = &t->question;
  if (q->kind == ASK_NONE) return 0;
  lua_newtable(L);
  lua_pushstring(L, q->name);
  lua_setfield(L, -2, "name");
  lua_pushstring(L, kind_name(q->kind));
  lua_setfield(L, -2, "kind");
  lua_pushstring(L, question_text(t));
  lua_setfield(L, -2, "text");
  set_integer(L, "seat", engine_seat_code(q->seat));
  lua_pushboolean(L, q->optional);
  lua_setfield(L, -2, "optional");
  lua_pushboolean(L, q->secret);
  lua_setfield(L, -2, "secret");
  lua_pushboolean(L, q->has_fits);
  lua_setfield(L, -2, "fits");
  push_limits(L, q);
  if (has_options(q))
    push_options(L, t);
  else
    lua_newtable(L);
  lua_setfield(L, -2, "options");
  lua_pushvalue(t->co, QUESTION_DEFAULT);
  lua_pushvalue(t->co, QUESTION_WHY);
  lua_pushvalue(t->co, QUESTION_TELLS);
  lua_xmove(t->co, L, 3);
  lua_setfield(L, -4, "tells");
  lua_setfield(L, -3, "why");
  lua_setfield(L, -2, "default");
  return 1;
}

/* asks(block) -> what the open question asks, with marks for cards */
static int a_asks(lua_State *L) {
  Table *t = engine_table(L);
  Bytes marked = {0};
  check_open(L, t);
  answer_asked(t, &marked);
  return engine_push_bytes(L, &marked);
}

/* Functions of scripts that wait for the answer, the innermost first: a list
 * of { path =, line =, first =, last = }. */
static void push_frames(lua_State *L, lua_State *co) {
  lua_Debug ar;
  lua_newtable(L);
  for (int level = 0; lua_getstack(co, level, &ar); level++) {
    if (!lua_getinfo(co, "Sl", &ar) || ar.currentline <= 0) continue;
    lua_createtable(L, 0, 4);
    lua_pushstring(L, ar.source);
    lua_setfield(L, -2, "path");
    set_integer(L, "line", ar.currentline);
    set_integer(L, "first", ar.linedefined);
    set_integer(L, "last", ar.lastlinedefined);
    lua_rawseti(L, -2, luaL_len(L, -2) + 1);
  }
}

/* origin(block) -> those functions, and the number of the pile that is chosen
 * from; nil where there is none, or it is another seat's: whose it is may be
 * what isn't told */
static int a_origin(lua_State *L) {
  Table *t = engine_table(L);
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
  Table *t = engine_table(L);
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

/* --- staging --- */

/* With a question that is open and has no answer yet. */
static Table *check_unanswered(lua_State *L) {
  Table *t = engine_table(L);
  check_open(L, t);
  answer_unstage(t);
  return t;
}

static int push_fault(lua_State *L, const AnswerFault *fault) {
  bool failed = strcmp(fault->what, "failed") == 0;
  if (failed)
    lua_pushstring(L, report_text(L, -1));
  else
    lua_pushinteger(L, fault->at);
  lua_pushnil(L);
  lua_insert(L, -2);
  lua_pushstring(L, fault->what);
  lua_insert(L, -2);
  return 3;
}

/* stage(block, code) -> true; or nil, a word for what is wrong (answer.h), and
 * which of several cards, or the script's own error */
static int a_stage(lua_State *L) {
  Table *t = check_unanswered(L);
  AnswerFault fault = {0};
  lua_settop(L, 2);
  if (!answer_stage(t, 2, &fault)) return push_fault(L, &fault);
  lua_pushboolean(L, 1);
  return 1;
}

/* recall(block, kept form) -> is it an answer? Then it is staged. */
static int a_recall(lua_State *L) {
  size_t size;
  Table *t = check_unanswered(L);
  const char *kept = luaL_checklstring(L, 2, &size);
  lua_pushboolean(L, answer_recall(t, kept, size));
  return 1;
}

/* stage_random(block) -> true; or nil, why, traceback when the script failed
 * or has no legal answer: so has the table */
static int a_stage_random(lua_State *L) {
  Table *t = check_unanswered(L);
  if (question_random(t)) {
    lua_pushboolean(L, 1);
    return 1;
  }
  table_fail(t);
  lua_pushnil(L);
  lua_pushstring(L, table_message(t));
  lua_pushstring(L, table_trace(t));
  return 3;
}

/* staged(block) -> the value of the answer that is staged, as a script would
 * get it */
static int a_staged(lua_State *L) {
  Table *t = engine_table(L);
  if (!answer_is_staged(t)) luaL_error(L, "no answer is staged");
  lua_pushvalue(t->co, -1);
  if (L != t->co) lua_xmove(t->co, L, 1);
  return 1;
}

/* unstage(block): the staged answer is not given */
static int a_unstage(lua_State *L) {
  answer_unstage(engine_table(L));
  return 0;
}

static int push_kept(lua_State *L, Table *t) {
  Bytes kept = {0};
  answer_keep(t, &kept);
  return engine_push_bytes(L, &kept);
}

/* asked(block) -> seat, question's name, step, the kept form of the answer
 * that is staged; nothing when none is open */
static int a_asked(lua_State *L) {
  Table *t = engine_table(L);
  if (t->question.kind == ASK_NONE) return 0;
  lua_pushinteger(L, engine_seat_code(t->question.seat));
  lua_pushstring(L, t->question.name);
  lua_pushstring(L, t->step);
  return answer_is_staged(t) ? 3 + push_kept(L, t) : 3;
}

/* fresh_draws(block): chance that is drawn for the open question begins at its
 * first number, whatever was drawn for it before */
static int a_fresh_draws(lua_State *L) {
  Table *t = engine_table(L);
  draws_at(&t->draws, t->questions);
  return 0;
}

/* --- giving --- */

/* Adds what a record in full has besides, on a line of its own: what the hook
 * says of the value on top of L, which is popped (core/telling.lua). */
static void add_in_full(Table *t, const char *hook, Bytes *out) {
  if (table_hook(t, hook, 1) && lua_isstring(t->L, -1))
    bytes_format(out, "\n%s", lua_tostring(t->L, -1));
  lua_pop(t->L, 1);
}

static void note_question(Table *t) {
  Bytes asked = {0};
  if (t->events.off) return;
  answer_asked(t, &asked);
  if (t->events.full) {
    lua_pushnil(t->L);
    add_in_full(t, "question_in_full", &asked);
  }
  Event e = {.kind = EVENT_QUESTION,
             .seat = t->question.seat,
             .question = t->questions};
  events_add(&t->events, e, t->question.name, asked.data);
  bytes_free(&asked);
}

/* note_question(block): records the open question */
static int a_note_question(lua_State *L) {
  note_question(engine_table(L));
  return 0;
}

static void note_answer(Table *t, const char *kept, bool person) {
  Bytes more = {0};
  Event e = {.kind = EVENT_ANSWER,
             .seat = t->question.seat,
             .amount = person,
             .seen = (SeatMask)1 << t->question.seat,
             .question = t->questions};
  if (t->events.off) return;
  bytes_text(&more, kept);
  if (t->events.full) {
    lua_pushvalue(t->co, -1);
    lua_xmove(t->co, t->L, 1);
    add_in_full(t, "answer_in_full", &more);
  }
  events_add(&t->events, e, t->question.name, more.data);
  bytes_free(&more);
}

/* give(block, kept, person) -> the next stop: records and gives what is
 * staged; `kept` is its kept form */
static int a_give(lua_State *L) {
  Table *t = engine_table(L);
  const char *kept = luaL_checkstring(L, 2);
  if (!answer_is_staged(t)) luaL_error(L, "no answer is staged");
  note_answer(t, kept, lua_toboolean(L, 3));
  return engine_push_stop(L, t, table_go_on(t));
}

/* again(block, seat, step, name, kept, person) -> the next stop; or nil when
 * that isn't an answer here. Asks, stages and gives in one call: what is played
 * again should be quick. */
static int a_again(lua_State *L) {
  size_t size;
  Table *t = engine_table(L);
  const char *kept = luaL_checklstring(L, 5, &size);
  if (t->question.kind == ASK_NONE ||
      luaL_checkinteger(L, 2) != engine_seat_code(t->question.seat) ||
      strcmp(luaL_checkstring(L, 3), t->step) != 0 ||
      strcmp(luaL_checkstring(L, 4), t->question.name) != 0)
    return 0;
  answer_unstage(t);
  note_question(t);
  if (!answer_recall(t, kept, size)) return 0;
  note_answer(t, kept, lua_toboolean(L, 6));
  return engine_push_stop(L, t, table_go_on(t));
}

/* pass(block) -> the next stop: where there is nothing to choose */
static int a_pass(lua_State *L) {
  Table *t = engine_table(L);
  if (t->question.kind != ASK_NOTHING) luaL_error(L, "there is a choice");
  answer_unstage(t);
  lua_pushnil(t->co);
  return engine_push_stop(L, t, table_go_on(t));
}

/* hurry(block, most) -> the stop at the end of the step that is to run or
 * waits, and the answers given at random on the way, apart by newlines; why and
 * traceback. When `most` questions were asked it stops at one. */
static int a_hurry(lua_State *L) {
  Table *t = engine_table(L);
  uint64_t most = (uint64_t)luaL_checkinteger(L, 2);
  Bytes kept = {0};
  TableStop stop = t->question.kind == ASK_NONE ? table_run(t) : TABLE_QUESTION;
  while (stop == TABLE_QUESTION && t->questions < most) {
    if (question_random(t)) {
      answer_keep(t, &kept);
      bytes_text(&kept, "\n");
      stop = table_go_on(t);
    } else {
      stop = table_fail(t);
    }
  }
  int results = engine_push_stop(L, t, stop);
  engine_push_bytes(L, &kept);
  lua_insert(L, -results);
  return results + 1;
}

const luaL_Reg private_answers[] = {{"question", a_question},
                                    {"asks", a_asks},
                                    {"origin", a_origin},
                                    {"fits", a_fits},
                                    {"stage", a_stage},
                                    {"stage_random", a_stage_random},
                                    {"recall", a_recall},
                                    {"staged", a_staged},
                                    {"unstage", a_unstage},
                                    {"asked", a_asked},
                                    {"fresh_draws", a_fresh_draws},
                                    {"note_question", a_note_question},
                                    {"give", a_give},
                                    {"again", a_again},
                                    {"pass", a_pass},
                                    {"hurry", a_hurry},
                                    {NULL, NULL}};
