/* Finding all melds in a hand.
 *
 * A pattern puts each face of the deck in one of its columns, or in none. For a
 * hand, each column is a mask of the hand's cards, and so is each group of
 * suits; a row then is one bit out of each of several neighbouring masks, and a
 * set several bits out of one. Both are searched depth first. A run is a row
 * over the numbers; a family, and a fixed list of cards, a row that must be as
 * long as its columns; a trove a set that needs all suits.
 *
 * A bit of a mask is a face, not a card. Copies of a face are counted, and given
 * names at the end (name_cards). */
#include "core/meld.h"

#include <stdlib.h>
#include <string.h>

#include "core/bytes.h"
#include "core/meld_choice.h"

enum { MOST_FOUND = 1 << 17 };

/* A pattern as it is matched. */
typedef struct Compiled {
  MeldPattern of;
  int columns, cells;   /* where they begin among the cells of a hand */
  int group, group_end; /* its groups, among all groups */
} Compiled;

/* A hand under search. Each face in it is a bit, lowest columns first. */
typedef struct MeldHand {
  int bits;
  uint8_t bit_of[MELD_FACES]; /* [face], of those in the hand */
  uint8_t suit[MELD_CARDS];   /* [bit] */
  uint8_t copies[MELD_CARDS]; /* [bit]: how many cards have this face */
  uint64_t several;           /* the bits of which there is more than one */
  Meld *found; /* with `cards` by bit, until they are given out */
  int count;
  size_t room;
  int error; /* 0 or MELD_... */
} MeldHand;

/* Suits that go together in a pattern. */
typedef struct Group {
  uint64_t suits, bits; /* the hand's */
} Group;

struct Melds {
  int faces, patterns, cells, groups;
  uint8_t suit[MELD_FACES];
  uint8_t place[MELD_FACES]; /* [face]: its turn among the bits */
  uint8_t face[MELD_FACES];  /* [place] */
  Group *group;
  uint64_t *cell; /* the hand's bits, by pattern and column */
  size_t group_room, cell_room;
  MeldHand hand;
  MeldSearch *search;
  Compiled pattern[MELD_PATTERNS];
};

static uint64_t bit(int i) { return (uint64_t)1 << i; }

static int lowest(uint64_t mask) { return __builtin_ctzll(mask); }

/* ---- compiling ---------------------------------------------------------- */

Melds *melds_new(const uint8_t suit[], int faces) {
  Melds *melds = calloc(1, sizeof *melds);
  if (melds == NULL) return NULL;
  melds->faces = faces;
  memcpy(melds->suit, suit, (size_t)faces);
  return melds;
}

void melds_free(Melds *melds) {
  if (melds == NULL) return;
  meld_choice_free(melds->search);
  free(melds->hand.found);
  free(melds->group);
  free(melds->cell);
  free(melds);
}

/* Faces of one column come together, those of one pattern too: so the branches
 * of a search are few at each card, and its parts apart. */
static int turn_of(const Melds *melds, int face) {
  for (int p = 0; p < melds->patterns; p++)
    if (melds->pattern[p].of.column[face] >= 0)
      return (p * MELD_COLUMNS + melds->pattern[p].of.column[face]) * 64 +
             melds->suit[face];
  return MELD_PATTERNS * MELD_COLUMNS * 64;
}

static void order_faces(Melds *melds) {
  for (int f = 0; f < melds->faces; f++) {
    int turn = turn_of(melds, f), at = f;
    for (; at > 0 && turn_of(melds, melds->face[at - 1]) > turn; at--)
      melds->face[at] = melds->face[at - 1];
    melds->face[at] = (uint8_t)f;
  }
  for (int i = 0; i < melds->faces; i++)
    melds->place[melds->face[i]] = (uint8_t)i;
}

bool melds_add(Melds *melds, const MeldPattern *pattern) {
  Compiled *c = &melds->pattern[melds->patterns];
  c->of = *pattern;
  for (int f = 0; f < melds->faces; f++)
    if (c->of.column[f] >= c->columns) c->columns = c->of.column[f] + 1;
  int groups = melds->groups + pattern->group_count;
  int cells = melds->cells + c->columns;
  if (!list_grow(&melds->group, &melds->group_room, (size_t)groups,
                 sizeof *melds->group) ||
      !list_grow(&melds->cell, &melds->cell_room, (size_t)cells + 1,
                 sizeof *melds->cell))
    return false;
  for (int g = 0; g < pattern->group_count; g++)
    melds->group[melds->groups + g].suits = pattern->groups[g];
  c->cells = melds->cells;
  c->group = melds->groups;
  c->group_end = groups;
  melds->cells = cells;
  melds->groups = groups;
  melds->patterns++;
  order_faces(melds);
  return true;
}

