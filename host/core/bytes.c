/* Lists that grow, and a block of bytes that does: see bytes.h. */
#include "core/bytes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool list_enlarge(void *list, size_t *room, size_t count, size_t size) {
  enum { FIRST_ROOM = 64 };
  void *items;
  size_t more = *room == 0 ? FIRST_ROOM : *room * 2;
  if (more < count) more = count;
  memcpy(&items, list, sizeof items);
  items = realloc(items, more * size);
  if (items == NULL) return false;
  memcpy(list, &items, sizeof items);
  *room = more;
  return true;
}

static bool make_room(Bytes *b, size_t n) {
  if (!b->failed)
    b->failed = !list_grow(&b->data, &b->room, b->count + n + 1, 1);
  return !b->failed;
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
