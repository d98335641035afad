/* Poker ranks: of one hand by arithmetic (of many: handrank_batch.c), and what
 * ranks say.
 *
 * A prepared hand has four fields of 16 bits, one a suit: 13 bits say which
 * ranks are there, 3 bits above them count the suit's cards. Eight or more
 * cards of one suit overflow that count into the next field.
 *
 * A rank's upper half is a code in bits 13..15 above a mask of what is named;
 * its lower half a mask of the other cards that count. High card and pair
 * share code 0, told apart by the mask. Five of a kind is the royal flush's
 * upper half with the rank in the lower one, where that has nothing.
 *
 * Bits 13..15 of the lower half are the order (HandOrder). In a short deck's
 * rank the codes of flush and full house are exchanged. A low rank has all
 * other bits inverted, and the masks of ace to five begin with the ace.
 *
 * The code for one hand branches where the code for many computes every case:
 * five hands in six are high card, pair or two pair, and take no branch. Tried
 * and rejected for one hand: the kernel with one lane (half as fast); tables by
 * pext and by VBMI, 7 ns less in a call of 150. */
#include "core/handrank.h"

#include <string.h>

/* ---- one hand ----------------------------------------------------------- */

#define CARD(suit, rank) (0x2000ull + (1ull << (rank))) << (16 * (suit))
#define SUIT(s)                                                           \
  CARD(s, 0), CARD(s, 1), CARD(s, 2), CARD(s, 3), CARD(s, 4), CARD(s, 5), \
      CARD(s, 6), CARD(s, 7), CARD(s, 8), CARD(s, 9), CARD(s, 10),        \
      CARD(s, 11), CARD(s, 12)

const uint64_t handrank_constants[HAND_CARDS] = {SUIT(0), SUIT(1), SUIT(2),
                                                 SUIT(3)};

uint64_t handrank_prepare(const uint8_t *cards, size_t n) {
  uint64_t hand = 0;
  for (size_t i = 0; i < n; i++) hand += handrank_constants[cards[i]];
  return hand;
}

enum { RANKS = 0x1fff };

/* The rank's upper half: a code in bits 13..15 above a mask of what is
 * named; its lower half: a mask of the other cards that count. */
enum {
  CODE_TWO_PAIR = 1 << 13,
  CODE_THREE = 2 << 13,
  CODE_STRAIGHT = 3 << 13,
  CODE_FLUSH = 4 << 13,
  CODE_FULL = 5 << 13,
  CODE_FOUR = 6 << 13,
  CODE_STRAIGHT_FLUSH = 7 << 13
};

#define EACH_SUIT(field) ((field)*0x0001000100010001ull)

/* Ranks that are there at least once, twice, three times, four times. */
typedef struct Copies {
  unsigned one, two, three, four;
} Copies;

static uint32_t joined(unsigned code, unsigned named, unsigned rest) {
  return (uint32_t)(code | named) << 16 | rest;
}

static unsigned highest(unsigned mask) {
  return mask ? 1u << (31 - __builtin_clz(mask)) : 0;
}

/* Without its n lowest bits, but never without the last. */
static inline unsigned dropped(unsigned mask, size_t n) {
  for (; n > 0; n--) {
    unsigned less = mask & (mask - 1);
    mask = less ? less : mask;
  }
  return mask;
}

/* The ranks below which the ace stands in a straight. */
enum { TWO = 0, SIX = 4 };

/* The high cards of all straights in a mask of ranks. */
static inline unsigned straights_in(unsigned ranks, int low) {
  unsigned down = ranks << 1 | ranks >> 12 << low;
  unsigned two = ranks & down;
  return two & two << 2 & down << 3;
}

static inline Copies count_copies(uint64_t hand) {
  uint64_t ranks = hand & EACH_SUIT(RANKS);
  unsigned low = (unsigned)ranks, high = (unsigned)(ranks >> 32);
  unsigned some = low | high, both = low & high; /* two suits in each half */
  unsigned some2 = some >> 16, both2 = both >> 16;
  return (Copies){(some | some2) & RANKS,
                  (both | both2 | (some & some2)) & RANKS,
                  ((both & some2) | (both2 & some)) & RANKS, both & both2};
}

/* Three of a kind or better, by copies alone. */
static uint32_t rank_threes(const Copies *copies, size_t n) {
  unsigned four = highest(copies->four), three = highest(copies->three);
  if (four) return joined(CODE_FOUR, four, highest(copies->one ^ four));
  unsigned pair = highest(copies->two ^ three);
  if (pair) return joined(CODE_FULL, three, pair);
  return joined(CODE_THREE, three, dropped(copies->one ^ three, n - 5));
}

