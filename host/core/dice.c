/* Dice expressions.
 *
 *   expression  [+ or -] term, then + or - and a term, up to 16 of them
 *   term        a number, or dice: COUNT d SIDES and what follows
 *   COUNT       1 to 1000, 1 if left out; SIDES 1 to 1000000, or % for 100
 *   !           each die that shows its highest side rolls one more
 *   kh2 kl2     keeps the highest or lowest two; k is kh, no number is 1
 *   dh2 dl2     drops the highest or lowest two
 *
 * Small or large letters; spaces between the parts. ! and what is kept may
 * stand in either order; keeping looks at all dice of a term, those that
 * exploding added too. Of equal dice the first rolled is kept.
 *
 * Always true of a Dice that dice_parse made: numbers are in their limits,
 * something is kept of every term, and a die that explodes has two sides or
 * more. Dice are rolled in the order of the terms, a die that another added
 * right after the term's own. From 1000 dice on none explodes.
 *
 * Frozen: a die is 1 + rng_below(sides), one after the other in that order;
 * journals depend on it. */
#include <stdio.h>
#include <string.h>

#include "core/chance.h"

/* ---- reading ------------------------------------------------------------ */

typedef struct Reader {
  const char *text, *at;
  char *error;
} Reader;

/* "TEXT: expected WHAT, not "REST"". */
static bool expected(Reader *r, const char *at, const char *what) {
  int n = snprintf(r->error, DICE_ERROR, "%.40s%s: expected %s",
                   *r->text ? r->text : "\"\"",
                   strlen(r->text) > 40 ? "..." : "", what);
  if (*at)
    snprintf(r->error + n, (size_t)(DICE_ERROR - n), ", not \"%.12s\"", at);
  return false;
}

static void skip_spaces(Reader *r) {
  while (*r->at == ' ' || *r->at == '\t') r->at++;
}

/* Takes a letter in either case, given as the small one, or a sign. */
static bool take(Reader *r, char c) {
  skip_spaces(r);
  char letter = *r->at;
  if (letter >= 'A' && letter <= 'Z') letter = (char)(letter - 'A' + 'a');
  if (letter != c) return false;
  r->at++;
  return true;
}

/* Takes a number if one is there; all above the limits is alike. */
static bool take_number(Reader *r, int32_t *n) {
  skip_spaces(r);
  if (*r->at < '0' || *r->at > '9') return false;
  for (*n = 0; *r->at >= '0' && *r->at <= '9'; r->at++)
    if (*n < 100000000) *n = *n * 10 + (*r->at - '0');
  return true;
}

/* A number within 1..most, else "expected 1 to MOST WHAT". */
static bool within(Reader *r, const char *at, int32_t n, int32_t most,
                   const char *what) {
  char sentence[80];
  if (n >= 1 && n <= most) return true;
  snprintf(sentence, sizeof sentence, "1 to %d %s", (int)most, what);
  return expected(r, at, sentence);
}

static bool read_sides(Reader *r, DiceTerm *t) {
  if (take(r, '%')) {
    t->sides = 100;
    return true;
  }
  skip_spaces(r);
  const char *at = r->at;
  if (!take_number(r, &t->sides))
    return expected(r, at, "the number of sides after d");
  return within(r, at, t->sides, DICE_SIDES_MAX, "sides after d");
}

static bool read_explodes(Reader *r, DiceTerm *t) {
  if (t->explodes) return expected(r, r->at - 1, "one ! only");
  if (t->sides < 2)
    return expected(r, r->at - 1, "dice of 2 or more sides before !");
  t->explodes = true;
  return true;
}

/* What follows k or d. */
static bool read_keep(Reader *r, DiceTerm *t, bool drops) {
  const char *at = r->at - 1;
  if (t->keep != DICE_KEEP_ALL) return expected(r, at, "to keep or drop once");
  bool low = take(r, 'l'), high = !low && take(r, 'h');
  skip_spaces(r);
  if (drops && !low && !high) return expected(r, r->at, "dh or dl");
  if (drops)
    t->keep = low ? DICE_DROP_LOWEST : DICE_DROP_HIGHEST;
  else
    t->keep = low ? DICE_KEEP_LOWEST : DICE_KEEP_HIGHEST;
  t->chosen = 1;
  at = r->at;
  take_number(r, &t->chosen);
  if (drops && t->count == 1)
    return expected(r, r->text + strlen(r->text),
                    "two dice or more to drop from");
  return within(r, at, t->chosen, t->count - drops,
                drops ? "dice to drop" : "dice to keep");
}

