/* Commands that change something; the others stand in console_command.c.
 * Each gets what was typed after its name. */
#ifndef ANSWER_CONSOLE_VERBS_H
#define ANSWER_CONSOLE_VERBS_H

#include "answer/console_inner.h"

Typed verb_undo(Console *c, const char *rest);
Typed verb_save(Console *c, const char *rest);
Typed verb_reload(Console *c, const char *rest);
Typed verb_seat(Console *c, const char *rest);
Typed verb_quit(Console *c, const char *rest);

/* Why an answer would be legal or not; without one, why this is asked. */
Typed verb_why(Console *c, const char *rest);

/* An action of the game, for the seat named or for the reader's. */
Typed verb_act(Console *c, const char *action, const char *rest);

/* The game master's. */
Typed verb_peek(Console *c, const char *rest);
Typed verb_set(Console *c, const char *rest);
Typed verb_pool(Console *c, const char *rest);
Typed verb_move(Console *c, const char *rest);

/* Says `sentence`, which it frees, when not done, else `good` if that is no
 * NULL. */
Typed verb_said(Console *c, bool done, Bytes *sentence, const char *good);

/* Is there a question, so that the game goes on? False after a sentence. */
bool verb_in_play(Console *c);

/* Splits off the first word of `rest`; the rest begins after its blanks. */
const char *verb_word(const char *rest, char *word, size_t size);

#endif
