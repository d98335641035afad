/* A game told again from its record: for people, a line at a time, and for
 * other programs, a JSON object a line. README's reference has the fields. */
#ifndef ANSWER_REPLAY_H
#define ANSWER_REPLAY_H

#include "table/session.h"
#include "table/speech.h"

/* The event as one reader at the table was told of it (READER_ALL: with
 * everything that was hidden), colours by `style`. False when there was
 * nothing to tell; `out` is as it was. */
bool replay_line(const Session *s, const Event *e, int reader,
                 const SpeechStyle *style, Bytes *out);

/* What is played by whom: of a session just loaded or begun, before it runs.
 * As one JSON object: game, variants, seats, seed, rules, cards, piles and
 * pools as they stand at the start. False: `out` holds the reason. */
bool replay_json_start(const Session *s, Bytes *out);

/* The event as one JSON object, without a newline. */
void replay_json(const Session *s, const Event *e, Bytes *out);

/* How the record ends, with the piles and pools as they lie there, so that
 * who followed the events can compare. */
void replay_json_end(const Session *s, Bytes *out);

#endif
