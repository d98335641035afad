/* Melds in words: what a group of cards is, or why it is none. */
#ifndef CORE_MELD_WHY_H
#define CORE_MELD_WHY_H

#include "core/meld.h"

enum { MELD_TEXT = 1000 }; /* bytes of a text; a longer one is cut */

/* What people call the parts of a deck. All texts must outlive the calls. */
typedef struct MeldNames {
  const char *face[MELD_FACES];                    /* "4 of Air" */
  const char *suit[MELD_NO_SUIT];                  /* "Air" */
  const char *pattern[MELD_PATTERNS];              /* "run" */
  const char *column[MELD_PATTERNS][MELD_COLUMNS]; /* "4", "Queen" */
} MeldNames;

/* Are these n cards (0 to MELD_CARDS), all together, a meld? Then true, the one
 * with the highest score in *meld and "4-5-6 of Air" in text. If not, false and
 * the one thing most wrong with them: "4-5-7 of Air: 6 is missing". */
bool melds_what(const Melds *melds, const MeldNames *names,
                const uint8_t hand[], int n, Meld *meld, char text[MELD_TEXT]);

/* A meld of this hand as "4-5-6 of Air and Water", "7 of Air, Fire and Metal",
 * "War, Flood, Famine and Storm". */
void melds_describe(const Melds *melds, const MeldNames *names,
                    const uint8_t hand[], const Meld *meld,
                    char text[MELD_TEXT]);

#endif
