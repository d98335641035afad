/* Figures of many games: see figures.h. */
#include "answer/figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool ended(const LabResult *r, uint64_t game) {
  return r->end[game] == LAB_RESULT || r->end[game] == LAB_NO_RESULT;
}

Ends figures_ends(const LabResult *r) {
  Ends e = {0};
  for (uint64_t g = 0; g < r->games; g++) {
    e.played += r->end[g] != LAB_NOT_PLAYED;
    e.result += r->end[g] == LAB_RESULT;
    e.no_result += r->end[g] == LAB_NO_RESULT;
    e.stopped += r->end[g] == LAB_STOPPED;
    e.failed += r->end[g] == LAB_FAILED;
  }
  return e;
}

/* --- one column --- */

static int smaller(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The value below which a part of the sorted list lies, between two of them
 * in proportion (Hyndman and Fan's seventh). */
static double quantile(const double *list, uint64_t n, double part) {
  double at = part * (double)(n - 1);
  uint64_t low = (uint64_t)at;
  if (low + 1 >= n) return list[n - 1];
  return list[low] + (at - (double)low) * (list[low + 1] - list[low]);
}

/* Sorts the list. */
static void spread_of(double *list, uint64_t n, Spread *out) {
  static const double parts[QUANTILES] = {0.05, 0.25, 0.5, 0.75, 0.95};
  double sum = 0, squares = 0;
  memset(out, 0, sizeof *out);
  out->n = n;
  if (n == 0) return;
  for (uint64_t i = 0; i < n; i++) sum += list[i];
  out->mean = sum / (double)n;
  for (uint64_t i = 0; i < n; i++)
    squares += (list[i] - out->mean) * (list[i] - out->mean);
  if (n > 1) out->deviation = sqrt(squares / (double)(n - 1));
  qsort(list, n, sizeof *list, smaller);
  for (int q = 0; q < QUANTILES; q++)
    out->quantile[q] = quantile(list, n, parts[q]);
}

/* --- wins --- */

/* What the seats have of the first place of one game. */
static double part_of_win(const LabResult *r, uint64_t game, uint64_t seats) {
  const int32_t *place = r->place + game * (uint64_t)r->seats;
  int first = 0, ours = 0;
  for (int s = 0; s < r->seats; s++) {
    first += place[s] == 1;
    ours += place[s] == 1 && (seats >> s & 1);
  }
  return first == 0 ? 0 : (double)ours / first;
}

static void count_wins(const LabResult *r, uint64_t seats, Share *out) {
  double squares = 0;
  uint64_t n = 0;
  for (uint64_t g = 0; g < r->games; g++) {
    if (!ended(r, g)) continue;
    double part = part_of_win(r, g, seats);
    out->wins += part;
    squares += part * part;
    n++;
  }
  if (n == 0) return;
  out->share = out->wins / (double)n;
  double variance = squares / (double)n - out->share * out->share;
  if (n > 1 && variance > 0) out->error = sqrt(variance / (double)(n - 1));
}

static uint64_t scores_of(const LabResult *r, uint64_t seats, double *list) {
  uint64_t n = 0;
  for (uint64_t g = 0; g < r->games; g++)
    for (int s = 0; r->end[g] == LAB_RESULT && s < r->seats; s++)
      if (seats >> s & 1)
        list[n++] = r->score[g * (uint64_t)r->seats + (uint64_t)s];
  return n;
}

bool figures_share(const LabResult *r, uint64_t seats, Share *out) {
  memset(out, 0, sizeof *out);
  double *list = malloc((r->games * (uint64_t)r->seats + 1) * sizeof *list);
  if (list == NULL) return false;
  count_wins(r, seats, out);
  spread_of(list, scores_of(r, seats, list), &out->score);
  free(list);
  return true;
}

bool figures_measure(const LabResult *r, int m, Spread *out) {
  double *list = malloc((r->games + 1) * sizeof *list);
  uint64_t n = 0;
  if (list == NULL) return false;
  for (uint64_t g = 0; g < r->games; g++)
    if (ended(r, g))
      list[n++] = r->measure[g * (uint64_t)r->measures + (uint64_t)m];
  spread_of(list, n, out);
  free(list);
  return true;
}
