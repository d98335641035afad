/* Calling bots: see bot.h. */
#include "answer/bot.h"

#include <lauxlib.h>
#include <string.h>

#include "script/report.h"
#include "table/answer.h"

/* Calls a function of core.bots with the built table, and a name unless that
 * is NULL: two results, or false and a report. */
static bool call(World *w, const char *function, const char *name) {
  world_push_build(w);
  if (name != NULL) lua_pushstring(w->L, name);
  return world_call(w, "core.bots", function, 1 + (name != NULL), 2);
}

BotSays bot_stage(World *w, const char *name, Bytes *text) {
  lua_State *L = w->L;
  int top = lua_gettop(L);
  BotSays says = BOT_FAILED;
  bytes_clear(text);
  if (!call(w, "answer", name))
    bytes_text(text, report_text(L, -1));
  else if (lua_toboolean(L, top + 1))
    says = BOT_ANSWERS;
  else if (lua_isnil(L, top + 1))
    says = BOT_RANDOM;
  else
    bytes_text(text, report_text(L, top + 2));
  lua_settop(L, top);
  return says;
}

BotSays bot_answer(World *w, const char *name, Bytes *text) {
  BotSays says = bot_stage(w, name, text);
  if (says != BOT_ANSWERS) return says;
  answer_keep(w->table, text);
  answer_unstage(w->table);
  return says;
}

bool bots_open(World *w, Bytes *err) {
  lua_State *L = w->L;
  int top = lua_gettop(L);
  bool good = call(w, "of", NULL);
  if (!good || !lua_istable(L, top + 1)) {
    bytes_text(err, report_text(L, -1));
    good = false;
  }
  lua_settop(L, top);
  return good;
}

bool bots_have(World *w, const char *name) {
  lua_State *L = w->L;
  int top = lua_gettop(L);
  bool have = strcmp(name, "random") == 0;
  if (!have && call(w, "of", NULL) && lua_istable(L, top + 1))
    have = lua_getfield(L, top + 1, name) == LUA_TTABLE;
  lua_settop(L, top);
  return have;
}

const char *bots_best(World *w) {
  lua_State *L = w->L;
  int top = lua_gettop(L);
  const char *name = NULL;
  if (call(w, "of", NULL)) name = lua_tostring(L, top + 2);
  lua_settop(L, top); /* the table keeps it */
  return name == NULL ? "random" : name;
}

void bots_list(World *w,
               void (*each)(void *ud, const char *name, const char *line),
               void *ud) {
  lua_State *L = w->L;
  int top = lua_gettop(L);
  if (call(w, "list", NULL) && lua_istable(L, top + 1))
    for (lua_Integer i = 1; lua_rawgeti(L, top + 1, i) == LUA_TTABLE; i++) {
      lua_rawgeti(L, -1, 1);
      lua_rawgeti(L, -2, 2);
      each(ud, lua_tostring(L, -2), lua_tostring(L, -1));
      lua_settop(L, top + 2);
    }
  lua_settop(L, top);
}
