/* Calling bots: see bot.h. The bots stand in the registry, by the world. */
#include "answer/bot.h"

#include <lauxlib.h>
#include <string.h>

#include "script/report.h"
#include "table/speech.h"

static const char BOTS_PLACE = 0, BEST_PLACE = 0;

bool bots_open(World *w, Bytes *err) {
  lua_State *L = w->L;
  lua_pushstring(L, w->game);
  if (!world_call(w, "core.load", "bots", 1, 2)) {
    bytes_text(err, report_text(L, -1));
    lua_pop(L, 1);
    return false;
  }
  if (!lua_istable(L, -2)) {
    bytes_text(err, lua_tostring(L, -1));
    lua_pop(L, 2);
    return false;
  }
  if (!lua_isstring(L, -1)) {
    lua_pop(L, 1);
    lua_pushliteral(L, "random");
  }
  lua_rawsetp(L, LUA_REGISTRYINDEX, &BEST_PLACE);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &BOTS_PLACE);
  return true;
}

/* Leaves the bot's table and returns true, or leaves nothing. */
static bool push_bot(World *w, const char *name) {
  lua_State *L = w->L;
  int top = lua_gettop(L);
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &BOTS_PLACE) == LUA_TTABLE &&
      lua_getfield(L, -1, name) == LUA_TTABLE) {
    lua_remove(L, -2);
    return true;
  }
  lua_settop(L, top);
  return false;
}

bool bots_have(World *w, const char *name) {
  if (strcmp(name, "random") == 0) return true;
  int top = lua_gettop(w->L);
  bool have = push_bot(w, name);
  lua_settop(w->L, top);
  return have;
}

const char *bots_best(World *w) {
  lua_rawgetp(w->L, LUA_REGISTRYINDEX, &BEST_PLACE);
  const char *name = lua_tostring(w->L, -1);
  lua_pop(w->L, 1); /* the registry keeps it */
  return name == NULL ? "random" : name;
}

void bots_list(World *w,
               void (*each)(void *ud, const char *name, const char *line),
               void *ud) {
  lua_State *L = w->L;
  int top = lua_gettop(L);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &BOTS_PLACE);
  if (lua_istable(L, -1) && world_call(w, "core.words", "bot_lines", 1, 1)) {
    for (lua_Integer i = 1; lua_rawgeti(L, top + 1, i) == LUA_TTABLE; i++) {
      lua_rawgeti(L, -1, 1);
      lua_rawgeti(L, -2, 2);
      each(ud, lua_tostring(L, -2), lua_tostring(L, -1));
      lua_settop(L, top + 1);
    }
  }
  lua_settop(L, top);
  each(ud, "random", "any legal answer, each as likely");
}

/* --- the question as the bot's side gets it --- */

static const char *kind_name(QuestionKind kind) {
  static const char *const names[] = {
      [ASK_NONE] = "none", [ASK_ONE_OF] = "one_of", [ASK_CONFIRM] = "confirm",
      [ASK_CARD] = "card", [ASK_CARDS] = "cards",   [ASK_NUMBER] = "number",
      [ASK_TEXT] = "text", [ASK_DIE] = "number",    [ASK_NOTHING] = "nothing"};
  return names[kind];
}

/* fits(candidate, list of candidates) -> boolean; all by number from 1 */
static int call_fits(lua_State *L) {
  Table *t = lua_touserdata(L, lua_upvalueindex(1));
  int chosen[CARDS_MAX], n = (int)luaL_len(L, 2);
  lua_Integer card = luaL_checkinteger(L, 1);
  luaL_argcheck(L, card >= 1 && card <= t->question.count, 1, "no such card");
  for (int i = 0; i < n && i < CARDS_MAX; i++) {
    lua_geti(L, 2, i + 1);
    chosen[i] = (int)luaL_checkinteger(L, -1) - 1;
    lua_pop(L, 1);
  }
  int fits = question_fits(t, (int)card - 1, chosen, n);
  if (fits < 0) return lua_error(L);
  lua_pushboolean(L, fits);
  return 1;
}

static void push_options(Table *t, lua_State *L) {
  const Question *q = &t->question;
  lua_createtable(L, q->count, 0);
  int list = lua_gettop(L);
  if (q->kind == ASK_CARD || q->kind == ASK_CARDS) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.cards);
    for (int i = 0; i < q->count; i++) {
      lua_rawgeti(L, -1, q->card[i] + 1);
      lua_rawseti(L, list, i + 1);
    }
  } else if (q->kind == ASK_ONE_OF) {
    for (int i = 0; i < q->count; i++) {
      lua_rawgeti(t->co, QUESTION_SOURCE, i + 1);
      lua_xmove(t->co, L, 1);
      lua_rawseti(L, list, i + 1);
    }
  }
  lua_settop(L, list);
}

static void set_integer(lua_State *L, const char *key, lua_Integer n) {
  lua_pushinteger(L, n);
  lua_setfield(L, -2, key);
}

static void push_question(Table *t, lua_State *L) {
  const Question *q = &t->question;
  lua_createtable(L, 0, 10);
  lua_pushstring(L, q->name);
  lua_setfield(L, -2, "name");
  lua_pushstring(L, question_text(t));
  lua_setfield(L, -2, "text");
  lua_pushstring(L, kind_name(q->kind));
  lua_setfield(L, -2, "kind");
  if (q->kind == ASK_CARDS || q->kind == ASK_NUMBER || q->kind == ASK_DIE) {
    set_integer(L, "min", q->min);
    set_integer(L, "max", q->max);
    set_integer(L, "step", q->step);
  }
  lua_pushboolean(L, q->optional);
  lua_setfield(L, -2, "optional");
  push_options(t, L);
  lua_setfield(L, -2, "options");
  lua_pushvalue(t->co, QUESTION_DEFAULT);
  lua_xmove(t->co, L, 1);
  lua_setfield(L, -2, "default");
  lua_pushlightuserdata(L, t);
  lua_pushcclosure(L, call_fits, 1);
  lua_setfield(L, -2, "fits");
}

static BotSays outcome(World *w, Bytes *text) {
  lua_State *L = w->L;
  BotSays says = BOT_ANSWERS;
  if (lua_isnil(L, -2)) {
    says = BOT_RANDOM;
  } else if (lua_isboolean(L, -2)) {
    says = BOT_FAILED;
    bytes_text(text, lua_isstring(L, -1) ? lua_tostring(L, -1) : "it failed");
  } else {
    bytes_text(text, lua_tostring(L, -2));
  }
  lua_pop(L, 2);
  return says;
}

BotSays bot_answer(World *w, const char *name, Bytes *text) {
  Table *t = w->table;
  lua_State *L = w->L;
  bytes_clear(text);
  if (t->question.kind == ASK_NOTHING || t->question.kind == ASK_DIE)
    return BOT_RANDOM;
  world_push_build(w);
  if (!push_bot(w, name)) {
    lua_pop(L, 1);
    return BOT_RANDOM;
  }
  draws_at(&t->draws, t->questions);
  lua_pushinteger(L, t->question.seat == SEAT_GM ? 0 : t->question.seat + 1);
  push_question(t, L);
  if (world_call(w, "core.view", "answer", 4, 2)) return outcome(w, text);
  bytes_text(text, report_text(L, -1));
  lua_pop(L, 1);
  return BOT_FAILED;
}
