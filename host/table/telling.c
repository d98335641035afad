/* Texts of a full record: see telling.h. */
#include "table/telling.h"

#include <string.h>

#include "table/answer.h"
#include "table/speech.h"

static const char *name_of(const Table *t, int card) {
  return t->faces->face[t->piles->face[card]].name;
}

/* By name and not by face: long names are cut, and may then be the same. */
void telling_card(const Table *t, CardId card, Bytes *out) {
  const char *name = name_of(t, card);
  int copy = 1;
  for (int c = 0; c < card; c++) copy += strcmp(name_of(t, c), name) == 0;
  bytes_text(out, name);
  if (copy > 1) bytes_format(out, "#%d", copy);
}

static const char *kind_name(QuestionKind kind) {
  static const char *const names[] = {
      [ASK_NONE] = "none", [ASK_ONE_OF] = "one_of", [ASK_CONFIRM] = "confirm",
      [ASK_CARD] = "card", [ASK_CARDS] = "cards",   [ASK_NUMBER] = "number",
      [ASK_TEXT] = "text", [ASK_DIE] = "die",       [ASK_NOTHING] = "nothing"};
  return names[kind];
}

static void add_option(Table *t, int i, Bytes *out) {
  Bytes marked = {0}, words = {0};
  const Question *q = &t->question;
  if (q->kind == ASK_ONE_OF) {
    answer_option(t, i, &marked);
    if (marked.data != NULL)
      speech_render(t, marked.data, READER_ALL, &SPEECH_LETTERS, &words);
  } else {
    telling_card(t, q->card[i], &words);
  }
  bytes_json(out, words.data != NULL ? words.data : "");
  bytes_free(&marked);
  bytes_free(&words);
}

static void add_options(Table *t, Bytes *out) {
  bytes_text(out, ",\"options\":[");
  for (int i = 0; i < t->question.count; i++) {
    if (i > 0) bytes_text(out, ",");
    add_option(t, i, out);
  }
  bytes_text(out, "]");
}

static bool has_limits(QuestionKind kind) {
  return kind == ASK_CARDS || kind == ASK_NUMBER || kind == ASK_DIE;
}

static bool has_options(QuestionKind kind) {
  return kind == ASK_CARDS || kind == ASK_CARD || kind == ASK_ONE_OF;
}

void telling_question(Table *t, Bytes *out) {
  const Question *q = &t->question;
  bytes_format(out, "\n{\"kind\":\"%s\",\"secret\":%s,\"optional\":%s",
               kind_name(q->kind), q->secret ? "true" : "false",
               q->optional ? "true" : "false");
  if (has_options(q->kind)) add_options(t, out);
  if (has_limits(q->kind))
    bytes_format(out, ",\"min\":%lld,\"max\":%lld", (long long)q->min,
                 (long long)q->max);
  if (q->kind == ASK_NUMBER)
    bytes_format(out, ",\"step\":%lld", (long long)q->step);
  if (q->kind == ASK_TEXT)
    bytes_format(out, ",\"max\":%lld", (long long)q->max);
  bytes_text(out, "}");
}

void telling_answer(Table *t, Bytes *out) {
  bytes_text(out, "\n");
  lua_pushvalue(t->co, -1);
  lua_xmove(t->co, t->L, 1);
  speech_value(t, t->L, lua_gettop(t->L), out);
  lua_pop(t->L, 1);
}
