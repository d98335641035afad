/* Two answers in one line: "bet 20".
 *
 * The word answers this question, the amount the one it leads to. Always true:
 * both are given or neither. So they are tried on a copy of the game first. What
 * chance would bring is not told that way: an amount must follow from the word
 * before a card moves.
 * Tried and left: giving the word and keeping the amount for what is asked
 * next; who had the amount wrong had bet by then. Taking an amount that no
 * question asks for (a fixed limit) when the text that follows names it. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "answer/console_inner.h"

enum { WORD_MAX = 64, TRIED_MAX = 8 };

typedef struct Two {
  char word[WORD_MAX], amount[WORD_MAX];
} Two;

typedef enum Tried {
  TRIED_WORD,    /* the word answers nothing here */
  TRIED_REFUSED, /* the amount doesn't go with it */
  TRIED_ASKED    /* it answers the next question */
} Tried;

static bool split(Console *c, const char *line, Two *two) {
  size_t n = strcspn(line, " ");
  const char *rest = line + n + strspn(line + n, " ");
  if (strncasecmp(rest, "to ", 3) == 0) rest += 2 + strspn(rest + 2, " ");
  size_t m = strlen(rest);
  while (m > 0 && rest[m - 1] == ' ') m--;
  if (n >= WORD_MAX || m >= WORD_MAX || !isalpha((unsigned char)line[0]))
    return false;
  snprintf(two->word, WORD_MAX, "%.*s", (int)n, line);
  snprintf(two->amount, WORD_MAX, "%.*s", (int)m, rest);
  return answer_is_amount(console_table(c), two->amount);
}

static bool by_chance(const Events *e, size_t from) {
  for (size_t i = from; i < e->count; i++) {
    EventKind kind = e->list[i].kind;
    if (kind == EVENT_SHUFFLE || kind == EVENT_ORDER || kind == EVENT_MOVE ||
        kind == EVENT_SHOW || kind == EVENT_ROLL || kind == EVENT_CHANCE)
      return true;
  }
  return false;
}

static void say_refused(const Two *two, Table *asked, Bytes *sentence) {
  bytes_clear(sentence);
  bytes_format(sentence, "`%s %s` won't do: expected `%s` ", two->word,
               two->amount, two->word);
  bytes_text(sentence, asked != NULL ? "and " : "alone");
  if (asked != NULL) answer_expected(asked, sentence);
}

/* On a copy of the game, which stands at the same question. */
static Tried try_on(Session *copy, const Two *two, Bytes *sentence) {
  Table *t = copy->world->table;
  Bytes unused = {0};
  int seat = t->question.seat;
  size_t from = t->events.count;
  bool word = session_answer(copy, two->word, true, &unused);
  if (word) session_run(copy);
  bool next = word && copy->state == SESSION_QUESTION &&
              t->question.seat == seat && t->question.kind == ASK_NUMBER;
  bool asked = next && !by_chance(&t->events, from);
  Tried tried = !word ? TRIED_WORD : TRIED_REFUSED;
  if (asked && answer_read(t, two->amount, &unused)) tried = TRIED_ASKED;
  if (tried == TRIED_REFUSED) say_refused(two, asked ? t : NULL, sentence);
  bytes_free(&unused);
  return tried;
}

static Tried try(Console *c, const Two *two, Bytes *sentence) {
  Session *copy = session_copy(c->s);
  Tried tried = TRIED_WORD;
  if (copy != NULL && session_run(copy) == SESSION_QUESTION)
    tried = try_on(copy, two, sentence);
  session_close(copy);
  return tried;
}

/* "all in" alone: which option takes that? */
static void say_which(Console *c, const char *line, Bytes *sentence) {
  Table *t = console_table(c);
  for (int i = 0; i < t->question.count && i < TRIED_MAX; i++) {
    Bytes option = {0}, unused = {0};
    Two two;
    answer_option(t, i, &option);
    if (option.data != NULL) bytes_format(&option, " %s", line);
    Tried tried = option.data != NULL && split(c, option.data, &two)
                      ? try(c, &two, &unused)
                      : TRIED_WORD;
    if (tried == TRIED_ASKED) bytes_format(sentence, ", or `%s`", option.data);
    bytes_free(&option);
    bytes_free(&unused);
  }
}

/* The second answer's place among the plays is kept, to take back both. */
static bool give(Console *c, const Two *two, Bytes *sentence) {
  bool given = session_answer(c->s, two->word, true, sentence);
  if (!given || session_run(c->s) != SESSION_QUESTION) return given;
  if (session_answer(c->s, two->amount, true, sentence))
    c->second = c->s->plays.count - 1;
  return true;
}

bool console_two(Console *c, const char *line, Bytes *sentence) {
  Two two;
  if (console_table(c)->question.kind != ASK_ONE_OF) return false;
  if (answer_is_amount(console_table(c), line) &&
      isalpha((unsigned char)line[0])) {
    say_which(c, line, sentence);
    return false;
  }
  if (!split(c, line, &two)) return false;
  return try(c, &two, sentence) == TRIED_ASKED && give(c, &two, sentence);
}

bool console_undo_two(Console *c) {
  Bytes unused = {0};
  bool both = c->second > 0 && c->s->plays.count == c->second &&
              session_undo(c->s, &unused);
  if (c->s->plays.count <= c->second) c->second = 0;
  bytes_free(&unused);
  return both;
}
