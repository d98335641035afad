/* Chance by purpose, where games of two versions of a rule are paired, and
 * where a search plays on from several answers.
 *
 * At a table one stream serves all, frozen (core/rng.c): a draw more shifts
 * what comes later. In paired games each purpose has chance of its own: the
 * n-th shuffle of this pile (core/cards.h), the n-th roll of these dice in this
 * step, the n-th answer of this seat to this question. Counts start again in
 * each pass through a list of the order, so a longer hand doesn't change the
 * luck of the next. Both versions get the same luck wherever both ask for it,
 * and each number alone is as likely as ever. */
#ifndef TABLE_PAIRED_H
#define TABLE_PAIRED_H

#include <stdbool.h>
#include <stdint.h>

#include "core/chance.h"

struct Table;

enum { PURPOSES = 1024, ORDER_DEPTH = 8 /* lists within lists */ };

typedef enum Purpose {
  FOR_NUMBER = 1, /* which: how many there are to draw from */
  FOR_ROLL        /* which: a hash of the dice */
} Purpose;

typedef struct Paired {
  bool on;
  uint64_t key; /* of this pass through the list of the order ... */
  uint64_t level[ORDER_DEPTH + 1]; /* ... and of those that hold it */
  uint32_t count[PURPOSES];
} Paired;

/* The chance to draw on now: the table's own stream, or the purpose's. */
Rng *chance_for(struct Table *t, Purpose what, uint64_t which);

/* In an imagined world, the stream to draw the last number from again, if the
 * seat can't know it; else NULL. */
Rng *chance_redrawn(struct Table *t);

/* A new pass through a list of the order, or the part after a list, begins: its
 * luck doesn't depend on how long the part before it was. */
void chance_pass(struct Table *t, int depth, uint64_t which);

/* From now on chance is that of an imagined world, by purpose: answers that are
 * played on from there share the luck that they all ask for. Cards of hidden
 * piles are drawn by their places, the same in all worlds with the same `taken`:
 * the faces of the worlds are spread evenly already. */
void chance_imagined(struct Table *t, uint64_t world, uint64_t taken);

/* The number that stands for the open question in t->draws. */
uint64_t chance_question(struct Table *t);

/* A text as one number (FNV-1a). */
uint64_t chance_text(const char *text);

/* A game begins. */
void chance_reset(struct Table *t);

#endif
