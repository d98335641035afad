/* The world that a script runs in: see sandbox.h.
 *
 * Owns the state, its arena and its budget. The globals that every
 * environment begins with are a plain table in the registry (the prelude);
 * an environment is a copy of it behind an empty constant table, so that a
 * write of any global raises, also of one that exists.
 *
 * Always true: no script reaches the state's own globals, a metatable, or a
 * library table that can be written.
 *
 * Tried and rejected: globals in the environment itself (`ipairs = nil` then
 * goes through); one prelude behind all (a second hop for every global). */
#include "script/sandbox.h"

#include <errno.h>
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script/freeze.h"
#include "script/report.h"
#include "script/safelib.h"

/*** @topic Around the game: lua, sandbox
 Scripts are written in Lua 5.4 without what could do harm: there are no
 files, no clock, no network, no `load`, no `setmetatable`, no `pcall`. All
 that a file makes at its top level is constant: what changes is declared in
 `state`. `pairs` goes through a table in the same order always.

 A script has 64 KB a file, 64 MB of memory, and 50,000,000 steps from one
 answer to the next, for each step of its game and each bot's answer. A step
 is one instruction of Lua (some five to a line), or one round of a loop in the
 libraries: one value that `pairs`, `table.sort` or `table.concat` looks at,
 one character that a pattern tries, 16 bytes of a long text that is made. The
 count is the same on every machine. What uses it up is ended with a sentence.
 @field plain assert, error, ipairs, next, pairs, rawequal, select, tonumber, tostring, type, _VERSION
 @field math abs, acos, asin, atan, ceil, cos, deg, exp, floor, fmod, huge, log, max, maxinteger, min, mininteger, modf, pi, rad, sin, sqrt, tan, tointeger, type, ult
 @field string byte, char, find, format, gmatch, gsub, len, lower, match, rep, reverse, sub, upper
 @field table concat, insert, move, pack, remove, sort, unpack
 @field utf8 char, charpattern, codepoint, codes, len, offset
 @example math.max(3, 7) --> 7
 local names = {}
 for i, one in ipairs({ "Ben", "Anna" }) do names[i] = one:upper() end
 table.concat(names, ", ") --> "BEN, ANNA"
 @see state, require, library */

enum { MEMORY_DEFAULT = 64 << 20 };

static const char prelude_key = 0;

/* ---- opening ---- */

static int on_panic(lua_State *L) {
  fprintf(stderr, "croupier: an error outside any call: %s\n",
          report_text(L, -1));
  abort();
}

static void add_library(lua_State *L, const char *name,
                        void (*push)(lua_State *)) {
  push(L);
  sandbox_add(L, name);
}

static int open_libraries(lua_State *L) {
  safelib_base(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &prelude_key);
  add_library(L, "string", safelib_string);
  add_library(L, "table", safelib_table);
  add_library(L, "math", safelib_math);
  add_library(L, "utf8", safelib_utf8);
  return 0;
}

static void close_host(Host *host) {
  budget_close(host->budget);
  arena_free(host->arena);
  free(host);
}

static Host *open_host(const SandboxOptions *o) {
  Host *host = calloc(1, sizeof *host);
  if (host == NULL) return NULL;
  size_t memory = o->memory != 0 ? o->memory : MEMORY_DEFAULT;
  host->arena = arena_new(memory);
  if (!o->no_budget)
    host->budget =
        budget_open(host->arena, o->steps != 0 ? o->steps : WORK_DEFAULT);
  if (host->arena == NULL || (!o->no_budget && host->budget == NULL)) {
    int why = errno;
    close_host(host);
    errno = why;
    return NULL;
  }
  snprintf(host->out_of_memory, sizeof host->out_of_memory,
           "used more than %zu MB of memory", (memory + 524288) >> 20);
  return host;
}

lua_State *sandbox_open(const SandboxOptions *o) {
  static const SandboxOptions defaults;
  Host *host = open_host(o != NULL ? o : &defaults);
  if (host == NULL) return NULL;
  arena_fail_at(host->arena, o != NULL ? o->fail_at : 0);
  lua_State *L = lua_newstate(arena_alloc, host->arena);
  if (L == NULL) {
    close_host(host);
    errno = ENOMEM;
    return NULL;
  }
  *(Host **)lua_getextraspace(L) = host;
  lua_atpanic(L, on_panic);
  lua_gc(L, LUA_GCGEN, 0, 0);
  lua_pushcfunction(L, open_libraries);
  if (lua_pcall(L, 0, 0, 0) == LUA_OK) return L;
  sandbox_close(L);
  errno = ENOMEM;
  return NULL;
}

void sandbox_close(lua_State *L) {
  if (L == NULL) return;
  Host *host = host_of(L);
  arena_refill(host->arena);
  lua_close(L);
  close_host(host);
}

/* ---- environments ---- */

void sandbox_add(lua_State *L, const char *name) {
  if (lua_istable(L, -1)) freeze_library(L, name);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &prelude_key);
  lua_insert(L, -2);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
}

/* Copies the fields of the table at the top into the one below; pops it. */
static void copy_all(lua_State *L) {
  int from = lua_gettop(L);
  for (lua_pushnil(L); lua_next(L, from);) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, from - 1);
  }
  lua_pop(L, 1);
}

/* Pushes an environment with what `more` pushes besides, if anything. */
static void push_env(lua_State *L, void (*more)(lua_State *)) {
  luaL_checkstack(L, 10, "sandbox_env");
  lua_createtable(L, 0, 64);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &prelude_key);
  copy_all(L);
  if (more != NULL) {
    more(L);
    copy_all(L);
  }
  freeze_library(L, NULL);
}

void sandbox_env(lua_State *L) { push_env(L, NULL); }

void sandbox_test_env(lua_State *L) { push_env(L, safelib_catching); }

void sandbox_trusted_env(lua_State *L) { push_env(L, safelib_trusted); }

void sandbox_env_set(lua_State *L, int env, const char *name) {
  if (!freeze_shadow(L, env)) luaL_error(L, "not an environment");
  lua_insert(L, -2);
  lua_pushstring(L, name);
  lua_insert(L, -2);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

/* ---- running ---- */

/* Moves what the finished coroutine left to L, as lua_call would. */
static void take_results(lua_State *L, lua_State *co, int got, int wanted) {
  if (wanted == LUA_MULTRET) wanted = got;
  if (got > wanted) lua_settop(co, lua_gettop(co) - (got - wanted));
  luaL_checkstack(L, wanted, "results");
  lua_xmove(co, L, got < wanted ? got : wanted);
  for (; got < wanted; got++) lua_pushnil(L);
}

int sandbox_call(lua_State *L, int nargs, int nresults) {
  Budget *budget = host_of(L)->budget;
  luaL_checkstack(L, 6, "sandbox_call");
  lua_State *co = lua_newthread(L);
  int place = lua_gettop(L) - nargs - 1, got;
  lua_insert(L, place);
  if (!lua_checkstack(co, nargs + 4)) luaL_error(L, "stack overflow");
  lua_xmove(L, co, nargs + 1);
  budget_enter(budget, co);
  int status = host_resume(co, L, nargs, &got);
  budget_leave(budget);
  if (status == LUA_OK) {
    take_results(L, co, got, nresults);
  } else {
    if (status == LUA_YIELD) lua_pushliteral(co, "nothing can wait here");
    report_of_coroutine(L, co);
  }
  lua_remove(L, place);
  return status == LUA_YIELD ? LUA_ERRRUN : status;
}
