/* Dice: what may be written, what may not and what is said then, ranges,
 * rolls from a stream and from people. */
#include "core/chance.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))

static Rng stream(uint64_t number) {
  static const uint8_t key[32] = {6};
  Rng r;
  rng_stream(&r, key, "dice", number);
  return r;
}

static void same_text(const char *got, const char *want) {
  if (strcmp(got, want) != 0) fprintf(stderr, "got  %s\nwant %s\n", got, want);
  CHECK(strcmp(got, want) == 0);
}

/* Text, and the text given back. */
static void test_good_ones(void) {
  static const struct {
    const char *text, *back;
  } good[] = {
      {"d20", "d20"},
      {"2d20kl1+3", "2d20kl1+3"},
      {"4d6kh3-1", "4d6kh3-1"},
      {"d%", "d100"},
      {"3d6!", "3d6!"},
      {" 2 D 6 + 1d4 - 2 ", "2d6+d4-2"},
      {"4d6k3", "4d6kh3"},
      {"4d6k", "4d6kh1"},
      {"4d6dl", "4d6dl1"},
      {"4D6DH3", "4d6dh3"},
      {"2d6kh1!", "2d6!kh1"},
      {"2d6!dl1", "2d6!dl1"},
      {"10-d6!", "10-d6!"},
      {"-d6+7", "-d6+7"},
      {"+5", "5"},
      {"0", "0"},
      {"d1", "d1"},
      {"1000d1000000", "1000d1000000"},
      {"1000000-1000000", "1000000-1000000"},
      {"1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+d2", "1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+d2"}};
  for (size_t i = 0; i < COUNT(good); i++) {
    Dice d;
    char error[DICE_ERROR] = "", text[DICE_TEXT];
    CHECK(dice_parse(&d, good[i].text, error));
    same_text(error, "");
    same_text(dice_text(&d, text), good[i].back);
    CHECK(dice_parse(&d, good[i].back, error));
  }
}

static void test_bad_ones(void) {
  static const struct {
    const char *text, *error;
  } bad[] = {
      {"", "\"\": expected dice like 2d6+3"},
      {"x", "x: expected dice like 2d6+3, not \"x\""},
      {"2d", "2d: expected the number of sides after d"},
      {"2dx", "2dx: expected the number of sides after d, not \"x\""},
      {"d0", "d0: expected 1 to 1000000 sides after d, not \"0\""},
      {"d1000001",
       "d1000001: expected 1 to 1000000 sides after d, not \"1000001\""},
      {"0d6", "0d6: expected 1 to 1000 dice before d, not \"0d6\""},
      {"1001d6", "1001d6: expected 1 to 1000 dice before d, not \"1001d6\""},
      {"99999999999999999999d6",
       "99999999999999999999d6: expected 1 to 1000 dice before d, not "
       "\"999999999999\""},
      {"600d6+600d6",
       "600d6+600d6: expected 1000 dice at most in all, not \"600d6\""},
      {"2d6+", "2d6+: expected dice or a number after +"},
      {"2d6--1", "2d6--1: expected dice or a number after -, not \"-1\""},
      {"-", "-: expected dice or a number after -"},
      {"2d6 3", "2d6 3: expected + or -, not \"3\""},
      {"4d6kh5", "4d6kh5: expected 1 to 4 dice to keep, not \"5\""},
      {"4d6kl0", "4d6kl0: expected 1 to 4 dice to keep, not \"0\""},
      {"4d6dl4", "4d6dl4: expected 1 to 3 dice to drop, not \"4\""},
      {"d6dl1", "d6dl1: expected two dice or more to drop from"},
      {"4d6d1", "4d6d1: expected dh or dl, not \"1\""},
      {"4d6kh1kl1", "4d6kh1kl1: expected to keep or drop once, not \"kl1\""},
      {"d6!!", "d6!!: expected one ! only, not \"!\""},
      {"d1!", "d1!: expected dice of 2 or more sides before !, not \"!\""},
      {"1000001", "1000001: expected a number up to 1000000, not \"1000001\""},
      {"1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1",
       "1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1: expected 16 terms at most, not "
       "\"+1\""}};
  for (size_t i = 0; i < COUNT(bad); i++) {
    Dice d;
    char error[DICE_ERROR] = "";
    CHECK(!dice_parse(&d, bad[i].text, error));
    same_text(error, bad[i].error);
  }
}

/* No text of these letters breaks a limit; what is read is written and read
 * again alike. */
static void test_any_text(void) {
  static const char letters[] = "0129dDkhl!%+- x";
  Rng r = stream(1);
  int read = 0;
  for (int i = 0; i < 300000; i++) {
    char text[64], error[DICE_ERROR], once[DICE_TEXT], twice[DICE_TEXT];
    size_t n = rng_below(&r, i % 100 ? 9 : 60);
    for (size_t k = 0; k < n; k++)
      text[k] = letters[rng_below(&r, sizeof letters - 1)];
    text[n] = '\0';
    Dice d;
    if (!dice_parse(&d, text, error)) {
      if (strlen(error) >= DICE_ERROR) CHECK(!"a sentence that fits");
      continue;
    }
    read++;
    dice_text(&d, once);
    if (!dice_parse(&d, once, error)) CHECK(!"its own text");
    if (strcmp(dice_text(&d, twice), once) != 0) CHECK(!"the same text");
  }
  CHECK(read > 10000);
}

