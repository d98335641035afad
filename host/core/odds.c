/* Odds: the question, the threads that work on it, every deal there is, and
 * deals drawn at random. See odds.h; odds_batch.c draws and counts.
 *
 * Exact. Hands' missing cards are gone through one group after another, the board
 * last. A board that is wholly unknown isn't gone through card by card where
 * at most one suit can make a flush: then suits matter only in boards with
 * enough cards of one. Those are made suit by suit: some cards of the suit,
 * and for the others only their ranks, with the number of ways in which suits
 * can be given to them. All other boards are sets of ranks. For two cards a
 * hand and five on the board that is 150,000 rankings instead of 1,712,304.
 * Where two cards of one hand and two of the board are missing, each four of
 * cards is ranked once for the six deals it makes.
 *
 * In a prepared hand it is the count above a suit's ranks that makes a flush;
 * cards whose suit doesn't matter come as ranks without the count, in any
 * suit where that rank is free.
 *
 * Sampled. The board and, if both are no more than seven cards, a hand are one draw out
 * of one word (odds_batch.c). For each hand after that a word gives three pairs,
 * of which the first that is free is taken: seldom is none, and what that costs
 * more in drawing it saves in branches guessed wrong. Such a draw is favoured
 * by no more than 2^-27, those of odds_batch.c by nothing.
 *
 * Units of work have a stream of chance of their own: what is drawn doesn't
 * depend on which thread draws it. */
#include "core/odds.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chance.h"
#include "core/cpu_variants.h"

/* ---- the question --------------------------------------------------- */

static uint64_t mask_of(const uint8_t *cards, int n) {
  uint64_t mask = 0;
  for (int i = 0; i < n; i++) mask |= 1ull << cards[i];
  return mask;
}

/* The cards that can't come any more. */
static uint64_t cards_seen(const OddsDeal *deal) {
  uint64_t seen = deal->dead | mask_of(deal->board_card, deal->board_known);
  for (int h = 0; h < deal->hands; h++)
    seen |= mask_of(deal->card[h], deal->known[h]);
  return seen;
}

bool odds_check(const OddsDeal *deal, char note[ODDS_NOTE]) {
  int missing = deal->board - deal->board_known;
  for (int h = 0; h < deal->hands; h++) {
    int cards = deal->hole[h] + deal->board;
    missing += deal->hole[h] - deal->known[h];
    if (cards >= HAND_LEAST && cards <= HAND_MOST) continue;
    snprintf(note, ODDS_NOTE,
             "cards of a hand and the board: %d, expected 5 to 9", cards);
    return false;
  }
  int seen = __builtin_popcountll(cards_seen(deal));
  if (missing <= HAND_CARDS + deal->jokers - seen) return true;
  snprintf(note, ODDS_NOTE,
           "cards to come: %d, expected no more than the deck still has",
           missing);
  return false;
}

uint64_t odds_sum(const HandWild *wild, const uint8_t *cards, int n) {
  uint64_t sum = 0;
  for (int i = 0; i < n; i++) sum += handrank_either(wild, cards[i]);
  return sum;
}

int odds_left(const OddsDeal *deal, uint64_t card[HAND_ALL]) {
  uint64_t seen = cards_seen(deal);
  int count = 0;
  for (int c = 0; c < HAND_CARDS + deal->jokers; c++)
    if (!(seen >> c & 1))
      card[count++] = handrank_either(deal->wild, (unsigned)c);
  return count;
}

static void make_table(OddsTable *table, const OddsDeal *deal) {
  uint64_t board = odds_sum(deal->wild, deal->board_card, deal->board_known);
  table->wild = deal->wild;
  table->hands = deal->hands;
  table->board = deal->board;
  table->groups = 0;
  for (int h = 0; h < deal->hands; h++) {
    int missing = deal->hole[h] - deal->known[h];
    table->base[h] =
        board + odds_sum(deal->wild, deal->card[h], deal->known[h]);
    table->cards[h] = (size_t)(deal->hole[h] + deal->board);
    if (missing) table->group[table->groups++] = (OddsGroup){h, missing};
  }
  int missing = deal->board - deal->board_known;
  if (missing || table->groups == 0)
    table->group[table->groups++] = (OddsGroup){-1, missing};
  table->deck.bits = deal->wild ? UINT64_MAX : ODDS_RANKS;
  table->deck.count = odds_left(deal, table->deck.card);
}

