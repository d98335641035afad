/* What was done at a table, in order: answers, actions, changes by the game
 * master, hashes of the state. Played again from the same start they give the
 * same game; so undo, resume, replay and verify are one thing.
 *
 * Each has a form as one line of text, which is a journal's record:
 *   a WHO SEAT STEP NAME TEXT   an answer; WHO is p (a person) or b
 *   w SEAT ACTION               an action is wanted, as soon as it is due
 *   x SEAT ACTION [lapsed]      it runs at this step boundary, or may no more
 *   s SEAT ANSWERER             who answers for a seat from now on
 *   v RULE TEXT                 a rule is wanted otherwise, as soon as it may
 *   r RULE TEXT                 it was set at this step boundary
 *   p POOL AMOUNT               a pool was put right
 *   c CARD PILE                 a card was put right
 *   n SEAT HEX                  a bot's notes
 *   m TEXT                      the table was told of something the GM did
 *   h HASH                      the state at a step's end
 * Seats are 0 for the GM, else 1..32. */
#ifndef TABLE_PLAYS_H
#define TABLE_PLAYS_H

#include <stdbool.h>
#include <stddef.h>

#include "table/bytes.h"

enum { PLAY_WORD = 64 };

typedef struct Play {
  char kind;
  bool person;
  int seat;
  long a, b;                             /* pool and amount, card and pile */
  char step[PLAY_WORD], name[PLAY_WORD]; /* name: question, action, rule... */
  char *text; /* the answer, the rule's value, hex, the hash; owned or NULL */
} Play;

typedef struct Plays {
  Play *list;
  size_t count, room;
} Plays;

/* Adds a copy. False when memory is short. */
bool plays_add(Plays *p, const Play *play);
void plays_cut(Plays *p, size_t count);
void plays_free(Plays *p);

void play_write(const Play *play, Bytes *out);

/* False when the line is none of the forms above. The text is allocated. */
bool play_read(Play *play, const char *line);

#endif
