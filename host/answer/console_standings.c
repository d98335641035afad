/* The standings at the end of a game: see console.h.
 *
 * A row says its place, who it is and the score, named after what was counted
 * (`by`). Where the score is the same and the place isn't, all rows tell what
 * decided, too. */
#include <string.h>

#include "answer/console.h"
#include "answer/text.h"
#include "table/l_verbs.h"

typedef struct Console {
  Session *s;
  Term *term;
} Console;

/* How the standings are laid out: the columns of the longest name and of the
 * longest score, and how many of the measures are told. */
typedef struct Layout {
  int names, scores;
  lua_Integer measures;
} Layout;

/* A row of the standings as text. */
typedef struct StandingRow {
  long long place;
  const char *name, *score;
} StandingRow;

/* Reads the row on top of L and leaves its score there, above it. */
static StandingRow standing(Console *c, lua_State *L) {
  StandingRow row;
  lua_getfield(L, -1, "place");
  row.place = lua_tointeger(L, -1);
  lua_getfield(L, -2, "seat");
  int number = (int)lua_tointeger(L, -1);
  row.name = c->s->config.world.player[number].name;
  lua_pop(L, 2);
  lua_getfield(L, -1, "score");
  row.score = lua_isnil(L, -1) ? "" : lua_tostring(L, -1);
  return row;
}

static int wide(const char *text) { return text_width(text, strlen(text)); }

/* Pushes row.FIELD[k], nil where there is none. */
static void push_item(lua_State *L, int row, const char *field, lua_Integer k) {
  if (lua_getfield(L, row, field) == LUA_TTABLE)
    lua_rawgeti(L, -1, k);
  else
    lua_pushnil(L);
  lua_remove(L, -2);
}

/* The measures it takes to tell this row from the next, which it stands
 * before: the list is at `list`. */
static lua_Integer measures_apart(lua_State *L, int list, lua_Integer i) {
  lua_Integer k = 1;
  bool same = true;
  lua_rawgeti(L, list, i);
  if (lua_rawgeti(L, list, i + 1) != LUA_TTABLE) return 1;
  lua_getfield(L, list + 1, "place");
  lua_getfield(L, list + 2, "place");
  if (lua_rawequal(L, -1, -2)) return 1;
  for (; same; k++) {
    lua_settop(L, list + 2);
    push_item(L, list + 1, "keys", k);
    push_item(L, list + 2, "keys", k);
    same = !lua_isnil(L, -1) && lua_compare(L, -1, -2, LUA_OPEQ);
  }
  return k - 1;
}

static Layout measure(Console *c, lua_State *L) {
  Layout out = {0, 0, 1};
  int list = lua_gettop(L);
  for (lua_Integer i = 1; lua_rawgeti(L, list, i) == LUA_TTABLE; i++) {
    StandingRow row = standing(c, L);
    if (wide(row.name) > out.names) out.names = wide(row.name);
    if (wide(row.score) > out.scores) out.scores = wide(row.score);
    lua_settop(L, list);
    lua_Integer apart = measures_apart(L, list, i);
    if (apart > out.measures) out.measures = apart;
    lua_settop(L, list);
  }
  lua_settop(L, list);
  return out;
}

/* Adds the row's measure k in front of its value, "hands_won" as "hands won ";
 * false where it has no name. */
static bool add_name(lua_State *L, int row, lua_Integer k, const char *before,
                     Bytes *line) {
  push_item(L, row, "by", k);
  const char *name = lua_isstring(L, -1) ? lua_tostring(L, -1) : NULL;
  if (name != NULL) bytes_text(line, before);
  for (const char *at = name; at != NULL && *at != 0; at++)
    bytes_add(line, *at == '_' ? " " : at, 1);
  if (name != NULL) bytes_text(line, " ");
  lua_pop(L, 1);
  return name != NULL;
}

/* Of the row on top of L: "  1. Anna   successes 4, chips 12". */
static void standing_line(Console *c, lua_State *L, const Layout *out) {
  int at = lua_gettop(L);
  Bytes line = {0};
  StandingRow row = standing(c, L);
  bytes_format(&line, "%3lld. %s", row.place, row.name);
  if (out->scores > 0)
    bytes_format(&line, "%*s", out->names - wide(row.name) + 3, "");
  if (*row.score != 0) add_name(L, at, 1, "", &line);
  bytes_format(&line, "%*s", out->scores, row.score);
  for (lua_Integer k = 2; k <= out->measures; k++) {
    if (!add_name(L, at, k, ", ", &line)) break;
    push_item(L, at, "keys", k);
    bytes_text(&line, lua_isnil(L, -1) ? "" : lua_tostring(L, -1));
  }
  term_say(c->term, line.data ? line.data : "");
  bytes_free(&line);
}

static void show_rows(Console *c, lua_State *L) {
  int list = lua_gettop(L);
  Layout out = measure(c, L);
  for (lua_Integer i = 1; lua_rawgeti(L, list, i) == LUA_TTABLE; i++) {
    standing_line(c, L, &out);
    lua_settop(L, list);
  }
}

static void show(Console *c) {
  lua_State *L = c->s->world->L;
  int base = lua_gettop(L);
  term_heading(c->term, "standings");
  l_verbs_push_standings(c->s->world->table, L);
  if (lua_isnil(L, -1))
    term_say(c->term, "No result.");
  else
    show_rows(c, L);
  lua_settop(L, base);
}

void console_standings(Session *s, Term *term) {
  Console c = {s, term};
  show(&c);
}
