/* The question a table waits on: read once from the script's table, with
 * what may be answered.
 *
 * While a question is open its values stand on the coroutine's stack, at the
 * QUESTION_... indices; nothing there may be popped. */
#ifndef TABLE_QUESTION_H
#define TABLE_QUESTION_H

#include <lua.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/cards.h"

struct Table;

enum {
  NAME_BYTES = 63,  /* of a question's name: letters, digits and _ */
  TEXT_BYTES = 2000 /* of an option or an answer that is text */
};

typedef enum QuestionKind {
  ASK_NONE, /* no question is open */
  ASK_ONE_OF,
  ASK_CONFIRM,
  ASK_CARD,
  ASK_CARDS,
  ASK_NUMBER,
  ASK_TEXT,
  ASK_DIE,    /* a die that people roll themselves: 1..max */
  ASK_NOTHING /* a seat in a secret round that has nothing to choose */
} QuestionKind;

/* Where an open question's values stand on the coroutine's stack. */
enum {
  QUESTION_SEAT = 1,
  QUESTION_TABLE,   /* the question as the script gave it */
  QUESTION_NAME,    /* its name: the script may empty its table */
  QUESTION_SOURCE,  /* list of options, or the pile, or list of cards */
  QUESTION_FITS,    /* function or nil */
  QUESTION_DEFAULT, /* value or nil */
  QUESTION_WHY,     /* function or nil: why an answer is not allowed */
  QUESTION_TELLS,   /* function or nil: a note on an option, for a person */
  QUESTION_BOT,     /* texts that a bot may say, or nil */
  QUESTION_TOP = QUESTION_BOT
};

typedef struct Question {
  QuestionKind kind;
  uint64_t serial;  /* changes whenever a question is read */
  const char *name; /* live while the question is open */
  int seat;         /* 0.. or SEAT_GM */
  bool optional, secret, has_fits;
  lua_Integer min, max, step;
  int count;              /* options, or cards to choose from */
  int chosen;             /* of the options: the one that is staged */
  CardId card[CARDS_MAX]; /* for a card: the legal ones; for cards: all */
} Question;

enum { QUESTION_SLOTS = 64 };

typedef struct QuestionSlot {
  const void *key; /* NULL: free */
  int place;       /* among the keys known */
} QuestionSlot;

/* Strings that questions use as keys, as this state interned them, by their
 * addresses. */
typedef struct QuestionKeys {
  QuestionSlot slot[QUESTION_SLOTS];
} QuestionKeys;

/* A question of this kind begins; its seat and whether it is secret stay. */
void question_begin(Question *q, QuestionKind kind, const char *name);

/* --- reading it (question.c) --- */

/* Reads the question whose seat and table are at 1 and 2 of the coroutine's
 * stack. False with an error value on top of t->reads when it is malformed or
 * has no legal answer. */
bool question_open(struct Table *t, bool secret);

/* Reads it again from the same values, after the state was corrected. */
bool question_again(struct Table *t);

/* The question's text with its values still unfilled; live like the name. */
const char *question_text(struct Table *t);

/* Interns the keys, once a state; and returns them. */
void question_keys(lua_State *L);
const QuestionKeys *question_keys_of(lua_State *L);

/* --- answering it (answer.c) --- */

/* False, with this sentence on t->reads, behind the question's name. */
bool question_wrong(struct Table *t, const char *format, ...)
    __attribute__((cold, format(printf, 2, 3)));

/* Is the question answered at once, so that only that answer is checked? Never
 * in the first game of many. */
bool question_is_glanced_at(const struct Table *t);

/* A frozen list at i is replaced by its shadow, which can be read raw. */
void question_unfreeze(lua_State *co, int i);

/* Is it a line that a question for text accepts, at most `max` bytes long? */
bool question_takes_line(const struct Table *t, const char *text, size_t size);

/* Can option i, on top of the coroutine and of that type, be told from the
 * others, shown and journalled? Where it can't its sentence is on t->reads. */
bool question_check_option(struct Table *t, int i, int type);

/* Of a single card only the legal ones are kept. False with an error value on
 * t->reads when the script failed. */
bool question_keep_fitting(struct Table *t);

/* Does an answer stand on top of the coroutine, for table_go_on? */
bool question_is_staged(const struct Table *t);

/* Drops the staged answer, if there is one. */
void question_unstage(struct Table *t);

/* Pushes option i (from 0), or the card at that place, on the coroutine. */
void question_choose(struct Table *t, int i);

/* The one legal answer, when there is just one and it need not be asked:
 * pushes it on the coroutine and returns true. */
bool question_answers_itself(struct Table *t);

/* A legal answer drawn by t->draws; pushed on the coroutine. False with an
 * error value on t->reads when none was found. */
bool question_random(struct Table *t);

/* May this card be added to those chosen so far? (fits, for cards.) Raises
 * nothing: -1 and an error value on t->reads when the script failed. */
int question_fits(struct Table *t, int candidate, const int *chosen, int n);

#endif
