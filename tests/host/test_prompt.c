/* A person at a keyboard, and a file instead of one. */
#include <sys/ioctl.h>
#include <sys/stat.h>

#include "check.h"
#include "keyboard.h"
#include "talk.h"
#include "tools.h"

#define CTRL_C "\003"
#define CTRL_D "\004"
#define CTRL_Z "\032"
#define UP "\033[A"

/* The environment hands a part its history file: it is a process of its own. */
/* The environment hands it its history file. */
static void part_talk(void) { talk("talk"); }

static void start(Pty *p, int columns) {
  pty_start(p, part_talk, columns);
  CHECK(pty_wait(p, "keep> "));
}

static void typed(Pty *p, const char *keys, const char *answer) {
  pty_type(p, keys);
  CHECK(pty_wait(p, answer));
}

/* A line, what the program got, and the next prompt. */
static void line(Pty *p, const char *keys, const char *answer) {
  typed(p, keys, answer);
  CHECK(pty_wait(p, "keep> "));
}

static void finish(Pty *p, const char *keys, const char *last) {
  typed(p, keys, last);
  CHECK_INT(pty_finish(p), 0);
}

static void test_lines(void) {
  Pty p;
  start(&p, 80);
  line(&p, "Kh\r", "got [Kh]");
  line(&p, "\r", "got []");
  line(&p, "a\002b\r", "got [ba]"); /* Ctrl-B: one back */
  line(&p, "K\u2665 \u00e9\r", "got [K\u2665 \u00e9]");
  line(&p, "one\rtwo\r", "got [one]");
  CHECK(pty_wait(&p, "got [two]"));
  line(&p, "ab" CTRL_D "c\r", "got [abc]"); /* not empty: not the end */
  CHECK(!pty_is_cooked(&p));
  finish(&p, CTRL_D, "the end");
  start(&p, 40);
  line(&p, "0123456789012345678901234567890123456789012345678901234567890\r",
       "got\r\n[0123456789012345678901234567890");
  finish(&p, CTRL_D, "the end");
}

static void test_interrupt(void) {
  Pty p;
  start(&p, 80);
  for (int i = 0; i < 40; i++) { /* keys that Ctrl-C overtakes */
    line(&p, "abc" CTRL_C, "Press Ctrl-C again");
    line(&p, "x\r", "got [x]");
  }
  finish(&p, CTRL_D, "the end");
  start(&p, 80);
  line(&p, "abc" CTRL_C, "^C\r\nPress Ctrl-C again to leave.");
  line(&p, "x\r", "got [x]");
  line(&p, CTRL_C, "Press Ctrl-C again");
  typed(&p, "y", "y");
  line(&p, CTRL_C, "Press Ctrl-C again"); /* something was typed between */
  finish(&p, CTRL_C, "interrupted");
  start(&p, 80);
  line(&p, "abc" CTRL_C, "again");
  finish(&p, CTRL_C, "interrupted");
  start(&p, 80);
  line(&p, CTRL_C, "again");
  line(&p, "x\r", "got [x]");
  line(&p, CTRL_C, "again"); /* not in a row */
  typed(&p, "\022k", "search");
  line(&p, CTRL_C, "again"); /* in a search for old lines */
  line(&p, "x\r", "got [x]");
  finish(&p, CTRL_D, "the end");
}

static void test_busy(void) {
  Pty p;
  siginfo_t ended = {0};
  start(&p, 80);
  typed(&p, "busy\r", "got [busy]");
  CHECK(pty_is_quiet(&p)); /* while nothing is read */
  typed(&p, CTRL_C, "disturbed");
  CHECK(pty_wait(&p, "Press Ctrl-C again"));
  line(&p, "x\r", "got [x]");
  typed(&p, "busy\r", "got [busy]");
  pty_type(&p, CTRL_C);
  CHECK(pty_wait(&p, "disturbed"));
  finish(&p, CTRL_C, "interrupted"); /* two before it looked */
  start(&p, 80);
  typed(&p, "busy\r", "got [busy]");
  typed(&p, CTRL_C, "disturbed");
  do { /* two at once would be one */
    pty_type(&p, CTRL_C);
    usleep(20000);
  } while (waitid(P_PID, (id_t)p.pid, &ended, WEXITED | WNOHANG | WNOWAIT) ==
               0 &&
           ended.si_pid == 0);
  CHECK_INT(pty_finish(&p), 1000 + SIGINT);
}

