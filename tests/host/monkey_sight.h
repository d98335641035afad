/* What one seat can see of a table, as text: the screen, its hand, the scores,
 * what the game says of the odds, the open question and its options, and what
 * the game's best bot would do in its place. Two tables that differ in unseen
 * cards alone must give the same. */
#ifndef TESTS_MONKEY_SIGHT_H
#define TESTS_MONKEY_SIGHT_H

#include <lauxlib.h>
#include <string.h>

#include "answer/bot.h"
#include "table/answer.h"
#include "table/session.h"
#include "table/speech.h"

static inline int sight_code(int seat) {
  return seat == SEAT_GM ? 0 : seat + 1;
}

/* The line on top of L: a text, or a list of a text and its values. */
static inline void sight_line(Table *t, lua_State *L, int seat, Bytes *out) {
  Bytes marked = {0};
  int base = lua_gettop(L);
  if (lua_istable(L, base)) {
    int n = (int)luaL_len(L, base);
    luaL_checkstack(L, n + 1, "a line");
    for (int i = 1; i <= n; i++) lua_geti(L, base, i);
    speech_format(t, L, base + 1, base + n, &marked);
    if (marked.data != NULL)
      speech_render(t, marked.data, seat, &SPEECH_LETTERS, out);
  } else {
    bytes_text(out, luaL_tolstring(L, base, NULL));
  }
  bytes_text(out, "\n");
  lua_settop(L, base);
  bytes_free(&marked);
}

static inline void sight_lines(Session *s, const char *what, int seat,
                               Bytes *out) {
  World *w = s->world;
  lua_State *L = w->L;
  int base = lua_gettop(L);
  bytes_format(out, "-- %s\n", what);
  world_push_build(w);
  lua_pushinteger(L, sight_code(seat));
  lua_pushinteger(L, sight_code(w->table->question.seat));
  if (!world_call(w, "core.screen", what, 3, 1)) {
    bytes_text(out, "can't be drawn\n");
  } else if (lua_istable(L, -1)) {
    for (lua_Integer i = 1; lua_geti(L, base + 1, i) != LUA_TNIL; i++) {
      sight_line(w->table, L, seat, out);
      lua_settop(L, base + 1);
    }
  }
  lua_settop(L, base);
}

static inline void sight_question(Session *s, Bytes *out) {
  Table *t = s->world->table;
  const Question *q = &t->question;
  Bytes marked = {0};
  bytes_format(out, "-- question %s of seat %d, kind %d\n", q->name, q->seat,
               (int)q->kind);
  if (q->kind == ASK_NOTHING || q->kind == ASK_DIE) return;
  answer_asked(t, &marked);
  for (int i = 0; i < q->count; i++) {
    bytes_text(&marked, "\n  ");
    answer_option(t, i, &marked);
  }
  if (marked.data != NULL)
    speech_render(t, marked.data, q->seat, &SPEECH_LETTERS, out);
  bytes_text(out, "\n");
  answer_expected(t, out);
  bytes_text(out, "\n");
  bytes_free(&marked);
}

static inline void sight_bot(Session *s, Bytes *out) {
  int code = sight_code(s->world->table->question.seat);
  Bytes text = {0};
  BotSays says = bot_answer(s->world, bots_best(s->world), &text);
  bytes_format(out, "-- a bot: %d %s\n", (int)says,
               text.data != NULL ? text.data : "");
  bytes_free(&text);
  session_old_notes(s, code);
}

/* All of it, for the seat that is asked. The bots are open. */
static inline void sight_all(Session *s, Bytes *out) {
  int seat = s->world->table->question.seat;
  sight_lines(s, "lines", seat, out);
  sight_lines(s, "hand", seat, out);
  sight_lines(s, "scores", seat, out);
  sight_lines(s, "odds", seat, out);
  sight_question(s, out);
  sight_bot(s, out);
}

/* Two cards change places, and who was shown what lies there stays. */
static inline void sight_swap(Piles *p, CardId a, CardId b) {
  Pile *from = &p->pile[p->where[a]], *to = &p->pile[p->where[b]];
  int i = piles_place(p, a), k = piles_place(p, b);
  from->card[i] = b;
  to->card[k] = a;
  uint16_t where = p->where[a];
  p->where[a] = p->where[b];
  p->where[b] = where;
  SeatMask shown = p->shown[a];
  p->shown[a] = p->shown[b];
  p->shown[b] = shown;
}

#endif
