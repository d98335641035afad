/* The console's loop: see console.h.
 *
 * Always true: what is private to a seat is written only while that seat's
 * person looks at the screen (`reader`), and where people share the screen
 * it is cleared before another is let near it. What a seat was told is
 * counted by seat, so that nobody misses what was told while another
 * looked. */
#include "answer/console.h"

#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>

#include "answer/bot.h"
#include "answer/console_inner.h"
#include "answer/text.h"
#include "table/speech.h"

bool console_is_person(const char *answerer) {
  return strcmp(answerer, "me") == 0 || strcmp(answerer, "person") == 0;
}

const char *console_answerer(const Console *c, int seat) {
  return c->s->config.answerer[console_seat_code(seat)];
}

/* Chance answers for a bot that the scripts don't have any more. */
static void miss_bots(Console *c) {
  const SessionConfig *config = &c->s->config;
  for (int i = 0; i <= config->world.players; i++) {
    const char *who = config->answerer[i];
    bool asked = i > 0 || console_table(c)->has_gm;
    if (asked && !console_is_person(who) && !bots_have(c->known, who))
      term_sayf(c->term, "%sThe bot %s is not there: %s answers at random.%s",
                MARK_BAD, who, config->world.player[i].name, MARK_PLAIN);
  }
}

/* The world changes with new scripts; its bots are read then. */
static void know_world(Console *c) {
  if (c->known == c->s->world) return;
  Bytes err = {0};
  c->known = c->s->world;
  if (bots_open(c->known, &err)) {
    miss_bots(c);
  } else {
    console_bad(c, err.data);
    term_say(c->term, "The bots answer at random.");
  }
  bytes_free(&err);
}

/* --- the curtain --- */

bool console_shares(const Console *c) {
  return c->people > 1 && !c->options.one_person;
}

void console_count_people(Console *c) {
  const SessionConfig *config = &c->s->config;
  c->people = 0;
  for (int i = console_table(c)->has_gm ? 0 : 1; i <= config->world.players;
       i++)
    c->people += console_is_person(config->answerer[i]);
}

int console_only_person(const Console *c) {
  if (c->people != 1) return SEAT_NONE;
  if (console_table(c)->has_gm && console_is_person(c->s->config.answerer[0]))
    return SEAT_GM;
  int seat = 0;
  while (!console_is_person(console_answerer(c, seat))) seat++;
  return seat;
}

/* False: the person leaves. */
static bool wait_for_enter(Console *c, const char *text) {
  const char *line;
  TermInput input = prompt_read(c->prompt, text, TERM_SECRET, &line);
  while (input == TERM_LINE && *line != 0 && strncmp(line, ":q", 2) != 0) {
    console_bad(c,
                "Enter alone, please: what is typed before the question is "
                "seen is no answer.");
    input = prompt_read(c->prompt, text, TERM_SECRET, &line);
  }
  if (input == TERM_LINE && *line == 0) return true;
  c->leave = true;
  c->interrupted = input == TERM_INTERRUPT;
  return false;
}

bool console_curtain(Console *c, int seat) {
  Bytes text = {0};
  c->reader = SEAT_NONE;
  term_clear(c->term);
  console_note(c, NULL);
  bytes_format(&text, "%s%s alone looks at the screen now and presses Enter. ",
               seat == SEAT_GM ? "T" : "",
               console_seat_name(c, seat) + (seat == SEAT_GM));
  bool there = wait_for_enter(c, text.data);
  bytes_free(&text);
  if (there) c->reader = seat;
  return there;
}

/* The screen belongs to this seat from now on. */
static bool change_reader(Console *c, int seat) {
  if (c->reader == seat) return true;
  bytes_clear(&c->drawn);
  if (console_shares(c)) return console_curtain(c, seat);
  c->reader = seat;
  return true;
}

/* --- asking --- */