/* The longest text there can be. */
static void test_long_text(void) {
  Dice d = {.terms = DICE_TERMS_MAX};
  for (int i = 0; i < DICE_TERMS_MAX; i++)
    d.term[i] = (DiceTerm){.count = 1000,
                           .sides = DICE_SIDES_MAX,
                           .chosen = 1000,
                           .sign = -1,
                           .keep = DICE_KEEP_LOWEST,
                           .explodes = true};
  char text[DICE_TEXT];
  dice_text(&d, text);
  CHECK_INT(strlen(text), 16 * strlen("-1000d1000000!kl1000"));
}

/* Takes dice as people roll them; gives the total, or -1 if they don't fit. */
static int64_t by_hand(DiceRoll *roll, const Dice *d, const int *dice, int n) {
  dice_begin(roll, d);
  for (int i = 0; i < n; i++)
    if (dice_next(roll) == 0 || !dice_take(roll, dice[i])) return -1;
  return dice_next(roll) == 0 ? roll->total : -1;
}

static void test_by_hand(void) {
  static const struct {
    const char *text;
    int n, dice[8];
    int64_t total;
    const char *kept;
  } roll[] = {{"2d20kl1+3", 2, {17, 4}, 7, "01"},
              {"2d20kl1+3", 2, {4, 4}, 7, "10"},
              {"4d6kh3-1", 4, {3, 6, 3, 1}, 11, "1110"},
              {"4d6dl1", 4, {1, 1, 5, 6}, 12, "1011"},
              {"4d6dh2", 4, {6, 2, 6, 5}, 7, "0101"},
              {"3d6!", 5, {6, 2, 6, 5, 1}, 20, "11111"},
              {"2d6!kh2", 4, {6, 6, 3, 5}, 12, "1100"},
              {"d6-2d4+10", 3, {5, 4, 3}, 8, "111"},
              {"7", 0, {0}, 7, ""},
              {"3-2d8kh1+d4", 3, {2, 8, 4}, -1, "011"}};
  for (size_t i = 0; i < COUNT(roll); i++) {
    Dice d;
    DiceRoll r;
    char error[DICE_ERROR];
    CHECK(dice_parse(&d, roll[i].text, error));
    CHECK_INT(by_hand(&r, &d, roll[i].dice, roll[i].n), roll[i].total);
    CHECK_INT(r.rolled, roll[i].n);
    for (int k = 0; k < r.rolled; k++)
      CHECK_INT(r.kept[k], roll[i].kept[k] == '1');
  }
}

static void test_refused_by_hand(void) {
  Dice d;
  DiceRoll r;
  char error[DICE_ERROR];
  dice_parse(&d, "d6+d100", error);
  dice_begin(&r, &d);
  CHECK_INT(dice_next(&r), 6);
  CHECK(!dice_take(&r, 0) && !dice_take(&r, 7) && !dice_take(&r, -1));
  CHECK_INT(r.rolled, 0);
  CHECK(dice_take(&r, 6));
  CHECK_INT(dice_next(&r), 100);
  CHECK(dice_take(&r, 100));
  CHECK_INT(dice_next(&r), 0);
  CHECK(!dice_take(&r, 1));
  CHECK_INT(r.total, 106);
}

/* Whoever rolls the highest side for ever comes to an end. */
static void test_explosions_end(void) {
  Dice d;
  char error[DICE_ERROR];
  DiceRoll *r = malloc(sizeof *r);
  dice_parse(&d, "2d6!+500d2", error);
  dice_begin(r, &d);
  int sides;
  while ((sides = dice_next(r)) != 0) dice_take(r, sides);
  CHECK_INT(r->rolled, DICE_MAX);
  CHECK_INT(r->total, 6 * 500 + 2 * 500);
  free(r);
}

/* The frozen way: what a fixed stream rolls. */
static void test_from_a_stream(void) {
  static const struct {
    const char *text;
    int64_t total;
  } vector[] = {{"d20", 11},      {"2d20kl1+3", 5},   {"4d6kh3-1", 15},
                {"d%", 76},       {"3d6!", 12},       {"100d6", 353},
                {"10d10dh3", 24}, {"d1000000", 56556}};
  Rng r = stream(2), same = stream(3), words = stream(3);
  for (size_t i = 0; i < COUNT(vector); i++) {
    Dice d;
    DiceRoll roll;
    char error[DICE_ERROR];
    CHECK(dice_parse(&d, vector[i].text, error));
    CHECK_INT(dice_roll(&roll, &d, &r), vector[i].total);
    dice_roll(&roll, &d, &same);
    for (int k = 0; k < roll.rolled; k++) {
      uint64_t sides = (uint64_t)d.term[0].sides;
      CHECK_INT(roll.value[k], 1 + rng_below(&words, sides));
    }
  }
}

/* Dice are fair enough, and rolls stay in their range. */
static void test_fair(void) {
  Dice d;
  DiceRoll roll;
  char error[DICE_ERROR];
  Rng r = stream(4);
  int seen[7] = {0};
  dice_parse(&d, "6d6", error);
  for (int i = 0; i < 20000; i++) {
    int64_t total = dice_roll(&roll, &d, &r);
    if (total < 6 || total > 36) CHECK(!"6 to 36");
    for (int k = 0; k < 6; k++) seen[roll.value[k]]++;
  }
  for (int i = 1; i <= 6; i++) CHECK(seen[i] > 19400 && seen[i] < 20600);
}

int main(void) {
  test_good_ones();
  test_bad_ones();
  test_any_text();
  test_long_text();
  test_by_hand();
  test_refused_by_hand();
  test_explosions_end();
  test_from_a_stream();
  test_fair();
  return check_done("dice");
}
