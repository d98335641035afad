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

/* Goes on with the next epoch's scripts from the state of the table. */
bool session_carry_over(Session *s);

/* Keeps that an action or a rule is wanted (play kinds w and v), and does so
 * from now on. False and a sentence: nothing has changed. */
bool session_want(Session *s, const Play *play, Bytes *sentence);

/* Does and keeps a play that may stand anywhere. False when it is none. */
bool session_absorb(Session *s, const Play *play);

/* Is this play the answer to the open question? */
bool session_is_for(const Table *t, const Play *play);

static inline Table *table(const Session *s) { return s->world->table; }
static inline int seat_code(int seat) { return seat == SEAT_GM ? 0 : seat + 1; }

/* The session can't go on, for this reason; or for the error value on top of
 * L. Always SESSION_BROKEN, always false. */
SessionState session_broken(Session *s, const char *sentence);
bool session_broken_by(Session *s);

/* Adds and keeps what was done just now; it has then been played. */
bool session_did(Session *s, const Play *play);

void session_set_answerer(Session *s, const Play *play);
void session_forget_pending(Session *s);
void session_forget_notes(Session *s);

/* Asks whether an action may be done: nil or a sentence on top of L; or an
 * error value and false. */
bool session_push_may_act(Session *s, const Play *play);

/* Puts a pool or a card right (play kinds p and c). */
bool session_fix(Session *s, const Play *play);

/* Records what the game master did; json may be NULL. */
void session_say(Session *s, const char *text, const char *json);

#endif