/* What follows d: sides, and what is done with the dice. */
static bool read_dice(Reader *r, DiceTerm *t) {
  if (!read_sides(r, t)) return false;
  for (;;) {
    bool good = true;
    if (take(r, '!'))
      good = read_explodes(r, t);
    else if (take(r, 'k'))
      good = read_keep(r, t, false);
    else if (take(r, 'd'))
      good = read_keep(r, t, true);
    else
      return true;
    if (!good) return false;
  }
}

static bool read_term(Reader *r, Dice *d, int8_t sign, const char *where) {
  skip_spaces(r);
  const char *at = r->at;
  DiceTerm *t = &d->term[d->terms];
  *t = (DiceTerm){.count = 1, .sign = sign};
  bool number = take_number(r, &t->count);
  if (take(r, 'd')) {
    if (!within(r, at, t->count, DICE_MAX, "dice before d")) return false;
    if (!read_dice(r, t)) return false;
    d->dice += t->count;
  } else if (!number) {
    return expected(r, at, where);
  } else if (t->count > DICE_NUMBER_MAX) {
    return expected(r, at, "a number up to 1000000");
  }
  d->terms++;
  return d->dice <= DICE_MAX || expected(r, at, "1000 dice at most in all");
}

bool dice_parse(Dice *d, const char *text, char error[DICE_ERROR]) {
  Reader r = {text, text, error};
  d->terms = d->dice = 0;
  bool minus = take(&r, '-'), plus = !minus && take(&r, '+');
  const char *where = minus  ? "dice or a number after -"
                      : plus ? "dice or a number after +"
                             : "dice like 2d6+3";
  for (;;) {
    if (!read_term(&r, d, minus ? -1 : 1, where)) return false;
    skip_spaces(&r);
    if (*r.at == '\0') return true;
    const char *at = r.at;
    minus = take(&r, '-');
    if (!minus && !take(&r, '+')) return expected(&r, at, "+ or -");
    if (d->terms == DICE_TERMS_MAX) return expected(&r, at, "16 terms at most");
    where = minus ? "dice or a number after -" : "dice or a number after +";
  }
}

/* ---- what an expression says --------------------------------------------- */

static int write_term(const DiceTerm *t, bool first, char *out, size_t size) {
  static const char *const keep[] = {"", "kh", "kl", "dh", "dl"};
  const char *sign = t->sign < 0 ? "-" : first ? "" : "+";
  char count[12] = "", chosen[12] = "";
  if (t->count != 1 || t->sides == 0)
    snprintf(count, sizeof count, "%d", (int)t->count);
  if (t->sides == 0) return snprintf(out, size, "%s%s", sign, count);
  if (t->keep != DICE_KEEP_ALL)
    snprintf(chosen, sizeof chosen, "%d", (int)t->chosen);
  return snprintf(out, size, "%s%sd%d%s%s%s", sign, count, (int)t->sides,
                  t->explodes ? "!" : "", keep[t->keep], chosen);
}

const char *dice_text(const Dice *d, char out[DICE_TEXT]) {
  size_t n = 0;
  out[0] = '\0';
  for (int i = 0; i < d->terms; i++)
    n += (size_t)write_term(&d->term[i], i == 0, out + n, DICE_TEXT - n);
  return out;
}

/* ---- rolling ------------------------------------------------------------ */

/* Which of a term's dice are kept: those that fewer dice beat than count. */
static void choose(DiceRoll *roll, const DiceTerm *t) {
  bool high = t->keep == DICE_KEEP_HIGHEST || t->keep == DICE_DROP_LOWEST;
  bool drops = t->keep == DICE_DROP_HIGHEST || t->keep == DICE_DROP_LOWEST;
  int keep = drops ? roll->rolled - roll->first - t->chosen : t->chosen;
  for (int i = roll->first; i < roll->rolled; i++) {
    int beaten = 0;
    for (int k = roll->first; k < roll->rolled; k++) {
      int32_t by = roll->value[k] - roll->value[i];
      beaten += by == 0 ? k < i : high ? by > 0 : by < 0;
    }
    roll->kept[i] = beaten < keep;
  }
}

static void finish_term(DiceRoll *roll, const DiceTerm *t) {
  int64_t sum = t->sides ? 0 : t->count;
  if (t->keep == DICE_KEEP_ALL)
    memset(roll->kept + roll->first, true,
           (size_t)(roll->rolled - roll->first));
  else
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