/* ---- a hand as masks ---------------------------------------------------- */

/* Gives each face in the hand its bit; a face of no pattern gets none. */
static void number_faces(const Melds *melds, const uint8_t hand[], int n,
                         MeldHand *h) {
  uint64_t there[MELD_FACES / 64] = {0};
  for (int i = 0; i < n; i++) {
    int place = melds->place[hand[i]];
    there[place / 64] |= bit(place % 64);
  }
  h->bits = 0;
  for (int w = 0; w < MELD_FACES / 64; w++)
    for (uint64_t rest = there[w]; rest != 0; rest &= rest - 1) {
      int face = melds->face[w * 64 + lowest(rest)];
      h->bit_of[face] = (uint8_t)h->bits;
      h->suit[h->bits] = melds->suit[face];
      h->copies[h->bits++] = 0;
    }
  h->several = 0;
  for (int i = 0; i < n; i++) {
    int b = h->bit_of[hand[i]];
    if (++h->copies[b] == 2) h->several |= bit(b);
  }
}

static void fill_masks(Melds *melds, const uint8_t hand[], int n) {
  const MeldHand *h = &melds->hand;
  uint64_t of_suit[64];
  memset(of_suit, 0, sizeof of_suit);
  memset(melds->cell, 0, (size_t)melds->cells * sizeof *melds->cell);
  uint64_t suits = 0;
  for (int i = 0; i < n; i++) {
    uint64_t card = bit(h->bit_of[hand[i]]);
    suits |= bit(melds->suit[hand[i]]);
    of_suit[melds->suit[hand[i]]] |= card;
    for (int p = 0; p < melds->patterns; p++) {
      int column = melds->pattern[p].of.column[hand[i]];
      if (column >= 0) melds->cell[melds->pattern[p].cells + column] |= card;
    }
  }
  for (int i = 0; i < melds->groups; i++) {
    Group *g = &melds->group[i];
    g->bits = 0;
    for (uint64_t rest = g->suits & suits; rest != 0; rest &= rest - 1)
      g->bits |= of_suit[lowest(rest)];
  }
}

/* ---- matching ----------------------------------------------------------- */

/* One pattern in one group of suits. */
typedef struct Match {
  Melds *melds;
  const Compiled *p;
  const uint64_t *cell;
  uint64_t in;
  int pattern, group;
} Match;

static bool make_room(MeldHand *h) {
  if (h->count == MOST_FOUND)
    h->error = MELD_TOO_MANY;
  else if (!list_grow(&h->found, &h->room, (size_t)h->count + 1, sizeof(Meld)))
    h->error = MELD_NO_MEMORY;
  return h->error == 0;
}

/* Groups may overlap: was this found in an earlier one? */
static bool found_before(const Match *m, uint64_t suits) {
  for (int g = m->p->group; g < m->group; g++)
    if ((suits & ~m->melds->group[g].suits) == 0) return true;
  return false;
}

static bool add(const Match *m, uint64_t cards, uint64_t suits, int count) {
  MeldHand *h = &m->melds->hand;
  if (count < m->p->of.least || found_before(m, suits)) return true;
  if (!make_room(h)) return false;
  bool pure = (suits & (suits - 1)) == 0 && suits != bit(MELD_NO_SUIT);
  h->found[h->count++] = (Meld){
      .cards = cards,
      .score = pure ? m->p->of.pure[count] : m->p->of.score[count],
      .pattern = (uint8_t)m->pattern,
      .count = (uint8_t)count,
      .pure = pure,
  };
  return true;
}

/* All rows that go on at `column` from what has been taken so far. */
static bool rows(const Match *m, int column, uint64_t cards, uint64_t suits,
                 int count) {
  if (count == m->p->of.most || column == m->p->columns) return true;
  for (uint64_t rest = m->cell[column] & m->in; rest != 0; rest &= rest - 1) {
    int b = lowest(rest);
    uint64_t c = cards | bit(b), s = suits | bit(m->melds->hand.suit[b]);
    if (!add(m, c, s, count + 1) || !rows(m, column + 1, c, s, count + 1))
      return false;
  }
  return true;
}

