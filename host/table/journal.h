/* The file of a journal, which only grows: creating, locking, appending, syncing.
 *
 * The form of its lines is in stdlib/front/session/journal.lua.
 * Whatever fails leaves errno as the system set it. One thread a journal. */
#ifndef TABLE_JOURNAL_H
#define TABLE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct Journal {
  int fd;     /* -1: closed */
  off_t size; /* of its whole lines, in bytes */
  bool
      dead; /* a write could be neither finished nor undone: writes are refused */
  bool unsafe;
} Journal;

/* A new file of mode 0600 that holds `line`, locked by this process. It appears
 * under its name whole or not at all, and never replaces one (EEXIST). */
bool journal_create(Journal *j, const char *path, const char *line, size_t n);

/* Opens an existing file to append to, and locks it (EWOULDBLOCK: another process
 * has it). All of it counts as whole lines. Doesn't wait for a pipe. */
bool journal_open(Journal *j, const char *path);

/* The bytes after the first `size`, which are `bad`, are added to the end of
 * the file `aside`, and only then cut off the journal. */
bool journal_cut(Journal *j, off_t size, const char *aside, const char *bad,
                 size_t n);

/* Adds a line with one write, not yet safe. After a failure the file is as it
 * was before, and a later line may succeed; or the journal is dead. */
bool journal_append(Journal *j, const char *line, size_t n);

/* Makes all lines safe against a crash of the machine; does nothing if they
 * are. After a failure it is never tried again: the journal is dead. */
bool journal_sync(Journal *j);

/* Can run twice. */
void journal_close(Journal *j);

/* ---- writing any file safely ---- */

/* All n bytes, however many writes that takes, and however long a reader. */
bool safe_write(int fd, const char *data, size_t n);

/* Makes a file of that mode that holds `data`: it appears under its name whole
 * or not at all. What is there is replaced, or with `over` false never (EEXIST).
 * The open file, locked by this process; or -1. */
int safe_file(const char *path, const char *data, size_t n, mode_t mode,
              bool over);

#endif
