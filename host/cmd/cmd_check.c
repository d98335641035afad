/* croupier check: what is wrong with a game's scripts.
 *
 * The looking is done by stdlib/core/check*.lua; here a path becomes a game,
 * and the monkey's time is kept: Lua plays one game a call and has no clock. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cmd/command.h"
#include "cmd/options.h"
#include "cmd/seating.h"
#include "script/report.h"
#include "table/l_engine.h"

static const OptionSpec specs[] = {
    {"seconds", 0, "N", "how long to try the game by playing, 3; 0: not"},
    {"strict", 0, NULL, "warnings count as errors"},
    {"format", 0, "FORMAT", "human, or gcc for editors that jump to lines"},
    {"json", 0, NULL, "for other programs: a list of objects"},
    {"stdlib", 0, "DIR", "the library from a folder instead of the program"},
    {NULL, 0, NULL, NULL}};
static const OptionSpec *const tables[] = {specs, NULL};

enum {
  SECONDS = 3,
  SECONDS_MOST = 86400,
  NAME_LONG = 4096,
  MEMORY_MB = 256,   /* for many tables at once; a game has 64 */
  GARBAGE_KB = 65536 /* of tables that were played, before it is collected */
};

typedef struct Count {
  lua_Integer errors, warnings;
} Count;

/* --- what a path means --- */

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && strcmp(text + n - m, end) == 0;
}

static bool is_there(const char *folder, size_t n, const char *name) {
  char path[NAME_LONG];
  return snprintf(path, sizeof path, "%.*s/%s", (int)n, folder, name) <
             NAME_LONG &&
         access(path, R_OK) == 0;
}

/* ".../fish_out/house/x.lua" becomes ".../fish_out+x", another script of a
 * game's folder that game. False: the file belongs to no game. */
static bool game_of_file(const char *path, char *game) {
  const char *slash = strrchr(path, '/');
  size_t folder = (size_t)(slash - path), n = folder;
  bool house = folder > 6 && strncmp(slash - 6, "/house", 6) == 0;
  if (!is_there(path, n, "game.lua") && house) n -= 6;
  const char *near = memchr(path, '/', n) != NULL ? "" : "./";
  int length = n == folder
                   ? snprintf(game, NAME_LONG, "%s%.*s", near, (int)n, path)
                   : snprintf(game, NAME_LONG, "%s%.*s+%.*s", near, (int)n,
                              path, (int)strlen(slash + 1) - 4, slash + 1);
  return length < NAME_LONG && is_there(path, n, "game.lua");
}

static bool names_itself(const char *path) {
  const char *last = strrchr(path, '/');
  last = last == NULL ? path : last + 1;
  return strcmp(last, ".") != 0 && strcmp(last, "..") != 0;
}

/* A path that names the game's folder: "game.lua" has none, "." no name. */
static bool whole_path(const char *word, char *path) {
  char real[PATH_MAX];
  int n = (int)strcspn(word, "+");
  snprintf(path, NAME_LONG, "%.*s", n, word);
  bool script = ends_with(path, ".lua");
  if (names_itself(path) && (!script || strchr(path, '/') != NULL)) {
    const char *near = strchr(path, '/') != NULL ? "" : "./";
    return snprintf(path, NAME_LONG, "%s%.*s", near, n, word) < NAME_LONG;
  }
  if (realpath(path, real) == NULL) return false;
  return snprintf(path, NAME_LONG, "%s", real) < NAME_LONG;
}

static bool is_game_folder(const char *word) {
  size_t n = strcspn(word, "+");
  return is_there(word, n, "game.lua");
}

/* What the word means: a game by name or by path. False after a sentence. */
static bool find_game(const char *word, char *game) {
  char path[NAME_LONG];
  bool script = ends_with(word, ".lua") && strchr(word, '+') == NULL;
  snprintf(game, NAME_LONG, "%s", word);
  if (!script && is_game_folder(word) && whole_path(word, path))
    snprintf(game, NAME_LONG, "%.3000s%.1000s", path,
             word + strcspn(word, "+"));
  if (!script) return true;
  if (access(word, R_OK) != 0) {
    usage_error("%s: there is no such file", word);
    return false;
  }
  if (whole_path(word, path) && game_of_file(path, game)) return true;
  usage_error(
      "%s: it belongs to no game: expected a game.lua beside it, or in "
      "the folder above house/; a script alone is tried with "
      "`croupier run`",
      word);
  return false;
}

