/* Answers as codes, checked here whoever gives them, and the form in which
 * they are kept. What people type becomes a code in stdlib/world/answers.lua.
 *
 * A code is a place from 1 for one_of and for a card, a list of places for
 * cards, a whole number, a boolean, a text, or nil for nothing. An answer that
 * is staged stands on top of the coroutine, for table_go_on.
 *
 * The kept form is exact and short: an option's words, "Kh" for a card, "Kh 3d"
 * for several, "#3" for the third where words would not say which, "12",
 * "yes", "-" for nothing, "=text" for a line of text. */
#ifndef TABLE_ANSWER_H
#define TABLE_ANSWER_H

#include "table/bytes.h"
#include "table/table.h"

enum { ANSWER_TEXT_MAX = 2000 }; /* bytes of a line of text */

/* Why a code is no answer: a word, and for cards the place in the list where
 * that shows, from 1. */
typedef struct AnswerFault {
  const char *what; /* "kind", "place", "few", "many", "twice", "fits", "low",
                       "high", "step", "long", "control", "nothing"; "failed":
                       an error value is on top of the table's L */
  int at;
} AnswerFault;

/* Stages the answer whose code is at index i of the table's L. */
bool answer_stage(Table *t, int i, AnswerFault *fault);

/* The kept form of the answer that is staged. */
void answer_keep(Table *t, Bytes *out);

/* Stages the answer that has this kept form. */
bool answer_recall(Table *t, const char *kept, size_t size);

bool answer_is_staged(const Table *t);
void answer_unstage(Table *t);

/* Option i (0..count-1) in words, with marks for cards (speech.h). */
void answer_option(Table *t, int i, Bytes *out);

/* What is asked, formatted, with marks. */
void answer_asked(Table *t, Bytes *out);

#endif
