/* Texts run as a file of a game is run, in a script world of their own. */
#ifndef SCRIPTS_H
#define SCRIPTS_H

#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "sandbox_call.h"
#include "script/sandbox.h"

#define SCRIPTS "tests/host/scripts" /* what these tests run by name */

#if defined(__SANITIZE_ADDRESS__)
enum { SLOW = 5 };
#else
enum { SLOW = 1 };
#endif

enum { STEPS = 25000000, SAID_MAX = 4000 };

/* Tables have the place in pairs that their field `number` says, as a world's
 * seats and cards have one; other things have none. */
static inline bool by_number(lua_State *L, int i, lua_Integer *order) {
  if (!lua_istable(L, i)) return false;
  lua_getfield(L, i, "number");
  bool has = lua_isinteger(L, -1);
  *order = lua_tointeger(L, -1);
  lua_pop(L, 1);
  return has;
}

static inline lua_State *open_small(uint64_t steps) {
  SandboxOptions o = {.memory = 16 << 20, .steps = steps};
  lua_State *L = sandbox_open(&o);
  if (L != NULL) host_of(L)->key_order = by_number;
  return L;
}

/* Loads text in a fresh environment and runs it as a file is run: a function
 * that it returns is frozen and run as a step. Leaves what is said of it. */
static inline int run(lua_State *L, const char *name, const char *text,
                      size_t size) {
  int top = lua_gettop(L);
  sandbox_env(L);
  if (sandbox_load(L, name, text, size) != LUA_OK) return LUA_ERRSYNTAX;
  int status = sandbox_call(L, 0, 1);
  if (status == LUA_OK && lua_isfunction(L, -1)) {
    freeze(L, -1);
    freeze_remember(L, -1);
    lua_insert(L, -2);
    status = sandbox_call(L, 0, 0);
    if (status == LUA_OK && freeze_changed(L, top + 1)) return LUA_ERRRUN;
  }
  if (status == LUA_OK) lua_pushliteral(L, "done");
  return status;
}

static inline char *read_file(const char *path, size_t *size) {
  FILE *f = fopen(path, "rb");
  if (f == NULL) return NULL;
  char *text = malloc(2 * SCRIPT_MAX);
  *size = fread(text, 1, 2 * SCRIPT_MAX - 1, f);
  text[*size] = '\0';
  fclose(f);
  return text;
}

/* The text of one of SCRIPTS. */
static inline char *script(const char *name) {
  char path[200];
  size_t size;
  snprintf(path, sizeof path, SCRIPTS "/%s.lua", name);
  char *text = read_file(path, &size);
  CHECK(text != NULL);
  return text;
}

static inline int run_text(lua_State *L, const char *text) {
  return run(L, "t.lua", text, strlen(text));
}

static inline int run_script(lua_State *L, const char *name) {
  char *text = script(name);
  int status = run_text(L, text);
  free(text);
  return status;
}

/* Does the text run and say this? What it said else goes to stderr. */
static inline bool says(const char *text, const char *expected) {
  lua_State *L = open_small(STEPS);
  run_text(L, text);
  bool so = strcmp(report_text(L, -1), expected) == 0;
  if (!so) fprintf(stderr, "said: %s\n", report_text(L, -1));
  sandbox_close(L);
  return so;
}

#endif
