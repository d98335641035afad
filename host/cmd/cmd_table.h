/* What play and resume share: a terminal, a prompt, and a session at it. */
#ifndef CMD_CMD_TABLE_H
#define CMD_CMD_TABLE_H

#include "answer/console.h"
#include "cmd/options.h"

/* --color, --ascii, --one-person: one of the tables of both commands. */
extern const OptionSpec table_options[];

/* NULL after a sentence on stderr. */
Term *table_term(const Options *o);

/* Plays the session at the terminal, closes both. Returns the status. */
int table_play(Session *s, Term *term, const Options *o);

#endif
