/* A growing block of bytes: see bytes.h. */
#include "table/bytes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool make_room(Bytes *b, size_t n) {
  if (b->failed) return false;
  if (b->count + n + 1 <= b->room) return true;
  size_t room = b->room == 0 ? 256 : b->room;
  while (room < b->count + n + 1) room *= 2;
  char *data = realloc(b->data, room);
  if (data == NULL) {
    b->failed = true;
    return false;
  }
  b->data = data;
  b->room = room;
  return true;
}

void bytes_add(Bytes *b, const void *data, size_t n) {
  if (!make_room(b, n)) return;
  if (n > 0) memcpy(b->data + b->count, data, n);
  b->count += n;
  b->data[b->count] = 0;
}

void bytes_text(Bytes *b, const char *text) {
  bytes_add(b, text, strlen(text));
}

void bytes_format(Bytes *b, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int n = vsnprintf(NULL, 0, format, args);
  va_end(args);
  if (n < 0 || !make_room(b, (size_t)n)) return;
  va_start(args, format);
  vsnprintf(b->data + b->count, (size_t)n + 1, format, args);
  va_end(args);
  b->count += (size_t)n;
}

/* The bytes of the UTF-8 character at c, which is not NUL; 0 when it is none
 * (RFC 3629). */
static size_t character(const unsigned char *c) {
  static const struct {
    unsigned char first, last, low, high; /* of the first byte, the second */
    size_t size;
  } forms[] = {{0x01, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2},
               {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3},
               {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
               {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4},
               {0xf4, 0xf4, 0x80, 0x8f, 4}};
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    if (c[0] < forms[i].first || c[0] > forms[i].last) continue;
    if (forms[i].size == 1) return 1;
    if (c[1] < forms[i].low || c[1] > forms[i].high) return 0;
    for (size_t k = 2; k < forms[i].size; k++)
      if ((c[k] & 0xc0) != 0x80) return 0;
    return forms[i].size;
  }
  return 0;
}

void bytes_json(Bytes *b, const char *text) {
  bytes_add(b, "\"", 1);
  const unsigned char *c = (const unsigned char *)text;
  while (*c != 0) {
    size_t n = character(c);
    if (n == 0)
      bytes_text(b, "\\ufffd");
    else if (*c == '"' || *c == '\\')
      bytes_format(b, "\\%c", *c);
    else if (*c < 0x20)
      bytes_format(b, "\\u%04x", *c);
    else
      bytes_add(b, c, n);
    c += n == 0 ? 1 : n;
  }
  bytes_add(b, "\"", 1);
}

void bytes_clear(Bytes *b) {
  b->count = 0;
  b->failed = false;
  if (b->data != NULL) b->data[0] = 0;
}

void bytes_free(Bytes *b) {
  free(b->data);
  memset(b, 0, sizeof *b);
}
