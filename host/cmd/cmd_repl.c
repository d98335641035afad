/* croupier repl: a Lua prompt in the sandbox of scripts.
 *
 * Lines are run here, each within the budget or until Ctrl-C; what is at hand,
 * how values look and what can be completed stands in stdlib/core/repl.lua.
 * A line is taken for an expression first, then for statements; a compiler
 * that stops at its end asks for more lines, until an empty one. */
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "answer/pages.h"
#include "answer/prompt.h"
#include "answer/term.h"
#include "cmd/cmd_table.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "cmd/seating.h"
#include "script/embed.h"
#include "script/report.h"
#include "table/folder.h"
#include "table/l_engine.h"

static const OptionSpec specs[] = {
    {"set", 0, "RULE=VALUE", "another value for a rule"},
    {"limit", 'l', "MILLIONS", "steps a line may take, 200 by default"},
    {"color", 0, "WHEN", "auto, always or never"},
    {"ascii", 0, NULL, "letters instead of suit symbols"},
    {"stdlib", 0, "DIR", "the library from a folder instead of the program"},
    {NULL, 0, NULL, NULL}};
static const OptionSpec *const tables[] = {specs, NULL};

enum { LIMIT = 200, LIMIT_MOST = 1000000, MILLION = 1000000 };

typedef struct Repl {
  World *w;
  Term *term;
  Prompt *prompt;
  int env;    /* registry: where lines run */
  Bytes text; /* what was typed and is not finished */
  bool leave;
} Repl;

typedef enum Compiled { COMPILED, UNFINISHED, WRONG } Compiled;

static void bad(const Repl *r, const char *text) {
  term_sayf(r->term, "%s%s%s", MARK_BAD, text, MARK_PLAIN);
}

/* --- running --- */

static int load(Repl *r, const char *before, const char *text,
                const char *after) {
  Bytes whole = {0};
  bytes_format(&whole, "%s%s%s", before, text, after);
  lua_rawgeti(r->w->L, LUA_REGISTRYINDEX, r->env);
  int status =
      sandbox_load(r->w->L, "input", whole.data ? whole.data : "", whole.count);
  bytes_free(&whole);
  return status;
}

/* A name that was made `local` would be gone with its line. */
static const char *without_local(const char *text) {
  const char *rest = text + strspn(text, " \t");
  if (strncmp(rest, "local ", 6) != 0 || strchr(rest, '<') != NULL) return text;
  return strchr(rest, '=') || strncmp(rest, "local function", 14) == 0
             ? rest + 6
             : text;
}

/* Leaves a function, or what is wrong. */
static Compiled compile(Repl *r, const char *text) {
  lua_State *L = r->w->L;
  if (load(r, "return ", text, "") == LUA_OK) return COMPILED;
  lua_pop(L, 1);
  if (load(r, "", without_local(text), "") == LUA_OK) return COMPILED;
  const char *why = lua_tostring(L, -1);
  bool more = strstr(why, "near <eof>") || strstr(why, "near '<eof>'");
  return more ? UNFINISHED : WRONG;
}

/* A sentence without "input:1: " where there is only one line. */
static void say_wrong(Repl *r, const char *text) {
  bool one = r->text.data == NULL || strchr(r->text.data, '\n') == NULL;
  if (one && strncmp(text, "input:1: ", 9) == 0) text += 9;
  bad(r, text);
}

/* Shows the `n` values on top of L, and pops them. */
static void show(Repl *r, int n) {
  lua_State *L = r->w->L;
  int base = lua_gettop(L) - n;
  bool good = world_call(r->w, "core.repl", "show", n, 1);
  if (!good)
    bad(r, report_text(L, -1));
  else if (lua_isstring(L, -1))
    term_say(r->term, lua_tostring(L, -1));
  lua_settop(L, base);
}

/* Runs the function on top, which it replaces with its results or a report.
 * Not in a coroutine, for a line may drive a table of its own. */
static int call(Repl *r, int results) {
  lua_State *L = r->w->L;
  Host *host = host_of(L);
  int base = lua_gettop(L);
  lua_pushcfunction(L, report_handler);
  lua_insert(L, base);
  budget_enter(host->budget, L);
  int status = host_pcall(L, 0, results, base);
  budget_leave(host->budget);
  prompt_heed(r->prompt);
  if (status != LUA_OK) arena_refill(host->arena);
  lua_remove(L, base);
  return status;
}

static void execute(Repl *r) {
  lua_State *L = r->w->L;
  int base = lua_gettop(L) - 1;
  term_flush(r->term);
  int status = call(r, LUA_MULTRET);
  fflush(stdout);
  if (status == LUA_OK)
    show(r, lua_gettop(L) - base);
  else
    say_wrong(r, report_text(L, -1));
  lua_settop(L, base);
}

