/* Questions put to a person, and completion of what may be typed: see
 * console_inner.h. */
#include <stdlib.h>
#include <string.h>

#include "answer/console_inner.h"
#include "table/speech.h"

enum { LISTED_MAX = 60, OPTION_WIDTH = 300 };

static void option(Console *c, int i, Bytes *out) {
  Bytes marked = {0};
  answer_option(console_table(c), i, &marked);
  console_render(c, marked.data ? marked.data : "", out);
  bytes_free(&marked);
}

/* Options as "1 call", unless they are numbers themselves. */
static void list_options(Console *c) {
  const Question *q = &console_table(c)->question;
  char *items[LISTED_MAX];
  int n = q->count < LISTED_MAX ? q->count : LISTED_MAX;
  for (int i = 0; i < n; i++) {
    Bytes text = {0}, item = {0};
    option(c, i, &text);
    if (text.data[0] >= '0' && text.data[0] <= '9')
      bytes_text(&item, text.data);
    else
      bytes_format(&item, "%s%d%s %s", MARK_DIM, i + 1, MARK_PLAIN,
                   text.data);
    items[i] = item.data;
    bytes_free(&text);
  }
  term_columns(c->term, (const char *const *)items, (size_t)n);
  for (int i = 0; i < n; i++) free(items[i]);
  if (q->count > n) term_sayf(c->term, "... and %d more", q->count - n);
}

static void list_cards(Console *c) {
  const Question *q = &console_table(c)->question;
  Bytes line = {0};
  bytes_text(&line, "  ");
  for (int i = 0; i < q->count; i++) {
    if (i > 0) bytes_text(&line, "  ");
    option(c, i, &line);
  }
  if (q->count > 0) term_say(c->term, line.data);
  bytes_free(&line);
}

static void say_limits(const Question *q, Bytes *out) {
  if (q->kind == ASK_NUMBER || q->kind == ASK_DIE) {
    bytes_format(out, " (%lld to %lld", (long long)q->min,
                 (long long)q->max);
    if (q->step > 1) bytes_format(out, " by %lld", (long long)q->step);
    bytes_text(out, ")");
  } else if (q->kind == ASK_CARDS && q->min == q->max) {
    bytes_format(out, " (%lld)", (long long)q->min);
  } else if (q->kind == ASK_CARDS) {
    bytes_format(out, " (%lld to %lld)", (long long)q->min,
                 (long long)q->max);
  } else if (q->kind == ASK_CONFIRM) {
    bytes_text(out, " (yes or no)");
  }
}

static void say_blank(Console *c, Bytes *out) {
  Table *t = console_table(c);
  const Question *q = &t->question;
  if (!lua_isnil(t->co, QUESTION_DEFAULT)) {
    Bytes value = {0};
    lua_pushvalue(t->co, QUESTION_DEFAULT);
    lua_xmove(t->co, t->L, 1);
    speech_value(t, t->L, lua_gettop(t->L), &value);
    lua_pop(t->L, 1);
    bytes_text(out, " [Enter: ");
    console_render(c, value.data ? value.data : "", out);
    bytes_text(out, "]");
    bytes_free(&value);
  } else if (q->optional || (q->kind == ASK_CARDS && q->min == 0)) {
    bytes_text(out, " [Enter: none]");
  }
}

void console_question(Console *c) {
  Table *t = console_table(c);
  const Question *q = &t->question;
  Bytes asked = {0}, line = {0};
  answer_asked(t, &asked);
  bytes_format(&line, "%s%s%s: ", MARK_STRONG, console_seat_name(c, q->seat),
               MARK_PLAIN);
  console_render(c, asked.data ? asked.data : "", &line);
  say_limits(q, &line);
  say_blank(c, &line);
  term_say(c->term, line.data);
  if (q->kind == ASK_ONE_OF)
    list_options(c);
  else if (q->kind == ASK_CARD || q->kind == ASK_CARDS)
    list_cards(c);
  bytes_free(&asked);
  bytes_free(&line);
}

Typed console_type(Console *c, const char *line) {
  while (*line == ' ') line++;
  if (*line == ':') return console_command(c, line + 1);
  Bytes sentence = {0};
  bool taken = session_answer(c->s, line, true, &sentence);
  if (!taken) console_bad(c, sentence.data ? sentence.data : "that won't do");
  bytes_free(&sentence);
  return taken ? TYPED_ANSWER : TYPED_AGAIN;
}

/* --- completion --- */

static void offer_commands(Console *c, PromptOffers *offers) {
  static const char *const names[] = {
      ":help",  ":undo",   ":save",  ":rules", ":table", ":hand",
      ":scores", ":log",   ":hint",  ":odds",  ":reload", ":trace",
      ":seed",  ":seat ",  ":peek",  ":set ",  ":pool ", ":move ",
      ":quit",  NULL};
  for (int i = 0; names[i] != NULL; i++) prompt_offer(offers, names[i]);
  World *w = c->s->world;
  int base = lua_gettop(w->L);
  world_push_build(w);
  if (world_call(w, "core.screen", "actions", 1, 1))
    for (lua_Integer i = 1; lua_rawgeti(w->L, base + 1, i) == LUA_TTABLE;
         i++) {
      lua_rawgeti(w->L, -1, 1);
      lua_pushfstring(w->L, ":%s", lua_tostring(w->L, -1));
      prompt_offer(offers, lua_tostring(w->L, -1));
      lua_settop(w->L, base + 1);
    }
  lua_settop(w->L, base);
}

static void offer_answers(Console *c, PromptOffers *offers) {
  Table *t = console_table(c);
  const Question *q = &t->question;
  if (q->kind == ASK_CONFIRM) {
    prompt_offer(offers, "yes");
    prompt_offer(offers, "no");
  }
  if (q->kind != ASK_ONE_OF && q->kind != ASK_CARD && q->kind != ASK_CARDS)
    return;
  for (int i = 0; i < q->count; i++) {
    Bytes marked = {0}, word = {0};
    answer_option(t, i, &marked);
    speech_render(t, marked.data ? marked.data : "", q->seat,
                  &SPEECH_LETTERS, &word);
    if (q->kind == ASK_CARDS) bytes_text(&word, " ");
    prompt_offer(offers, word.data ? word.data : "");
    bytes_free(&marked);
    bytes_free(&word);
  }
}

static size_t complete(void *ctx, const char *before, PromptOffers *offers) {
  Console *c = ctx;
  if (before[0] == ':') {
    offer_commands(c, offers);
    return 0;
  }
  offer_answers(c, offers);
  if (console_table(c)->question.kind != ASK_CARDS) return 0;
  const char *gap = strrchr(before, ' ');
  return gap == NULL ? 0 : (size_t)(gap - before) + 1;
}

void console_complete_with(Console *c) {
  prompt_complete(c->prompt, complete, c);
}