/* The rank when suits are left out of account. */
static inline uint32_t rank_copies(const Copies *copies, size_t n, int low) {
  uint32_t threes = 0;
  if (__builtin_expect(copies->three != 0, 0)) {
    threes = rank_threes(copies, n);
    if (threes >= joined(CODE_FULL, 0, 0)) return threes;
  }
  unsigned high = straights_in(copies->one, low);
  if (__builtin_expect(high != 0, 0))
    return joined(CODE_STRAIGHT, highest(high), 0);
  if (threes) return threes;
  unsigned pairs = copies->two, second = pairs & (pairs - 1);
  for (unsigned third = second & (second - 1); third; third &= third - 1)
    pairs &= pairs - 1;
  unsigned rest = dropped(copies->one ^ pairs, n - 5);
  return joined(second ? CODE_TWO_PAIR : 0, pairs, rest);
}

/* The flush rank of five or more cards of one suit. */
static uint32_t rank_suit(unsigned suit, unsigned cards, int low) {
  unsigned high = straights_in(suit, low);
  if (high) return joined(CODE_STRAIGHT_FLUSH, highest(high), 0);
  for (; cards > 5; cards--) suit &= suit - 1;
  return joined(CODE_FLUSH, 0, suit);
}

/* A rank with the codes of flush and full house exchanged. */
static uint32_t exchanged(uint32_t rank) {
  return rank >> 30 == 2 ? rank ^ 1u << 29 : rank;
}

/* A hand with a flush; `fives` has bit 14 of its field. */
static uint32_t rank_flush(uint64_t hand, uint64_t fives, size_t n, int low) {
  unsigned field = (unsigned)(hand >> (__builtin_ctzll(fives) - 14)) & 0xffff;
  uint32_t flush = rank_suit(field & RANKS, field >> 13, low);
  if (n <= 7) return flush;
  Copies copies = count_copies(hand);
  uint32_t other = rank_copies(&copies, n, low);
  if (low == SIX) return exchanged(flush) > exchanged(other) ? flush : other;
  return flush > other ? flush : other;
}

/* Eight or nine cards of one suit: the only field in which two cards above
 * the lowest are neighbours, whatever was carried into the next. */
static uint32_t rank_overflow(uint64_t hand, int low) {
  unsigned suit = 0;
  for (int i = 0; i < 64; i += 16) {
    unsigned ranks = (unsigned)(hand >> i) & RANKS;
    if (ranks >> 1 & ranks >> 2) suit = ranks;
  }
  return rank_suit(suit, (unsigned)__builtin_popcount(suit), low);
}

static inline uint32_t rank_one(uint64_t hand, size_t n, int low) {
  if (n < HAND_LEAST || n > HAND_MOST) return 0;
  uint64_t fives = (hand << 1 | hand) & hand >> 1 & EACH_SUIT(0x4000);
  if (__builtin_expect(fives != 0, 0)) return rank_flush(hand, fives, n, low);
  if (n > 7 && !(hand & EACH_SUIT(0xc000ull))) return rank_overflow(hand, low);
  Copies copies = count_copies(hand);
  return rank_copies(&copies, n, low);
}

/* Seven cards, the usual number, have code of their own. */
uint32_t handrank_prepared(uint64_t hand, size_t n) {
  return n == 7 ? rank_one(hand, 7, TWO) : rank_one(hand, n, TWO);
}

/* ---- other orders ------------------------------------------------------- */

/* They are few: counting them one by one is quicker than the call that a
 * plain processor needs for it. */
static unsigned bits_in(uint64_t mask) {
  unsigned n = 0;
  for (; mask; mask &= mask - 1) n++;
  return n;
}

static unsigned suit_of(uint64_t hand, int suit) {
  return (unsigned)(hand >> 16 * suit) & RANKS;
}

/* Its n lowest bits. */
static unsigned lowest_of(unsigned mask, int n) {
  unsigned rest = mask;
  for (; n > 0; n--) rest &= rest - 1;
  return mask ^ rest;
}

/* Takes what eight or more cards of one suit carried out of the next suit. */
static uint64_t without_carry(uint64_t hand, size_t n) {
  for (int s = 0; n > 7 && s < 3; s++)
    if (bits_in(suit_of(hand, s)) > 7) return hand - (0x10000ull << 16 * s);
  return hand;
}

