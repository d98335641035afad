/* croupier replay: a kept game told again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer/console.h"
#include "answer/kept.h"
#include "answer/replay.h"
#include "answer/term.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "cmd/replay_with.h"
#include "cmd/seating.h"
#include "table/session_with.h"

static const OptionSpec specs[] = {
    {"with", 0, "VARIANT", "where a house rule would go another way"},
    {"json", 0, NULL, "for other programs: every event as an object a line"},
    {"color", 0, "WHEN", "auto, always or never"},
    {"ascii", 0, NULL, "suits as letters, no symbols"},
    {NULL, 0, NULL, NULL}};
static const OptionSpec *const tables[] = {specs, NULL};

static int complain(const char *text) {
  term_mistake("croupier: %s", text);
  return STATUS_FAILED;
}

/* --- for people --- */

static void say_start(Term *term, const Session *s) {
  const SessionConfig *c = &s->config;
  term_heading(term, c->world.game);
  for (int i = s->world->table->has_gm ? 0 : 1; i <= c->world.players; i++)
    term_sayf(term, "%s%s: %s%s", i == 0 ? "the game master, " : "",
              c->world.player[i].name, c->answerer[i],
              i == c->world.players ? "\n" : "");
}

static const char *mark_of(EventKind kind) {
  switch (kind) {
    case EVENT_QUESTION:
    case EVENT_ANSWER:
      return MARK_DIM;
    case EVENT_GM:
      return MARK_STRONG;
    default:
      return "";
  }
}

static void say_events(Term *term, const Session *s, int reader) {
  const Events *e = &s->world->table->events;
  SpeechStyle style = {term_symbols(term), MARK_RED, MARK_BLACK, MARK_PLAIN};
  Bytes line = {0};
  for (size_t i = 0; i < e->count; i++) {
    bytes_clear(&line);
    bytes_text(&line, mark_of(e->list[i].kind));
    if (replay_line(s, &e->list[i], reader, &style, &line))
      term_say(term, line.data);
  }
  bytes_free(&line);
}

static void say_end(Term *term, Session *s, SessionState state) {
  char hex[SEED_TEXT];
  if (state == SESSION_OVER) {
    console_standings(s, term);
    session_seed(s, hex);
    term_sayf(term, "%sThe seed was %s.%s", MARK_DIM, hex, MARK_PLAIN);
  } else if (state == SESSION_QUESTION) {
    term_sayf(term,
              "The game is not over, so what was hidden is not shown. "
              "%s is to answer.",
              s->config.world
                  .player[s->world->table->question.seat == SEAT_GM
                              ? 0
                              : s->world->table->question.seat + 1]
                  .name);
  }
}

/* NULL, and the status to exit with, after a sentence. */
static Term *open_term(const Options *o, int *status) {
  TermOptions options = {.ascii = options_flag(o, "ascii")};
  const char *when = options_value(o, "color");
  if (when != NULL && !term_color_parse(when, &options.color)) {
    *status = usage_error("--color %s: expected auto, always or never", when);
    return NULL;
  }
  Term *term = term_open(&options);
  if (term == NULL) *status = complain("not enough memory");
  return term;
}

static int tell(Session *s, const Options *o) {
  int status;
  Term *term = open_term(o, &status);
  if (term == NULL) return status;
  say_start(term, s);
  SessionState state = session_run(s);
  say_events(term, s, state == SESSION_OVER ? READER_ALL : READER_PUBLIC);
  say_end(term, s, state);
  return term_close(term) ? STATUS_DONE : STATUS_FAILED;
}

/* --- for programs --- */

static int tell_json(Session *s) {
  Bytes line = {0};
  if (!replay_json_start(s, &line)) {
    complain(line.data);
    bytes_free(&line);
    return STATUS_FAILED;
  }
  puts(line.data);
  session_run(s);
  const Events *e = &s->world->table->events;
  for (size_t i = 0; i < e->count; i++) {
    bytes_clear(&line);
    replay_json(s, &e->list[i], &line);
    puts(line.data);
  }
  bytes_clear(&line);
  replay_json_end(s, &line);
  puts(line.data);
  bool whole = !line.failed && !e->failed;
  bytes_free(&line);
  return whole ? STATUS_DONE : complain("not enough memory");
}

/* --- under another rule --- */

static int compare(Session *was, Session *with, const Options *o) {
  const char *variants = options_value(o, "with");
  Bytes err = {0};
  int status;
  if (!session_with(with, variants, &err)) {
    status = seating_error(&err, seating_names_script(err.data));
  } else {
    Term *term = open_term(o, &status);
    if (term != NULL) {
      status = replay_with(was, with, variants, term);
      if (!term_close(term)) status = STATUS_FAILED;
    }
  }
  bytes_free(&err);
  return status;
}

static bool read_variants(const Options *o) {
  const char *text = options_value(o, "with");
  if (*text != 0 &&
      strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_+") == strlen(text) &&
      *text != '+')
    return true;
  usage_error("--with %s: expected the name of a variant, or several with +",
              text);
  return false;
}

static int replay_under(const char *path, const Options *o) {
  Bytes notice = {0}, err = {0};
  if (!read_variants(o)) return STATUS_USAGE;
  Session *was = kept_open(path, false, &notice, &err);
  Session *with = was == NULL ? NULL : kept_open(path, false, &notice, &err);
  int status = STATUS_FAILED;
  if (with == NULL)
    complain(err.data);
  else
    status = compare(was, with, o);
  session_close(was);
  session_close(with);
  bytes_free(&notice);
  bytes_free(&err);
  return status;
}

static int replay(const char *path, const Options *o) {
  Bytes notice = {0}, err = {0};
  Session *s = kept_open(path, false, &notice, &err);
  int status = STATUS_FAILED;
  if (s == NULL) {
    complain(err.data);
  } else {
    if (notice.count > 0) term_mistake("croupier: %s", notice.data);
    s->in_full = true;
    status = options_flag(o, "json") ? tell_json(s) : tell(s, o);
    if (s->state == SESSION_BROKEN) status = complain(session_problem(s));
  }
  session_close(s);
  bytes_free(&notice);
  bytes_free(&err);
  return status;
}

static int run(int argc, char **argv) {
  Options o;
  Bytes err = {0};
  int status = options_read(&o, &command_replay, tables, argc, argv);
  if (status == OPTIONS_GO_ON) status = options_rest(&o, &command_replay, 0, 1);
  if (status != OPTIONS_GO_ON) return status;
  if (options_flag(&o, "with") && options_flag(&o, "json"))
    return usage_error("--with and --json don't go together");
  char *path = kept_path(o.rests == 1 ? o.rest[0] : NULL, &err);
  if (path == NULL)
    status = complain(err.data);
  else
    status =
        options_flag(&o, "with") ? replay_under(path, &o) : replay(path, &o);
  bytes_free(&err);
  free(path);
  return status;
}

const Command command_replay = {
    "replay", "tell a kept game again",
    "[FILE] [options]\n\n"
    "FILE is a journal, without one the last that was kept. A game that is\n"
    "over is told with everything that was hidden; of one that is not, only\n"
    "what the whole table knows. --json prints every event of either. --with\n"
    "plays it again under another house rule, as it is on disk, and shows\n"
    "where that first makes a difference.",
    run};
