/* Measuring and laying out text; nothing is written here.
 *
 * Always true: what text_paint gives holds no control character but newline
 * and its own colours, so nothing a script prints can move the cursor, set a
 * title or write right to left, even where text_clean was forgotten.
 *
 * UTF-8 is read by hand and not by mbrtowc: files and scripts are UTF-8 in any
 * locale, and a bad byte must cost one column and not the line.
 *
 * Rejected: a list of styled pieces instead of marks in the text. Wrapping,
 * cutting and tables then each need their own way through the list. */
#include "answer/text.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define MARK_LAST 8
#define MARKS                                                             \
  MARK_PLAIN MARK_HEADING MARK_GOOD MARK_BAD MARK_DIM MARK_RED MARK_BLACK \
      MARK_STRONG
#define GAP 2    /* columns between columns */
#define INDENT 3 /* columns before what follows the break of an item */
#define NO_CHARACTER 0xfffd

/* ---- growing text ---- */

static bool make_room(Text *out, size_t more) {
  if (out->len + more < out->room) return true;
  size_t room = (out->len + more + 1) * 2;
  char *s = realloc(out->s, room);
  if (!s) return false;
  out->s = s;
  out->room = room;
  return true;
}

void text_add(Text *out, const char *s, size_t n) {
  if (!make_room(out, n)) return;
  if (n > 0) memcpy(out->s + out->len, s, n);
  out->len += n;
  out->s[out->len] = '\0';
}

void text_puts(Text *out, const char *s) { text_add(out, s, strlen(s)); }

void text_repeat(Text *out, const char *s, int times) {
  for (; times > 0; times--) text_puts(out, s);
}

void text_free(Text *text) {
  free(text->s);
  memset(text, 0, sizeof *text);
}

/* ---- characters ---- */

/* Bytes of the character that begins with `first`, 0 when none does. */
static size_t utf8_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (first >= 0xe0 && first <= 0xef) return 3;
  if (first >= 0xf0 && first <= 0xf4) return 4;
  return 0;
}

size_t text_next(const char *s, size_t n, uint32_t *out) {
  static const unsigned char lead[5] = {0, 0x7f, 0x1f, 0x0f, 0x07};
  static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
  size_t len = utf8_length((unsigned char)s[0]);
  *out = NO_CHARACTER;
  if (len == 0 || len > n) return 1;
  uint32_t c = (unsigned char)s[0] & lead[len];
  for (size_t i = 1; i < len; i++) {
    if (((unsigned char)s[i] & 0xc0) != 0x80) return 1;
    c = c << 6 | ((unsigned char)s[i] & 0x3f);
  }
  if (c < least[len] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff)) return 1;
  *out = c;
  return len;
}

static bool is_mark(uint32_t c) { return c >= 1 && c <= MARK_LAST; }

/* Control characters, and those that change the direction of writing. */
static bool is_unsafe(uint32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x200e || c == 0x200f ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) ||
         c == 0x61c || c == 0xfeff;
}

static int char_width(uint32_t c) {
  if (is_unsafe(c)) return 0;
  if (c < 0x7f) return 1;
  int width = wcwidth((wchar_t)c);
  return width < 0 ? 1 : width;
}

int text_width(const char *s, size_t n) {
  int width = 0;
  uint32_t c;
  for (size_t at = 0; at < n;) {
    at += text_next(s + at, n - at, &c);
    width += char_width(c);
  }
  return width;
}

static int width_of(const char *s) { return text_width(s, strlen(s)); }

static bool is_newline(uint32_t c) { return c == '\n' || c == 0x2028; }

/* What stands for a character that may not stay: at most one byte. */
static size_t clean_one(char *out, uint32_t c, bool newlines) {
  if (c == '\t' || is_newline(c) || c == 0x2029) {
    *out = newlines && is_newline(c) ? '\n' : ' ';
    return 1;
  }
  *out = '?';
  return c == NO_CHARACTER;
}

