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

/* Is this play the answer to the open question? */
bool session_is_for(const Table *t, const Play *play);
const char *session_why_not_kept(const Session *s);

#endif
