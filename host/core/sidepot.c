/* Side pots.
 *
 * Each different amount that a seat has put in is a level; the chips between
 * two levels come from every seat that reached the upper one, and may be won
 * by those of them that have not folded. Layers with the same winners are one
 * pot. What a seat put in beyond every other was never called and goes back.
 *
 * Always true: layers + back = all that was put in, and no layer is without a
 * winner: where all who reached a level have folded since (dead money), the
 * layer below takes it.
 *
 * Rejected: peeling off the smallest stack again and again, which is how people
 * do it with real chips: the same result, but it changes its input. */
#include "core/sidepot.h"

static bool in(uint64_t set, int seat) { return (set >> seat & 1) != 0; }

static SidepotError check_put(const int64_t put[], int seats) {
  int64_t sum = 0;
  for (int s = 0; s < seats; s++) {
    if (put[s] < 0) return SIDEPOT_NEGATIVE;
    if (__builtin_add_overflow(sum, put[s], &sum)) return SIDEPOT_TOO_MUCH;
  }
  return SIDEPOT_OK;
}

/* An uncalled bet: the top seat's lead over all others, if it is still in. */
static void find_back(const int64_t put[], int seats, uint64_t folded,
                      Sidepots *out) {
  int top = -1;
  for (int s = 0; s < seats; s++)
    if (top < 0 || put[s] > put[top]) top = s;
  int64_t second = 0;
  for (int s = 0; s < seats; s++)
    if (s != top && put[s] > second) second = put[s];
  if (top < 0 || in(folded, top) || put[top] == second) return;
  out->back_seat = top;
  out->back = put[top] - second;
}

/* What seat s put in that was called. */
static int64_t called(const int64_t put[], const Sidepots *out, int s) {
  return put[s] - (s == out->back_seat ? out->back : 0);
}

/* The next level above `level`, or `level` itself at the top. */
static int64_t next_level(const int64_t put[], int seats, const Sidepots *out,
                          int64_t level) {
  int64_t next = level;
  for (int s = 0; s < seats; s++) {
    int64_t c = called(put, out, s);
    if (c > level && (next == level || c < next)) next = c;
  }
  return next;
}

static void add_layer(Sidepots *out, int64_t amount, uint64_t winners) {
  SidepotLayer *below = out->count > 0 ? &out->layer[out->count - 1] : 0;
  if (below && below->winners == 0) below->winners = winners;
  if (below && (winners == 0 || winners == below->winners))
    below->amount += amount;
  else
    out->layer[out->count++] = (SidepotLayer){amount, winners};
}

SidepotError sidepot_layers(const int64_t put[], int seats, uint64_t folded,
                            Sidepots *out) {
  *out = (Sidepots){.back_seat = -1};
  SidepotError error = check_put(put, seats);
  if (error != SIDEPOT_OK) return error;
  find_back(put, seats, folded, out);
  for (int64_t level = 0, next;; level = next) {
    next = next_level(put, seats, out, level);
    if (next == level) break;
    uint64_t winners = 0;
    int64_t amount = 0;
    for (int s = 0; s < seats; s++) {
      if (called(put, out, s) < next) continue;
      amount += next - level;
      if (!in(folded, s)) winners |= (uint64_t)1 << s;
    }
    add_layer(out, amount, winners);
  }
  if (out->count == 0 || out->layer[0].winners != 0) return SIDEPOT_OK;
  return SIDEPOT_NOBODY;
}

uint64_t sidepot_best(uint64_t among, const int64_t strength[]) {
  uint64_t best = 0;
  int64_t top = 0;
  for (; among != 0; among &= among - 1) {
    int s = __builtin_ctzll(among);
    if (best != 0 && strength[s] < top) continue;
    if (best == 0 || strength[s] > top) best = 0;
    top = strength[s];
    best |= (uint64_t)1 << s;
  }
  return best;
}

void sidepot_split(int64_t amount, uint64_t winners, const int order[],
                   int seats, int64_t won[]) {
  if (winners == 0) return;
  int64_t part = amount / __builtin_popcountll(winners);
  int64_t odd = amount % __builtin_popcountll(winners);
  for (int i = 0; i < seats; i++) {
    if (!in(winners, order[i])) continue;
    won[order[i]] += part + odd;
    odd = 0;
  }
}
