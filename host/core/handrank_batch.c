/* Ranking many hands at once. This file is compiled once a variant
 * (cpu_variants.h; the Makefile gives the flags and VARIANT(f), f with the
 * variant's name): for vectors of 8, 16 and 32 lanes.
 *
 * A lane of v[i] is one suit of a hand: a mask of 13 ranks, the count of its
 * cards above. Nothing is looked up: how often each rank is there follows
 * from the four masks as carries do from bits, straights from shifts. What
 * the ranks that are there more than once make (0x2000 and on for two pair,
 * threes, full house, fours) and what flush and straight make are two
 * candidates, code above mask; the larger one wins, and of the cards it
 * leaves the best are kept by clearing the lowest bits.
 *
 * A short deck's straights have another shift. A low hand follows from how many
 * ranks there are: five make no pair, four a pair, and so on. The few whose
 * lowest five ranks are a straight or a flush are ranked one at a time for deuce
 * to seven. */

/* Each variant says first what its vectors can do:
 *
 *   V, LANES         a vector of that many 16-bit lanes, used with & | + >>
 *   SIDE             how many vectors to rank side by side
 *   lanes(k)         k in every lane
 *   M                a truth value a lane
 *   zero(a)          M: a is 0
 *   above(a, k)      M: a > k, signed
 *   pick(m, a, b)    a where m, else b
 *   trim(m, a, less) a where m, else less, which has no bit that a hasn't
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
 * A worked hand, 7 cards: Ks Kh 9h 8h 5h 2h 2c. Hearts have the largest
 * count, 5, so the largest of the four fields is theirs. Raised by 0xe000 a
 * count of 5 is 0x8000, which is both the sign that says flush and its code.
 * Kings and twos are there twice: the other candidate is 0x2000 | K2, which
 * is smaller. Hearts K9852 are kept; of a count of 6 the lowest would be
 * cleared. */

#include "core/handrank_batch.h"

#include <stdbool.h>
#include <string.h>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#define KERNEL static inline __attribute__((always_inline))
#define lanes(k) ((V){0} + (uint16_t)(k))

#if defined(__AVX512BW__)

enum { LANES = 32 };
typedef uint16_t V __attribute__((vector_size(64), may_alias));
typedef __mmask32 M;

#define I(a) ((__m512i)(a))
KERNEL M zero(V a) { return _mm512_testn_epi16_mask(I(a), I(a)); }
KERNEL M above(V a, int k) {
  return _mm512_cmpgt_epi16_mask(I(a), _mm512_set1_epi16((int16_t)k));
}
KERNEL V pick(M m, V a, V b) {
  return (V)_mm512_mask_blend_epi16(m, I(b), I(a));
}
KERNEL V trim(M m, V a, V less) { return pick(m, a, less); }
KERNEL V when(M m, V a) { return (V)_mm512_maskz_mov_epi16(m, I(a)); }
KERNEL V unless(M m, V a) { return pick(m, lanes(0), a); }
KERNEL V less_one(M m, V a) {
  return (V)_mm512_mask_sub_epi16(I(a), m, I(a), _mm512_set1_epi16(1));
}
KERNEL V larger(V a, V b) { return (V)_mm512_max_epu16(I(a), I(b)); }
KERNEL V higher(V a, V b) { return larger(a, b); }
KERNEL bool any_zero(V a) { return zero(a) != 0; }

/* Eight hands are a vector. Halves of 32 bits are mixed first, then of 64:
 * each result holds one suit of every hand, not the same suit of each. The
 * lanes' order is undone by `store`. */
KERNEL void load(const uint64_t *hands, V suit[4]) {
  const __m512i *at = (const __m512i *)hands;
  __m512i a = _mm512_loadu_si512(at), b = _mm512_loadu_si512(at + 1);
  __m512i c = _mm512_loadu_si512(at + 2), d = _mm512_loadu_si512(at + 3);
  const __mmask32 odd = 0xaaaaaaaa;
  __m512 ab = (__m512)_mm512_mask_blend_epi16(odd, b, a);
  __m512 cd = (__m512)_mm512_mask_blend_epi16(odd, d, c);
  __m512 ba = (__m512)_mm512_rol_epi32(_mm512_mask_blend_epi16(odd, a, b), 16);
  __m512 dc = (__m512)_mm512_rol_epi32(_mm512_mask_blend_epi16(odd, c, d), 16);
  suit[0] = (V)_mm512_shuffle_ps(ab, cd, 0x88);
  suit[1] = (V)_mm512_shuffle_ps(ab, cd, 0xdd);
  suit[2] = (V)_mm512_shuffle_ps(ba, dc, 0x88);
  suit[3] = (V)_mm512_shuffle_ps(ba, dc, 0xdd);
}

