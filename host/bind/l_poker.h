/* Poker for scripts: the library `poker`. */
#ifndef BIND_L_POKER_H
#define BIND_L_POKER_H

#include <lua.h>
#include <stdint.h>

/* Poker cards read from arguments, in the order in which they came. */
typedef struct PokerCards {
  int count;
  uint64_t seen; /* bit c: card c (core/handrank.h) is among them */
  uint8_t card[52];
} PokerCards;

/* Adds the cards that the values at from..to mean: cards, texts such as
 * "Kh 10d", lists of them, piles. Raises, beginning with the name `verb`,
 * for anything else, a card with no poker rank, or one that is there twice. */
void bind_poker_cards(lua_State *L, int from, int to, const char *verb,
                      PokerCards *cards);

/* Adds the functions of chances (l_odds.c) to the table at the top. */
void bind_poker_odds(lua_State *L);

#endif
