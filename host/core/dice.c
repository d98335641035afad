/* Rolling dice. What an expression says, and how it is read, is Lua's
 * (stdlib/primitives/dice.lua).
 *
 * Keeping looks at all dice of a term, those that exploding added too. Of equal
 * dice the first rolled is kept. Dice are rolled in the order of the terms, a die
 * that another added right after the term's own. From 1000 dice on none explodes.
 *
 * Frozen: a die is 1 + rng_below(sides), one after the other in that order;
 * journals depend on it. */
#include "core/chance.h"

/* Which of a term's dice are kept: those that fewer dice beat than count. */
static void choose(DiceRoll *roll, const DiceTerm *t) {
  int all = roll->rolled - roll->first;
  int keep = t->drops ? all - t->chosen : t->chosen;
  for (int i = roll->first; i < roll->rolled; i++) {
    int beaten = 0;
    for (int k = roll->first; keep < all && k < roll->rolled; k++) {
      int32_t by = roll->value[k] - roll->value[i];
      beaten += by == 0 ? k < i : t->highest ? by > 0 : by < 0;
    }
    roll->kept[i] = beaten < keep;
  }
}

static void finish_term(DiceRoll *roll, const DiceTerm *t) {
  int64_t sum = t->sides ? 0 : t->count;
  choose(roll, t);
  for (int i = roll->first; i < roll->rolled; i++)
    if (roll->kept[i]) sum += roll->value[i];
  roll->total += t->sign * sum;
}

/* Goes to the next term that has dice, from this one if it has. */
static void find_dice(DiceRoll *roll) {
  for (; roll->term < roll->dice->terms; roll->term++) {
    const DiceTerm *t = &roll->dice->term[roll->term];
    roll->first = roll->rolled;
    roll->left = t->sides ? t->count : 0;
    if (roll->left > 0) return;
    finish_term(roll, t);
  }
}

void dice_begin(DiceRoll *roll, const Dice *d) {
  roll->dice = d;
  roll->term = roll->rolled = 0;
  roll->spare = DICE_MAX - d->dice;
  roll->total = 0;
  find_dice(roll);
}

int dice_next(const DiceRoll *roll) {
  if (roll->term == roll->dice->terms) return 0;
  return roll->dice->term[roll->term].sides;
}

bool dice_take(DiceRoll *roll, int64_t value) {
  int sides = dice_next(roll);
  if (value < 1 || value > sides) return false;
  const DiceTerm *t = &roll->dice->term[roll->term];
  roll->value[roll->rolled++] = (int32_t)value;
  roll->left--;
  if (t->explodes && value == sides && roll->spare > 0) {
    roll->spare--;
    roll->left++;
  }
  if (roll->left == 0) {
    finish_term(roll, t);
    roll->term++;
    find_dice(roll);
  }
  return true;
}

int64_t dice_roll(DiceRoll *roll, const Dice *d, Rng *r) {
  dice_begin(roll, d);
  for (int sides; (sides = dice_next(roll)) != 0;)
    dice_take(roll, 1 + (int64_t)rng_below(r, (uint64_t)sides));
  return roll->total;
}
