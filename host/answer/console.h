/* The standings of a finished game, as `replay` shows them. */
#ifndef ANSWER_CONSOLE_H
#define ANSWER_CONSOLE_H

#include "answer/term.h"
#include "table/session.h"

void console_standings(Session *s, Term *term);

#endif
