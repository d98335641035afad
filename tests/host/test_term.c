/* Output: what colours depend on, widths, the curtain, readers that go. */
#include <fcntl.h>

#include "check.h"
#include "keyboard.h"
#include "talk.h"

/* Runs part() with standard output and error into a pipe. */
static void pipe_start(Pty *p, void (*part)(void)) {
  int ends[2];
  memset(p, 0, sizeof *p);
  fflush(NULL);
  if (pipe(ends)) abort();
  p->pid = fork();
  if (p->pid == 0) {
    dup2(ends[1], 1);
    dup2(ends[1], 2);
    close(ends[0]);
    close(ends[1]);
    part();
    _exit(99);
  }
  close(ends[1]);
  p->fd = ends[0];
}

static void clear_environment(void) {
  static const char *const names[] = {"NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE",
                                      "COLUMNS"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) unsetenv(names[i]);
  setenv("TERM", "xterm", 1);
  setenv("LC_ALL", "C.UTF-8", 1);
}

static void part_good(void) { talk("good-auto"); }
static void part_always(void) { talk("good-always"); }
static void part_never(void) { talk("good-never"); }

static bool colored(void (*part)(void), bool terminal) {
  Pty p;
  if (terminal)
    pty_start(&p, part, 80);
  else
    pipe_start(&p, part);
  CHECK_INT(pty_finish(&p), 0);
  CHECK(strstr(p.seen, "good") != NULL);
  return strstr(p.seen, "\033[32m") != NULL;
}

static bool colored_with(const char *name, const char *value, bool terminal) {
  clear_environment();
  setenv(name, value, 1);
  bool result = colored(part_good, terminal);
  clear_environment();
  return result;
}

static void test_color(void) {
  CHECK(colored(part_good, true));
  CHECK(!colored(part_good, false));
  CHECK(colored(part_always, false));
  CHECK(!colored(part_never, true));
  CHECK(!colored_with("NO_COLOR", "1", true));
  CHECK(colored_with("NO_COLOR", "", true)); /* empty is not set */
  CHECK(!colored_with("TERM", "dumb", true));
  CHECK(!colored_with("CLICOLOR", "0", true));
  CHECK(colored_with("CLICOLOR_FORCE", "1", false));
  CHECK(!colored_with("CLICOLOR_FORCE", "0", false));
  setenv("NO_COLOR", "1", 1);
  CHECK(colored(part_always, false)); /* the command line is nearer */
  CHECK(!colored_with("NO_COLOR", "1", true));
}

static void part_text(void) { talk("text"); }

static bool shows(void (*start)(Pty *), const char *want) {
  Pty p;
  start(&p);
  CHECK_INT(pty_finish(&p), 0);
  bool same = strstr(p.seen, want) != NULL;
  if (!same) fprintf(stderr, "  no [%s]\n  in [%s]\n", want, p.seen);
  return same;
}

static void text_narrow(Pty *p) { pty_start(p, part_text, 40); }
static void text_tiny(Pty *p) { pty_start(p, part_text, 3); }
static void text_unknown(Pty *p) { pty_start(p, part_text, 0); }
static void text_pipe(Pty *p) { pipe_start(p, part_text); }

static void test_text(void) {
  clear_environment();
  setenv("NO_COLOR", "1", 1);
  CHECK(
      shows(text_narrow, "\u2500\u2500 Round 1 of 5 \u2500\u2500\u2500\u2500"));
  CHECK(shows(text_narrow, "jumps over the lazy\r\ndog \u2665.\r\n"));
  CHECK(shows(text_narrow, "Ann   K\u2665 Q\u2665\r\none  two\r\n"));
  CHECK(shows(text_narrow, "\033[H\033[2J\033[3Jsymbols 1, width 40\r\n"));
  CHECK(shows(text_narrow, "warned\r\n"));
  CHECK(shows(text_tiny, "width 20"));
  CHECK(shows(text_unknown, "width 80"));
  CHECK(shows(text_pipe, "two\n-----------------------------------------"));
  CHECK(shows(text_pipe, "symbols 1, width 80\nwarned\n")); /* in order */
  setenv("COLUMNS", "60", 1);
  CHECK(shows(text_pipe, "width 60"));
  setenv("COLUMNS", "nonsense", 1);
  CHECK(shows(text_narrow, "width 40"));
  setenv("TERM", "dumb", 1);
  CHECK(shows(text_narrow, "two\r\n\r\n\r\n\r\n"));
  setenv("LC_ALL", "C", 1);
  CHECK(shows(text_pipe, "-- Round 1 of 5 ----"));
  CHECK(shows(text_pipe, "Ann   Kh Qh\n"));
  CHECK(shows(text_pipe, "symbols 0"));
  clear_environment();
}

static void part_flood(void) { talk("flood"); }

static void part_full(void) {
  int fd = open("/dev/full", O_WRONLY);
  dup2(fd, 1);
  talk("lost");
}

static void part_slow(void) {
  fcntl(1, F_SETFL, O_WRONLY | O_NONBLOCK);
  talk("slow");
}

static void test_readers(void) {
  Pty p;
  pipe_start(&p, part_flood);
  CHECK(pty_wait(&p, "nobody"));
  close(p.fd);
  p.fd = -1;
  CHECK_INT(pty_finish(&p), 0);
  pipe_start(&p, part_full);
  CHECK_INT(pty_finish(&p), 7);
  CHECK(strstr(p.seen, "could not be written: No space left") != NULL);
  pipe_start(&p, part_slow);
  usleep(50000);
  CHECK_INT(pty_finish(&p), 0);
  CHECK_INT(p.len, 2000 * 24);
}

static void part_progress(void) { talk("progress"); }

static void progress_terminal(Pty *p) { pty_start(p, part_progress, 40); }
static void progress_pipe(Pty *p) { pipe_start(p, part_progress); }

static void test_progress(void) {
  CHECK(shows(progress_terminal, "10,000 games"));
  CHECK(shows(progress_terminal, "[...............]   0%"));
  CHECK(shows(progress_terminal, "[#######........]  50%\033[K\r\033[Kresult"));
  Pty p;
  progress_terminal(&p);
  CHECK_INT(pty_finish(&p), 0);
  CHECK(strstr(p.seen, " 25%") == NULL);
  progress_pipe(&p);
  CHECK_INT(pty_finish(&p), 0);
  CHECK(strcmp(p.seen, "result\n") == 0);
}

int main(void) {
  clear_environment();
  test_color();
  test_text();
  test_readers();
  test_progress();
  return check_done("term");
}
