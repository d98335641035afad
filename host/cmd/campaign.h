/* Campaign files: players whose lines keep from game to game what the game's
 * `campaign` says. What a line becomes is stdlib/core/campaign.lua's; here the
 * file is read when a table opens and replaced when its game is over. */
#ifndef CMD_CAMPAIGN_H
#define CMD_CAMPAIGN_H

#include "answer/term.h"
#include "table/session.h"

/* The file's path with no link in it, so that a journal can name it from any
 * folder; a file that isn't there yet gets the path it will have. Allocated;
 * NULL and a sentence. */
char *campaign_path(const char *path, Bytes *err);

/* After a finished game: writes what it has to keep into its campaign file,
 * which is replaced as a whole (temp, fsync, rename) with its mode, the former
 * one staying as FILE~. Tells what was written. Does nothing without a file or
 * while the game is not over. False after a sentence: the file is as it was. */
bool campaign_keep(Session *s, Term *term);

#endif
