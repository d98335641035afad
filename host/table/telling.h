/* What a full record of a game tells besides the events themselves: which
 * card it was among its copies, what could be answered, the answer in words.
 * Only for records read after the game: nothing here asks who may know. */
#ifndef TABLE_TELLING_H
#define TABLE_TELLING_H

#include "table/bytes.h"
#include "table/table.h"

/* A card of the table: "Kh", and "Kh#2" for the second of that face. */
void telling_card(const Table *t, CardId card, Bytes *out);

/* A newline, and the open question as a JSON object: kind, secret, optional,
 * options, min, max, step. Options that are cards stand as telling_card. */
void telling_question(Table *t, Bytes *out);

/* A newline, and the answer on top of the coroutine in words, with marks
 * (speech.h). */
void telling_answer(Table *t, Bytes *out);

#endif
