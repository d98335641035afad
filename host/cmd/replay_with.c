/* The first difference between a kept game and itself under another rule:
 * see replay_with.h. What happened is compared event by event, in full; what
 * is shown of an unfinished game is only what the whole table knows. */
#include "cmd/replay_with.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer/replay.h"
#include "cmd/command.h"

enum { CONTEXT = 3 }; /* lines that went the same way, shown before */

typedef struct Pair {
  Session *was, *with;
  Term *term;
  int reader;
} Pair;

static const Events *events_of(const Session *s) {
  return &s->world->table->events;
}

static bool same(const Pair *p, size_t i) {
  Bytes a = {0}, b = {0};
  replay_json(p->was, &events_of(p->was)->list[i], &a);
  replay_json(p->with, &events_of(p->with)->list[i], &b);
  bool equal = a.count == b.count && memcmp(a.data, b.data, a.count) == 0;
  bytes_free(&a);
  bytes_free(&b);
  return equal;
}

static size_t first_difference(const Pair *p) {
  size_t a = events_of(p->was)->count, b = events_of(p->with)->count, i = 0;
  while (i < a && i < b && same(p, i)) i++;
  return i;
}

/* The line of event i, if there is one to tell. */
static bool line_of(const Pair *p, const Session *s, size_t i, Bytes *out) {
  SpeechStyle style = {term_symbols(p->term), MARK_RED, MARK_BLACK, MARK_PLAIN};
  bytes_clear(out);
  return replay_line(s, &events_of(s)->list[i], p->reader, &style, out);
}

static void say_context(const Pair *p, size_t difference) {
  Bytes line = {0};
  size_t from = difference;
  for (int n = 0; from > 0 && n < CONTEXT; from--)
    n += line_of(p, p->was, from - 1, &line);
  for (; from < difference; from++)
    if (line_of(p, p->was, from, &line))
      term_sayf(p->term, "%s  %s%s", MARK_DIM, line.data, MARK_PLAIN);
  bytes_free(&line);
}

/* The first event from *at on that there is a line for; *at is the number of
 * events when there is none. */
static bool next_line(const Pair *p, const Session *s, size_t *at, Bytes *out) {
  const Events *e = events_of(s);
  for (; *at < e->count; ++*at)
    if (line_of(p, s, *at, out)) return true;
  return false;
}

/* From the first difference to the first that is told: a payment may be no
 * line, and what comes of it a page further. */
static void first_told(const Pair *p, size_t *was, size_t *with) {
  Bytes a = {0}, b = {0};
  while (next_line(p, p->was, was, &a) & next_line(p, p->with, with, &b)) {
    if (a.count != b.count || memcmp(a.data, b.data, a.count) != 0) break;
    ++*was;
    ++*with;
  }
  bytes_free(&a);
  bytes_free(&b);
}

static void say_side(const Pair *p, const Session *s, size_t at,
                     const char *label) {
  Bytes line = {0};
  if (next_line(p, s, &at, &line))
    term_sayf(p->term, "%s: %s", label, line.data);
  else if (s->state == SESSION_BROKEN)
    term_sayf(p->term, "%s: %s", label, session_problem(s));
  else
    term_sayf(p->term, "%s: nothing more", label);
  bytes_free(&line);
}

static const char *step_before(const Events *e, size_t i) {
  while (i > 0 && e->list[i - 1].kind != EVENT_STEP) i--;
  return i > 0 ? e->list[i - 1].text : NULL;
}

static void say_place(const Pair *p, size_t i, const char *variants) {
  const Events *e = events_of(p->was);
  const char *step = step_before(e, i);
  uint64_t questions = i > 0 ? e->list[i - 1].question : 0;
  term_sayf(p->term,
            "With %s the game goes another way after %llu question%s"
            "%s%s%s:\n",
            variants, (unsigned long long)questions, questions == 1 ? "" : "s",
            step ? ", in the step `" : "", step ? step : "", step ? "`" : "");
}

static int say_same(const Pair *p, const char *variants) {
  term_sayf(
      p->term, "With %s the game goes the same way %s.", variants,
      p->was->state == SESSION_OVER ? "to its end" : "as far as it was played");
  return STATUS_DONE;
}

static int say_untold(const Pair *p) {
  term_sayf(p->term, "what differs was not told %s.",
            p->was->state == SESSION_OVER ? "to the table" : "so far");
  return STATUS_DONE;
}

int replay_with(Session *was, Session *with, const char *variants, Term *term) {
  Pair p = {was, with, term, READER_PUBLIC};
  char label[160];
  was->in_full = with->in_full = true;
  if (session_run(was) == SESSION_OVER) p.reader = READER_ALL;
  session_run(with);
  size_t i = first_difference(&p);
  if (i == events_of(was)->count && i == events_of(with)->count &&
      with->state != SESSION_BROKEN)
    return say_same(&p, variants);
  say_place(&p, i, variants);
  size_t told = i, told_with = i;
  first_told(&p, &told, &told_with);
  if (told == events_of(was)->count && told_with == events_of(with)->count &&
      with->state != SESSION_BROKEN)
    return say_untold(&p);
  say_context(&p, told);
  snprintf(label, sizeof label, "with %s", variants);
  say_side(&p, was, told, "as it was");
  say_side(&p, with, told_with, label);
  return STATUS_DONE;
}
