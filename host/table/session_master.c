/* What is done out of turn: actions, who answers, and what the game master
 * puts right. See session.h. */
#include "table/session.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#include "script/sandbox.h"
#include "table/l_table.h"
#include "table/session_file.h"
#include "table/session_inner.h"
#include "table/snapshot.h"

/* --- out of turn --- */

bool session_act(Session *s, const char *action, int seat, Bytes *sentence) {
  Play play = {.kind = 'w', .seat = seat_code(seat)};
  snprintf(play.name, sizeof play.name, "%s", action);
  bool may = session_push_may_act(s, &play) && lua_isnil(s->world->L, -1);
  bytes_clear(sentence);
  if (!may) bytes_text(sentence, report_text(s->world->L, -1));
  lua_pop(s->world->L, 1);
  return may && session_want(s, &play, sentence);
}

bool session_seat(Session *s, int seat, const char *answerer, Bytes *sentence) {
  char copy[ANSWERER_MAX];
  snprintf(copy, sizeof copy, "%s", answerer);
  Play play = {.kind = 's', .seat = seat_code(seat), .text = copy};
  bytes_clear(sentence);
  if (!session_did(s, &play)) {
    bytes_text(sentence, session_why_not_kept(s));
    return false;
  }
  session_set_answerer(s, &play);
  return true;
}

/* { rule, text, rule, text, ... } of what waits for its step or hand. */
static void push_waiting(lua_State *L, const Session *s) {
  lua_Integer n = 0;
  lua_newtable(L);
  for (int i = 0; i < s->pending_count; i++) {
    if (s->pending[i].kind != 'r') continue;
    lua_pushstring(L, s->pending[i].name);
    lua_rawseti(L, -2, ++n);
    lua_pushstring(L, s->pending[i].text);
    lua_rawseti(L, -2, ++n);
  }
}

bool session_set_rule(Session *s, const char *rule, const char *text,
                      Bytes *sentence) {
  lua_State *L = s->world->L;
  lua_pushstring(L, rule);
  lua_pushstring(L, text);
  push_waiting(L, s);
  bool called = table_hook(table(s), "may_set", 3);
  bytes_clear(sentence);
  bool may = called && lua_isnil(L, -1);
  if (!may)
    bytes_text(sentence, lua_isstring(L, -1) ? lua_tostring(L, -1)
                                             : "that rule can't be set");
  lua_pop(L, 1);
  if (!may) return false;
  char value[512];
  snprintf(value, sizeof value, "%s", text);
  Play play = {.kind = 'v', .text = value};
  snprintf(play.name, sizeof play.name, "%s", rule);
  return session_want(s, &play, sentence);
}

/* A fix that leaves the open question without an answer is taken back. */
static bool fix_now(Session *s, const Play *play, Bytes *sentence) {
  Table *t = table(s);
  size_t before = s->plays.count;
  bytes_clear(sentence);
  if (s->state != SESSION_QUESTION) {
    bytes_text(sentence, "things can be put right only at a question");
    return false;
  }
  bool good = session_fix(s, play);
  if (good && session_did(s, play)) return true;
  bytes_text(sentence, good ? session_why_not_kept(s)
                            : "that leaves no answer to the question");
  if (!good) lua_settop(t->L, 0);
  session_rewind(s, before);
  return false;
}

bool session_tell(Session *s, const char *text, Bytes *sentence) {
  char copy[512];
  snprintf(copy, sizeof copy, "%s", text);
  Play play = {.kind = 'm', .text = copy};
  bytes_clear(sentence);
  if (session_did(s, &play)) {
    session_say(s, copy, NULL);
    return true;
  }
  bytes_text(sentence, session_why_not_kept(s));
  return false;
}

bool session_fix_pool(Session *s, int pool, int64_t amount, Bytes *sentence) {
  Play play = {.kind = 'p', .a = pool, .b = (long)amount};
  return fix_now(s, &play, sentence);
}

bool session_fix_card(Session *s, int card, int pile, Bytes *sentence) {
  Play play = {.kind = 'c', .a = card, .b = pile};
  return fix_now(s, &play, sentence);
}

bool session_safe(Session *s, Bytes *sentence) {
  if (s->journal == NULL || journal_sync(s->journal)) return true;
  bytes_clear(sentence);
  bytes_text(sentence, journal_error(s->journal));
  return false;
}
