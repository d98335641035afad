/* Commands that change where the table stands: see console_verbs.h. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "answer/bot.h"
#include "answer/console_verbs.h"

/* Who comes back to a screen that was cleared meanwhile hears again what led
 * to the question: all since that seat's last answer. */
static void remind(Console *c) {
  const Events *e = &console_table(c)->events;
  int seat = console_table(c)->question.seat;
  size_t since = 0, *told = &c->told[console_seat_code(seat)];
  for (size_t i = 0; i < e->count; i++)
    if (e->list[i].kind == EVENT_ANSWER && e->list[i].seat == seat)
      since = i + 1;
  if (*told > since) *told = since;
}

/* The game was played again up to where it stands now. */
static void stands_elsewhere(Console *c, const char *why, Events *before) {
  console_note(c, why);
  console_heard(c, before);
  events_free(before);
  bytes_clear(&c->drawn);
  if (c->s->state == SESSION_QUESTION && console_shares(c) &&
      console_table(c)->question.seat != c->reader)
    remind(c);
}

Typed verb_undo(Console *c, const char *rest) {
  (void)rest;
  Bytes sentence = {0};
  Events before = {0};
  events_copy(&before, &console_table(c)->events);
  bool done = session_undo(c->s, &sentence);
  if (!done) {
    events_free(&before);
    return verb_said(c, false, &sentence, NULL);
  }
  bytes_free(&sentence);
  stands_elsewhere(c,
                   console_undo_two(c) ? "Both last answers are taken back."
                                       : "The last answer is taken back.",
                   &before);
  return TYPED_LEFT;
}

Typed verb_save(Console *c, const char *rest) {
  (void)rest;
  Bytes sentence = {0};
  bool done = session_safe(c->s, &sentence);
  if (done && c->s->journal && journal_path(c->s->journal))
    term_sayf(c->term,
              "The table is kept in %s; it always is. "
              "`croupier resume` goes on with it.",
              journal_path(c->s->journal));
  return verb_said(c, done, &sentence,
                   c->s->journal ? NULL : "This table is not kept.");
}

Typed verb_quit(Console *c, const char *rest) {
  (void)rest;
  c->leave = true;
  return TYPED_LEFT;
}

Typed verb_reload(Console *c, const char *rest) {
  (void)rest;
  Bytes report = {0};
  Events before = {0};
  events_copy(&before, &console_table(c)->events);
  bool done = session_reload(c->s, &report);
  if (done) {
    console_forget_watch(c);
    stands_elsewhere(c, report.data ? report.data : "done", &before);
  } else {
    console_bad(c, report.data ? report.data : "the scripts can't be read");
    events_free(&before);
  }
  bytes_free(&report);
  return done ? TYPED_LEFT : TYPED_AGAIN;
}

/* --- seats --- */

/* How much of `text` is this seat's name, or "GM" for the game master's. */
static size_t names_seat(Console *c, int code, const char *text) {
  const char *name = c->s->config.world.player[code].name;
  size_t n = strlen(name);
  if (strncasecmp(name, text, n) != 0) {
    name = "gm";
    n = code == 0 ? 2 : 0;
  }
  bool same = n > 0 && strncasecmp(name, text, n) == 0;
  return same && !isalnum((unsigned char)text[n]) ? n : 0;
}

/* The seat that `text` begins with, or SEAT_NONE; *end is what follows. */
static int find_seat(Console *c, const char *text, const char **end) {
  int best = SEAT_NONE;
  size_t longest = 0;
  for (int i = console_table(c)->has_gm ? 0 : 1;
       i <= c->s->config.world.players; i++) {
    size_t n = names_seat(c, i, text);
    if (n > longest) {
      best = i == 0 ? SEAT_GM : i - 1;
      longest = n;
    }
  }
  *end = text + longest;
  while (**end == ' ' || **end == '=') (*end)++;
  return best;
}

