/* What the console writes on: colours, widths, symbols, clearing, progress.
 *
 * Nothing here knows a game. Text holds marks (text.h) for what it means and
 * is painted here; callers write no escape codes. text_clean what a script or
 * a person wrote before mixing it with marks. prompt.h reads. */
#ifndef ANSWER_TERM_H
#define ANSWER_TERM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "answer/text.h"

typedef enum TermColor {
  TERM_COLOR_AUTO,
  TERM_COLOR_ALWAYS,
  TERM_COLOR_NEVER
} TermColor;

typedef struct TermOptions {
  TermColor color; /* --color */
  bool ascii;      /* --ascii: no symbols whatever the locale */
} TermOptions;

typedef struct Term Term;

/* "auto", "always" or "never"; false for another word. */
bool term_color_parse(const char *word, TermColor *out);

/* Takes standard output and error; options NULL are all the defaults. Sets the
 * locale's LC_CTYPE and ignores SIGPIPE. Colours: --color, then NO_COLOR, then
 * CLICOLOR_FORCE, then CLICOLOR=0, TERM and isatty. NULL without memory. */
Term *term_open(const TermOptions *options);

/* Writes what is left. False, with a sentence on standard error, when output
 * was lost; a reader or terminal that has gone is no loss. NULL is allowed. */
bool term_close(Term *t);

bool term_symbols(const Term *t);     /* whether suits may be symbols */
bool term_is_terminal(const Term *t); /* standard output */
int term_width(const Term *t);        /* COLUMNS, the window's, or 80; 20.. */
bool term_gone(const Term *t);        /* nothing written will be seen */

/* Says on standard error what is wrong, with a newline; at a terminal it is
 * wrapped, and nothing in it moves the cursor. Needs no Term. */
__attribute__((format(printf, 1, 2))) void term_mistake(const char *form, ...);

void term_put(Term *t, const char *text); /* as it is, no newline added */
void term_say(Term *t, const char *text); /* wrapped, newline added */
__attribute__((format(printf, 2, 3))) void term_sayf(Term *t, const char *form,
                                                     ...);
void term_warn(Term *t, const char *text); /* the same on standard error */

void term_heading(Term *t, const char *text); /* in a rule over the line */
void term_table(Term *t, const char *align, const char *const *cells,
                size_t rows);
void term_columns(Term *t, const char *const *items, size_t n);

/* The curtain: an empty screen with nothing to scroll back to. On what is no
 * terminal a line of dashes; on a dumb one as many newlines as it has lines. */
void term_clear(Term *t);

/* Output shows at once on a terminal, else when there is much or here. */
void term_flush(Term *t);

/* A bar on standard error if that is a terminal, redrawn at most ten times a
 * second; done <= total. Gone with term_progress_end, which may be called
 * twice. Not for several threads at once. */
void term_progress(Term *t, const char *label, uint64_t done, uint64_t total);
void term_progress_end(Term *t);

#endif
