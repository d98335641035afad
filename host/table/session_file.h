/* The first records of a journal: what a table was opened with, so that it
 * can be opened again from the journal alone.
 *
 *   H VERSION  g GAME+VARIANTS  S SEED  G NUMBER  t RULE=VALUE  d  o  k CARDS
 *   C CAMPAIGNFILE
 *   P SEAT NAME  Q SEAT PROFILE  A SEAT ANSWERER
 *   F KEYLEN PATHLEN KEYPATHTEXT   a script's text
 *   O                              the game begins
 * Later: L COUNT HEX (a snapshot from which new scripts go on after the first
 * COUNT plays, followed by their F records, what was played again with them,
 * and O; without O it never was), u COUNT (only the first COUNT plays count),
 * e (finished), and plays (plays.h). */
#ifndef TABLE_SESSION_FILE_H
#define TABLE_SESSION_FILE_H

#include "table/session.h"

/* Append a record; false when the journal refuses. A NULL journal takes
 * everything. */
bool session_note(Session *s, const char *payload, size_t size);
bool session_note_play(Session *s, const Play *play);
bool session_note_start(Session *s);

/* The last epoch, which is new, with all its plays. False: the journal may
 * hold the beginning of it, which the next record takes back. */
bool session_note_epoch(Session *s);

/* Reads all records of s->journal into config, epochs and plays. */
bool session_read(Session *s, Bytes *err);

void epoch_free(Epoch *e);

/* Forgets scripts that no play is left of. */
void session_drop_epochs(Session *s);

void bytes_hex(Bytes *out, const char *data, size_t size);
bool bytes_unhex(Bytes *out, const char *hex);

#endif
