/* The world that a script runs in: a Lua state with capped memory and a
 * budget of work, and environments made from an allow-list.
 *
 * Sizes in bytes, work in steps (budget.h). A state runs on the thread that opened it; nothing is shared between states. */
#ifndef SCRIPT_SANDBOX_H
#define SCRIPT_SANDBOX_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

#include "script/alloc.h"
#include "script/budget.h"

enum { SCRIPT_MAX = 64 * 1024 }; /* bytes of one source file */

enum { WORK_DEFAULT = 50000000 }; /* steps: see budget.h */

/* Zero means the default. */
typedef struct SandboxOptions {
  size_t memory;    /* cap of the state, 64 MB */
  uint64_t steps;   /* one entry's budget, WORK_DEFAULT */
  bool no_budget;   /* for trusted work and for tests of memory */
  uint64_t fail_at; /* for tests: see arena_fail_at */
} SandboxOptions;

/* What C code finds from any lua_State of the sandbox. */
typedef struct Host {
  Arena *arena;
  Budget *budget; /* NULL when there is none */
  void *table;    /* the running table: set by higher floors */
  /* Where a userdata or table stands among keys in pairs: puts an integer
   * into *order, or returns false when it has no place. NULL = cards by id. */
  bool (*key_order)(lua_State *L, int i, lua_Integer *order);
  char out_of_memory[64]; /* the sentence that says so */
} Host;

static inline Host *host_of(lua_State *L) {
  return *(Host **)lua_getextraspace(L);
}

/* lua_pcall and lua_resume from host code: within them memory may be refused,
 * outside them it is not where the state's owner trusts itself (arena_trust).
 * So no refusal is an error outside any call. */
static inline int host_pcall(lua_State *L, int arguments, int results,
                             int handler) {
  Arena *arena = host_of(L)->arena;
  bool trusted = arena_trust(arena, false);
  int status = lua_pcall(L, arguments, results, handler);
  arena_trust(arena, trusted);
  return status;
}

static inline int host_resume(lua_State *co, lua_State *L, int arguments,
                              int *results) {
  Arena *arena = host_of(L)->arena;
  bool trusted = arena_trust(arena, false);
  int status = lua_resume(co, L, arguments, results);
  arena_trust(arena, trusted);
  return status;
}

/* A state, or NULL with errno (memory, or no timer). o may be NULL. */
lua_State *sandbox_open(const SandboxOptions *o);

/* By the thread that opened it. NULL is fine. */
void sandbox_close(lua_State *L);

/* Pops the library (or function, or value) at the top and makes it the global
 * NAME of every environment made from now on. A table is frozen as a
 * library: unknown names in it raise with the nearest name. */
void sandbox_add(lua_State *L, const char *name);

/* Pushes a new environment for a script. */
void sandbox_env(lua_State *L);

/* Pushes a new environment for tests, which may come from strangers too: a
 * script's, with pcall and xpcall. Neither catches the end of memory or of
 * work. */
void sandbox_test_env(lua_State *L);

/* Pushes a new environment for the project's own Lua: a test's, with
 * setmetatable, getmetatable, rawget, rawset and rawlen. */
void sandbox_trusted_env(lua_State *L);

/* Pops the value at the top and makes it the global NAME of the environment
 * at env only. */
void sandbox_env_set(lua_State *L, int env, const char *name);

/* Compiles text with the environment at the top of the stack, which it pops:
 * pushes the function and returns LUA_OK, or pushes "file:line: what" and
 * returns another status. name is the file's, as a person should see it; one
 * that begins with '=' is the host's own code, whose lines no report names. */
int sandbox_load(lua_State *L, const char *name, const char *text, size_t len);

/* Like lua_pcall, in a coroutine of its own: within the budget, and a failure
 * keeps its line even when memory or the stack ended. Pops the function and
 * its arguments; pushes nresults results (or LUA_MULTRET) and returns LUA_OK,
 * or pushes a report (report.h) and returns another status. Raises only when
 * there is no memory to begin. */
int sandbox_call(lua_State *L, int nargs, int nresults);

#endif
