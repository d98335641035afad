/* The inner loops of odds: cards drawn out of random words, and who wins a
 * batch of deals. This file is compiled once a variant (cpu_variants.h): the
 * Makefile gives the flags and VARIANT(f), f with the variant's name.
 *
 * The upper 52 bits of a word give, by multiplying, numbers below one bound
 * after another: what is left over is the word for the next. Two bounds whose
 * product is the count of pairs give a pair, so that five cards are three
 * look-ups. A draw with a card twice is thrown away, and so are
 * the few words that outcomes can't share alike (Lemire, arXiv 1805.10941): all
 * sets of different cards are exactly alike.
 *
 * Pairs are numbered as in a ring: of an odd number of cards each is paired
 * with those that follow within half a turn; an even number is one more card,
 * paired with each first of all.
 *
 * Tried and rejected: shuffling a few cards of a deck (twice the time).
 *
 * Deals are made in batches: for each hand one prepared sum of its cards a
 * deal, all ranked by one call of handrank_batch, then compared rank by rank
 * in loops that the compiler turns into vectors. Counts are whole numbers, so
 * the order in which threads add them up makes no difference. */
#include <string.h>

#include "core/odds.h"

#if defined(__AVX512BW__)
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

/* ---- drawing -------------------------------------------------------- */

static uint64_t least_left(const OddsDeck *deck, int last, int second) {
  uint64_t outcomes = 1;
  for (int pair = last / 2 + second / 2; pair > 0; pair--)
    outcomes *= (unsigned)deck->pairs;
  for (int card = last % 2 + second % 2; card > 0; card--)
    outcomes *= (unsigned)deck->count;
  return (1ull << 52) % outcomes << 12;
}

#if defined(__AVX512BW__)

INLINE __m512i number(uint64_t n) { return _mm512_set1_epi64((int64_t)n); }

/* odds_part of each lane, n below 2^32. */
INLINE __m512i part_of(__m512i *word, int n) {
  __m512i low = _mm512_mul_epu32(*word, number((unsigned)n));
  __m512i high = _mm512_srli_epi64(*word, 32);
  high = _mm512_mul_epu32(high, number((unsigned)n));
  high = _mm512_add_epi64(high, _mm512_srli_epi64(low, 32));
  *word = _mm512_mask_mov_epi32(_mm512_slli_epi64(high, 32), 0x5555, low);
  return _mm512_srli_epi64(high, 32);
}

/* odds_draw, a draw a lane. */
INLINE __m512i draw_wide(const OddsDeck *deck, __m512i *word, int cards,
                         __m512i used, __m512i *clash) {
  __m512i sum = number(0);
  for (int left = cards; left > 0; left -= 2) {
    __m512i at = part_of(word, left > 1 ? deck->pairs : deck->count);
    __m512i some =
        _mm512_i64gather_epi64(at, left > 1 ? deck->pair : deck->card, 8);
    used = _mm512_or_si512(used, sum);
    *clash = _mm512_or_si512(*clash, _mm512_and_si512(some, used));
    sum = _mm512_add_epi64(sum, some);
  }
  return sum;
}

INLINE void put(uint64_t *to, __mmask8 good, __m512i hands) {
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(good, hands));
}

INLINE size_t try_all(const OddsDeck *deck, const uint64_t *words, OddsDraw to,
                      int last, int second) {
  const __m512i least = number(least_left(deck, last, second));
  size_t all = 0;
  for (int i = 0; i < ODDS_TRIES; i += 8) {
    __m512i word = _mm512_loadu_si512(words + i), clash = number(0);
    word = _mm512_and_si512(word, number(ODDS_WORD));
    __m512i sum = draw_wide(deck, &word, last, number(0), &clash);
    __m512i other = draw_wide(deck, &word, second, sum, &clash);
    __mmask8 good = _mm512_mask_cmpge_epu64_mask(
        _mm512_testn_epi64_mask(clash, number(ODDS_RANKS)), word, least);
    put(to.last + all, good, sum);
    if (second) put(to.second + all, good, other);
    put(to.used + all, good, _mm512_or_si512(sum, other));
    all += (size_t)__builtin_popcount(good);
  }
  return all;
}

