/* What a batch of deals comes to: see odds_inner.h.
 *
 * Deals are made in batches: for each hand one prepared sum of its cards a
 * deal, all ranked by one call of handrank_batch, then compared rank by rank
 * in loops that the compiler turns into vectors. Counts are whole numbers, so
 * the order in which threads add them up makes no difference. */
#include <math.h>
#include <string.h>

#include "core/handrank_paths.h"
#include "core/odds_inner.h"

/* The ranks of hand h in all deals of the batch. */
static void rank_hand(const OddsTable *table, int from, OddsBatch *batch,
                      int h) {
  uint64_t base = table->base[h], *hand = batch->hand;
  bool changed = false;
  for (int g = from; g < table->groups; g++) {
    int to = table->group[g].hand;
    const uint64_t *come = batch->come[to < 0 ? ODDS_HANDS : to];
    if (to >= 0 && to != h) continue;
    if (changed)
      for (size_t i = 0; i < batch->count; i++) hand[i] += come[i];
    else
      for (size_t i = 0; i < batch->count; i++) hand[i] = base + come[i];
    changed = true;
  }
  if (changed) {
    handrank_batch(hand, table->cards[h], batch->rank[h], batch->count);
    return;
  }
  uint32_t rank = handrank_prepared(base, table->cards[h]);
  for (size_t i = 0; i < batch->count; i++) batch->rank[h][i] = rank;
}

static void tally_two(const OddsBatch *batch, OddsTally *tally) {
  const uint32_t *a = batch->rank[0], *b = batch->rank[1];
  uint32_t won[3] = {0, 0, 0};
  for (size_t i = 0; i < batch->count; i++) {
    uint32_t weight = batch->weight[i];
    won[0] += a[i] > b[i] ? weight : 0;
    won[1] += a[i] < b[i] ? weight : 0;
    won[2] += a[i] == b[i] ? weight : 0;
  }
  tally->won[0][0] += won[0];
  tally->won[1][0] += won[1];
  tally->won[0][1] += won[2];
  tally->won[1][1] += won[2];
}

static void find_best(OddsBatch *batch, int hands) {
  uint32_t *best = batch->best, *ties = batch->ties;
  memcpy(best, batch->rank[0], batch->count * sizeof *best);
  memset(ties, 0xff, batch->count * sizeof *ties);
  for (int h = 1; h < hands; h++) {
    const uint32_t *rank = batch->rank[h];
    for (size_t i = 0; i < batch->count; i++)
      best[i] = rank[i] > best[i] ? rank[i] : best[i];
  }
  for (int h = 0; h < hands; h++)
    for (size_t i = 0; i < batch->count; i++)
      ties[i] += batch->rank[h][i] == best[i];
}

/* Of most deals one hand is the best: those are counted in one sweep a hand,
 * the tied ones deal by deal. */
static void tally_many(OddsBatch *batch, int hands, OddsTally *tally) {
  const uint32_t *best = batch->best, *ties = batch->ties;
  find_best(batch, hands);
  for (int h = 0; h < hands; h++) {
    const uint32_t *rank = batch->rank[h];
    uint32_t won = 0;
    for (size_t i = 0; i < batch->count; i++)
      won += rank[i] == best[i] && ties[i] == 0 ? batch->weight[i] : 0;
    tally->won[h][0] += won;
  }
  for (size_t i = 0; i < batch->count; i++) {
    if (ties[i] == 0) continue;
    for (int h = 0; h < hands; h++)
      if (batch->rank[h][i] == best[i])
        tally->won[h][ties[i]] += batch->weight[i];
  }
}

void odds_tally(const OddsTable *table, int from, OddsBatch *batch,
                OddsTally *tally) {
  for (int h = 0; h < table->hands; h++) rank_hand(table, from, batch, h);
  if (table->hands == 2)
    tally_two(batch, tally);
  else
    tally_many(batch, table->hands, tally);
}

double odds_error(double mean, double mean_of_squares, double n) {
  double spread = mean_of_squares - mean * mean;
  return sqrt((spread > 1 / n ? spread : 1 / n) / n);
}

void odds_result(const OddsTally *tally, int hands, uint64_t deals, bool exact,
                 OddsResult *result) {
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