double odds_deals(const OddsDeal *deal) {
  OddsTable table;
  make_table(&table, deal);
  double deals = 1;
  int left = table.deck.count;
  for (int g = 0; g < table.groups; g++)
    for (int k = 1; k <= table.group[g].cards; k++) deals *= left-- / (double)k;
  return round(deals);
}

/* ---- threads -------------------------------------------------------- */

typedef struct Worker {
  pthread_t thread;
  const OddsCrew *crew;
  atomic_uint_fast64_t *next; /* unit that nobody has begun */
  void *scratch;
  OddsTally tally;
} Worker;

static void *work(void *of) {
  Worker *worker = of;
  const OddsCrew *crew = worker->crew;
  uint64_t unit;
  while ((unit = atomic_fetch_add(worker->next, 1)) < crew->units)
    crew->unit(crew, unit, worker->scratch, &worker->tally);
  return NULL;
}

static void add_tally(OddsTally *to, const OddsTally *from) {
  for (int h = 0; h < ODDS_HANDS; h++)
    for (int k = 0; k < ODDS_HANDS; k++) to->won[h][k] += from->won[h][k];
}

bool odds_crew(OddsCrew *crew) {
  uint64_t units = crew->units - crew->first;
  size_t jobs = (size_t)crew->run->jobs, started = 1;
  if (jobs > units) jobs = units;
  Worker *worker = malloc(jobs * (sizeof *worker + crew->scratch));
  if (worker == NULL) return false;
  char *scratch = (char *)(worker + jobs);
  atomic_uint_fast64_t next = crew->first;
  for (size_t i = 0; i < jobs; i++)
    worker[i] = (Worker){
        .crew = crew, .next = &next, .scratch = scratch + i * crew->scratch};
  while (started < jobs && pthread_create(&worker[started].thread, NULL, work,
                                          &worker[started]) == 0)
    started++;
  work(&worker[0]);
  for (size_t i = 0; i < started; i++) {
    if (i > 0) pthread_join(worker[i].thread, NULL);
    add_tally(&crew->total, &worker[i].tally);
  }
  free(worker);
  return true;
}

/* ---- results -------------------------------------------------------- */

static void count_batch(const OddsTable *table, int from, OddsBatch *batch,
                        OddsTally *tally) {
  static OddsCount *const by[CPU_VARIANTS] = VARIANTS_OF(odds_count);
  by[cpu_variant()](table, from, batch, tally);
}

double odds_error(double mean, double mean_of_squares, double n) {
  double spread = mean_of_squares - mean * mean;
  return sqrt((spread > 1 / n ? spread : 1 / n) / n);
}

static void make_result(const OddsTally *tally, int hands, uint64_t deals,
                        bool exact, OddsResult *result) {
  double n = (double)deals;
  memset(result, 0, sizeof *result);
  result->deals = deals;
  for (int h = 0; h < hands; h++) {
    OddsShare *to = &result->hand[h];
    double squares = 0;
    to->win = (double)tally->won[h][0] / n;
    for (int k = 0; k < hands; k++) {
      double part = (double)tally->won[h][k] / n;
      if (k) to->tie += part;
      to->share += part / (k + 1);
      squares += part / (k + 1) / (k + 1);
    }
    if (!exact) to->error = odds_error(to->share, squares, n);
  }
}

/* ---- every deal ----------------------------------------------------- */

enum { WHOLE = 1 << 14 }; /* deals that one thread goes through */

typedef struct Exact Exact;

typedef struct Walk {
  const Exact *exact;
  OddsTable table; /* a copy: base and deck change on the way */
  int last;        /* the group whose cards fill the batch */
  uint32_t times;  /* how many deals each stands for, by symmetry */
  uint64_t *come;
  OddsBatch *batch;
  OddsTally *tally;
} Walk;

