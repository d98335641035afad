/* Odds from every deal there is: see odds.h.
 *
 * Hands' missing cards are gone through one group after another, the board
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
 * suit where that rank is free. */
#include <string.h>

#include "core/odds.h"

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
    odds_count_batch(&walk->table, walk->last, walk->batch, walk->tally);
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

/* The ways of a set of ranks to which k cards of rank r are added. */
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
  if (odds_is_other(table) || group->hand >= 0 || group->cards < 4) return 0;
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
  uint64_t base[ODDS_HANDS], card[HAND_ALL], known_board = table->known_board;
  if (g == 0) walk->times = alike(walk->exact, sum);
  if (walk->times == 0) return;
  memcpy(base, table->base, sizeof base);
  memcpy(card, table->deck.card, sizeof card);
  for (int i = 0; i < count; i++)
    if (!(card[i] & sum & table->deck.bits)) table->deck.card[left++] = card[i];
  table->deck.count = left;
  for (int h = 0; h < table->hands; h++)
    if (hand < 0 || hand == h) table->base[h] += sum;
  if (hand < 0) table->known_board += sum;
  each_deal(walk, g + 1);
  memcpy(table->base, base, sizeof base);
  table->known_board = known_board;
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
  return !odds_is_other(table) && table->hands == 2 && table->groups == 2 &&
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
  odds_table(&exact.table, deal);
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
  odds_result(&crew.total, deal, (uint64_t)deals, true, result);
  return true;
}
