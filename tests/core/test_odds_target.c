/* The chance to meet a target: against every way the cards can come, tried
 * one by one with a small deck. */
#include "check.h"
#include "core/handrank.h"
#include "core/odds.h"
#include "tools.h"

#include <math.h>
#include <string.h>

/* The target of that name, or 0. */
static uint32_t target_called(const char *wanted) {
  static const struct {
    const char *name;
    HandKind kind;
    int values[2];
  } known[] = {{"seven-high", HAND_HIGH_CARD, {5, -1}},
               {"pair of tens", HAND_PAIR, {8, -1}},
               {"pair of aces", HAND_PAIR, {12, -1}},
               {"two pair, nines and twos", HAND_TWO_PAIR, {7, 0}},
               {"three sixes", HAND_THREE, {4, -1}},
               {"three eights", HAND_THREE, {6, -1}},
               {"nine-high straight", HAND_STRAIGHT, {7, -1}},
               {"ten-high flush", HAND_FLUSH, {8, -1}},
               {"four nines", HAND_FOUR, {7, -1}},
               {"royal flush", HAND_STRAIGHT_FLUSH, {12, -1}}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(known[i].name, wanted) == 0)
      return target_of(known[i].kind, known[i].values);
  return 0;
}

static OddsTarget ask_of(const char *target, const char *hole, int all_hole,
                         const char *board, int all_board, int replacements) {
  OddsTarget ask = {
      .deal = {.hands = 1, .hole = {all_hole}, .board = all_board}};
  ask.target = target_called(target);
  CHECK(ask.target != 0);
  ask.deal.known[0] = (int)parse(hole, ask.deal.card[0]);
  ask.deal.board_known = (int)parse(board, ask.deal.board_card);
  ask.replacements = replacements;
  return ask;
}

/* Leaves about `left` cards unseen: a spread of the others is dead. */
static void thin(OddsTarget *ask, int left) {
  uint64_t seen = 0;
  int unseen = 52 - ask->deal.known[0] - ask->deal.board_known;
  for (int i = 0; i < ask->deal.known[0]; i++)
    seen |= 1ull << ask->deal.card[0][i];
  for (int i = 0; i < ask->deal.board_known; i++)
    seen |= 1ull << ask->deal.board_card[i];
  for (int c = 5; unseen > left; c = (c + 7) % 52) {
    if ((seen | ask->deal.dead) >> c & 1) continue;
    ask->deal.dead |= 1ull << c;
    unseen--;
  }
}

/* ---- the slow way --------------------------------------------------- */

typedef struct Slow {
  const OddsTarget *ask;
  uint8_t card[HAND_MOST]; /* own ones first */
  uint64_t seen;
} Slow;

static double slow_chance(Slow *slow, int left);

static double slow_replace(Slow *slow, int i, int left) {
  uint8_t was = slow->card[i];
  double sum = 0;
  int ways = 0;
  for (int c = 0; c < 52; c++) {
    if (slow->seen >> c & 1) continue;
    slow->seen |= 1ull << c;
    slow->card[i] = (uint8_t)c;
    sum += slow_chance(slow, left - 1);
    ways++;
    slow->seen &= ~(1ull << c);
  }
  slow->card[i] = was;
  return sum / ways;
}

static double slow_chance(Slow *slow, int left) {
  size_t n = (size_t)(slow->ask->deal.hole[0] + slow->ask->deal.board);
  double best = 0;
  if (rank_cards(slow->card, n) >= slow->ask->target) return 1;
  for (int i = 0; left > 0 && i < slow->ask->deal.hole[0]; i++)
    best = fmax(best, slow_replace(slow, i, left));
  return best;
}

/* Each card in place `at` that isn't known. */
static double slow_deal(Slow *slow, int at) {
  const OddsTarget *ask = slow->ask;
  bool known = at < ask->deal.hole[0]
                   ? at < ask->deal.known[0]
                   : at - ask->deal.hole[0] < ask->deal.board_known;
  double sum = 0;
  int ways = 0;
  if (at == ask->deal.hole[0] + ask->deal.board)
    return slow_chance(slow, ask->replacements);
  if (known) return slow_deal(slow, at + 1);
  for (int c = 0; c < 52; c++) {
    if (slow->seen >> c & 1) continue;
    slow->seen |= 1ull << c;
    slow->card[at] = (uint8_t)c;
    sum += slow_deal(slow, at + 1);
    ways++;
    slow->seen &= ~(1ull << c);
  }
  return sum / ways;
}