static TermInput read_line(Console *c, const char **line) {
  Bytes text = {0};
  bytes_format(&text, "%s> ",
               c->s->state == SESSION_QUESTION
                   ? console_seat_name(c, console_table(c)->question.seat)
                   : "croupier");
  TermInput input = prompt_read(c->prompt, text.data,
                                console_shares(c) ? TERM_SECRET : 0, line);
  bytes_free(&text);
  return input;
}

/* One line after another until one is an answer or changes where we are. */
static void read_answer(Console *c) {
  for (;;) {
    const char *line;
    console_watch(c);
    TermInput input = read_line(c, &line);
    if (input != TERM_LINE) {
      c->leave = true;
      c->interrupted = input == TERM_INTERRUPT;
      return;
    }
    Typed typed = console_type(c, line);
    if (typed == TYPED_ANSWER || typed == TYPED_LEFT) return;
    console_tell(c);
    if (typed == TYPED_SHOWN && c->s->state == SESSION_QUESTION)
      console_question(c);
  }
}

static void pass_over(Console *c) {
  Bytes sentence = {0};
  if (console_shares(c) &&
      !wait_for_enter(c, "Nothing to choose here: press Enter. "))
    return;
  session_answer(c->s, "", true, &sentence);
  bytes_free(&sentence);
}

static void ask_person(Console *c) {
  const Question *q = &console_table(c)->question;
  Bytes sentence = {0};
  if (!session_safe(c->s, &sentence)) console_bad(c, sentence.data);
  bytes_free(&sentence);
  if (!change_reader(c, q->seat)) return;
  console_note(c, NULL);
  console_tell(c);
  if (q->kind == ASK_NOTHING) {
    pass_over(c);
    return;
  }
  console_draw(c, false);
  console_question(c);
  read_answer(c);
}

/* A die lies open: whoever looks at the screen types what it shows. */
static void ask_die(Console *c) {
  console_note(c, NULL);
  console_tell(c);
  console_question(c);
  read_answer(c);
}

static void bot_failed(Console *c, const char *bot, const char *why) {
  term_sayf(c->term, "%sThe bot %s failed, so chance answers: %s%s", MARK_BAD,
            bot, why, MARK_PLAIN);
  session_answer_random(c->s);
}

static void give_bots_answer(Console *c, const char *bot, const char *text) {
  Bytes sentence = {0};
  int code = console_seat_code(console_table(c)->question.seat);
  bool given = session_keep_notes(c->s, code) &&
               session_answer(c->s, text, false, &sentence);
  if (!given && !c->s->unkept)
    bot_failed(c, bot, sentence.data ? sentence.data : session_problem(c->s));
  bytes_free(&sentence);
}

static void ask_bot(Console *c, const char *bot) {
  Bytes text = {0};
  BotSays says = strcmp(bot, "random") == 0
                     ? BOT_RANDOM
                     : bot_answer(c->s->world, bot, &text);
  if (says == BOT_RANDOM)
    session_answer_random(c->s);
  else if (says == BOT_FAILED)
    bot_failed(c, bot, text.data);
  else
    give_bots_answer(c, bot, text.data);
  bytes_free(&text);
}

static void ask(Console *c) {
  const Question *q = &console_table(c)->question;
  bool person = console_is_person(console_answerer(c, q->seat));
  if (q->kind == ASK_DIE && c->people > 0 && c->prompt != NULL)
    ask_die(c);
  else if (!person)
    ask_bot(c, console_answerer(c, q->seat));
  else if (c->prompt == NULL)
    c->leave = true;
  else
    ask_person(c);
}

/* --- the end --- */

/* A command to copy: on a line of its own, which is not broken. */
static void say_command(Console *c, const char *why, const char *command) {
  Bytes line = {0};
  const char *path = c->s->journal ? journal_path(c->s->journal) : NULL;
  if (path == NULL) return;
  term_say(c->term, why);
  bytes_format(&line, "  croupier %s %s\n", command, path);
  term_put(c->term, line.data ? line.data : "");
  bytes_free(&line);
}

