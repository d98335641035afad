/* The open question for trusted Lua, as data: the part of `engine` that reads
 * it. What answers it is in l_answer.c. */
#include <lauxlib.h>

#include "bind/bind.h"
#include "bind/l_cards.h"
#include "script/sandbox.h"
#include "table/l_table.h"

static Table *check(lua_State *L) { return l_table_driven(L); }

Table *l_question_open(lua_State *L) {
  Table *t = check(L);
  if (t->question.kind == ASK_NONE) luaL_error(L, "no question is open");
  return t;
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

/* Pushes a list of the values after the text, up to the first nil. */
static void push_values(lua_State *L, const Table *t) {
  lua_newtable(L);
  if (!lua_istable(t->co, QUESTION_TABLE)) return;
  for (int i = 3; lua_rawgeti(t->co, QUESTION_TABLE, i) != LUA_TNIL; i++) {
    lua_xmove(t->co, L, 1);
    lua_rawseti(L, -2, i - 2);
  }
  lua_pop(t->co, 1);
}

/* question(block, serial) -> the open question as { serial, name, kind, seat
 * (its number, 0 the GM's), optional, fits (has it one?), min, max, step };
 * true if its serial is that one; nil if none is open */
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

/* more(block, q): adds to that table the fields that are seldom read: text
 * (before its values are put in), values, at_step, secret, default, why, tells,
 * bot */
static int a_more(lua_State *L) {
  Table *t = l_question_open(L);
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
 * from; nil if there is none, or it is another seat's, whose owner may be a
 * secret */
static int a_origin(lua_State *L) {
  Table *t = l_question_open(L);
  push_frames(L, t->co);
  const PileHandle *h = bind_test(t->co, QUESTION_SOURCE, TAG_PILE);
  int owner = h == NULL ? SEAT_NONE : t->piles->pile[h->index].owner;
  if (h == NULL || (owner != SEAT_NONE && owner != t->question.seat)) return 1;
  lua_pushinteger(L, h->index + 1);
  return 2;
}

/* ask_again(block) -> true, also if no question is open; or nil and why it has
 * no answer any more: reads it again, with the cards that its pile has now */
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

static const luaL_Reg private_question[] = {{"question", a_question},
                                            {"more", a_more},
                                            {"origin", a_origin},
                                            {"ask_again", a_ask_again},
                                            {"asked", a_asked},
                                            {"choices", a_choices},
                                            {NULL, NULL}};

void l_question_push(lua_State *L) { luaL_setfuncs(L, private_question, 0); }
