/* Poker rank of five to nine cards: the best five of them.
 *
 * A card is 0..51 = suit * 13 + rank; rank 0..12 is two..ace, suits are
 * clubs, diamonds, hearts, spades. A prepared hand is the 64-bit sum of its
 * cards' constants (handrank_card), so cards are added with + and taken
 * away with -. No card may be in a hand twice; that isn't checked.
 *
 * A rank is 32 bits and orders as poker does: bigger is better, equal is a
 * tie, 0 is not a rank (fewer than five cards). The ace is low only in
 * 5-4-3-2-A; no suit is better than another. Ranks of another order (HandOrder)
 * say which it is, and compare among themselves only. */
#ifndef CORE_HANDRANK_H
#define CORE_HANDRANK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum HandKind {
  HAND_HIGH_CARD,
  HAND_PAIR,
  HAND_TWO_PAIR,
  HAND_THREE,
  HAND_STRAIGHT,
  HAND_FLUSH,
  HAND_FULL_HOUSE,
  HAND_FOUR,
  HAND_STRAIGHT_FLUSH,
  HAND_FIVE, /* of a kind, which takes a wild card */
  HAND_KINDS
} HandKind;

enum { HAND_CARDS = 52, HAND_LEAST = 5, HAND_MOST = 9 };

/* The constant of a card 0..51. */
extern const uint64_t handrank_constants[HAND_CARDS];
static inline uint64_t handrank_card(unsigned card) {
  return handrank_constants[card];
}

/* The prepared hand of n cards. */
uint64_t handrank_prepare(const uint8_t *cards, size_t n);

/* The rank of one prepared hand of n cards, 5..9. */
uint32_t handrank_prepared(uint64_t hand, size_t n);

/* Ranks of `count` prepared hands of n cards each, 5..9. */
void handrank_batch(const uint64_t *hands, size_t n, uint32_t *ranks,
                    size_t count);

/* ---- other orders ---------------------------------------------------------
 *
 * Short deck: of sixes to aces; a flush beats a full house, A-6-7-8-9 is a
 * straight. Ace to five: the lowest hand wins, aces are low, straights and
 * flushes don't count. Eight or better: the same, 0 for a hand with a pair or a
 * nine. Deuce to seven: the hand that is lowest as a high one, aces high only,
 * so that 5-4-3-2-A is no straight. Low ranks, too, are bigger for better
 * hands. In these orders no card is wild. */
typedef enum HandOrder {
  ORDER_HIGH,
  ORDER_SHORT_DECK,
  ORDER_ACE_TO_FIVE,
  ORDER_DEUCE_TO_SEVEN,
  ORDER_EIGHT_OR_BETTER, /* its ranks are those of ace to five */
  HAND_ORDERS
} HandOrder;

/* As handrank_prepared; of many: handrank_wild_batch. */
uint32_t handrank_ordered(HandOrder order, uint64_t hand, size_t n);

/* All sets of n of a hand's cards, as prepared hands; how many. */
enum { HAND_FIVES = 126 }; /* of nine cards */
size_t handrank_sets(uint64_t hand, int n, uint64_t *to);

/* The best rank of exactly `from` cards of a hand (1..4 of at most HAND_OWN, or
 * all 5 of at most HAND_MOST) with the rest from a board of at most HAND_BOARD;
 * 0 while there are too few. All are prepared hands. If five isn't NULL, it gets
 * the cards that make the rank. */
enum { HAND_OWN = 6, HAND_BOARD = 5 };
uint32_t handrank_from_hand(HandOrder order, int from, uint64_t own,
                            uint64_t board, uint64_t *five);

/* ---- what a rank says ----------------------------------------------------- */

/* Never ORDER_EIGHT_OR_BETTER. */
static inline HandOrder handrank_order(uint32_t rank) {
  return (HandOrder)(rank >> 13 & 7);
}

/* The kind and the values of a rank (not 0). */
HandKind handrank_kind(uint32_t rank);

/* The ranks 0..12 that poker names: one, or two (pairs of two pair, three and
 * pair of a full house, the highest cards of a low hand), first the one that
 * counts first; the second is -1 if there is none. */
void handrank_values(uint32_t rank, int values[2]);

/* Ranks 0..12 of the five cards in the order they count: the named ones
 * first, then kickers, highest first; 5-4-3-2-A ends with the ace. */
void handrank_five(uint32_t rank, int five[5]);

/* The highest of all its cards that count, 0..12. */
int handrank_highest_card(uint32_t rank);

/* Can the number be a rank, or a target? */
bool handrank_valid(uint64_t rank);

/* ---- wild cards ----------------------------------------------------------
 *
 * A wild card stands for any card that isn't in the hand, or makes the fifth of
 * a kind; the bug for an ace, or for any card of a straight or flush. A hand
 * that may have some is a set of bits: handrank_bit(card) of each card, jokers
 * being cards 52 to 63. */
typedef struct HandWild {
  uint64_t any, bug; /* the cards that are wild, by their bits */
} HandWild;

enum { HAND_JOKERS = 12, HAND_ALL = HAND_CARDS + HAND_JOKERS };

#define HAND_SUITS 0x0001000100010001ull         /* the twos, of all suits */
#define HAND_JOKER_BITS (0xe000ull * HAND_SUITS) /* all jokers */

uint64_t handrank_bit(unsigned card);

/* The rank of such a hand of n cards, 0 when n is not 5..9. Without `wild`, the
 * hand is a prepared one, of many in any order: so a caller need not know which
 * it has. */
uint32_t handrank_wild(const HandWild *wild, uint64_t hand, size_t n);
void handrank_wild_batch(const HandWild *wild, HandOrder order,
                         const uint64_t *hands, size_t n, uint32_t *ranks,
                         size_t count);

/* A card as handrank_wild takes it. */
static inline uint64_t handrank_either(const HandWild *wild, unsigned card) {
  return wild ? handrank_bit(card) : handrank_card(card);
}

/* Picks from n cards (5..9) the five that make the rank, in the order of
 * handrank_five; stands[i] is the card 0..51 that five[i] stands for. Their
 * rank, or 0 and nothing picked. No card need be wild. */
uint32_t handrank_best(const HandWild *wild, const uint8_t *cards, size_t n,
                       uint8_t five[5], uint8_t stands[5]);

/* ---- targets: named poker hands, "fives full of twos", "ten-high flush" ----
 *
 * A target is the least rank that meets it: kind and named values without
 * kickers. So `rank >= target` is a success, targets compare with <, and
 * handrank_kind and _values read them too. Their words are Lua's. */

/* The target of a kind with its named values (ranks 0..12; the second is
 * ignored where the kind has one). */
uint32_t target_of(HandKind kind, const int values[2]);

/* ---- many ranks ----------------------------------------------------------- */

/* What many ranks come to. How many are `least` or better; how many there are
 * of each kind, ranks of 0 in none; the place of the best, the first of equal
 * ones, n at least 1; and rank by rank how often a is better, b is, both tie. */
typedef struct HandTally {
  size_t better, worse, tied;
} HandTally;

size_t handrank_count(const uint32_t *ranks, size_t n, uint32_t least);
void handrank_kinds(const uint32_t *ranks, size_t n, size_t kinds[HAND_KINDS]);
size_t handrank_highest(const uint32_t *ranks, size_t n);
HandTally handrank_compare(const uint32_t *a, const uint32_t *b, size_t n);

#endif
