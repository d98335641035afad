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

void bytes_free(Bytes *b) {
  free(b->data);
  memset(b, 0, sizeof *b);
}
