/* Chance by purpose, where games of two versions of a rule are paired.
 *
 * At a table one stream serves all, frozen (core/rng.c): a draw more shifts
 * what comes later. In paired games each purpose has chance of its own: the
 * n-th shuffle of this pile (core/cards.h), the n-th roll of these dice in this
 * step, the n-th answer of this seat to this question. So versions share the
 * luck that they both ask for; that each number alone is as likely as ever
 * stays so. */
#ifndef TABLE_PAIRED_H
#define TABLE_PAIRED_H

#include "table/table.h"

typedef enum Purpose {
  FOR_NUMBER = 1, /* which: how many there are to draw from */
  FOR_ROLL        /* which: a hash of the dice */
} Purpose;

/* The chance to draw on now: the table's own stream, or the purpose's. */
Rng *chance_for(Table *t, Purpose what, uint64_t which);

/* The number that stands for the open question in t->draws. */
uint64_t chance_question(Table *t);

/* A game begins. */
void chance_reset(Table *t);

/* A text as one number (FNV-1a). */
uint64_t chance_text(const char *text);

#endif
