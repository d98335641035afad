/* Poker for scripts: the library `poker`. */
#ifndef BIND_L_POKER_H
#define BIND_L_POKER_H

#include <lua.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/handrank.h"

/* Poker cards read from arguments, in the order in which they came. All zero
 * is none, and none wild; of what isn't there `card` need not be. */
typedef struct PokerCards {
  int count, jokers;
  uint64_t seen; /* bit c: card c (core/handrank.h) is among them */
  uint64_t sum;  /* of those below 52, as one prepared hand */
  HandOrder order;
  int from_hand; /* 0: any of the cards */
  uint64_t hand; /* the hand's cards, of `sum`; all without from_hand */
  bool has_wild;
  HandWild wild; /* the faces, and those read of which a function says so */
  int any, bug;  /* where on the stack such functions are, or 0 */
  int keep; /* where a table is that gets, by code, what values are, or 0 */
  uint8_t card[HAND_ALL];
} PokerCards;

/* Reads the fields wild, bug, low, short_deck and from_hand of the table at t;
 * functions only where the cards themselves are there to be asked about. */
void bind_poker_options(lua_State *L, int t, const char *verb, bool functions,
                        PokerCards *cards);

/* The order that a field of the table at t names, such as "ace_to_five"; high
 * where there is none. */
HandOrder bind_poker_low(lua_State *L, int t, const char *field,
                         const char *verb);

/* Adds the cards that the values at from..to mean: cards, texts such as
 * "Kh 10d", lists of them, piles. Raises, beginning with the name `verb`,
 * for anything else, a card with no poker rank, or one that appears twice. */
void bind_poker_cards(lua_State *L, int from, int to, const char *verb,
                      PokerCards *cards);

/* All arguments as one hand of nine cards at most, or a hand and a board, with
 * the options in the last of them; the values are kept by their codes if
 * `keep`. */
void bind_poker_hand(lua_State *L, const char *verb, bool keep,
                     PokerCards *cards);

/* The cards as one hand, as it is ranked: prepared, or a set of bits. */
uint64_t bind_poker_sum(const PokerCards *cards);

/* Adds the functions of chances (l_odds.c) to the table at the top. */
void bind_poker_odds(lua_State *L);

#endif
