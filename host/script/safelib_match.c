/* find, match, gmatch and gsub over our own matcher (safelib_pattern.h).
 *
 * One call has PATTERN_STEPS steps, gmatch so many for each match. A plain
 * find takes a time that grows with the text only. */
#include <lauxlib.h>
#include <string.h>

#include "script/budget.h"
#include "script/report.h"
#include "script/safelib.h"
#include "script/safelib_pattern.h"

/* Pushes a pattern as a sentence may show it. */
static const char *push_shown(lua_State *L, const char *pattern) {
  enum { SHOWN = 60 };
  if (strlen(pattern) <= SHOWN) return lua_pushstring(L, pattern);
  lua_pushlstring(L, pattern, SHOWN);
  return lua_pushfstring(L, "%s...", lua_tostring(L, -1));
}

static void read_pattern(lua_State *L, Pattern *p, int i, bool anchors) {
  size_t length;
  const char *text = luaL_checklstring(L, i, &length);
  const char *wrong = pattern_read(p, text, length, anchors);
  if (wrong != NULL)
    report_error(L, "the pattern `%s`: %s", push_shown(L, text), wrong);
}

static void match_start(Match *m, const Pattern *p, const char *text,
                        size_t length) {
  m->pattern = p;
  m->text = text;
  m->end = text + length;
  m->steps = m->charged = PATTERN_STEPS;
}

/* Was the search given up? pattern is its index on the stack. */
static void check_steps(lua_State *L, Match *m, int pattern) {
  long taken = m->charged - m->steps;
  m->charged = m->steps;
  budget_charge(L, (uint64_t)taken);
  if (m->steps >= 0) return;
  report_error(L,
               "the pattern `%s` takes more than %d steps on a text of %I "
               "characters: fewer of * + - ? in it, or a shorter text",
               push_shown(L, lua_tostring(L, pattern)), PATTERN_STEPS,
               (LUAI_UACINT)(m->end - m->text));
}

static void push_capture(lua_State *L, const Match *m, int n) {
  const Capture *c = &m->capture[n];
  if (c->length == CAPTURE_PLACE)
    lua_pushinteger(L, c->start - m->text + 1);
  else
    lua_pushlstring(L, c->start, (size_t)c->length);
}

/* Pushes all captures, or the whole match when there is none and `whole`. */
static int push_captures(lua_State *L, const Match *m, const char *start,
                         const char *end, bool whole) {
  int n = m->pattern->captures;
  luaL_checkstack(L, n + 1, "captures");
  if (n == 0 && whole) {
    lua_pushlstring(L, start, (size_t)(end - start));
    return 1;
  }
  for (int i = 0; i < n; i++) push_capture(L, m, i);
  return n;
}

/* The optional place at argument i as an offset from 0, which may be behind
 * the text. */
static size_t start_at(lua_State *L, int i, size_t length) {
  lua_Integer at = luaL_optinteger(L, i, 1);
  if (at > 0) return (size_t)at - 1;
  if (at == 0 || at < -(lua_Integer)length) return 0;
  return length - (size_t)-at;
}

static bool has_specials(const char *text, size_t length) {
  static const char specials[] = "^$*+?.([%-";
  for (size_t i = 0; i < length; i++)
    if (memchr(specials, text[i], sizeof specials - 1) != NULL) return true;
  return false;
}

static int find_plain(lua_State *L, const char *text, size_t length,
                      size_t start) {
  size_t wanted;
  const char *what = lua_tolstring(L, 2, &wanted);
  const char *at = memmem(text + start, length - start, what, wanted);
  if (at == NULL) return 0;
  lua_pushinteger(L, at - text + 1);
  lua_pushinteger(L, at - text + (lua_Integer)wanted);
  return 2;
}

static int find_pattern(lua_State *L, const char *text, size_t length,
                        size_t start, bool find) {
  Pattern p;
  Match m;
  read_pattern(L, &p, 2, true);
  match_start(&m, &p, text, length);
  const char *at = text + start, *end = pattern_search(&m, &at);
  check_steps(L, &m, 2);
  if (end == NULL) return 0;
  if (!find) return push_captures(L, &m, at, end, true);
  lua_pushinteger(L, at - text + 1);
  lua_pushinteger(L, end - text);
  return 2 + push_captures(L, &m, at, end, false);
}

