/* Kept answers played again: what is quickly done of it. What it leaves is
 * played by stdlib/front/session/running.lua. */
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/l_table.h"

/* The text as a whole number from 0, which is written in no other way; else -1. */
static lua_Integer whole(const char *text) {
  char *end;
  bool digits = *text >= '1' && *text <= '9' && strlen(text) < 19;
  long long n = strtoll(text, &end, 10);
  return (digits || strcmp(text, "0") == 0) && *end == '\0' ? n : -1;
}

/* The place of the first option that is this text or number; 0: another may
 * read so. */
static lua_Integer place_of_option(const Table *t, const char *kept) {
  lua_Integer wanted = whole(kept);
  for (int i = 1; i <= t->question.count; i++) {
    bool text = lua_rawgeti(t->co, QUESTION_SOURCE, i) == LUA_TSTRING;
    bool number = lua_isinteger(t->co, -1);
    bool here =
        text ? strcmp(lua_tostring(t->co, -1), kept) == 0
             : number && wanted >= 0 && lua_tointeger(t->co, -1) == wanted;
    lua_pop(t->co, 1);
    if (here) return i;
    if (!text && !number) break;
  }
  return 0;
}

/* The place of the first card of that name that its seat sees; 0: none. */
static lua_Integer place_of_card(const Table *t, const char *kept) {
  const Question *q = &t->question;
  for (int i = 0; i < q->count; i++) {
    const char *name = t->faces->face[t->piles->face[q->card[i]]].name;
    if (strcmp(name, kept) == 0 && piles_visible(t->piles, q->card[i], q->seat))
      return i + 1;
  }
  return 0;
}

/* Stages a kept answer. False: stdlib/ask/codes.lua knows. */
static bool recall(lua_State *L, Table *t, const char *kept) {
  QuestionKind kind = t->question.kind;
  if (*kept == '#' || *kept == '-') return false;
  lua_Integer code = kind == ASK_ONE_OF ? place_of_option(t, kept)
                     : kind == ASK_CARD ? place_of_card(t, kept)
                                        : whole(kept);
  if (code < 0) return false;
  lua_pushinteger(L, code);
  return l_question_stage(L, t);
}

/* Pushes what is asked, its values put in. */
static void push_asks(lua_State *L, Table *t) {
  const char *text = question_text(t), *c = text;
  int pushed = 1;
  while ((unsigned char)*c >= ' ' && *c != '%' && *c != 0x7f) c++;
  lua_pushstring(L, text);
  if (*c == '\0') return; /* it reads as it stands */
  for (; lua_rawgeti(t->co, QUESTION_TABLE, pushed + 2) != LUA_TNIL; pushed++) {
    luaL_checkstack(L, 8, "too many values");
    lua_xmove(t->co, L, 1);
  }
  lua_pop(t->co, 1);
  if (!table_hook(t, "format", pushed)) lua_error(L);
}

/* Records the question and its kept answer, as stdlib/ask/record.lua does. */
static void note_both(lua_State *L, Table *t, const char *kept, bool person) {
  const Question *q = &t->question;
  Event e = {.kind = EVENT_QUESTION, .seat = q->seat, .question = t->questions};
  push_asks(L, t);
  events_add(&t->events, e, q->name, lua_tostring(L, -1));
  lua_pop(L, 1);
  e.kind = EVENT_ANSWER;
  e.amount = person;
  e.seen = (SeatMask)1 << q->seat;
  events_add(&t->events, e, q->name, kept);
}

/* What stands behind the word and a space; NULL: the line begins otherwise. */
static const char *behind(const char *line, const char *word) {
  size_t size = strlen(word);
  bool here = line && strncmp(line, word, size) == 0 && line[size] == ' ';
  return here ? line + size + 1 : NULL;
}

/* Stages and records the answer of a line "a p 2 bid raise 40": by a person (b:
 * a bot) in seat 2, in the step `bid`, to `raise`. */
static bool answer_again(lua_State *L, Table *t, const char *line) {
  const Question *q = &t->question;
  char seat[16];
  snprintf(seat, sizeof seat, "%d", l_table_seat_number(q->seat));
  const char *who = behind(line, "a");
  bool person = who && *who == 'p';
  const char *step = behind(behind(who, person ? "p" : "b"), seat);
  const char *kept = behind(behind(step, t->step), q->name);
  if (kept == NULL || !recall(L, t, kept)) return false;
  note_both(L, t, kept, person);
  return true;
}

/* play_on(block, lines) -> how many were played; how many when the step under
 * way began, if one did; the next stop. At a question it plays answers again
 * that were kept, and hashes ("h ...") between them, while they fit: up to the
 * hash after the last answer. */
static int d_play_on(lua_State *L) {
  Table *t = l_question_unanswered(L);
  lua_Integer played = 0, began = 0;
  TableStop stop = TABLE_QUESTION;
  size_t size = (size_t)luaL_len(L, 2) + 1;
  char *next = lua_newuserdatauv(L, size, 0);
  memcpy(next, luaL_checkstring(L, 2), size);
  for (char *line = next; line != NULL; line = next, played++) {
    next = strchr(line, '\n');
    if (next != NULL) *next++ = '\0';
    while (stop == TABLE_QUESTION && t->question.kind == ASK_NOTHING) {
      lua_pushnil(t->co);
      stop = table_go_on(t);
    }
    if (stop == TABLE_QUESTION && answer_again(L, t, line)) {
      stop = table_go_on(t);
    } else if (stop == TABLE_STEP && *line == 'h' && next != NULL &&
               (*next == 'a' || *next == 'h')) {
      stop = engine_begin_step(L, t);
      began = played + 1;
    } else {
      break;
    }
  }
  lua_pushinteger(L, played);
  lua_pushinteger(L, began);
  return 2 + engine_push_stop(L, t, stop);
}

void replay_push(lua_State *L) {
  lua_pushcfunction(L, d_play_on);
  lua_setfield(L, -2, "play_on");
}
