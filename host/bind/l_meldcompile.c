/* melds.compile: reads a table of patterns into core/meld.h's form.
 *
 * Everything is read once, here: the faces' fields, the scores (a function of
 * the length is called for each length), the words. An unknown key is an error
 * with the nearest known one, since a misspelt `least` would only make a game
 * subtly wrong.
 *
 * The stack while compiling:  1 the spec  2 the handle  3 what it keeps alive
 *                             4 the list of faces, each once  5 the pattern */
#include <string.h>

#include "bind/l_meld.h"
#include "core/nearest.h"

enum { SPEC = 1, HANDLE, KEPT, FACES, PATTERN };

typedef enum PatternKind { RUN, SET, FAMILY, WHOLE, TROVE } PatternKind;

static const char *const kinds[] = {"run",   "set",   "family",
                                    "whole", "trove", NULL};

typedef struct Compile {
  lua_State *L;
  MeldsHandle *h;
  uint8_t suit[MELD_FACES]; /* of each face */
  int suits;                /* how many there are */
  uint64_t alone[MELD_NO_SUIT], affined[MELD_NO_SUIT];
  int affined_count;
  int index; /* of the pattern, from 0 */
  const char *name;
  PatternKind kind;
  int columns;
  int8_t column[MELD_FACES];
  int32_t score[MELD_COLUMNS + 1], pure[MELD_COLUMNS + 1];
} Compile;

/* ---- reading ------------------------------------------------------------ */

/* Raises "melds.compile: pattern 2 (run): WHAT". */
static int bad(const Compile *c, const char *what) {
  return luaL_error(c->L, "melds.compile: pattern %d (%s): %s", c->index + 1,
                    c->name, what);
}

/* The string at the top of the stack, kept alive by the handle; pops it. */
static const char *keep(lua_State *L) {
  const char *text = lua_tostring(L, -1);
  lua_rawseti(L, KEPT, (lua_Integer)lua_rawlen(L, KEPT) + 1);
  return text;
}

/* Raises `melds.compile: WHAT has no "quen": did you mean "queen"?`. */
static int unknown(lua_State *L, const char *what, const char *wanted,
                   const char *best) {
  if (best == NULL)
    return luaL_error(L, "melds.compile: %s has no \"%s\"", what, wanted);
  return luaL_error(L, "melds.compile: %s has no \"%s\": did you mean \"%s\"?",
                    what, wanted, best);
}

/* Raises for the first key, by the alphabet, that is not among `allowed`. */
static void check_keys(lua_State *L, int t, const char *const allowed[],
                       const char *what) {
  const char *worst = NULL;
  for (lua_pushnil(L); lua_next(L, t) != 0; lua_pop(L, 1)) {
    if (lua_type(L, -2) != LUA_TSTRING) continue;
    const char *key = lua_tostring(L, -2);
    int i = 0;
    while (allowed[i] != NULL && strcmp(allowed[i], key) != 0) i++;
    if (allowed[i] == NULL && (worst == NULL || strcmp(key, worst) < 0))
      worst = key;
  }
  if (worst == NULL) return;
  Nearest n;
  nearest_start(&n, worst);
  for (int i = 0; allowed[i] != NULL; i++) nearest_offer(&n, allowed[i]);
  unknown(L, what, worst, nearest_best(&n));
}

/* Pushes the table spec[key] (or nothing, false, if it is nil and may be). */
static bool push_list(lua_State *L, int t, const char *key, bool needed) {
  int type = lua_getfield(L, t, key);
  if (type == LUA_TTABLE) return true;
  if (type != LUA_TNIL || needed)
    luaL_error(L, "melds.compile: `%s` is a %s, expected a list", key,
               lua_typename(L, type));
  lua_pop(L, 1);
  return false;
}

/* pattern[key], an integer from lo to hi, or `otherwise` where it is nil. */
static lua_Integer integer_of(const Compile *c, const char *key,
                              lua_Integer otherwise, lua_Integer lo,
                              lua_Integer hi) {
  lua_State *L = c->L;
  lua_Integer n = otherwise;
  if (lua_getfield(L, PATTERN, key) != LUA_TNIL) {
    int ok = lua_isinteger(L, -1);
    n = lua_tointeger(L, -1);
    if (!ok || n < lo || n > hi) {
      const char *got = luaL_tolstring(L, -1, NULL);
      lua_pushfstring(L, "`%s` is %s, expected %I to %I", key, got,
                      (LUAI_UACINT)lo, (LUAI_UACINT)hi);
      bad(c, lua_tostring(L, -1));
    }
  }
  lua_pop(L, 1);
  return n;
}

