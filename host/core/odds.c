/* Odds: the question, the threads that work on it, and deals drawn at random.
 * See odds.h; odds_exact.c has every deal, odds_batch.c draws and counts.
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
  const uint64_t low = 0xfull | 0xfull << 13 | 0xfull << 26 | 0xfull << 39;
  uint64_t seen = deal->dead | mask_of(deal->board_card, deal->board_known);
  if (deal->order == ORDER_SHORT_DECK) seen |= low; /* twos to fives */
  for (int h = 0; h < deal->hands; h++)
    seen |= mask_of(deal->card[h], deal->known[h]);
  return seen;
}

bool odds_check(const OddsDeal *deal, char note[ODDS_NOTE]) {
  int missing = deal->board - deal->board_known, from = deal->from_hand;
  for (int h = 0; h < deal->hands; h++) {
    int cards = deal->hole[h] + deal->board;
    missing += deal->hole[h] - deal->known[h];
    bool enough = cards >= HAND_LEAST && cards <= HAND_MOST;
    if (from) enough = deal->hole[h] >= from && deal->board >= 5 - from;
    if (enough) continue;
    snprintf(note, ODDS_NOTE,
             "cards in a hand plus those on the board: %d, expected 5 to 9",
             cards);
    if (from)
      snprintf(note, ODDS_NOTE,
               "fewer than %d cards in a hand or %d on the board", from,
               5 - from);
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

void odds_table(OddsTable *table, const OddsDeal *deal) {
  uint64_t board = odds_sum(deal->wild, deal->board_card, deal->board_known);
  table->wild = deal->wild;
  table->order = deal->order;
  table->split = deal->split;
  table->from_hand = deal->from_hand;
  table->known_board = board;
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
  odds_table(&table, deal);
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

void odds_count_batch(const OddsTable *table, int from, OddsBatch *batch,
                      OddsTally *tally) {
  static OddsCount *const by[CPU_VARIANTS] = VARIANTS_OF(odds_count);
  by[cpu_variant()](table, from, batch, tally);
}

double odds_error(double mean, double mean_of_squares, double n) {
  double spread = mean_of_squares - mean * mean;
  return sqrt((spread > 1 / n ? spread : 1 / n) / n);
}

/* That a half pot varies as much as a whole one is at most so. */
void odds_result(const OddsTally *tally, const OddsDeal *deal, uint64_t deals,
                 bool exact, OddsResult *result) {
  double n = (double)deals, pots = deal->split ? 2 * n : n;
  memset(result, 0, sizeof *result);
  result->deals = deals;
  for (int h = 0; h < deal->hands; h++) {
    OddsShare *to = &result->hand[h];
    double squares = 0;
    to->win = (double)tally->won[h][0] / pots;
    for (int k = 0; k < deal->hands; k++) {
      double part = (double)tally->won[h][k] / pots;
      if (k) to->tie += part;
      to->share += part / (k + 1);
      squares += part / (k + 1) / (k + 1);
    }
    if (!exact) to->error = odds_error(to->share, squares, n);
  }
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
    odds_count_batch(table, 0, batch, tally);
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
  odds_table(&table, deal);
  table.deck.pairs = 0; /* with wild cards each is drawn from those left */
  if (!deal->wild) odds_ring(&table.deck);
  OddsCrew crew = {&table, run, 0, 0, sizeof(OddsBatch), sample_unit, {{{0}}}};
  uint64_t unit = unit_of(run), all = (run->samples + unit - 1) / unit;
  while (crew.units < all) {
    uint64_t more = run->error > 0 ? crew.units / 2 + 1 : all;
    crew.first = crew.units;
    crew.units = more < all - crew.units ? crew.units + more : all;
    if (!odds_crew(&crew)) return false;
    odds_result(&crew.total, deal, crew.units * unit, false, result);
    if (near_enough(result, table.hands, run->error)) break;
  }
  return true;
}
