/* A growing block of bytes. On lack of memory `failed` is set and nothing
 * more is added. */
#ifndef TABLE_BYTES_H
#define TABLE_BYTES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Bytes {
  char *data; /* a NUL stands after the last byte */
  size_t count, room;
  bool failed;
} Bytes;

void bytes_add(Bytes *b, const void *data, size_t n);
void bytes_text(Bytes *b, const char *text);
void bytes_format(Bytes *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void bytes_free(Bytes *b);

#endif