/* ---- the deck ----------------------------------------------------------- */

/* Pushes face[key] of face f, from 0; gives its type. */
static int push_field(lua_State *L, int f, const char *key) {
  lua_rawgeti(L, FACES, f + 1);
  int type = lua_getfield(L, -1, key);
  lua_remove(L, -2);
  return type;
}

/* face[key] as text, or NULL. */
static const char *text_of(lua_State *L, int f, const char *key) {
  if (push_field(L, f, key) == LUA_TSTRING) return keep(L);
  lua_pop(L, 1);
  return NULL;
}

/* Of the list at the top, of cards or of faces, puts each face into FACES. */
static void take_faces(Compile *c) {
  lua_State *L = c->L;
  int list = lua_gettop(L);
  lua_Integer n = luaL_len(L, list);
  for (lua_Integer i = 1; i <= n; i++) {
    int type = lua_geti(L, list, i);
    if (type != LUA_TTABLE && type != LUA_TUSERDATA)
      luaL_error(L,
                 "melds.compile: number %I of the deck is a %s, expected a "
                 "card",
                 (LUAI_UACINT)i, lua_typename(L, type));
    if (lua_getfield(L, -1, "name") != LUA_TSTRING)
      luaL_error(L, "melds.compile: number %I of the deck has no name",
                 (LUAI_UACINT)i);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, KEPT) == LUA_TNIL) {
      if (c->h->faces == MELD_FACES)
        luaL_error(L, "melds.compile: a deck has at most 256 faces");
      lua_pushvalue(L, -2);
      lua_pushinteger(L, c->h->faces++);
      lua_rawset(L, KEPT);
      lua_pushvalue(L, -3);
      lua_rawseti(L, FACES, c->h->faces);
    }
    lua_settop(L, list);
  }
}

/* Names each face; numbers the suits in the order in which they come. */
static void name_faces(Compile *c) {
  MeldNames *names = &c->h->names;
  for (int f = 0; f < c->h->faces; f++) {
    const char *name = text_of(c->L, f, "long");
    names->face[f] = name != NULL ? name : text_of(c->L, f, "name");
    const char *suit = text_of(c->L, f, "suit");
    int s = 0;
    while (suit != NULL && s < c->suits && strcmp(names->suit[s], suit) != 0)
      s++;
    if (suit != NULL && s == MELD_NO_SUIT)
      luaL_error(c->L, "melds.compile: a deck has at most 63 suits");
    if (suit != NULL && s == c->suits) {
      c->alone[s] = (uint64_t)1 << s;
      names->suit[c->suits++] = suit;
    }
    c->suit[f] = (uint8_t)(suit != NULL ? s : MELD_NO_SUIT);
  }
}

static int suit_named(const Compile *c, const char *wanted) {
  Nearest n;
  nearest_start(&n, wanted);
  for (int s = 0; s < c->suits; s++) {
    if (strcmp(c->h->names.suit[s], wanted) == 0) return s;
    nearest_offer(&n, c->h->names.suit[s]);
  }
  return unknown(c->L, "`affined`: the deck", wanted, nearest_best(&n));
}

/* The suits of the list at the top of the stack. */
static uint64_t group_of(const Compile *c) {
  lua_State *L = c->L;
  uint64_t group = 0;
  lua_Integer n = luaL_len(L, -1);
  for (lua_Integer i = 1; i <= n; i++) {
    if (lua_geti(L, -1, i) != LUA_TSTRING)
      luaL_error(L, "melds.compile: `affined` is a list of lists of suits");
    group |= (uint64_t)1 << suit_named(c, lua_tostring(L, -1));
    lua_pop(L, 1);
  }
  return group;
}

