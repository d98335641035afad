/* Exact odds: every deal there is.
 *
 * Hands' missing cards are gone through one group after another, the board
 * last. A board that is wholly unknown isn't gone through card by card where
 * at most one suit can make a flush: then suits matter only in boards with
 * enough cards of one. Those are made suit by suit: some cards of the suit,
 * and for the others only their ranks, with the number of ways in which suits
 * can be given to them. All other boards are sets of ranks. For two cards a
 * hand and five on the board that is 150,000 rankings instead of 1,712,304.
 *
 * In a prepared hand it is the count above a suit's ranks that makes a flush;
 * cards whose suit doesn't matter come as ranks without the count, in any
 * suit where that rank is free. */
#include <string.h>

#include "core/odds_inner.h"

typedef struct Walk {
  OddsTable table; /* a copy: base and deck change on the way */
  int last;        /* the group whose cards fill the batch */
  uint64_t *come;
  OddsBatch *batch;
  OddsTally *tally;
} Walk;

static void flush_batch(Walk *walk) {
  if (walk->batch->count)
    odds_tally(&walk->table, walk->last, walk->batch, walk->tally);
  walk->batch->count = 0;
}

static void add(Walk *walk, uint64_t sum, uint32_t weight) {
  OddsBatch *batch = walk->batch;
  if (batch->count == ODDS_BATCH) flush_batch(walk);
  walk->come[batch->count] = sum;
  batch->weight[batch->count++] = weight;
}

/* ---- card by card --------------------------------------------------- */

