/* Where a house rule would have taken a kept game another way. */
#ifndef CMD_REPLAY_WITH_H
#define CMD_REPLAY_WITH_H

#include "answer/term.h"
#include "table/session.h"

/* Plays both sessions of the same journal, the second under other rules (see
 * session_with.h), and says where they first differ. Returns the status. */
int replay_with(Session *was, Session *with, const char *variants, Term *term);

#endif