static void flush_batch(Walk *walk) {
  if (walk->batch->count)
    count_batch(&walk->table, walk->last, walk->batch, walk->tally);
  walk->batch->count = 0;
}

/* Each of the sums with some cards more, in so many ways (NULL: one), to the
 * batch. */
static void add(Walk *walk, const uint64_t *sum, const uint32_t *ways,
                size_t count, uint64_t more) {
  OddsBatch *batch = walk->batch;
  if (batch->count + count > ODDS_BATCH) flush_batch(walk);
  uint64_t *come = walk->come + batch->count;
  uint32_t *weight = batch->weight + batch->count;
  for (size_t i = 0; i < count; i++) come[i] = sum[i] + more;
  for (size_t i = 0; i < count; i++)
    weight[i] = ways ? ways[i] * walk->times : walk->times;
  batch->count += count;
}

/* ---- card by card --------------------------------------------------- */

/* All sets of n cards out of deck[from..], each with `sum` to the batch. */
static void each_set(Walk *walk, int from, int n, uint64_t sum) {
  const OddsDeck *deck = &walk->table.deck;
  if (n == 0) add(walk, &sum, NULL, 1, 0);
  if (n == 1)
    add(walk, deck->card + from, NULL, (size_t)(deck->count - from), sum);
  for (int i = from; n > 1 && i <= deck->count - n; i++)
    each_set(walk, i + 1, n - 1, sum + deck->card[i]);
}

/* ---- by ranks ------------------------------------------------------- */

/* Cards left, seen as ranks: which suits have it, how many of them. */
typedef struct Ranks {
  uint64_t deck; /* bits of the cards left, one a card */
  int most[13];  /* how many suits have the rank */
} Ranks;

static void count_ranks(Ranks *ranks, uint64_t deck) {
  ranks->deck = deck;
  for (int r = 0; r < 13; r++)
    ranks->most[r] = __builtin_popcountll(deck & 0x0001000100010001ull << r);
}

/* k cards of rank r, the lowest suits first, without counts. */
static uint64_t some_of(const Ranks *ranks, int r, int k) {
  uint64_t all = ranks->deck & 0x0001000100010001ull << r, some = 0;
  for (; k > 0; k--) {
    some |= all & -all;
    all &= all - 1;
  }
  return some;
}

static const uint8_t choose[5][5] = {{1, 0, 0, 0, 0},
                                     {1, 1, 0, 0, 0},
                                     {1, 2, 1, 0, 0},
                                     {1, 3, 3, 1, 0},
                                     {1, 4, 6, 4, 1}};

/* Some sets of ranks, and in how many ways suits can be given to them. */
typedef struct RankList {
  size_t count;
  uint64_t sum[13 * 14 / 2];
  uint32_t ways[13 * 14 / 2];
} RankList;

/* The sets of ranks that a board may have. */
typedef struct RankSets {
  Walk *walk;
  Ranks ranks;
  uint64_t with;     /* cards of the flush suit */
  int flush;         /* cards of one suit that a board needs for a flush */
  uint64_t suit[4];  /* bits of all cards left, by suit */
  RankList other[3]; /* so many cards, of the other suits */
} RankSets;

/* Of the ways to give suits to a set of ranks, how many have x cards of suit
 * s: the coefficients of x in the product over all ranks of (ways without the
 * suit + x ways with it). */
typedef struct SuitWays {
  uint32_t of[4][6];
} SuitWays;

/* The same with k cards of rank r besides. */
static SuitWays with_rank(const RankSets *sets, const SuitWays *ways, int r,
                          int k) {
  SuitWays next;
  for (int s = 0; s < 4; s++) {
    bool here = sets->suit[s] & 0x0001000100010001ull << r;
    const uint8_t *others = choose[sets->ranks.most[r] - here];
    uint32_t with = here ? others[k - 1] : 0;
    next.of[s][0] = ways->of[s][0] * others[k];
    for (int x = 1; x < 6; x++)
      next.of[s][x] = ways->of[s][x] * others[k] + ways->of[s][x - 1] * with;
  }
  return next;
}