/* Where hands i and i + 1 are after `load`, as words of (lo, hi). */
#define PAIR(lane) lane, lane + 32, lane + 2, lane + 34
#define EIGHT(lane) PAIR(lane), PAIR(lane + 8), PAIR(lane + 16), PAIR(lane + 24)

KERNEL void store(uint32_t *ranks, V hi, V lo) {
  const V first = {EIGHT(1), EIGHT(0)}, second = {EIGHT(5), EIGHT(4)};
  __m512i *at = (__m512i *)ranks;
  _mm512_storeu_si512(at, _mm512_permutex2var_epi16(I(lo), I(first), I(hi)));
  _mm512_storeu_si512(at + 1,
                      _mm512_permutex2var_epi16(I(lo), I(second), I(hi)));
}

#else

#if defined(__AVX2__)
enum { LANES = 16 };
#else
enum { LANES = 8 };
#endif
typedef uint16_t V __attribute__((vector_size(2 * LANES), may_alias));
typedef int16_t Signed __attribute__((vector_size(2 * LANES), may_alias));
typedef V M;

KERNEL M zero(V a) { return (M)(a == 0); }
KERNEL M above(V a, int k) { return (M)((Signed)a > (int16_t)k); }
KERNEL V when(M m, V a) { return a & m; }
KERNEL V unless(M m, V a) { return a & ~m; }
KERNEL V less_one(M m, V a) { return a + m; }

#if defined(__AVX2__)
#define I(a) ((__m256i)(a))
KERNEL V pick(M m, V a, V b) { return (V)_mm256_blendv_epi8(I(b), I(a), I(m)); }
KERNEL V trim(M m, V a, V less) { return pick(m, a, less); }
KERNEL V larger(V a, V b) { return (V)_mm256_max_epu16(I(a), I(b)); }
KERNEL V higher(V a, V b) { return larger(a, b); }
KERNEL bool any_zero(V a) { return _mm256_movemask_epi8(I(zero(a))) != 0; }

/* Four hands are a vector. Words are mixed first, then pairs of words: each
 * result holds one suit of every hand, not the same suit of each. */
KERNEL void load(const uint64_t *hands, V suit[4]) {
  const __m256i *at = (const __m256i *)hands;
  const __m256i swap =
      _mm256_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13, 2,
                       3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
  __m256i a = _mm256_loadu_si256(at), b = _mm256_loadu_si256(at + 1);
  __m256i c = _mm256_loadu_si256(at + 2), d = _mm256_loadu_si256(at + 3);
  __m256 ab = (__m256)_mm256_blend_epi16(b, a, 0xaa);
  __m256 cd = (__m256)_mm256_blend_epi16(d, c, 0xaa);
  __m256 ba = (__m256)_mm256_shuffle_epi8(_mm256_blend_epi16(a, b, 0xaa), swap);
  __m256 dc = (__m256)_mm256_shuffle_epi8(_mm256_blend_epi16(c, d, 0xaa), swap);
  suit[0] = (V)_mm256_shuffle_ps(ab, cd, 0x88);
  suit[1] = (V)_mm256_shuffle_ps(ab, cd, 0xdd);
  suit[2] = (V)_mm256_shuffle_ps(ba, dc, 0x88);
  suit[3] = (V)_mm256_shuffle_ps(ba, dc, 0xdd);
}

/* The lanes are of hands 4 0 5 1 12 8 13 9, then 6 2 7 3 14 10 15 11. */
KERNEL void store(uint32_t *ranks, V hi, V lo) {
  const __m256i order = _mm256_setr_epi32(1, 3, 5, 7, 0, 2, 4, 6);
  __m256i *at = (__m256i *)ranks;
  __m256i low = _mm256_unpacklo_epi16(I(lo), I(hi));
  __m256i high = _mm256_unpackhi_epi16(I(lo), I(hi));
  _mm256_storeu_si256(at, _mm256_permutevar8x32_epi32(low, order));
  _mm256_storeu_si256(at + 1, _mm256_permutevar8x32_epi32(high, order));
}

#else

