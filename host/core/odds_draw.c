/* Different cards out of random words: see odds_inner.h.
 *
 * The upper 52 bits of a word give, by multiplying, numbers below one bound
 * after another: what is left over is the word for the next. Two bounds whose
 * product is the count of pairs give a pair, so that five cards are three
 * look-ups here; where vectors are wide, pairs aren't looked up but put together
 * out of the same numbers. A draw with a card twice is thrown away, and so are
 * the few words that outcomes can't share alike (Lemire, arXiv 1805.10941): all
 * sets of different cards are exactly alike.
 *
 * Pairs are numbered as in a ring: of an odd number of cards each is paired
 * with those that follow within half a turn; an even number is one more card,
 * paired with each first of all.
 *
 * Tried and rejected: shuffling a few cards of a deck (twice the time). */
#include "core/odds_inner.h"

#define INLINE static inline __attribute__((always_inline))

void odds_ring(OddsDeck *deck) {
  int odd = deck->count % 2;
  deck->ring = deck->count - 1 + odd;
  deck->apart = deck->count / 2;
  deck->pairs = 0;
  for (int i = 0; i < deck->ring; i++)
    for (int k = 0; k < deck->apart; k++) {
      int by = k + odd; /* 0: the card beside the ring */
      int other = by ? (i + by) % deck->ring : deck->ring;
      deck->pair[deck->pairs++] = deck->card[i] + deck->card[other];
    }
  for (int i = 0; i < deck->count; i++)
    deck->at[i] = (uint8_t)__builtin_ctzll(deck->card[i]);
  for (int i = 0; deck->ring && i < 128; i++)
    deck->after[i] = deck->at[(i + odd) % deck->ring];
}

uint64_t odds_least(const OddsDeck *deck, int last, int second) {
  uint64_t outcomes = 1;
  for (int pair = last / 2 + second / 2; pair > 0; pair--)
    outcomes *= (unsigned)deck->pairs;
  for (int card = last % 2 + second % 2; card > 0; card--)
    outcomes *= (unsigned)deck->count;
  return (1ull << 52) % outcomes << 12;
}

/* A draw that clashed is overwritten by the next, with no branch to guess
 * wrong. */
INLINE size_t try_all(const OddsDeck *deck, const uint64_t *words, OddsDraw to,
                      int last, int second) {
  const uint64_t least = odds_least(deck, last, second);
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

/* The usual numbers of cards have loops of their own. */
size_t odds_try_plain(const OddsDeck *deck, const uint64_t *words, OddsDraw to,
                      int last, int second) {
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

size_t odds_try(const OddsDeck *deck, const uint64_t *words, OddsDraw to,
                int last, int second) {
  if (odds_has_wide()) return odds_try_wide(deck, words, to, last, second);
  return odds_try_plain(deck, words, to, last, second);
}
