/* Are all orders alike? Two statistics on fixed seeds, both needed: where
 * each of 52 cards goes, and how often each order of seven cards comes. A
 * test that cannot fail tests nothing: three broken shuffles must fail. */
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "core/chance.h"

typedef void Shuffle(Rng *r, uint16_t *a, size_t n);

/* How many standard deviations a chi-square is from what chance gives, when
 * `scale` of it is that of so many free cells. */
static double sigmas(const uint32_t *seen, size_t cells, double expected,
                     double scale, double freedom) {
  double chi = 0;
  for (size_t i = 0; i < cells; i++) {
    double off = seen[i] - expected;
    chi += scale * off * off / expected;
  }
  return (chi - freedom) / sqrt(2 * freedom);
}

static Rng stream(const char *label, uint64_t number) {
  static const uint8_t key[32] = {52};
  Rng r;
  rng_stream(&r, key, label, number);
  return r;
}

static void in_order(uint16_t *a, size_t n) {
  for (size_t i = 0; i < n; i++) a[i] = (uint16_t)i;
}

/* The matrix of card and place after a shuffle of n cards in order. As one
 * shuffle fills a whole row and column, (n-1)/n of its chi-square is that of
 * (n-1)^2 free cells. */
static double places(Shuffle *shuffle, size_t n, uint32_t times) {
  Rng r = stream("places", n);
  uint32_t *seen = calloc(n * n, sizeof *seen);
  uint16_t *a = calloc(n, sizeof *a);
  for (uint32_t t = 0; t < times; t++) {
    in_order(a, n);
    shuffle(&r, a, n);
    for (size_t i = 0; i < n; i++) seen[i * n + a[i]]++;
  }
  double side = (double)n - 1, scale = side / (double)n;
  double result =
      sigmas(seen, n * n, (double)times / (double)n, scale, side * side);
  free(seen);
  free(a);
  return result;
}

enum { CARDS = 7, ORDERS = 5040 };

/* The number of an order of seven, by how many smaller cards come later. */
static size_t order_of(const uint16_t a[CARDS]) {
  size_t number = 0;
  for (int i = 0; i < CARDS; i++) {
    size_t smaller = 0;
    for (int k = i + 1; k < CARDS; k++) smaller += a[k] < a[i];
    number = number * (size_t)(CARDS - i) + smaller;
  }
  return number;
}

static double orders(Shuffle *shuffle, uint32_t times) {
  Rng r = stream("orders", 7);
  uint32_t *seen = calloc(ORDERS, sizeof *seen);
  for (uint32_t t = 0; t < times; t++) {
    uint16_t a[CARDS];
    in_order(a, CARDS);
    shuffle(&r, a, CARDS);
    seen[order_of(a)]++;
  }
  double result = sigmas(seen, ORDERS, times / (double)ORDERS, 1, ORDERS - 1);
  free(seen);
  return result;
}

/* ---- the shuffle -------------------------------------------------------- */

/* Twice what another part of a long run gives: the end of one shuffle is not
 * felt in the next. */
static void twice(Rng *r, uint16_t *a, size_t n) {
  rng_shuffle16(r, a, n);
  in_order(a, n);
  rng_shuffle16(r, a, n);
}

static void passes(const char *name, Shuffle *shuffle, size_t n) {
  double p = places(shuffle, n, 200000), o = orders(shuffle, 1000000);
  printf("  %s: places of %zu cards %.1f, orders of 7 %.1f sigmas\n", name, n,
         p, o);
  CHECK(fabs(p) < 4 && fabs(o) < 4);
}

/* ---- broken ones -------------------------------------------------------- */

static void exchange(uint16_t *a, size_t i, size_t k) {
  uint16_t was = a[i];
  a[i] = a[k];
  a[k] = was;
}

/* Each place with any other: n^n ways don't divide by n! orders. */
static void with_any(Rng *r, uint16_t *a, size_t n) {
  for (size_t i = 0; i < n; i++) exchange(a, i, rng_below(r, n));
}

/* Sattolo's: a card never stays, an order is always one cycle. */
static void off_by_one(Rng *r, uint16_t *a, size_t n) {
  for (size_t i = n - 1; i > 0; i--) exchange(a, i, rng_below(r, i));
}

/* The remainder of eight bits. */
static void remainder_of_byte(Rng *r, uint16_t *a, size_t n) {
  for (size_t i = n - 1; i > 0; i--)
    exchange(a, i, (rng_word(r) & 255) % (i + 1));
}

static void fails(const char *name, Shuffle *shuffle) {
  double p = places(shuffle, 52, 50000), o = orders(shuffle, 200000);
  printf("  %s, broken: places %.1f, orders %.1f sigmas\n", name, p, o);
  CHECK(fabs(p) > 10 || fabs(o) > 10);
}

/* ---- sizes -------------------------------------------------------------- */

static bool is_order(const uint16_t *a, size_t n) {
  uint8_t *seen = calloc(n + 1, 1);
  bool good = true;
  for (size_t i = 0; i < n; i++) {
    if (a[i] >= n || seen[a[i]]) good = false;
    if (a[i] < n) seen[a[i]] = 1;
  }
  free(seen);
  return good;
}

static void test_nothing_is_lost(void) {
  Rng r = stream("sizes", 0);
  for (size_t n = 0; n < 1200; n++) {
    uint16_t *a = calloc(n + 1, sizeof *a);
    in_order(a, n);
    a[n] = 9999; /* what lies behind is left alone */
    rng_shuffle16(&r, a, n);
    CHECK(is_order(a, n) && a[n] == 9999);
    free(a);
  }
}

int main(void) {
  passes("shuffle", rng_shuffle16, 52);
  passes("shuffle", twice, 54);
  double large = places(rng_shuffle16, 156, 40000);
  printf("  shuffle: places of 156 cards %.1f sigmas\n", large);
  CHECK(fabs(large) < 4);
  fails("exchange with any place", with_any);
  fails("never the same place", off_by_one);
  fails("remainder of a byte", remainder_of_byte);
  test_nothing_is_lost();
  return check_done("shuffle");
}
