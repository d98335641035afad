/* Lua's patterns: find, match, gmatch and gsub over a matcher that counts.
 *
 * A pattern is read into items first: sets of bytes with their repetition,
 * captures, and the special %b, %f, %1 and $. What each letter means is fixed
 * here for ASCII; Lua's own asks the locale.
 *
 * Always true: the recursion is at most as deep as the pattern has items;
 * every byte looked at costs a step, so the steps bound the time. One call has
 * PATTERN_STEPS of them, gmatch the same for each match.
 *
 * Tried and rejected: an estimate from the number of quantifiers and the
 * subject's length before a call of Lua's own matcher (refuses "%S+" over a
 * page, which is cheap, to be safe from "a*a*b", which isn't). */
#include <lauxlib.h>
#include <string.h>

#include "script/sandbox.h"

enum { ITEMS = 250, CAPTURES = 32, CAPTURE_PLACE = -2 };

typedef enum Op {
  ONE, /* a byte of the set, as often as `repeat` says */
  OPEN,
  CLOSE,
  PLACE,   /* () */
  AGAIN,   /* %1 */
  BALANCE, /* %bxy */
  BORDER,  /* %f[set] */
  LAST,    /* $ */
  DONE
} Op;

typedef struct Item {
  uint8_t op;
  char repeat;  /* 0 or one of *+-? */
  uint8_t n[2]; /* number of the capture; the ends of %b */
  uint32_t set[8];
} Item;

typedef struct Capture {
  const char *start;
  ptrdiff_t length; /* or CAPTURE_PLACE */
} Capture;

/* A pattern over a text, and how far its matches were walked. */
typedef struct Search {
  lua_State *L;
  const char *text, *end;
  const char *at;           /* where the next match is looked for */
  const char *start, *last; /* of the match that was found last */
  long steps;               /* left; below 0 the search was given up */
  bool anchored;
  int captures, count;
  Capture capture[CAPTURES];
  Item item[ITEMS + 1]; /* those beyond `count` need not be there */
} Search;

/* ---- reading ---- */

typedef struct Reader {
  Search *s;
  const char *at, *end; /* at the end a NUL can be read */
  int open[CAPTURES], depth;
  bool closed[CAPTURES];
} Reader;

static void check(Reader *r, bool right, const char *wrong) {
  if (right) return;
  lua_State *L = r->s->L;
  report_error(L, "the pattern `%s`: %s", safelib_short(L, 2), wrong);
}

static Item *add(Reader *r, Op op) {
  check(r, r->s->count < ITEMS, "it has too many parts");
  Item *item = &r->s->item[r->s->count++];
  *item = (Item){.op = (uint8_t)op};
  return item;
}

/* Each class as the bits of bytes 0..127; none has any beyond. */
static const struct {
  char letter;
  uint32_t ascii[4];
} classes[] = {
    {'a', {0, 0, 0x07fffffe, 0x07fffffe}},
    {'c', {0xffffffff, 0, 0, 0x80000000}},
    {'d', {0, 0x03ff0000, 0, 0}},
    {'g', {0, 0xfffffffe, 0xffffffff, 0x7fffffff}},
    {'l', {0, 0, 0, 0x07fffffe}},
    {'p', {0, 0xfc00fffe, 0xf8000001, 0x78000001}},
    {'s', {0x00003e00, 0x00000001, 0, 0}},
    {'u', {0, 0, 0x07fffffe, 0}},
    {'w', {0, 0x03ff0000, 0x07fffffe, 0x07fffffe}},
    {'x', {0, 0x03ff0000, 0x0000007e, 0x0000007e}},
    {'z', {1, 0, 0, 0}},
};

static void set_range(uint32_t *set, char from, char to) {
  for (int c = (unsigned char)from; c <= (unsigned char)to; c++)
    set[c / 32] |= 1u << (c % 32);
}

