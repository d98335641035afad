/* Playing goldens: see golden.h.
 *
 * The text is what `croupier replay` tells of a finished game, an event a
 * line, cards as letters, without the wrapping that a terminal's width would
 * bring in. A seed and a bot's name say everything about who plays: nothing
 * else of the command line's defaults may reach a golden. */
#include "cmd/golden.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "answer/bot.h"
#include "answer/replay.h"
#include "cmd/seating.h"
#include "script/sources.h"
#include "table/l_verbs.h"

const OptionSpec golden_options[] = {
    {"golden", 'g', NULL, "check kept playthroughs: [GAME[+VARIANT]...]"},
    {"write", 'w', NULL, "with --golden: write them anew"},
    {"seats", 's', "SEATS", "with --write: who plays, like angler,random"},
    {"seed", 0, "TEXT", "with --write: the seed, \"golden\" when left out"},
    {"set", 0, "RULE=VALUE", "with --write: another value for a rule"},
    {"player", 0, "TEXT", "with --write: one more player, \"Anna: str 14\""},
    {NULL, 0, NULL, NULL}};

enum {
  USUAL_SEATS = 4,
  QUESTIONS_MOST = 20000,
  LINES_LONG = 300, /* more than a person likes to read in a diff */
  NAME_LONG = 512,
  PATH_LONG = 4096
};

/* One golden under way. */
typedef struct Golden {
  const Options *o;
  char game[NAME_LONG]; /* "fish_out+deep_water", or by path */
  char path[PATH_LONG];
  char *text;  /* of the file; NULL when it isn't there */
  Options set; /* what its first lines or the command line say */
  Seating seating;
  Bytes head, told, err;
  Bytes words[OPTIONS_MAX]; /* of `set`: it points into them */
  int count;
} Golden;

static bool writing(const Golden *g) { return options_flag(g->o, "write"); }

/* --- the file --- */

static char *read_text(const char *path) {
  FILE *f = fopen(path, "re");
  Bytes all = {0};
  char block[4096];
  size_t n;
  if (f == NULL) return NULL;
  while ((n = fread(block, 1, sizeof block, f)) > 0) bytes_add(&all, block, n);
  fclose(f);
  if (all.data == NULL) bytes_text(&all, "");
  return all.data;
}

static bool write_text(const char *path, const Bytes *head, const Bytes *told,
                       Bytes *err) {
  char beside[PATH_LONG + 8];
  snprintf(beside, sizeof beside, "%s.new", path);
  FILE *f = fopen(beside, "we");
  bool good = f != NULL;
  if (good) {
    good = fwrite(head->data, 1, head->count, f) == head->count &&
           fwrite(told->data, 1, told->count, f) == told->count;
    good = fclose(f) == 0 && good;
  }
  good = good && rename(beside, path) == 0;
  if (!good) bytes_format(err, "%s: %s", path, strerror(errno));
  return good;
}

/* The first line that is no remark. */
static const char *body_of(const char *text) {
  while (*text == '#') {
    text += strcspn(text, "\n");
    text += *text == '\n';
  }
  return text;
}

/* --- who plays --- */

static void add_word(Golden *g, const char *name, size_t n, const char *value,
                     size_t length) {
  if (g->count == OPTIONS_MAX) return;
  Bytes *b = &g->words[g->count++];
  bytes_text(b, "--");
  bytes_add(b, name, n);
  bytes_text(b, "=");
  bytes_add(b, value, length);
}

/* "# --seats heron,random" */
static void take_line(Golden *g, const char *line) {
  if (strncmp(line, "# --", 4) != 0) return;
  size_t end = strcspn(line, "\n"), n = strcspn(line + 4, " \n");
  const char *value = line + 4 + n;
  while (value < line + end && *value == ' ') value++;
  add_word(g, line + 4, n, value, (size_t)(line + end - value));
}

static bool is_given(const Options *o) {
  static const char *const names[] = {"seats", "seed", "set", "player", NULL};
  for (int i = 0; names[i] != NULL; i++)
    if (options_flag(o, names[i])) return true;
  return false;
}

static void take_given(Golden *g) {
  for (int i = 0; i < g->o->count; i++) {
    const GivenOption *given = &g->o->given[i];
    const char *name = given->spec->name;
    if (strcmp(name, "seats") == 0 || strcmp(name, "seed") == 0 ||
        strcmp(name, "set") == 0 || strcmp(name, "player") == 0)
      add_word(g, name, strlen(name), given->value, strlen(given->value));
  }
}