static double slow_odds(const OddsTarget *ask) {
  Slow slow = {.ask = ask, .seen = ask->deal.dead};
  for (int i = 0; i < ask->deal.known[0]; i++) {
    slow.card[i] = ask->deal.card[0][i];
    slow.seen |= 1ull << ask->deal.card[0][i];
  }
  for (int i = 0; i < ask->deal.board_known; i++) {
    slow.card[ask->deal.hole[0] + i] = ask->deal.board_card[i];
    slow.seen |= 1ull << ask->deal.board_card[i];
  }
  return slow_deal(&slow, 0);
}

static OddsRun run_of(int jobs) {
  OddsRun run = {.jobs = jobs};
  memset(run.key, 3, sizeof run.key);
  return run;
}

static bool exact_is_slow(OddsTarget ask, int left) {
  OddsRun run = run_of(2);
  OddsChance chance;
  char note[ODDS_NOTE] = "";
  thin(&ask, left);
  bool fine = odds_check(&ask.deal, note) && odds_target(&ask, &run, &chance);
  double want = slow_odds(&ask);
  if (!fine || fabs(chance.chance - want) > 1e-9)
    fprintf(stderr, "%s %g, expected %g\n", note, chance.chance, want);
  return fine && fabs(chance.chance - want) < 1e-9 && chance.error == 0;
}

static const char board[] = "9h 8d 6d 4s";

static void check_exact(void) {
  CHECK(exact_is_slow(ask_of("ten-high flush", "Th Ts 4h 2h", 4, board, 4, 0),
                      43));
  CHECK(exact_is_slow(ask_of("ten-high flush", "Th Ts 4h 2h", 4, board, 4, 1),
                      43));
  CHECK(exact_is_slow(ask_of("ten-high flush", "Th Ts 4h 2h", 4, board, 4, 2),
                      43));
  CHECK(exact_is_slow(ask_of("pair of tens", "3c", 1, board, 4, 2), 40));
  CHECK(
      exact_is_slow(ask_of("nine-high straight", "3c Ks", 2, board, 4, 2), 40));
  CHECK(exact_is_slow(ask_of("three sixes", "3c Ks 6c 2h 2s", 5, board, 4, 2),
                      16));
  CHECK(exact_is_slow(ask_of("three eights", "3c Ks Jc", 3, board, 4, 3), 14));
  CHECK(exact_is_slow(ask_of("four nines", "9c 9s Jc", 3, board, 4, 3), 14));
  CHECK(exact_is_slow(ask_of("royal flush", "9c 9s Jc", 3, board, 4, 3), 10));
}

/* With no replacements and few cards unknown, all of them. */
static void check_no_replacements(void) {
  CHECK(exact_is_slow(ask_of("pair of aces", "9c", 2, "9h 8d", 4, 0), 30));
  CHECK(exact_is_slow(ask_of("two pair, nines and twos", "9c 2d", 2, "", 4, 0),
                      30));
}

/* The more error will do, the fewer hands are all gone through. */
static void check_few_sets(void) {
  OddsTarget ask = ask_of("pair of aces", "", 2, "", 4, 0); /* six unknown */
  OddsRun run = run_of(1);
  OddsChance exact, near;
  CHECK(odds_target(&ask, &run, &exact) && exact.error == 0);
  run.error = 0.02;
  CHECK(odds_target(&ask, &run, &near) && near.error > 0);
  CHECK(near.error <= 0.02 && fabs(near.chance - exact.chance) < 0.08);
  ask.deal.hole[0] = 1;
  CHECK(odds_target(&ask, &run, &near) && near.error == 0);
}