/* Readline doesn't catch signals: it would take two for one, and its handler
 * would run in the middle of ours. */
static void test_interrupted_completion(void) {
  Pty p;
  start(&p, 80);
  typed(&p, "slowly\t", "thinking");
  for (int i = 0; i < 2; i++) { /* two at once would be one */
    pty_type(&p, CTRL_C);
    usleep(60000);
  }
  finish(&p, "", "interrupted");
}

static void test_completion(void) {
  Pty p;
  start(&p, 80);
  line(&p, "qu\t\r", "got [queen of hearts]");
  line(&p, "QU\t\r", "got [queen of hearts]");
  typed(&p, "ki\t", "king of hearts  king of spades\r\n");
  CHECK(pty_wait(&p, "keep> king of "));
  line(&p, "s\t\r", "got [king of spades]");
  line(&p, "king of hearts\t\r", "got [king of hearts]");
  line(&p, "Kh, qu\t\r", "got [Kh, queen of hearts]");
  typed(&p, "Kh, k\t", "king of hearts  king of spades\r\n");
  line(&p, "h\t\r", "got [Kh, king of hearts]");
  line(&p, ":he\tx\r", "got [:help x]");
  line(&p, "7\t\r", "got [7\u2665]");
  line(&p, "/et\t\r", "got [/et]"); /* never files */
  line(&p, "zz\t\r", "got [zz]");
  line(&p, "qX\002\t\r", "got [queen of heartsX]"); /* before the cursor */
  finish(&p, CTRL_D, "the end");
}

static void test_history(void) {
  char path[] = "/tmp/test-prompt-XXXXXX", text[8192];
  struct stat st;
  Pty p;
  close(mkstemp(path));
  unlink(path);
  setenv("TEST_HISTORY", path, 1);
  start(&p, 80);
  line(&p, "first\r", "got [first]");
  line(&p, "first\r", "got [first]");
  line(&p, " \r", "got [ ]");
  line(&p, "secret\r", "got [secret]");
  line(&p, "my cards\r", "got [my cards]");
  line(&p, UP "\r", "got [secret]");
  line(&p, UP UP "\r", "got [first]");
  finish(&p, CTRL_D, "the end");
  slurp(path, text, sizeof text);
  CHECK(strcmp(text, "first\nsecret\n") == 0);
  CHECK(stat(path, &st) == 0 && (st.st_mode & 07777) == 0600);
  chmod(path, 0644);
  start(&p, 80);
  line(&p, UP "\r", "got [secret]"); /* of the last process */
  finish(&p, CTRL_D, "the end");
  CHECK(stat(path, &st) == 0 && (st.st_mode & 07777) == 0600);
  unlink(path);
  setenv("TEST_HISTORY", "/no/such/folder/history", 1);
  start(&p, 80);
  line(&p, "a\r", "got [a]");
  line(&p, UP "\r", "got [a]");
  finish(&p, CTRL_D, "the end");
  unsetenv("TEST_HISTORY");
}

/* History doesn't grow for ever. */
static void test_long_history(void) {
  char path[] = "/tmp/test-prompt-XXXXXX", text[32768];
  struct stat st;
  Pty p;
  FILE *f = fdopen(mkstemp(path), "w");
  for (int i = 0; f && i < 3000; i++) fprintf(f, "line %d\n", i);
  if (f) fclose(f);
  setenv("TEST_HISTORY", path, 1);
  start(&p, 80);
  line(&p, UP "\r", "got [line 2999]");
  finish(&p, CTRL_D, "the end");
  slurp(path, text, sizeof text);
  CHECK(strncmp(text, "line 2000\n", 10) == 0);
  CHECK(stat(path, &st) == 0 && (st.st_mode & 07777) == 0600);
  unlink(path);
  unsetenv("TEST_HISTORY");
}

