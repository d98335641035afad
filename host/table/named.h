/* Several cards named in one line, by people: "4a 5a 7a", "War and Storm",
 * "4-5-7 of Air", "4 5 7 air", "2 of Air, Water and Fire", "4-5-6 of Air and
 * Water". */
#ifndef TABLE_NAMED_H
#define TABLE_NAMED_H

#include "table/table.h"

enum { NAMED_MAX = 64 }; /* words of one line */

/* Reads the faces that a text names for who is asked, in its order; letter
 * case never matters. Several ranks of several suits are each of the suit that
 * the hand has, the first named where it has none or more. Returns how many,
 * 0 when a word names none or there are too many. */
int named_cards(Table *t, const char *text, int faces[NAMED_MAX]);

#endif
