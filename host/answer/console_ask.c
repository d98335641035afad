/* Questions put to a person: see console_inner.h.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "answer/console_inner.h"
#include "table/speech.h"

enum { LISTED_MAX = 60 };

/* --- the order in which options are listed --- */

typedef struct Listed {
  int count, place[CARDS_MAX]; /* place in the question, from 0 */
  bool numbered;
} Listed;

static bool by_cards(const Question *q) {
  return q->kind == ASK_CARD || q->kind == ASK_CARDS;
}

static void list_of(Table *t, Listed *list) {
  list->count = answer_order(t, list->place);
  list->numbered = answer_numbered(t);
}

/* --- the question --- */

static void option(Console *c, int i, Bytes *out) {
  Bytes marked = {0};
  answer_option(console_table(c), i, &marked);
  console_render(c, marked.data ? marked.data : "", out);
  bytes_free(&marked);
}

/* Options as "1) call", unless they are numbers themselves. */
static void list_options(Console *c) {
  Listed list = {0};
  char *items[LISTED_MAX];
  list_of(console_table(c), &list);
  int n = list.count < LISTED_MAX ? list.count : LISTED_MAX;
  for (int i = 0; i < n; i++) {
    Bytes item = {0};
    if (list.numbered)
      bytes_format(&item, "%s%d)%s ", MARK_DIM, i + 1, MARK_PLAIN);
    option(c, list.place[i], &item);
    items[i] = item.data ? item.data : strdup("");
  }
  term_columns(c->term, (const char *const *)items, (size_t)n);
  for (int i = 0; i < n; i++) free(items[i]);
  if (console_table(c)->question.count > n)
    term_sayf(c->term, "... and %d more", console_table(c)->question.count - n);
}

/* Cards side by side, like a hand. */
static void list_cards(Console *c) {
  Listed list = {0};
  Bytes line = {0};
  list_of(console_table(c), &list);
  bytes_text(&line, "  ");
  for (int i = 0; i < list.count; i++) {
    if (i > 0) bytes_text(&line, "  ");
    bytes_format(&line, "%s%d)%s", MARK_DIM, i + 1, MARK_PLAIN);
    option(c, list.place[i], &line);
  }
  if (list.count > 0) term_say(c->term, line.data);
  bytes_free(&line);
}

/* What a line may be is said by the question itself where it has a check. */
static void say_limits(const Table *t, Bytes *out) {
  const Question *q = &t->question;
  long long min = (long long)q->min, max = (long long)q->max;
  if (q->kind == ASK_NUMBER || q->kind == ASK_DIE) {
    bytes_format(out, min == max ? " (only %lld)" : " (%lld to %lld", min, max);
    if (min != max && q->step > 1)
      bytes_format(out, " by %lld", (long long)q->step);
    if (min != max) bytes_text(out, ")");
  } else if (q->kind == ASK_CARDS && min == max) {
    bytes_format(out, " (%lld card%s)", min, min == 1 ? "" : "s");
  } else if (q->kind == ASK_CARDS) {
    bytes_format(out, " (%lld %s %lld card%s)", min,
                 max == min + 1 ? "or" : "to", max, max == 1 ? "" : "s");
  } else if (q->kind == ASK_CONFIRM) {
    bytes_text(out, " (yes or no)");
  } else if (q->kind == ASK_TEXT && lua_isnil(t->co, QUESTION_WHY)) {
    bytes_text(out, " (a line of text)");
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

/* Does the list of options show all of the hand already? */
static bool lists_hand(const Table *t) {
  const Question *q = &t->question;
  int held = 0, listed = 0;
  if (!by_cards(q)) return false;
  for (int i = 0; i < t->piles->cards; i++) {
    const Pile *pile = &t->piles->pile[t->piles->where[i]];
    held += pile->owner == q->seat && pile->facing == FACING_OWNER;
  }
  for (int i = 0; i < q->count; i++) {
    const Pile *pile = &t->piles->pile[t->piles->where[q->card[i]]];
    listed += pile->owner == q->seat && pile->facing == FACING_OWNER;
  }
  return held == listed;
}

void console_question(Console *c) {
  Table *t = console_table(c);
  const Question *q = &t->question;
  Bytes asked = {0}, line = {0};
  if (c->reader == q->seat && q->kind != ASK_DIE && !lists_hand(t))
    console_hand(c);
  if (q->kind == ASK_DIE)
    bytes_format(&asked, "roll a d%lld. What does it show?", (long long)q->max);
  else
    answer_asked(t, &asked);
  bytes_format(&line, "%s%s%s: ", MARK_STRONG, console_seat_name(c, q->seat),
               MARK_PLAIN);
  console_render(c, asked.data ? asked.data : "", &line);
  say_limits(t, &line);
  say_blank(c, &line);
  term_say(c->term, line.data);
  if (q->kind == ASK_ONE_OF)
    list_options(c);
  else if (by_cards(q))
    list_cards(c);
  bytes_free(&asked);
  bytes_free(&line);
}

/* --- an answer --- */

/* Is this a command that was typed without its colon? */
static void compare(void *ud, const char *name, const char *help) {
  const char **word = ud;
  (void)help;
  if (*word != NULL && strcmp(*word, name) == 0) *word = NULL;
}

static void refused(Console *c, const char *line, Bytes *sentence) {
  const char *word = line;
  if (sentence->data == NULL) bytes_text(sentence, "that won't do");
  console_commands(c, compare, &word);
  if (word == NULL) bytes_format(sentence, "; the command is `:%s`", line);
  console_bad(c, sentence->data);
}

Typed console_type(Console *c, const char *line) {
  while (*line == ' ') line++;
  if (*line == ':') return console_command(c, line + 1);
  if (c->s->state != SESSION_QUESTION) {
    console_bad(c,
                "there is no question to answer: expected `:reload`, "
                "`:undo`, `:trace` or `:quit`");
    return TYPED_AGAIN;
  }
  Bytes sentence = {0};
  bool taken = session_answer(c->s, line, true, &sentence) ||
               console_two(c, line, &sentence);
  if (!taken) refused(c, line, &sentence);
  bytes_free(&sentence);
  return taken ? TYPED_ANSWER : TYPED_AGAIN;
}
