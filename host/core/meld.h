/* Combinations ("melds") in a hand of cards, and the best choice of them that
 * shares no card. Patterns are data: see meld.c for how they are matched, and
 * meld_choice.c for how the best choice is found. */
#ifndef CORE_MELD_H
#define CORE_MELD_H

#include <stdbool.h>
#include <stdint.h>

enum {
  MELD_CARDS = 64,     /* in a hand */
  MELD_FACES = 256,    /* of a deck */
  MELD_COLUMNS = 64,   /* of a pattern */
  MELD_PATTERNS = 32,  /* of a deck */
  MELD_NO_SUIT = 63,   /* suits are 0 to 62 */
  MELD_SCORE = 1000000 /* the highest */
};

typedef enum MeldKind {
  MELD_ROW, /* one card of each of several neighbouring columns, one group */
  MELD_SET  /* cards of one column and one group, no suit twice */
} MeldKind;

/* A run is a row whose columns are the numbers; a family a row of all its
 * ranks, a fixed list a row with a column a face; a trove a set of all suits. */
typedef struct MeldPattern {
  MeldKind kind;
  int least, most;                 /* cards: 1 to MELD_COLUMNS */
  int32_t score[MELD_COLUMNS + 1]; /* [cards]: 0 to MELD_SCORE */
  int32_t pure[MELD_COLUMNS + 1];  /* [cards]: when all are of one suit */
  int8_t column[MELD_FACES];       /* 0 up, or -1: takes no part */
  int group_count;
  uint64_t groups[MELD_NO_SUIT]; /* masks of the suits that go together */
} MeldPattern;

typedef struct Meld {
  uint64_t cards; /* bit i: the hand's card i */
  int32_t score;
  uint8_t pattern; /* in the order they were added */
  uint8_t count;   /* cards */
  bool pure;       /* all of one suit */
} Meld;

/* Between choices of equal score. */
typedef enum MeldTie { MELD_ANY, MELD_MOST_CARDS, MELD_FEWEST_CARDS } MeldTie;

/* Results of a search that are no count. */
enum { MELD_NO_MEMORY = -1, MELD_TOO_MANY = -2 };

typedef struct Melds Melds; /* compiled patterns, and room to search in */

/* For a deck of `faces` faces, whose suits are suit[face]. NULL: no memory. */
Melds *melds_new(const uint8_t suit[], int faces);
void melds_free(Melds *melds);

/* Adds a pattern (copied), of MELD_PATTERNS at most; false: no memory. */
bool melds_add(Melds *melds, const MeldPattern *pattern);

/* All melds in a hand of n faces (0 to MELD_CARDS). Copies of a face stand for
 * one another: the first of them is named. *found is valid until the next call.
 * Returns how many, or MELD_... above. */
int melds_all(Melds *melds, const uint8_t hand[], int n, const Meld **found);

/* The melds with the highest total that share no card: how many, or MELD_...
 * best[] has room for MELD_CARDS of them. Always exact. */
int melds_best(Melds *melds, const uint8_t hand[], int n, MeldTie tie,
               Meld best[]);

#endif
