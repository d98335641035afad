/* croupier: finds the command and runs it. */
#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd/command.h"
#include "cmd/options.h"
#include "script/embed.h"
#include "script/sources.h"

typedef struct Called {
  const char *name;
  bool game;
} Called;

static void compare(void *ud, const char *name, const char *folder) {
  Called *c = ud;
  size_t n = strcspn(c->name, "+");
  (void)folder;
  c->game = c->game || (strlen(name) == n && strncmp(name, c->name, n) == 0);
}

static int no_such_command(const char *name) {
  Called called = {name, false};
  sources_games(compare, &called);
  if (called.game)
    return usage_error("`%s` is a game: `croupier play %s`", name, name);
  const char *near = command_nearest(name);
  if (near != NULL)
    return usage_error("no command `%s`, did you mean `%s`?", name, near);
  return usage_error("no command `%s`; `croupier help` lists them", name);
}

static int dispatch(int argc, char **argv) {
  if (argc < 2) {
    char *list[] = {"welcome", NULL};
    return command_list.run(1, list);
  }
  const char *name = argv[1];
  if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
    printf("croupier %s\n", embed_version());
    return STATUS_DONE;
  }
  if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) name = "help";
  const Command *command = command_find(name);
  if (command == NULL) return no_such_command(name);
  return command->run(argc - 1, argv + 1);
}

/* Has whoever read our output gone away? */
static bool reader_gone(void) {
  struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
  return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

/* Output that nobody reads is no failure; output that got lost is one. */
static int finish(int status) {
  bool lost = ferror(stdout) != 0;
  errno = 0;
  if (fflush(stdout) != 0) lost = true;
  if (!lost || errno == EPIPE || reader_gone()) return status;
  fprintf(stderr, "croupier: the output could not be written%s%s\n",
          errno ? ": " : "", errno ? strerror(errno) : "");
  return status == STATUS_DONE ? STATUS_FAILED : status;
}

/* Commands with something to keep put their own in its place. */
static void interrupted(int signal_number) {
  (void)signal_number;
  _exit(STATUS_INTERRUPTED);
}

int main(int argc, char **argv) {
  setlocale(LC_CTYPE, "");
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN); /* a file that may not grow: write says so */
  signal(SIGINT, interrupted);
  return finish(dispatch(argc, argv));
}