/* The lowest hand by copies alone, as a high rank. */
static uint32_t lowest_copies(const Copies *copies) {
  unsigned one = copies->one, two = copies->two, named = two, code = 0;
  bool second = two & (two - 1);
  unsigned ranks = bits_in(one);
  if (ranks > 4) return lowest_of(one, 5);
  if (ranks == 4) named = lowest_of(two, 1);
  if (ranks == 3) {
    code = second ? CODE_TWO_PAIR : CODE_THREE;
    named = lowest_of(two, 2);
  } else if (ranks == 2) {
    code = second ? CODE_FULL : CODE_FOUR;
    named = second ? lowest_of(copies->three, 1) : two;
  }
  return joined(code, named, one & ~named);
}

/* Five ranks of the hand: do they make a straight or, in whatever suits they
 * are taken, a flush? */
static bool is_straight_or_flush(uint64_t hand, unsigned two, unsigned ranks) {
  bool is = ranks == lowest_of(ranks, 1) * 31;
  for (int s = 0; s < 4 && !(two & ranks); s++)
    is |= (ranks & ~suit_of(hand, s)) == 0;
  return is;
}

/* Five cards with 5-4-3-2-A as an ace-high hand. */
static uint32_t deuce_of_five(uint64_t hand) {
  enum { WHEEL = 0x100f };
  uint32_t rank = rank_one(hand, 5, TWO);
  if (rank == joined(CODE_STRAIGHT, 1 << 3, 0)) return WHEEL;
  if (rank != joined(CODE_STRAIGHT_FLUSH, 1 << 3, 0)) return rank;
  return joined(CODE_FLUSH, 0, WHEEL);
}

/* All sets of n of the cards, each with `sum`; how many. */
static size_t each_set(uint64_t cards, int n, uint64_t sum, uint64_t *to) {
  size_t count = n == 0;
  if (n == 0) *to = sum;
  for (cards &= EACH_SUIT(RANKS); n > 0 && cards; cards &= cards - 1) {
    int at = __builtin_ctzll(cards);
    uint64_t with = sum + (1ull << at) + (0x2000ull << (at & 48));
    count += each_set(cards & (cards - 1), n - 1, with, to + count);
  }
  return count;
}

size_t handrank_sets(uint64_t hand, int n, uint64_t *to) {
  return each_set(without_carry(hand, HAND_MOST), n, 0, to);
}

/* The lowest five ranks seldom make a straight or flush; a pair is better. */
static uint32_t rank_deuce(uint64_t hand, size_t n) {
  if (n == 5) return deuce_of_five(hand);
  uint64_t all = without_carry(hand, n), out[HAND_FIVES];
  Copies copies = count_copies(all);
  uint32_t low = lowest_copies(&copies), best = UINT32_MAX;
  unsigned pair = lowest_of(copies.two, 1), six = lowest_of(copies.one, 6);
  if (low > RANKS || !is_straight_or_flush(all, copies.two, low)) return low;
  if (six == low && pair) return joined(0, pair, lowest_of(low ^ pair, 3));
  for (size_t i = handrank_sets(hand, (int)n - 5, out); i > 0; i--) {
    uint32_t rank = deuce_of_five(hand - out[i - 1]);
    if (rank < best) best = rank;
  }
  return best;
}

/* The ranks are shifted so that the ace is the lowest. */
static uint32_t rank_ace(uint64_t hand, size_t n) {
  uint64_t all = without_carry(hand, n);
  uint64_t shifted = (all & EACH_SUIT(0xfff)) << 1;
  Copies copies = count_copies(shifted | (all >> 12 & EACH_SUIT(1)));
  return lowest_copies(&copies);
}

uint32_t handrank_ordered(HandOrder order, uint64_t hand, size_t n) {
  if (n < HAND_LEAST || n > HAND_MOST) return 0;
  if (order == ORDER_HIGH) return handrank_prepared(hand, n);
  if (order == ORDER_SHORT_DECK)
    return exchanged(rank_one(hand, n, SIX)) | ORDER_SHORT_DECK << 13;
  bool deuce = order == ORDER_DEUCE_TO_SEVEN;
  uint32_t low = deuce ? rank_deuce(hand, n) : rank_ace(hand, n);
  if (order == ORDER_EIGHT_OR_BETTER && low >> 8) return 0;
  uint32_t of = deuce ? ORDER_DEUCE_TO_SEVEN : ORDER_ACE_TO_FIVE;
  return (~low & ~0xe000u) | of << 13;
}