/* Adds a set without its flushes. */
static void add_ranks(RankSets *sets, uint64_t sum, uint32_t ways,
                      const SuitWays *suits) {
  for (int s = 0; s < 4; s++)
    for (int x = sets->flush; x < 6; x++) ways -= suits->of[s][x];
  if (ways) add(sets->walk, &sum, &ways, 1, 0);
}

/* All ways to take n more cards from ranks r and above; they go to the list,
 * or without flushes to the batch. */
static void each_ranks(RankSets *sets, int r, int n, uint64_t sum,
                       uint32_t ways, const SuitWays *suits, RankList *list) {
  if (n == 0 && list) {
    list->sum[list->count] = sum;
    list->ways[list->count++] = ways;
  } else if (n == 0) {
    add_ranks(sets, sum, ways, suits);
  }
  for (; n > 0 && r < 13; r++) {
    int all = sets->ranks.most[r], most = all < n ? all : n;
    for (int k = 1; k <= most; k++) {
      SuitWays next;
      if (suits) next = with_rank(sets, suits, r, k);
      each_ranks(sets, r + 1, n - k, sum + some_of(&sets->ranks, r, k),
                 ways * choose[all][k], suits ? &next : NULL, list);
    }
  }
}

/* Boards with at least `flush` cards of one suit, and n more of others. */
static void each_flush(RankSets *sets, uint64_t suit, int taken, int n) {
  const RankList *other = &sets->other[n];
  if (taken >= sets->flush)
    add(sets->walk, other->sum, other->ways, other->count, sets->with);
  for (; n > 0 && suit; suit &= suit - 1) {
    uint64_t card = suit & -suit, was = sets->with;
    int field = __builtin_ctzll(card) & ~15;
    sets->with += card + (0x2000ull << field);
    each_flush(sets, suit & (suit - 1), taken + 1, n - 1);
    sets->with = was;
  }
}

static void each_board(Walk *walk, int board, int flush) {
  const OddsDeck *deck = &walk->table.deck;
  RankSets sets = {.walk = walk, .flush = flush};
  uint64_t all = 0;
  for (int i = 0; i < deck->count; i++) all |= deck->card[i] & ODDS_RANKS;
  for (int s = 0; s < 4; s++) sets.suit[s] = all & 0x1fffull << (16 * s);
  count_ranks(&sets.ranks, all);
  const SuitWays none = {{{1}, {1}, {1}, {1}}};
  each_ranks(&sets, 0, board, 0, 1, &none, NULL);
  for (int s = 0; s < 4; s++) {
    count_ranks(&sets.ranks, all & ~sets.suit[s]);
    for (int n = 0; n <= board - flush; n++) {
      sets.other[n].count = 0;
      each_ranks(&sets, 0, n, 0, 1, NULL, &sets.other[n]);
    }
    each_flush(&sets, sets.suit[s], 0, board);
  }
}

/* How many cards of one suit the board needs for anyone's flush; 0 where it
 * is better gone through card by card: a board known in part or short, or
 * one on which two suits could have so many. */
static int flush_needs(const OddsTable *table, const OddsGroup *group) {
  size_t most = 0;
  if (table->wild || group->hand >= 0 || group->cards < 4) return 0;
  for (int h = 0; h < table->hands; h++)
    if (table->cards[h] > most) most = table->cards[h];
  int hole = (int)most - table->board;
  int needs = 5 - hole;
  return group->cards == table->board && 2 * needs > table->board ? needs : 0;
}

/* The last group; `first` is the place of its lowest card, -1 for all. */
static void fill(Walk *walk, const OddsGroup *group, int first) {
  const OddsDeck *deck = &walk->table.deck;
  int needs = flush_needs(&walk->table, group);
  walk->come = walk->batch->come[group->hand < 0 ? ODDS_HANDS : group->hand];
  walk->batch->count = 0;
  if (needs) {
    each_board(walk, group->cards, needs);
  } else if (first < 0) {
    each_set(walk, 0, group->cards, 0);
  } else {
    each_set(walk, first + 1, group->cards - 1, deck->card[first]);
  }
  flush_batch(walk);
}

/* ---- suits that are alike --------------------------------------------- */

/* The question, and the orders of suits under which all that is known of it
 * stays the same: deals that differ in no more are counted together. */
