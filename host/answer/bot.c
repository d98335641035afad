/* Calling bots: see bot.h. */
#include "answer/bot.h"

#include <lauxlib.h>
#include <string.h>

#include "script/sandbox.h"
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
