/* Widths, wrapping, cutting, tables, cleaning, painting. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "answer/text.h"
#include "check.h"

static bool is(Text *got, const char *want) {
  const char *s = got->s ? got->s : "";
  bool same = strcmp(s, want) == 0;
  if (!same) fprintf(stderr, "  got  [%s]\n  want [%s]\n", s, want);
  text_free(got);
  return same;
}

static int width(const char *s) { return text_width(s, strlen(s)); }

static void test_width(void) {
  CHECK_INT(width("abc"), 3);
  CHECK_INT(width(""), 0);
  CHECK_INT(width("K\u2665"), 2);
  CHECK_INT(width("\u65e5\u672c"), 4); /* two columns each */
  CHECK_INT(width("e\u0301"), 1);      /* a combining accent */
  CHECK_INT(width("\xff\xfe\xc3"), 3); /* no UTF-8 */
  CHECK_INT(width(MARK_RED "a" MARK_PLAIN), 1);
}

static size_t next(const char *s, uint32_t *c) {
  return text_next(s, strlen(s), c);
}

static void test_next(void) {
  uint32_t c;
  CHECK(next("a", &c) == 1 && c == 'a');
  CHECK(next("\u00e9", &c) == 2 && c == 0xe9);
  CHECK(next("\u2665", &c) == 3 && c == 0x2665);
  CHECK(next("\U0001f0a0", &c) == 4 && c == 0x1f0a0);
  static const char *const bad[] = {
      "\x80",         "\xc0\x80", "\xe2\x99",         "\xe0\x80\x80",
      "\xed\xa0\x80", "\xf5",     "\xf4\x90\x80\x80", "\xc3("};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    CHECK(next(bad[i], &c) == 1 && c == 0xfffd);
}

static bool cleans(const char *from, const char *to, bool newlines) {
  char out[128];
  size_t n = text_clean(out, from, strlen(from), newlines);
  return n == strlen(out) && strcmp(out, to) == 0;
}

static void test_clean(void) {
  char nul[] = "a\0b", out[4];
  CHECK(cleans("plain \u2665", "plain \u2665", false));
  CHECK(cleans("a\033[2Jb\007\r\x7f", "a[2Jb", false));
  CHECK(cleans("a\nb\tc", "a b c", false));
  CHECK(cleans("a\nb\tc", "a\nb c", true));
  CHECK(cleans(MARK_RED "x" MARK_PLAIN, "x", true));
  CHECK(
      cleans("\xc2\x9b"
             "2J",
             "2J", false)); /* CSI of eight bits */
  CHECK(
      cleans("\u202e"
             "abc\u2066",
             "abc", false));
  CHECK(cleans("a\xff\xe2\x99z", "a???z", false));
  CHECK_INT(text_clean(out, nul, 3, false), 2);
  CHECK(strcmp(out, "ab") == 0);
  CHECK_INT(text_clean(nul, nul, 3, false), 2);
  CHECK(strcmp(nul, "ab") == 0); /* in place */
}

static bool wraps(const char *from, int columns, const char *to) {
  Text out = {0};
  text_wrap(&out, from, columns);
  return is(&out, to);
}

static void test_wrap(void) {
  CHECK(wraps("", 20, ""));
  CHECK(wraps("one two three", 20, "one two three"));
  CHECK(wraps("one two three", 7, "one two\nthree"));
  CHECK(wraps("one two three", 8, "one two\nthree"));
  CHECK(wraps("a  b", 20, "a  b")); /* spaces inside a line stay */
  CHECK(wraps("a\n\nb\n", 20, "a\n\nb\n"));
  CHECK(wraps("  one two three", 9, "  one two\n  three"));
  CHECK(wraps("Ann   six cards   ten won", 20, "Ann   six cards\n  ten won"));
  CHECK(wraps("Ann   six cards   ten won", 24, "Ann   six cards\n  ten won"));
  CHECK(wraps("Ann   six cards   ten won   out", 16,
              "Ann   six cards\n  ten won   out"));
  CHECK(wraps("Ann   six cards   ten won   out", 15,
              "Ann   six cards\n  ten won   out"));
  CHECK(wraps("Ann   six cards   nineteen   won ten   out", 16,
              "Ann   six cards\nnineteen\n  won ten   out"));
  CHECK(wraps("Ann   six cards   ten they won   withdrawn", 16,
              "Ann   six cards\n  ten they won\n  withdrawn"));
  CHECK(wraps("Ann  six cards they hold", 12, "Ann  six\ncards they\nhold"));
  CHECK(wraps(":odds   the chances now", 20, ":odds   the chances\nnow"));
  CHECK(wraps("Ann  1)x  2)y  3)z", 14, "Ann  1)x  2)y\n3)z"));
  CHECK(wraps("> Ann   six cards   ten", 19, "> Ann   six cards\n  ten"));
  CHECK(wraps("> Ann   six cards   ten won", 20,
              "> Ann   six cards\n    ten won"));
  CHECK(wraps("abcdefghij", 4, "abcd\nefgh\nij"));
  CHECK(wraps("x abcdefghij", 4, "x\nabcd\nefgh\nij"));
  CHECK(wraps("          deep text", 8, "    deep\n    text"));
  CHECK(wraps(MARK_RED "one" MARK_PLAIN " two", 7,
              MARK_RED "one" MARK_PLAIN " two"));
  CHECK(wraps("\u2665\u2665\u2665 \u2665\u2665", 4,
              "\u2665\u2665\u2665\n\u2665\u2665"));
}

