/* The chance to meet a target: see odds.h for what is asked.
 *
 * With two replacements left all that counts is which pairs of unseen cards,
 * put in the place of which pair of own cards, meet the target: some 10 times
 * 900 rankings, from which follows, for each first card given away and each
 * that may come, the best second. Three left are all that for each first.
 * Sampled deals use the same from the last two replacements on, so what they
 * add up are chances and not just yes or no. */
#include <string.h>

#include "core/chance.h"
#include "core/odds.h"

#define USUAL_ERROR 0.005

enum {
  DECK = HAND_ALL,
  PAIRS = DECK * (DECK - 1) / 2,
  AHEAD = 16,        /* unseen cards that a choice with more left looks at */
  SAMPLES = 64,      /* of a unit */
  EXACT_WORK = 2000, /* hands, times the square of the error asked for */
  EXACT_LEFT = 3,    /* replacements that are followed exactly */
  WHOLE = 1 << 20    /* a chance of 1 in sums */
};

/* A hand in play and the cards that may come. */
typedef struct Play {
  const HandWild *wild;
  uint32_t target;
  int hole, cards; /* own ones, all with the board */
  uint64_t own[ODDS_HOLE], board;
  int unseen;
  uint64_t deck[DECK];
} Play;

typedef struct Scratch {
  uint64_t pair[PAIRS], hand[PAIRS];
  uint32_t rank[PAIRS];
} Scratch;

/* Ways to meet the target by replacing the own card i, or i and another. */
typedef struct Outs {
  int first[ODDS_HOLE];             /* cards that meet the target */
  bool hit[ODDS_HOLE][DECK];        /* which */
  uint32_t second[ODDS_HOLE][DECK]; /* after that card, with the best other
                                     * own card: second ones that meet it */
} Outs;

static uint64_t whole_hand(const Play *play) {
  uint64_t hand = play->board;
  for (int i = 0; i < play->hole; i++) hand += play->own[i];
  return hand;
}

static bool met(const Play *play) {
  return handrank_wild(play->wild, whole_hand(play), (size_t)play->cards) >=
         play->target;
}

/* ---- one and two replacements --------------------------------------- */

/* Ranks the hand with each unseen card in the place of the own card i. */
static void rank_replaced(const Play *play, Scratch *scratch, int i) {
  uint64_t rest = whole_hand(play) - play->own[i];
  for (int x = 0; x < play->unseen; x++)
    scratch->hand[x] = rest + play->deck[x];
  handrank_wild_batch(play->wild, ORDER_HIGH, scratch->hand,
                      (size_t)play->cards, scratch->rank, (size_t)play->unseen);
}

static void find_first(const Play *play, Scratch *scratch, Outs *outs) {
  for (int i = 0; i < play->hole; i++) {
    rank_replaced(play, scratch, i);
    outs->first[i] = 0;
    for (int x = 0; x < play->unseen; x++) {
      outs->hit[i][x] = scratch->rank[x] >= play->target;
      outs->first[i] += outs->hit[i][x];
    }
  }
}

/* How many partners each unseen card has with which it meets the target. */
static void count_partners(const Play *play, const Scratch *scratch,
                           uint32_t partners[DECK]) {
  const uint32_t *rank = scratch->rank;
  memset(partners, 0, DECK * sizeof *partners);
  for (int x = 0; x < play->unseen; x++) {
    uint32_t mine = 0;
    for (int y = x + 1; y < play->unseen; y++, rank++) {
      uint32_t meets = *rank >= play->target;
      partners[y] += meets;
      mine += meets;
    }
    partners[x] += mine;
  }
}

static void more(uint32_t *best, const uint32_t *than, int n) {
  for (int x = 0; x < n; x++) best[x] = than[x] > best[x] ? than[x] : best[x];
}

static void find_second(const Play *play, Scratch *scratch, Outs *outs) {
  uint64_t hand = whole_hand(play);
  int pairs = 0;
  memset(outs->second, 0, sizeof outs->second);
  for (int x = 0; x < play->unseen; x++)
    for (int y = x + 1; y < play->unseen; y++)
      scratch->pair[pairs++] = play->deck[x] + play->deck[y];
  for (int i = 0; i < play->hole; i++) {
    for (int j = 0; j < i; j++) {
      uint32_t partners[DECK];
      uint64_t rest = hand - play->own[i] - play->own[j];
      for (int p = 0; p < pairs; p++)
        scratch->hand[p] = rest + scratch->pair[p];
      handrank_wild_batch(play->wild, ORDER_HIGH, scratch->hand,
                          (size_t)play->cards, scratch->rank, (size_t)pairs);
      count_partners(play, scratch, partners);
      more(outs->second[i], partners, play->unseen);
      more(outs->second[j], partners, play->unseen);
    }
  }
}

