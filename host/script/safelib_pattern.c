/* Lua's patterns, matched within a number of steps.
 *
 * A pattern is read into items first: plain texts, sets of bytes with their
 * repetition, captures, and the special %b, %f, %1 and $. What each letter
 * means is fixed here for ASCII; Lua's own asks the locale.
 *
 * Always true: the recursion is at most as deep as the pattern has items;
 * every byte looked at costs a step, so the steps bound the time.
 *
 * Tried and rejected: an estimate from the number of quantifiers and the
 * subject's length before a call of Lua's own matcher (refuses "%S+" over a
 * page, which is cheap, to be safe from "a*a*b", which isn't). */
#include "script/safelib_pattern.h"

#include <string.h>

enum {
  OP_TEXT,
  OP_SET,
  OP_OPEN,
  OP_PLACE,
  OP_CLOSE,
  OP_AGAIN,
  OP_BALANCE,
  OP_BORDER,
  OP_LAST,
  OP_DONE
};

enum { ONCE, MANY, SOME, FEW, MAYBE }; /* "", *, +, -, ? */

/* ---- reading ---- */

typedef struct Reader {
  Pattern *p;
  const char *at, *end;
  const char *wrong;
  int open[PATTERN_CAPTURES], depth;
  bool closed[PATTERN_CAPTURES];
} Reader;

static void fail(Reader *r, const char *wrong) {
  if (r->wrong == NULL) r->wrong = wrong;
  r->at = r->end;
}

static PatternItem *add(Reader *r, int op) {
  static const PatternItem none;
  if (r->p->count >= PATTERN_ITEMS) {
    fail(r, "it has too many parts");
    r->p->count--;
  }
  PatternItem *item = &r->p->item[r->p->count++];
  *item = none;
  item->op = (uint8_t)op;
  return item;
}

static bool is_digit(int c) { return c >= '0' && c <= '9'; }

/* Each class as the bits of bytes 0..127; none has any beyond. */
typedef struct Class {
  char letter;
  uint32_t ascii[4];
} Class;

static const Class classes[] = {
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
    {0, {0}},
};

static void set_add(uint32_t *set, unsigned char c) {
  set[c / 32] |= 1u << (c % 32);
}

static bool set_has(const uint32_t *set, unsigned char c) {
  return set[c / 32] >> (c % 32) & 1;
}

static void set_turn(uint32_t *set) {
  for (int i = 0; i < 8; i++) set[i] = ~set[i];
}

/* What %c means: a class (a capital: all but it), or the byte itself (then
 * true). */
static bool set_escape(uint32_t *set, char letter) {
  const Class *class = classes;
  char small = letter >= 'A' && letter <= 'Z' ? (char)(letter + 32) : letter;
  while (class->letter != 0 && class->letter != small) class ++;
  if (class->letter == 0) {
    set_add(set, (unsigned char)letter);
    return true;
  }
  uint32_t turn = letter == small ? 0 : 0xffffffff;
  for (int i = 0; i < 4; i++) {
    set[i] |= class->ascii[i] ^ turn;
    set[i + 4] |= turn;
  }
  return false;
}

static void set_range(uint32_t *set, char from, char to) {
  for (int c = (unsigned char)from; c <= (unsigned char)to; c++)
    set_add(set, (unsigned char)c);
}

/* The ] that closes the set whose first member is at `at`, or NULL. */
static const char *set_end(const char *at, const char *end) {
  for (const char *first = at; at < end; at++) {
    if (*at == ']' && at > first) return at;
    if (*at == '%') at++;
  }
  return NULL;
}

/* Reads a set; r->at is behind its [. */
static void read_set(Reader *r, uint32_t *set) {
  bool not = r->at < r->end && *r->at == '^';
  if (not ) r->at++;
  const char *close = set_end(r->at, r->end);
  if (close == NULL) {
    fail(r, "a `[` isn't closed");
    return;
  }
  for (const char *c = r->at; c < close; c++) {
    if (*c == '%') {
      set_escape(set, *++c);
    } else if (close - c > 2 && c[1] == '-') {
      set_range(set, *c, c[2]);
      c += 2;
    } else {
      set_add(set, (unsigned char)*c);
    }
  }
  if (not ) set_turn(set);
  r->at = close + 1;
}

static void read_open(Reader *r) {
  int n = r->p->captures;
  if (n >= PATTERN_CAPTURES) {
    fail(r, "it has too many captures");
    return;
  }
  r->p->captures++;
  bool place = r->at < r->end && *r->at == ')';
  add(r, place ? OP_PLACE : OP_OPEN)->number[0] = (uint8_t)n;
  r->closed[n] = place;
  if (place)
    r->at++;
  else
    r->open[r->depth++] = n;
}

