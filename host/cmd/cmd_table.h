/* A terminal as options want it. */
#ifndef CMD_CMD_TABLE_H
#define CMD_CMD_TABLE_H

#include "answer/term.h"
#include "cmd/options.h"

/* --color, --ascii, --one-person */
extern const OptionSpec table_options[];

/* NULL after a sentence on stderr. */
Term *table_term(const Options *o);

#endif