/* ---- wild cards --------------------------------------------------------- */

enum { ACE = 1 << 12, CODE_FIVE = CODE_STRAIGHT_FLUSH | ACE };

/* A suit's 16 bits are its ranks; the three above them are jokers. */
uint64_t handrank_bit(unsigned card) {
  unsigned joker = card - HAND_CARDS;
  if (card < HAND_CARDS) return 1ull << (16 * (card / 13) + card % 13);
  return 0x2000ull << (16 * (joker / 3) + joker % 3);
}

/* Its n highest bits. */
static unsigned highest_of(unsigned mask, int n) {
  unsigned rest = mask;
  for (; n > 0; n--) rest ^= highest(rest);
  return mask ^ rest;
}

/* The highest straight when `wild` ranks may be missing. */
static unsigned straight_with(unsigned ranks, unsigned wild) {
  unsigned line = ranks << 1 | ranks >> 12; /* the ace at both ends */
  for (int high = 12; high >= 3; high--) {
    unsigned missing = ~(line >> (high - 3)) & 0x1f, left = wild;
    for (; left && missing; left--) missing &= missing - 1;
    if (!missing) return 1u << high;
  }
  return 0;
}

/* Of one suit's cards: 0 when they are too few for a flush. */
static uint32_t suit_with(unsigned suit, unsigned wild) {
  if (bits_in(suit) + wild < 5) return 0;
  unsigned high = straight_with(suit, wild);
  if (high) return joined(CODE_STRAIGHT_FLUSH, high, 0);
  for (; wild; wild--) suit |= highest(~suit & RANKS);
  return joined(CODE_FLUSH, 0, highest_of(suit, 5));
}

/* The best by copies alone, with one wild card or more: they go to the highest
 * of the ranks that are there most often. */
static uint32_t copies_with(const Copies *copies, unsigned five,
                            unsigned wild) {
  const unsigned of[6] = {ACE,           copies->one,  copies->two,
                          copies->three, copies->four, five};
  unsigned size = 5;
  if (wild > size) wild = size;
  while (!of[size - wild]) size--;
  unsigned named = highest(of[size - wild]), rest = copies->one & ~named;
  if (size == 5) return joined(CODE_FIVE, 0, named);
  unsigned pair = highest(copies->two & ~named);
  if (size == 3 && wild == 1 && pair) return joined(CODE_FULL, named, pair);
  unsigned code = size == 4 ? CODE_FOUR : size == 3 ? CODE_THREE : 0;
  return joined(code, named, highest_of(rest, 5 - (int)size));
}

uint32_t handrank_wild(const HandWild *wild, uint64_t hand, size_t n) {
  if (wild == NULL) return handrank_prepared(hand, n);
  if (n < HAND_LEAST || n > HAND_MOST) return 0;
  uint64_t cards = hand & EACH_SUIT(RANKS) & ~(wild->any | wild->bug);
  unsigned any = bits_in(hand & wild->any), five = 0;
  unsigned bug = bits_in(hand & wild->bug), all = any + bug;
  Copies copies = count_copies(cards);
  uint32_t best = 0;
  for (int s = 0; s < 4; s++) {
    uint32_t rank = suit_with(suit_of(cards, s), all);
    if (rank > best) best = rank;
  }
  unsigned high = straight_with(copies.one, all);
  if (high && best < joined(CODE_STRAIGHT, high, 0))
    best = joined(CODE_STRAIGHT, high, 0);
  for (; bug; bug--) {
    five |= copies.four & ACE;
    copies.four |= copies.three & ACE;
    copies.three |= copies.two & ACE;
    copies.two |= copies.one & ACE;
    copies.one |= ACE;
  }
  uint32_t rank = any || five ? copies_with(&copies, five, any)
                              : rank_copies(&copies, n, TWO);
  return rank > best ? rank : best;
}

/* ---- what a rank says --------------------------------------------------- */

/* A rank of any order as if it were high; of ace to five the masks still begin
 * with the ace. */
static uint32_t plain(uint32_t rank) {
  HandOrder order = handrank_order(rank);
  uint32_t to = (order > ORDER_SHORT_DECK ? ~rank : rank) & ~0xe000u;
  return order == ORDER_SHORT_DECK ? exchanged(to) : to;
}

