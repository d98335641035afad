/* Reading and coding of faces: see card.h. */
#include "core/card.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static int place_in(const char *const list[], int n, const char *word) {
  for (int i = 0; i < n; i++)
    if (strcmp(list[i], word) == 0) return i;
  return -1;
}

int card_poker_code(const char *rank, const char *suit) {
  static const char *const suits[] = {"clubs", "diamonds", "hearts", "spades"};
  static const char *const ranks[] = {"2", "3",  "4", "5", "6", "7", "8",
                                      "9", "10", "J", "Q", "K", "A"};
  int s = place_in(suits, 4, suit), r = place_in(ranks, 13, rank);
  return s < 0 || r < 0 ? -1 : s * 13 + r;
}

static bool is_name(const char *name, const char *text, int length) {
  return strlen(name) == (size_t)length &&
         strncasecmp(name, text, (size_t)length) == 0;
}

/* "Th" is how card rooms write the ten of hearts. */
static bool is_ten(const char *name, const char *text, int length) {
  return length > 1 && (text[0] == 'T' || text[0] == 't') &&
         strncmp(name, "10", 2) == 0 && is_name(name + 2, text + 1, length - 1);
}

static int find(const Faces *faces, const char *text, int length,
                bool (*fits)(const Face *f, const char *text, int length)) {
  for (int f = 0; f < faces->count; f++)
    if (fits(&faces->face[f], text, length)) return f;
  return -1;
}

static bool by_name(const Face *f, const char *text, int length) {
  return is_name(f->name, text, length);
}

/* "10 of spades" for 10s, the ten of spades: a name's rank, then the suit,
 * which begins as the rest of the name does. */
static bool is_rank_of_suit(const Face *f, const char *text, int length) {
  const char *of = strstr(f->long_name, " of ");
  int tail = of == NULL ? 0 : (int)strlen(of), rank = length - tail;
  if (tail == 0 || rank < 1 || !is_name(of, text + rank, tail)) return false;
  if (strncasecmp(f->name, text, (size_t)rank) != 0) return false;
  size_t rest = strlen(f->name + rank);
  return rest > 0 && strncasecmp(f->name + rank, of + 4, rest) == 0;
}

static bool by_other_name(const Face *f, const char *text, int length) {
  return is_name(f->long_name, text, length) ||
         (length > 0 && is_name(f->sign, text, length)) ||
         is_ten(f->name, text, length) || is_rank_of_suit(f, text, length);
}

int card_read(const Faces *faces, const char *text, int length) {
  int face = find(faces, text, length, by_name);
  return face >= 0 ? face : find(faces, text, length, by_other_name);
}
