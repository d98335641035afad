/* What is asked and what may be answered, in words: see answer.h. */
#include <ctype.h>
#include <lauxlib.h>
#include <string.h>

#include "table/answer_inner.h"
#include "table/speech.h"

void answer_push_option(Table *t, int i) {
  lua_rawgeti(t->co, QUESTION_SOURCE, i + 1);
  lua_xmove(t->co, t->L, 1);
}

void answer_push_card(Table *t, lua_State *L, CardId card) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.cards);
  lua_rawgeti(L, -1, card + 1);
  lua_remove(L, -2);
}

bool answer_by_cards(const Question *q) {
  return q->kind == ASK_CARD || q->kind == ASK_CARDS;
}

void answer_option(Table *t, int i, Bytes *out) {
  if (answer_by_cards(&t->question))
    answer_push_card(t, t->L, t->question.card[i]);
  else
    answer_push_option(t, i);
  speech_value(t, t->L, lua_gettop(t->L), out);
  lua_pop(t->L, 1);
}

/* The option as its seat reads it, with letters for suits. */
void answer_option_text(Table *t, int i, Bytes *out) {
  Bytes marked = {0};
  answer_option(t, i, &marked);
  if (marked.data != NULL)
    speech_render(t, marked.data, t->question.seat, &SPEECH_LETTERS, out);
  bytes_free(&marked);
  if (out->data == NULL) bytes_text(out, "");
}

void answer_asked(Table *t, Bytes *out) {
  lua_State *L = t->L;
  if (t->question.kind == ASK_DIE || t->question.kind == ASK_NOTHING) {
    bytes_text(out, question_text(t));
    return;
  }
  int base = lua_gettop(L), n = 0;
  lua_pushvalue(t->co, QUESTION_TABLE);
  lua_xmove(t->co, L, 1);
  for (int i = 2; i < 40; i++, n++)
    if (lua_rawgeti(L, base + 1, i) == LUA_TNIL && i > 2) break;
  speech_format(t, L, base + 2, base + 1 + n, out);
  lua_settop(L, base);
  if (out->data == NULL) bytes_text(out, "");
}

/* --- sentences --- */

/* Can the seat see all the cards it chooses from? */
static bool all_seen(const Table *t) {
  const Question *q = &t->question;
  for (int i = 0; i < q->count; i++)
    if (!piles_visible(t->piles, q->card[i], q->seat)) return false;
  return true;
}

static int face_at(const Table *t, int place) {
  return t->piles->face[t->question.card[place]];
}

int answer_order(const Table *t, int place[CARDS_MAX]) {
  int n = t->question.count < CARDS_MAX ? t->question.count : CARDS_MAX;
  for (int i = 0; i < n; i++) place[i] = i;
  if (!answer_by_cards(&t->question) || !all_seen(t)) return n;
  for (int i = 1; i < n; i++) {
    int one = place[i], k = i;
    for (; k > 0 && face_at(t, place[k - 1]) > face_at(t, one); k--)
      place[k] = place[k - 1];
    place[k] = one;
  }
  return n;
}

static void list_options(Table *t, Bytes *out) {
  const Question *q = &t->question;
  Bytes one = {0};
  int place[CARDS_MAX];
  answer_order(t, place);
  if (answer_by_cards(q) && q->count > 1 && !all_seen(t)) {
    bytes_format(out, "a number in the list, 1 to %d", q->count);
    return;
  }
  for (int i = 0; i < q->count && i < 12; i++) {
    bytes_clear(&one);
    answer_option_text(t, place[i], &one);
    bytes_format(out, "%s%s",
                 i == 0              ? ""
                 : i == q->count - 1 ? " or "
                                     : ", ",
                 one.data ? one.data : "");
  }
  if (q->count > 12) bytes_format(out, " ... (%d in all)", q->count);
  bytes_free(&one);
}

static void expected_cards(Table *t, Bytes *out) {
  const Question *q = &t->question;
  if (q->min == q->max)
    bytes_format(out, "%lld card%s", (long long)q->min, q->min == 1 ? "" : "s");
  else
    bytes_format(out, "%lld %s %lld card%s", (long long)q->min,
                 q->max == q->min + 1 ? "or" : "to", (long long)q->max,
                 q->max == 1 ? "" : "s");
  bytes_text(out, " of ");
  list_options(t, out);
}

static void expected_number(const Question *q, Bytes *out) {
  if (q->min == q->max) {
    bytes_format(out, "%lld", (long long)q->min);
    return;
  }
  bytes_format(out, "a whole number from %lld to %lld", (long long)q->min,
               (long long)q->max);
  if (q->step > 1) bytes_format(out, " in steps of %lld", (long long)q->step);
}

void answer_expected(Table *t, Bytes *out) {
  const Question *q = &t->question;
  switch (q->kind) {
    case ASK_CARDS:
      expected_cards(t, out);
      break;
    case ASK_NUMBER:
    case ASK_DIE:
      expected_number(q, out);
      break;
    case ASK_CONFIRM:
      bytes_text(out, "yes or no");
      break;
    case ASK_TEXT:
      bytes_format(out, "a line of at most %lld bytes", (long long)q->max);
      break;
    case ASK_NOTHING:
      bytes_text(out, "just Enter");
      break;
    default:
      list_options(t, out);
  }
  if (q->optional) bytes_text(out, ", or nothing (-)");
}

bool answer_refuse(Table *t, const char *text, const char *why,
                   Bytes *sentence) {
  bytes_clear(sentence);
  if (*text == 0)
    bytes_text(sentence, "a blank line is no answer: expected ");
  else
    bytes_format(sentence, "`%s`%s: expected ", text, why);
  answer_expected(t, sentence);
  return false;
}

/* Does a text begin with a number that is a word of its own? */
bool answer_begins_with_number(const char *text) {
  size_t n = strspn(text, "+-0123456789");
  return n > 0 && (text[n] == 0 || text[n] == ' ');
}

bool answer_numbered(Table *t) {
  bool numbers = false;
  if (answer_by_cards(&t->question)) return true;
  for (int i = 0; i < t->question.count && !numbers; i++) {
    Bytes label = {0};
    answer_option_text(t, i, &label);
    numbers = label.data != NULL && answer_begins_with_number(label.data);
    bytes_free(&label);
  }
  return !numbers;
}