/* --- looking and playing --- */

static bool call(World *w, const char *name, int arguments, Count *count,
                 Bytes *err) {
  lua_State *L = w->L;
  if (!world_call(w, "core.check", name, arguments, 2)) {
    bytes_text(err, report_text(L, -1));
    lua_pop(L, 1);
    return false;
  }
  count->errors = lua_tointeger(L, -2);
  count->warnings = lua_tointeger(L, -1);
  lua_pop(L, 2);
  return true;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Games are played until the time is over or enough was seen. */
static bool play(World *w, long seconds, Bytes *err) {
  double end = now() + (double)seconds;
  bool more = true;
  while (more && now() < end) {
    if (!world_call(w, "core.check", "play", 0, 1)) {
      bytes_text(err, report_text(w->L, -1));
      lua_pop(w->L, 1);
      return false;
    }
    more = lua_toboolean(w->L, -1);
    lua_pop(w->L, 1);
    if (lua_gc(w->L, LUA_GCCOUNT) > GARBAGE_KB) lua_gc(w->L, LUA_GCCOLLECT);
  }
  return true;
}

static bool say(World *w, const char *format, Bytes *err) {
  lua_pushstring(w->L, format);
  if (!world_call(w, "core.check", "text", 1, 1)) {
    bytes_text(err, report_text(w->L, -1));
    return false;
  }
  const char *text = lua_tostring(w->L, -1);
  if (*text != 0) puts(text);
  lua_pop(w->L, 1);
  return true;
}

static int status_of(const Options *o, const Count *c) {
  bool wrong = c->errors > 0 || (options_flag(o, "strict") && c->warnings > 0);
  return wrong ? STATUS_FAILED : STATUS_DONE;
}

static int check(World *w, const Options *o, const char *game, long seconds,
                 const char *format) {
  Count count = {0, 0};
  Bytes err = {0};
  const char *plus = strchr(game, '+');
  bool good = world_name(w, game, &err);
  if (good) {
    lua_pushstring(w->L, w->game);
    lua_pushstring(w->L, plus != NULL ? plus + 1 : "");
    lua_pushstring(w->L, game);
    good = call(w, "scripts", 3, &count, &err);
  }
  if (good && count.errors == 0 && seconds > 0)
    good = play(w, seconds, &err) && call(w, "played", 0, &count, &err);
  good = good && say(w, format, &err);
  int status = good ? status_of(o, &count) : seating_error(&err, false);
  bytes_free(&err);
  return status;
}

static int open_and_check(const Options *o, const char *game, long seconds,
                          const char *format) {
  Bytes err = {0};
  int status;
  WorldConfig c = {.stdlib = options_value(o, "stdlib"),
                   .sandbox = {.memory = (size_t)MEMORY_MB << 20}};
  World *w = world_bare(&c, NULL, &err);
  if (w == NULL) {
    status = seating_error(&err, true);
  } else {
    status = check(w, o, game, seconds, format);
  }
  world_close(w);
  bytes_free(&err);
  return status;
}

static const char *format_of(const Options *o) {
  const char *format = options_value(o, "format");
  if (options_flag(o, "json")) return "json";
  if (format == NULL) return "human";
  if (strcmp(format, "human") == 0 || strcmp(format, "gcc") == 0) return format;
  usage_error("--format %s: expected human or gcc", format);
  return NULL;
}

static int run(int argc, char **argv) {
  Options o;
  long seconds = SECONDS;
  char game[NAME_LONG];
  int status = options_read(&o, &command_check, tables, argc, argv);
  if (status == OPTIONS_GO_ON) status = options_rest(&o, &command_check, 1, 1);
  if (status != OPTIONS_GO_ON) return status;
  const char *format = format_of(&o);
  if (format == NULL ||
      !options_number(&o, "seconds", 0, SECONDS_MOST, &seconds) ||
      !find_game(o.rest[0], game))
    return STATUS_USAGE;
  return open_and_check(&o, game, seconds, format);
}

const Command command_check = {
    "check", "what is wrong with a game's scripts",
    "GAME[+VARIANT...]|PATH [options]\n\n"
    "Looks at every script of a game at once, then plays it at random and by\n"
    "its bots for what only play can show. PATH is a game's folder or one of\n"
    "its scripts.\n"
    "The exit status is 1 for errors, 0 for warnings or nothing.",
    run};
