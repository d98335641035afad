/* The console: a table of people and bots at one terminal, or a pipe.
 *
 * Everything shown comes from views; every answer and command goes through
 * the session, so that what is seen is what is kept. */
#ifndef ANSWER_CONSOLE_H
#define ANSWER_CONSOLE_H

#include "answer/prompt.h"
#include "answer/term.h"
#include "table/session.h"

typedef struct ConsoleOptions {
  bool one_person; /* one person holds all the seats of people: no curtain */
  bool quiet;      /* bots only: the result alone */
} ConsoleOptions;

/* Plays a session to its end, or until the person leaves. Returns an exit
 * status: 0, 1 the game failed and nobody mended it, 130 interrupted. The
 * prompt may be NULL where only bots play. */
int console_play(Session *s, Term *term, Prompt *prompt,
                 const ConsoleOptions *options);

/* Is this the name of a person's seat and not a bot's? */
bool console_is_person(const char *answerer);

/* The standings of a finished game. */
void console_standings(Session *s, Term *term);

#endif