static void test_stop(void) {
  Pty p;
  int status;
  start(&p, 80);
  typed(&p, "ab", "ab");
  pty_type(&p, CTRL_Z);
  /* the child leads its session, where a stop from the keyboard is nothing */
  usleep(100000);
  CHECK_INT(waitpid(p.pid, &status, WNOHANG | WUNTRACED), 0);
  line(&p, "c\r", "got [abc]");
  finish(&p, CTRL_D, "the end");
}

/* As a shell starts it: a child of the session's leader, in front. */
static void part_shell(void) {
  int status;
  pid_t child = fork();
  if (child == 0) {
    setpgid(0, 0);
    signal(SIGTTOU, SIG_IGN);
    tcsetpgrp(0, getpgrp());
    signal(SIGTTOU, SIG_DFL);
    part_talk();
  }
  signal(SIGTTOU, SIG_IGN);
  waitpid(child, &status, WUNTRACED);
  tcsetpgrp(0, getpgrp());
  printf("%s\n", WIFSTOPPED(status) ? "stopped" : "not stopped");
  fflush(stdout);
  while (getchar() != '\n') continue; /* the terminal takes lines again */
  tcsetpgrp(0, child);
  kill(child, SIGCONT);
  waitpid(child, &status, 0);
  _exit(WEXITSTATUS(status));
}

static void test_job_control(void) {
  Pty p;
  pty_start(&p, part_shell, 80);
  CHECK(pty_wait(&p, "keep> "));
  typed(&p, "ab", "ab");
  typed(&p, CTRL_Z, "stopped");
  CHECK(pty_is_cooked(&p));
  typed(&p, "fg\n", "keep> ab");
  CHECK(!pty_is_cooked(&p));
  line(&p, "c\r", "got [abc]");
  finish(&p, CTRL_D, "the end");
}

static void test_ends(void) {
  static const int deadly[] = {SIGTERM, SIGHUP, SIGQUIT};
  Pty p;
  for (size_t i = 0; i < 3; i++) {
    start(&p, 80);
    typed(&p, "ab", "ab");
    kill(p.pid, deadly[i]);
    while (pty_read(&p, PTY_PATIENCE)) continue;
    CHECK_INT(pty_finish(&p), 1000 + deadly[i]);
  }
  start(&p, 80);
  typed(&p, "ab", "ab");
  close(p.fd); /* the window is closed */
  p.fd = -1;
  int status = pty_finish(&p); /* the signal and the end race */
  CHECK(status == 1000 + SIGHUP || status == 0);
  signal(SIGHUP, SIG_IGN); /* nohup */
  start(&p, 80);
  close(p.fd);
  p.fd = -1;
  CHECK_INT(pty_finish(&p), 0);
  signal(SIGHUP, SIG_DFL);
}

static void test_window(void) {
  struct winsize small = {.ws_col = 40, .ws_row = 10};
  Pty p;
  start(&p, 80);
  typed(&p, "abc", "abc");
  CHECK_INT(ioctl(p.fd, TIOCSWINSZ, &small), 0);
  line(&p, "d\r", "got [abcd]");
  finish(&p, CTRL_D, "the end");
}

/* So narrow that nothing can be read there: but nothing breaks, either. */
static void test_narrow(void) {
  struct winsize narrow = {.ws_col = 3, .ws_row = 2};
  static const char line60[] =
      "012345678901234567890123456789012345678901234567890123456789\r";
  Pty p;
  for (int columns = 1; columns <= 3; columns++) {
    pty_start(&p, part_talk, columns);
    CHECK(pty_wait(&p, ">"));
    pty_type(&p, line60);
    CHECK(pty_wait(&p, ">"));
    pty_type(&p, CTRL_D);
    CHECK_INT(pty_finish(&p), 0);
  }
  start(&p, 80);
  CHECK_INT(ioctl(p.fd, TIOCSWINSZ, &narrow), 0);
  typed(&p, line60, ">");
  pty_type(&p, CTRL_D);
  CHECK_INT(pty_finish(&p), 0);
}

