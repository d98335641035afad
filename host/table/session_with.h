/* A kept game, about to be played again under another house rule. */
#ifndef TABLE_SESSION_WITH_H
#define TABLE_SESSION_WITH_H

#include "table/session.h"

/* Puts variants ("spring_tide", "a+b") on top of those that a session just
 * loaded was played with; one that it had already is read anew. They come
 * from the disk as they are now, everything else is as it was kept, other
 * scripts that came in on the way too. False and the mistakes in err: the
 * session can only be closed. */
bool session_with(Session *s, const char *variants, Bytes *err);

#endif
