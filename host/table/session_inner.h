/* What the files of a session share among themselves. */
#ifndef TABLE_SESSION_INNER_H
#define TABLE_SESSION_INNER_H

#include "table/session.h"

/* Opens a world of these scripts (NULL: the disk's) in place of the one
 * there is. False and the mistakes. */
bool session_open_world(Session *s, const Sources *sources, Bytes *err);

/* Puts the table where the epoch that is open began. */
bool session_start_epoch(Session *s);
bool session_enter_epoch(Session *s, size_t n);
bool session_keep_sources(Epoch *e, const Sources *from);

/* Keeps that an action or a rule is wanted (play kinds w and v), and does so
 * from now on. False and a sentence: nothing has changed. */
bool session_want(Session *s, const Play *play, Bytes *sentence);

/* Does and keeps a play that may stand anywhere. False when it is none. */
bool session_absorb(Session *s, const Play *play);

/* Is this play the answer to the open question? */
bool session_is_for(const Table *t, const Play *play);

#endif
