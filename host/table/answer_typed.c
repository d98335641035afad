/* For what is still C: answers read and worded by stdlib/core/answers.lua,
 * through the table's hooks. */
#include <lauxlib.h>
#include <string.h>

#include "script/report.h"
#include "table/answer.h"

/* The text that the hook gives, with one text handed over or none; NULL: it
 * gave nil. Leaves the result on L. */
static const char *ask_hook(Table *t, const char *hook, const char *text) {
  if (text != NULL) lua_pushstring(t->L, text);
  if (!table_hook(t, hook, text != NULL)) return report_text(t->L, -1);
  return lua_tostring(t->L, -1);
}

bool answer_read(Table *t, const char *text, Bytes *sentence) {
  int top = lua_gettop(t->L);
  answer_unstage(t);
  if (answer_recall(t, text, strlen(text))) return true;
  const char *wrong = ask_hook(t, "read_answer", text);
  if (wrong != NULL) {
    bytes_clear(sentence);
    bytes_text(sentence, wrong);
  }
  lua_settop(t->L, top);
  return wrong == NULL;
}

bool answer_is_amount(Table *t, const char *text) {
  ask_hook(t, "is_amount", text);
  bool amount = lua_toboolean(t->L, -1);
  lua_pop(t->L, 1);
  return amount;
}

bool answer_numbered(Table *t) {
  ask_hook(t, "answers_numbered", NULL);
  bool numbered = lua_toboolean(t->L, -1);
  lua_pop(t->L, 1);
  return numbered;
}

int answer_order(Table *t, int place[CARDS_MAX]) {
  lua_State *L = t->L;
  int top = lua_gettop(L), n = 0;
  ask_hook(t, "answers_order", NULL);
  while (n < CARDS_MAX && lua_istable(L, top + 1) &&
         lua_rawgeti(L, top + 1, n + 1) == LUA_TNUMBER) {
    place[n++] = (int)lua_tointeger(L, -1) - 1;
    lua_settop(L, top + 1);
  }
  lua_settop(L, top);
  return n;
}

void answer_expected(Table *t, Bytes *out) {
  int top = lua_gettop(t->L);
  const char *text = ask_hook(t, "answers_expected", NULL);
  bytes_text(out, text != NULL ? text : "");
  lua_settop(t->L, top);
}
