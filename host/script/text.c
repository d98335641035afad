/* Characters of a terminal: see text.h. */
#include "script/text.h"

#include <string.h>
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