static unsigned named_mask(uint32_t rank) { return rank >> 16 & 0x1fff; }

static unsigned rest_mask(uint32_t rank) { return rank & 0x1fff; }

static int top_rank(unsigned mask) {
  return mask ? 31 - __builtin_clz(mask) : -1;
}

/* The rank 0..12 at a place of a rank's masks. */
static int rank_at(uint32_t rank, int at) {
  bool shifted = handrank_order(rank) == ORDER_ACE_TO_FIVE && at >= 0;
  return shifted ? (at + 12) % 13 : at;
}

HandKind handrank_kind(uint32_t of) {
  uint32_t rank = plain(of);
  unsigned code = rank >> 29;
  if (code == 7 && rest_mask(rank)) return HAND_FIVE;
  return (HandKind)(code ? code + 1 : named_mask(rank) != 0);
}

/* The places of the named ranks in the masks. */
static void named_places(uint32_t of, int values[2]) {
  uint32_t rank = plain(of);
  HandKind kind = handrank_kind(rank);
  unsigned named = named_mask(rank), rest = rest_mask(rank);
  values[0] = top_rank(named && kind != HAND_FIVE ? named : rest);
  values[1] = -1;
  if (kind == HAND_TWO_PAIR) values[1] = top_rank(named & ~(1u << values[0]));
  if (kind == HAND_FULL_HOUSE) values[1] = top_rank(rest);
  if (kind == HAND_HIGH_CARD && handrank_order(of) > ORDER_SHORT_DECK)
    values[1] = top_rank(rest & ~(1u << values[0]));
}

void handrank_values(uint32_t rank, int values[2]) {
  named_places(rank, values);
  for (int i = 0; i < 2; i++) values[i] = rank_at(rank, values[i]);
}

bool handrank_valid(uint64_t rank) {
  static const uint8_t named[HAND_KINDS] = {0, 1, 2, 1, 1, 0, 1, 1, 1, 1};
  static const uint8_t least[HAND_KINDS] = {1, 0, 0, 0, 0, 1, 1, 0, 0, 1};
  static const uint8_t most[HAND_KINDS] = {5, 3, 1, 2, 0, 5, 1, 1, 0, 1};
  HandOrder order = handrank_order((uint32_t)rank);
  if (rank >> 32 || order >= ORDER_EIGHT_OR_BETTER) return false;
  uint32_t all = plain((uint32_t)rank);
  HandKind kind = handrank_kind(all);
  unsigned others = bits_in(rest_mask(all));
  if (kind == HAND_FIVE && (order || named_mask(all) != ACE)) return false;
  return bits_in(named_mask(all)) == named[kind] && others >= least[kind] &&
         others <= most[kind];
}

/* How often each named rank is there, by kind, best first. */
static const uint8_t copies[HAND_KINDS][2] = {{0, 0}, {2, 0}, {2, 2}, {3, 0},
                                              {0, 0}, {0, 0}, {3, 2}, {4, 0},
                                              {0, 0}, {5, 0}};

void handrank_five(uint32_t rank, int five[5]) {
  HandKind kind = handrank_kind(rank);
  int values[2], n = 0;
  int low = handrank_order(rank) == ORDER_SHORT_DECK ? SIX : TWO;
  named_places(rank, values);
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < copies[kind][i]; k++) five[n++] = values[i];
  bool run = kind == HAND_STRAIGHT || kind == HAND_STRAIGHT_FLUSH;
  for (int r = values[0]; run && n < 5; r--) five[n++] = r < low ? 12 : r;
  for (unsigned rest = rest_mask(plain(rank)); rest && n < 5; n++) {
    five[n] = top_rank(rest);
    rest &= ~(1u << five[n]);
  }
  for (int i = 0; i < 5; i++) five[i] = rank_at(rank, five[i]);
}

/* The suit in which the cards make such a flush. */
static int wild_suit(uint32_t rank, uint64_t cards, unsigned wild) {
  int s = 0;
  while (s < 3 && suit_with(suit_of(cards, s), wild) != rank) s++;
  return s;
}

/* A hand under `handrank_best`: its cards, and which are taken. */
typedef struct Picking {
  const uint8_t *cards;
  size_t n;
  uint32_t taken;
} Picking;

/* The first card not taken that is among `bits`; -1 if there is none. */
static int pick_card(Picking *p, uint64_t bits) {
  for (size_t k = 0; k < p->n; k++) {
    if (p->taken >> k & 1 || !(handrank_bit(p->cards[k]) & bits)) continue;
    p->taken |= 1u << k;
    return p->cards[k];
  }
  return -1;
}

