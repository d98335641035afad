/* croupier: opens the front, the one trusted Lua state, and runs its main. */
#include <errno.h>
#include <lauxlib.h>
#include <locale.h>
#include <lualib.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/handrank.h"
#include "front/front.h"
#include "script/sources.h"

/* --- the front --- */

enum {
  PATH_ROOM = 4096,
  STATUS_DONE = 0,
  STATUS_FAILED = 1,
  STATUS_INTERRUPTED = 130
};

/* The folder that --stdlib names, or NULL: front modules come from there when
 * they are there. */
static const char *stdlib_folder(char **argv) {
  static const char option[] = "--stdlib";
  for (char **a = argv; *a != NULL && strcmp(*a, "--") != 0; a++) {
    if (strcmp(*a, option) == 0) return a[1];
    if (strncmp(*a, option, sizeof option - 1) == 0 &&
        (*a)[sizeof option - 1] == '=')
      return *a + sizeof option;
  }
  return NULL;
}

/* Searcher of front modules, and of those it shares with worlds ("world.X");
 * upvalue 1 is the folder of --stdlib, or nil. */
static int find_module(lua_State *F) {
  char path[PATH_ROOM], key[PATH_ROOM];
  const char *name = luaL_gsub(F, luaL_checkstring(F, 1), ".", "/");
  const char *folder = lua_tostring(F, lua_upvalueindex(1));
  const char *room = strncmp(name, "world/", 6) == 0 ? "" : "front/";
  snprintf(key, sizeof key, "stdlib/%s%s.lua", room, name);
  snprintf(path, sizeof path, "%s/%s%s.lua", folder ? folder : "", room, name);
  const EmbeddedFile *e = embed_find(key);
  int status = LUA_OK;
  if (folder != NULL && access(path, R_OK) == 0)
    status = luaL_loadfilex(F, path, "t");
  else if (e != NULL)
    status = luaL_loadbufferx(F, e->code, e->code_len, key, "b");
  else
    lua_pushfstring(F, "\n\tno module %s", key);
  return status == LUA_OK ? 1 : lua_error(F);
}

/* require finds what is preloaded and what is embedded, and nothing else. */
static void set_searchers(lua_State *F, const char *folder) {
  lua_getglobal(F, "package");
  lua_getfield(F, -1, "searchers");
  lua_pushstring(F, folder);
  lua_pushcclosure(F, find_module, 1);
  lua_rawseti(F, -2, 2);
  for (int i = 3; i <= 4; i++) {
    lua_pushnil(F);
    lua_rawseti(F, -2, i);
  }
  lua_pop(F, 2);
}

static void preload(lua_State *F, const char *name, void (*push)(lua_State *)) {
  luaL_getsubtable(F, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  push(F);
  lua_setfield(F, -2, name);
  lua_pop(F, 1);
}

/* (argv) -> what main.lua's function gives for the arguments: a status */
static int run_front(lua_State *F) {
  char **argv = lua_touserdata(F, 1);
  luaL_openlibs(F);
  lua_gc(F, LUA_GCINC, 1000, 100, 0); /* it lives for one command */
  set_searchers(F, stdlib_folder(argv));
  preload(F, "host.world", l_world);
  preload(F, "host.lab", l_lab);
  preload(F, "host.journal", l_journal);
  preload(F, "host.disk", l_disk);
  preload(F, "host.files", l_files);
  preload(F, "host.wall", l_wall);
  preload(F, "host.tty", l_tty);
  preload(F, "host.keyboard", l_keyboard);
  lua_getglobal(F, "require");
  lua_pushliteral(F, "main");
  lua_call(F, 1, 1);
  lua_newtable(F);
  for (int i = 1; argv[i] != NULL; i++) {
    lua_pushstring(F, argv[i]);
    lua_rawseti(F, -2, i);
  }
  lua_call(F, 1, 1);
  return 1;
}

/* The status of the command. What main.lua itself can't report, for lack of
 * memory or because it can't be read, is said here. */
static int front(char **argv) {
  lua_State *F = luaL_newstate();
  bool good = false;
  int status = STATUS_FAILED;
  if (F != NULL) {
    lua_pushcfunction(F, run_front);
    lua_pushlightuserdata(F, argv);
    good = lua_pcall(F, 1, 1, 0) == LUA_OK;
  }
  const char *why = F != NULL ? lua_tostring(F, -1) : NULL;
  if (good)
    status = (int)lua_tointeger(F, -1);
  else
    fprintf(stderr, "croupier: %s\n", why ? why : "not enough memory");
  if (F != NULL) lua_close(F);
  return status;
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
  (void)argc;
  setlocale(LC_CTYPE, "");
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN); /* a file that may not grow: write says so */
  signal(SIGINT, interrupted);
  if (way_problem() != NULL) fprintf(stderr, "croupier: %s\n", way_problem());
  return finish(front(argv));
}
