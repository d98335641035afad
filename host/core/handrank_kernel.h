/* The algorithm that ranks LANES hands at once; included by one file a kind
 * of processor, which says first what its vectors can do:
 *
 *   KERNEL           attributes of a function that is always inlined
 *   V, LANES         a vector of that many 16-bit lanes, used with & | + >>
 *   lanes(k)         k in every lane
 *   M                a truth value a lane
 *   over(a, k)       a - k, or 0 where a < k
 *   larger(a, b)     the larger of a and b
 *   nonzero(a)       M: a is not 0
 *   when(m, a)       a where m, else 0
 *   either(m, a, b)  a where m, else b
 *   or_else(a, b)    a where it isn't 0, else b
 *   less_one(a, b, k)  a without its lowest bit where b > k (both < 0x8000),
 *                    else a
 *   has_zero(a)      is any lane 0?
 *   load(hands, v)   hands[0..LANES) as v[4], a suit each; the lanes' order
 *                    and the suits' order don't matter
 *   store(ranks, hi, lo)   hi << 16 | lo of each lane in the hands' order
 *
 * A lane of v[i] is one suit of a hand: a mask of 13 ranks, the count of its
 * cards above. Nothing is looked up: how often each rank is there follows
 * from the four masks as carries do from bits, straights from shifts. Of
 * the ways a hand can be ranked (pairs, threes, fours, flush, straight) each
 * makes a candidate with its code in bits 13..15, and the largest wins.
 *
 * A worked hand, 7 cards: Ks Kh 9h 8h 5h 2h 2c. Hearts hold K 9 8 5 2 and
 * the count 5: `over` leaves its ranks, so `flush` is K9852 and the
 * candidate 0x8000. Two suits have K, two have 2: pairs = K2, candidate
 * 0x2000 | K2. The flush is larger; what it keeps are its five ranks. Of
 * six hearts the count above would be 1 more than five, and `dropped` would
 * clear one low bit.
 *
 * Tried and left: a look-up of 8192 masks for the best five (gathers cost
 * more than the whole arithmetic), ranks of 16 bits (they need a table). */

enum { RANK_BITS = 0x1fff };

/* The candidate of a category is its code above the ranks that it names. */
enum {
  TWO_PAIR = 0x2000,
  THREE = 0x4000,
  STRAIGHT = 0x6000,
  FLUSH = 0x8000,
  FULL_HOUSE = 0xa000,
  FOUR = 0xc000,
  CODE_BITS = 0xe000
};

/* The highest bit of a mask that has at most `bits` bits. */
KERNEL V top_one(V mask, int bits) {
  V best = mask;
  for (int i = 1; i < bits; i++) {
    mask &= mask - 1;
    best = or_else(mask, best);
  }
  return best;
}

/* The highest two bits of a mask that has at most `bits` bits; `less` is the
 * mask without its lowest bit. */
KERNEL V top_two(V mask, V less, int bits) {
  for (int i = 2; i < bits; i++) {
    V fewer = less & (less - 1);
    mask = either(nonzero(fewer), less, mask);
    less = fewer;
  }
  return mask;
}

/* The high card of the straight in a mask of ranks, 0 if there is none. */
KERNEL V straight_in(V ranks, int n) {
  V run = (ranks + ranks) | (ranks >> 12); /* the ace below the two */
  V twice = run & (run << 1);
  V high = ((twice & (twice << 2)) & (run << 4)) >> 1;
  high &= ~(high >> 1);
  return n == 9 ? top_one(high, 2) : high; /* A2345 and TJQKA in one hand */
}

/* Ranks of the suit of which there are five or more, 0 if there is none;
 * above them how many more than five. Eight overflow their count. */
KERNEL V flush_in(const V suit[4]) {
  return (over(suit[0], lanes(5 << 13)) | over(suit[1], lanes(5 << 13))) |
         (over(suit[2], lanes(5 << 13)) | over(suit[3], lanes(5 << 13)));
}

/* The candidate of flush, straight and both. */
KERNEL V run_candidate(V flush, V any, int n, M *no_kickers) {
  V suited = flush & RANK_BITS;
  if (n < 8) { /* a flush leaves no other straight that counts */
    V high = straight_in(or_else(suited, any), n);
    *no_kickers = nonzero(high);
    return high | when(nonzero(high), lanes(STRAIGHT)) |
           when(nonzero(flush), lanes(FLUSH));
  }
  V straight = straight_in(any, n), both = straight_in(suited, n);
  straight |= when(nonzero(straight), lanes(STRAIGHT));
  *no_kickers = nonzero(both);
  both |=
      when(nonzero(both), lanes(STRAIGHT)) | when(nonzero(flush), lanes(FLUSH));
  return larger(straight, both);
}

