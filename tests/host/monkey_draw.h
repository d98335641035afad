/* What the monkey plays: a game, its variants, seats and rules, all drawn by
 * chance within what the game says is allowed. */
#ifndef TESTS_MONKEY_DRAW_H
#define TESTS_MONKEY_DRAW_H

#include <dirent.h>
#include <lauxlib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chance.h"
#include "script/safelib.h"
#include "table/session.h"

enum { DRAWN_MAX = 512, SET_SIZE = 128 };

/* Names with their variants, one entry each. */
typedef struct Drawn {
  char *name[DRAWN_MAX];
  int count;
} Drawn;

typedef struct Pick {
  SessionConfig config;
  char set[SETS_MAX][SET_SIZE];
  char game[256];
} Pick;

static inline void drawn_add(Drawn *d, const char *base, const char *more) {
  char name[512];
  snprintf(name, sizeof name, "%s%s%s", base, *more ? "+" : "", more);
  if (d->count < DRAWN_MAX) d->name[d->count++] = strdup(name);
}

static inline void drawn_free(Drawn *d) {
  while (d->count > 0) free(d->name[--d->count]);
}

/* --- which games --- */

typedef struct Variants {
  Drawn *all;
  const char *base;
  char first[64];
} Variants;

static inline void drawn_variant(void *ud, const char *name) {
  Variants *v = ud;
  char both[200];
  drawn_add(v->all, v->base, name);
  if (v->first[0] != 0) {
    snprintf(both, sizeof both, "%s+%s", v->first, name);
    drawn_add(v->all, v->base, both);
  }
  snprintf(v->first, sizeof v->first, "%s", name);
}

static inline void drawn_game(Drawn *d, const char *base) {
  Bytes err = {0};
  Variants v = {.all = d, .base = base};
  World *w = world_bare(NULL, NULL, &err);
  drawn_add(d, base, "");
  if (w != NULL && world_name(w, base, &err))
    sources_variants(&w->sources, w->game, drawn_variant, &v);
  world_close(w);
  bytes_free(&err);
}

static inline void drawn_name(void *ud, const char *name, const char *folder) {
  (void)folder;
  drawn_add(ud, name, "");
}

/* Every game that is found and every one below tests/games, each alone, with
 * each of its variants, and with two variants that follow each other. */
static inline void drawn_games(Drawn *d) {
  Drawn bases = {.count = 0};
  struct dirent **list = NULL;
  sources_games(drawn_name, &bases);
  int n = scandir("tests/games", &list, NULL, alphasort);
  for (int i = 0; i < n; i++) {
    char path[300];
    snprintf(path, sizeof path, "tests/games/%s", list[i]->d_name);
    if (list[i]->d_name[0] != '.') drawn_add(&bases, path, "");
    free(list[i]);
  }
  free(list);
  for (int i = 0; i < bases.count; i++) drawn_game(d, bases.name[i]);
  drawn_free(&bases);
}

/* --- rules --- */

static inline lua_Number drawn_field(lua_State *L, const char *key,
                                     lua_Number otherwise) {
  lua_getfield(L, -1, key);
  lua_Number n = lua_isnumber(L, -1) ? lua_tonumber(L, -1) : otherwise;
  lua_pop(L, 1);
  return n;
}

/* Half of the time near what is usual, else anywhere, limits above all. */
static inline lua_Number drawn_between(Rng *rng, lua_Number low,
                                       lua_Number high, lua_Number usual) {
  switch (rng_below(rng, 6)) {
    case 0:
      return low;
    case 1:
      return high;
    case 2:
    case 3:
      low = fmax(low, floor(usual / 2));
      high = fmin(high, 2 * usual + 2);
      break;
    default:
      break;
  }
  uint64_t span = (uint64_t)fmin(high - low, 1e6) + 1;
  return low + (lua_Number)rng_below(rng, span);
}

static inline void drawn_number(lua_State *L, Rng *rng, char *out) {
  lua_Number usual = drawn_field(L, "value", 0);
  lua_Number low = drawn_field(L, "min", fmin(0, usual));
  lua_Number high = drawn_field(L, "max", fmax(100, 3 * usual));
  snprintf(out, 40, "%.14g", drawn_between(rng, low, high, usual));
}

static inline void drawn_choice(lua_State *L, Rng *rng, char *out) {
  lua_getfield(L, -1, "one_of");
  lua_Integer n = luaL_len(L, -1);
  lua_geti(L, -1, 1 + (lua_Integer)rng_below(rng, (uint64_t)n));
  snprintf(out, 60, "%s", luaL_tolstring(L, -1, NULL));
  lua_pop(L, 3);
}

