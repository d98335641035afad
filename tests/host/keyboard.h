/* A part of a test that runs at a terminal, and its keyboard and screen.
 *
 * The part is a function run in a child process whose standard streams are a
 * pseudo terminal (or a pipe). One test program includes this once. */
#ifndef TESTS_KEYBOARD_H
#define TESTS_KEYBOARD_H

#include <errno.h>
#include <libgen.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define PTY_PATIENCE 10000 /* ms */

typedef struct Pty {
  int fd;
  pid_t pid;
  char seen[65536];  /* all that was written */
  size_t len, after; /* after: where the last text waited for ended */
} Pty;

/* Runs part() at a terminal of so many columns and 24 lines. */
static inline void pty_start(Pty *p, void (*part)(void), int columns) {
  struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = 24};
  memset(p, 0, sizeof *p);
  fflush(NULL);
  p->pid = forkpty(&p->fd, NULL, NULL, &size);
  if (p->pid < 0) abort();
  if (p->pid > 0) return;
  part();
  _exit(99);
}

/* The path of the program that was built with this test, or that CROUPIER
 * names. */
static inline const char *pty_program(void) {
  static char path[4096];
  const char *given = getenv("CROUPIER");
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 32);
  path[n > 0 ? n : 0] = '\0';
  if (given != NULL)
    snprintf(path, sizeof path, "%s", given);
  else
    strcat(dirname(dirname(path)), "/croupier");
  return path;
}

/* Becomes that program, with these words, at a terminal of that name; it keeps
 * its journals under `state`. */
static inline void pty_run(const char *const *words, const char *state,
                           const char *terminal) {
  setenv("XDG_STATE_HOME", state, 1);
  setenv("LC_ALL", "C.UTF-8", 1);
  setenv("TERM", terminal, 1);
  execv(words[0], (char *const *)words);
}

/* Reads what there is within `ms`; false at the end. */
static inline bool pty_read(Pty *p, int ms) {
  struct pollfd one = {.fd = p->fd, .events = POLLIN};
  if (p->len + 1 >= sizeof p->seen || poll(&one, 1, ms) <= 0) return false;
  ssize_t n = read(p->fd, p->seen + p->len, sizeof p->seen - p->len - 1);
  if (n <= 0) return false;
  p->len += (size_t)n;
  p->seen[p->len] = '\0';
  return true;
}

/* Waits until `text` is written after what was waited for before. */
static inline bool pty_wait(Pty *p, const char *text) {
  for (;;) {
    char *at = strstr(p->seen + p->after, text);
    if (at) {
      p->after = (size_t)(at - p->seen) + strlen(text);
      return true;
    }
    if (pty_read(p, PTY_PATIENCE)) continue;
    fprintf(stderr, "  waited for [%s] in [%s]\n", text, p->seen + p->after);
    return false;
  }
}

static inline void pty_type(Pty *p, const char *keys) {
  if (write(p->fd, keys, strlen(keys)) < 0) fprintf(stderr, "  can't type\n");
}

/* Whether the terminal is as a program finds it: lines, echo. */
static inline bool pty_is_cooked(const Pty *p) {
  struct termios mode;
  return tcgetattr(p->fd, &mode) == 0 && (mode.c_lflag & ICANON) &&
         (mode.c_lflag & ECHO);
}

/* Whether it takes lines, and shows nothing of them. */
static inline bool pty_is_quiet(const Pty *p) {
  struct termios mode;
  return tcgetattr(p->fd, &mode) == 0 && (mode.c_lflag & ICANON) &&
         !(mode.c_lflag & ECHO);
}

/* Reads to the end; the exit status, or 1000 + the signal that ended it. */
static inline int pty_finish(Pty *p) {
  int status = 0;
  while (p->fd >= 0 && pty_read(p, PTY_PATIENCE)) continue;
  if (p->fd >= 0) close(p->fd);
  for (int i = 0; i < PTY_PATIENCE / 10; i++) {
    if (waitpid(p->pid, &status, WNOHANG) == p->pid)
      return WIFSIGNALED(status) ? 1000 + WTERMSIG(status)
                                 : WEXITSTATUS(status);
    usleep(10000);
  }
  kill(p->pid, SIGKILL);
  waitpid(p->pid, &status, 0);
  return 9999;
}

#endif