/* --- commands --- */

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* How long n times take; below 0 after a sentence. */
static double run_times(Repl *r, const char *text, long n) {
  lua_State *L = r->w->L;
  char head[64];
  snprintf(head, sizeof head, "for _ = 1, %ld do local _ = ", n);
  if (load(r, head, text, " end") != LUA_OK) {
    say_wrong(r, lua_tostring(L, -1));
    lua_pop(L, 1);
    return -1;
  }
  double start = seconds();
  int status = call(r, 0);
  double took = seconds() - start;
  if (status == LUA_OK) return took;
  say_wrong(r, report_text(L, -1));
  lua_pop(L, 1);
  return -1;
}

static void time_of(Repl *r, const char *text) {
  long n = 1;
  double took = run_times(r, text, n);
  while (took >= 0 && took < 0.05 && n < 100000000) {
    n *= took < 0.005 ? 10 : 4;
    took = run_times(r, text, n);
  }
  if (took < 0) return;
  double each = took / (double)n;
  const char *unit = each < 1e-6 ? "ns" : each < 1e-3 ? "µs" : "ms";
  double shown = each * (each < 1e-6 ? 1e9 : each < 1e-3 ? 1e6 : 1e3);
  term_sayf(r->term, "%.3g %s each, of %ld", shown, unit, n);
}

static void help(Repl *r, const char *name) {
  Text text = {0};
  if (pages_find(name, &text)) {
    term_say(r->term, text.s);
  } else {
    pages_missing(name, NULL, &text);
    bad(r, text.s);
  }
  text_free(&text);
}

/* A rule or function of the game, else what the reference has. */
static void doc(Repl *r, const char *name) {
  lua_State *L = r->w->L;
  if (*name == 0) {
    bad(r, ":doc NAME: the name of a function or a rule");
    return;
  }
  lua_pushstring(L, name);
  bool known = world_call(r->w, "core.repl", "doc", 1, 1) && !lua_isnil(L, -1);
  if (known) term_say(r->term, lua_tostring(L, -1));
  lua_pop(L, 1);
  if (!known) help(r, name);
}

static void other_command(Repl *r, const char *name, const char *rest) {
  lua_State *L = r->w->L;
  int base = lua_gettop(L);
  lua_pushstring(L, name);
  lua_pushstring(L, rest);
  if (!world_call(r->w, "core.repl", "command", 2, 2))
    bad(r, report_text(L, -1));
  else if (lua_isstring(L, -2))
    term_say(r->term, lua_tostring(L, -2));
  else
    bad(r, lua_isstring(L, -1) ? lua_tostring(L, -1) : "nothing happened");
  lua_settop(L, base);
}

static void command(Repl *r, const char *line) {
  char name[32];
  size_t n = strcspn(line, " \t");
  snprintf(name, sizeof name, "%.*s", (int)n, line);
  const char *rest = line + n + strspn(line + n, " \t");
  if (strcmp(name, "quit") == 0 || strcmp(name, "q") == 0)
    r->leave = true;
  else if (strcmp(name, "doc") == 0)
    doc(r, rest);
  else if (strcmp(name, "time") == 0)
    time_of(r, rest);
  else
    other_command(r, name, rest);
}

/* --- lines --- */

/* Completion, in what stands on the line alone. */
static size_t complete(void *ctx, const char *before, PromptOffers *offers) {
  Repl *r = ctx;
  lua_State *L = r->w->L;
  int base = lua_gettop(L);
  size_t place = strlen(before);
  lua_pushstring(L, before);
  if (world_call(r->w, "core.repl", "complete", 1, 2)) {
    place = (size_t)lua_tointeger(L, base + 1);
    for (lua_Integer i = 1; lua_rawgeti(L, base + 2, i) == LUA_TSTRING; i++) {
      prompt_offer(offers, lua_tostring(L, -1));
      lua_settop(L, base + 2);
    }
  }
  lua_settop(L, base);
  return place;
}

static void run_text(Repl *r, bool whole) {
  switch (compile(r, r->text.data)) {
    case COMPILED:
      execute(r);
      break;
    case UNFINISHED:
      if (!whole) {
        lua_pop(r->w->L, 1);
        return;
      }
      /* fall through */
    case WRONG:
      say_wrong(r, lua_tostring(r->w->L, -1));
      lua_pop(r->w->L, 1);
  }
  bytes_clear(&r->text);
}

static void take_line(Repl *r, const char *line) {
  bool more = r->text.count > 0, empty = line[strspn(line, " \t")] == 0;
  if (!more && line[strspn(line, " \t")] == ':') {
    command(r, line + strspn(line, " \t") + 1);
    return;
  }
  if (!more && empty) return;
  if (more) bytes_text(&r->text, "\n");
  bytes_text(&r->text, line);
  if (r->text.failed)
    bytes_clear(&r->text);
  else
    run_text(r, more && empty);
}