KERNEL V pick(M m, V a, V b) { return (a & m) | (b & ~m); }
KERNEL V trim(M m, V a, V less) { return a & (less | m); }

#if defined(__SSE2__)
#define I(a) ((__m128i)(a))
KERNEL V larger(V a, V b) { return (V)_mm_subs_epu16(I(a), I(b)) + b; }
KERNEL V higher(V a, V b) { return (V)_mm_max_epi16(I(a), I(b)); }
KERNEL bool any_zero(V a) { return _mm_movemask_epi8(I(zero(a))) != 0; }
#else
KERNEL V larger(V a, V b) { return pick((M)(a > b), a, b); }
KERNEL V higher(V a, V b) { return larger(a, b); }
KERNEL bool any_zero(V a) {
  bool found = false;
  for (int i = 0; i < LANES; i++) found |= a[i] == 0;
  return found;
}
#endif

#define zip(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define zip2(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)

/* Two hands are a vector; three rounds of zipping make rows of columns. */
KERNEL void load(const uint64_t *hands, V suit[4]) {
  V a, b, c, d;
  memcpy(&a, hands, sizeof a);
  memcpy(&b, hands + 2, sizeof b);
  memcpy(&c, hands + 4, sizeof c);
  memcpy(&d, hands + 6, sizeof d);
  V even = zip(zip(a, c), zip(b, d)), odd = zip(zip2(a, c), zip2(b, d));
  suit[0] = zip(even, odd);
  suit[1] = zip2(even, odd);
  even = zip2(zip(a, c), zip(b, d));
  odd = zip2(zip2(a, c), zip2(b, d));
  suit[2] = zip(even, odd);
  suit[3] = zip2(even, odd);
}

KERNEL void store(uint32_t *ranks, V hi, V lo) {
  V low = zip(lo, hi), high = zip2(lo, hi);
  memcpy(ranks, &low, sizeof low);
  memcpy(ranks + 4, &high, sizeof high);
}

#endif
#endif

/* ---- one algorithm for all ---------------------------------------------- */

