/* croupier new: a game or a house rule to begin with.
 *
 * The texts come from stdlib/core/new.lua. Here it is settled where they go,
 * what is left out is asked at a terminal, and files are made: only new ones
 * (O_EXCL), all or none. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "answer/prompt.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "cmd/seating.h"
#include "script/report.h"

static const OptionSpec specs[] = {
    {"title", 't', "TEXT", "what it is called at the table"},
    {"seats", 's', "SEATS", "of a game: 4, or 2-6"},
    {"deck", 'd', "DECK", "of a game: standard, jokers, or own cards"},
    {"player", 0, "WORD", "of a game: what a player is called"},
    {"line", 0, "TEXT", "of a variant: what is different, in a line"},
    {"set", 0, "RULE=VALUE", "of a variant: a rule and its new value"},
    {"stdlib", 0, "DIR", "the library from a folder instead of the program"},
    {NULL, 0, NULL, NULL}};
static const OptionSpec *const tables[] = {specs, NULL};

enum { NAME_LONG = 512, SETS_MOST = 32, FOLDERS_DEEP = 8 };

typedef struct New {
  const Options *o;
  World *w;
  Term *term;
  Prompt *prompt;                    /* NULL where nobody can be asked */
  bool left;                         /* the person went away */
  char game[PATH_MAX];               /* how commands and tests call it */
  char base[64];                     /* the game's name */
  char folder[PATH_MAX];             /* of the game */
  char made[FOLDERS_DEEP][PATH_MAX]; /* what was made, to be taken away when
                                        not all can be */
  int count;
} New;

static int refuse(const char *sentence) {
  return usage_error("%s", sentence != NULL ? sentence : "not enough memory");
}

/* --- what core/new says --- */

/* Calls a function of core/new with texts; true when it gave nil. Else the
 * sentence is on stderr. */
static bool has_no_objection(New *n, const char *function, int arguments,
                             bool quiet) {
  lua_State *L = n->w->L;
  bool called = world_call(n->w, "core.new", function, arguments, 1);
  bool good = called && lua_isnil(L, -1);
  if (!good && quiet)
    term_say(n->term, report_text(L, -1));
  else if (!good)
    refuse(report_text(L, -1));
  lua_pop(L, 1);
  return good;
}

static bool is_right(New *n, const char *what, const char *value, bool quiet) {
  lua_State *L = n->w->L;
  lua_pushstring(L, what);
  lua_pushstring(L, value);
  lua_pushstring(L, n->base);
  return has_no_objection(n, "wrong", 3, quiet);
}

/* A table of texts: key, value, key, value ... NULL. */
static void push_texts(lua_State *L, const char *const *texts) {
  lua_newtable(L);
  for (; *texts != NULL; texts += 2) {
    lua_pushstring(L, texts[1]);
    lua_setfield(L, -2, texts[0]);
  }
}

/* --- asking --- */

/* Asks until the line is right. False: the person leaves. An empty line is
 * what stands in brackets. */
static bool ask(New *n, const char *what, const char *question,
                const char *usual, char *out, size_t size) {
  char text[256];
  const char *line;
  snprintf(text, sizeof text, "%s%s%s%s ", question, *usual ? " [" : "", usual,
           *usual ? "]" : "");
  do {
    if (prompt_read(n->prompt, text, TERM_SECRET, &line) != TERM_LINE) {
      n->left = true;
      return false;
    }
    snprintf(out, size, "%s", *line ? line : usual);
  } while (*out != 0 && !is_right(n, what, out, true));
  return true;
}

/* The value of an option, asked for at a terminal, else the usual one. */
static bool take(New *n, const char *what, const char *question,
                 const char *usual) {
  char text[NAME_LONG];
  const char *given = options_value(n->o, what);
  snprintf(text, sizeof text, "%s", given != NULL ? given : usual);
  if (given != NULL && !is_right(n, what, given, false)) return false;
  if (given == NULL && n->prompt != NULL &&
      !ask(n, what, question, usual, text, sizeof text))
    return false;
  lua_pushstring(n->w->L, text);
  lua_setfield(n->w->L, -2, what);
  return true;
}

static void add_set(lua_State *L, const char *text) {
  lua_pushstring(L, text);
  lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
}

