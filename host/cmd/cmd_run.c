/* croupier run: a script without a game, in the sandbox of games. */
#include <errno.h>
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/command.h"
#include "cmd/options.h"
#include "cmd/seating.h"
#include "script/report.h"
#include "script/safelib.h"
#include "table/l_engine.h"

static const OptionSpec specs[] = {
    {"limit", 'l', "SECONDS", "how long it may compute, 10 by default"},
    {"trace", 0, NULL, "after a failure, also what called what"},
    {"stdlib", 0, "DIR", "the library from a folder instead of the program"},
    {NULL, 0, NULL, NULL}};
static const OptionSpec *const tables[] = {specs, NULL};

enum { LIMIT = 10, LIMIT_MOST = 86400, GRACE_MS = 5000 };

/*** print(...)
 Prints values on a line, apart by tabs. Only in `croupier run` and tests.
 @param ... any
 @example print(#t.deck, t.deck:top()) */
static int script_print(lua_State *L) {
  int n = lua_gettop(L);
  for (int i = 1; i <= n; i++) {
    safelib_tostring(L, i);
    size_t size;
    const char *text = lua_tolstring(L, -1, &size);
    if (i > 1) fputc('\t', stdout);
    fwrite(text, 1, size, stdout);
    lua_pop(L, 1);
  }
  fputc('\n', stdout);
  budget_check(L);
  return 0;
}

/* Pushes an environment with print and the library `croupier`. */
static void push_env(World *w) {
  lua_State *L = w->L;
  world_call(w, "core.testing", "for_scripts", 0, 1);
  sandbox_add(L, "croupier");
  lua_pushcfunction(L, script_print);
  sandbox_add(L, "print");
  sandbox_env(L);
}

static int fail(World *w, const Options *o) {
  lua_State *L = w->L;
  const char *trace = report_trace(L, -1), *text = report_text(L, -1);
  bool named = strncmp(text, o->rest[0], strlen(o->rest[0])) == 0;
  fflush(stdout);
  fprintf(stderr, "croupier: %s%s%s\n", *trace == 0 && !named ? o->rest[0] : "",
          *trace == 0 && !named ? ": " : "", text);
  if (options_flag(o, "trace") && *trace != 0) fprintf(stderr, "%s\n", trace);
  return STATUS_FAILED;
}

static int call(World *w, const Options *o, long limit) {
  lua_State *L = w->L;
  Host *host = host_of(L);
  int base = lua_gettop(L);
  lua_pushcfunction(L, report_handler);
  lua_insert(L, base);
  for (int i = 1; i < o->rests; i++) lua_pushstring(L, o->rest[i]);
  budget_enter(host->budget, L);
  int status = host_pcall(L, o->rests - 1, 0, base);
  bool spent = budget_leave(host->budget);
  if (status == LUA_OK) return STATUS_DONE;
  if (!spent) return fail(w, o);
  fflush(stdout);
  fprintf(stderr,
          "croupier: %s: ended after %ld second%s, its limit; "
          "--limit SECONDS gives it more\n",
          o->rest[0], limit, limit == 1 ? "" : "s");
  return STATUS_FAILED;
}

/* The whole file; NULL with errno. */
static char *read_script(const char *path, size_t *size) {
  char *text = malloc(SCRIPT_MAX + 2);
  FILE *f = text == NULL ? NULL : fopen(path, "re");
  if (f == NULL) {
    free(text);
    return NULL;
  }
  *size = fread(text, 1, SCRIPT_MAX + 1, f);
  int why = ferror(f) ? errno : 0;
  fclose(f);
  if (why == 0) return text;
  free(text);
  errno = why;
  return NULL;
}

static int run_in(World *w, const Options *o, long limit) {
  size_t size = 0;
  const char *path = o->rest[0];
  char *text = read_script(path, &size);
  if (text == NULL) return usage_error("%s: %s", path, strerror(errno));
  push_env(w);
  int status = sandbox_load(w->L, path, text, size);
  free(text);
  return status == LUA_OK ? call(w, o, limit) : fail(w, o);
}

static int run(int argc, char **argv) {
  Options o;
  Bytes err = {0};
  long limit = LIMIT;
  int status = options_read(&o, &command_run, tables, argc, argv);
  if (status == OPTIONS_GO_ON)
    status = options_rest(&o, &command_run, 1, OPTIONS_MAX);
  if (status != OPTIONS_GO_ON) return status;
  if (!options_number(&o, "limit", 1, LIMIT_MOST, &limit)) return STATUS_USAGE;
  WorldConfig c = {.stdlib = options_value(&o, "stdlib")};
  c.sandbox.limit_ms = (unsigned)limit * 1000;
  c.sandbox.hard_ms = c.sandbox.limit_ms + GRACE_MS;
  World *w = world_bare(&c, NULL, &err);
  status = w == NULL ? seating_error(&err, true) : run_in(w, &o, limit);
  world_close(w);
  bytes_free(&err);
  return status;
}

const Command command_run = {
    "run", "a script of your own, in the sandbox of games",
    "FILE.lua [ARGUMENT...] [options]\n\n"
    "The script has what games have, and besides print, its arguments as ...,\n"
    "croupier.rules(\"GAME\") for a game's functions that need only rules, "
    "and\n"
    "croupier.practice { deck = \"standard\" } for a table to try things at.",
    run};