struct Exact {
  OddsTable table;
  int orders;
  uint8_t order[24][4];
};

static uint64_t reordered(uint64_t cards, const uint8_t order[4]) {
  uint64_t to = 0;
  for (int s = 0; s < 4; s++) to |= (cards >> 16 * s & 0x1fff) << 16 * order[s];
  return to;
}

static void find_orders(Exact *exact, const OddsDeal *deal) {
  const uint8_t same[4] = {0, 1, 2, 3};
  uint64_t known[ODDS_HANDS + 2] = {
      handrank_prepare(deal->board_card, (size_t)deal->board_known)};
  exact->orders = 1;
  memcpy(exact->order[0], same, sizeof same);
  if (deal->wild) return; /* a suit may have wild cards, and jokers have none */
  for (unsigned c = 0; c < HAND_CARDS; c++)
    if (deal->dead >> c & 1) known[1] += handrank_card(c);
  for (int h = 0; h < deal->hands; h++)
    known[h + 2] = handrank_prepare(deal->card[h], (size_t)deal->known[h]);
  exact->orders = 0;
  for (int i = 0; i < 256; i++) {
    uint8_t order[4] = {i & 3, i >> 2 & 3, i >> 4 & 3, (uint8_t)(i >> 6)};
    bool alike =
        (1 << order[0] | 1 << order[1] | 1 << order[2] | 1 << order[3]) == 15;
    for (int k = 0; k < deal->hands + 2; k++)
      alike = alike && reordered(known[k], order) == (known[k] & ODDS_RANKS);
    if (alike) memcpy(exact->order[exact->orders++], order, 4);
  }
}

/* How many sets of cards there are that differ in the order of suits only;
 * 0 of all but one of them. */
static uint32_t alike(const Exact *exact, uint64_t cards) {
  uint32_t same = 0;
  for (int i = 0; i < exact->orders; i++) {
    uint64_t other = reordered(cards, exact->order[i]);
    if (other < (cards & ODDS_RANKS)) return 0;
    same += other == (cards & ODDS_RANKS);
  }
  return (uint32_t)exact->orders / same;
}

/* ---- group by group --------------------------------------------------- */

static void each_hand(Walk *walk, int g, int from, int n, uint64_t sum);

static void each_deal(Walk *walk, int g) {
  const OddsGroup *group = &walk->table.group[g];
  if (g == walk->last)
    fill(walk, group, -1);
  else
    each_hand(walk, g, 0, group->cards, 0);
}

/* With these cards in group g, the groups after it. */
static void with_cards(Walk *walk, int g, uint64_t sum) {
  OddsTable *table = &walk->table;
  int hand = table->group[g].hand, count = table->deck.count, left = 0;
  uint64_t base[ODDS_HANDS], card[HAND_ALL];
  if (g == 0) walk->times = alike(walk->exact, sum);
  if (walk->times == 0) return;
  memcpy(base, table->base, sizeof base);
  memcpy(card, table->deck.card, sizeof card);
  for (int i = 0; i < count; i++)
    if (!(card[i] & sum & table->deck.bits)) table->deck.card[left++] = card[i];
  table->deck.count = left;
  for (int h = 0; h < table->hands; h++)
    if (hand < 0 || hand == h) table->base[h] += sum;
  each_deal(walk, g + 1);
  memcpy(table->base, base, sizeof base);
  memcpy(table->deck.card, card, sizeof card);
  table->deck.count = count;
}

static void each_hand(Walk *walk, int g, int from, int n, uint64_t sum) {
  if (n == 0) {
    with_cards(walk, g, sum);
    return;
  }
  for (int i = from; i < walk->table.deck.count; i++)
    each_hand(walk, g, i + 1, n - 1, sum + walk->table.deck.card[i]);
}