static void take_lines(Golden *g) {
  for (const char *line = g->text; line != NULL && *line == '#';) {
    take_line(g, line);
    line += strcspn(line, "\n");
    line += *line == '\n';
  }
}

static bool read_settings(Golden *g) {
  static const OptionSpec *const tables[] = {seating_options, NULL};
  char *argv[OPTIONS_MAX + 1];
  bool seed = false;
  if (is_given(g->o))
    take_given(g);
  else
    take_lines(g);
  for (int i = 0; i < g->count; i++)
    seed = seed || strncmp(g->words[i].data, "--seed=", 7) == 0;
  if (!seed) add_word(g, "seed", 4, "golden", 6);
  argv[0] = g->path;
  for (int i = 0; i < g->count; i++) argv[i + 1] = g->words[i].data;
  if (options_read(&g->set, &command_test, tables, g->count + 1, argv) ==
      OPTIONS_GO_ON)
    return true;
  bytes_text(&g->err, "its first lines are not as `--write` makes them");
  return false;
}

/* Best bot and random by turns, where nobody says who plays. */
static void mix_bots(Golden *g) {
  SessionConfig *c = &g->seating.config;
  bytes_text(&g->head, "# --seats ");
  for (int i = 1; i <= c->world.players; i++) {
    if (i % 2 == 0) snprintf(c->answerer[i], ANSWERER_MAX, "random");
    bytes_format(&g->head, "%s%s", i > 1 ? "," : "", c->answerer[i]);
  }
  bytes_text(&g->head, "\n");
}

static bool seat_players(Golden *g) {
  bool broken;
  SeatingUse use = {false, USUAL_SEATS, NULL};
  if (!read_settings(g)) return false;
  if (!seating_read(&g->set, g->game, use, &g->seating, &broken, &g->err))
    return false;
  bytes_format(&g->head,
               "# %s, one game told in full, for `croupier test --golden`.\n"
               "# `croupier test --golden --write %s` writes it anew.\n",
               g->game, g->game);
  if (!options_flag(&g->set, "seats")) mix_bots(g);
  for (int i = 0; i < g->set.count; i++)
    bytes_format(&g->head, "# --%s %s\n", g->set.given[i].name,
                 g->set.given[i].value);
  return true;
}

/* --- the game --- */

/* False: the bot failed, and err says why. */
static bool answer(Session *s, Bytes *err) {
  int seat = s->world->table->question.seat;
  int code = seat == SEAT_GM ? 0 : seat + 1;
  const char *bot = s->config.answerer[code];
  BotSays says =
      strcmp(bot, "random") == 0 ? BOT_RANDOM : bot_answer(s->world, bot, err);
  if (says == BOT_RANDOM) return session_answer_random(s);
  if (says == BOT_FAILED) return false;
  Bytes text = *err;
  *err = (Bytes){0};
  bool good = session_answer(s, text.data, false, err);
  bytes_free(&text);
  return good;
}

static void tell_events(Golden *g, const Session *s) {
  const Events *e = &s->world->table->events;
  bytes_text(&g->told, "\n");
  for (size_t i = 0; i < e->count; i++)
    if (replay_line(s, &e->list[i], READER_ALL, &SPEECH_LETTERS, &g->told))
      bytes_text(&g->told, "\n");
}

static void tell_standing(const Session *s, lua_State *L, Bytes *out) {
  lua_getfield(L, -1, "place");
  lua_getfield(L, -2, "seat");
  lua_Integer seat = lua_tointeger(L, -1);
  lua_getfield(L, -3, "score");
  bool scored = !lua_isnil(L, -1);
  bytes_format(out, "%3lld. %s%s%s\n", (long long)lua_tointeger(L, -3),
               s->config.world.player[seat].name, scored ? "   " : "",
               scored ? lua_tostring(L, -1) : "");
  lua_pop(L, 3);
}

static void tell_standings(const Session *s, Bytes *out) {
  lua_State *L = s->world->L;
  int base = lua_gettop(L);
  bytes_text(out, "\nstandings\n");
  l_verbs_push_standings(s->world->table, L);
  if (lua_isnil(L, -1))
    bytes_text(out, "No result.\n");
  else
    for (lua_Integer i = 1; lua_rawgeti(L, base + 1, i) == LUA_TTABLE; i++) {
      tell_standing(s, L, out);
      lua_settop(L, base + 1);
    }
  lua_settop(L, base);
}

