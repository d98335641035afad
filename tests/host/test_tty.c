/* What is written on a terminal, and what the system may say to it. */
#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "check.h"
#include "front/front.h"

enum { OUT = 77 }; /* a terminal that is none */

static struct {
  const int *next; /* errors of the next writes, 0 for none; then all go */
  char text[4096];
  size_t count;
} screen;

ssize_t write(int fd, const void *data, size_t n) {
  if (fd != OUT) return syscall(SYS_write, fd, data, n);
  int why = screen.next != NULL ? *screen.next : 0;
  if (screen.next != NULL) screen.next = why < 0 ? NULL : screen.next + 1;
  if (why > 0) {
    errno = why;
    return -1;
  }
  if (n > 3 && screen.next != NULL) n = 3; /* part of it */
  memcpy(screen.text + screen.count, data, n);
  screen.count += n;
  screen.text[screen.count] = '\0';
  return (ssize_t)n;
}

/* The results of `write`, from index 2 on. */
static void run(lua_State *F, const char *text, const int *errors) {
  screen.count = 0;
  screen.text[0] = '\0';
  screen.next = errors;
  lua_settop(F, 1);
  lua_getfield(F, 1, "write");
  lua_pushinteger(F, OUT);
  lua_pushstring(F, text);
  lua_call(F, 2, 3);
}

/* A slow reader, or a signal: all of it is written, piece by piece. */
static void test_slow(lua_State *F) {
  static const int slow[] = {EINTR, EAGAIN, 0, EAGAIN, EINTR, EINTR, 0, -1};
  run(F, "king of hearts", slow);
  CHECK(lua_toboolean(F, 2) && strcmp(screen.text, "king of hearts") == 0);
}

static void fails(lua_State *F, int error, const char *gone) {
  const int errors[] = {0, error, -1};
  run(F, "king of hearts", errors);
  CHECK(lua_isnil(F, 2) && strcmp(lua_tostring(F, 3), strerror(error)) == 0);
  const char *what = lua_tostring(F, 4);
  CHECK(gone == NULL ? what == NULL : what && strcmp(what, gone) == 0);
  CHECK(strcmp(screen.text, "kin") == 0);
}

int main(void) {
  setenv("LC_ALL", "C.UTF-8", 1);
  lua_State *F = luaL_newstate();
  l_tty(F);
  test_slow(F);
  fails(F, EPIPE, "reader");
  fails(F, EIO, "terminal");
  fails(F, ENOSPC, NULL);
  lua_close(F);
  return check_done("tty");
}
