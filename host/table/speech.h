/* What scripts tell the table, as each reader may know it.
 *
 * A card in a text is kept as a mark of fixed length: byte 1, two
 * hexadecimal digits of face, sixteen of the seats that could see the card
 * when it was spoken of. Who could not see it reads "a card". */
#ifndef TABLE_SPEECH_H
#define TABLE_SPEECH_H

#include "table/bytes.h"
#include "table/table.h"

enum {
  READER_PUBLIC = 63, /* one who sees what all see */
  READER_ALL = 64     /* one who sees everything: a record after the game */
};

/* Formats the text at stack index `first` of L with the values after it, up
 * to `last`: %s and %d take one as it is read (cards, seats, piles, pools,
 * lists, plain data), %+d a number with its sign, %c the cards of a pile; of a
 * function what it gives. A value that is missing reads "nothing"; the GM's
 * seat at the very beginning reads "The GM". In a step a function may raise, so
 * what `out` holds must not be lost then. */
void speech_format(Table *t, lua_State *L, int first, int last, Bytes *out);

/* One value as a person reads it; of long lists and of lists deep in lists
 * only the beginning. */
void speech_value(Table *t, lua_State *L, int i, Bytes *out);

/* The seat that the table at index i is, or a view of it: 1.., SEAT_GM + 1;
 * 0 when it is none. */
int speech_seat(lua_State *L, int i);

/* How cards are drawn: by letters, symbols or words, between marks for red and black
 * suits where `red` is not NULL. */
typedef struct SpeechStyle {
  bool symbols;
  const char *red, *black, *plain;
  bool words; /* "king of hearts" */
} SpeechStyle;

extern const SpeechStyle SPEECH_LETTERS;

/* The text for one reader: a seat, SEAT_GM or READER_... */
void speech_render(const Table *t, const char *text, int reader,
                   const SpeechStyle *style, Bytes *out);

/* One face. */
void speech_face(const Table *t, int face, const SpeechStyle *style,
                 Bytes *out);

#endif
