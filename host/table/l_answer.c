/* Answers to the open question for trusted Lua, as values that were checked
 * (stdlib/ask/codes.lua): the part of `engine` that stages and gives them. */
#include <lauxlib.h>

#include "bind/bind.h"
#include "bind/l_cards.h"
#include "table/l_table.h"
#include "table/play.h"

static int check_place(lua_State *L, int i, const Table *t) {
  lua_Integer place = luaL_checkinteger(L, i);
  if (place < 1 || place > t->question.count) luaL_error(L, "no such card");
  return (int)place - 1;
}

/* fits(block, place of a card, places chosen so far) -> boolean */
static int a_fits(lua_State *L) {
  Table *t = l_question_open(L);
  int chosen[CARDS_MAX], n = 0;
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

Table *l_question_unanswered(lua_State *L) {
  Table *t = l_question_open(L);
  question_unstage(t);
  return t;
}

/* Pushes the cards at the places listed at `code`, the top, each once and
 * fitting those before it; false, with any values left on top, if they are no
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

/* Pushes the answer of any code at `code`, the top; false, with any values left
 * on top, if it is no answer. */
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

bool l_question_stage(lua_State *L, Table *t) {
  int code = lua_gettop(L);
  bool good = push_choice(L, t, code);
  if (good) lua_xmove(L, t->co, 1);
  lua_settop(L, code - 1);
  return good;
}

/* choose(block, code) -> boolean: stages the answer with this code (the place
 * of an option, a list of places of cards, a number, a text, a boolean or nil);
 * false if it is no answer to the question */
static int a_choose(lua_State *L) {
  Table *t = l_question_unanswered(L);
  lua_settop(L, 2);
  lua_pushboolean(L, l_question_stage(L, t));
  return 1;
}

/* The place of the card among those of the question, from 1; 0: it isn't there. */
static int place_of(lua_State *L, int card, const Question *q) {
  const CardHandle *handle = lua_touserdata(L, card);
  for (int i = 0; handle != NULL && i < q->count; i++)
    if (q->card[i] == handle->id) return i + 1;
  return 0;
}

/* The place of the option that equals the value; of a table, which is a new one
 * each time, the option at `place`. */
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

/* stage_value(block, value, place) -> boolean: stages a value that a step got
 * from a question like the open one, of one_of the option at that place; false
 * if it is no answer here */
static int a_stage_value(lua_State *L) {
  Table *t = l_table_driven(L);
  const Question *q = &t->question;
  if (q->kind == ASK_NONE) return 0;
  l_question_unanswered(L);
  int place = (int)luaL_optinteger(L, 3, 0);
  lua_settop(L, 2);
  /* Nothing, or a text, which may be longer in bytes than l_question_stage takes. */
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
  lua_pushboolean(L, l_question_stage(L, t));
  return 1;
}

/* stage_random(block, another) -> true; or nil, why, traceback if the script
 * failed or there is no legal answer: then the table has failed, too. Stages
 * the same answer each time; with `another` one drawn by the chance that comes
 * next. */
static int a_stage_random(lua_State *L) {
  Table *t = l_question_unanswered(L);
  if (!lua_toboolean(L, 2)) draws_at(&t->draws, chance_question(t));
  if (question_random(t)) {
    lua_pushboolean(L, 1);
    return 1;
  }
  table_fail_asking(t);
  return engine_push_failure(L, t);
}

/* staged(block) -> the value of the answer that is staged, as a script would get
 * it, and of one_of the place of the option */
static int a_staged(lua_State *L) {
  Table *t = l_table_driven(L);
  if (!question_is_staged(t)) luaL_error(L, "no answer is staged");
  lua_pushvalue(t->co, -1);
  lua_xmove(t->co, L, 1);
  lua_pushinteger(L, t->question.chosen + 1);
  return 2;
}

/* unstage(block): drops the staged answer */
static int a_unstage(lua_State *L) {
  question_unstage(l_table_driven(L));
  return 0;
}

/* give(block) -> the next stop: gives the staged answer to the script */
static int a_give(lua_State *L) {
  Table *t = l_table_driven(L);
  if (!question_is_staged(t)) luaL_error(L, "no answer is staged");
  return engine_push_stop(L, t, table_go_on(t));
}

/* pass(block) -> the next stop: goes on at a question with nothing to choose */
static int a_pass(lua_State *L) {
  Table *t = l_table_driven(L);
  if (t->question.kind != ASK_NOTHING) luaL_error(L, "there is a choice");
  question_unstage(t);
  lua_pushnil(t->co);
  return engine_push_stop(L, t, table_go_on(t));
}

/* hurry(block, most) -> the stop at the end of the step that is to run or
 * waits; every question on the way is answered at random, with a record of
 * numbers alone. When `most` questions were asked it stops at one. */
static int a_hurry(lua_State *L) {
  Table *t = l_table_driven(L);
  uint64_t most = (uint64_t)luaL_checkinteger(L, 2);
  TableStop stop = t->question.kind == ASK_NONE ? table_run(t) : TABLE_QUESTION;
  while (stop == TABLE_QUESTION && t->questions < most)
    stop = table_go_on_at_random(t);
  return engine_push_stop(L, t, stop);
}

void l_answer_push(lua_State *L) {
  static const luaL_Reg private_answer[] = {{"fits", a_fits},
                                            {"choose", a_choose},
                                            {"stage_value", a_stage_value},
                                            {"stage_random", a_stage_random},
                                            {"staged", a_staged},
                                            {"unstage", a_unstage},
                                            {"give", a_give},
                                            {"pass", a_pass},
                                            {"hurry", a_hurry},
                                            {NULL, NULL}};
  luaL_setfuncs(L, private_answer, 0);
}