static bool set_has(const uint32_t *set, int c) {
  return set[c / 32] >> (c % 32) & 1;
}

static void set_turn(uint32_t *set) {
  for (int i = 0; i < 8; i++) set[i] = ~set[i];
}

/* What %c means: a class (a capital: all but it), or the byte itself. */
static void set_escape(uint32_t *set, char letter) {
  size_t i = 0, count = sizeof classes / sizeof *classes;
  while (i < count && classes[i].letter != (letter | 32)) i++;
  if (i == count) {
    set_range(set, letter, letter);
    return;
  }
  uint32_t turn = letter >= 'a' ? 0 : 0xffffffff;
  for (int k = 0; k < 8; k++)
    set[k] |= (k < 4 ? classes[i].ascii[k] : 0) ^ turn;
}

/* Reads a set; r->at is behind its [. The first member may be a ]. */
static void read_set(Reader *r, uint32_t *set) {
  bool turned = *r->at == '^';
  const char *c = r->at + turned, *close = c;
  while (close < r->end && (*close != ']' || close == c))
    close += *close == '%' ? 2 : 1;
  check(r, close < r->end, "a `[` isn't closed");
  for (; c < close; c++) {
    if (*c == '%')
      set_escape(set, *++c);
    else if (close - c > 2 && c[1] == '-')
      set_range(set, *c, c[2]), c += 2;
    else
      set_range(set, *c, *c);
  }
  if (turned) set_turn(set);
  r->at = close + 1;
}

static void read_open(Reader *r) {
  int n = r->s->captures;
  bool place = *r->at == ')';
  check(r, n < CAPTURES, "it has too many captures");
  r->s->captures++;
  add(r, place ? PLACE : OPEN)->n[0] = (uint8_t)n;
  r->closed[n] = place;
  if (!place) r->open[r->depth++] = n;
  r->at += place;
}

static void read_close(Reader *r) {
  check(r, r->depth > 0, "a `)` has no `(`");
  int n = r->open[--r->depth];
  r->closed[n] = true;
  add(r, CLOSE)->n[0] = (uint8_t)n;
}

static void read_again(Reader *r, int n) {
  bool there = n >= 0 && n < r->s->captures && r->closed[n];
  check(r, there, "it repeats a capture that doesn't exist");
  add(r, AGAIN)->n[0] = (uint8_t)n;
}

static void read_balance(Reader *r) {
  check(r, r->end - r->at >= 2, "`%b` needs two characters");
  memcpy(add(r, BALANCE)->n, r->at, 2);
  r->at += 2;
}

static void read_border(Reader *r) {
  check(r, *r->at++ == '[', "`%f` needs a set `[...]`");
  read_set(r, add(r, BORDER)->set);
}

/* A byte of a kind, and how often; c: its first letter, or the % before it. */
static void read_one(Reader *r, char c) {
  Item *item = add(r, ONE);
  if (c == '[')
    read_set(r, item->set);
  else if (c == '.')
    set_turn(item->set);
  else if (c == '%')
    set_escape(item->set, r->at[-1]);
  else
    set_range(item->set, c, c);
  if (memchr("*+-?", *r->at, 4)) item->repeat = *r->at++;
}

static void read_escape(Reader *r) {
  check(r, r->at < r->end, "it ends with `%`");
  char what = *r->at++;
  if (what == 'b')
    read_balance(r);
  else if (what == 'f')
    read_border(r);
  else if (what >= '0' && what <= '9')
    read_again(r, what - '1');
  else
    read_one(r, '%');
}

/* Reads the pattern at stack index 2 for the text at index 1; `anchors`: does
 * a first ^ mean the beginning? */