static int find(lua_State *L, bool places) {
  size_t length, wanted;
  const char *text = luaL_checklstring(L, 1, &length);
  const char *what = luaL_checklstring(L, 2, &wanted);
  size_t start = start_at(L, 3, length);
  int results = 0;
  if (start > length)
    results = 0;
  else if (places && (lua_toboolean(L, 4) || !has_specials(what, wanted)))
    results = find_plain(L, text, length, start);
  else
    results = find_pattern(L, text, length, start, places);
  if (results > 0) return results;
  lua_pushnil(L);
  return 1;
}

/*** string.find(text, pattern, from, plain) -> first, last, captures
 Where a pattern first matches in a text.
 @param text text
 @param pattern text
 @param from integer: where to begin (optional)
 @param plain boolean: take the pattern as it stands (optional)
 @return the places of the first and the last character, or nil
 @error "the pattern ... takes more than 20000000 steps ..."
 @example local line = "Anna: str 14"
 local at = line:find(":", 1, true)
 at --> 5 */
static int safe_find(lua_State *L) { return find(L, true); }

/*** string.match(text, pattern, from) -> captures
 The parts of a text that a pattern captures, or all it matches.
 @param text text
 @param pattern text
 @param from integer: where to begin (optional)
 @return the captured texts, or nil
 @error "the pattern ... takes more than 20000000 steps ..."
 @example local rank, suit = ("king of hearts"):match "^(%w+) of (%w+)$" --> "king", "hearts" */
static int safe_match(lua_State *L) { return find(L, false); }

/* Where a walk over matches stands: searches go on at `at`, and an empty
 * match right behind the last one doesn't count. */
typedef struct Walk {
  size_t at, last; /* last: end of the last match + 1, 0 before the first */
  Pattern pattern; /* cut to its items */
} Walk;

/* upvalues: text, pattern, Walk (or false when it was kept too long) */
static int gmatch_next(lua_State *L) {
  Match m;
  size_t length;
  Walk *walk = lua_touserdata(L, lua_upvalueindex(3));
  const char *text = lua_tolstring(L, lua_upvalueindex(1), &length);
  if (walk == NULL)
    return report_error(L,
                        "an iterator can't be kept: make "
                        "it where it is used");
  match_start(&m, &walk->pattern, text, length);
  while (walk->at <= length) {
    const char *at = text + walk->at, *end = pattern_search(&m, &at);
    check_steps(L, &m, lua_upvalueindex(2));
    if (end == NULL) break;
    size_t stop = (size_t)(end - text);
    if (stop + 1 != walk->last) {
      walk->at = stop;
      walk->last = stop + 1;
      return push_captures(L, &m, at, end, true);
    }
    walk->at = (size_t)(at - text) + 1;
  }
  walk->at = length + 1;
  lua_pushnil(L);
  return 1;
}

void safelib_end_matches(lua_State *L, int i) {
  if (lua_tocfunction(L, i) != gmatch_next) return;
  lua_pushboolean(L, 0);
  lua_setupvalue(L, i, 3);
}

/*** string.gmatch(text, pattern, from) -> iterator
 Goes through all matches of a pattern in a text.
 @param text text
 @param pattern text
 @param from integer: where to begin (optional)
 @return what `for` needs: the captures of one match after the other
 @error "the pattern ... takes more than 20000000 steps ..."
 @example local list = {}
 for word in ("Kh 10d"):gmatch "%S+" do list[#list + 1] = word end
 list --> { "Kh", "10d" } */
static int safe_gmatch(lua_State *L) {
  Pattern p;
  size_t length;
  luaL_checklstring(L, 1, &length);
  read_pattern(L, &p, 2, false);
  size_t start = start_at(L, 3, length);
  lua_settop(L, 2);
  Walk *walk =
      lua_newuserdatauv(L, offsetof(Walk, pattern) + pattern_size(&p), 0);
  walk->at = start;
  walk->last = 0;
  memcpy(&walk->pattern, &p, pattern_size(&p));
  lua_pushcclosure(L, gmatch_next, 3);
  return 1;
}

/* A replacement under way; replacement is at index 3 of the stack. */
typedef struct Change {
  lua_State *L;
  Match m;
  luaL_Buffer out;
  const char *start, *end; /* of the match */
} Change;

static void check_result(const Change *c) {
  if (luaL_bufflen(&c->out) > TEXT_MAX)
    report_error(c->L,
                 "string.gsub: the text would have more than %d "
                 "characters",
                 TEXT_MAX);
}

