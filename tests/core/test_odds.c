/* Odds: exact ones against every deal gone through one by one, sampled ones
 * against exact ones, and what is refused. */
#include "check.h"
#include "core/odds.h"
#include "tools.h"

#include <math.h>
#include <string.h>

/* Hands of `hole` cards, known ones as texts up to NULL, and a board. */
static OddsDeal deal_of(int hands, int hole, const char *const *known,
                        int board, const char *board_known) {
  OddsDeal deal = {.hands = hands, .board = board};
  for (int h = 0; h < hands; h++) {
    deal.hole[h] = hole;
    deal.known[h] = (int)parse(known[h], deal.card[h]);
  }
  deal.board_known = (int)parse(board_known, deal.board_card);
  return deal;
}

static OddsRun run_of(int jobs) {
  OddsRun run = {.jobs = jobs, .samples = 1000000};
  memset(run.key, 7, sizeof run.key);
  return run;
}

static bool near(double a, double b, double by) { return fabs(a - b) <= by; }

/* ---- the slow way --------------------------------------------------- */

typedef struct Slow {
  const OddsDeal *deal;
  uint8_t hand[ODDS_HANDS][HAND_MOST];
  uint64_t used;
  double share[ODDS_HANDS], win[ODDS_HANDS];
  long deals;
} Slow;

static void slow_showdown(Slow *slow) {
  int hands = slow->deal->hands, winners = 0;
  uint32_t rank[ODDS_HANDS], best = 0;
  for (int h = 0; h < hands; h++) {
    size_t n = (size_t)(slow->deal->hole[h] + slow->deal->board);
    rank[h] = rank_cards(slow->hand[h], n);
    best = rank[h] > best ? rank[h] : best;
  }
  for (int h = 0; h < hands; h++) winners += rank[h] == best;
  for (int h = 0; h < hands; h++) {
    if (rank[h] != best) continue;
    slow->share[h] += 1.0 / winners;
    slow->win[h] += winners == 1;
  }
  slow->deals++;
}

/* Gives the card in place `at` of hand h (hand `hands` is the board). */
static void slow_deal(Slow *slow, int h, int at, int from) {
  const OddsDeal *deal = slow->deal;
  bool board = h == deal->hands;
  if (h > deal->hands) {
    slow_showdown(slow);
    return;
  }
  if (at == (board ? deal->board : deal->hole[h])) {
    int next = h + 1;
    slow_deal(slow, next,
              next < deal->hands ? deal->known[next] : deal->board_known, 0);
    return;
  }
  for (int c = from; c < 52; c++) {
    if (slow->used >> c & 1) continue;
    slow->used |= 1ull << c;
    for (int k = 0; k < deal->hands; k++)
      if (board)
        slow->hand[k][deal->hole[k] + at] = (uint8_t)c;
      else if (k == h)
        slow->hand[h][at] = (uint8_t)c;
    slow_deal(slow, h, at + 1, c + 1);
    slow->used &= ~(1ull << c);
  }
}

static Slow slow_odds(const OddsDeal *deal) {
  Slow slow = {.deal = deal, .used = deal->dead};
  for (int h = 0; h < deal->hands; h++) {
    for (int i = 0; i < deal->known[h]; i++) {
      slow.hand[h][i] = deal->card[h][i];
      slow.used |= 1ull << deal->card[h][i];
    }
    for (int i = 0; i < deal->board_known; i++)
      slow.hand[h][deal->hole[h] + i] = deal->board_card[i];
  }
  for (int i = 0; i < deal->board_known; i++)
    slow.used |= 1ull << deal->board_card[i];
  slow_deal(&slow, 0, deal->known[0], 0);
  return slow;
}

static bool exact_is_slow(const OddsDeal *deal) {
  OddsRun run = run_of(2);
  OddsResult result;
  char note[ODDS_NOTE] = "";
  if (!odds_check(deal, note) || !odds_exact(deal, &run, &result)) {
    fprintf(stderr, "%s\n", note);
    return false;
  }
  Slow slow = slow_odds(deal);
  bool right = slow.deals == (long)result.deals;
  for (int h = 0; h < deal->hands; h++) {
    double n = (double)slow.deals;
    right = right && near(result.hand[h].share, slow.share[h] / n, 1e-9) &&
            near(result.hand[h].win, slow.win[h] / n, 1e-9) &&
            result.hand[h].error == 0;
  }
  return right;
}

static const char *const pair_and_suited[] = {"7h 7d", "Ks Qs"};
static const char *const three_hands[] = {"Ah Kh", "2c 2d", "9s 8s"};
static const char *const one_unknown[] = {"Jh Jd", ""};
static const char *const known_last[] = {"", "Ad 9h"};
static const char *const half_known[] = {"Ah", "Kd", "5c"};