static bool ask_sets(New *n) {
  char text[NAME_LONG];
  do {
    if (!ask(n, "set",
             "A rule and its new value, like RULE=VALUE (an empty "
             "line ends):",
             "", text, sizeof text))
      return false;
    if (*text != 0) add_set(n->w->L, text);
  } while (*text != 0 && lua_rawlen(n->w->L, -1) < SETS_MOST);
  return true;
}

static bool take_sets(New *n) {
  bool good = true;
  lua_newtable(n->w->L);
  for (int i = 0; good && i < n->o->count; i++) {
    if (strcmp(n->o->given[i].spec->name, "set") != 0) continue;
    good = is_right(n, "set", n->o->given[i].value, false);
    add_set(n->w->L, n->o->given[i].value);
  }
  if (good && n->prompt != NULL && !options_flag(n->o, "set"))
    good = ask_sets(n);
  lua_setfield(n->w->L, -2, "sets");
  return good;
}

/* --- files --- */

static void take_back(New *n) {
  while (n->count > 0) remove(n->made[--n->count]);
}

static void note_made(New *n, const char *path) {
  if (n->count < FOLDERS_DEEP)
    snprintf(n->made[n->count++], PATH_MAX, "%s", path);
}

/* Makes the folders of a file that aren't there. */
static bool make_folders(New *n, const char *file) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s", file);
  for (char *slash = path; (slash = strchr(slash + 1, '/')) != NULL;) {
    *slash = 0;
    if (mkdir(path, 0777) == 0)
      note_made(n, path);
    else if (errno != EEXIST)
      return false;
    *slash = '/';
  }
  return true;
}

static bool make_file(New *n, const char *path, const char *text) {
  if (!make_folders(n, path)) return false;
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0) return false;
  note_made(n, path);
  FILE *f = fdopen(fd, "w");
  if (f == NULL) {
    close(fd);
    return false;
  }
  bool good = fputs(text, f) >= 0;
  return fclose(f) == 0 && good;
}

/* The list of files on top of the stack. False with errno; the path that
 * could not be made is in `path`. */
static bool make_files(New *n, char *path) {
  lua_State *L = n->w->L;
  int list = lua_gettop(L);
  bool good = true;
  for (lua_Integer i = 1; good && lua_rawgeti(L, list, i) == LUA_TTABLE; i++) {
    lua_getfield(L, -1, "path");
    lua_getfield(L, -2, "text");
    good = snprintf(path, PATH_MAX, "%s/%s", n->folder, lua_tostring(L, -2)) <
           PATH_MAX;
    if (!good) errno = ENAMETOOLONG;
    good = good && make_file(n, path, lua_tostring(L, -1));
    lua_settop(L, list);
  }
  int why = errno;
  lua_settop(L, list);
  if (!good) take_back(n);
  errno = why;
  return good;
}

/* The user's own folder of games, which need not be there. */
static bool own_folder(char *path, size_t size) {
  const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
  if (data != NULL && *data == '/')
    return snprintf(path, size, "%s/croupier/games", data) < (int)size;
  if (home == NULL || *home == 0) return false;
  return snprintf(path, size, "%s/.local/share/croupier/games", home) <
         (int)size;
}

/* --- a game --- */

static bool is_folder(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Where games are looked for first: CROUPIER_PATH, games/ here, the user's. */
static bool place_game(New *n, const char *name) {
  char above[PATH_MAX / 2];
  const char *list = getenv("CROUPIER_PATH");
  if (list != NULL && strcspn(list, ":") > 0)
    snprintf(above, sizeof above, "%.*s", (int)strcspn(list, ":"), list);
  else if (is_folder("games") || !own_folder(above, sizeof above))
    snprintf(above, sizeof above, "games");
  return snprintf(n->folder, sizeof n->folder, "%s/%s", above, name) <
         (int)sizeof n->folder;
}

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash == NULL ? path : slash + 1;
}

/* bot: ", its bot" where one was made too. */
static void tell(const New *n, const char *file, const char *bot,
                 const char *test) {
  printf(
      "%s%s and its test are there, and run as they are. What next:\n"
      "  croupier play %s\n  croupier check %s\n  croupier test %s\n",
      file, bot, n->game, n->game, test);
}