static void read_pattern(Search *s, bool anchors) {
  size_t size;
  const char *pattern = luaL_checklstring(s->L, 2, &size);
  Reader r = {.s = s, .at = pattern, .end = pattern + size};
  s->anchored = anchors && size > 0 && *pattern == '^';
  r.at += s->anchored;
  while (r.at < r.end) {
    char c = *r.at++;
    if (c == '(')
      read_open(&r);
    else if (c == ')')
      read_close(&r);
    else if (c == '$' && r.at == r.end)
      add(&r, LAST);
    else if (c == '%')
      read_escape(&r);
    else
      read_one(&r, c);
  }
  check(&r, r.depth == 0, "a `(` isn't closed");
  s->item[s->count].op = DONE;
}

/* ---- matching ---- */

static const char *match_balance(Search *s, const uint8_t *ends,
                                 const char *at) {
  long depth = 0;
  if (at == s->end || (uint8_t)*at != ends[0]) return NULL;
  for (; at < s->end; at++) {
    s->steps--;
    if (depth > 0 && (uint8_t)*at == ends[1])
      depth--;
    else if ((uint8_t)*at == ends[0])
      depth++;
    if (depth == 0) return at + 1;
  }
  return NULL;
}

static const char *match_again(Search *s, const Capture *c, const char *at) {
  if (c->length == CAPTURE_PLACE || s->end - at < c->length) return NULL;
  s->steps -= (long)(c->length / 16);
  if (memcmp(at, c->start, (size_t)c->length) != 0) return NULL;
  return at + c->length;
}

static bool at_border(const Search *s, const uint32_t *set, const char *at) {
  int before = at == s->text ? 0 : (unsigned char)at[-1];
  int here = at == s->end ? 0 : (unsigned char)*at;
  return !set_has(set, before) && set_has(set, here);
}

static bool one_more(const Search *s, const Item *item, const char *at) {
  return at < s->end && set_has(item->set, (unsigned char)*at);
}

/* An item that isn't repeated: where the match goes on, or NULL. Captures need
 * no undoing: a path that succeeds has set each of them after every path that
 * failed did. */
static const char *match_item(Search *s, const Item *item, const char *at) {
  Capture *c = &s->capture[item->op == BALANCE ? 0 : item->n[0]];
  switch (item->op) {
    case ONE:
      return one_more(s, item, at) ? at + 1 : NULL;
    case OPEN:
      c->start = at;
      return at;
    case CLOSE:
      c->length = at - c->start;
      return at;
    case PLACE:
      *c = (Capture){at, CAPTURE_PLACE};
      return at;
    case AGAIN:
      return match_again(s, c, at);
    case BALANCE:
      return match_balance(s, item->n, at);
    case BORDER:
      return at_border(s, item->set, at) ? at : NULL;
    default:
      return at == s->end ? at : NULL; /* LAST */
  }
}

static const char *match(Search *s, const Item *item, const char *at);

/* As many as there are, then one fewer each time; or, where `-` asks for it,
 * none, then one more each time. */
static const char *match_repeat(Search *s, const Item *item, const char *at) {
  const char *least = at + (item->repeat == '+'), *most = at, *end = NULL;
  if (item->repeat == '-') {
    while ((end = match(s, item + 1, at)) == NULL && s->steps >= 0)
      if (!one_more(s, item, at++)) return NULL;
    return end;
  }
  bool once = item->repeat == '?';
  while (one_more(s, item, most) && !(once && most > at)) most++;
  s->steps -= most - at;
  for (; most >= least && end == NULL && s->steps >= 0; most--)
    end = match(s, item + 1, most);
  return end;
}

/* Where a match of these items ends that begins at `at`, or NULL. */
static const char *match(Search *s, const Item *item, const char *at) {
  for (; at != NULL && item->op != DONE; item++) {
    if (--s->steps < 0) return NULL;
    if (item->repeat != 0) return match_repeat(s, item, at);
    at = match_item(s, item, at);
  }
  return at;
}