/* A unit is all deals in which that card is the lowest of the first group. */
static void exact_unit(const OddsCrew *crew, uint64_t unit, void *scratch,
                       OddsTally *tally) {
  const Exact *exact = crew->of;
  const OddsGroup *group = &exact->table.group[0];
  Walk walk = {.exact = exact, .batch = scratch, .tally = tally, .times = 1};
  int first = (int)unit;
  walk.table = exact->table;
  walk.last = walk.table.groups - 1;
  if (crew->units == 1)
    each_deal(&walk, 0);
  else if (walk.last == 0)
    fill(&walk, group, first);
  else
    each_hand(&walk, 0, first + 1, group->cards - 1,
              walk.table.deck.card[first]);
}

/* The board comes first, so that known hands are ranked once a board, unless
 * it is gone through by ranks. */
static void board_first(OddsTable *table) {
  OddsGroup *last = &table->group[table->groups - 1], board = *last;
  if (board.hand >= 0 || flush_needs(table, last)) return;
  memmove(table->group + 1, table->group,
          (size_t)(table->groups - 1) * sizeof board);
  table->group[0] = board;
}

/* ---- two cards of a hand and two of the board ------------------------- */

/* The hand is the same whichever two of the four lie on the board: each four
 * cards are ranked once, and compared six times with the other hand, whose rank
 * is known for each pair on the board. */
typedef struct Fours {
  OddsTable table;
  uint32_t other[HAND_CARDS][HAND_CARDS]; /* by places in the deck */
} Fours;

typedef struct FoursRun {
  uint64_t four[ODDS_PAIRS];
  uint32_t rank[ODDS_PAIRS];
} FoursRun;

static bool is_fours(const OddsTable *table) {
  const OddsGroup *group = table->group;
  return table->wild == NULL && table->hands == 2 && table->groups == 2 &&
         group[0].cards == 2 && group[1].cards == 2 && group[1].hand < 0;
}

static void make_fours(Fours *fours, const OddsTable *table) {
  const uint64_t *card = table->deck.card;
  int other = !table->group[0].hand;
  fours->table = *table;
  for (int i = 0; i < table->deck.count; i++)
    for (int k = 0; k < i; k++)
      fours->other[k][i] = handrank_prepared(
          table->base[other] + card[i] + card[k], table->cards[other]);
}

/* Fours of cards a, b and c, by the last: of those ranks. */
static void compare_fours(const Fours *fours, int a, int b, int c,
                          const uint32_t *rank, OddsTally *tally) {
  const uint32_t *with_a = fours->other[a], *with_b = fours->other[b];
  const uint32_t *with_c = fours->other[c];
  uint32_t ab = with_a[b], ac = with_a[c], bc = with_b[c];
  uint32_t better = 0, worse = 0;
  int hand = fours->table.group[0].hand, n = fours->table.deck.count;
  for (int d = c + 1; d < n; d++) {
    uint32_t r = rank[d - c - 1];
    better += (uint32_t)((ab > r) + (ac > r) + (bc > r) + (with_a[d] > r) +
                         (with_b[d] > r) + (with_c[d] > r));
    worse += (uint32_t)((ab < r) + (ac < r) + (bc < r) + (with_a[d] < r) +
                        (with_b[d] < r) + (with_c[d] < r));
  }
  uint32_t tied = (uint32_t)(6 * (n - c - 1)) - better - worse;
  tally->won[!hand][0] += better;
  tally->won[hand][0] += worse;
  tally->won[0][1] += tied;
  tally->won[1][1] += tied;
}

/* A unit is all fours in which that card is the lowest. */
static void fours_unit(const OddsCrew *crew, uint64_t unit, void *scratch,
                       OddsTally *tally) {
  const Fours *fours = crew->of;
  const uint64_t *card = fours->table.deck.card;
  FoursRun *run = scratch;
  int hand = fours->table.group[0].hand, n = fours->table.deck.count;
  for (int a = (int)unit, b = a + 1; b < n; b++) {
    uint64_t sum = fours->table.base[hand] + card[a] + card[b];
    size_t count = 0, at = 0;
    for (int c = b + 1; c < n; c++)
      for (int d = c + 1; d < n; d++)
        run->four[count++] = sum + card[c] + card[d];
    handrank_batch(run->four, fours->table.cards[hand], run->rank, count);
    for (int c = b + 1; c < n; at += (size_t)(n - 1 - c), c++)
      compare_fours(fours, a, b, c, run->rank + at, tally);
  }
}