static bool play_session(Golden *g, Session *s) {
  s->in_full = true;
  bool good = bots_open(s->world, &g->err);
  while (good && session_run(s) == SESSION_QUESTION &&
         s->world->table->questions < QUESTIONS_MOST)
    good = answer(s, &g->err);
  if (s->state == SESSION_BROKEN) {
    bytes_clear(&g->err);
    bytes_text(&g->err, session_problem(s));
  } else if (good && s->state == SESSION_QUESTION) {
    bytes_format(&g->err,
                 "the game goes on after %d questions: make it "
                 "shorter with --set",
                 QUESTIONS_MOST);
  } else if (good) {
    tell_events(g, s);
    tell_standings(s, &g->told);
    return true;
  }
  return false;
}

static bool play(Golden *g) {
  Session *s = session_begin(&g->seating.config, &g->err);
  bool played = s != NULL && play_session(g, s);
  session_close(s);
  return played;
}

/* --- what came of it --- */

static bool wrong(const char *path, const char *sentence) {
  bool placed = sentence != NULL && seating_names_script(sentence);
  printf("%s%s%s\n", placed ? "" : path, placed ? "" : ": ",
         sentence != NULL ? sentence : "not enough memory");
  return false;
}

static void show_line(const char *whose, const char *line) {
  if (*line == 0)
    printf("  %s nothing more\n", whose);
  else
    printf("  %s %.*s\n", whose, (int)strcspn(line, "\n"), line);
}

/* Shows the first line that differs. */
static bool compare(const Golden *g) {
  const char *kept = body_of(g->text), *told = g->told.data;
  int line = 1;
  for (const char *c = g->text; c < kept; c++) line += *c == '\n';
  if (strcmp(kept, told) == 0) return true;
  for (;;) {
    size_t n = strcspn(kept, "\n"), m = strcspn(told, "\n");
    if (n != m || memcmp(kept, told, n) != 0 || kept[n] != told[m]) break;
    kept += n + 1;
    told += m + 1;
    line++;
  }
  printf("%s:%d: the game went another way\n", g->path, line);
  show_line("written:", kept);
  show_line("now:    ", told);
  return false;
}

static bool keep(Golden *g) {
  int lines = 0;
  for (size_t i = 0; i < g->told.count; i++) lines += g->told.data[i] == '\n';
  size_t n = g->head.count;
  bool same = g->text != NULL && strncmp(g->text, g->head.data, n) == 0 &&
              strcmp(g->text + n, g->told.data) == 0;
  if (same) return true;
  if (!write_text(g->path, &g->head, &g->told, &g->err)) return false;
  printf("%s: %s, %d lines%s\n", g->path, g->text != NULL ? "changed" : "new",
         lines,
         lines > LINES_LONG ? "; fewer are easier to read, --set can make the "
                              "game shorter"
                            : "");
  return true;
}

static bool is_right(Golden *g) {
  g->text = read_text(g->path);
  if (!seat_players(g)) return wrong(g->path, g->err.data);
  if (g->text == NULL && !writing(g)) {
    printf("%s: not there; `croupier test --golden --write %s` writes it\n",
           g->path, g->game);
    return false;
  }
  if (!play(g)) return wrong(g->path, g->err.data);
  if (!writing(g)) return compare(g);
  return keep(g) || wrong(g->path, g->err.data);
}

static void one_golden(const Options *o, const char *game, const char *path,
                       GoldenCount *sum) {
  Golden *g = calloc(1, sizeof *g);
  if (g == NULL) {
    sum->failed++;
    return;
  }
  g->o = o;
  snprintf(g->game, sizeof g->game, "%s", game);
  snprintf(g->path, sizeof g->path, "%s", path);
  bool right = is_right(g);
  if (right && options_flag(o, "list")) printf("ok %s\n", g->path);
  fflush(stdout);
  sum->passed += right;
  sum->failed += !right;
  for (int i = 0; i < g->count; i++) bytes_free(&g->words[i]);
  bytes_free(&g->head);
  bytes_free(&g->told);
  bytes_free(&g->err);
  free(g->text);
  free(g);
}

