/* Rolling dice. What an expression says, and how it is read, is Lua's
 * (stdlib/primitives/dice.lua).
 *
 * Each die is rolled again first, then it explodes; what is left of a term is
 * dropped or kept, then counted. Keeping looks at all dice of a term, those that
 * exploding added too, but one with the dice that were added up to it. Of equal
 * dice the first rolled is kept. Dice are rolled in the order of the terms, a die
 * that another added right after the term's own; one that is rolled again or
 * added up, at once. From 1000 dice on none explodes or is rolled again.
 *
 * Frozen: a die is its least side + rng_below(sides), one after the other in that
 * order; journals depend on it. */
#include "core/chance.h"

/* Of the dice without a mark of `gone` the first `keep` stay, the highest being
 * first, or the lowest; the others get `mark`. */
static void drop(DiceRoll *roll, int gone, int mark, int keep) {
  for (int i = roll->first; i < roll->rolled; i++) {
    int before = 0;
    for (int k = roll->first; k < roll->rolled; k++) {
      int32_t by = roll->worth[k] - roll->worth[i];
      if (roll->mark[k] & gone) continue;
      before += by == 0 ? k < i : mark == DIE_LOW ? by > 0 : by < 0;
    }
    if (!(roll->mark[i] & gone) && before >= keep)
      roll->mark[i] |= (uint8_t)mark;
  }
}

static void drop_both(DiceRoll *roll, const DiceTerm *t) {
  int gone = DIE_AGAIN | DIE_ADDED, keep = 0;
  for (int i = roll->first; i < roll->rolled; i++)
    keep += !(roll->mark[i] & gone);
  int low = t->low < 0 ? keep + t->low : t->low;
  int high = t->high < 0 ? keep + t->high : t->high;
  if (low > 0) drop(roll, gone, DIE_LOW, keep - low);
  if (high > 0) drop(roll, gone | DIE_LOW, DIE_HIGH, keep - low - high);
}

static bool in_range(DiceRange r, int64_t value) {
  return value >= r.least && value <= r.most;
}

/* What a die that is kept adds to its term. */
static int64_t score(const DiceTerm *t, int32_t worth) {
  int64_t found = 0;
  for (int i = 0; i < t->counts; i++) found += in_range(t->range[i], worth);
  return t->counts > 0 ? found : worth;
}

static void finish_term(DiceRoll *roll, const DiceTerm *t) {
  int64_t sum = t->sides ? 0 : t->count;
  bool counts = false; /* the die, and what is added to it */
  if (t->low != 0 || t->high != 0) drop_both(roll, t);
  for (int i = roll->first; i < roll->rolled; i++) {
    if (roll->mark[i] & DIE_AGAIN) continue;
    if (!(roll->mark[i] & DIE_ADDED)) {
      int64_t adds = score(t, roll->worth[i]);
      counts =
          !(roll->mark[i] & (DIE_LOW | DIE_HIGH)) && (!t->counts || adds > 0);
      if (counts) sum += adds;
    }
    if (counts) roll->mark[i] |= DIE_COUNTS;
  }
  roll->total += t->times * sum;
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
  roll->added = roll->again = false;
  find_dice(roll);
}

const DiceTerm *dice_next(const DiceRoll *roll) {
  const Dice *d = roll->dice;
  return roll->term == d->terms ? NULL : &d->term[roll->term];
}

/* Is the die rolled again? */
static bool take_again(DiceRoll *roll, const DiceTerm *t, int32_t value) {
  roll->again = in_range(t->range[t->counts], value) &&
                !(t->once && roll->again) && roll->spare > 0;
  if (roll->again) roll->spare--;
  return roll->again;
}

/* Die i stays: it is one of its own, or is added to another; and explodes. */
static void settle(DiceRoll *roll, const DiceTerm *t, int i) {
  bool explodes = t->explodes && roll->spare > 0 &&
                  roll->value[i] == t->least + t->sides - 1;
  if (roll->added) {
    bool less = t->explodes == DICE_PENETRATES;
    roll->mark[i] = less ? DIE_ADDED | DIE_LESS : DIE_ADDED;
    roll->worth[roll->head] += roll->value[i] - less;
  } else {
    roll->head = i;
    roll->left--;
  }
  if (explodes) {
    roll->mark[i] |= DIE_EXPLODED;
    roll->spare--;
    roll->left += t->explodes == DICE_EXPLODES;
  }
  roll->added = explodes && t->explodes != DICE_EXPLODES;
}

void dice_take(DiceRoll *roll, int64_t value) {
  const DiceTerm *t = dice_next(roll);
  if (t == NULL || value < t->least || value >= t->least + t->sides) return;
  int i = roll->rolled++;
  roll->value[i] = roll->worth[i] = (int32_t)value;
  roll->mark[i] = take_again(roll, t, (int32_t)value) ? DIE_AGAIN : 0;
  if (roll->again) return;
  settle(roll, t, i);
  if (roll->left == 0 && !roll->added) {
    finish_term(roll, t);
    roll->term++;
    find_dice(roll);
  }
}

int64_t dice_roll(DiceRoll *roll, const Dice *d, Rng *r) {
  dice_begin(roll, d);
  for (const DiceTerm *t; (t = dice_next(roll)) != NULL;)
    dice_take(roll, t->least + (int64_t)rng_below(r, (uint64_t)t->sides));
  return roll->total;
}
