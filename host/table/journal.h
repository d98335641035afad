/* A journal: the records of one table, in a file that only grows.
 *
 * Nothing here knows what a record means; record.h has its form, and
 * journal_escape for text with newlines. All functions are for one thread a
 * journal. Sentences (in `err`, journal_error, journal_notice) begin with the
 * path and fit 1024 bytes. */
#ifndef TABLE_JOURNAL_H
#define TABLE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "table/record.h"

#define JOURNAL_VERSION 1

typedef struct Journal Journal;

/* A new journal of mode 0600, locked by this process; path NULL keeps it in
 * memory only. Never replaces a file: with one there already it returns NULL
 * and leaves errno EEXIST. NULL and a sentence when it fails. */
Journal *journal_create(const char *path, char *err, size_t errlen);

/* An existing journal to go on with. Bad bytes at its end are moved to
 * PATH.torn, and journal_notice says so. Fails when another process has it
 * open, when bad bytes stand before good records, and for another version. */
Journal *journal_open(const char *path, char *err, size_t errlen);

/* The same, to look at: nothing is locked, moved or cut. */
Journal *journal_read(const char *path, char *err, size_t errlen);

/* Adds one record with one write, not yet synced. False when the payload
 * doesn't fit (record_fits) or the disk is full; the file then still ends
 * with the last whole record, and a later append may succeed. */
bool journal_append(Journal *j, const char *payload, size_t len);

/* Makes all records safe against a crash of the machine. Costs nothing when
 * they are. After a failure it is never tried again: the journal takes no
 * more records, and says so. */
bool journal_sync(Journal *j);

/* Records appended so far, without the heading. */
size_t journal_count(const Journal *j);

/* Payload of record i, 0 <= i < count, with a NUL after it, as it is kept in
 * memory until journal_close. In messages and in the file it is number i + 1.
 * NULL when there is none; len may be NULL. */
const char *journal_record(const Journal *j, size_t i, size_t *len);

const char *journal_path(const Journal *j);   /* NULL in memory */
const char *journal_notice(const Journal *j); /* of opening; "" for none */
const char *journal_error(const Journal *j);  /* the last failure; "" */
bool journal_writable(const Journal *j);      /* no more after a failed sync */

/* Syncs nothing. NULL is allowed. */
void journal_close(Journal *j);

/* Other calls than write, fdatasync and ftruncate: for tests of what happens
 * when they fail. Each is as its namesake; ctx is handed through. */
typedef struct JournalIo {
  ssize_t (*write)(void *ctx, int fd, const void *data, size_t n);
  int (*sync)(void *ctx, int fd);
  int (*cut)(void *ctx, int fd, off_t size);
  void *ctx;
} JournalIo;
void journal_set_io(Journal *j, const JournalIo *io);

#endif