bool odds_exact(const OddsDeal *deal, const OddsRun *run, OddsResult *result) {
  Exact exact;
  Fours fours;
  double deals = odds_deals(deal);
  make_table(&exact.table, deal);
  OddsCrew crew = {&exact, run, 0, 1, sizeof(OddsBatch), exact_unit, {{{0}}}};
  uint64_t units = (uint64_t)exact.table.deck.count;
  if (is_fours(&exact.table)) {
    make_fours(&fours, &exact.table);
    crew = (OddsCrew){&fours,           run,        0,      units,
                      sizeof(FoursRun), fours_unit, {{{0}}}};
  } else {
    find_orders(&exact, deal);
    board_first(&exact.table);
    bool whole =
        exact.table.groups == 1 &&
        (deals < WHOLE || flush_needs(&exact.table, exact.table.group));
    if (!whole) crew.units = units;
  }
  if (!odds_crew(&crew)) return false;
  make_result(&crew.total, deal->hands, (uint64_t)deals, true, result);
  return true;
}

/* ---- deals at random ------------------------------------------------ */

void odds_ring(OddsDeck *deck) {
  int odd = deck->count % 2, ring = deck->count - 1 + odd;
  deck->pairs = 0;
  for (int i = 0; i < ring; i++)
    for (int k = 0; k < deck->count / 2; k++) {
      int by = k + odd; /* 0: the card beside the ring */
      int other = by ? (i + by) % ring : ring;
      deck->pair[deck->pairs++] = deck->card[i] + deck->card[other];
    }
}

enum { UNIT = 4 * ODDS_BATCH };

/* Deals in a unit: no more than the error can need, for a share's variance is
 * 1/4 at most. */
static size_t unit_of(const OddsRun *run) {
  double need = run->error > 0 ? 0.25 / run->error / run->error : UNIT;
  size_t part = need <= ODDS_BATCH ? ODDS_TRIES : ODDS_BATCH;
  if (need >= UNIT) return UNIT;
  return ((size_t)need + part - 1) / part * part;
}

static uint64_t *comes_to(OddsBatch *batch, const OddsGroup *group) {
  return batch->come[group->hand < 0 ? ODDS_HANDS : group->hand];
}

/* The last group, and `second` cards of the one before it. Of the tries that
 * a full batch has no room for nothing is kept, on any processor. */
static void draw_first(const OddsTable *table, Rng *rng, OddsBatch *batch,
                       int last, int second) {
  const OddsGroup *group = &table->group[table->groups - 1];
  static OddsTry *const by[CPU_VARIANTS] = VARIANTS_OF(odds_try);
  uint64_t words[ODDS_TRIES];
  OddsDraw to = {comes_to(batch, group), NULL, batch->hand};
  if (second) to.second = comes_to(batch, group - 1);
  for (size_t count = 0; count < batch->count;) {
    rng_words(rng, words, ODDS_TRIES);
    size_t good = by[cpu_variant()](&table->deck, words, to, last, second);
    to.last += good;
    to.used += good;
    if (second) to.second += good;
    count += good;
  }
}

/* All ones where the cards are free. */
static inline uint64_t is_free(uint64_t cards, uint64_t used) {
  return (uint64_t)((cards & used & ODDS_RANKS) == 0) * UINT64_MAX;
}

/* A pair that is free, 0 if three that were drawn weren't. */
static inline uint64_t draw_pair(const OddsDeck *deck, Rng *rng,
                                 uint64_t used) {
  uint64_t word = rng_word(rng);
  uint64_t first = deck->pair[odds_part(&word, deck->pairs)];
  uint64_t second = deck->pair[odds_part(&word, deck->pairs)];
  uint64_t third = deck->pair[odds_part(&word, deck->pairs)];
  uint64_t one = is_free(first, used), two = is_free(second, used);
  third &= is_free(third, used);
  second = (second & two) | (third & ~two);
  return (first & one) | (second & ~one);
}

