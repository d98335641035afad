/* One record of a journal as a line of text:
 *
 *   LENGTH NUMBER CHECK payload\n
 *
 * LENGTH is the payload's bytes and NUMBER the record's place, both decimal
 * without leading zeros. CHECK is the first 8 hex digits, in lower case, of
 * SHA-256 over "PREVIOUS NUMBER payload", PREVIOUS being the CHECK of the
 * record before (RECORD_FIRST for the first). Any program can follow the
 * chain with printf and sha256sum. */
#ifndef TABLE_RECORD_H
#define TABLE_RECORD_H

#include <stdbool.h>
#include <stddef.h>

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

#endif