static int game_exists(const New *n) {
  return usage_error(
      "%s is there already, and nothing is ever overwritten: "
      "expected another name",
      n->folder);
}

static int cannot_write(const char *path, const char *name) {
  usage_error("%s: %s; say where it can be made: `croupier new game ~/%s`",
              path, strerror(errno), name);
  return STATUS_FAILED;
}

/* Where it goes and how it is called. */
static bool settle_game(New *n, const char *word) {
  const char *name = last_part(word);
  bool fits = true;
  snprintf(n->game, sizeof n->game, "%s", word);
  if (name == word)
    fits = place_game(n, name);
  else
    fits = snprintf(n->folder, sizeof n->folder, "%s", word) <
           (int)sizeof n->folder;
  if (strncmp(word, "games/", 6) == 0 && word + 6 == name)
    snprintf(n->game, sizeof n->game, "%s", name);
  return fits;
}

static bool take_game(New *n, const char *name) {
  const char *const texts[] = {"name",   name,      "game", n->game,
                               "folder", n->folder, NULL};
  push_texts(n->w->L, texts);
  return take(n, "title", "What is it called at the table?", "") &&
         take(n, "seats", "For how many players?", "2-6") &&
         take(n, "deck", "Which deck: standard, jokers, or own cards?",
              "standard") &&
         take(n, "player", "What is a player called?", "player");
}

static int make_game(New *n, const char *word) {
  char path[PATH_MAX];
  lua_State *L = n->w->L;
  const char *name = last_part(word);
  lua_pushstring(L, name);
  if (!has_no_objection(n, "no_game", 1, false)) return STATUS_USAGE;
  if (!settle_game(n, word)) return refuse("the path is too long");
  if (access(n->folder, F_OK) == 0) return game_exists(n);
  if (!take_game(n, name)) return n->left ? STATUS_INTERRUPTED : STATUS_USAGE;
  if (!world_call(n->w, "core.new", "game", 1, 1))
    return refuse(report_text(L, -1));
  if (!make_files(n, path)) return cannot_write(path, name);
  snprintf(path, sizeof path, "%.*s/game.lua", PATH_MAX - 16, n->folder);
  tell(n, path, ", its bot", n->folder);
  return STATUS_DONE;
}

/* --- a variant --- */

/* The folder of the game, as it was found. */
static bool find_base(New *n) {
  char key[128];
  snprintf(key, sizeof key, "%s/game.lua", n->base);
  const SourceFile *f = sources_read(&n->w->sources, key);
  if (f == NULL) return false;
  snprintf(n->folder, sizeof n->folder, "%.*s",
           (int)(strlen(f->path) - strlen("/game.lua")), f->path);
  return true;
}

/* A game that came with the program may stand where only root writes; house
 * rules for it are then found in the user's own folder. */
static bool place_elsewhere(New *n) {
  char own[PATH_MAX / 2];
  bool by_path = strchr(n->game, '/') != NULL;
  if (by_path || (errno != EACCES && errno != EROFS)) return false;
  if (!own_folder(own, sizeof own)) return false;
  return snprintf(n->folder, sizeof n->folder, "%s/%s", own, n->base) <
         (int)sizeof n->folder;
}

static int make_variant_files(New *n, const char *name) {
  char path[PATH_MAX], call[PATH_MAX], test[PATH_MAX + 64];
  if (!make_files(n, path) && !(place_elsewhere(n) && make_files(n, path))) {
    usage_error(
        "%s: %s; a copy of the game in a folder of your own can have "
        "house rules",
        path, strerror(errno));
    return STATUS_FAILED;
  }
  snprintf(call, sizeof call, "%s", n->game);
  snprintf(n->game, sizeof n->game, "%.*s+%s", PATH_MAX - 64, call, name);
  snprintf(path, sizeof path, "%.*s/house/%s.lua", PATH_MAX - 64, n->folder,
           name);
  snprintf(test, sizeof test, "%s/test_%s.lua", n->folder, name);
  tell(n, path, "", test);
  return STATUS_DONE;
}

static int no_stacking(const char *game, const char *name) {
  int n = (int)strcspn(game, "+");
  return usage_error(
      "`%s` has variants on already, and a variant changes a "
      "game: `croupier new variant %.*s %s`; at the table they "
      "go together, `croupier play %s+%s`",
      game, n, game, name, game, name);
}

