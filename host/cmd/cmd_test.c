/* croupier test: runs LuaUnit suites.
 *
 * Each file has a state of its own, so that one which runs out of memory or
 * leaves something behind takes no other with it. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmd/command.h"
#include "cmd/golden.h"
#include "cmd/options.h"
#include "cmd/suite.h"
#include "script/sources.h"

static const OptionSpec specs[] = {
    {"only", 'o', "TEXT", "only tests whose name contains TEXT"},
    {"list", 'l', NULL, "name the tests that pass, with their time"},
    {"stdlib", 0, "DIR", "the library from a folder instead of the program"},
    {NULL, 0, NULL, NULL}};
static const OptionSpec *const tables[] = {specs, golden_options, NULL};

typedef struct Files {
  char **path;
  int count;
  bool short_of_memory; /* and so not all are there */
} Files;

static void add_file(Files *f, const char *path) {
  char **more = realloc(f->path, ((size_t)f->count + 1) * sizeof *more);
  if (more != NULL) f->path = more;
  char *copy = more != NULL ? strdup(path) : NULL;
  if (copy != NULL)
    f->path[f->count++] = copy;
  else
    f->short_of_memory = true;
}

static void free_files(Files *f) {
  for (int i = 0; i < f->count; i++) free(f->path[i]);
  free(f->path);
}

static void find_suites(Files *f, const char *folder, int depth) {
  struct dirent **list = NULL;
  int n = scandir(folder, &list, NULL, alphasort);
  for (int i = 0; i < n; i++) {
    char path[4096];
    struct stat st;
    const char *name = list[i]->d_name;
    size_t end = strlen(folder);
    while (end > 1 && folder[end - 1] == '/') end--;
    snprintf(path, sizeof path, "%.*s/%s", (int)end, folder, name);
    if (name[0] != '.' && stat(path, &st) == 0) {
      if (S_ISREG(st.st_mode) && sources_is_suite(name)) add_file(f, path);
      if (S_ISDIR(st.st_mode) && depth > 0) find_suites(f, path, depth - 1);
    }
    free(list[i]);
  }
  free(list);
}

/* Where a game of that name is. */
typedef struct Wanted {
  const char *name;
  char folder[4096];
} Wanted;

static void is_wanted(void *ud, const char *name, const char *folder) {
  Wanted *w = ud;
  if (strcmp(name, w->name) == 0)
    snprintf(w->folder, sizeof w->folder, "%s/%s", folder, name);
}

/* A file, a folder with suites somewhere in it, or a game. */
static bool find_named(Files *f, const char *path) {
  struct stat st;
  Wanted game = {.name = path};
  int before = f->count;
  if (stat(path, &st) != 0) {
    sources_games(is_wanted, &game);
    path = game.folder[0] != 0 ? game.folder : path;
  }
  if (stat(path, &st) != 0) {
    usage_error("%s: there is no such file, folder or game", path);
    return false;
  }
  if (!S_ISDIR(st.st_mode)) {
    add_file(f, path);
    return true;
  }
  find_suites(f, path, 4);
  if (f->count > before) return true;
  usage_error("%s: no test.lua and no test_*.lua in it", path);
  return false;
}

static bool find_all(Files *f, const Options *o) {
  for (int i = 0; i < o->rests; i++)
    if (!find_named(f, o->rest[i])) return false;
  if (o->rests > 0) return true;
  find_suites(f, "tests/lua", 1);
  find_suites(f, "games", 1);
  if (f->count > 0) return true;
  usage_error("no tests here: neither tests/lua nor games has a suite");
  return false;
}

static int run_goldens(const Options *o) {
  GoldenCount sum = {0, 0};
  if (!golden_run(o, &sum)) return STATUS_USAGE;
  printf("golden: %d passed, %d failed\n", sum.passed, sum.failed);
  return sum.failed > 0 ? STATUS_FAILED : STATUS_DONE;
}

/* The options of goldens mean nothing to suites. */
static int refuse_golden_options(const Options *o) {
  for (int i = 0; i < o->count; i++)
    for (const OptionSpec *s = golden_options; s->name != NULL; s++)
      if (o->given[i].spec == s)
        return usage_error("--%s goes with --golden", s->name);
  return OPTIONS_GO_ON;
}

static int run(int argc, char **argv) {
  Options o;
  Files files = {.count = 0};
  int status = options_read(&o, &command_test, tables, argc, argv);
  if (status == OPTIONS_GO_ON && options_flag(&o, "golden"))
    return run_goldens(&o);
  if (status == OPTIONS_GO_ON) status = refuse_golden_options(&o);
  if (status != OPTIONS_GO_ON) return status;
  bool found = find_all(&files, &o);
  if (!found || files.short_of_memory) {
    free_files(&files);
    return found ? usage_error("not enough memory") : STATUS_USAGE;
  }
  SuiteSettings settings = {.only = options_value(&o, "only"),
                            .list = options_flag(&o, "list"),
                            .stdlib = options_value(&o, "stdlib")};
  SuiteCount sum = {0, 0};
  for (int i = 0; i < files.count; i++)
    suite_run(files.path[i], &settings, &sum);
  free_files(&files);
  printf("lua: %d passed, %d failed\n", sum.passed, sum.failed);
  return sum.failed > 0 ? STATUS_FAILED : STATUS_DONE;
}

const Command command_test = {
    "test", "run the tests of games and of the program",
    "[PATH|GAME...] [options]\n\n"
    "Runs LuaUnit suites: the files, folders and games given, else tests/lua\n"
    "and the test.lua and test_*.lua of every game. In a suite `lu` is "
    "LuaUnit and\n"
    "`croupier.open` gives a table to order; `croupier help croupier.open` "
    "says how.\n\n"
    "With --golden the words are games: what one whole game of each tells is\n"
    "compared with GAME/golden/*.txt, and --write writes those files. Review\n"
    "the difference before you keep it.",
    run};