static void read_close(Reader *r) {
  if (r->depth == 0) {
    fail(r, "a `)` has no `(`");
    return;
  }
  int n = r->open[--r->depth];
  r->closed[n] = true;
  add(r, OP_CLOSE)->number[0] = (uint8_t)n;
}

static void read_again(Reader *r) {
  int n = *r->at++ - '1';
  if (n < 0 || n >= r->p->captures || !r->closed[n])
    fail(r, "it repeats a capture that isn't there");
  else
    add(r, OP_AGAIN)->number[0] = (uint8_t)n;
}

static void read_balance(Reader *r) {
  r->at++;
  if (r->end - r->at < 2) {
    fail(r, "`%b` needs two characters");
    return;
  }
  PatternItem *item = add(r, OP_BALANCE);
  item->number[0] = (uint8_t)*r->at++;
  item->number[1] = (uint8_t)*r->at++;
}

static void read_border(Reader *r) {
  r->at++;
  if (r->at == r->end || *r->at != '[') {
    fail(r, "`%f` needs a set `[...]`");
    return;
  }
  r->at++;
  read_set(r, add(r, OP_BORDER)->is.set);
}

static int repeat_of(Reader *r) {
  static const char signs[] = "*+-?";
  if (r->at == r->end || *r->at == '\0') return ONCE;
  const char *sign = strchr(signs, *r->at);
  if (sign == NULL) return ONCE;
  r->at++;
  return (int)(sign - signs) + 1;
}

/* A byte that stands for itself, once: joins a plain text before it. */
static void add_text(Reader *r, const char *byte) {
  if (r->p->count > 0) {
    PatternItem *last = &r->p->item[r->p->count - 1];
    if (last->op == OP_TEXT && last->is.text + last->length == byte) {
      last->length++;
      return;
    }
  }
  PatternItem *item = add(r, OP_TEXT);
  item->is.text = byte;
  item->length = 1;
}

/* One byte of a kind, and how often. */
static void read_single(Reader *r) {
  PatternItem one = {.op = OP_SET};
  bool escaped = *r->at == '%', plain = false;
  if (escaped) r->at++;
  const char *byte = r->at++;
  if (escaped)
    plain = set_escape(one.is.set, *byte);
  else if (*byte == '[')
    read_set(r, one.is.set);
  else if (*byte == '.')
    set_turn(one.is.set);
  else
    plain = true, set_add(one.is.set, (unsigned char)*byte);
  one.repeat = (uint8_t)repeat_of(r);
  if (r->wrong != NULL) return;
  if (plain && one.repeat == ONCE)
    add_text(r, byte);
  else
    *add(r, OP_SET) = one;
}

/* An item that begins with %; false when it is one byte of a kind. */
static bool read_special(Reader *r) {
  char next = r->end - r->at > 1 ? r->at[1] : '\0';
  bool special = is_digit(next) || next == 'b' || next == 'f';
  if (r->end - r->at == 1) {
    fail(r, "it ends with `%`");
    return true;
  }
  if (special) r->at++;
  if (is_digit(next))
    read_again(r);
  else if (next == 'b')
    read_balance(r);
  else if (next == 'f')
    read_border(r);
  return special;
}

static void read_item(Reader *r) {
  char c = *r->at;
  if (c == '(') {
    r->at++;
    read_open(r);
  } else if (c == ')') {
    r->at++;
    read_close(r);
  } else if (c == '$' && r->end - r->at == 1) {
    r->at++;
    add(r, OP_LAST);
  } else if (c != '%' || !read_special(r)) {
    read_single(r);
  }
}

const char *pattern_read(Pattern *p, const char *text, size_t length,
                         bool anchors) {
  Reader r = {.p = p, .at = text, .end = text + length};
  p->count = p->captures = 0;
  p->anchored = anchors && length > 0 && *text == '^';
  if (p->anchored) r.at++;
  while (r.at < r.end) read_item(&r);
  if (r.depth > 0) fail(&r, "a `(` isn't closed");
  p->item[p->count].op = OP_DONE;
  return r.wrong;
}

size_t pattern_size(const Pattern *p) {
  return offsetof(Pattern, item) + (size_t)(p->count + 1) * sizeof p->item[0];
}

/* ---- matching ---- */

static const char *run(Match *m, const PatternItem *item, const char *s);

/* Captures need no undoing: a path that succeeds has set each of them after
 * every path that failed did. */
static void capture_close(Match *m, int n, const char *s) {
  m->capture[n].length = s - m->capture[n].start;
}

static const char *match_text(Match *m, const char *text, size_t length,
                              const char *s) {
  m->steps -= (long)(length / 16);
  if ((size_t)(m->end - s) < length || memcmp(s, text, length) != 0)
    return NULL;
  return s + length;
}

