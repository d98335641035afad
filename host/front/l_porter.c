/* The porter as the front sees it: a program beside this one that shows seats to
 * phones (host/porter/porter.h), begun before the wall, and the notes that go to
 * it and come from it. */
#include <errno.h>
#include <lauxlib.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "front/front.h"

enum { NOTE_MAX = 160 << 10, SLOW = 2, THERE = 3 }; /* bytes, seconds, its fd */
#define PORTER "croupier.porter"

typedef struct Porter {
  int fd; /* -1: closed */
  pid_t pid;
} Porter;

static Porter *check_porter(lua_State *F) {
  Porter *p = luaL_checkudata(F, 1, PORTER);
  luaL_argcheck(F, p->fd >= 0, 1, "an open porter expected");
  return p;
}

static int fail(lua_State *F, int number) {
  lua_pushnil(F);
  lua_pushstring(F, strerror(number));
  return 2;
}

/* Starts the program with its end of the pair; what went wrong, 0 for nothing. */
static int start(Porter *p, const char *program, char **argv, int theirs) {
  extern char **environ;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, theirs, THERE);
  int why = posix_spawn(&p->pid, program, &actions, NULL, argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  return why;
}

/* porter.open(program, address, port) -> a porter; or nil and a sentence */
static int porter_open(lua_State *F) {
  const char *program = luaL_checkstring(F, 1);
  const char *address = luaL_checkstring(F, 2);
  char fd[16], port[16];
  int pair[2], size = NOTE_MAX * 4;
  snprintf(fd, sizeof fd, "%d", THERE);
  snprintf(port, sizeof port, "%d", (int)luaL_checkinteger(F, 3));
  Porter *p = lua_newuserdatauv(F, sizeof *p, 0);
  *p = (Porter){.fd = -1};
  luaL_setmetatable(F, PORTER);
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
    return fail(F, errno);
  char *argv[] = {(char *)(uintptr_t) "croupier-porter", fd,
                  (char *)(uintptr_t)address, port, NULL};
  int why = start(p, program, argv, pair[1]);
  close(pair[1]);
  if (why != 0) {
    close(pair[0]);
    return fail(F, why);
  }
  struct timeval slow = {.tv_sec = SLOW};
  setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
  setsockopt(pair[0], SOL_SOCKET, SO_SNDTIMEO, &slow, sizeof slow);
  p->fd = pair[0];
  return 1;
}

/* porter:send(note) -> has it gone? At most 160 KB. */
static int porter_send(lua_State *F) {
  size_t len;
  Porter *p = check_porter(F);
  const char *note = luaL_checklstring(F, 2, &len);
  lua_pushboolean(F,
                  len < NOTE_MAX && send(p->fd, note, len, MSG_NOSIGNAL) >= 0);
  return 1;
}

/* porter:receive(seconds) -> the next note; nil: none has come in that time; false:
 * the porter has ended */
static int porter_receive(lua_State *F) {
  Porter *p = check_porter(F);
  struct pollfd one = {.fd = p->fd, .events = POLLIN};
  char note[16 << 10];
  poll(&one, 1, (int)(luaL_optnumber(F, 2, 0) * 1000));
  ssize_t n = recv(p->fd, note, sizeof note, MSG_DONTWAIT);
  if (n > 0)
    lua_pushlstring(F, note, (size_t)n);
  else if (n < 0 && (errno == EAGAIN || errno == EINTR))
    lua_pushnil(F);
  else
    lua_pushboolean(F, 0);
  return 1;
}

/* porter:fd() -> what is readable when a note has come, for keyboard.read */
static int porter_fd(lua_State *F) {
  lua_pushinteger(F, check_porter(F)->fd);
  return 1;
}

/* porter:close(): the porter ends */
static int porter_close(lua_State *F) {
  Porter *p = luaL_checkudata(F, 1, PORTER);
  if (p->fd < 0) return 0;
  close(p->fd);
  p->fd = -1;
  while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR) {}
  return 0;
}

void l_porter(lua_State *F) {
  static const luaL_Reg functions[] = {{"open", porter_open}, {NULL, NULL}};
  static const luaL_Reg methods[] = {
      {"send", porter_send},   {"receive", porter_receive}, {"fd", porter_fd},
      {"close", porter_close}, {"__gc", porter_close},      {NULL, NULL}};
  front_library(F, PORTER, functions, methods);
}
