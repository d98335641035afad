/* Characters: where one ends, how wide it is on a terminal, and whether it may
 * stay there. Text is UTF-8 with marks: one byte that says what the text after it
 * means, until the next mark. */
#ifndef SCRIPT_TEXT_H
#define SCRIPT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  MARK_LAST = 8,
  MARK_COLOR = 14, /* more colours and marks, past tabs and newlines */
  MARK_COLOR_LAST = 20,
  NO_CHARACTER = 0xfffd
};

/* The character at s, of which n > 0 bytes are there; the bytes it takes. A
 * byte that is no UTF-8 is NO_CHARACTER and takes one. */
size_t character(const char *s, size_t n, uint32_t *out);

static inline bool character_is_mark(uint32_t c) {
  return (c >= 1 && c <= MARK_LAST) ||
         (c >= MARK_COLOR && c <= MARK_COLOR_LAST);
}

/* May it stand in a name of Lua's? A bit for each: isalnum asks the locale. */
static inline bool in_name(uint32_t c) {
  static const uint64_t letters[2] = {0x03ff000000000000, 0x07fffffe87fffffe};
  return c < 0x80 && letters[c / 64] >> c % 64 & 1;
}

/* Columns, by wcwidth in the locale in force. */
int character_width(uint32_t c);

/* The bytes of the next character from *at on that is unsafe on a terminal
 * (what is no UTF-8 is NO_CHARACTER), and where it stands; 0 and *at = len when
 * none is. */
size_t unsafe_text(const char *text, size_t len, size_t *at, uint32_t *c);

/* Makes text of a script or a person harmless: unsafe characters go; tabs and
 * newlines become a space, except those in `kept`, "\n" or "\n\t"; bytes that
 * are no UTF-8 become ?. `out` holds len + 1 bytes and may be `text`. Returns the
 * length. */
size_t clean_text(char *out, const char *text, size_t len, const char *kept);

/* Unicode by utf8proc: in every distribution, a single small file without data
 * of its own, and all that is needed of normal forms, case and letters. ICU does
 * it too, and is a hundred times as large. */

/* FOLDED: as texts are compared, without capitals and in one form (NFC);
 * WITHOUT_SYMBOLS: so, but signs and emoji have gone too; COMPOSED: in that form
 * alone. */
typedef enum TextForm { COMPOSED, FOLDED, WITHOUT_SYMBOLS } TextForm;

/* Without `to`, how many numbers it must have room for, and one more; with it the
 * bytes of the text in that form, which stand there then. Below 0: no UTF-8. */
ptrdiff_t text_in_form(const char *text, size_t len, TextForm form, int32_t *to,
                       size_t room);

/* Letters as people count them (graphemes); -1 where a character is no UTF-8 or
 * means nothing yet. */
long count_letters(const char *text, size_t len);

const char *unicode_version(void);

#endif
