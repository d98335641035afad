/* Nearest name by edits: a letter inserted, left out, changed, or two
 * neighbours exchanged, each costing one, upper and lower case being equal.
 *
 * The distance is the "optimal string alignment" form of Damerau's (no letter
 * is edited twice): three rows, no memory. Names are bytes; outside ASCII a
 * letter counts as its bytes. Names longer than LONGEST match only when equal.
 *
 * Rejected: a threshold that is one number. Three slips are plenty in "ante"
 * and few in "small_blind_half". */
#include "core/nearest.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 64 };

static char lower(char c) {
  return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int least(int a, int b) { return a < b ? a : b; }

/* Rows of the table of distances between the beginnings of two names. */
typedef struct Rows {
  int before[LONGEST + 1], last[LONGEST + 1], now[LONGEST + 1];
} Rows;

static void fill_row(Rows *r, const char *a, const char *b, int i, int n) {
  r->now[0] = i;
  for (int j = 1; j <= n; j++) {
    char x = lower(a[i - 1]), y = lower(b[j - 1]);
    int cost = least(r->last[j], r->now[j - 1]) + 1;
    cost = least(cost, r->last[j - 1] + (x != y));
    if (i > 1 && j > 1 && x == lower(b[j - 2]) && lower(a[i - 2]) == y)
      cost = least(cost, r->before[j - 2] + 1);
    r->now[j] = cost;
  }
}

static int distance(const char *a, const char *b) {
  int m = (int)strlen(a), n = (int)strlen(b);
  Rows r;
  for (int j = 0; j <= n; j++) r.last[j] = j;
  for (int i = 1; i <= m; i++) {
    fill_row(&r, a, b, i, n);
    memcpy(r.before, r.last, sizeof r.before);
    memcpy(r.last, r.now, sizeof r.last);
  }
  return r.last[n];
}

static int equal_but_case(const char *a, const char *b) {
  while (*a != '\0' && lower(*a) == lower(*b)) a++, b++;
  return *a == *b;
}

void nearest_start(Nearest *n, const char *wanted) {
  size_t length = strlen(wanted);
  int cutoff = length > LONGEST ? 0 : (int)(length + 1) / 3;
  *n = (Nearest){.wanted = wanted, .cutoff = cutoff, .distance = cutoff + 1};
}

void nearest_offer(Nearest *n, const char *candidate) {
  if (n->distance == 0) return;
  int d = n->distance;
  if (equal_but_case(n->wanted, candidate)) {
    d = 0;
  } else if (n->cutoff > 0) {
    long off = labs((long)strlen(n->wanted) - (long)strlen(candidate));
    if (off > n->cutoff || strlen(candidate) > LONGEST) return;
    d = distance(n->wanted, candidate);
  }
  if (d >= n->distance) return;
  n->distance = d;
  n->best = candidate;
}

const char *nearest_best(const Nearest *n) { return n->best; }
