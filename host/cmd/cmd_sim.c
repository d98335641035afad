/* croupier sim: many games by bots, and what they came to.
 *
 * All figures but the rate depend on the seed alone. Ctrl-C is not taken by
 * a handler, which would need a variable of the program's own: the signal is
 * blocked and looked for ten times a second. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "answer/figures.h"
#include "answer/term.h"
#include "cmd/cmd_sim.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "cmd/seating.h"

static const OptionSpec specs[] = {
    {"games", 'n', "NUMBER", "how many games, 1000 if not given"},
    {"jobs", 'j', "NUMBER", "threads, one a processor if not given"},
    {"limit", 0, "QUESTIONS", "a game is stopped after so many, 100000"},
    {"actions", 0, "RATE", "how often somebody acts out of turn, 0 to 1"},
    {"save", 0, "DIR", "keep a journal of every game there"},
    {"json", 0, NULL, "for other programs: one object"},
    {NULL, 0, NULL, NULL}};
static const OptionSpec *const tables[] = {seating_options, specs, NULL};

enum { USUAL_SEATS = 4, GAMES_MAX = 100000000, JOBS_MOST = 256 };

typedef struct Watch {
  Term *term;
  bool interrupted;
} Watch;

static bool watch(void *ud, uint64_t done, uint64_t games) {
  Watch *w = ud;
  static const struct timespec at_once = {0, 0};
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  if (sigtimedwait(&set, NULL, &at_once) == SIGINT) w->interrupted = true;
  if (!w->interrupted) term_progress(w->term, "games", done, games);
  return !w->interrupted;
}

/* Runs the laboratory with Ctrl-C held back, in all of its threads. */
static bool run_watched(LabConfig *c, Watch *w, LabResult *r, Bytes *err) {
  sigset_t set, before;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  pthread_sigmask(SIG_BLOCK, &set, &before);
  c->progress = watch;
  c->ud = w;
  bool done = lab_run(c, r, err);
  watch(w, r->games, r->games);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  term_progress_end(w->term);
  return done;
}

static int complain(const char *text) {
  term_mistake("croupier: %s", text);
  return STATUS_FAILED;
}

/* --- what is wanted --- */

static bool read_rate(const Options *o, double *rate) {
  const char *text = options_value(o, "actions");
  if (text == NULL) return true;
  char *end;
  *rate = strtod(text, &end);
  if (end != text && *end == 0 && *rate >= 0 && *rate <= 1) return true;
  usage_error("--actions %s: expected a number from 0 to 1", text);
  return false;
}

static bool make_folder(const char *path) {
  if (path == NULL || mkdir(path, 0700) == 0 || errno == EEXIST) return true;
  usage_error("--save %s: %s", path, strerror(errno));
  return false;
}

static bool read_lab(const Options *o, LabConfig *c) {
  long games = 1000, limit = 100000, jobs = sysconf(_SC_NPROCESSORS_ONLN);
  if (jobs < 1) jobs = 1;
  if (jobs > JOBS_MOST) jobs = JOBS_MOST;
  if (!options_number(o, "games", 1, GAMES_MAX, &games) ||
      !options_number(o, "jobs", 1, JOBS_MOST, &jobs) ||
      !options_number(o, "limit", 1, 1000000000, &limit) ||
      !read_rate(o, &c->actions))
    return false;
  c->games = (uint64_t)games;
  c->jobs = (int)jobs;
  c->limit = (uint64_t)limit;
  c->save = options_value(o, "save");
  return make_folder(c->save);
}

/* --- all of it --- */

static int report(const LabConfig *c, const LabResult *r, const Options *o,
                  Watch *w) {
  SimReport report = {.config = c,
                      .result = r,
                      .ends = figures_ends(r),
                      .seed = options_value(o, "seed")};
  bool good =
      options_flag(o, "json") ? sim_json(&report) : sim_print(&report, w->term);
  if (!good) return complain("not enough memory");
  if (w->interrupted) return STATUS_INTERRUPTED;
  return report.ends.failed > 0 ? STATUS_FAILED : STATUS_DONE;
}

static int simulate(LabConfig *c, const Options *o) {
  Watch w = {.term = term_open(NULL)};
  if (w.term == NULL) return complain("not enough memory");
  LabResult r;
  Bytes err = {0};
  int status = STATUS_USAGE;
  if (run_watched(c, &w, &r, &err)) {
    status = report(c, &r, o, &w);
    lab_free(&r);
  } else {
    status = seating_error(&err, err.data && seating_names_script(err.data));
  }
  bytes_free(&err);
  return term_close(w.term) ? status : STATUS_FAILED;
}

static int run_seated(const Options *o, Seating *seating) {
  LabConfig c = {.games = 0};
  int status;
  if (!read_lab(o, &c)) return STATUS_USAGE;
  if (!seating_bots(o, USUAL_SEATS, seating, &status)) return status;
  c.session = seating->config;
  return simulate(&c, o);
}

static int run(int argc, char **argv) {
  return seating_command(&command_sim, tables, argc, argv, run_seated);
}

const Command command_sim = {
    "sim", "play many games by bots and count",
    "GAME[+VARIANT...] [options]\n\n"
    "Plays games without people: who wins how often, with what score, and "
    "what\n"
    "the game itself counts. A first place that is shared counts in parts; a\n"
    "+- is one standard error. The same seed gives the same figures with any\n"
    "number of threads.",
    run};
