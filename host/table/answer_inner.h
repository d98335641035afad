/* What the files of answers share: see answer.h. */
#ifndef TABLE_ANSWER_INNER_H
#define TABLE_ANSWER_INNER_H

#include "table/answer.h"

typedef struct Choice {
  int n, place[CARDS_MAX];
  bool used[CARDS_MAX];
} Choice;

/* Are there cards to choose from, not options? */
bool answer_by_cards(const Question *q);

/* Option i on top of the table's L. */
void answer_push_option(Table *t, int i);
void answer_push_card(Table *t, lua_State *L, CardId card);

/* The option as its seat reads it, with letters for suits. */
void answer_option_text(Table *t, int i, Bytes *out);

/* Does a text begin with a number that is a word of its own? */
bool answer_begins_with_number(const char *text);

/* "`text` won't do: expected ...", and false. */
bool answer_refuse(Table *t, const char *text, const char *why,
                   Bytes *sentence);

/* The place of what the text names: of an option; of a card that the seat can
 * see and that is not used yet. -1: none. */
int answer_find_option(Table *t, const char *text);
int answer_find_card(Table *t, const char *text, int length, const bool *used);

/* May these cards be chosen, in this order? False and a sentence. */
bool answer_check_choice(Table *t, const Choice *c, const char *text,
                         Bytes *sentence);

/* Pushes the list of them on the coroutine. */
void answer_push_choice(Table *t, const Choice *c);

/* As answer_read, of a text that is neither blank nor a word for nothing. */
bool answer_read_kind(Table *t, const char *text, Bytes *sentence);
bool answer_is_nothing(const char *text);

#endif
