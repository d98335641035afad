/* The best choice of melds that share no card, for meld.c. */
#ifndef CORE_MELD_CHOICE_H
#define CORE_MELD_CHOICE_H

#include "core/meld.h"

typedef struct MeldSearch MeldSearch; /* room to search in, kept for the next */

void meld_choice_free(MeldSearch *search); /* NULL is fine */

/* Chooses from `found`, whose cards are bits of faces, copies[bit] cards each.
 * Writes the places of the chosen melds, MELD_CARDS at most; returns how many,
 * or MELD_NO_MEMORY or MELD_TOO_MANY. *search is NULL at first. */
int meld_choice(MeldSearch **search, const Meld found[], int count,
                const uint8_t copies[], MeldTie tie, int chosen[]);

#endif