static bool find_next(Search *s) {
  for (; s->at <= s->end && s->steps >= 0; s->at++) {
    const char *end = match(s, s->item, s->at);
    if (end != NULL && end != s->last) {
      s->start = s->at;
      s->at = s->last = end;
      return true;
    }
    if (s->anchored) break;
  }
  s->at = s->end + 1;
  return false;
}

/* Goes on to the next match from s->at, within the steps that are left; an
 * empty one right behind the last doesn't count. False: there is none. */
static bool next_match(Search *s) {
  long steps = s->steps;
  uint64_t left = budget_left(s->L);
  long most = left < (uint64_t)steps ? (long)left : steps;
  s->steps = most;
  bool found = find_next(s);
  long taken = most - s->steps;
  budget_charge(s->L, (uint64_t)taken);
  s->steps = steps - taken;
  if (s->steps < 0)
    report_error(s->L,
                 "the pattern `%s` takes more than %d steps on a text of %I "
                 "characters: use fewer of * + - ?, or a shorter text",
                 safelib_short(s->L, 2), PATTERN_STEPS,
                 (LUAI_UACINT)(s->end - s->text));
  return found;
}

/* ---- the functions ---- */

/* Begins a search over the text at index 1 from a place in it; one behind it
 * has no matches. */
static void begin(Search *s, lua_State *L, lua_Integer from) {
  size_t size;
  s->L = L;
  s->text = luaL_checklstring(L, 1, &size);
  s->end = s->text + size;
  s->last = NULL;
  s->captures = s->count = 0;
  s->steps = PATTERN_STEPS;
  if (from < 0) from += (lua_Integer)size + 1;
  if (from < 1) from = 1;
  s->at = from - 1 > (lua_Integer)size ? s->end + 1 : s->text + (from - 1);
}

/* Finds the text of that size as it stands. */
static bool find_plain(Search *s, const char *what, size_t size) {
  if (s->at > s->end) return false;
  budget_charge(s->L, (uint64_t)(s->end - s->at) / 16);
  s->start = memmem(s->at, (size_t)(s->end - s->at), what, size);
  if (s->start == NULL) return false;
  s->last = s->start + size;
  return true;
}

/* Pushes capture n, from 1; 0, or 1 when there are none, is all. */
static void push_capture(Search *s, int n) {
  const Capture *c = &s->capture[n > 0 ? n - 1 : 0];
  if (n == 0 || s->captures == 0)
    lua_pushlstring(s->L, s->start, (size_t)(s->last - s->start));
  else if (c->length == CAPTURE_PLACE)
    lua_pushinteger(s->L, c->start - s->text + 1);
  else
    lua_pushlstring(s->L, c->start, (size_t)c->length);
}

static int push_captures(Search *s, bool all_if_none) {
  int n = s->captures == 0 && all_if_none ? 1 : s->captures;
  luaL_checkstack(s->L, n, "captures");
  for (int i = 1; i <= n; i++) push_capture(s, i);
  return n;
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
static int safe_find(lua_State *L) {
  Search s;
  size_t size;
  const char *what = luaL_checklstring(L, 2, &size);
  bool plain = strcspn(what, "^$*+?.([%-") == size || lua_toboolean(L, 4);
  begin(&s, L, luaL_optinteger(L, 3, 1));
  if (!plain) read_pattern(&s, true);
  bool found = plain ? find_plain(&s, what, size) : next_match(&s);
  lua_pushnil(L);
  if (!found) return 1;
  lua_pushinteger(L, s.start - s.text + 1);
  lua_pushinteger(L, s.last - s.text);
  return 2 + push_captures(&s, false);
}

/*** string.match(text, pattern, from) -> captures
 The parts of a text that a pattern captures, or all it matches.
 @param text text
 @param pattern text
 @param from integer: where to begin (optional)
 @return the captured texts, or nil
 @error "the pattern ... takes more than 20000000 steps ..."
 @example local rank, suit = ("king of hearts"):match "^(%w+) of (%w+)$" --> "king", "hearts" */
static int safe_match(lua_State *L) {
  Search s;
  begin(&s, L, luaL_optinteger(L, 3, 1));
  read_pattern(&s, true);
  if (next_match(&s)) return push_captures(&s, true);
  lua_pushnil(L);
  return 1;
}

/* upvalues: text, pattern, Search (or false when it was kept too long) */
static int gmatch_next(lua_State *L) {
  Search *s = lua_touserdata(L, lua_upvalueindex(3));
  if (s == NULL)
    return report_error(L,
                        "an iterator can't be kept: make it where it is used");
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(2)); /* where next_match looks for it */
  s->L = L;
  s->steps = PATTERN_STEPS;
  if (next_match(s)) return push_captures(s, true);
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
  Search s;
  begin(&s, L, luaL_optinteger(L, 3, 1));
  read_pattern(&s, false);
  size_t size = offsetof(Search, item) + (size_t)(s.count + 1) * sizeof(Item);
  lua_settop(L, 2);
  memcpy(lua_newuserdatauv(L, size, 0), &s, size);
  lua_pushcclosure(L, gmatch_next, 3);
  return 1;
}

