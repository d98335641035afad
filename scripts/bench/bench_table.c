/* Figures of tables: questions a second, undo and resume, start and size.
 * Rates are by processor time, so that a busy machine shows what an idle one
 * would; all else is by the clock. Medians of several runs. The program
 * measured from outside is $CROUPIER. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "answer/lab.h"
#include "table/session.h"

enum { RUNS = 7, ANSWERS = 400 };

static double clock_of(clockid_t id) {
  struct timespec t;
  clock_gettime(id, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double wall(void) { return clock_of(CLOCK_MONOTONIC); }

static int smaller(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *list, int n) {
  qsort(list, (size_t)n, sizeof *list, smaller);
  return list[n / 2];
}

static void fill(SessionConfig *c, const char *game, int players) {
  memset(c, 0, sizeof *c);
  c->world.game = game;
  c->world.players = players;
  for (int i = 0; i <= players; i++) {
    Player *p = &c->world.player[i];
    snprintf(p->name, sizeof p->name, "P%d", i);
    snprintf(c->answerer[i], ANSWERER_MAX, "random");
  }
}

/* --- questions a second --- */

typedef struct Rate {
  double questions, games; /* a second of processor time, of all threads */
  double by_clock;         /* questions */
} Rate;

static Rate rate_of(const char *game, int players, uint64_t games, int jobs) {
  static LabConfig c;
  double questions[RUNS], played[RUNS], by_clock[RUNS];
  for (int run = 0; run < RUNS; run++) {
    LabResult r;
    Bytes err = {0};
    c = (LabConfig){.games = games, .jobs = jobs, .limit = UINT64_MAX};
    fill(&c.session, game, players);
    c.session.seed[0] = (uint8_t)run;
    double start = clock_of(CLOCK_PROCESS_CPUTIME_ID);
    if (!lab_run(&c, &r, &err)) {
      fprintf(stderr, "%s: %s\n", game, err.data);
      exit(1);
    }
    double cpu = clock_of(CLOCK_PROCESS_CPUTIME_ID) - start;
    questions[run] = (double)r.questions / cpu;
    played[run] = (double)games / cpu;
    by_clock[run] = (double)r.questions / r.seconds;
    lab_free(&r);
  }
  return (Rate){median(questions, RUNS), median(played, RUNS),
                median(by_clock, RUNS)};
}

static void print_rate(const char *name, Rate r) {
  printf("  %-36s %12.0f questions/s %10.0f games/s\n", name, r.questions,
         r.games);
  fflush(stdout);
}

static void bench_rates(void) {
  print_rate("four ways, one thread",
             rate_of("scripts/bench/four_ways", 2, 3000, 1));
  Rate one = rate_of("rod_and_reel", 4, 3000, 1);
  Rate two = rate_of("rod_and_reel", 4, 3000, 2);
  print_rate("Rod & Reel, four fishers, one thread", one);
  printf("  %-36s %12.2f times one by the clock, %.2f by processor time\n",
         "two threads", two.by_clock / one.by_clock,
         2 * two.questions / one.questions);
}

/* --- a table under way --- */

static Journal *new_journal(const char *path) {
  char why[1024];
  unlink(path);
  Journal *j = journal_create(path, why, sizeof why);
  if (j == NULL) fprintf(stderr, "%s\n", why);
  return j;
}

/* A contest that waits for answer ANSWERS + 1. */
static Session *contest(const char *path) {
  static SessionConfig c;
  Bytes err = {0};
  fill(&c, "rod_and_reel", 4);
  c.world.sets[c.world.set_count++] = "hands=60";
  c.journal = new_journal(path);
  Session *s = c.journal ? session_begin(&c, &err) : NULL;
  if (s == NULL) fprintf(stderr, "%s\n", err.data ? err.data : "no table");
  bytes_free(&err);
  while (s != NULL && session_run(s) == SESSION_QUESTION &&
         s->world->table->questions <= ANSWERS) {
    size_t plays = s->plays.count;
    session_answer_random(s);
    if (s->plays.count > plays) s->plays.list[plays].person = true;
  }
  return s;
}

static double undo_once(Session *s) {
  Bytes sentence = {0};
  double start = wall();
  session_undo(s, &sentence);
  double took = wall() - start;
  session_answer_random(s);
  s->plays.list[s->plays.count - 1].person = true;
  session_run(s);
  bytes_free(&sentence);
  return took;
}