size_t text_clean(char *out, const char *text, size_t len, bool newlines) {
  size_t used = 0;
  uint32_t c;
  for (size_t at = 0; at < len;) {
    size_t n = text_next(text + at, len - at, &c);
    if (is_unsafe(c) || (c == NO_CHARACTER && n == 1)) {
      used += clean_one(out + used, c, newlines);
    } else {
      memmove(out + used, text + at, n);
      used += n;
    }
    at += n;
  }
  out[used] = '\0';
  return used;
}

/* ASCII for a character, as wide at most. */
static const char *ascii_of(uint32_t c) {
  static const struct {
    uint32_t from, to;
    const char *ascii;
  } known[] = {
      {0x2660, 0x2660, "s"},  {0x2664, 0x2664, "s"}, {0x2661, 0x2661, "h"},
      {0x2665, 0x2665, "h"},  {0x2662, 0x2662, "d"}, {0x2666, 0x2666, "d"},
      {0x2663, 0x2663, "c"},  {0x2667, 0x2667, "c"}, {0x2018, 0x2019, "'"},
      {0x201c, 0x201d, "\""}, {0x2010, 0x2014, "-"}, {0x2212, 0x2212, "-"},
      {0x2500, 0x2501, "-"},  {0x00a0, 0x00a0, " "}, {0x00d7, 0x00d7, "x"},
      {0x2022, 0x2022, "*"},  {0x00b7, 0x00b7, "*"}, {0x2190, 0x2190, "<"},
      {0x2192, 0x2192, ">"}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (c >= known[i].from && c <= known[i].to) return known[i].ascii;
  return char_width(c) == 0 ? "" : "?";
}

void text_ascii(Text *out, const char *s) {
  size_t len = strlen(s);
  uint32_t c;
  for (size_t at = 0; at < len;) {
    size_t n = text_next(s + at, len - at, &c);
    if (c < 0x80)
      text_add(out, s + at, n);
    else
      text_puts(out, ascii_of(c));
    at += n;
  }
}

/* ---- wrapping ---- */

typedef struct Wrap {
  Text *out;
  int width, indent, col;
  bool row;  /* of three fields or more, not a word and what it means */
  bool deep; /* a field has begun a line: so do those after it */
} Wrap;

static void wrap_break(Wrap *w, int deeper) {
  text_puts(w->out, "\n");
  w->col = w->indent + deeper;
  text_repeat(w->out, " ", w->col);
}

/* A word that no line can hold, character by character. */
static void wrap_long(Wrap *w, const char *word, size_t len) {
  uint32_t c;
  for (size_t at = 0; at < len;) {
    size_t n = text_next(word + at, len - at, &c);
    int wide = char_width(c);
    if (w->col + wide > w->width && w->col > w->indent) wrap_break(w, 0);
    text_add(w->out, word + at, n);
    w->col += wide;
    at += n;
  }
}

static void wrap_word(Wrap *w, int spaces, const char *word, size_t len) {
  int wide = text_width(word, len);
  if (w->col + spaces + wide > w->width && w->col > w->indent) {
    wrap_break(w, w->deep && spaces >= GAP ? GAP : 0);
    spaces = 0;
  }
  text_repeat(w->out, " ", spaces);
  w->col += spaces;
  if (w->col + wide > w->width) {
    wrap_long(w, word, len);
  } else {
    text_add(w->out, word, len);
    w->col += wide;
  }
}

/* Bytes of the field that s begins with: up to the next gap, or n. 0 for a
 * single word, which needs no care. */
static size_t field_of(const char *s, size_t n) {
  bool words = false;
  for (size_t i = 0; i < n; i++) {
    if (s[i] != ' ') continue;
    if (i + 1 < n && s[i + 1] == ' ') return words ? i : 0;
    words = true;
  }
  return words ? n : 0;
}

/* A field that would be torn begins a line of its own, if one can hold it.
 * True when it does. */
static bool wrap_field(Wrap *w, int spaces, const char *s, size_t n) {
  int wide = spaces < GAP || !w->row ? 0 : text_width(s, field_of(s, n));
  bool torn = wide > 0 && w->col + spaces + wide > w->width &&
              w->indent + GAP + wide <= w->width && w->col > w->indent;
  if (torn) wrap_break(w, GAP);
  w->deep = w->deep || torn;
  return torn;
}

static bool is_row(const char *s, size_t n) {
  int gaps = 0;
  for (size_t i = 1; i + 1 < n; i++)
    gaps += s[i - 1] != ' ' && s[i] == ' ' && s[i + 1] == ' ';
  return gaps > 1;
}

/* Bytes before the first word: spaces, or the mark of who is to act. */
static size_t lead_of(const char *s, size_t n) {
  size_t at = n > 1 && s[0] == '>' && s[1] == ' ' ? 1 : 0;
  while (at < n && s[at] == ' ') at++;
  return at;
}

/* One line of n bytes without its newline. */
static void wrap_line(Text *out, const char *s, size_t n, int width) {
  size_t at = lead_of(s, n);
  Wrap w = {.out = out, .width = width};
  w.indent = (int)at < width / 2 ? (int)at : width / 2;
  w.col = w.indent;
  w.row = is_row(s + at, n - at);
  text_add(out, s, (size_t)w.indent);
  while (at < n) {
    size_t space = at, word;
    while (at < n && s[at] == ' ') at++;
    word = at;
    while (at < n && s[at] != ' ') at++;
    bool first = wrap_field(&w, (int)(word - space), s + word, n - word);
    if (first) space = word;
    if (word < at) wrap_word(&w, (int)(word - space), s + word, at - word);
  }
}

void text_wrap(Text *out, const char *s, int width) {
  text_add(out, "", 0);
  for (;;) {
    size_t n = strcspn(s, "\n");
    wrap_line(out, s, n, width);
    if (s[n] == '\0') return;
    text_puts(out, "\n");
    s += n + 1;
  }
}

/* ---- columns ---- */

/* As many characters as fit in `width`, and every mark; the columns taken. */
static int add_cut(Text *out, const char *s, int width) {
  size_t len = strlen(s);
  bool full = false;
  int col = 0;
  uint32_t c;
  for (size_t at = 0; at < len;) {
    size_t n = text_next(s + at, len - at, &c);
    int wide = char_width(c);
    full = full || col + wide > width;
    if (is_mark(c) || !full) {
      text_add(out, s + at, n);
      col += wide;
    }
    at += n;
  }
  return col;
}

void text_fit(Text *out, const char *s, int width, bool right, bool ascii) {
  const char *dots = ascii ? "..." : "\u2026";
  int wide = width_of(s), room = width - (ascii ? 3 : 1);
  if (wide <= width) {
    if (right) text_repeat(out, " ", width - wide);
    text_puts(out, s);
    if (!right) text_repeat(out, " ", width - wide);
  } else if (room < 1) {
    int col = add_cut(out, s, width);
    text_repeat(out, " ", width - col);
  } else {
    int col = add_cut(out, s, room);
    text_puts(out, dots);
    text_repeat(out, " ", room - col);
  }
}

static size_t widest(const int *widths, size_t columns) {
  size_t best = 0;
  for (size_t i = 1; i < columns; i++)
    if (widths[i] > widths[best]) best = i;
  return best;
}

/* Takes from the widest columns until a line fits, or all are tiny. */
static void shrink(int *widths, size_t columns, int width) {
  int total = GAP * ((int)columns - 1);
  for (size_t i = 0; i < columns; i++) total += widths[i];
  for (; total > width; total--) {
    size_t most = widest(widths, columns);
    if (widths[most] <= 4) return;
    widths[most]--;
  }
}

static void table_widths(int *widths, size_t columns, const char *const *cells,
                         size_t rows) {
  for (size_t i = 0; i < rows * columns; i++) {
    int wide = width_of(cells[i]);
    if (wide > widths[i % columns]) widths[i % columns] = wide;
  }
}

/* One cell and the gap after it, or the line's end. A style ends in its cell,
 * and a line never in spaces. */
static void add_cell(Text *out, const char *cell, int width, bool right,
                     bool last, bool ascii) {
  int wide = width_of(cell);
  if (last && !right && wide < width) width = wide;
  text_fit(out, cell, width, right, ascii);
  if (strpbrk(cell, MARKS)) text_puts(out, MARK_PLAIN);
  if (!last) {
    text_repeat(out, " ", GAP);
    return;
  }
  while (out->len > 0 && out->s[out->len - 1] == ' ') out->len--;
  text_puts(out, "\n");
}

void text_table(Text *out, const char *align, const char *const *cells,
                size_t rows, int width, bool ascii) {
  size_t columns = strlen(align);
  int *widths = calloc(columns + 1, sizeof *widths);
  if (!widths) return;
  table_widths(widths, columns, cells, rows);
  shrink(widths, columns, width);
  for (size_t i = 0; i < rows * columns; i++) {
    size_t column = i % columns;
    add_cell(out, cells[i], widths[column], align[column] == 'r',
             column + 1 == columns, ascii);
  }
  free(widths);
}

/* One item a line, the longer ones wrapped; what follows a break is indented. */
static void add_lines(Text *out, const char *const *items, size_t n,
                      int width) {
  for (size_t i = 0; i < n; i++) {
    Text lines = {0};
    text_wrap(&lines, items[i], width - INDENT);
    for (const char *at = lines.s; at != NULL && *at != 0; at++)
      text_add(out, *at == '\n' ? "\n   " : at, *at == '\n' ? 1 + INDENT : 1);
    text_puts(out, "\n");
    text_free(&lines);
  }
}

void text_columns(Text *out, const char *const *items, size_t n, int width,
                  bool ascii) {
  int wide = 1;
  for (size_t i = 0; i < n; i++)
    if (width_of(items[i]) > wide) wide = width_of(items[i]);
  if (wide > width) {
    add_lines(out, items, n, width);
    return;
  }
  size_t columns = (size_t)((width + GAP) / (wide + GAP));
  if (columns == 0) columns = 1;
  size_t lines = (n + columns - 1) / columns;
  for (size_t line = 0; line < lines; line++)
    for (size_t i = line; i < n; i += lines)
      add_cell(out, items[i], wide, false, i + lines >= n, ascii);
}

/* ---- painting ---- */

static const char *color_of(uint32_t mark) {
  static const char *const colors[MARK_LAST + 1] = {
      "", "0", "1;36", "32", "1;31", "2", "31", "0", "1"};
  return colors[mark];
}

/* Changes to the look of a mark. Black suits keep the terminal's own colour,
 * for on most of them black can't be seen. */
static void paint_mark(Text *out, uint32_t mark, bool *styled) {
  const char *color = color_of(mark);
  bool plain = strcmp(color, "0") == 0;
  if (*styled) text_puts(out, "\033[0m");
  *styled = !plain;
  if (plain) return;
  text_puts(out, "\033[");
  text_puts(out, color);
  text_puts(out, "m");
}

void text_paint(Text *out, const char *s, bool color) {
  size_t len = strlen(s);
  bool styled = false;
  uint32_t c;
  text_add(out, "", 0);
  for (size_t at = 0; at < len;) {
    size_t n = text_next(s + at, len - at, &c);
    if (is_mark(c) && color)
      paint_mark(out, c, &styled);
    else if (c == NO_CHARACTER && n == 1)
      text_puts(out, "?");
    else if (c == '\n' || !is_unsafe(c))
      text_add(out, s + at, n);
    at += n;
  }
  if (styled) text_puts(out, "\033[0m");
}