/* A value for the rule on top of L; false for those that can't be typed. */
static inline bool drawn_value(lua_State *L, Rng *rng, char *out) {
  lua_getfield(L, -1, "kind");
  char kind[32];
  snprintf(kind, sizeof kind, "%s", lua_tostring(L, -1));
  lua_pop(L, 1);
  if (strstr(kind, "number") != NULL)
    drawn_number(L, rng, out);
  else if (strcmp(kind, "choice") == 0)
    drawn_choice(L, rng, out);
  else if (strcmp(kind, "yes or no") == 0)
    snprintf(out, 8, "%s", rng_below(rng, 2) ? "yes" : "no");
  else
    return false;
  return true;
}

/* The list `name` of the spec at index `spec`, by names in order. */
static inline void drawn_entries(
    lua_State *L, int spec, const char *name, Rng *rng, uint64_t part,
    void (*each)(void *ud, const char *key, const char *value), void *ud) {
  char value[64];
  lua_getfield(L, spec, name);
  int list = lua_gettop(L);
  lua_Integer n = safelib_keys(L, list);
  for (lua_Integer i = 1; i <= n; i++) {
    lua_rawgeti(L, list + 1, i);
    const char *key = lua_tostring(L, -1);
    lua_getfield(L, list, key);
    bool wanted = rng_below(rng, 4) < part;
    if (wanted && drawn_value(L, rng, value)) each(ud, key, value);
    lua_settop(L, list + 1);
  }
  lua_settop(L, list - 1);
}

static inline void drawn_set(void *ud, const char *key, const char *value) {
  Pick *p = ud;
  WorldConfig *w = &p->config.world;
  if (w->set_count == SETS_MAX) return;
  snprintf(p->set[w->set_count], SET_SIZE, "%s=%s", key, value);
  w->sets[w->set_count] = p->set[w->set_count];
  w->set_count++;
}

static inline void drawn_profile(void *ud, const char *key, const char *value) {
  char *text = ud;
  size_t n = strlen(text);
  snprintf(text + n, 512 - n, "%s%s %s", n ? ", " : "", key, value);
}

/* --- the whole --- */

static inline void drawn_players(lua_State *L, int spec, Rng *rng, Pick *p) {
  WorldConfig *w = &p->config.world;
  lua_getfield(L, spec, "seats");
  lua_geti(L, -1, 1);
  lua_geti(L, -2, 2);
  lua_Integer low = lua_tointeger(L, -2), high = lua_tointeger(L, -1);
  lua_pop(L, 3);
  if (high > low + 5 && rng_below(rng, 5) > 0) high = low + 5;
  w->players =
      (int)(low + (lua_Integer)rng_below(rng, (uint64_t)(high - low) + 1));
  for (int i = 0; i <= w->players; i++) {
    snprintf(w->player[i].name, sizeof w->player[i].name, "P%d", i);
    snprintf(p->config.answerer[i], ANSWERER_MAX, "random");
    if (i > 0 && rng_below(rng, 2))
      drawn_entries(L, spec, "profile", rng, 3, drawn_profile,
                    w->player[i].profile);
  }
}

/* Fills the pick: rules of chance in `part` of four. False and the mistakes
 * when the game can't be read. */
static inline bool drawn_pick(const char *game, Rng *rng, uint64_t part,
                              Pick *p, Bytes *err) {
  memset(p, 0, sizeof *p);
  snprintf(p->game, sizeof p->game, "%s", game);
  p->config.world.game = p->game;
  /* A sanitizer makes all slower; what takes long is not looked for here. */
  World *w = world_bare(NULL, NULL, err);
  bool good = w != NULL && world_name(w, game, err);
  if (good) {
    const char *plus = strchr(game, '+');
    lua_pushstring(w->L, w->game);
    lua_pushstring(w->L, plus ? plus + 1 : "");
    good = world_call(w, "core.open", "spec", 2, 2) && lua_istable(w->L, -2);
    if (!good) bytes_text(err, luaL_tolstring(w->L, -1, NULL));
  }
  if (good) {
    int spec = lua_gettop(w->L) - 1;
    drawn_entries(w->L, spec, "rules", rng, part, drawn_set, p);
    drawn_players(w->L, spec, rng, p);
    for (int i = 0; i < 32; i++)
      p->config.seed[i] = (uint8_t)rng_below(rng, 256);
  }
  world_close(w);
  return good;
}

#endif
