/* The open question for trusted Lua, as data, and its answers, as values that
 * were checked (stdlib/ask/codes.lua): the part of `engine` that a question
 * needs. */
#include <lauxlib.h>

#include "bind/bind.h"
#include "bind/l_cards.h"
#include "script/sandbox.h"
#include "table/l_table.h"

static Table *check(lua_State *L) { return l_table_driven(L); }

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

bool l_question_options(lua_State *L, const Table *t, int viewer) {
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
  bind_set_integer(L, "seat", seat_number(q->seat));
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
static int a_ask_again(lua_State *L) {
  Table *t = check(L);
  QuestionKind kind = t->question.kind;
  bool read = kind != ASK_NONE && kind != ASK_DIE && kind != ASK_NOTHING;
  t->search.lost = true;
  lua_pushboolean(L, 1);
  if (!read || question_again(t)) return 1;
  return report_refuse(L, report_text(L, -1));
}

/* asked(block) -> seat, question's name, step, is an answer staged?, kind, is it
 * secret?, how many options, min and max of a question that has them. Nothing
 * when none is open */
static int a_asked(lua_State *L) {
  Table *t = check(L);
  if (t->question.kind == ASK_NONE) return 0;
  lua_pushinteger(L, seat_number(t->question.seat));
  lua_pushstring(L, t->question.name);
  lua_pushstring(L, t->step);
  lua_pushboolean(L, question_is_staged(t));
  lua_pushstring(L, kind_name(t->question.kind));
  lua_pushboolean(L, t->question.secret);
  lua_pushinteger(L, t->question.count);
  lua_pushinteger(L, t->question.min);
  lua_pushinteger(L, t->question.max);
  return 9;
}

/* choices(block, seat number of a view or nil) -> options, or cards to choose
 * from, the cards as that seat sees them; min, max of a question that has them;
 * is nothing an answer too? */
static int a_choices(lua_State *L) {
  Table *t = check(L);
  const Question *q = &t->question;
  int viewer = l_table_opt_seat(L, 2, VIEW_FULL);
  if (has_options(q))
    l_question_options(L, t, viewer);
  else
    lua_pushnil(L);
  lua_pushinteger(L, q->min);
  lua_pushinteger(L, q->max);
  lua_pushboolean(L, q->optional);
  return 4;
}

/* --- answers --- */

Table *l_question_unanswered(lua_State *L) {
  Table *t = check(L);
  check_open(L, t);
  question_unstage(t);
  return t;
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

bool l_question_stage(lua_State *L, Table *t) {
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
  Table *t = l_question_unanswered(L);
  lua_settop(L, 2);
  lua_pushboolean(L, l_question_stage(L, t));
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

/* stage_random(block, another) -> true; or nil, why, traceback when the script
 * failed or has no legal answer: so has the table. The same answer each time,
 * or another, drawn by the chance that comes next. */
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

static const luaL_Reg private_question[] = {{"question", a_question},
                                            {"more", a_more},
                                            {"origin", a_origin},
                                            {"fits", a_fits},
                                            {"ask_again", a_ask_again},
                                            {"asked", a_asked},
                                            {"choices", a_choices},
                                            {"choose", a_choose},
                                            {"stage_value", a_stage_value},
                                            {"stage_random", a_stage_random},
                                            {"staged", a_staged},
                                            {"unstage", a_unstage},
                                            {"give", a_give},
                                            {"pass", a_pass},
                                            {"hurry", a_hurry},
                                            {NULL, NULL}};

void l_question_push(lua_State *L) { luaL_setfuncs(L, private_question, 0); }