/* Standard input and output are pipes: the end to write to. */
static int start_plain(Pty *p) {
  int in[2], out[2];
  memset(p, 0, sizeof *p);
  if (pipe(in) || pipe(out)) abort();
  fflush(NULL);
  p->pid = fork();
  if (p->pid == 0) {
    dup2(in[0], 0);
    dup2(out[1], 1);
    close(in[1]);
    close(out[0]);
    part_talk();
  }
  close(in[0]);
  close(out[1]);
  p->fd = out[0];
  return in[1];
}

/* Standard input is this text, output a pipe. */
static bool plain(const char *input, size_t n, const char *want) {
  Pty p;
  int in = start_plain(&p);
  pid_t writer = fork(); /* a pipe may be too short for all of it */
  if (writer == 0) _exit(write(in, input, n) < (ssize_t)n);
  close(in);
  CHECK_INT(pty_finish(&p), 0);
  waitpid(writer, NULL, 0);
  bool same = strcmp(p.seen, want) == 0;
  if (!same) fprintf(stderr, "  got [%s]\n  want [%s]\n", p.seen, want);
  return same;
}

static void test_plain(void) {
  CHECK(plain("", 0, "keep> \nthe end\n"));
  CHECK(plain("Kh\n\n", 4,
              "keep> \ngot [Kh]\nkeep> \ngot []\nkeep> \nthe end\n"));
  CHECK(plain("last", 4, "keep> \ngot [last]\nkeep> \nthe end\n"));
  CHECK(plain("a\0b\r\n", 5, "keep> \ngot [ab]\nkeep> \nthe end\n"));
  CHECK(plain("\033[2J\xff\n", 6, "keep> \ngot [[2J?]\nkeep> \nthe end\n"));
}

/* A program at the other ends is asked before it answers. */
static void test_program(void) {
  Pty p;
  int in = start_plain(&p);
  for (int i = 0; i < 2; i++) {
    CHECK(pty_wait(&p, "keep> "));
    CHECK(write(in, "Kh\n", 3) == 3);
    CHECK(pty_wait(&p, "got [Kh]\n"));
  }
  close(in);
  CHECK_INT(pty_finish(&p), 0);
}

/* What is beyond 64 KB of a line is passed over. */
static void test_long_line(void) {
  static char text[200005];
  memset(text, 'x', 200000);
  memcpy(text + 200000, "\nyy\n", 5);
  CHECK(plain(text, 200004,
              "keep> \ngot 65536 bytes\nkeep> \ngot [yy]\nkeep> \nthe end\n"));
}

/* With a reader gone there is no next question, though input would come. */
static void test_nobody_reads(void) {
  int in[2], out[2];
  Pty p = {.fd = -1};
  if (pipe(in) || pipe(out)) abort();
  close(out[0]);
  if (write(in[1], "a\n", 2) != 2) abort();
  fflush(NULL);
  p.pid = fork();
  if (p.pid == 0) {
    dup2(in[0], 0);
    dup2(out[1], 1);
    part_talk();
  }
  close(out[1]);
  CHECK_INT(pty_finish(&p), 0);
  close(in[0]);
  close(in[1]);
}

int main(void) {
  setenv("LC_ALL", "C.UTF-8", 1);
  setenv("TERM", "xterm", 1);
  setenv("INPUTRC", "/dev/null", 1);
  setenv("NO_COLOR", "1", 1);
  unsetenv("COLUMNS");
  signal(SIGQUIT, SIG_DFL); /* a shell's background job ignores it */
  test_plain();
  test_program();
  test_long_line();
  test_nobody_reads();
  test_lines();
  test_interrupt();
  test_busy();
  test_completion();
  test_interrupted_completion();
  test_history();
  test_long_history();
  test_stop();
  test_job_control();
  test_ends();
  test_window();
  test_narrow();
  return check_done("prompt");
}
