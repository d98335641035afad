/* croupier show: a game's rules with value and origin, its order, what the
 * table and a seat have, its variants and rulings; what each layer changes; a
 * name: a step's text, a rule, a pile, a pool or state. */
#include <stdio.h>
#include <string.h>

#include "answer/term.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "cmd/seating.h"
#include "script/report.h"

static const OptionSpec specs[] = {
    {"diff", 0, NULL, "what each variant and --set changes, with its line"},
    {"set", 0, "RULE=VALUE", "another value for a rule"},
    {"json", 0, NULL, "for other programs: one object"},
    {"stdlib", 0, "DIR", "the library from a folder instead of the program"},
    {NULL, 0, NULL, NULL}};
static const OptionSpec *const tables[] = {specs, NULL};

static void push_sets(lua_State *L, const Options *o) {
  lua_Integer n = 0;
  lua_newtable(L);
  for (int i = 0; i < o->count; i++) {
    if (strcmp(o->given[i].spec->name, "set") != 0) continue;
    lua_pushstring(L, o->given[i].value);
    lua_rawseti(L, -2, ++n);
  }
}

/* What is wanted, as core modules: the layers, a name, or all of the game. */
static const char *module_of(const Options *o) {
  if (options_flag(o, "diff")) return "core.show_layers";
  return o->rests > 1 ? "core.show_name" : "core.show";
}

/* Lines as they are: what a script's text holds is not broken. */
static int print(const char *text, bool json, Bytes *err) {
  Term *t = json ? NULL : term_open(NULL);
  if (json) return puts(text) < 0 ? STATUS_FAILED : STATUS_DONE;
  if (t == NULL) {
    bytes_text(err, "not enough memory");
    return seating_error(err, false);
  }
  term_put(t, text);
  term_put(t, "\n");
  return term_close(t) ? STATUS_DONE : STATUS_FAILED;
}

static int show(World *w, const Options *o, Bytes *err) {
  lua_State *L = w->L;
  const char *game = o->rest[0], *plus = strchr(game, '+');
  if (!world_name(w, game, err)) return seating_error(err, false);
  lua_pushstring(L, w->game);
  lua_pushstring(L, plus ? plus + 1 : "");
  push_sets(L, o);
  lua_pushboolean(L, options_flag(o, "json"));
  lua_pushstring(L, o->rests > 1 ? o->rest[1] : NULL);
  bool called = world_call(w, module_of(o), "show", 5, 2);
  if (called && lua_isstring(L, -2))
    return print(lua_tostring(L, -2), options_flag(o, "json"), err);
  bytes_text(err, report_text(L, -1));
  return seating_error(err, seating_names_script(err->data));
}

static int run(int argc, char **argv) {
  Options o;
  Bytes err = {0};
  int status = options_read(&o, &command_show, tables, argc, argv);
  if (status == OPTIONS_GO_ON) status = options_rest(&o, &command_show, 1, 2);
  if (status != OPTIONS_GO_ON) return status;
  if (options_flag(&o, "diff") && o.rests > 1)
    return usage_error("show: --diff tells of all, without `%s`", o.rest[1]);
  WorldConfig c = {.stdlib = options_value(&o, "stdlib")};
  World *w = world_bare(&c, NULL, &err);
  status = w == NULL ? seating_error(&err, true) : show(w, &o, &err);
  world_close(w);
  bytes_free(&err);
  return status;
}

const Command command_show = {
    "show", "a game's rules, order, variants and rulings",
    "GAME[+VARIANT...] [NAME] [options]\n\n"
    "GAME is a name from `croupier list`, or the path of a game's folder.\n"
    "Rules that a variant or --set changed say so, with the value before.\n"
    "With --diff, what each layer makes of the one below it, with file and\n"
    "line. With the name of a step, its text, the variants' first; with that\n"
    "of a rule, where its value comes from and where it is read; with that of\n"
    "a pile, a pool or state, what it begins as and which steps use it.",
    run};