static double resume_once(const char *path) {
  char why[1024];
  Bytes err = {0};
  double start = wall();
  Journal *j = journal_open(path, why, sizeof why);
  Session *s = j == NULL ? NULL : session_resume(j, NULL, false, &err);
  double took = wall() - start;
  if (s == NULL) fprintf(stderr, "%s\n", j == NULL ? why : err.data);
  session_close(s);
  bytes_free(&err);
  return took;
}

static void print_ms(const char *name, double *list) {
  printf("  %-36s %12.2f ms\n", name, 1e3 * median(list, RUNS));
  fflush(stdout);
}

static void bench_session(const char *folder) {
  char path[256];
  double took[RUNS];
  snprintf(path, sizeof path, "%s/contest.journal", folder);
  Session *s = contest(path);
  if (s == NULL) return;
  for (int i = 0; i < RUNS; i++) took[i] = undo_once(s);
  print_ms("undo at question 400", took);
  session_close(s);
  session_close(contest(path));
  for (int i = 0; i < RUNS; i++) took[i] = resume_once(path);
  print_ms("resume of 400 answers", took);
  unlink(path);
}

/* --- the program from outside --- */

typedef struct Child {
  pid_t pid;
  int in, out;
} Child;

static Child start(const char *const *argv) {
  int in[2], out[2];
  if (pipe(in) != 0 || pipe(out) != 0) exit(1);
  Child c = {fork(), in[1], out[0]};
  if (c.pid == 0) {
    dup2(in[0], 0);
    dup2(out[1], 1);
    dup2(out[1], 2);
    close(in[1]);
    close(out[0]);
    execv(argv[0], (char *const *)argv);
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  return c;
}

static void finish(Child c) {
  int status;
  close(c.in);
  close(c.out);
  kill(c.pid, SIGTERM);
  waitpid(c.pid, &status, 0);
}

static void bench_start(const char *program) {
  const char *const argv[] = {program, "list", NULL};
  double took[RUNS];
  for (int i = 0; i < RUNS; i++) {
    char byte;
    double begin = wall();
    Child c = start(argv);
    bool there = read(c.out, &byte, 1) == 1;
    took[i] = wall() - begin;
    finish(c);
    if (!there) {
      printf("  croupier list: no output\n");
      return;
    }
  }
  print_ms("croupier list, to its first output", took);
}

static long resident(pid_t pid) {
  char path[64], line[256];
  long kb = -1;
  snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
  FILE *f = fopen(path, "r");
  while (f != NULL && fgets(line, sizeof line, f))
    if (sscanf(line, "VmRSS: %ld", &kb) == 1) break;
  if (f != NULL) fclose(f);
  return kb;
}

/* Reads until the program waits: nothing comes for 300 ms. */
static bool settles(const Child *c) {
  char room[4096];
  size_t got = 0;
  struct pollfd p = {.fd = c->out, .events = POLLIN};
  for (int waits = 0; waits < 100; waits++) {
    if (poll(&p, 1, got > 0 ? 300 : 3000) <= 0) return got > 0;
    ssize_t n = read(c->out, room, sizeof room);
    if (n <= 0) return false;
    got += (size_t)n;
  }
  return false;
}

static void bench_size(const char *program, const char *folder) {
  char path[256];
  snprintf(path, sizeof path, "%s/size.journal", folder);
  const char *const argv[] = {program,
                              "play",
                              "rod_and_reel",
                              "--seats",
                              "me,angler,angler,angler",
                              "--journal",
                              path,
                              NULL};
  Child c = start(argv);
  if (settles(&c))
    printf("  %-36s %12.1f MB\n", "resident at a table",
           (double)resident(c.pid) / 1024);
  else
    printf("  croupier play: nothing to measure\n");
  finish(c);
  unlink(path);
}

int main(void) {
  char folder[] = "/tmp/croupier-bench-XXXXXX";
  const char *program = getenv("CROUPIER");
  if (mkdtemp(folder) == NULL) return 1;
  printf("  compiled by %s\n", __VERSION__);
  bench_rates();
  bench_session(folder);
  if (program != NULL) {
    bench_start(program);
    bench_size(program, folder);
  }
  rmdir(folder);
  return 0;
}
