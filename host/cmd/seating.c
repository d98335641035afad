/* Seating: see seating.h. What the words mean is settled in
 * stdlib/core/seating.lua, which knows the game; here files are read and the
 * outcome is laid into the session's configuration. */
#include "cmd/seating.h"
#include "answer/term.h"

#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "script/report.h"
#include "table/seed.h"

const OptionSpec seating_options[] = {
    {"seats", 's', "SEATS",
     "4, or me,angler,random or Anna=me,Ben=angler,gm=me"},
    {"players", 'p', "FILE", "players, a line each: Anna: str 14, dex 12"},
    {"player", 0, "TEXT", "one more player, \"Anna: str 14\""},
    {"set", 0, "RULE=VALUE", "another value for a rule"},
    {"seed", 0, "TEXT", "the seed: 64 hexadecimal digits, or any text"},
    {"stdlib", 0, "DIR", "the library from a folder instead of the program"},
    {"*", 0, "FILE", ""},
    {"*one", 0, "TEXT", ""},
    {NULL, 0, NULL, NULL}};

/* --- files --- */

enum { FILE_MAX = 64 * 1024 };

/* The text of a file of players; NULL and a sentence. */
static char *read_file(const char *path, Bytes *err) {
  char *text = malloc(FILE_MAX + 2);
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat st;
  ssize_t n = -1;
  size_t size = 0;
  bool plain = fd >= 0 && fstat(fd, &st) == 0 && !S_ISDIR(st.st_mode);
  if (fd >= 0 && !plain) errno = EISDIR;
  while (text != NULL && plain && size <= FILE_MAX &&
         (n = read(fd, text + size, FILE_MAX + 1 - size)) > 0)
    size += (size_t)n;
  if (n < 0) bytes_format(err, "%s: %s", path, strerror(errno));
  if (size > FILE_MAX) bytes_format(err, "%s: longer than 64 KB", path);
  if (fd >= 0) close(fd);
  if (text != NULL && n >= 0 && size <= FILE_MAX) {
    text[size] = 0;
    return text;
  }
  free(text);
  return NULL;
}

/* --- what is asked of core/seating --- */

static void set_text(lua_State *L, const char *key, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, key);
}

/* What was given for an option by one of two names. */
static void set_list(lua_State *L, const char *key, const Options *o,
                     const char *name, const char *other) {
  lua_Integer n = 0;
  lua_newtable(L);
  for (int i = 0; i < o->count; i++) {
    const char *spec = o->given[i].spec->name;
    if (strcmp(spec, name) != 0 && strcmp(spec, other) != 0) continue;
    lua_pushstring(L, o->given[i].value);
    lua_rawseti(L, -2, ++n);
  }
  lua_setfield(L, -2, key);
}

/* The word of a --fisher "Anna: ...", of which seating knows whether the game
 * has it; the last, if any. */
static void set_word(lua_State *L, const Options *o) {
  for (int i = 0; i < o->count; i++)
    if (strcmp(o->given[i].spec->name, "*one") == 0)
      set_text(L, "singular", o->given[i].name);
}

static bool is_campaign(const GivenOption *file) {
  return strcmp(file->spec->name, "campaign") == 0;
}

/* The last --players FILE, or --fishers FILE, or --campaign FILE. */
static const GivenOption *players_file(const Options *o) {
  for (int i = o->count - 1; i >= 0; i--) {
    const char *name = o->given[i].spec->name;
    if (strcmp(name, "players") == 0 || strcmp(name, "*") == 0 ||
        is_campaign(&o->given[i]))
      return &o->given[i];
  }
  return NULL;
}

/* Its text; a new campaign's file isn't there yet. Who gives a number wants
 * so many seats. */
static char *players_text(const GivenOption *file, Bytes *err) {
  const char *path = file->value;
  bool missing = access(path, F_OK) != 0 && errno == ENOENT;
  if (is_campaign(file) && missing) return strdup("");
  if (!missing || path[strspn(path, "0123456789")] != 0)
    return read_file(path, err);
  bytes_format(err,
               "--%s %s: expected a file of players; how many sit there is "
               "said by --seats %s",
               file->name, path, path);
  return NULL;
}

static void set_file(lua_State *L, const GivenOption *file, const char *text) {
  if (file == NULL) return;
  if (!is_campaign(file)) set_text(L, "plural", file->name);
  lua_newtable(L);
  lua_pushboolean(L, is_campaign(file));
  lua_setfield(L, -2, "campaign");
  set_text(L, "path", file->value);
  set_text(L, "text", text);
  lua_setfield(L, -2, "file");
}

static void push_given(lua_State *L, const World *w, const Options *o,
                       const char *game, SeatingUse use) {
  const char *plus = strchr(game, '+'), *seats = options_value(o, "seats");
  lua_newtable(L);
  set_text(L, "game", w->game);
  set_text(L, "variants", plus ? plus + 1 : "");
  set_text(L, "seats", seats ? seats : "");
  set_text(L, "named", use.named);
  set_list(L, "sets", o, "set", "set");
  set_list(L, "players", o, "player", "*one");
  set_word(L, o);
  lua_pushboolean(L, use.people);
  lua_setfield(L, -2, "people");
  if (use.usual > 0) {
    lua_pushinteger(L, use.usual);
    lua_setfield(L, -2, "usual");
  }
}

