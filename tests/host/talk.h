/* The program with tests/host/talk in place of its commands: what a test of
 * the terminal runs as its part. */
#ifndef TESTS_TALK_H
#define TESTS_TALK_H

#include "keyboard.h"

static inline void talk(const char *part) {
  const char *path = pty_program();
  execl(path, path, part, "--stdlib", "tests/host/talk", (char *)NULL);
  perror(path);
  _exit(98);
}

#endif