/* The chance when the own card i goes first and then, unless that did it, the
 * best one: again the same, or another. */
static double chance_by(const Play *play, const Outs *outs, int i, int left) {
  double first = outs->first[i];
  if (left == 1) return first / play->unseen;
  double ways = 0;
  for (int x = 0; x < play->unseen; x++) {
    double second = outs->second[i][x];
    ways += outs->hit[i][x]  ? play->unseen - 1
            : second > first ? second
                             : first;
  }
  return ways / play->unseen / (play->unseen - 1);
}

static double best_chance(const Play *play, int left, Scratch *scratch,
                          int *replace);

/* Three left: for each card that may come in the place of i, two left. */
static double chance_of_three(const Play *play, int i, Scratch *scratch) {
  Play next = *play;
  double sum = 0;
  int unused;
  next.unseen--;
  for (int x = 0; x < play->unseen; x++) {
    next.own[i] = play->deck[x];
    next.deck[x] = play->deck[next.unseen];
    sum += best_chance(&next, 2, scratch, &unused);
    next.deck[x] = play->deck[x];
  }
  return sum / play->unseen;
}

/* The chance with `left` (0..3) replacements; *replace is the own card to
 * give away for it, -1 for none. */
static double best_chance(const Play *play, int left, Scratch *scratch,
                          int *replace) {
  Outs outs;
  double best = 0;
  *replace = -1;
  if (met(play)) return 1;
  if (left > play->unseen) left = play->unseen;
  if (left == 0) return 0;
  if (left < 3) find_first(play, scratch, &outs);
  if (left == 2) find_second(play, scratch, &outs);
  for (int i = 0; i < play->hole; i++) {
    double chance = left == 3 ? chance_of_three(play, i, scratch)
                              : chance_by(play, &outs, i, left);
    if (chance <= best) continue;
    best = chance;
    *replace = i;
  }
  return best;
}

/* ---- sampled deals -------------------------------------------------- */

/* Takes a random unseen card out of the deck. */
static uint64_t draw_card(Play *play, Rng *rng) {
  uint64_t at = rng_below(rng, (uint64_t)play->unseen);
  uint64_t card = play->deck[at];
  play->deck[at] = play->deck[--play->unseen];
  return card;
}

/* The own card whose replacement gives the best rank on average. */
static int improve(const Play *play, Scratch *scratch) {
  uint64_t most = 0;
  int best = 0;
  for (int i = 0; i < play->hole; i++) {
    uint64_t sum = 0;
    rank_replaced(play, scratch, i);
    for (int x = 0; x < play->unseen; x++) sum += scratch->rank[x];
    if (sum > most) best = i;
    if (sum > most) most = sum;
  }
  return best;
}

/* A choice with more left than are followed exactly. */
static int look_ahead(const Play *play, Rng *rng, Scratch *scratch) {
  Play some = *play;
  int replace;
  for (int x = 0; x < AHEAD && some.unseen > 0; x++) {
    uint64_t card = draw_card(&some, rng);
    some.deck[some.unseen] = card;
  }
  int drawn = play->unseen - some.unseen;
  memmove(some.deck, some.deck + some.unseen,
          (size_t)drawn * sizeof *some.deck);
  some.unseen = drawn;
  best_chance(&some, 2, scratch, &replace);
  return replace < 0 ? improve(&some, scratch) : replace;
}

/* The chance in one deal: unknown cards drawn, replacements made down to the
 * last two, those exact. */
static double sample(const OddsTarget *ask, Play play, Rng *rng,
                     Scratch *scratch) {
  int left = ask->replacements, unused;
  for (int i = ask->deal.known[0]; i < play.hole; i++)
    play.own[i] = draw_card(&play, rng);
  for (int i = ask->deal.board_known; i < ask->deal.board; i++)
    play.board += draw_card(&play, rng);
  for (; left > 2 && play.unseen > 2 && !met(&play); left--) {
    int i = look_ahead(&play, rng, scratch);
    play.own[i] = draw_card(&play, rng);
  }
  return best_chance(&play, left < 2 ? left : 2, scratch, &unused);
}

static void begin(Play *play, const OddsTarget *ask) {
  const OddsDeal *deal = &ask->deal;
  *play =
      (Play){.wild = deal->wild, .target = ask->target, .hole = deal->hole[0]};
  play->cards = play->hole + deal->board;
  play->board = odds_sum(deal->wild, deal->board_card, deal->board_known);
  for (int i = 0; i < deal->known[0]; i++)
    play->own[i] = handrank_either(deal->wild, deal->card[0][i]);
  play->unseen = odds_left(deal, play->deck);
}