static bool all_rows(const Match *m) {
  int length[MELD_COLUMNS + 1];
  length[m->p->columns] = 0;
  for (int c = m->p->columns - 1; c >= 0; c--)
    length[c] = (m->cell[c] & m->in) != 0 ? length[c + 1] + 1 : 0;
  for (int c = 0; c < m->p->columns; c++)
    if (length[c] >= m->p->of.least && !rows(m, c, 0, 0, 0)) return false;
  return true;
}

/* How many suits there are among these cards and in `suits`. */
static int suits_of(const Match *m, uint64_t cards, uint64_t suits) {
  for (; cards != 0; cards &= cards - 1)
    suits |= bit(m->melds->hand.suit[lowest(cards)]);
  return __builtin_popcountll(suits);
}

/* All sets with `cards` and some of `rest`. */
static bool sets(const Match *m, uint64_t rest, uint64_t cards, uint64_t suits,
                 int count) {
  if (count == m->p->of.most) return true;
  if (suits_of(m, rest, suits) < m->p->of.least) return true;
  for (; rest != 0; rest &= rest - 1) {
    int b = lowest(rest);
    uint64_t c = cards | bit(b), s = bit(m->melds->hand.suit[b]);
    if ((suits & s) != 0) continue;
    if (!add(m, c, suits | s, count + 1) ||
        !sets(m, rest & (rest - 1), c, suits | s, count + 1))
      return false;
  }
  return true;
}

static bool all_sets(const Match *m) {
  for (int c = 0; c < m->p->columns; c++) {
    uint64_t rest = m->cell[c] & m->in;
    if (__builtin_popcountll(rest) < m->p->of.least) continue;
    if (!sets(m, rest, 0, 0, 0)) return false;
  }
  return true;
}

static int find_all(Melds *melds, const uint8_t hand[], int n) {
  MeldHand *h = &melds->hand;
  h->count = 0;
  h->error = 0;
  number_faces(melds, hand, n, h);
  fill_masks(melds, hand, n);
  for (int p = 0; p < melds->patterns; p++) {
    Match m = {.melds = melds, .p = &melds->pattern[p], .pattern = p};
    m.cell = melds->cell + m.p->cells;
    for (m.group = m.p->group; m.group < m.p->group_end; m.group++) {
      m.in = melds->group[m.group].bits;
      if (__builtin_popcountll(m.in) < m.p->of.least) continue;
      if (!(m.p->of.kind == MELD_ROW ? all_rows(&m) : all_sets(&m)))
        return h->error;
    }
  }
  return 0;
}

/* ---- bits to cards ------------------------------------------------------ */

static void name_cards(const Melds *melds, const uint8_t hand[], int n,
                       Meld list[], int count) {
  uint64_t free_cards = n == 64 ? ~(uint64_t)0 : bit(n) - 1;
  for (int m = 0; m < count; m++) {
    uint64_t bits = list[m].cards, cards = 0;
    for (uint64_t rest = free_cards; bits != 0; rest &= rest - 1) {
      int i = lowest(rest);
      uint64_t b = bit(melds->hand.bit_of[hand[i]]);
      if ((bits & b) == 0) continue;
      bits &= ~b;
      cards |= bit(i);
    }
    list[m].cards = cards;
    free_cards &= ~cards;
  }
}

int melds_all(Melds *melds, const uint8_t hand[], int n, const Meld **found) {
  int error = find_all(melds, hand, n);
  MeldHand *h = &melds->hand;
  *found = h->found;
  if (error != 0) return error;
  for (int m = 0; m < h->count; m++)
    name_cards(melds, hand, n, &h->found[m], 1);
  return h->count;
}

int melds_best(Melds *melds, const uint8_t hand[], int n, MeldTie tie,
               Meld best[]) {
  const MeldHand *h = &melds->hand;
  int chosen[MELD_CARDS], error = find_all(melds, hand, n);
  if (error != 0) return error;
  int count =
      meld_choice(&melds->search, h->found, h->count, h->copies, tie, chosen);
  for (int i = 0; i < count; i++) best[i] = h->found[chosen[i]];
  name_cards(melds, hand, n, best, count);
  return count;
}
