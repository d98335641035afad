/* A game told again from its record: for people, a line at a time, and for
 * other programs, a JSON object a line. Each object has `event`:
 *
 *   game      first: croupier, game, variants, seats, seed, commitment, number,
 *             rules; piles with their cards, bottom first; pools
 *   step      step
 *   shuffle   pile, cards as they lie after it; order: the same, not by chance
 *   move      card, from, to, at "top" or "bottom", seen: by which seats
 *   show      card, pile, seen
 *   roll      dice, rolled, total;  chance: number, below
 *   pay       from, to (null: nowhere, as the game master said), amount, why
 *   question  question, seat, name, text, kind, secret, optional; options, or
 *             min and max and step
 *   answer    question, seat, name, answer ("#3" is the third option, "-" is
 *             nothing, "=..." a text), words, by "person" or "bot"
 *   say       to "all" or a seat, text
 *   named     name, data: what the game's script recorded
 *   gm        text, and rule and value where one was set
 *   finish    standings
 *   end       last: game "over", "not over" or "failed", why; piles and pools
 *
 * Seats are numbers, 0 the game master; piles and pools are named as at the
 * table; of several copies of a card the second is "Kh#2". */
#ifndef ANSWER_REPLAY_H
#define ANSWER_REPLAY_H

#include "table/session.h"
#include "table/speech.h"

/* The event as one reader at the table was told of it (READER_ALL: with
 * everything that was hidden), colours by `style`. False when there was
 * nothing to tell; `out` is as it was. */
bool replay_line(const Session *s, const Event *e, int reader,
                 const SpeechStyle *style, Bytes *out);

/* The first object: of a session just loaded or begun, before it runs. False:
 * `out` holds the reason. */
bool replay_json_start(const Session *s, Bytes *out);

/* The event as one JSON object, without a newline. */
void replay_json(const Session *s, const Event *e, Bytes *out);

/* The last object. */
void replay_json_end(const Session *s, Bytes *out);

#endif