/* All sets of n cards out of deck[from..], each with `sum` to the batch. */
static void each_set(Walk *walk, int from, int n, uint64_t sum) {
  const OddsDeck *deck = &walk->table.deck;
  if (n == 0) {
    add(walk, sum, 1);
  } else if (n == 1) {
    for (int i = from; i < deck->count; i++) add(walk, sum + deck->card[i], 1);
  } else if (n == 2) {
    int left = deck->count - from, pairs = left * (left - 1) / 2;
    for (int i = 0; i < pairs; i++) add(walk, sum + deck->pair[i], 1);
  } else {
    for (int i = from; i < deck->count; i++)
      each_set(walk, i + 1, n - 1, sum + deck->card[i]);
  }
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

/* What is done with each set of ranks, `times` giving how often each is. */
typedef struct RankSets RankSets;
struct RankSets {
  Walk *walk;
  Ranks ranks;
  uint64_t with;    /* cards of the flush suit */
  int flush;        /* cards of one suit that a board needs for a flush */
  uint64_t suit[4]; /* bits of all cards left, by suit */
  int times[13];
};

/* Of the ways to give suits to the set of ranks, those with enough of `suit`
 * for a flush: the coefficients of x^flush and above in the product over all
 * ranks of (ways without the suit + x ways with it). */
static uint32_t flush_ways(const RankSets *sets, uint64_t suit) {
  uint32_t ways[6] = {1, 0, 0, 0, 0, 0};
  for (int r = 0; r < 13; r++) {
    int k = sets->times[r];
    if (k == 0) continue;
    bool here = suit & 0x0001000100010001ull << r;
    const uint8_t *others = choose[sets->ranks.most[r] - here];
    uint32_t with = here ? others[k - 1] : 0;
    for (int x = 5; x > 0; x--)
      ways[x] = ways[x] * others[k] + ways[x - 1] * with;
    ways[0] *= others[k];
  }
  uint32_t all = 0;
  for (int x = sets->flush; x < 6; x++) all += ways[x];
  return all;
}

/* All ways to take n more cards from ranks r and above. */
static void each_ranks(RankSets *sets, int r, int n, uint64_t sum,
                       uint32_t ways) {
  if (n == 0) {
    if (sets->with == 0)
      for (int s = 0; s < 4; s++) ways -= flush_ways(sets, sets->suit[s]);
    if (ways) add(sets->walk, sum, ways);
    return;
  }
  for (; r < 13; r++) {
    int most = sets->ranks.most[r] < n ? sets->ranks.most[r] : n;
    for (int k = 1; k <= most; k++) {
      sets->times[r] = k;
      each_ranks(sets, r + 1, n - k, sum + some_of(&sets->ranks, r, k),
                 ways * choose[sets->ranks.most[r]][k]);
    }
    sets->times[r] = 0;
  }
}

/* Boards with at least `flush` cards of one suit, and n more of others. */
static void each_flush(RankSets *sets, uint64_t suit, int taken, int n) {
  if (taken >= sets->flush) each_ranks(sets, 0, n, sets->with, 1);
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
  each_ranks(&sets, 0, board, 0, 1);
  for (int s = 0; s < 4; s++) {
    count_ranks(&sets.ranks, all & ~sets.suit[s]);
    each_flush(&sets, sets.suit[s], 0, board);
  }
}

/* ---- group by group ------------------------------------------------- */

static void each_deal(Walk *walk, int g);

/* How many cards of one suit the board needs for anyone's flush; 0 where it
 * is better gone through card by card: a board known in part or short, or
 * one on which two suits could have so many. */
static int flush_needs(const OddsTable *table, const OddsGroup *group) {
  size_t most = 0;
  if (group->hand >= 0 || group->cards < 4) return 0;
  for (int h = 0; h < table->hands; h++)
    if (table->cards[h] > most) most = table->cards[h];
  int hole = (int)most - table->board;
  int needs = 5 - hole;
  return group->cards == table->board && 2 * needs > table->board ? needs : 0;
}

/* The last group; `first` is the place of its lowest card, -1 for all. */
static void fill(Walk *walk, const OddsGroup *group, int first) {
  OddsDeck *deck = &walk->table.deck;
  int needs = flush_needs(&walk->table, group);
  walk->come = walk->batch->come[group->hand < 0 ? ODDS_HANDS : group->hand];
  walk->batch->count = 0;
  if (needs) {
    each_board(walk, group->cards, needs);
  } else {
    if (group->cards > 1) odds_pairs(deck);
    if (first < 0)
      each_set(walk, 0, group->cards, 0);
    else
      each_set(walk, first + 1, group->cards - 1, deck->card[first]);
  }
  flush_batch(walk);
}

/* With these cards in the hand of group g, the groups after it. */
static void with_cards(Walk *walk, int g, uint64_t sum) {
  OddsTable *table = &walk->table;
  int hand = table->group[g].hand, count = table->deck.count, left = 0;
  uint64_t base = table->base[hand], card[52];
  memcpy(card, table->deck.card, sizeof card);
  for (int i = 0; i < count; i++)
    if (!(card[i] & sum & ODDS_RANKS)) table->deck.card[left++] = card[i];
  table->deck.count = left;
  table->base[hand] += sum;
  each_deal(walk, g + 1);
  table->base[hand] = base;
  table->deck.count = count;
  memcpy(table->deck.card, card, sizeof card);
}

static void each_hand(Walk *walk, int g, int from, int n, uint64_t sum) {
  if (n == 0) {
    with_cards(walk, g, sum);
    return;
  }
  for (int i = from; i < walk->table.deck.count; i++)
    each_hand(walk, g, i + 1, n - 1, sum + walk->table.deck.card[i]);
}

static void each_deal(Walk *walk, int g) {
  const OddsGroup *group = &walk->table.group[g];
  if (g == walk->last)
    fill(walk, group, -1);
  else
    each_hand(walk, g, 0, group->cards, 0);
}

/* A unit is all deals in which that card is the lowest of the first group. */
static bool exact_unit(const OddsCrew *crew, uint64_t unit, void *scratch,
                       OddsTally *tally) {
  const OddsTable *table = crew->of;
  Walk walk = {*table, table->groups - 1, NULL, scratch, tally};
  const OddsGroup *group = &walk.table.group[0];
  int first = crew->units == 1 ? -1 : (int)unit;
  if (walk.last == 0)
    fill(&walk, group, first);
  else
    each_hand(&walk, 0, first + 1, group->cards - 1,
              walk.table.deck.card[first]);
  return true;
}

bool odds_exact(const OddsDeal *deal, const OddsRun *run, OddsResult *result) {
  OddsTable table;
  odds_table(&table, deal);
  OddsCrew crew = {&table, run, 0, 1, sizeof(OddsBatch), exact_unit, {{{0}}}};
  bool whole = table.groups == 1 && (table.group[0].cards == 0 ||
                                     flush_needs(&table, &table.group[0]));
  if (!whole) crew.units = (uint64_t)table.deck.count;
  if (!odds_crew(&crew)) return false;
  odds_result(&crew.total, table.hands, (uint64_t)odds_deals(deal), true,
              result);
  return true;
}
