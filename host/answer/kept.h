/* Journals looked at: a game opened from its file to be played again, and
 * whether it went as the file says. The file is only read. */
#ifndef ANSWER_KEPT_H
#define ANSWER_KEPT_H

#include "table/session.h"

/* The path given, or of the journal last written where `given` is NULL, in
 * allocated memory; NULL and a sentence in err when there is none. */
char *kept_path(const char *given, Bytes *err);

/* A session of the journal's game, loaded and not yet run. What is wrong with
 * the file's end goes to `notice` (empty: nothing). NULL and a sentence in err
 * for what is no journal, is damaged, or can't be played. */
Session *kept_open(const char *path, bool verify, Bytes *notice, Bytes *err);

/* Plays a session that kept_open made to the end of its journal, hashes
 * compared when it was opened so. True when everything went as written;
 * either way one sentence without a full stop. */
bool kept_check(Session *s, Bytes *sentence);

/* The version of croupier that wrote the journal, or "". */
const char *kept_version(const Session *s);

#endif
