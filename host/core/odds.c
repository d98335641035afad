/* What exact and sampled odds share: the question, and the threads that work
 * on it; see odds.h and odds_inner.h. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/odds_inner.h"

/* ---- the question --------------------------------------------------- */

static bool add_known(uint64_t *seen, const uint8_t *cards, int n) {
  for (int i = 0; i < n; i++) {
    if (cards[i] >= HAND_CARDS || *seen >> cards[i] & 1) return false;
    *seen |= 1ull << cards[i];
  }
  return true;
}

static bool wrong(char note[ODDS_NOTE], const char *what, int got,
                  const char *expected) {
  snprintf(note, ODDS_NOTE, "%s %d, expected %s", what, got, expected);
  return false;
}

static bool check_numbers(const OddsDeal *deal, int least,
                          char note[ODDS_NOTE]) {
  if (deal->hands < least || deal->hands > ODDS_HANDS)
    return wrong(note, "hands:", deal->hands, "2 to 10");
  if (deal->board < 0 || deal->board > ODDS_BOARD)
    return wrong(note, "board:", deal->board, "0 to 5 cards");
  if (deal->board_known < 0 || deal->board_known > deal->board)
    return wrong(note, "cards on the board:", deal->board_known,
                 "no more than the board has");
  for (int h = 0; h < deal->hands; h++) {
    int hole = deal->hole[h], all = hole + deal->board;
    if (hole < 1 || hole > ODDS_HOLE)
      return wrong(note, "cards of a hand:", hole, "1 to 5");
    if (all < HAND_LEAST || all > HAND_MOST)
      return wrong(note, "cards of a hand and the board:", all, "5 to 9");
    if (deal->known[h] < 0 || deal->known[h] > hole)
      return wrong(note, "known cards of a hand:", deal->known[h],
                   "no more than the hand has");
  }
  return true;
}

bool odds_check(const OddsDeal *deal, char note[ODDS_NOTE]) {
  return odds_check_hands(deal, 2, note);
}

bool odds_check_hands(const OddsDeal *deal, int least, char note[ODDS_NOTE]) {
  if (!check_numbers(deal, least, note)) return false;
  uint64_t seen = deal->dead;
  bool once = add_known(&seen, deal->board_card, deal->board_known);
  int missing = deal->board - deal->board_known;
  for (int h = 0; h < deal->hands; h++) {
    once = once && add_known(&seen, deal->card[h], deal->known[h]);
    missing += deal->hole[h] - deal->known[h];
  }
  if (!once) {
    snprintf(note, ODDS_NOTE,
             "a card is there twice, expected cards of one "
             "deck");
    return false;
  }
  int left = HAND_CARDS - __builtin_popcountll(seen);
  if (missing <= left) return true;
  return wrong(note, "cards to come:", missing,
               "no more than the deck still has");
}

void odds_pairs(OddsDeck *deck) {
  deck->pairs = 0;
  for (int i = deck->count - 1; i >= 0; i--)
    for (int k = i + 1; k < deck->count; k++)
      deck->pair[deck->pairs++] = deck->card[i] + deck->card[k];
}

void odds_table(OddsTable *table, const OddsDeal *deal) {
  uint64_t seen = deal->dead;
  uint64_t board =
      handrank_prepare(deal->board_card, (size_t)deal->board_known);
  add_known(&seen, deal->board_card, deal->board_known);
  table->hands = deal->hands;
  table->board = deal->board;
  table->groups = 0;
  for (int h = 0; h < deal->hands; h++) {
    int missing = deal->hole[h] - deal->known[h];
    add_known(&seen, deal->card[h], deal->known[h]);
    table->base[h] =
        board + handrank_prepare(deal->card[h], (size_t)deal->known[h]);
    table->cards[h] = (size_t)(deal->hole[h] + deal->board);
    if (missing) table->group[table->groups++] = (OddsGroup){h, missing};
  }
  int missing = deal->board - deal->board_known;
  if (missing || table->groups == 0)
    table->group[table->groups++] = (OddsGroup){-1, missing};
  table->deck.count = 0;
  for (unsigned c = 0; c < HAND_CARDS; c++)
    if (!(seen >> c & 1))
      table->deck.card[table->deck.count++] = handrank_card(c);
  odds_pairs(&table->deck);
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

typedef struct Shift {
  const OddsCrew *crew;
  atomic_uint_fast64_t next, done;
  atomic_bool stop;
} Shift;

typedef struct Worker {
  pthread_t thread;
  Shift *shift;
  void *scratch;
  OddsTally tally;
  bool leads; /* the calling thread: it reports progress */
} Worker;

static void report(const Worker *worker) {
  Shift *shift = worker->shift;
  const OddsCrew *crew = shift->crew;
  double done = (double)atomic_load(&shift->done) + (double)crew->first;
  if (!worker->leads || crew->run->progress == NULL) return;
  if (!crew->run->progress(crew->run->watcher, done / (double)crew->units))
    atomic_store(&shift->stop, true);
}

static void *work(void *of) {
  Worker *worker = of;
  Shift *shift = worker->shift;
  const OddsCrew *crew = shift->crew;
  while (!atomic_load(&shift->stop)) {
    uint64_t unit = atomic_fetch_add(&shift->next, 1);
    if (unit >= crew->units) break;
    if (!crew->unit(crew, unit, worker->scratch, &worker->tally))
      atomic_store(&shift->stop, true);
    atomic_fetch_add(&shift->done, 1);
    report(worker);
  }
  return NULL;
}

static void add_tally(OddsTally *to, const OddsTally *from) {
  for (int h = 0; h < ODDS_HANDS; h++)
    for (int k = 0; k < ODDS_HANDS; k++) to->won[h][k] += from->won[h][k];
}

/* A thread that can't be had is done without. */
bool odds_crew(OddsCrew *crew) {
  uint64_t units = crew->units - crew->first;
  int jobs = crew->run->jobs < 1 ? 1 : crew->run->jobs;
  if ((uint64_t)jobs > units) jobs = units ? (int)units : 1;
  Worker *worker = calloc((size_t)jobs, sizeof *worker);
  char *scratch = malloc((size_t)jobs * crew->scratch);
  Shift shift = {crew, crew->first, 0, worker == NULL || scratch == NULL};
  int others = 0;
  for (int i = 0; i < jobs && !shift.stop; i++) {
    worker[i] = (Worker){.shift = &shift, .leads = i == 0};
    worker[i].scratch = scratch + (size_t)i * crew->scratch;
    if (i && pthread_create(&worker[i].thread, NULL, work, &worker[i])) break;
    others = i;
  }
  if (!shift.stop) work(&worker[0]);
  for (int i = 1; i <= others; i++) pthread_join(worker[i].thread, NULL);
  for (int i = 0; worker && i <= others; i++)
    add_tally(&crew->total, &worker[i].tally);
  free(worker);
  free(scratch);
  return !shift.stop;
}
