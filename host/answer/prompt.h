/* One line from a person, or from a file.
 *
 * With standard input and output both a terminal it is edited with readline,
 * with history and completion; else read plainly. One Prompt a process. */
#ifndef ANSWER_PROMPT_H
#define ANSWER_PROMPT_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "answer/term.h"

typedef struct Prompt Prompt;

typedef enum TermInput {
  TERM_LINE,      /* a line was typed, perhaps an empty one */
  TERM_INTERRUPT, /* Ctrl-C twice in a row with nothing typed between */
  TERM_END        /* Ctrl-D on an empty line, end of the file, nobody there */
} TermInput;

enum { TERM_SECRET = 1 }; /* the line doesn't enter the history */

/* `history` is a file of lines typed before, made with mode 0600 when there is
 * none; NULL keeps them for this process only. From the first read on, until
 * prompt_close, Ctrl-C on a terminal only counts; the third that nobody took
 * notice of ends the program. NULL without memory. */
Prompt *prompt_open(Term *t, const char *history);
void prompt_close(Prompt *p); /* NULL is allowed */

/* Shows `text` (cleaned; its last space belongs to it) and waits. The line,
 * without its newline, cleaned (text_clean) and at most 64 KB, stands until
 * the next call; it is "" for other results. Where the reader of standard
 * output wouldn't see the line end, a newline is written. A single Ctrl-C
 * drops what was typed and asks again, saying how to leave. */
TermInput prompt_read(Prompt *p, const char *text, unsigned flags,
                      const char **line);

/* Forgets the lines typed so far in this process: somebody else sits down at
 * the keyboard. The history's file stays as it is. */
void prompt_forget(Prompt *p);

/* Whether Ctrl-C was pressed since the last read, for work that takes long. */
bool prompt_interrupted(const Prompt *p);

/* How often, as it stands at any moment; and that it was taken notice of. */
const volatile sig_atomic_t *prompt_presses(const Prompt *p);
void prompt_heed(Prompt *p);

/* Completion. For what stands before the cursor, `complete` returns the byte
 * where the last word begins (a word may hold spaces, the caller knows where)
 * and offers all words that could stand there; those that don't begin as typed
 * are passed over, capitals or not. A space that should follow a word is part
 * of it. With one left, or a common beginning, it is put into the line. */
typedef struct PromptOffers PromptOffers;
typedef size_t PromptComplete(void *ctx, const char *before,
                              PromptOffers *offers);
void prompt_offer(PromptOffers *offers, const char *word);
void prompt_complete(Prompt *p, PromptComplete *complete, void *ctx);

#endif