/* What a wild card is as that rank: of that suit, or else of the highest suit
 * that isn't in `used`; of spades as a fifth one. */
static uint8_t card_stood_for(int rank, int suit, uint64_t used) {
  if (suit >= 0) return (uint8_t)(suit * 13 + rank);
  for (int s = 3; s >= 0; s--)
    if (!(used & handrank_bit((unsigned)(s * 13 + rank))))
      return (uint8_t)(s * 13 + rank);
  return (uint8_t)(39 + rank);
}

uint32_t handrank_best(const HandWild *wild, const uint8_t *cards, size_t n,
                       uint8_t five[5], uint8_t stands[5]) {
  uint64_t hand = 0;
  for (size_t i = 0; i < n; i++) hand |= handrank_bit(cards[i]);
  uint32_t rank = handrank_wild(wild, hand, n);
  if (!rank) return 0;
  uint64_t used = hand & EACH_SUIT(RANKS) & ~(wild->any | wild->bug);
  HandKind kind = handrank_kind(rank);
  bool suited = kind == HAND_FLUSH || kind == HAND_STRAIGHT_FLUSH;
  unsigned all = bits_in(hand & (wild->any | wild->bug));
  int ranks[5], suit = suited ? wild_suit(rank, used, all) : -1;
  Picking p = {cards, n, 0};
  handrank_five(rank, ranks);
  uint64_t own = suit < 0 ? used : used & 0x1fffull << 16 * suit;
  uint32_t open = 0;
  for (int i = 0; i < 5; i++) {
    int card = pick_card(&p, own & EACH_SUIT(1ull) << ranks[i]);
    if (card < 0) open |= 1u << i;
    if (card >= 0) five[i] = stands[i] = (uint8_t)card;
  }
  for (int i = 0; i < 5; i++) {
    if (!(open >> i & 1)) continue;
    bool line = suited || kind == HAND_STRAIGHT || ranks[i] == 12;
    int card = line ? pick_card(&p, wild->bug) : -1;
    five[i] = (uint8_t)(card < 0 ? pick_card(&p, wild->any) : card);
    stands[i] = card_stood_for(ranks[i], suit, used);
    used |= handrank_bit(stands[i]);
  }
  return rank;
}

/* ---- targets ------------------------------------------------------------ */

uint32_t target_of(HandKind kind, const int values[2]) {
  uint32_t first = 1u << values[0];
  if (kind == HAND_FIVE) return joined(CODE_FIVE, 0, first);
  uint32_t code = kind > HAND_PAIR ? ((uint32_t)kind - 1) << 29 : 0;
  if (kind == HAND_HIGH_CARD || kind == HAND_FLUSH) return code | first;
  if (kind == HAND_FULL_HOUSE) return code | first << 16 | 1u << values[1];
  if (kind == HAND_TWO_PAIR) first |= 1u << values[1];
  return code | first << 16;
}

int handrank_highest_card(uint32_t rank) {
  uint32_t high = plain(rank);
  return rank_at(rank, top_rank(named_mask(high) | rest_mask(high)));
}

/* ---- many hands --------------------------------------------------------- */

/* Loops that the compiler turns into vectors. */
size_t handrank_count(const uint32_t *ranks, size_t n, uint32_t least) {
  size_t found = 0;
  for (size_t i = 0; i < n; i++) found += ranks[i] >= least;
  return found;
}

void handrank_kinds(const uint32_t *ranks, size_t n, size_t kinds[HAND_KINDS]) {
  memset(kinds, 0, HAND_KINDS * sizeof *kinds);
  for (size_t i = 0; i < n; i++)
    if (ranks[i] != 0) kinds[handrank_kind(ranks[i])]++;
}

size_t handrank_highest(const uint32_t *ranks, size_t n) {
  size_t at = 0;
  for (size_t i = 1; i < n; i++) at = ranks[i] > ranks[at] ? i : at;
  return at;
}

HandTally handrank_compare(const uint32_t *a, const uint32_t *b, size_t n) {
  HandTally tally = {0, 0, 0};
  for (size_t i = 0; i < n; i++) {
    tally.better += a[i] > b[i];
    tally.worse += a[i] < b[i];
  }
  tally.tied = n - tally.better - tally.worse;
  return tally;
}