static bool take_variant(New *n, const char *name) {
  char test[PATH_MAX];
  snprintf(test, sizeof test, "%.*s/test_%s.lua", PATH_MAX - 64, n->folder,
           name);
  const char *const texts[] = {"base", n->base, "game", n->game, "name",
                               name,   "file",  test,   NULL};
  push_texts(n->w->L, texts);
  return take(n, "title", "What is it called at the table?", "") &&
         take(n, "line", "What is different, in a line?", "") && take_sets(n);
}

static int make_variant(New *n, const char *game, const char *name) {
  lua_State *L = n->w->L;
  Bytes err = {0};
  if (strchr(game, '+') != NULL) return no_stacking(game, name);
  if (!world_name(n->w, game, &err)) return refuse(err.data);
  snprintf(n->game, sizeof n->game, "%s", game);
  snprintf(n->base, sizeof n->base, "%s", n->w->game);
  lua_pushstring(L, n->base);
  lua_pushstring(L, name);
  if (!has_no_objection(n, "no_variant", 2, false)) return STATUS_USAGE;
  if (!find_base(n)) return refuse("the game is there no more");
  if (!take_variant(n, name))
    return n->left ? STATUS_INTERRUPTED : STATUS_USAGE;
  if (!world_call(n->w, "core.new", "variant", 1, 1))
    return refuse(report_text(L, -1));
  return make_variant_files(n, name);
}

/* --- the command --- */

static int misplaced(const Options *o, const char *const *names,
                     const char *what) {
  for (; *names != NULL; names++)
    if (options_flag(o, *names))
      return usage_error("--%s is for a new %s", *names, what);
  return OPTIONS_GO_ON;
}

static int check_words(const Options *o) {
  static const char *const of_game[] = {"seats", "deck", "player", NULL};
  static const char *const of_variant[] = {"line", "set", NULL};
  const char *what = o->rests > 0 ? o->rest[0] : "";
  if (strcmp(what, "game") == 0) {
    if (o->rests != 2)
      return usage_error(
          "expected `croupier new game NAME`, like `croupier "
          "new game high_tide`");
    return misplaced(o, of_variant, "variant");
  }
  if (strcmp(what, "variant") == 0) {
    if (o->rests != 3)
      return usage_error(
          "expected `croupier new variant GAME NAME`, like "
          "`croupier new variant fish_out big_lake`");
    return misplaced(o, of_game, "game");
  }
  return usage_error(
      "expected `croupier new game NAME` or `croupier new "
      "variant GAME NAME`");
}

static int make(New *n) {
  const Options *o = n->o;
  if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
    n->term = term_open(NULL);
    n->prompt = n->term == NULL ? NULL : prompt_open(n->term, NULL);
  }
  int status = strcmp(o->rest[0], "game") == 0
                   ? make_game(n, o->rest[1])
                   : make_variant(n, o->rest[1], o->rest[2]);
  prompt_close(n->prompt);
  term_close(n->term);
  if (n->left) fprintf(stderr, "croupier: nothing was made\n");
  return status;
}

static int run(int argc, char **argv) {
  Options o;
  Bytes err = {0};
  int status = options_read(&o, &command_new, tables, argc, argv);
  if (status == OPTIONS_GO_ON) status = check_words(&o);
  if (status != OPTIONS_GO_ON) return status;
  WorldConfig c = {.stdlib = options_value(&o, "stdlib")};
  New *n = calloc(1, sizeof *n);
  if (n != NULL) n->w = world_bare(&c, NULL, &err);
  if (n == NULL || n->w == NULL) {
    status = refuse(err.data);
  } else {
    n->o = &o;
    status = make(n);
    world_close(n->w);
  }
  bytes_free(&err);
  free(n);
  return status;
}

const Command command_new = {
    "new", "a game or a house rule to begin with",
    "game NAME | variant GAME NAME [options]\n\n"
    "Makes scripts that can be played at once, with a test, to be changed.\n"
    "A game goes into the first folder of CROUPIER_PATH, into games/ here or\n"
    "into your own folder of games; a NAME with a slash says where. A variant\n"
    "goes into the folder of its game. What is left out is asked at a\n"
    "terminal. Nothing is ever overwritten.",
    run};