/* No line of any text is wider than asked for, and no word is lost. */
static void test_wrap_any(void) {
  srand(5);
  for (int round = 0; round < 2000; round++) {
    char text[200];
    int n = rand() % 199, wide = 5 + rand() % 40;
    for (int i = 0; i < n; i++) text[i] = " ab\nc\002d"[rand() % 8];
    text[n] = '\0';
    Text out = {0};
    text_wrap(&out, text, wide);
    bool fits = true;
    size_t letters = 0, kept = 0;
    for (const char *s = text; *s; s++) letters += *s >= 'a';
    for (const char *s = out.s; *s; s++) kept += *s >= 'a';
    for (const char *s = out.s; *s; s += strcspn(s, "\n"), s += *s == '\n')
      fits = fits && text_width(s, strcspn(s, "\n")) <= wide;
    CHECK(fits && letters == kept);
    text_free(&out);
  }
}

static bool fits(const char *s, int columns, bool right, bool ascii,
                 const char *want) {
  Text out = {0};
  text_fit(&out, s, columns, right, ascii);
  return is(&out, want);
}

static void test_fit(void) {
  CHECK(fits("abc", 5, false, false, "abc  "));
  CHECK(fits("abc", 5, true, false, "  abc"));
  CHECK(fits("abcdef", 6, false, false, "abcdef"));
  CHECK(fits("abcdefg", 6, false, false, "abcde\u2026"));
  CHECK(fits("abcdefg", 6, false, true, "abc..."));
  CHECK(fits("abcdefg", 3, false, true, "abc"));
  CHECK(fits("abcdefg", 1, false, false, "a"));
  CHECK(fits("\u65e5\u672c\u65e5", 4, false, false, "\u65e5\u2026 "));
  CHECK(fits(MARK_BAD "abcdefg" MARK_PLAIN, 4, false, false,
             MARK_BAD "abc" MARK_PLAIN "\u2026"));
}

static void test_table(void) {
  const char *cells[] = {"seat",  "chips",       "",     "Ann", "7",
                         "leads", "Bartholomew", "1200", ""};
  Text out = {0};
  text_table(&out, "lrl", cells, 3, 80, true);
  CHECK(is(&out,
           "seat         chips\n"
           "Ann              7  leads\n"
           "Bartholomew   1200\n"));
  text_table(&out, "lrl", cells, 3, 20, true);
  CHECK(is(&out,
           "seat    chips\n"
           "Ann         7  leads\n"
           "Bar...   1200\n"));
  const char *styled[] = {MARK_RED "Kh", "x"};
  text_table(&out, "ll", styled, 1, 80, true);
  CHECK(is(&out, MARK_RED "Kh" MARK_PLAIN "  x\n"));
  text_table(&out, "ll", NULL, 0, 80, true);
  CHECK(is(&out, ""));
}

static void test_columns(void) {
  const char *items[] = {"1 one", "2 two", "3 three", "4 four", "5 five"};
  Text out = {0};
  text_columns(&out, items, 5, 80, true);
  CHECK(is(&out, "1 one    2 two    3 three  4 four   5 five\n"));
  text_columns(&out, items, 5, 20, true);
  CHECK(is(&out, "1 one    4 four\n2 two    5 five\n3 three\n"));
  const char *const wide[] = {"1) a run of four", "2) a set"};
  text_columns(&out, wide, 2, 12, true);
  CHECK(is(&out, "1) a run\n   of four\n2) a set\n"));
  text_columns(&out, items, 0, 80, true);
  CHECK(is(&out, ""));
}

static bool paints(const char *s, bool color, const char *want) {
  Text out = {0};
  text_paint(&out, s, color);
  return is(&out, want);
}

static void test_paint(void) {
  CHECK(paints("a" MARK_GOOD "b" MARK_PLAIN "c", true, "a\033[32mb\033[0mc"));
  CHECK(paints("a" MARK_GOOD "b" MARK_PLAIN "c", false, "abc"));
  CHECK(paints(MARK_BAD "x", true, "\033[1;31mx\033[0m"));
  CHECK(paints(MARK_RED "a" MARK_DIM "b", true,
               "\033[31ma\033[0m\033[2mb\033[0m"));
  CHECK(
      paints("a\033]0;title\007b\xc2\x9b"
             "c\n",
             true, "a]0;titlebc\n"));
  CHECK(paints("\xff", false, "?"));
}

static void test_ascii(void) {
  Text out = {0};
  text_ascii(&out, "K\u2665 Q\u2660 \u201cx\u201d \u2013 \u00e9e\u0301 \u65e5");
  CHECK(is(&out, "Kh Qs \"x\" - ?e ?"));
}

int main(void) {
  CHECK(setlocale(LC_CTYPE, "C.UTF-8") != NULL);
  test_width();
  test_next();
  test_clean();
  test_wrap();
  test_wrap_any();
  test_fit();
  test_table();
  test_columns();
  test_paint();
  test_ascii();
  return check_done("text");
}