static void check_exact(void) {
  OddsDeal deal = deal_of(2, 2, pair_and_suited, 5, "");
  CHECK(exact_is_slow(&deal));
  deal = deal_of(2, 2, pair_and_suited, 4, "");
  CHECK(exact_is_slow(&deal));
  deal = deal_of(3, 2, three_hands, 5, "7h 5h 2s");
  CHECK(exact_is_slow(&deal));
  deal = deal_of(3, 2, three_hands, 5, "7h 5h 2s 2h 9c");
  CHECK(exact_is_slow(&deal));
  deal = deal_of(2, 2, one_unknown, 5, "7h 5h 2s 2h");
  CHECK(exact_is_slow(&deal));
  deal = deal_of(2, 2, one_unknown, 5, "Jh 5h 2s");
  CHECK(exact_is_slow(&deal));
  deal = deal_of(2, 2, known_last, 4, "7h 5h");
  deal.dead = 0xfffffull << 20;
  CHECK(exact_is_slow(&deal));
  deal = deal_of(2, 3, half_known, 3, "7h 7d 2s");
  deal.dead = 0xfffffull << 13;
  deal.dead &= ~(1ull << 24 | 1ull << 18 | 1ull << 31);
  CHECK(exact_is_slow(&deal));
  deal = deal_of(3, 2, half_known, 4, "7h 3d 2s 2h");
  CHECK(exact_is_slow(&deal));
}

/* Different numbers of own cards, eight and nine with the board. */
static void check_uneven(void) {
  static const char *const known[] = {"Ah Kh 3c 3d", "9c 8c 2s 2d 4h", "Qd"};
  OddsDeal deal = deal_of(3, 1, known, 4, "7c 6c");
  deal.hole[0] = 4;
  deal.hole[1] = 5;
  deal.hole[2] = 1;
  CHECK(exact_is_slow(&deal));
}

/* Aces against kings before the board, 82% as everybody knows. */
static void check_known(void) {
  static const char *const aces[] = {"As Ah", "Ks Kd"};
  OddsDeal deal = deal_of(2, 2, aces, 5, "");
  OddsRun run = run_of(1);
  OddsResult result;
  CHECK(odds_deals(&deal) == 1712304);
  CHECK(odds_exact(&deal, &run, &result));
  CHECK_INT(result.deals, 1712304);
  double sum = result.hand[0].win + result.hand[1].win + result.hand[0].tie;
  CHECK(near(sum, 1, 1e-12));
  CHECK(result.hand[0].share > 0.81 && result.hand[0].share < 0.83);
}

static bool same(const OddsResult *a, const OddsResult *b) {
  return !memcmp(a, b, sizeof *a);
}

static void check_sampled(const OddsDeal *deal) {
  OddsRun run = run_of(1), two = run_of(2);
  OddsResult exact, sampled, again;
  CHECK(odds_exact(deal, &run, &exact));
  CHECK(odds_sample(deal, &run, &sampled));
  CHECK(odds_sample(deal, &two, &again));
  CHECK(same(&sampled, &again));
  CHECK(sampled.deals >= run.samples);
  for (int h = 0; h < deal->hands; h++) {
    const OddsShare *share = &sampled.hand[h];
    CHECK(near(share->share, exact.hand[h].share, 4 * share->error + 1e-9));
    CHECK(near(share->tie, exact.hand[h].tie, 0.003));
    CHECK(share->error < 0.001);
  }
}

static void check_samples(void) {
  OddsDeal deal = deal_of(2, 2, pair_and_suited, 5, "");
  check_sampled(&deal);
  deal = deal_of(3, 2, three_hands, 5, "7h 5h 2s");
  check_sampled(&deal);
  deal = deal_of(2, 2, one_unknown, 5, "7h 5h 2s");
  check_sampled(&deal);
  deal = deal_of(3, 2, half_known, 4, "7h 3d 2s 2h");
  check_sampled(&deal);
}

/* Nearly all cards dealt: nine hands of five, four on the board, each as good
 * as the others. */
static void check_crowded(void) {
  static const char *const none[9] = {"", "", "", "", "", "", "", "", ""};
  OddsDeal deal = deal_of(9, 5, none, 4, "");
  OddsRun run = run_of(2);
  OddsResult result;
  run.samples = 1;
  CHECK(odds_sample(&deal, &run, &result));
  double sum = 0;
  for (int h = 0; h < 9; h++) {
    const OddsShare *share = &result.hand[h];
    CHECK(near(share->share, 1.0 / 9, 4.5 * share->error));
    sum += share->share;
  }
  CHECK(near(sum, 1, 1e-9));
}