/* --- the outcome --- */

static void take_text(lua_State *L, const char *key, char *out, size_t size) {
  lua_getfield(L, -1, key);
  snprintf(out, size, "%s", lua_tostring(L, -1) ? lua_tostring(L, -1) : "");
  lua_pop(L, 1);
}

/* The list of players on top of the stack. */
static void take_players(lua_State *L, SessionConfig *c) {
  c->world.players = (int)lua_rawlen(L, -1);
  for (int i = 0; i <= c->world.players && i < PLAYERS_MAX; i++) {
    Player *p = &c->world.player[i];
    lua_rawgeti(L, -1, i);
    take_text(L, "name", p->name, sizeof p->name);
    take_text(L, "profile", p->profile, sizeof p->profile);
    take_text(L, "who", c->answerer[i], sizeof c->answerer[i]);
    lua_pop(L, 1);
  }
}

/* What else the list says: how people sit. */
static void take_people(lua_State *L, Seating *out) {
  take_text(L, "question", out->question, sizeof out->question);
  lua_getfield(L, -1, "one_person");
  out->config.one_person = lua_toboolean(L, -1);
  lua_pop(L, 1);
}

static bool take_sets(const Options *o, WorldConfig *c, Bytes *err) {
  for (int i = 0; i < o->count; i++) {
    if (strcmp(o->given[i].spec->name, "set") != 0) continue;
    if (c->set_count == SETS_MAX) {
      bytes_format(err, "--set: at most %d rules can be set", SETS_MAX);
      return false;
    }
    c->sets[c->set_count++] = o->given[i].value;
  }
  return true;
}

static bool take_seed(const Options *o, Seating *out, Bytes *err) {
  const char *seed = options_value(o, "seed");
  out->seed_given = seed != NULL;
  if (seed != NULL) {
    seed_read(seed, out->config.seed);
  } else if (!seed_fresh(out->config.seed)) {
    bytes_text(err, "the system gives no chance to make a seed of");
    return false;
  }
  return true;
}

bool seating_names_script(const char *sentence) {
  if (sentence == NULL) return false;
  const char *lua = strstr(sentence, ".lua:");
  return lua != NULL && lua < sentence + strcspn(sentence, "\n ");
}

static bool ask_core(World *w, const Options *o, const char *game,
                     SeatingUse use, Seating *out, Bytes *err) {
  lua_State *L = w->L;
  const GivenOption *file = players_file(o);
  char *text = file == NULL ? NULL : players_text(file, err);
  if (file != NULL && text == NULL) return false;
  push_given(L, w, o, game, use);
  set_file(L, file, text);
  free(text);
  bool called = world_call(w, "core.seating", "read", 1, 2);
  if (called && lua_istable(L, -2)) {
    lua_pop(L, 1);
    take_players(L, &out->config);
    take_people(L, out);
    return true;
  }
  bytes_text(err, report_text(L, -1));
  return false;
}

bool seating_read(const Options *o, const char *game, SeatingUse use,
                  Seating *out, bool *broken, Bytes *err) {
  WorldConfig *c = &out->config.world;
  memset(out, 0, sizeof *out);
  *broken = false;
  c->game = game;
  c->stdlib = options_value(o, "stdlib");
  if (!take_sets(o, c, err) || !take_seed(o, out, err)) return false;
  World *w = world_bare(c, NULL, err);
  if (w == NULL) return false;
  bool done = world_name(w, game, err) && ask_core(w, o, game, use, out, err);
  if (!done) *broken = seating_names_script(err->data);
  world_close(w);
  return done;
}

int seating_error(const Bytes *err, bool broken) {
  const char *line = err->data ? err->data : "not enough memory";
  while (*line != 0) {
    int n = (int)strcspn(line, "\n");
    term_mistake("croupier: %.*s", n, line);
    line += n + (line[n] == '\n');
  }
  return broken ? STATUS_FAILED : STATUS_USAGE;
}

bool seating_bots(const Options *o, int usual, Seating *out, int *status) {
  Bytes err = {0};
  bool broken;
  SeatingUse use = {false, usual, NULL};
  bool good = seating_read(o, o->rest[0], use, out, &broken, &err);
  if (!good) *status = seating_error(&err, broken);
  bytes_free(&err);
  return good;
}

int seating_command(const Command *command, const OptionSpec *const *tables,
                    int argc, char **argv,
                    int (*with)(const Options *o, Seating *room)) {
  Options o;
  int status = options_read(&o, command, tables, argc, argv);
  if (status == OPTIONS_GO_ON) status = options_rest(&o, command, 1, 1);
  if (status != OPTIONS_GO_ON) return status;
  Seating *room = calloc(1, sizeof *room);
  if (room == NULL) return seating_error(&(Bytes){0}, true);
  status = with(&o, room);
  free(room);
  return status;
}
