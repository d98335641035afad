/* Cards in words: see named.h.
 *
 * The text is cut into words, "and" left out. A word is a card, or begins a
 * list of ranks: up to "of" (or to the first suit, where nobody says "of"),
 * and the suits behind it, as long as the last rank has such a card.
 *
 * Rejected: comparing with the words of each option. What is none of the
 * options is to be named too, so that the game can say why. */
#include "table/named.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { WORD_MAX = 256 };

typedef struct Named {
  Table *t;
  int words, length[NAMED_MAX];
  const char *word[NAMED_MAX];
  int n, face[NAMED_MAX];
  bool wrong; /* some word names no card, or there are too many */
} Named;

static bool is_word(const Named *c, int i, const char *word) {
  return (size_t)c->length[i] == strlen(word) &&
         strncasecmp(c->word[i], word, strlen(word)) == 0;
}

static void add_word(Named *c, const char *word, size_t length) {
  if (length == 0) return;
  if (c->words == NAMED_MAX) {
    c->wrong = true;
    return;
  }
  c->word[c->words] = word;
  c->length[c->words++] = (int)length;
  if (is_word(c, c->words - 1, "and") || is_word(c, c->words - 1, "&"))
    c->words--;
}

/* A dash is between two words, unless a card has it in its name. */
static void split_words(Named *c, const char *text) {
  while (*text != 0) {
    size_t n = strcspn(text, " ,");
    if (card_read(c->t->faces, text, (int)n) < 0) n = strcspn(text, " ,-");
    add_word(c, text, n);
    text += n + (text[n] != 0);
  }
}

static void add_face(Named *c, int face) {
  c->wrong = c->wrong || face < 0 || c->n == NAMED_MAX;
  if (!c->wrong) c->face[c->n++] = face;
}

/* The face of a rank and a suit, two of the words; -1 when there is none. */
static int face_of(const Named *c, int rank, int suit) {
  char name[WORD_MAX];
  int n = snprintf(name, sizeof name, "%.*s of %.*s", c->length[rank],
                   c->word[rank], c->length[suit], c->word[suit]);
  return n < WORD_MAX ? card_read(c->t->faces, name, n) : -1;
}

/* Does who is asked hold such a card, seen by nobody else? */
static bool in_hand(const Table *t, int face) {
  for (int i = 0; i < t->piles->cards; i++) {
    const Pile *pile = &t->piles->pile[t->piles->where[i]];
    if (t->piles->face[i] == face && pile->owner == t->question.seat &&
        pile->facing == FACING_OWNER)
      return true;
  }
  return false;
}

/* Of two suits, the one that the hand has of this rank. */
static int likely_face(const Named *c, int rank, int suit, int end) {
  int first = face_of(c, rank, suit);
  for (int s = suit; s < end; s++) {
    int face = face_of(c, rank, s);
    if (face >= 0 && in_hand(c->t, face)) return face;
  }
  return first;
}

/* "4-5-7 of Air": the words from `from` to `end` are ranks, those from `suit`
 * on are suits. Returns the word behind the last. */
static int add_ranks(Named *c, int from, int end, int suit) {
  int last = suit;
  while (from < end && last < c->words && face_of(c, end - 1, last) >= 0)
    last++;
  c->wrong = c->wrong || from == end || last == suit;
  for (int s = suit; s < last && from + 1 == end; s++)
    add_face(c, face_of(c, from, s));
  for (int rank = from; rank < end && from + 1 < end; rank++)
    add_face(c, likely_face(c, rank, suit, last));
  return last;
}

/* The first word from `from` on that is a suit of the word before it. */
static int bare_suit(const Named *c, int from) {
  int i = from + 1;
  while (i < c->words && face_of(c, i - 1, i) < 0) i++;
  return i;
}

/* Reads one card, or ranks and suits; returns the word behind them. */
static int add_some(Named *c, int from) {
  int of = from, face = card_read(c->t->faces, c->word[from], c->length[from]);
  if (face >= 0) {
    add_face(c, face);
    return from + 1;
  }
  while (of < c->words && !is_word(c, of, "of")) of++;
  if (of < c->words) return add_ranks(c, from, of, of + 1);
  of = bare_suit(c, from);
  c->wrong = c->wrong || of >= c->words;
  return c->wrong ? c->words : add_ranks(c, from, of, of);
}

int named_cards(Table *t, const char *text, int faces[NAMED_MAX]) {
  Named c = {.t = t};
  split_words(&c, text);
  for (int i = 0; i < c.words && !c.wrong;) i = add_some(&c, i);
  memcpy(faces, c.face, sizeof c.face);
  return c.wrong ? 0 : c.n;
}