/* Enough is enough, and the error said is the error there is. */
static void check_error(void) {
  OddsDeal deal = deal_of(2, 2, pair_and_suited, 5, "");
  OddsRun run = run_of(2);
  OddsResult result, more;
  run.samples = 100000000;
  run.error = 0.001;
  CHECK(odds_sample(&deal, &run, &result));
  CHECK(result.hand[0].error <= 0.001);
  CHECK(result.deals < 1000000);
  run.key[0]++;
  CHECK(odds_sample(&deal, &run, &more));
  CHECK(!same(&result, &more));
  run.error = 0.05;
  CHECK(odds_sample(&deal, &run, &more));
  CHECK(more.hand[0].error <= 0.05 && more.deals <= 128);
  CHECK(near(more.hand[0].share, result.hand[0].share, 0.25));
  unsigned n = 64; /* so many a share of one half needs */
  do {
    run.error = sqrt(0.25 / n);
    CHECK(odds_sample(&deal, &run, &more));
    CHECK_INT(more.deals, n);
    n *= 4;
  } while (more.deals * 4 == n && n <= 4096);
}

static void check_refusals(void) {
  char note[ODDS_NOTE];
  OddsDeal good = deal_of(2, 2, pair_and_suited, 5, "2c"), deal = good;
  CHECK(odds_check(&good, note));
  deal.board = 2;
  CHECK(!odds_check(&deal, note) && strstr(note, "5 to 9"));
  deal = good;
  deal.hole[1] = 5;
  CHECK(!odds_check(&deal, note) && strstr(note, "5 to 9"));
  deal = good;
  deal.dead = 0xfffffffffffffull & ~(3ull << 4);
  for (int i = 0; i < 4; i++) deal.dead &= ~(1ull << deal.card[i / 2][i % 2]);
  deal.dead &= ~(1ull << deal.board_card[0]);
  CHECK(!odds_check(&deal, note) && strstr(note, "deck"));
}

/* Of the deck only these are left: ranks that one suit alone has, so that each
 * board is a flush; a board known in part; hands of three cards. */
static void check_thin(const char *const hands[2], int hole, const char *board,
                       uint64_t left) {
  OddsDeal deal = deal_of(2, hole, hands, 5, board);
  for (int h = 0; h < 2; h++)
    for (int i = 0; i < deal.known[h]; i++) left |= 1ull << deal.card[h][i];
  for (int i = 0; i < deal.board_known; i++) left |= 1ull << deal.board_card[i];
  deal.dead = ~left & 0xfffffffffffffull;
  CHECK(exact_is_slow(&deal));
}

static void check_thin_decks(void) {
  const uint64_t hearts = 0xff0ull << 26, others = 0x1f1full << 13;
  check_thin((const char *[]){"2c 2d", "3c 3d"}, 2, "", hearts);
  check_thin((const char *[]){"2c 2d", "3c 3d"}, 2, "As", hearts | others);
  check_thin((const char *[]){"2c 2d 9c", "3c 3d 9s"}, 3, "", hearts | others);
}

/* A hand against any: as against each other hand by itself. Suits are alike in
 * some of these, in others not, for what is dead or on the board. */
static void check_any(const char *hand, const char *board, const char *dead) {
  OddsDeal any = deal_of(2, 2, (const char *[]){hand, ""}, 5, board), one;
  OddsRun run = run_of(2);
  OddsResult result, part;
  uint8_t away[5];
  uint64_t deals = 0, seen;
  double share = 0, tie = 0;
  for (size_t n = parse(dead, away); n > 0; n--)
    any.dead |= 1ull << away[n - 1];
  seen = any.dead | 1ull << any.card[0][0] | 1ull << any.card[0][1];
  for (int i = 0; i < any.board_known; i++) seen |= 1ull << any.board_card[i];
  CHECK(odds_exact(&any, &run, &result));
  one = any;
  one.known[1] = 2;
  for (uint8_t a = 0; a < HAND_CARDS; a++)
    for (uint8_t b = 0; b < a; b++) {
      memcpy(one.card[1], (uint8_t[]){a, b}, 2);
      if (seen >> a & 1 || seen >> b & 1) continue;
      if (!odds_exact(&one, &run, &part)) continue;
      deals += part.deals;
      share += part.hand[0].share * (double)part.deals;
      tie += part.hand[0].tie * (double)part.deals;
    }
  CHECK(deals == result.deals && near(odds_deals(&any), (double)deals, 0));
  CHECK(near(result.hand[0].share, share / (double)deals, 1e-9));
  CHECK(near(result.hand[0].tie, tie / (double)deals, 1e-9));
}

static void check_alike(void) {
  check_any("7d 7h", "2c 9c Ks", "");
  check_any("Ad Kd", "2c 9s Kh", "");
  check_any("Ad Kd", "2c 9s Kh", "3c");
  check_any("Ad Kh", "2d 9d", "");
  check_any("Qs Qc", "2d 3h 4d 5h", "");
}

int main(void) {
  check_alike();
  check_thin_decks();
  check_exact();
  check_uneven();
  check_known();
  check_samples();
  check_crowded();
  check_error();
  check_refusals();
  return check_done("odds");
}