/* The candidate of ranks that are there more than once (0: none). */
KERNEL V pair_candidate(V two, V three, V four, int n) {
  V less = two & (two - 1);
  V second = when(nonzero(less), lanes(TWO_PAIR));
  V pairs = top_two(two, less, n < 6 ? 2 : n < 8 ? 3 : 4) | second;
  V triple = top_one(three, n < 6 ? 1 : n < 9 ? 2 : 3);
  V full = (triple | THREE) + ((second << 1) + second); /* THREE + 3 * 0x2000 */
  V quad = top_one(four, n < 8 ? 1 : 2) | FOUR;
  return larger(larger(pairs, when(nonzero(three), full)),
                when(nonzero(four), quad));
}

/* Clears n - 5 low bits of a mask, but never the last one; fewer where the
 * bits above the mask say so. */
KERNEL V dropped(V mask, int n) {
  V kept = mask & RANK_BITS, at_least = kept;
  for (int i = 0; i < n - 5; i++) {
    V fewer = less_one(kept, mask, 0x2000 * (i < 3 ? i + 1 : 3) - 1);
    at_least = or_else(fewer, at_least);
    kept = fewer;
  }
  return at_least;
}

KERNEL void rank_lanes(const V suit[4], int n, V *hi, V *lo) {
  V c = suit[0], d = suit[1], h = suit[2], s = suit[3];
  V any3 = c | d | h, two3 = (c & d) | (h & (c | d)), all3 = c & d & h;
  V any = (any3 | s) & RANK_BITS;
  V two = (two3 | (any3 & s)) & RANK_BITS;
  V three = (all3 | (two3 & s)) & RANK_BITS;
  V four = all3 & s & RANK_BITS;
  V flush = flush_in(suit);
  M no_kickers;
  V run = run_candidate(flush, any, n, &no_kickers);
  V paired = pair_candidate(two, three, four, n);
  M other = nonzero((paired & CODE_BITS) ^ FULL_HOUSE);
  V named = paired & RANK_BITS;
  V rest = either(other, any, two) ^ named;
  V best = larger(run, paired);
  rest |= lanes(0x2000 * (n < 8 ? n - 5 : 3));
  M suited = nonzero(best ^ paired);
  rest = either(suited, either(no_kickers, lanes(0), flush), rest);
  *hi = best;
  *lo = dropped(rest, n);
}

/* Eight cards of one suit carry their count into the next suit: such hands,
 * one in twenty thousand of nine cards, are ranked one at a time. */
KERNEL void rank_block(const uint64_t *hands, int n, uint32_t *ranks) {
  V suit[4], hi, lo;
  load(hands, suit);
  V counts = suit[0] | suit[1] | suit[2] | suit[3];
  if (n >= 8 && __builtin_expect(has_zero(counts & 0xc000), 0)) {
    for (int i = 0; i < LANES; i++)
      ranks[i] = handrank_prepared(hands[i], (size_t)n);
    return;
  }
  rank_lanes(suit, n, &hi, &lo);
  store(ranks, hi, lo);
}

KERNEL void rank_blocks(const uint64_t *hands, int n, uint32_t *ranks,
                        size_t count) {
  uint64_t last[LANES];
  uint32_t its[LANES];
  for (; count >= LANES; count -= LANES) {
    rank_block(hands, n, ranks);
    hands += LANES;
    ranks += LANES;
  }
  if (count == 0) return;
  for (size_t i = 0; i < LANES; i++) last[i] = hands[i < count ? i : 0];
  rank_block(last, n, its);
  memcpy(ranks, its, count * sizeof *ranks);
}

/* n is a constant in each call, so each makes its own loop. */
KERNEL void rank_hands(const uint64_t *hands, size_t n, uint32_t *ranks,
                       size_t count) {
  switch (n) {
    case 5:
      rank_blocks(hands, 5, ranks, count);
      break;
    case 6:
      rank_blocks(hands, 6, ranks, count);
      break;
    case 7:
      rank_blocks(hands, 7, ranks, count);
      break;
    case 8:
      rank_blocks(hands, 8, ranks, count);
      break;
    case 9:
      rank_blocks(hands, 9, ranks, count);
      break;
    default:
      break;
  }
}
