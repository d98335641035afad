/* croupier list: what there is to play. Also what is printed when no command
 * is given: then argv[0] is "welcome". */
#include <stdio.h>
#include <string.h>

#include "answer/term.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "cmd/seating.h"
#include "script/report.h"

static const OptionSpec specs[] = {
    {"json", 0, NULL, "for other programs: a list of objects"},
    {"stdlib", 0, "DIR", "the library from a folder instead of the program"},
    {NULL, 0, NULL, NULL}};
static const OptionSpec *const tables[] = {specs, NULL};

/* Printed at once: reading all games takes longer than reading a line. */
static int tell(lua_State *L) {
  puts(lua_tostring(L, 1));
  if (!ferror(stdout)) fflush(stdout);
  return 0;
}

/* The state is closed before a collection would pay. */
static int print_list(World *w, const char *what, bool json) {
  lua_gc(w->L, LUA_GCSTOP, 0);
  lua_pushcfunction(w->L, tell);
  lua_pushboolean(w->L, json);
  if (world_call(w, "core.show", what, 2, 0)) return STATUS_DONE;
  term_mistake("croupier: %s", report_text(w->L, -1));
  return STATUS_FAILED;
}

static int run(int argc, char **argv) {
  Options o;
  Bytes err = {0};
  int status = options_read(&o, &command_list, tables, argc, argv);
  if (status == OPTIONS_GO_ON) status = options_rest(&o, &command_list, 0, 0);
  if (status != OPTIONS_GO_ON) return status;
  bool welcome = strcmp(argv[0], "welcome") == 0;
  WorldConfig c = {.stdlib = options_value(&o, "stdlib")};
  World *w = world_bare(&c, NULL, &err);
  status = w == NULL ? seating_error(&err, true)
                     : print_list(w, welcome ? "welcome" : "list",
                                  options_flag(&o, "json"));
  world_close(w);
  bytes_free(&err);
  return status;
}

const Command command_list = {
    "list", "the games there are",
    "[--json]\n\n"
    "Lists the games found in games/, in the folders of CROUPIER_PATH, in\n"
    "~/.local/share/croupier/games, and beside the program.",
    run};
