/* Characters of a terminal: see text.h. */
#include "script/text.h"

#include <string.h>
#include <utf8proc.h>
#include <wchar.h>

/* Bytes of the character that begins with `first`, 0 when none does. */
static size_t utf8_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (first >= 0xe0 && first <= 0xef) return 3;
  if (first >= 0xf0 && first <= 0xf4) return 4;
  return 0;
}

size_t character(const char *s, size_t n, uint32_t *out) {
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

/* Control characters, marks too; characters that change the direction of writing;
 * invisible ones except joiners, which scripts and emoji need. */
static bool is_unsafe(uint32_t c) {
  static const struct {
    uint32_t first, last;
  } unsafe[] = {{0, 0x1f},        {0x7f, 0x9f},      {0x61c, 0x61c},
                {0x180e, 0x180e}, {0x200b, 0x200b},  {0x200e, 0x200f},
                {0x2028, 0x202e}, {0x2060, 0x206f},  {0xfeff, 0xfeff},
                {0xfff9, 0xfffb}, {0xe0000, 0xe007f}};
  if (c >= 0x20 && c < 0x7f) return false;
  for (size_t i = 0; i < sizeof unsafe / sizeof *unsafe; i++)
    if (c >= unsafe[i].first && c <= unsafe[i].last) return true;
  return false;
}

int character_width(uint32_t c) {
  if (is_unsafe(c)) return 0;
  if (c < 0x7f) return 1;
  int width = wcwidth((wchar_t)c);
  return width < 0 ? 1 : width;
}

static bool is_newline(uint32_t c) { return c == '\n' || c == 0x2028; }

/* Writes the replacement of an unsafe character: at most one byte. */
static size_t clean_one(char *out, uint32_t c, const char *kept) {
  if (c == '\t' || is_newline(c) || c == 0x2029) {
    char plain = is_newline(c) ? '\n' : '\t';
    *out = strchr(kept, plain) != NULL ? plain : ' ';
    return 1;
  }
  *out = '?';
  return c == NO_CHARACTER;
}

size_t unsafe_text(const char *text, size_t len, size_t *at, uint32_t *c) {
  for (size_t n; *at < len; *at += n) {
    n = character(text + *at, len - *at, c);
    if (is_unsafe(*c) || (*c == NO_CHARACTER && n == 1)) return n;
  }
  return 0;
}

size_t clean_text(char *out, const char *text, size_t len, const char *kept) {
  size_t used = 0, from = 0, at = 0, n;
  uint32_t c;
  do {
    n = unsafe_text(text, len, &at, &c);
    memmove(out + used, text + from, at - from);
    used += at - from;
    if (n > 0) used += clean_one(out + used, c, kept);
    from = at += n;
  } while (n > 0);
  out[used] = '\0';
  return used;
}

/* A blank, so that what stands on either side stays apart. */
static utf8proc_int32_t without_symbol(utf8proc_int32_t c, void *unused) {
  (void)unused;
  utf8proc_category_t is = utf8proc_category(c);
  bool symbol = is >= UTF8PROC_CATEGORY_SM && is <= UTF8PROC_CATEGORY_SO;
  return symbol && c >= 0x80 ? ' ' : c;
}

ptrdiff_t text_in_form(const char *text, size_t len, TextForm form, int32_t *to,
                       size_t room) {
  static const utf8proc_option_t options[] = {
      [COMPOSED] = UTF8PROC_STABLE | UTF8PROC_COMPOSE,
      [FOLDED] = UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD,
      [WITHOUT_SYMBOLS] = UTF8PROC_STABLE | UTF8PROC_COMPOSE |
                          UTF8PROC_CASEFOLD | UTF8PROC_IGNORE};
  utf8proc_ssize_t n = utf8proc_decompose_custom(
      (const utf8proc_uint8_t *)text, (utf8proc_ssize_t)len, to,
      (utf8proc_ssize_t)room, options[form],
      form == WITHOUT_SYMBOLS ? without_symbol : NULL, NULL);
  if (n < 0 || to == NULL) return n;
  return utf8proc_reencode(to, n, options[form]);
}

long count_letters(const char *text, size_t len) {
  long letters = 0;
  utf8proc_int32_t state = 0, before = 0;
  uint32_t c;
  for (size_t at = 0; at < len; before = (utf8proc_int32_t)c) {
    size_t n = character(text + at, len - at, &c);
    utf8proc_int32_t now = (utf8proc_int32_t)c;
    if (c == NO_CHARACTER && n == 1) return -1;
    if (utf8proc_category(now) == UTF8PROC_CATEGORY_CN) return -1;
    if (at == 0 || utf8proc_grapheme_break_stateful(before, now, &state))
      letters++;
    at += n;
  }
  return letters;
}

const char *unicode_version(void) { return utf8proc_unicode_version(); }