static void read_affined(Compile *c) {
  lua_State *L = c->L;
  uint64_t named = 0;
  if (push_list(L, SPEC, "affined", false)) {
    lua_Integer n = luaL_len(L, -1);
    if (n > MELD_NO_SUIT / 2)
      luaL_error(L, "melds.compile: `affined` has at most 31 groups");
    for (lua_Integer i = 1; i <= n; i++) {
      if (lua_geti(L, -1, i) != LUA_TTABLE)
        luaL_error(L, "melds.compile: `affined` is a list of lists of suits");
      c->affined[c->affined_count] = group_of(c);
      named |= c->affined[c->affined_count++];
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
  }
  for (int s = 0; s < c->suits && c->affined_count < MELD_NO_SUIT; s++)
    if ((named >> s & 1) == 0) c->affined[c->affined_count++] = c->alone[s];
}

/* ---- columns ------------------------------------------------------------ */

/* Only a fixed list takes cards that have no suit. */
static bool may_take_part(const Compile *c, int f) {
  return c->kind == WHOLE || c->suit[f] != MELD_NO_SUIT;
}

/* The integer face[by] in *n; false where it is none. */
static bool number_of(const Compile *c, int f, const char *by, lua_Integer *n) {
  push_field(c->L, f, by);
  bool is = may_take_part(c, f) && lua_isinteger(c->L, -1);
  *n = lua_tointeger(c->L, -1);
  lua_pop(c->L, 1);
  return is;
}

/* The least and the highest number there is; false where there is none. */
static bool range_of(const Compile *c, const char *by, lua_Integer *lo,
                     lua_Integer *hi) {
  bool some = false;
  for (int f = 0; f < c->h->faces; f++) {
    lua_Integer n;
    if (!number_of(c, f, by, &n)) continue;
    if (!some || n < *lo) *lo = n;
    if (!some || n > *hi) *hi = n;
    some = true;
  }
  return some;
}

/* A column for each number from `from` to `to` of the field `by`. */
static void columns_by_number(Compile *c) {
  lua_State *L = c->L;
  lua_Integer lo = 0, hi = 0, n;
  const char *by = "number";
  if (lua_getfield(L, PATTERN, "by") != LUA_TNIL)
    by = luaL_checkstring(L, -1);
  else if (!range_of(c, by, &lo, &hi))
    by = "value";
  if (!range_of(c, by, &lo, &hi)) {
    lua_pushfstring(L, "no card with a suit has a whole number as `%s`", by);
    bad(c, lua_tostring(L, -1));
  }
  lo = integer_of(c, "from", lo, lo, hi);
  hi = integer_of(c, "to", hi, lo, hi);
  if ((uint64_t)hi - (uint64_t)lo >= MELD_COLUMNS)
    bad(c, "its numbers span more than 64");
  c->columns = (int)(hi - lo) + 1;
  for (int f = 0; f < c->h->faces; f++)
    if (number_of(c, f, by, &n) && n >= lo && n <= hi)
      c->column[f] = (int8_t)(n - lo);
  for (int i = 0; i < c->columns; i++) {
    lua_pushfstring(L, "%I", (LUAI_UACINT)(lo + i));
    c->h->names.column[c->index][i] = keep(L);
  }
  lua_pop(L, 1);
}

/* face[key] as text, alive as long as the face is; or NULL. */
static const char *peek(lua_State *L, int f, const char *key) {
  const char *text =
      push_field(L, f, key) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
  lua_pop(L, 1);
  return text;
}

/* Is this text the rank of face f, or in a fixed list its name? */
static bool is_called(const Compile *c, int f, const char *text, Nearest *n) {
  static const char *const fields[] = {"rank", "name"};
  bool is = false;
  for (int i = 0; i < (c->kind == WHOLE ? 2 : 1) && !is; i++) {
    const char *called = peek(c->L, f, fields[i]);
    if (called == NULL) continue;
    is = strcmp(called, text) == 0;
    nearest_offer(n, called);
  }
  return is;
}

/* Puts the faces called by the text at the top of the stack in a column. */
static void fill_column(Compile *c, int column) {
  lua_State *L = c->L;
  if (lua_type(L, -1) != LUA_TSTRING) bad(c, "expected a list of names");
  lua_pushvalue(L, -1);
  const char *text = keep(L);
  Nearest n;
  nearest_start(&n, text);
  int taken = 0;
  for (int f = 0; f < c->h->faces; f++) {
    if (!may_take_part(c, f) || !is_called(c, f, text, &n)) continue;
    if (c->column[f] >= 0) bad(c, "a card is named twice");
    c->column[f] = (int8_t)column;
    taken++;
  }
  if (taken == 0) unknown(L, "the deck", text, nearest_best(&n));
  c->h->names.column[c->index][column] = text;
}

/* A column for each name in pattern[key]; false if there is none. */
static bool columns_by_name(Compile *c, const char *key, bool needed) {
  lua_State *L = c->L;
  if (!push_list(L, PATTERN, key, needed)) return false;
  lua_Integer n = luaL_len(L, -1);
  if (n < 1 || n > MELD_COLUMNS) bad(c, "expected 1 to 64 names");
  c->columns = (int)n;
  for (int i = 0; i < c->columns; i++) {
    lua_geti(L, -1, i + 1);
    fill_column(c, i);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return true;
}

static void read_columns(Compile *c) {
  memset(c->column, -1, sizeof c->column);
  if (c->kind == WHOLE) {
    columns_by_name(c, "cards", true);
  } else if (!columns_by_name(c, "ranks", c->kind == FAMILY)) {
    columns_by_number(c);
  }
}

/* ---- scores ------------------------------------------------------------- */

/* Pushes the score of n cards as the pattern has it: one number, a list from
 * `least` cards up, or a function of the number. */
static void push_score(const Compile *c, int n, int least, bool pure) {
  lua_State *L = c->L;
  int type = lua_getfield(L, PATTERN, "score");
  if (type == LUA_TFUNCTION) {
    lua_pushinteger(L, n);
    lua_pushboolean(L, pure);
    lua_call(L, 2, 1);
  } else if (type == LUA_TTABLE) {
    lua_geti(L, -1, n - least + 1);
    lua_remove(L, -2);
  }
}

static int32_t score_of(const Compile *c, int n, int least, bool pure,
                        lua_Integer factor) {
  lua_State *L = c->L;
  push_score(c, n, least, pure);
  if (!lua_isinteger(L, -1) || lua_tointeger(L, -1) < 0 ||
      lua_tointeger(L, -1) > MELD_SCORE / factor) {
    const char *got = luaL_tolstring(L, -1, NULL);
    lua_pushfstring(L, "the score of %d cards is %s, expected 0 to %d", n, got,
                    (int)(MELD_SCORE / factor));
    bad(c, lua_tostring(L, -1));
  }
  lua_Integer score = lua_tointeger(L, -1) * factor;
  lua_pop(L, 1);
  return (int32_t)score;
}

static void read_scores(Compile *c, int least, int most) {
  lua_Integer factor = integer_of(c, "one_suit", 1, 1, 1000);
  for (int n = least; n <= most; n++) {
    c->score[n] = score_of(c, n, least, false, 1);
    c->pure[n] = score_of(c, n, least, true, factor);
  }
}

/* ---- a pattern ---------------------------------------------------------- */

/* Which suits go together in this pattern: a mask for each group. */
static int read_groups(Compile *c, const uint64_t **groups) {
  static const char *const words[] = {"one", "affined", "any", NULL};
  static const uint64_t any[] = {~(uint64_t)0};
  int word = c->kind == RUN || c->kind == FAMILY ? 1 : 2;
  if (lua_getfield(c->L, PATTERN, "suits") != LUA_TNIL) {
    const char *text = lua_tostring(c->L, -1);
    for (word = 0; words[word] != NULL; word++)
      if (text != NULL && strcmp(text, words[word]) == 0) break;
    if (words[word] == NULL)
      bad(c, "`suits` is \"one\", \"affined\" or \"any\"");
  }
  lua_pop(c->L, 1);
  *groups = word == 0 ? c->alone : word == 1 ? c->affined : any;
  return word == 0 ? c->suits : word == 1 ? c->affined_count : 1;
}

/* The length that a list of scores reaches, from `least` cards up. */
static int reach_of_scores(const Compile *c, int least, int most) {
  if (lua_getfield(c->L, PATTERN, "score") == LUA_TTABLE) {
    lua_Integer scores = luaL_len(c->L, -1);
    if (scores < 1) bad(c, "`score` is an empty list");
    if (least + scores - 1 < most) most = (int)(least + scores - 1);
  }
  lua_pop(c->L, 1);
  return most;
}

/* How many cards: free for runs and sets, fixed for the others. */
static void read_length(Compile *c, int *least, int *most) {
  bool is_set = c->kind == SET || c->kind == TROVE;
  int all = is_set ? c->suits : c->columns;
  if (all < 1) bad(c, "the deck has no suits");
  *least = *most = all;
  if (c->kind == RUN || c->kind == SET) {
    *least = (int)integer_of(c, "least", all < 3 ? all : 3, 1, all);
    *most = reach_of_scores(c, *least, all);
    *most = (int)integer_of(c, "most", *most, *least, all);
  } else if (lua_getfield(c->L, PATTERN, "least") != LUA_TNIL ||
             lua_getfield(c->L, PATTERN, "most") != LUA_TNIL) {
    bad(c, "its number of cards is fixed, leave out `least` and `most`");
  }
  lua_settop(c->L, PATTERN + 1);
}

/* The string pattern[key], or NULL. */
static const char *word_of(const Compile *c, const char *key, bool needed) {
  int type = lua_getfield(c->L, PATTERN, key);
  if (type == LUA_TSTRING) return keep(c->L);
  if (type != LUA_TNIL || needed)
    luaL_error(c->L, "melds.compile: pattern %d: `%s` is a %s, expected a text",
               c->index + 1, key, lua_typename(c->L, type));
  lua_pop(c->L, 1);
  return NULL;
}

static void read_names(Compile *c) {
  c->name = word_of(c, "name", true);
  const char *kind = word_of(c, "kind", false);
  if (kind == NULL) kind = c->name;
  int k = 0;
  while (kinds[k] != NULL && strcmp(kinds[k], kind) != 0) k++;
  if (kinds[k] == NULL)
    bad(c, "its `kind` is none of run, set, family, whole and trove");
  c->kind = (PatternKind)k;
  c->h->names.pattern[c->index] = c->name;
  c->h->one_suit_name[c->index] = word_of(c, "one_suit_name", false);
}

static void read_pattern(Compile *c) {
  static const char *const keys[] = {
      "name",     "kind",          "by",    "from", "to",
      "ranks",    "cards",         "least", "most", "score",
      "one_suit", "one_suit_name", "suits", NULL};
  read_names(c);
  check_keys(c->L, PATTERN, keys, c->name);
  read_columns(c);
  MeldPattern p = {
      .kind = c->kind == SET || c->kind == TROVE ? MELD_SET : MELD_ROW,
      .column = c->column,
      .score = c->score,
      .pure = c->pure};
  read_length(c, &p.least, &p.most);
  read_scores(c, p.least, p.most);
  p.group_count = read_groups(c, &p.groups);
  if (!melds_add(c->h->melds, &p)) luaL_error(c->L, "not enough memory");
}

static void read_patterns(Compile *c) {
  lua_State *L = c->L;
  push_list(L, SPEC, "patterns", true);
  lua_Integer n = luaL_len(L, -1);
  if (n > MELD_PATTERNS)
    luaL_error(L, "melds.compile: %I patterns, at most %d are possible",
               (LUAI_UACINT)n, MELD_PATTERNS);
  lua_insert(L, PATTERN); /* the list; each pattern then takes its place */
  for (c->index = 0; c->index < n; c->index++) {
    if (lua_geti(L, PATTERN, c->index + 1) != LUA_TTABLE)
      luaL_error(L, "melds.compile: pattern %d is a %s, expected a table",
                 c->index + 1, luaL_typename(L, -1));
    lua_insert(L, PATTERN); /* 5: the pattern, 6: the list */
    read_pattern(c);
    lua_settop(L, PATTERN + 1);
    lua_remove(L, PATTERN);
  }
}

void bind_compile_melds(lua_State *L, MeldsHandle *h) {
  static const char *const keys[] = {"deck", "affined", "patterns", NULL};
  Compile c = {.L = L, .h = h};
  luaL_checkstack(L, 20, "melds");
  check_keys(L, SPEC, keys, "the table");
  lua_newtable(L); /* FACES */
  push_list(L, SPEC, "deck", true);
  if (lua_getfield(L, -1, "faces") != LUA_TTABLE) lua_pop(L, 1);
  take_faces(&c);
  lua_settop(L, FACES);
  name_faces(&c);
  read_affined(&c);
  h->melds = melds_new(c.suit, h->faces);
  if (h->melds == NULL) luaL_error(L, "not enough memory");
  read_patterns(&c);
}