static void finish(Console *c) {
  char hex[SEED_TEXT];
  console_tell(c);
  console_show_standings(c);
  session_seed(c->s, hex);
  term_sayf(c->term, "%sThe seed was %s.%s", MARK_DIM, hex, MARK_PLAIN);
  say_command(c, "To check the deal:", "verify");
}

static void keep_trace(Console *c) {
  bytes_clear(&c->trace);
  bytes_format(&c->trace, "%s\n", session_problem(c->s));
  for (const char *at = table_trace(console_table(c)); *at != 0; at++)
    bytes_add(&c->trace, *at == '\t' ? "  " : at, *at == '\t' ? 2 : 1);
}

/* A script has failed: the table stands, somebody may mend it. */
static bool mend(Console *c) {
  console_note(c, NULL);
  console_tell(c);
  console_bad(c, session_problem(c->s));
  keep_trace(c);
  if (c->prompt == NULL || c->people == 0) return false;
  term_say(c->term,
           "The table is whole and kept. Mend the script and "
           "`:reload`, take back an answer with `:undo`, see all "
           "with `:trace`, or `:quit`.");
  read_answer(c);
  return !c->leave;
}

/* What was done last could not be kept, so it was not done. */
static bool keep_again(Console *c) {
  console_tell(c);
  console_bad(c, session_why_not_kept(c->s));
  if (c->prompt == NULL || c->people == 0) return false;
  if (!wait_for_enter(c,
                      "All up to here is kept. Make room and press Enter "
                      "to go on. "))
    return false;
  c->s->unkept = false;
  if (c->s->state == SESSION_BROKEN) session_rewind(c->s, c->s->plays.count);
  return true;
}

static int leave(Console *c) {
  Bytes sentence = {0};
  bool safe = session_safe(c->s, &sentence);
  if (!safe) console_bad(c, sentence.data);
  bytes_free(&sentence);
  say_command(c, "The table is kept. To go on with it:", "resume");
  if (c->interrupted) return 130;
  return safe && !c->s->unkept ? 0 : 1;
}

/* With nobody to ask, Ctrl-C comes while nothing is read. */
static bool stopped(Console *c) {
  c->interrupted =
      c->people == 0 && c->prompt != NULL && prompt_interrupted(c->prompt);
  return c->interrupted;
}

static int loop(Console *c) {
  while (!c->leave && !term_gone(c->term) && !stopped(c)) {
    SessionState state = session_run(c->s);
    know_world(c);
    if (!console_shares(c)) console_tell(c);
    if (c->s->unkept) {
      if (!keep_again(c)) return c->leave ? leave(c) : 1;
    } else if (state == SESSION_OVER) {
      finish(c);
      return 0;
    } else if (state == SESSION_QUESTION) {
      ask(c);
    } else if (!mend(c)) {
      return c->leave ? leave(c) : 1;
    }
  }
  return leave(c);
}

/* --- the beginning --- */

/* Who goes on with a table hears what came after the last answer of that seat,
 * or of anybody, where it never gave one, from the start. */
static void begin_to_tell(Console *c) {
  const Events *e = &console_table(c)->events;
  for (size_t i = 0; i < e->count; i++) {
    if (e->list[i].kind != EVENT_ANSWER || e->list[i].amount != 1) continue;
    c->told[console_seat_code(e->list[i].seat)] = i + 1;
    c->told[PLAYERS_MAX] = i + 1;
  }
  if (c->people == 0) c->told[PLAYERS_MAX] = e->count;
}

int console_play(Session *s, Term *term, Prompt *prompt,
                 const ConsoleOptions *options) {
  Console c = {.s = s,
               .term = term,
               .prompt = prompt,
               .options = *options,
               .reader = SEAT_NONE};
  console_count_people(&c);
  c.reader = console_only_person(&c);
  begin_to_tell(&c);
  if (prompt != NULL) console_complete_with(&c);
  console_intro(&c);
  int status = loop(&c);
  bytes_free(&c.trace);
  bytes_free(&c.drawn);
  bytes_free(&c.notice);
  bytes_free(&c.signature);
  bytes_free(&c.warned);
  return status;
}