static const char *match_again(Match *m, int n, const char *s) {
  const Capture *c = &m->capture[n];
  if (c->length == CAPTURE_PLACE) return NULL; /* no text, as in Lua */
  return match_text(m, c->start, (size_t)c->length, s);
}

static const char *match_balance(Match *m, const uint8_t *ends, const char *s) {
  if (s == m->end || (uint8_t)*s != ends[0]) return NULL;
  long depth = 1;
  for (s++; s < m->end; s++) {
    m->steps--;
    if ((uint8_t)*s == ends[1]) {
      if (--depth == 0) return s + 1;
    } else if ((uint8_t)*s == ends[0]) {
      depth++;
    }
  }
  return NULL;
}

static bool at_border(const Match *m, const uint32_t *set, const char *s) {
  unsigned char before = s == m->text ? 0 : (unsigned char)s[-1];
  unsigned char here = s == m->end ? 0 : (unsigned char)*s;
  return !set_has(set, before) && set_has(set, here);
}

static bool one_more(const Match *m, const PatternItem *item, const char *s) {
  return s < m->end && set_has(item->is.set, (unsigned char)*s);
}

/* As many as there are, then one fewer each time. */
static const char *run_most(Match *m, const PatternItem *item, const char *s,
                            const char *least) {
  const char *most = s;
  while (one_more(m, item, most)) most++;
  m->steps -= most - s;
  for (; most >= least; most--) {
    const char *end = run(m, item + 1, most);
    if (end != NULL || m->steps < 0) return end;
  }
  return NULL;
}

/* As few as will do. */
static const char *run_fewest(Match *m, const PatternItem *item,
                              const char *s) {
  for (;; s++) {
    const char *end = run(m, item + 1, s);
    if (end != NULL || m->steps < 0) return end;
    if (!one_more(m, item, s)) return NULL;
  }
}

static const char *run_repeat(Match *m, const PatternItem *item,
                              const char *s) {
  if (item->repeat == MANY) return run_most(m, item, s, s);
  if (item->repeat == SOME) return run_most(m, item, s, s + 1);
  if (item->repeat == FEW) return run_fewest(m, item, s);
  const char *end = one_more(m, item, s) ? run(m, item + 1, s + 1) : NULL;
  if (end != NULL || m->steps < 0) return end;
  return run(m, item + 1, s);
}

/* An item that isn't repeated: where the match goes on, or NULL. */
static const char *match_item(Match *m, const PatternItem *item,
                              const char *s) {
  int n = item->number[0];
  switch (item->op) {
    case OP_TEXT:
      return match_text(m, item->is.text, item->length, s);
    case OP_SET:
      return one_more(m, item, s) ? s + 1 : NULL;
    case OP_OPEN:
      m->capture[n] = (Capture){s, CAPTURE_OPEN};
      return s;
    case OP_PLACE:
      m->capture[n] = (Capture){s, CAPTURE_PLACE};
      return s;
    case OP_CLOSE:
      capture_close(m, n, s);
      return s;
    case OP_AGAIN:
      return match_again(m, n, s);
    case OP_BALANCE:
      return match_balance(m, item->number, s);
    case OP_BORDER:
      return at_border(m, item->is.set, s) ? s : NULL;
    default:
      return s == m->end ? s : NULL; /* OP_LAST */
  }
}

static const char *run(Match *m, const PatternItem *item, const char *s) {
  for (; s != NULL && item->op != OP_DONE; item++) {
    if (--m->steps < 0) return NULL;
    if (item->repeat != ONCE) return run_repeat(m, item, s);
    s = match_item(m, item, s);
  }
  return m->steps < 0 ? NULL : s;
}

const char *pattern_at(Match *m, const char *at) {
  return run(m, m->pattern->item, at);
}

/* Where a pattern that begins with a plain text can begin to match. memmem
 * looks at the whole of that text first, each time. */
static const char *skip_to(Match *m, const char *s) {
  const PatternItem *first = &m->pattern->item[0];
  if (first->op != OP_TEXT) return s;
  const char *found =
      memmem(s, (size_t)(m->end - s), first->is.text, first->length);
  m->steps -= ((found == NULL ? m->end : found) - s) / 16 + first->length;
  return found;
}

const char *pattern_search(Match *m, const char **at) {
  if (m->pattern->anchored) return pattern_at(m, *at);
  for (const char *s = *at; (s = skip_to(m, s)) != NULL; s++) {
    const char *end = pattern_at(m, s);
    *at = s;
    if (end != NULL) return end;
    if (s == m->end || m->steps < 0) return NULL;
  }
  return NULL;
}