/* Sums of whole numbers, in won[0]: of chances and of their squares. */
static void sample_unit(const OddsCrew *crew, uint64_t unit, void *scratch,
                        OddsTally *tally) {
  const OddsTarget *ask = crew->of;
  Rng rng;
  Play play;
  rng_stream(&rng, crew->run->key, "target", unit);
  begin(&play, ask);
  for (int k = 0; k < SAMPLES; k++) {
    double chance = sample(ask, play, &rng, scratch);
    uint64_t part = (uint64_t)(chance * WHOLE + 0.5);
    tally->won[0][0] += part;
    tally->won[0][1] += part * part;
  }
}

/* In rounds, so that where it ends doesn't depend on the threads. */
static bool sampled(const OddsTarget *ask, const OddsRun *run,
                    OddsChance *chance) {
  OddsCrew crew = {ask, run, 0, 0, sizeof(Scratch), sample_unit, {{{0}}}};
  double enough = run->error > 0 ? run->error : USUAL_ERROR;
  uint64_t all = (run->samples ? run->samples : 1000000) / SAMPLES + 1;
  do {
    uint64_t next = crew.units + (crew.units < 64 ? 16 : crew.units / 4);
    crew.first = crew.units;
    crew.units = next < all ? next : all;
    if (!odds_crew(&crew)) return false;
    double n = (double)(crew.units * SAMPLES), whole = (double)WHOLE;
    double mean = (double)crew.total.won[0][0] / n / whole;
    double squares = (double)crew.total.won[0][1] / n / whole / whole;
    chance->chance = mean;
    chance->error = odds_error(mean, squares, n);
    chance->deals = crew.units * SAMPLES;
  } while (chance->error > enough && crew.units < all);
  return true;
}

/* ---- every set of few unknown cards, no replacements ----------------- */

typedef struct Sets {
  const Play *play;
  Scratch *scratch;
  size_t count;
  uint64_t met, all;
} Sets;

static void rank_sets(Sets *sets) {
  Scratch *scratch = sets->scratch;
  handrank_wild_batch(sets->play->wild, ORDER_HIGH, scratch->hand,
                      (size_t)sets->play->cards, scratch->rank, sets->count);
  for (size_t i = 0; i < sets->count; i++)
    sets->met += scratch->rank[i] >= sets->play->target;
  sets->all += sets->count;
  sets->count = 0;
}

static void each_set(Sets *sets, int from, int n, uint64_t hand) {
  if (n == 0) {
    sets->scratch->hand[sets->count++] = hand;
    if (sets->count == PAIRS) rank_sets(sets);
    return;
  }
  for (int x = from; x <= sets->play->unseen - n; x++)
    each_set(sets, x + 1, n - 1, hand + sets->play->deck[x]);
}

static double every_set(const OddsTarget *ask, const Play *play, int unknown,
                        Scratch *scratch) {
  Sets sets = {play, scratch, 0, 0, 0};
  uint64_t hand = play->board;
  for (int i = 0; i < ask->deal.known[0]; i++) hand += play->own[i];
  each_set(&sets, 0, unknown, hand);
  rank_sets(&sets);
  return (double)sets.met / (double)sets.all;
}

/* Going through all sets is worth it while they are few for the error asked:
 * six cards for 0.005, five for 0.02. */
static bool few_sets(const Play *play, int unknown, const OddsRun *run) {
  double error = run->error > 0 ? run->error : USUAL_ERROR, sets = 1;
  for (int i = 0; i < unknown; i++) sets = sets * (play->unseen - i) / (i + 1);
  return sets * error * error <= EXACT_WORK;
}

/* ---- the question --------------------------------------------------- */

bool odds_target(const OddsTarget *ask, const OddsRun *run,
                 OddsChance *chance) {
  const OddsDeal *deal = &ask->deal;
  int unknown = deal->hole[0] - deal->known[0];
  unknown += deal->board - deal->board_known;
  Scratch scratch;
  Play play;
  begin(&play, ask);
  *chance = (OddsChance){.replace = -1};
  if (unknown == 0 && ask->replacements <= EXACT_LEFT)
    chance->chance =
        best_chance(&play, ask->replacements, &scratch, &chance->replace);
  else if (ask->replacements == 0 && few_sets(&play, unknown, run))
    chance->chance = every_set(ask, &play, unknown, &scratch);
  else
    return sampled(ask, run, chance);
  return true;
}
