/* Lists that grow, and a block of bytes that does. */
#ifndef CORE_BYTES_H
#define CORE_BYTES_H

#include <stdbool.h>
#include <stddef.h>

/* Makes room for `count` items of `size` bytes in the list that `list` is the
 * address of, of which *room fit; a new one is NULL with room for 0. False: no
 * memory, and the list is as it was. */
bool list_enlarge(void *list, size_t *room, size_t count, size_t size);
static inline bool list_grow(void *list, size_t *room, size_t count,
                             size_t size) {
  return count <= *room || list_enlarge(list, room, count, size);
}

/* On lack of memory `failed` is set and nothing more is added. */
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
