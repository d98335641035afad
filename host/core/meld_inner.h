/* What meld.c and meld_best.c share. */
#ifndef CORE_MELD_INNER_H
#define CORE_MELD_INNER_H

#include "core/meld.h"

/* A pattern as it is matched. */
typedef struct Compiled {
  MeldKind kind;
  int cells; /* where its columns begin among the cells of a hand */
  int columns, least, most;
  int group, group_end; /* its groups, among all groups */
  int32_t score[MELD_COLUMNS + 1], pure[MELD_COLUMNS + 1];
  int8_t column[MELD_FACES];
} Compiled;

/* A hand under search. Each face in it is a bit, lowest columns first. */
typedef struct MeldHand {
  int bits;
  uint8_t bit_of[MELD_FACES]; /* [face], of those in the hand */
  uint8_t suit[MELD_CARDS];   /* [bit] */
  uint8_t copies[MELD_CARDS]; /* [bit]: how many cards have this face */
  uint64_t several;           /* the bits of which there is more than one */
  Meld *found; /* with `cards` by bit, until they are given out */
  int count, room;
  int error; /* 0 or MELD_... */
} MeldHand;

typedef struct MeldSearch MeldSearch; /* of meld_best.c */

struct Melds {
  int faces, patterns, cells, groups;
  uint8_t suit[MELD_FACES];
  uint8_t place[MELD_FACES]; /* [face]: its turn among the bits */
  uint8_t face[MELD_FACES];  /* [place] */
  uint64_t *group;           /* suits, by group */
  uint64_t *in_group;        /* the hand's bits, by group */
  uint64_t *cell;            /* the hand's bits, by pattern and column */
  MeldHand hand;
  MeldSearch *search;
  Compiled *pattern[MELD_PATTERNS];
};

/* Finds all melds of a hand, by bit, into melds->hand. 0 or MELD_... */
int meld_find(Melds *melds, const uint8_t hand[], int n);

/* Changes `cards` of these melds, which share no card, from bits to cards. */
void meld_name_cards(const Melds *melds, const uint8_t hand[], int n,
                     Meld list[], int count);

void meld_search_free(MeldSearch *search);

#endif
