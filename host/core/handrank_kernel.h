/* The algorithm that ranks many hands at once; included by one file a kind
 * of processor, which says first what its vectors can do:
 *
 *   KERNEL           attributes of a function that is always inlined
 *   V, LANES         a vector of that many 16-bit lanes, used with & | + >>
 *   SIDE             how many vectors to rank side by side
 *   lanes(k)         k in every lane
 *   M                a truth value a lane
 *   zero(a)          M: a is 0
 *   above(a, k)      M: a > k, signed
 *   pick(m, a, b)    a where m, else b
 *   trim(m, a, less) a where m, else less, which has no bit that a hasn't
 *   strip(m, a, less)  the other way: less where m, else a
 *   when(m, a)       a where m, else 0
 *   unless(m, a)     0 where m, else a
 *   less_one(m, a)   a - 1 where m, else a
 *   larger(a, b)     the larger of a and b, unsigned
 *   higher(a, b)     the same for a and b below 0x8000
 *   any_zero(a)      is any lane 0?
 *   load(hands, v)   hands[0..LANES) as v[4], a suit each; the lanes' order
 *                    and the suits' order don't matter
 *   store(ranks, hi, lo)   hi << 16 | lo of each lane in the hands' order
 *
 * A lane of v[i] is one suit of a hand: a mask of 13 ranks, the count of its
 * cards above. Nothing is looked up: how often each rank is there follows
 * from the four masks as carries do from bits, straights from shifts. What
 * the ranks that are there more than once make (0x2000 and on for two pair,
 * threes, full house, fours) and what flush and straight make are two
 * candidates, code above mask; the larger one wins, and of the cards it
 * leaves the best are kept by clearing the lowest bits.
 *
 * A worked hand, 7 cards: Ks Kh 9h 8h 5h 2h 2c. Hearts have the largest
 * count, 5, so the largest of the four fields is theirs. Raised by 0xe000 a
 * count of 5 is 0x8000, which is both the sign that says flush and its code.
 * Kings and twos are there twice: the other candidate is 0x2000 | K2, which
 * is smaller. Hearts K9852 are kept; of a count of 6 the lowest would be
 * cleared.
 *
 * Tried and left: a look-up of 8192 masks for the best five (gathers cost
 * more than the whole arithmetic); ranks of 16 bits (they need a table);
 * telling straights from flushes in one pass from eight cards on, where a
 * full house or four of a kind can stand beside them. */

enum { RANK_BITS = 0x1fff, CODE_BITS = 0xe000, BLOCK = SIDE * LANES };

/* The code of a category stands above the ranks that it names. */
enum {
  TWO_PAIR = 0x2000,
  THREE = 0x4000,
  STRAIGHT = 0x6000,
  FLUSH = 0x8000,
  FULL_HOUSE = 0xa000,
  FOUR = 0xc000
};

/* The mask without its lowest bit, but never nothing: either what is left
 * or, of a single bit, what is lost is higher. */
KERNEL V but_lowest(M where, V mask) {
  V less = less_one(where, mask);
  return higher(mask & less, mask & ~less);
}

/* The highest bit of a mask that has at most `bits` bits. */
KERNEL V top_one(V mask, int bits) {
  for (int i = 1; i < bits; i++) {
    V less = mask - 1;
    mask = higher(mask & less, mask & ~less);
  }
  return mask;
}

/* The highest two bits of a mask that has at most `bits` bits; `less` is the
 * mask without its lowest bit. */
KERNEL V top_two(V mask, V less, int bits) {
  for (int i = 2; i < bits; i++) {
    V fewer = less & (less - 1);
    mask = trim(zero(fewer), mask, less);
    less = fewer;
  }
  return mask;
}

/* The high card of the straight in a mask of ranks, 0 if there is none. */
KERNEL V straight_in(V ranks, int n) {
  V down = (ranks + ranks) | (ranks >> 12); /* each rank has the one below */
  V two = ranks & down;
  V high = two & (two << 2) & (down << 3);
  high &= ~(high >> 1);
  return n == 9 ? top_one(high, 2) : high; /* A2345 and TJQKA in one hand */
}

/* The longest suit: its ranks, and above them 4, 5, 6 for five, six or seven
 * cards, less for fewer. Eight overflow their count. */
KERNEL V longest_suit(const V suit[4]) {
  return larger(larger(suit[0], suit[1]), larger(suit[2], suit[3])) +
         lanes(0xe000);
}

/* Ranks that are there at least once, twice, three times, four times. */
typedef struct Copies {
  V one, two, three, four;
} Copies;

KERNEL Copies count_copies(const V suit[4]) {
  V c = suit[0], d = suit[1], h = suit[2], s = suit[3];
  V one = c | d | h, two = (c & d) | (h & (c | d)), three = c & d & h;
  return (Copies){(one | s) & RANK_BITS, (two | (one & s)) & RANK_BITS,
                  (three | (two & s)) & RANK_BITS, three & s & RANK_BITS};
}

