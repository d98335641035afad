/* Text for a terminal: how wide it is, where it may be cut, what it may hold.
 *
 * Text here is UTF-8 with marks: one byte that says what the text after it
 * means, until the next mark. How a meaning looks is settled by text_paint
 * alone. Widths are in columns, by wcwidth in the locale in force; a mark has
 * none. Results are added to a Text, which begins as {0}. */
#ifndef ANSWER_TEXT_H
#define ANSWER_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MARK_PLAIN "\001" /* ends any of the others */
#define MARK_HEADING "\002"
#define MARK_GOOD "\003"
#define MARK_BAD "\004"
#define MARK_DIM "\005"
#define MARK_RED "\006"   /* a red suit */
#define MARK_BLACK "\007" /* a black suit */
#define MARK_STRONG "\010"

typedef struct Text {
  char *s; /* always with a NUL; NULL while nothing was added */
  size_t len, room;
} Text;

/* Without memory what was to be added is left out. */
void text_add(Text *out, const char *s, size_t n);
void text_puts(Text *out, const char *s);
void text_repeat(Text *out, const char *s, int times);
void text_free(Text *text);

/* The character at s, of which n > 0 bytes are there; the bytes it takes. A
 * byte that is no UTF-8 is 0xfffd and takes one. */
size_t text_next(const char *s, size_t n, uint32_t *out);

int text_width(const char *s, size_t n);

/* Text from a script or a person made harmless: control characters, marks and
 * what changes the direction of writing go; tabs become a space, newlines too
 * unless kept; what is no UTF-8 becomes ?. `out` holds len + 1 bytes and may
 * be `text`. Returns the length. */
size_t text_clean(char *out, const char *text, size_t len, bool newlines);

/* The same in ASCII, never wider: suits as s h d c, quotes, dashes, else ?. */
void text_ascii(Text *out, const char *s);

/* Lines broken between words at `width`; what follows a break is indented as
 * its line ("> " counts as its indent). Fields of a row (three of them, two
 * spaces or more apart) are not torn where a line can hold them, and go two
 * columns deeper.
 * Words wider than a line are cut. No newline is added at the end. */
void text_wrap(Text *out, const char *s, int width);

/* Exactly `width` columns of one line: padded after (before, for right), or cut
 * with an ellipsis, which is ... in ASCII. */
void text_fit(Text *out, const char *s, int width, bool right, bool ascii);

/* rows * strlen(align) cells in columns two apart, each 'l' or 'r', lines with
 * a newline. Too wide for `width`, the widest columns are cut. */
void text_table(Text *out, const char *align, const char *const *cells,
                size_t rows, int width, bool ascii);

/* n items read downwards in as many columns as fit; where one is wider than
 * `width`, a line each, wrapped. */
void text_columns(Text *out, const char *const *items, size_t n, int width,
                  bool ascii);

/* What goes to the terminal: marks as colours or as nothing, newlines, and no
 * other control character, whatever s holds. */
void text_paint(Text *out, const char *s, bool color);

#endif