static void check_replace(void) {
  OddsTarget ask = ask_of("ten-high flush", "Th Ts 4h 2h", 4, board, 4, 1);
  OddsRun run = run_of(1);
  OddsChance chance;
  CHECK(odds_target(&ask, &run, &chance));
  CHECK_INT(chance.replace, 1); /* the ten of spades */
  CHECK(fabs(chance.chance - 9.0 / 44) < 1e-12);
  ask = ask_of("pair of tens", "Th Ts 4h 2h", 4, board, 4, 1);
  CHECK(odds_target(&ask, &run, &chance));
  CHECK(chance.chance == 1 && chance.replace == -1);
}

static bool sampled_is_slow(OddsTarget ask, int left) {
  OddsRun run = run_of(1), two = run_of(2);
  OddsChance chance, again;
  thin(&ask, left);
  double want = slow_odds(&ask);
  if (!odds_target(&ask, &run, &chance)) return false;
  if (!odds_target(&ask, &two, &again)) return false;
  bool near = fabs(chance.chance - want) < 4 * chance.error;
  if (!near) fprintf(stderr, "%g, expected %g\n", chance.chance, want);
  return near && chance.error > 0 && chance.error <= 0.005 &&
         chance.chance == again.chance;
}

static void check_sampled(void) {
  CHECK(sampled_is_slow(ask_of("pair of aces", "9c", 2, "Ah 8d", 4, 1), 12));
  CHECK(sampled_is_slow(
      ask_of("two pair, nines and twos", "9c 2d", 2, "9h 8d", 3, 2), 14));
  CHECK(sampled_is_slow(
      ask_of("ten-high flush", "Th Ts 4h", 3, "2h 8h 3c", 4, 2), 14));
}

/* With more left, choices are not the best there are, nor much worse; and one
 * more replacement never makes it worse. */
static void check_more_left(void) {
  double last = 0;
  for (int left = 0; left <= 5; left++) {
    OddsTarget ask =
        ask_of("ten-high flush", "Th Ts 4h 2h", 4, "9h 8d", 4, left);
    OddsRun run = run_of(2);
    OddsChance chance;
    CHECK(odds_target(&ask, &run, &chance));
    CHECK(chance.chance > last + 0.02);
    last = chance.chance;
  }
  OddsTarget four = ask_of("three eights", "3c Ks Jc", 3, board, 4, 4);
  OddsRun run = run_of(2);
  OddsChance chance;
  thin(&four, 8);
  double want = slow_odds(&four);
  CHECK(odds_target(&four, &run, &chance));
  CHECK(chance.chance < want + 4 * chance.error);
  CHECK(chance.chance > want - 0.05);
}

/* So few cards are left that replacing ends before the replacements do; so few
 * deals are allowed that the error asked for isn't reached. */
static void check_ends(void) {
  OddsTarget ask = ask_of("three eights", "3c Ks", 3, board, 4, 5);
  OddsRun run = run_of(2);
  OddsChance chance;
  thin(&ask, 3);
  double want = slow_odds(&ask);
  CHECK(odds_target(&ask, &run, &chance));
  CHECK(fabs(chance.chance - want) < 4 * chance.error + 1e-9);
  ask = ask_of("ten-high flush", "Th Ts 4h 2h", 4, "9h 8d", 4, 3);
  run.samples = 2000;
  run.error = 1e-6;
  CHECK(odds_target(&ask, &run, &chance));
  CHECK(chance.deals >= 2000 && chance.deals < 10000 && chance.error > 1e-6);
}

static void check_refusals(void) {
  char note[ODDS_NOTE];
  OddsTarget good = ask_of("seven-high", "Th Ts", 2, board, 4, 1), ask = good;
  CHECK(odds_check(&good.deal, note));
  ask.deal.board = 2;
  CHECK(!odds_check(&ask.deal, note) && strstr(note, "5 to 9"));
  ask = good;
  thin(&ask, 0);
  OddsRun run = run_of(1);
  OddsChance chance;
  CHECK(odds_check(&ask.deal, note));
  CHECK(odds_target(&ask, &run, &chance));
  CHECK(chance.chance == 1);
  ask.target = good.target | 7u << 29;
  CHECK(odds_target(&ask, &run, &chance));
  CHECK(chance.chance == 0);
}

int main(void) {
  check_exact();
  check_no_replacements();
  check_few_sets();
  check_replace();
  check_sampled();
  check_more_left();
  check_ends();
  check_refusals();
  return check_done("odds_target");
}