/* Where few cards are free: out of a list of them. */
static uint64_t draw_free(const OddsDeck *deck, Rng *rng, int cards,
                          uint64_t used) {
  uint64_t left[HAND_ALL], word = rng_word(rng), sum = 0;
  int count = 0;
  for (int i = 0; i < deck->count; i++) {
    left[count] = deck->card[i];
    count += (deck->card[i] & used & deck->bits) == 0;
  }
  for (int k = 0; k < cards; k++) {
    uint64_t at = odds_part(&word, count--);
    sum += left[at];
    left[at] = left[count];
  }
  return sum;
}

/* Would less than one draw in eight be of free cards only? */
static bool is_crowded(const OddsDeck *deck, int cards, uint64_t used) {
  double part = 1, all = deck->count;
  for (int k = 0; k < cards; k++)
    part *= (all - __builtin_popcountll(used & ODDS_RANKS)) / all;
  return part < 0.125;
}

/* The next group, free of what is used. */
static void draw_group(const OddsDeck *deck, Rng *rng, int cards, size_t count,
                       uint64_t *used, uint64_t *to) {
  bool crowded = deck->pairs == 0 || is_crowded(deck, cards, used[0]);
  for (size_t i = 0; i < count; i++) {
    uint64_t sum = 0, clash = 1;
    if (crowded) {
      sum = draw_free(deck, rng, cards, used[i]);
    } else if (cards == 2) {
      while (sum == 0) sum = draw_pair(deck, rng, used[i]);
    } else {
      for (; clash; clash &= ODDS_RANKS) {
        uint64_t word = rng_word(rng);
        clash = 0;
        sum = odds_draw(deck, &word, cards, used[i], &clash);
      }
    }
    to[i] = sum;
    used[i] |= sum;
  }
}

static void draw_batch(const OddsTable *table, Rng *rng, OddsBatch *batch) {
  int g = table->groups - 1, last = table->group[g].cards;
  int second = g > 0 ? table->group[g - 1].cards : 0;
  if (last + second > 7) second = 0;
  if (table->deck.pairs == 0) {
    memset(batch->hand, 0, sizeof batch->hand);
    g++;
  } else {
    draw_first(table, rng, batch, last, second);
    g -= second > 0;
  }
  for (; g > 0; g--) {
    const OddsGroup *group = &table->group[g - 1];
    draw_group(&table->deck, rng, group->cards, batch->count, batch->hand,
               comes_to(batch, group));
  }
}

static void sample_unit(const OddsCrew *crew, uint64_t unit, void *scratch,
                        OddsTally *tally) {
  const OddsTable *table = crew->of;
  OddsBatch *batch = scratch;
  Rng rng;
  size_t deals = unit_of(crew->run);
  rng_stream(&rng, crew->run->key, "odds", unit);
  for (size_t i = 0; i < ODDS_BATCH; i++) batch->weight[i] = 1;
  batch->count = deals < ODDS_BATCH ? deals : ODDS_BATCH;
  for (; deals > 0; deals -= batch->count) {
    draw_batch(table, &rng, batch);
    count_batch(table, 0, batch, tally);
  }
}

static bool near_enough(const OddsResult *result, int hands, double error) {
  for (int h = 0; h < hands; h++)
    if (result->hand[h].error > error) return false;
  return true;
}

/* In rounds, each half as long again as all before it, so that the round at
 * which it is enough is the same with any number of threads. */
bool odds_sample(const OddsDeal *deal, const OddsRun *run, OddsResult *result) {
  OddsTable table;
  make_table(&table, deal);
  table.deck.pairs = 0; /* with wild cards each is drawn from those left */
  if (!deal->wild) odds_ring(&table.deck);
  OddsCrew crew = {&table, run, 0, 0, sizeof(OddsBatch), sample_unit, {{{0}}}};
  uint64_t unit = unit_of(run), all = (run->samples + unit - 1) / unit;
  while (crew.units < all) {
    uint64_t more = run->error > 0 ? crew.units / 2 + 1 : all;
    crew.first = crew.units;
    crew.units = more < all - crew.units ? crew.units + more : all;
    if (!odds_crew(&crew)) return false;
    make_result(&crew.total, table.hands, crew.units * unit, false, result);
    if (near_enough(result, table.hands, run->error)) break;
  }
  return true;
}
