/* The program with tests/host/talk in place of its commands: what a test of
 * the terminal runs as its part. */
#ifndef TESTS_TALK_H
#define TESTS_TALK_H

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The program that was built with this test, or that CROUPIER names. */
static inline void talk(const char *part) {
  static char path[4096];
  const char *given = getenv("CROUPIER");
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 32);
  if (n > 0) path[n] = 0;
  if (given != NULL)
    snprintf(path, sizeof path, "%s", given);
  else
    strcat(dirname(dirname(path)), "/croupier");
  execl(path, path, part, "--stdlib", "tests/host/talk", (char *)NULL);
  perror(path);
  _exit(98);
}

#endif