/* --- which --- */

typedef struct Which {
  const Options *o;
  GoldenCount *sum;
  const char *game;                   /* without variants, as named */
  char folder[PATH_LONG - NAME_LONG]; /* its goldens' */
  Sources sources;
  bool found; /* the golden of this name has been looked at */
  const char *name;
} Which;

/* `name` is a variant, "a+b", or NULL for the game itself. */
static void golden_of(Which *w, const char *name) {
  char game[NAME_LONG], path[PATH_LONG];
  const char *last = strrchr(w->game, '/');
  last = last == NULL ? w->game : last + 1;
  snprintf(game, sizeof game, "%s%s%s", w->game, name == NULL ? "" : "+",
           name == NULL ? "" : name);
  snprintf(path, sizeof path, "%s/%.500s.txt", w->folder,
           name == NULL ? last : name);
  one_golden(w->o, game, path, w->sum);
}

static void variant_golden(void *ud, const char *name) { golden_of(ud, name); }

static void is_variant(void *ud, const char *name) {
  Which *w = ud;
  w->found = w->found || strcmp(name, w->name) == 0;
}

/* A golden that no variant answers for: of several variants together, or of
 * one that is no more, which then is said. */
static void other_golden(Which *w, const char *file, const char *game) {
  char name[NAME_LONG];
  size_t n = strlen(file);
  if (n < 5 || n >= sizeof name || strcmp(file + n - 4, ".txt") != 0) return;
  snprintf(name, sizeof name, "%.*s", (int)(n - 4), file);
  w->name = name;
  w->found = strcmp(name, game) == 0;
  sources_variants(&w->sources, game, is_variant, w);
  if (!w->found) golden_of(w, name);
}

static void other_goldens(Which *w, const char *game) {
  struct dirent **list = NULL;
  int n = scandir(w->folder, &list, NULL, alphasort);
  for (int i = 0; i < n; i++) {
    other_golden(w, list[i]->d_name, game);
    free(list[i]);
  }
  free(list);
}

/* The folder of the goldens; made when they are to be written. */
static bool find_folder(Which *w, const char *game) {
  char key[NAME_LONG + 16];
  snprintf(key, sizeof key, "%s/game.lua", game);
  const SourceFile *f = sources_read(&w->sources, key);
  if (f == NULL) return false;
  snprintf(w->folder, sizeof w->folder, "%.*sgolden",
           (int)(strlen(f->path) - strlen("game.lua")), f->path);
  if (options_flag(w->o, "write")) mkdir(w->folder, 0777);
  return true;
}

/* "fish_out": the game and its variants; "fish_out+a": that alone. */
static void goldens_named(const Options *o, const char *word,
                          GoldenCount *sum) {
  char base[NAME_LONG], game[NAME_LONG];
  const char *plus = strchr(word, '+');
  Which w = {.o = o, .sum = sum, .game = base};
  snprintf(base, sizeof base, "%.*s", (int)strcspn(word, "+"), word);
  if (!sources_game(&w.sources, base, game, sizeof game) ||
      !find_folder(&w, game)) {
    one_golden(o, word, word, sum); /* which says what is wrong */
  } else if (plus != NULL) {
    golden_of(&w, plus + 1);
  } else {
    golden_of(&w, NULL);
    sources_variants(&w.sources, game, variant_golden, &w);
    other_goldens(&w, game);
  }
  sources_free(&w.sources);
}

typedef struct All {
  const Options *o;
  GoldenCount *sum;
} All;

static void each_game(void *ud, const char *name, const char *folder) {
  const All *all = ud;
  (void)folder;
  goldens_named(all->o, name, all->sum);
}

bool golden_run(const Options *o, GoldenCount *sum) {
  if (is_given(o) && !options_flag(o, "write")) {
    usage_error(
        "--seats, --seed, --set and --player go with --golden --write: "
        "a golden that is there says itself who plays");
    return false;
  }
  if (is_given(o) && o->rests != 1) {
    usage_error(
        "--seats, --seed, --set and --player: expected one game, like "
        "`--golden --write fish_out+deep_water`");
    return false;
  }
  All all = {o, sum};
  if (o->rests == 0) sources_games(each_game, &all);
  for (int i = 0; i < o->rests; i++) goldens_named(o, o->rest[i], sum);
  return true;
}