enum { RANK_BITS = 0x1fff, CODE_BITS = 0xe000, SIDE = 2, BLOCK = SIDE * LANES };

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
KERNEL V straight_in(V ranks, int n, HandOrder order) {
  int six = order == ORDER_SHORT_DECK ? 4 : 0;     /* the ace is below it */
  V down = (ranks + ranks) | (ranks >> 12 << six); /* each has the one below */
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

KERNEL Copies copies_in(const V suit[4]) {
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
  return pick(full, copies->two, copies->one) ^ (paired & RANK_BITS);
}

/* A flush of up to seven cards leaves no room for full house or four of a
 * kind, nor for a straight outside it. */
KERNEL Leave leave_of_seven(V longest, const Copies *copies, V paired, int n,
                            HandOrder order) {
  M mixed = above(longest, -1);
  V suited = longest & RANK_BITS;
  V high = straight_in(trim(mixed, copies->one, suited), n, order);
  M no_run = zero(high);
  V run = high | unless(no_run, lanes(STRAIGHT)) | (longest & FLUSH);
  V kickers = when(no_run, pick(mixed, left_by(paired, copies), suited));
  return (Leave){larger(run, paired), kickers, longest};
}

KERNEL Leave leave_of_nine(V longest, const Copies *copies, V paired, int n) {
  V suited = unless(above(longest, -1), longest & RANK_BITS);
  V high = straight_in(copies->one, n, ORDER_HIGH);
  V both = straight_in(suited, n, ORDER_HIGH);
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

/* ---- low hands ---------------------------------------------------------- */

/* Ranks with the ace, which was highest, as the lowest. */
KERNEL V ace_first(V ranks) {
  return ((ranks + ranks) | (ranks >> 12)) & RANK_BITS;
}

/* What names the lowest hand of fewer than five ranks: `rest` are the ranks but
 * for the lowest two. */
KERNEL V lowest_pairs(const Copies *copies, V rest) {
  V two = copies->two, less = two & (two - 1), three = copies->three;
  M one_pair = zero(less);
  V pairs = pick(one_pair, two | THREE, (two ^ (less & (less - 1))) | TWO_PAIR);
  V full = (three ^ (three & (three - 1))) | FULL_HOUSE;
  V named = pick(zero(rest), pick(one_pair, two | FOUR, full), pairs);
  return pick(zero(rest & (rest - 1)), named, two ^ less);
}

/* Do the ranks make a straight or, in whatever suits they are taken, a flush?
 * `copies`: not nothing where two of them are of one rank. */
KERNEL M straight_or_flush(const V suit[4], V ranks, V copies) {
  V two = ranks & (ranks << 1);
  return ~zero(two & (two << 2) & (ranks << 4)) |
         zero(copies | (ranks & ~suit[0])) | zero(copies | (ranks & ~suit[1])) |
         zero(copies | (ranks & ~suit[2])) | zero(copies | (ranks & ~suit[3]));
}

/* The halves of a low rank; hi is 0 where neither the lowest five ranks nor the
 * lowest four and the sixth make a hand without straight and flush. */
KERNEL void low_halves(const V suit[4], HandOrder order, int n, V *hi, V *lo) {
  bool deuce = order == ORDER_DEUCE_TO_SEVEN;
  Copies c = copies_in(suit);
  if (!deuce)
    c = (Copies){ace_first(c.one), ace_first(c.two), ace_first(c.three),
                 c.four};
  V less = c.one & (c.one - 1), rest = less & (less - 1);
  V fifth = rest & (rest - 1);
  fifth &= fifth - 1; /* all but the lowest four */
  V sixth = fifth & (fifth - 1);
  M paired = zero(fifth);
  V named = when(paired, lowest_pairs(&c, rest)), ranks = named & RANK_BITS;
  V low = c.one ^ pick(paired, ranks, sixth);
  *hi = ~named;
  if (deuce) {
    M wrong = straight_or_flush(suit, low, (low & c.two) | ranks), none = wrong;
    if (n > 5) {
      V other = (low | sixth) & ~(fifth ^ sixth) & ~(sixth & (sixth - 1));
      V copies = (other & c.two) | ranks;
      none &= zero(sixth) | straight_or_flush(suit, other, copies);
      low = pick(wrong, other, low);
    }
    *hi = unless(none, *hi);
  }
  *lo = (low ^ RANK_BITS) | (uint16_t)(order << 13);
}

/* ---- blocks of hands ---------------------------------------------------- */

/* Eight cards of one suit carry their count into the next suit: such hands,
 * one in twenty thousand of nine cards, are ranked one at a time. */
KERNEL bool overflowed(const V suit[4], int n) {
  if (n < 8) return false;
  V counts = (suit[0] | suit[1] | suit[2] | suit[3]) & 0xc000;
  return __builtin_expect(any_zero(counts), 0);
}

/* SIDE vectors of hands, step by step, so that while one waits for what it has
 * just computed the other gets on: a tenth more hands a second. */
KERNEL void rank_suits(HandOrder order, V suit[SIDE][4], int n,
                       uint32_t *ranks) {
  V longest[SIDE], paired[SIDE];
  Copies copies[SIDE];
  Leave leave[SIDE];
  for (int k = 0; k < SIDE; k++) {
    copies[k] = copies_in(suit[k]);
    longest[k] = longest_suit(suit[k]);
  }
  for (int k = 0; k < SIDE; k++) paired[k] = pair_candidate(&copies[k], n);
  for (int k = 0; k < SIDE; k++)
    leave[k] = n < 8
                   ? leave_of_seven(longest[k], &copies[k], paired[k], n, order)
                   : leave_of_nine(longest[k], &copies[k], paired[k], n);
  for (int k = 0; k < SIDE; k++) {
    V hi = leave[k].best, lo = kept_of(&leave[k], n);
    if (order == ORDER_SHORT_DECK) { /* exchanges flush and full house */
      hi ^= (hi >> 2) & ~(hi >> 1) & 0x2000;
      lo |= ORDER_SHORT_DECK << 13;
    }
    store(ranks + k * LANES, hi, lo);
  }
}

/* True: some have no rank yet. */
KERNEL bool rank_low(HandOrder order, V suit[SIDE][4], int n, uint32_t *ranks) {
  V hi[SIDE], lo[SIDE];
  bool none = false;
  for (int k = 0; k < SIDE; k++) low_halves(suit[k], order, n, &hi[k], &lo[k]);
  for (int k = 0; k < SIDE; k++) {
    none |= order == ORDER_DEUCE_TO_SEVEN && any_zero(hi[k]);
    store(ranks + k * LANES, hi[k], lo[k]);
  }
  return none;
}

KERNEL void rank_block(HandOrder order, const uint64_t *hands, int n,
                       uint32_t *ranks) {
  V suit[SIDE][4];
  bool overflow = false, low = order > ORDER_SHORT_DECK;
  for (int k = 0; k < SIDE; k++) {
    load(hands + k * LANES, suit[k]);
    overflow |= overflowed(suit[k], n);
  }
  if (low)
    overflow = rank_low(order, suit, n, ranks);
  else
    rank_suits(order, suit, n, ranks);
  for (int i = 0; overflow && i < BLOCK; i++)
    if (!low || ranks[i] >> 16 == 0)
      ranks[i] = handrank_ordered(order, hands[i], (size_t)n);
}

/* The last hands are copied into a block of their own. It goes the same way, as
 * a second loop here would take as long to compile. */
KERNEL void rank_blocks(HandOrder order, const uint64_t *hands, int n,
                        uint32_t *ranks, size_t count) {
  uint64_t last[BLOCK];
  uint32_t its[BLOCK];
  for (; count >= BLOCK; count -= BLOCK) {
    rank_block(order, hands, n, ranks);
    hands += BLOCK;
    ranks += BLOCK;
  }
  if (count == 0) return;
  for (size_t i = 0; i < BLOCK; i++) last[i] = hands[i < count ? i : 0];
  VARIANT(handrank_batch)(order, last, (size_t)n, its, BLOCK);
  memcpy(ranks, its, count * sizeof *ranks);
}

static void without_nines(uint32_t *ranks, size_t count) {
  const uint32_t least = (~0xffu & ~0xe000u) | ORDER_ACE_TO_FIVE << 13;
  for (size_t i = 0; i < count; i++) ranks[i] = ranks[i] < least ? 0 : ranks[i];
}

/* Order and n are constants in each loop; a low hand's doesn't depend on n. */
#define LOOP(of, cards)                          \
  if (order == of && (int)n == (cards)) {        \
    rank_blocks(of, hands, cards, ranks, count); \
    return;                                      \
  }

void VARIANT(handrank_batch)(HandOrder order, const uint64_t *hands, size_t n,
                             uint32_t *ranks, size_t count) {
  LOOP(ORDER_HIGH, 5)
  LOOP(ORDER_HIGH, 6)
  LOOP(ORDER_HIGH, 7)
  LOOP(ORDER_HIGH, 8)
  LOOP(ORDER_HIGH, 9)
  LOOP(ORDER_SHORT_DECK, 5)
  LOOP(ORDER_SHORT_DECK, 7)
  if (n <= 7) LOOP(ORDER_DEUCE_TO_SEVEN, (int)n)
  if (n <= 7 && order > ORDER_SHORT_DECK) {
    rank_blocks(ORDER_ACE_TO_FIVE, hands, (int)n, ranks, count);
    if (order == ORDER_EIGHT_OR_BETTER) without_nines(ranks, count);
    return;
  }
  for (size_t i = 0; i < count; i++)
    ranks[i] = handrank_ordered(order, hands[i], n);
}

/* ---- for all variants, compiled with the first ------------------------------ */

#ifdef FIRST_VARIANT

#include "core/cpu_variants.h"

void handrank_batch(const uint64_t *hands, size_t n, uint32_t *ranks,
                    size_t count) {
  handrank_wild_batch(NULL, ORDER_HIGH, hands, n, ranks, count);
}

void handrank_wild_batch(const HandWild *wild, HandOrder order,
                         const uint64_t *hands, size_t n, uint32_t *ranks,
                         size_t count) {
  static HandBatch *const by[CPU_VARIANTS] = VARIANTS_OF(handrank_batch);
  if (wild == NULL) by[cpu_variant()](order, hands, n, ranks, count);
  for (size_t i = 0; wild && i < count; i++)
    ranks[i] = handrank_wild(wild, hands[i], n);
}

uint32_t handrank_from_hand(HandOrder order, int from, uint64_t own,
                            uint64_t board, uint64_t *five) {
  uint64_t part[HAND_FIVES], rest[10], hands[200];
  uint32_t ranks[200];
  size_t parts = handrank_sets(own, from, part), count = 0;
  size_t rests = handrank_sets(board, HAND_LEAST - from, rest);
  for (size_t i = 0; i < parts; i++)
    for (size_t k = 0; k < rests; k++) hands[count++] = part[i] + rest[k];
  if (count == 0) return 0;
  handrank_wild_batch(NULL, order, hands, HAND_LEAST, ranks, count);
  size_t at = handrank_highest(ranks, count);
  if (five) *five = hands[at];
  return ranks[at];
}

#endif
