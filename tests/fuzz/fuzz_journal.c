/* Journals of any bytes. An odd first byte: the rest stands for records, of
 * which a journal is written whole; then one byte of it is changed, and what is
 * read must be the records as far as they go, or nothing. An even one: the rest
 * is taken for a line of a journal, and for a text to be escaped. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "table/journal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { RECORDS = 8, ROOM = 1 << 16 };

#define MUST(condition)                                       \
  do {                                                        \
    if (!(condition)) {                                       \
      fprintf(stderr, "line %d: %s\n", __LINE__, #condition); \
      abort();                                                \
    }                                                         \
  } while (0)

/* What record_parse takes is the only way to write it. */
static void try_line(const char *text, size_t size) {
  Record r;
  char head[RECORD_HEAD], check[RECORD_CHECK];
  if (!record_parse(&r, text, size)) return;
  MUST(r.total <= size && r.payload >= text && text[r.total - 1] == '\n');
  memcpy(check, r.check, sizeof check);
  size_t n = record_head(head, r.number, check, r.len);
  MUST(n + r.len + 1 == r.total && memcmp(head, text, n) == 0);
}

static void try_escape(const char *text, size_t size) {
  static char out[4 * ROOM + 1], back[4 * ROOM + 1];
  size_t n = journal_escape(out, sizeof out, text, size), m;
  MUST(n < sizeof out && record_fits(out, n));
  MUST(journal_unescape(back, &m, out, n));
  MUST(m == size && memcmp(back, text, size) == 0);
  if (!journal_unescape(back, &m, text, size)) return;
  n = journal_escape(out, sizeof out, back, m);
  MUST(n == size && memcmp(out, text, size) == 0);
}

/* Writes a journal of `count` records into file. */
static size_t write_whole(char *file, const char *const *record,
                          const size_t *len, size_t count) {
  char check[RECORD_CHECK] = RECORD_FIRST, next[RECORD_CHECK];
  size_t n = 0;
  for (size_t i = 0; i < count; i++) {
    record_check(next, check, i, record[i], len[i]);
    memcpy(check, next, sizeof check);
    n += record_head(file + n, i, check, len[i]);
    memcpy(file + n, record[i], len[i]);
    n += len[i];
    file[n++] = '\n';
  }
  return n;
}

static Journal *read_bytes(const char *file, size_t size) {
  static int fd = -1;
  char path[40], why[1024];
  if (fd < 0) fd = memfd_create("journal", MFD_CLOEXEC);
  MUST(fd >= 0 && ftruncate(fd, 0) == 0);
  MUST(pwrite(fd, file, size, 0) == (ssize_t)size);
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  return journal_read(path, why, sizeof why);
}

static void try_records(const char *text, size_t size, uint8_t turn,
                        size_t place) {
  static char file[2 * ROOM];
  static char heading[40];
  const char *record[RECORDS + 1] = {heading};
  size_t len[RECORDS + 1], count = 1;
  len[0] = (size_t)snprintf(heading, sizeof heading, "croupier journal %d",
                            JOURNAL_VERSION);
  while (size > 0 && count <= RECORDS) {
    const char *end = memchr(text, '\n', size);
    size_t n = end == NULL ? size : (size_t)(end - text);
    if (record_fits(text, n)) record[count] = text, len[count++] = n;
    n += end != NULL;
    text += n;
    size -= n;
  }
  size_t all = write_whole(file, record, len, count);
  file[place % all] = (char)((uint8_t)file[place % all] ^ turn);
  Journal *j = read_bytes(file, all);
  if (turn == 0) MUST(j != NULL && journal_count(j) == count - 1);
  if (j == NULL) return;
  MUST(journal_count(j) < count && (turn == 0 || journal_count(j) < count - 1));
  for (size_t i = 0; i < journal_count(j); i++) {
    size_t n;
    const char *payload = journal_record(j, i, &n);
    MUST(n == len[i + 1] && memcmp(payload, record[i + 1], n) == 0);
  }
  journal_close(j);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 4 || size > ROOM / 2) return 0;
  const char *text = (const char *)data + 4;
  size_t place = (size_t)data[2] << 8 | data[3];
  if (data[0] & 1) {
    try_records(text, size - 4, data[1], place);
  } else {
    try_line(text, size - 4);
    try_escape(text, size - 4);
  }
  return 0;
}
