/* A journal: the records of one table, in a file that only grows.
 *
 * Nothing here knows what a record means; journal_escape is for text with
 * newlines. All functions are for one thread a
 * journal. Sentences (in `err`, journal_error, journal_notice) begin with the
 * path and fit 1024 bytes. */
#ifndef TABLE_JOURNAL_H
#define TABLE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* One record of a journal as a line of text:
 *
 *   LENGTH NUMBER CHECK payload\n
 *
 * LENGTH is the payload's bytes and NUMBER the record's place, both decimal
 * without leading zeros. CHECK is the first 8 hex digits, in lower case, of
 * SHA-256 over "PREVIOUS NUMBER payload", PREVIOUS being the CHECK of the
 * record before (RECORD_FIRST for the first). Any program can follow the
 * chain with printf and sha256sum. */
#define RECORD_FIRST "00000000"
#define RECORD_CHECK 9 /* bytes of a check with its NUL */
#define RECORD_HEAD 64 /* bytes enough for all that stands before a payload */

/* The longest payload there may be, in bytes. */
#define RECORD_MAX ((size_t)16 << 20)

typedef struct Record {
  size_t number;
  const char *payload; /* in the text that was read; no NUL after it */
  size_t len;
  size_t total; /* bytes of the whole line with its newline */
  char check[RECORD_CHECK];
} Record;

/* Whether a payload may stand in a record: no byte below 0x20, no 0x7f, at
 * most RECORD_MAX bytes. */
bool record_fits(const char *payload, size_t len);

/* Writes the check of record `number`, the one before having `previous`. */
void record_check(char out[RECORD_CHECK], const char *previous, size_t number,
                  const char *payload, size_t len);

/* Writes what stands before the payload; returns its bytes. */
size_t record_head(char out[RECORD_HEAD], size_t number, const char *check,
                   size_t len);

/* Reads the line at `text`, of which `left` bytes are there. False when it is
 * no whole, well-formed line; the check itself is not tried. */
bool record_parse(Record *out, const char *text, size_t left);

/* Text with newlines and other control characters as a payload: `\n` and `\`
 * become \n and \\, bytes below 0x20 and 0x7f become \xHH. Writes at most
 * outlen bytes with a NUL and returns the length wanted, as snprintf does;
 * 4 * len + 1 is always enough. */
size_t journal_escape(char *out, size_t outlen, const char *text, size_t len);

/* The way back; `out` holds len + 1 bytes and may be `text` itself. False for
 * text that journal_escape can't have written. */
bool journal_unescape(char *out, size_t *outlen, const char *text, size_t len);

/* --- the file --- */

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
