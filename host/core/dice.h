/* Dice: "d20", "2d20kl1+3", "4d6kh3-1", "d%", "3d6!". See dice.c for what
 * may be written. Dice come from a stream, or one by one from whoever rolls
 * them at the table. */
#ifndef CORE_DICE_H
#define CORE_DICE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/rng.h"

enum {
  DICE_MAX = 1000, /* in one expression, those that exploding adds included */
  DICE_SIDES_MAX = 1000000,
  DICE_NUMBER_MAX = 1000000, /* a constant */
  DICE_TERMS_MAX = 16,
  DICE_TEXT = 400, /* room for any expression's text */
  DICE_ERROR = 200 /* room for any sentence */
};

typedef enum DiceKeep {
  DICE_KEEP_ALL,
  DICE_KEEP_HIGHEST,
  DICE_KEEP_LOWEST,
  DICE_DROP_HIGHEST,
  DICE_DROP_LOWEST
} DiceKeep;

/* `count` dice with `sides`, or the number `count` if there are none. */
typedef struct DiceTerm {
  int32_t count, sides;
  int32_t chosen; /* how many are kept or dropped */
  int8_t sign;    /* 1 or -1 */
  uint8_t keep;   /* a DiceKeep */
  bool explodes;  /* the highest side rolls one more die */
} DiceTerm;

typedef struct Dice {
  int terms;
  int dice; /* before any explodes */
  DiceTerm term[DICE_TERMS_MAX];
} Dice;

/* Reads an expression. False: `error` says what was expected, and where. */
bool dice_parse(Dice *d, const char *text, char error[DICE_ERROR]);

/* The expression as this program writes it; gives `out`. */
const char *dice_text(const Dice *d, char out[DICE_TEXT]);

/* The least and the most a roll can give; INT64_MIN or INT64_MAX where dice
 * that explode know no bound. */
void dice_range(const Dice *d, int64_t *least, int64_t *most);

typedef struct DiceRoll {
  const Dice *dice;
  int term;      /* of the next die */
  int first;     /* die of that term */
  int left;      /* dice of that term still to come */
  int spare;     /* dice that may still be added by exploding */
  int rolled;    /* dice so far */
  int64_t total; /* right once dice_next gives 0 */
  int32_t value[DICE_MAX];
  bool kept[DICE_MAX]; /* of the dice of finished terms */
} DiceRoll;

/* Dice from outside: dice_begin; while dice_next gives a number of sides,
 * dice_take what that die shows (false, and nothing done, if it has no such
 * side). `d` must live as long as the roll. */
void dice_begin(DiceRoll *roll, const Dice *d);
int dice_next(const DiceRoll *roll);
bool dice_take(DiceRoll *roll, int64_t value);

/* The whole roll from a stream; gives the total. */
int64_t dice_roll(DiceRoll *roll, const Dice *d, Rng *r);

/* The same total from the same words, without the dice: quicker. */
int64_t dice_total(const Dice *d, Rng *r);

#endif