static Typed no_such_seat(Console *c, const char *text) {
  Bytes line = {0};
  const WorldConfig *w = &c->s->config.world;
  bytes_format(&line, "`%s` is no seat: expected ", text);
  for (int i = 1; i <= w->players; i++)
    bytes_format(&line, "%s%s", i == 1 ? "" : ", ", w->player[i].name);
  if (console_table(c)->has_gm) bytes_text(&line, ", GM");
  return verb_said(c, false, &line, NULL);
}

static const char *who_answers(const char *who) {
  return console_is_person(who) ? "a person here" : who;
}

static Typed list_seats(Console *c) {
  for (int i = console_table(c)->has_gm ? 0 : 1;
       i <= c->s->config.world.players; i++)
    term_sayf(c->term, "  %s: %s", c->s->config.world.player[i].name,
              who_answers(c->s->config.answerer[i]));
  term_say(c->term, "`:seat NAME WHO` changes that: me, random or a bot.");
  return TYPED_AGAIN;
}

static void offer_bot(void *ud, const char *name, const char *line) {
  (void)line;
  bytes_format(ud, ", %s", name);
}

static Typed no_such_bot(Console *c, const char *who) {
  Bytes line = {0};
  if (*who == 0)
    bytes_text(&line, "expected who answers for the seat from now on: me");
  else
    bytes_format(&line, "`%s` can't answer for a seat: expected me", who);
  bots_list(c->s->world, offer_bot, &line);
  return verb_said(c, false, &line, NULL);
}

/* Who looks at the screen has no seat any more: another comes. */
static void leave_screen(Console *c) {
  int next = console_only_person(c);
  c->reader = SEAT_NONE;
  bytes_clear(&c->drawn);
  if (next != SEAT_NONE) console_curtain(c, next);
}

/* The screen is one person's when the others have gone, and others' when
 * somebody has come or the reader's own seat was given away. */
static void seats_changed(Console *c, int seat, bool shared) {
  size_t told = c->told[PLAYERS_MAX];
  if (c->reader != SEAT_NONE) told = c->told[console_seat_code(c->reader)];
  if (!shared) c->told[console_seat_code(seat)] = told;
  console_count_people(c);
  if (!shared && console_shares(c)) prompt_forget(c->prompt);
  if (c->reader == seat && c->people > 0 && !c->options.one_person)
    leave_screen(c);
}

Typed verb_seat(Console *c, const char *rest) {
  const char *who;
  Bytes sentence = {0};
  if (*rest == 0) return list_seats(c);
  int seat = find_seat(c, rest, &who);
  if (seat == SEAT_NONE) return no_such_seat(c, rest);
  if (!console_is_person(who) && !bots_have(c->s->world, who))
    return no_such_bot(c, who);
  bool shared = console_shares(c), was = c->reader == seat;
  if (!session_seat(c->s, seat, who, &sentence))
    return verb_said(c, false, &sentence, NULL);
  bytes_format(&sentence, "From now on %s answers for %s.", who_answers(who),
               console_seat_name(c, seat));
  console_note(c, sentence.data);
  bytes_free(&sentence);
  if (!console_is_person(who) || !was) seats_changed(c, seat, shared);
  return TYPED_LEFT;
}

/* --- actions --- */

/* Whose action it is: the seat named, if a person here holds it, else the
 * reader's. */
Typed verb_act(Console *c, const char *action, const char *rest) {
  Bytes sentence = {0};
  const char *end;
  int seat = *rest == 0 ? c->reader : find_seat(c, rest, &end);
  if (seat == SEAT_NONE && *rest != 0) return no_such_seat(c, rest);
  if (seat == SEAT_NONE) seat = console_table(c)->question.seat;
  if (!console_is_person(console_answerer(c, seat))) {
    bytes_format(&sentence,
                 "`:%s` is what you do yourself, and %s is "
                 "answered for by %s",
                 action, console_seat_name(c, seat), console_answerer(c, seat));
    return verb_said(c, false, &sentence, NULL);
  }
  if (!verb_in_play(c)) return TYPED_AGAIN;
  bool done = session_act(c->s, action, seat, &sentence);
  return verb_said(c, done, &sentence,
                   "It will be done as soon as the game comes to it.");
}