#else

/* A draw that clashed is overwritten by the next, with no branch to guess
 * wrong. */
INLINE size_t try_all(const OddsDeck *deck, const uint64_t *words, OddsDraw to,
                      int last, int second) {
  const uint64_t least = least_left(deck, last, second);
  size_t good = 0;
  for (int i = 0; i < ODDS_TRIES; i++) {
    uint64_t word = words[i] & ODDS_WORD, clash = 0;
    uint64_t sum = odds_draw(deck, &word, last, 0, &clash);
    uint64_t other = odds_draw(deck, &word, second, sum, &clash);
    to.last[good] = sum;
    if (second) to.second[good] = other;
    to.used[good] = sum | other;
    good += ((clash & ODDS_RANKS) == 0) & (word >= least);
  }
  return good;
}

#endif

/* The usual numbers of cards have loops of their own. */
size_t VARIANT(odds_try)(const OddsDeck *deck, const uint64_t *words,
                         OddsDraw to, int last, int second) {
  switch (second * 10 + last) {
    case 5:
      return try_all(deck, words, to, 5, 0);
    case 2:
      return try_all(deck, words, to, 2, 0);
    case 25:
      return try_all(deck, words, to, 5, 2);
    case 22:
      return try_all(deck, words, to, 2, 2);
    default:
      return try_all(deck, words, to, last, second);
  }
}

/* ---- counting ------------------------------------------------------- */

/* With so many cards of the hand, and the rest of the board: so both are added up
 * apart. */
static void rank_from_hand(const OddsTable *table, int from,
                           const OddsBatch *batch, int h, HandOrder order,
                           uint32_t *rank) {
  for (size_t i = 0; i < batch->count; i++) {
    uint64_t board = table->known_board, own = table->base[h] - board;
    for (int g = from; g < table->groups; g++) {
      int to = table->group[g].hand;
      if (to == h) own += batch->come[h][i];
      if (to < 0) board += batch->come[ODDS_HANDS][i];
    }
    rank[i] = handrank_from_hand(order, table->from_hand, own, board, NULL);
  }
}

/* The ranks of hand h in all deals of the batch, of that order. */
static void rank_hand(const OddsTable *table, int from, OddsBatch *batch, int h,
                      HandOrder order, uint32_t *ranks) {
  uint64_t base = table->base[h], *hand = batch->hand;
  bool changed = false;
  if (table->from_hand) {
    rank_from_hand(table, from, batch, h, order, ranks);
    return;
  }
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
  size_t n = table->cards[h], count = changed ? batch->count : 1;
  if (!changed) hand = &base;
  handrank_wild_batch(table->wild, order, hand, n, ranks, count);
  for (size_t i = count; i < batch->count; i++) ranks[i] = *ranks;
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

/* Where a hand has a low one, all their low ranks instead of the others. */
static void take_lows(const OddsTable *table, int from, OddsBatch *batch) {
  uint32_t *some = batch->ties;
  memset(some, 0, sizeof batch->ties);
  for (int h = 0; h < table->hands; h++) {
    rank_hand(table, from, batch, h, table->split, batch->low[h]);
    for (size_t i = 0; i < batch->count; i++) some[i] |= batch->low[h][i];
  }
  for (int h = 0; h < table->hands; h++)
    for (size_t i = 0; i < batch->count; i++)
      if (some[i]) batch->rank[h][i] = batch->low[h][i];
}

static void tally_all(OddsBatch *batch, int hands, OddsTally *tally) {
  if (hands == 2)
    tally_two(batch, tally);
  else
    tally_many(batch, hands, tally);
}

/* Of a split pot first the half for the best hands, then that for the best low
 * ones or, where there is none, for the best hands again. */
void VARIANT(odds_count)(const OddsTable *table, int from, OddsBatch *batch,
                         OddsTally *tally) {
  for (int h = 0; h < table->hands; h++)
    rank_hand(table, from, batch, h, table->order, batch->rank[h]);
  tally_all(batch, table->hands, tally);
  if (!table->split) return;
  take_lows(table, from, batch);
  tally_all(batch, table->hands, tally);
}