/* The candidate of the ranks that are there more than once. */
KERNEL V pair_candidate(const Copies *copies, int n) {
  V two = copies->two, less = two & (two - 1);
  V second = unless(zero(less), lanes(TWO_PAIR));
  V pairs = top_two(two, less, n < 6 ? 2 : n < 8 ? 3 : 4);
  V three = top_one(copies->three, n < 6 ? 1 : n < 9 ? 2 : 3) | THREE;
  V four = top_one(copies->four, n < 8 ? 1 : 2) | FOUR;
  V full = three + second + second; /* 0x4000 more when there is a second */
  V best = pick(zero(copies->three), pairs, full) + second;
  return pick(zero(copies->four), best, four);
}

/* What the cards of the largest candidate leave to be kept, and the longest
 * suit as far as it limits that. */
typedef struct Leave {
  V best, kickers, longest;
} Leave;

/* What a candidate of pairs, threes and fours leaves: the other ranks, but of
 * a full house only those for its pair. */
KERNEL V left_by(V paired, const Copies *copies) {
  M full = zero((paired & CODE_BITS) ^ FULL_HOUSE);
  return strip(full, copies->one, copies->two) ^ (paired & RANK_BITS);
}

/* A flush of up to seven cards leaves no room for full house or four of a
 * kind, nor for a straight outside it. */
KERNEL Leave leave_of_seven(V longest, const Copies *copies, V paired, int n) {
  M mixed = above(longest, -1);
  V suited = longest & RANK_BITS;
  V high = straight_in(trim(mixed, copies->one, suited), n);
  M no_run = zero(high);
  V run = high | unless(no_run, lanes(STRAIGHT)) | (longest & FLUSH);
  V kickers = when(no_run, pick(mixed, left_by(paired, copies), suited));
  return (Leave){larger(run, paired), kickers, longest};
}

KERNEL Leave leave_of_nine(V longest, const Copies *copies, V paired, int n) {
  V suited = unless(above(longest, -1), longest & RANK_BITS);
  V high = straight_in(copies->one, n), both = straight_in(suited, n);
  V straight = high | unless(zero(high), lanes(STRAIGHT));
  V flush = both | unless(zero(both), lanes(STRAIGHT)) | (longest & FLUSH);
  V best = larger(larger(straight, flush), paired);
  M pairs_win = zero(best ^ paired);
  V kickers =
      pick(pairs_win, left_by(paired, copies), when(zero(both), suited));
  return (Leave){best, kickers, pick(pairs_win, lanes(0x7fff), longest)};
}

/* Clears n - 5 low bits of the kickers, fewer of a flush with fewer cards. */
KERNEL V kept_of(const Leave *leave, int n) {
  V kept = leave->kickers;
  for (int i = 1; i <= n - 5; i++) {
    int limit = i < 3 ? i * 0x2000 - 0x8001 : -1;
    kept = but_lowest(above(leave->longest, limit), kept);
  }
  return kept;
}

/* Eight cards of one suit carry their count into the next suit: such hands,
 * one in twenty thousand of nine cards, are ranked one at a time. */
KERNEL bool overflowed(const V suit[4], int n) {
  if (n < 8) return false;
  V counts = (suit[0] | suit[1] | suit[2] | suit[3]) & 0xc000;
  return __builtin_expect(any_zero(counts), 0);
}

/* SIDE vectors of hands, step by step, so that while one waits for what it has
 * just computed the other gets on: a tenth more hands a second. */
KERNEL void rank_block(const uint64_t *hands, int n, uint32_t *ranks) {
  V longest[SIDE], paired[SIDE];
  Copies copies[SIDE];
  Leave leave[SIDE];
  bool overflow = false;
  for (int k = 0; k < SIDE; k++) {
    V suit[4];
    load(hands + k * LANES, suit);
    overflow |= overflowed(suit, n);
    copies[k] = count_copies(suit);
    longest[k] = longest_suit(suit);
  }
  for (int k = 0; k < SIDE; k++) paired[k] = pair_candidate(&copies[k], n);
  for (int k = 0; k < SIDE; k++)
    leave[k] = n < 8 ? leave_of_seven(longest[k], &copies[k], paired[k], n)
                     : leave_of_nine(longest[k], &copies[k], paired[k], n);
  for (int k = 0; k < SIDE; k++)
    store(ranks + k * LANES, leave[k].best, kept_of(&leave[k], n));
  for (int i = 0; overflow && i < BLOCK; i++)
    ranks[i] = handrank_prepared(hands[i], (size_t)n);
}

KERNEL void rank_blocks(const uint64_t *hands, int n, uint32_t *ranks,
                        size_t count) {
  uint64_t last[BLOCK];
  uint32_t its[BLOCK];
  for (; count >= BLOCK; count -= BLOCK) {
    rank_block(hands, n, ranks);
    hands += BLOCK;
    ranks += BLOCK;
  }
  if (count == 0) return;
  for (size_t i = 0; i < BLOCK; i++) last[i] = hands[i < count ? i : 0];
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
