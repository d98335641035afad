/* Answers as text: what people type, what the journal keeps, what a bot's
 * choice becomes. Legality is checked here, whoever answers.
 *
 * The kept form is exact and short: an option's words or "#3" for the third,
 * "Kh" or "#3" for a card the seat can't see, "Kh 3d" for several, "-" for
 * nothing, "=text" for a line of text. */
#ifndef TABLE_ANSWER_H
#define TABLE_ANSWER_H

#include "table/bytes.h"
#include "table/table.h"

/* Reads what was typed or kept. True: the answer is pushed on the coroutine,
 * for table_go_on. False: `sentence` says what would be right. */
bool answer_read(Table *t, const char *text, Bytes *sentence);

/* Is it a whole number, or a word as "all" that stands for one? */
bool answer_is_amount(const char *text);

/* The same as answer_read from a script's value on top of L, which it pops. */
bool answer_take(Table *t, Bytes *sentence);

/* The kept form of the answer on top of the coroutine. */
void answer_write(Table *t, Bytes *out);

/* Option i (0..count-1) in words, with marks for cards (speech.h). */
void answer_option(Table *t, int i, Bytes *out);

/* Does a bare number stand for a place in the list of options? Not where some
 * option begins with a number itself. */
bool answer_numbered(Table *t);

/* The order in which a person is shown the options, each by its place in the
 * question: cards that the seat sees stand in the deck's order, whatever their
 * order in the pile. Returns how many. */
int answer_order(const Table *t, int place[CARDS_MAX]);

/* What is asked, formatted, with marks. */
void answer_asked(Table *t, Bytes *out);

/* What may be answered, in words: "a whole number from 1 to 5". */
void answer_expected(Table *t, Bytes *out);

#endif