/* Adds the text at index 3, with its %0, %1... filled in. */
static void add_filled(Search *s, luaL_Buffer *out) {
  size_t size;
  const char *form = lua_tolstring(s->L, 3, &size), *end = form + size;
  for (; form < end; form++) {
    if (*form != '%' || (form + 1 < end && *++form == '%')) {
      luaL_addchar(out, *form);
      continue;
    }
    int n = *form - '0';
    if (n < 0 || n > 9)
      report_error(s->L,
                   "string.gsub: a `%%` in the new text needs a digit or `%%`");
    if (n > s->captures && n > 1)
      report_error(
          s->L, "string.gsub: `%%%d` is used, but the number of captures is %d",
          n, s->captures);
    push_capture(s, n);
    luaL_addvalue(out);
  }
}

/* Adds what the table or function at index 3 gives for the match. */
static void add_given(Search *s, luaL_Buffer *out) {
  lua_State *L = s->L;
  if (lua_istable(L, 3)) {
    push_capture(s, 1);
    lua_gettable(L, 3);
  } else {
    lua_pushvalue(L, 3);
    lua_call(L, push_captures(s, true), 1);
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    push_capture(s, 0);
  } else if (!lua_isstring(L, -1)) {
    report_error(L, "string.gsub: the new text is a %s", luaL_typename(L, -1));
  }
  luaL_addvalue(out);
}

/* Replaces up to `most` matches; returns how many. */
static lua_Integer replace_all(Search *s, luaL_Buffer *out, lua_Integer most) {
  const char *from = s->text;
  lua_Integer done = 0;
  bool text = lua_type(s->L, 3) == LUA_TSTRING;
  while (done < most && next_match(s)) {
    done++;
    luaL_addlstring(out, from, (size_t)(s->start - from));
    from = s->last;
    (text ? add_filled : add_given)(s, out);
    if (s->anchored || luaL_bufflen(out) > LONGEST_TEXT) break;
  }
  luaL_addlstring(out, from, (size_t)(s->end - from));
  if (luaL_bufflen(out) > LONGEST_TEXT)
    report_error(s->L,
                 "string.gsub: the text would have more than %d characters",
                 LONGEST_TEXT);
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
  Search s;
  luaL_Buffer out;
  begin(&s, L, 1);
  read_pattern(&s, true);
  bool text = lua_tostring(L, 3) != NULL; /* a number is one */
  luaL_argexpected(L, text || lua_istable(L, 3) || lua_isfunction(L, 3), 3,
                   "text, table or function");
  lua_Integer most = luaL_optinteger(L, 4, LUA_MAXINTEGER);
  lua_settop(L, 3);
  luaL_buffinit(L, &out);
  lua_Integer done = replace_all(&s, &out, most);
  luaL_pushresult(&out);
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
