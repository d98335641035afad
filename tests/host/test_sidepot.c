/* Side pots, against a version that moves one chip at a time. */
#include <string.h>

#include "check.h"
#include "core/pool.h"

static const int in_turn[] = {0, 1, 2, 3, 4, 5, 6, 7};

static void test_known(void) {
  Sidepots p;
  CHECK_INT(sidepot_layers((int64_t[]){5, 20, 20, 50}, 4, 0, &p), SIDEPOT_OK);
  CHECK_INT(p.count, 2);
  CHECK_INT(p.layer[0].amount, 20);
  CHECK_INT(p.layer[0].winners, 0xf);
  CHECK_INT(p.layer[1].amount, 45);
  CHECK_INT(p.layer[1].winners, 0xe);
  CHECK_INT(p.back_seat, 3);
  CHECK_INT(p.back, 30);
  /* A folded seat makes no layer of its own. */
  CHECK_INT(sidepot_layers((int64_t[]){4, 20, 20}, 3, 1, &p), SIDEPOT_OK);
  CHECK_INT(p.count, 1);
  CHECK_INT(p.layer[0].amount, 44);
  CHECK_INT(p.layer[0].winners, 6);
  CHECK_INT(p.back_seat, -1);
  /* Two that had bet more have both left: their chips are dead money. */
  CHECK_INT(sidepot_layers((int64_t[]){5, 9, 8}, 3, 6, &p), SIDEPOT_OK);
  CHECK_INT(p.count, 1);
  CHECK_INT(p.layer[0].amount, 22);
  CHECK_INT(p.layer[0].winners, 1);
}

static void test_refused(void) {
  Sidepots p;
  CHECK_INT(sidepot_layers((int64_t[]){1, -1}, 2, 0, &p), SIDEPOT_NEGATIVE);
  CHECK_INT(sidepot_layers((int64_t[]){INT64_MAX, 1}, 2, 0, &p),
            SIDEPOT_TOO_MUCH);
  CHECK_INT(sidepot_layers((int64_t[]){1, 1, 0}, 3, 3, &p), SIDEPOT_NOBODY);
  CHECK_INT(sidepot_layers(NULL, 0, 0, &p), SIDEPOT_OK);
  CHECK_INT(p.count, 0);
  CHECK_INT(p.back_seat, -1);
  CHECK_INT(sidepot_layers((int64_t[]){0, 0}, 2, 3, &p), SIDEPOT_OK);
  CHECK_INT(p.count, 0);
}

static void test_split(void) {
  int64_t won[4] = {0}, strength[] = {7, -3, 7, 7};
  CHECK_INT(sidepot_best(0xf, strength), 0xd);
  CHECK_INT(sidepot_best(0x2, strength), 0x2);
  CHECK_INT(sidepot_best(0, strength), 0);
  int order[] = {1, 2, 3, 0};
  sidepot_split(11, 0xd, order, 4, won);
  CHECK(won[0] == 3 && won[1] == 0 && won[2] == 5 && won[3] == 3);
  sidepot_split(1, 0x2, order, 4, won);
  CHECK_INT(won[1], 1);
}

/* One chip from everybody who has one left, and again. */
typedef struct Slow {
  int layers;
  uint64_t winners[400];
  int64_t amount[400];
  int64_t back;
} Slow;

static void one_round(Slow *slow, int64_t left[], int seats, uint64_t folded) {
  uint64_t reached = 0;
  int chips = 0;
  for (int s = 0; s < seats; s++)
    if (left[s] > 0) left[s]--, chips++, reached |= 1ull << s;
  uint64_t live = reached & ~folded;
  int last = slow->layers - 1;
  if (chips == 1 && live != 0) {
    slow->back++;
  } else if (last >= 0 && (live == 0 || live == slow->winners[last])) {
    slow->amount[last] += chips;
  } else {
    slow->winners[slow->layers] = live;
    slow->amount[slow->layers++] = chips;
  }
}

static unsigned draw(unsigned *x, unsigned n) {
  *x = *x * 1664525u + 1013904223u;
  return (*x >> 10) % n;
}

static int same(const Slow *slow, const Sidepots *fast) {
  if (slow->layers != fast->count || slow->back != fast->back) return 0;
  for (int i = 0; i < slow->layers; i++)
    if (slow->winners[i] != fast->layer[i].winners ||
        slow->amount[i] != fast->layer[i].amount)
      return 0;
  return (fast->back > 0) == (fast->back_seat >= 0);
}

/* Is every chip of the layers with a best hand, evenly but for odd ones? */
static int paid_right(const Sidepots *p, int seats, const int64_t strength[]) {
  int64_t won[8] = {0}, sum = 0, total = 0;
  for (int i = 0; i < p->count; i++) {
    uint64_t best = sidepot_best(p->layer[i].winners, strength);
    if (best == 0 || (best & ~p->layer[i].winners) != 0) return 0;
    for (int s = 0; s < seats; s++)
      for (int b = 0; b < seats; b++)
        if ((p->layer[i].winners >> s & 1) && (best >> b & 1) &&
            (strength[s] > strength[b] ||
             (strength[s] == strength[b]) != (int)(best >> s & 1)))
          return 0;
    sidepot_split(p->layer[i].amount, best, in_turn, seats, won);
    total += p->layer[i].amount;
  }
  for (int s = 0; s < seats; s++) sum += won[s];
  return sum == total;
}

static void test_random(void) {
  unsigned x = 99;
  long wrong = 0, unpaid = 0, tried = 0, back = 0;
  for (int n = 0; n < 100000; n++) {
    int seats = 1 + (int)draw(&x, 8);
    int64_t put[8], left[8], strength[8];
    uint64_t folded = draw(&x, 256) & draw(&x, 256);
    unsigned most = 1 + draw(&x, 20);
    for (int s = 0; s < seats; s++) {
      put[s] = left[s] = draw(&x, most);
      strength[s] = draw(&x, 4);
    }
    Slow slow = {0};
    for (int i = 0; i < 20; i++) one_round(&slow, left, seats, folded);
    Sidepots fast;
    if (sidepot_layers(put, seats, folded, &fast) != SIDEPOT_OK) {
      wrong += slow.layers == 0 || slow.winners[0] != 0;
      continue;
    }
    tried++;
    back += fast.back > 0;
    /* Rounds without chips add an empty layer at most; drop it. */
    while (slow.layers > 0 && slow.amount[slow.layers - 1] == 0) slow.layers--;
    wrong += !same(&slow, &fast);
    unpaid += !paid_right(&fast, seats, strength);
  }
  CHECK_INT(wrong, 0);
  CHECK_INT(unpaid, 0);
  CHECK(tried > 50000 && back > 10000);
}

int main(void) {
  test_known();
  test_refused();
  test_split();
  test_random();
  return check_done("sidepot");
}