/* Pushes capture n (1..), where 1 is the whole match if there is none. */
static void push_part(Change *c, int n) {
  if (n == 1 && c->m.pattern->captures == 0) n = 0;
  if (n == 0)
    lua_pushlstring(c->L, c->start, (size_t)(c->end - c->start));
  else if (n <= c->m.pattern->captures)
    push_capture(c->L, &c->m, n - 1);
  else
    report_error(c->L, "string.gsub: `%%%d` but %d captures", n,
                 c->m.pattern->captures);
}

/* Adds the text at index 3, with its %0, %1... filled in. */
static void add_text(Change *c) {
  size_t length;
  const char *form = lua_tolstring(c->L, 3, &length), *end = form + length;
  for (; form < end; form++) {
    const char *sign = memchr(form, '%', (size_t)(end - form));
    if (sign == NULL) sign = end;
    luaL_addlstring(&c->out, form, (size_t)(sign - form));
    form = sign;
    if (sign == end) return;
    char what = ++form < end ? *form : '\0';
    if (what == '%') {
      luaL_addchar(&c->out, '%');
    } else if (what >= '0' && what <= '9') {
      push_part(c, what - '0');
      luaL_addvalue(&c->out);
    } else {
      report_error(c->L,
                   "string.gsub: a `%%` in the new text wants a digit or "
                   "another `%%`");
    }
  }
}

/* Adds what the table or function at index 3 gives for the match. */
static void add_value(Change *c) {
  lua_State *L = c->L;
  if (lua_istable(L, 3)) {
    push_part(c, 1);
    lua_gettable(L, 3);
  } else {
    lua_pushvalue(L, 3);
    int n = push_captures(L, &c->m, c->start, c->end, true);
    lua_call(L, n, 1);
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    luaL_addlstring(&c->out, c->start, (size_t)(c->end - c->start));
    return;
  }
  if (!lua_isstring(L, -1))
    report_error(L, "string.gsub: the new text is a %s", luaL_typename(L, -1));
  luaL_addvalue(&c->out);
}

static void change_match(Change *c) {
  if (lua_type(c->L, 3) == LUA_TSTRING)
    add_text(c);
  else
    add_value(c);
  check_result(c);
}

/* Replaces up to `most` matches; returns how many, the text is in c->out. */
static lua_Integer change_all(Change *c, lua_Integer most) {
  Match *m = &c->m;
  const char *from = m->text, *last = NULL;
  lua_Integer done = 0;
  while (done < most) {
    const char *at = from, *end = pattern_search(m, &at);
    check_steps(c->L, m, 2);
    if (end == NULL) break;
    bool counts = end != last;
    luaL_addlstring(&c->out, from, (size_t)(at - from));
    if (counts) {
      done++;
      c->start = at;
      c->end = last = end;
      change_match(c);
      from = end;
    }
    if (end == at) {
      if (at == m->end) {
        from = m->end;
        break;
      }
      luaL_addchar(&c->out, *at);
      from = at + 1;
    }
    if (m->pattern->anchored) break;
  }
  luaL_addlstring(&c->out, from, (size_t)(m->end - from));
  check_result(c);
  return done;
}

/*** string.gsub(text, pattern, new, most) -> text, count
 A text with what a pattern matches replaced: by a text (%1 is the first
 capture), by a table's field, or by what a function returns.
 @param text text
 @param pattern text
 @param new text, table or function
 @param most integer: no more than so many (optional)
 @return the new text, and how many matches were replaced
 @error "the pattern ... takes more than 20000000 steps ..."
 @example ("Kh Kd"):gsub("K", "Q") --> "Qh Qd", 2 */
static int safe_gsub(lua_State *L) {
  Pattern p;
  Change c = {.L = L};
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  read_pattern(L, &p, 2, true);
  int type = lua_type(L, 3);
  if (type == LUA_TNUMBER) lua_tostring(L, 3);
  luaL_argexpected(L,
                   type == LUA_TNUMBER || type == LUA_TSTRING ||
                       type == LUA_TTABLE || type == LUA_TFUNCTION,
                   3, "text, table or function");
  lua_Integer most = luaL_optinteger(L, 4, LUA_MAXINTEGER);
  lua_settop(L, 3);
  match_start(&c.m, &p, text, length);
  luaL_buffinit(L, &c.out);
  lua_Integer done = change_all(&c, most);
  luaL_pushresult(&c.out);
  lua_pushinteger(L, done);
  return 2;
}

void safelib_matching(lua_State *L) {
  static const luaL_Reg ours[] = {{"find", safe_find},
                                  {"match", safe_match},
                                  {"gmatch", safe_gmatch},
                                  {"gsub", safe_gsub},
                                  {NULL, NULL}};
  luaL_setfuncs(L, ours, 0);
}