static int read_lines(Repl *r) {
  const char *line;
  prompt_complete(r->prompt, complete, r);
  while (!r->leave) {
    TermInput got =
        prompt_read(r->prompt, r->text.count > 0 ? ">> " : "> ", 0, &line);
    if (got == TERM_INTERRUPT) return STATUS_INTERRUPTED;
    if (got == TERM_END) break;
    take_line(r, line);
  }
  if (r->text.count > 0) run_text(r, true);
  return STATUS_DONE;
}

/* --- opening --- */

static void set_text(lua_State *L, const char *key, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, key);
}

static void set_sets(lua_State *L, const Options *o) {
  lua_Integer n = 0;
  lua_newtable(L);
  for (int i = 0; i < o->count; i++) {
    if (strcmp(o->given[i].spec->name, "set") != 0) continue;
    lua_pushstring(L, o->given[i].value);
    lua_rawseti(L, -2, ++n);
  }
  lua_setfield(L, -2, "sets");
}

static void set_pages(lua_State *L) {
  Text names = {0};
  pages_names(&names);
  set_text(L, "pages", names.s);
  text_free(&names);
}

static void push_given(const Repl *r, const Options *o) {
  lua_State *L = r->w->L;
  const EmbeddedFile *e = embed_find("reference.txt");
  lua_newtable(L);
  sandbox_env(L);
  lua_setfield(L, -2, "env");
  set_text(L, "reference", e == NULL ? "" : e->text);
  set_pages(L);
  set_text(L, "red", MARK_RED);
  set_text(L, "black", MARK_BLACK);
  set_text(L, "plain", MARK_PLAIN);
  lua_pushboolean(L, term_symbols(r->term));
  lua_setfield(L, -2, "symbols");
  set_sets(L, o);
  if (o->rests == 0) return;
  const char *plus = strchr(o->rest[0], '+');
  set_text(L, "word", o->rest[0]);
  set_text(L, "game", r->w->game);
  set_text(L, "variants", plus ? plus + 1 : "");
}

/* OPTIONS_GO_ON, or the status to exit with. */
static int make_ready(Repl *r, const Options *o, Bytes *err) {
  lua_State *L = r->w->L;
  if (o->rests > 0 && !world_name(r->w, o->rest[0], err))
    return seating_error(err, false);
  push_given(r, o);
  bool called = world_call(r->w, "core.repl", "open", 1, 2);
  if (!called || !lua_istable(L, -2)) {
    bytes_text(err, report_text(L, -1));
    return seating_error(err, seating_names_script(err->data));
  }
  term_say(r->term, lua_tostring(L, -1));
  lua_pop(L, 1);
  r->env = luaL_ref(L, LUA_REGISTRYINDEX);
  return OPTIONS_GO_ON;
}

static Prompt *open_prompt(Term *term) {
  char err[1024], path[4200];
  char *folder = folder_state(err, sizeof err);
  if (folder != NULL) snprintf(path, sizeof path, "%s/repl_history", folder);
  Prompt *p = prompt_open(term, folder == NULL ? NULL : path);
  free(folder);
  return p;
}

static int sit_down(Repl *r, const Options *o, Bytes *err) {
  int status = make_ready(r, o, err);
  if (status != OPTIONS_GO_ON) return status;
  r->prompt = open_prompt(r->term);
  if (r->prompt == NULL) return usage_error("not enough memory");
  Budget *budget = host_of(r->w->L)->budget;
  budget_interrupt(budget, prompt_presses(r->prompt));
  status = read_lines(r);
  budget_interrupt(budget, NULL);
  prompt_close(r->prompt);
  return status;
}

static int run_in(World *w, const Options *o) {
  Repl r = {.w = w, .term = table_term(o)};
  Bytes err = {0};
  if (r.term == NULL) return STATUS_USAGE;
  int status = sit_down(&r, o, &err);
  bytes_free(&r.text);
  bytes_free(&err);
  return term_close(r.term) ? status : STATUS_FAILED;
}

static int run(int argc, char **argv) {
  Options o;
  Bytes err = {0};
  long limit = LIMIT;
  int status = options_read(&o, &command_repl, tables, argc, argv);
  if (status == OPTIONS_GO_ON) status = options_rest(&o, &command_repl, 0, 1);
  if (status != OPTIONS_GO_ON) return status;
  if (!options_number(&o, "limit", 1, LIMIT_MOST, &limit)) return STATUS_USAGE;
  WorldConfig c = {.stdlib = options_value(&o, "stdlib")};
  c.sandbox.steps = (uint64_t)limit * MILLION;
  World *w = world_bare(&c, NULL, &err);
  status = w == NULL ? seating_error(&err, true) : run_in(w, &o);
  world_close(w);
  bytes_free(&err);
  return status;
}

const Command command_repl = {
    "repl", "a prompt to try scripts at",
    "[GAME[+VARIANT...]] [options]\n\n"
    "Runs lines of Lua as games would, and shows their values. With a game,\n"
    "its rules and functions are at hand and `:table` sits down at it;\n"
    "without, there is a practice table. Tab completes; `:help` says more.",
    run};
