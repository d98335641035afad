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

/* Control characters, marks too, and what changes the direction of writing. */
static bool is_unsafe(uint32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x200e || c == 0x200f ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) ||
         c == 0x61c || c == 0xfeff;
}

int character_width(uint32_t c) {
  if (is_unsafe(c)) return 0;
  if (c < 0x7f) return 1;
  int width = wcwidth((wchar_t)c);
  return width < 0 ? 1 : width;
}

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

size_t clean_text(char *out, const char *text, size_t len, bool newlines) {
  size_t used = 0;
  uint32_t c;
  for (size_t at = 0; at < len;) {
    size_t n = character(text + at, len - at, &c);
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
