/* croupier: opens the front, the one trusted Lua state, and runs its main. */
#include <errno.h>
#include <lauxlib.h>
#include <locale.h>
#include <lualib.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/cpu_variants.h"
#include "front/front.h"
#include "script/sources.h"
#include "script/text.h"

/* --- the front --- */

enum { STATUS_DONE = 0, STATUS_FAILED = 1, STATUS_INTERRUPTED = 130 };

/* (key) -> an embedded module as a function, or nil */
static int embedded(lua_State *F) {
  const char *key = luaL_checkstring(F, 1);
  const EmbeddedFile *e = embed_find(key);
  return e != NULL &&
         luaL_loadbufferx(F, e->code, e->code_len, key, "b") == LUA_OK;
}

static void preload(lua_State *F, const char *name, void (*push)(lua_State *)) {
  luaL_getsubtable(F, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  push(F);
  lua_setfield(F, -2, name);
  lua_pop(F, 1);
}

/* (argv) -> what stdlib/front/boot.lua gives for the arguments: a status */
static int run_front(lua_State *F) {
  char **argv = lua_touserdata(F, 1);
  luaL_openlibs(F);
  lua_gc(F, LUA_GCINC, 1000, 100, 0); /* it lives for one command */
  preload(F, "host.world", l_world);
  preload(F, "host.lab", l_lab);
  preload(F, "host.journal", l_journal);
  preload(F, "host.disk", l_disk);
  preload(F, "host.files", l_files);
  preload(F, "host.wall", l_wall);
  preload(F, "host.porter", l_porter);
  preload(F, "host.tty", l_tty);
  preload(F, "host.keyboard", l_keyboard);
  lua_pushcfunction(F, embedded);
  lua_pushliteral(F, "stdlib/front/boot.lua");
  lua_call(F, 1, 1);
  lua_call(F, 0, 1);
  lua_pushcfunction(F, embedded);
  lua_newtable(F);
  for (int i = 1; argv[i] != NULL; i++) {
    lua_pushstring(F, argv[i]);
    lua_rawseti(F, -2, i);
  }
  lua_call(F, 2, 1);
  return 1;
}

/* The status of the command. Failures of the front itself (no memory, unreadable
 * Lua) are reported here. */
static int front(char **argv) {
  lua_State *F = luaL_newstate();
  if (F == NULL) return STATUS_FAILED;
  lua_pushcfunction(F, run_front);
  lua_pushlightuserdata(F, argv);
  bool good = lua_pcall(F, 1, 1, 0) == LUA_OK;
  int status = good ? (int)lua_tointeger(F, -1) : STATUS_FAILED;
  char why[2000] = "";
  if (!good) {
    const char *text = lua_tostring(F, -1);
    snprintf(why, sizeof why, "%s", text != NULL ? text : "an error");
    clean_text(why, why, strlen(why), "\n");
    fprintf(stderr, "croupier: %s\n", why);
  }
  lua_close(F);
  return status;
}

/* Has whoever read our output gone away? */
static bool reader_gone(void) {
  struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
  return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

/* Output that nobody reads is no failure; output that got lost is one. */
static int finish(int status) {
  errno = 0;
  bool lost = fflush(stdout) != 0 || ferror(stdout);
  if (!lost || reader_gone()) return status;
  fprintf(stderr, "croupier: the output could not be written: %s\n",
          strerror(errno));
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
  if (cpu_problem() != NULL) fprintf(stderr, "croupier: %s\n", cpu_problem());
  return finish(front(argv));
}
