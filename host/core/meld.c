/* Finding all melds in a hand, and the best choice of them.
 *
 * A pattern puts each face of the deck in one of its columns, or in none. For a
 * hand, each column is a mask of the hand's cards, and so is each group of
 * suits; a row then is one bit out of each of several neighbouring masks, and a
 * set several bits out of one. Both are searched depth first, so that the work
 * is that of the melds found, not of the hands imaginable.
 *
 * Always true: a bit of a mask is a face, not a card. Copies of a face would
 * only multiply the melds; they are counted instead, and given names at the
 * end (name_cards).
 *
 * Kinds from the tables: a run is a row over the numbers; a family, and a fixed
 * list of cards, a row that must be as long as its columns; a trove a set that
 * needs all suits. Rejected: a matcher for each of these five.
 *
 * The best choice of melds that share no card, by branch and bound.
 *
 * The melds fall into parts that have no card in common (number cards here,
 * court cards there); each part is a search of its own. A search takes the
 * lowest card that is still of use: it goes to one of its melds, or to none.
 *
 * What can still be won is bounded by prices. Give every card a price; then no
 * choice is worth more than
 *
 *   the prices of the cards left + what melds are worth above their cards' price
 *
 * whatever the prices are. (Each meld taken is paid by its own cards' prices
 * and its own surplus.) Good prices make the bound nearly the truth. A small
 * part gets the plain ones: of the melds with a card, the highest score a card.
 * A large one improves them step by step: a card that many melds with a surplus
 * want becomes dearer, one that nobody wants cheaper (the subgradient of
 * Lagrange's dual; Held and Karp 1971). Melds so far below their cards' price
 * that no best choice can hold them are forgotten, then and in every state of
 * the search: that alone makes the worst hands of 30 three times as fast. What
 * can be won from a state that was searched is remembered.
 *
 * All in integers, so that every machine finds the same choice. Scores are
 * multiplied to leave room for the tie rule, and again for fractions of a
 * price. Tried and rejected: plain prices for every part (the same up to 20
 * cards of numbers, 7 times slower at 30, some hands of 35 never ended);
 * branching at the card with the fewest melds (a fifth of the states, but
 * finding that card costs more than they do); narrowing the melds without
 * branches (half as fast: few are left, and guessing that is free). */
#include "core/meld.h"

#include <stdlib.h>
#include <string.h>

#include "core/bytes.h"

enum { MOST_FOUND = 1 << 17 };

enum {
  TIE = 128,      /* a point of score, in cards of the tie rule */
  FINE = 256,     /* a unit of worth, in fractions of a price */
  PLAIN = 80,     /* melds in a part that needs no better prices */
  STEPS = 150,    /* of improving prices, at most */
  PATIENCE = 5,   /* steps without gain before they get smaller */
  SEEN_BITS = 12, /* of a place among the states that were searched */
  WORK = 1 << 27  /* items looked at in one hand, under a second */
};

typedef struct Item {
  uint64_t cards;
  int64_t worth;   /* in FINE parts of TIE parts of a point */
  int64_t surplus; /* over its cards' prices */
  int index;       /* among the hand's melds */
} Item;

/* A state that was searched, and what can be won from it at most. */
typedef struct Seen {
  uint64_t left, twice; /* cards there are; faces with two */
  int64_t most;
  uint32_t run; /* the search it belongs to */
} Seen;

typedef struct MeldSearch {
  Item *item; /* all of the hand; a search has `count` of them from `first` */
  int first, count;
  size_t item_room;
  int *live; /* the items still possible at each depth, list after list */
  size_t live_room;
  int64_t price[MELD_CARDS];
  uint8_t copies[MELD_CARDS]; /* of each bit, those still free */
  uint64_t several;
  int64_t best, unit; /* worth; all worths of a part are multiples of unit */
  int chosen[MELD_CARDS], path[MELD_CARDS];
  int chosen_count, depth;
  int error;
  long work;
  uint32_t run;
  Seen seen[1 << SEEN_BITS];
} MeldSearch;

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
  MeldSearch search;
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
  free(melds->search.item);
  free(melds->search.live);
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

/* ---- the best choice: room ---------------------------------------------- */

/* Room for `count` live items in all. */
static bool live_room(MeldSearch *s, size_t count) {
  return list_grow(&s->live, &s->live_room, count, sizeof *s->live);
}

static bool prepare(Melds *melds) {
  MeldSearch *s = &melds->search;
  size_t items = (size_t)melds->hand.count;
  s->error = 0;
  s->work = 0;
  return list_grow(&s->item, &s->item_room, items, sizeof *s->item) &&
         live_room(s, items);
}

/* ---- items -------------------------------------------------------------- */

static int64_t worth_of(const Meld *m, MeldTie tie) {
  int64_t cards = tie == MELD_MOST_CARDS     ? m->count
                  : tie == MELD_FEWEST_CARDS ? -(int64_t)m->count
                                             : 0;
  return ((int64_t)m->score * TIE + cards) * FINE;
}

/* Of a hand's melds, those that are worth anything. */
static int take_items(MeldSearch *s, const MeldHand *h, MeldTie tie) {
  int n = 0;
  for (int i = 0; i < h->count; i++) {
    int64_t worth = worth_of(&h->found[i], tie);
    if (worth > 0) s->item[n++] = (Item){h->found[i].cards, worth, 0, i};
  }
  return n;
}

/* Brings the items that are linked with item `first` to the front; how many. */
static int part_of(Item *item, int n) {
  uint64_t cards = item[0].cards;
  int in = 1;
  for (int before = 0; before != in;) {
    before = in;
    for (int i = in; i < n; i++) {
      if ((item[i].cards & cards) == 0) continue;
      cards |= item[i].cards;
      Item swap = item[in];
      item[in++] = item[i];
      item[i] = swap;
    }
  }
  return in;
}

static int by_worth(const void *a, const void *b) {
  const Item *x = a, *y = b;
  if (x->surplus != y->surplus) return x->surplus < y->surplus ? 1 : -1;
  if (x->worth != y->worth) return x->worth < y->worth ? 1 : -1;
  return x->index - y->index;
}

static void sort_items(Item *item, int n) {
  qsort(item, (size_t)n, sizeof *item, by_worth);
}

/* ---- prices ------------------------------------------------------------- */

static int64_t sum_of(const MeldSearch *s, uint64_t cards) {
  int64_t sum = 0;
  for (; cards != 0; cards &= cards - 1)
    sum += s->price[__builtin_ctzll(cards)];
  return sum;
}

static void plain_prices(MeldSearch *s) {
  memset(s->price, 0, sizeof s->price);
  for (int i = s->first; i < s->first + s->count; i++) {
    int cards = __builtin_popcountll(s->item[i].cards);
    int64_t price = (s->item[i].worth + cards - 1) / cards;
    for (uint64_t rest = s->item[i].cards; rest != 0; rest &= rest - 1) {
      int64_t *p = &s->price[__builtin_ctzll(rest)];
      if (*p < price) *p = price;
    }
  }
}

static void find_surplus(MeldSearch *s) {
  for (int i = s->first; i < s->first + s->count; i++)
    s->item[i].surplus = s->item[i].worth - sum_of(s, s->item[i].cards);
}

/* Everything there is to win at these prices, and in want[card] how many cards
 * too few there are. */
static int64_t bound_of(const MeldSearch *s, int64_t want[]) {
  int64_t bound = 0;
  for (int c = 0; c < MELD_CARDS; c++) {
    bound += s->price[c] * s->copies[c];
    want[c] = -(int64_t)s->copies[c];
  }
  for (int i = s->first; i < s->first + s->count; i++) {
    int64_t surplus = s->item[i].worth - sum_of(s, s->item[i].cards);
    if (surplus <= 0) continue;
    bound += surplus;
    for (uint64_t rest = s->item[i].cards; rest != 0; rest &= rest - 1)
      want[__builtin_ctzll(rest)]++;
  }
  return bound;
}

/* Moves the prices along `want`, as far as the gap to the best known goes. */
static void move_prices(MeldSearch *s, const int64_t want[], int64_t gap,
                        int64_t pace) {
  int64_t square = 1;
  for (int c = 0; c < MELD_CARDS; c++)
    if (s->price[c] > 0 || want[c] > 0) square += want[c] * want[c];
  for (int c = 0; c < MELD_CARDS; c++) {
    s->price[c] += gap * want[c] / square * pace / 64;
    if (s->price[c] < 0) s->price[c] = 0;
  }
}

/* Forgets items that can't be in a choice better than the best known. */
static void forget_hopeless(MeldSearch *s, int64_t bound) {
  int kept = s->first;
  for (int i = s->first; i < s->first + s->count; i++) {
    int64_t surplus = s->item[i].worth - sum_of(s, s->item[i].cards);
    if (surplus < 0 && bound + surplus < s->best + s->unit) continue;
    s->item[kept++] = s->item[i];
  }
  s->count = kept - s->first;
}

static void improve_prices(MeldSearch *s) {
  int64_t good[MELD_CARDS], want[MELD_CARDS], lowest = INT64_MAX, pace = 64;
  memcpy(good, s->price, sizeof good);
  for (int step = 0, idle = 0; step < STEPS; step++) {
    int64_t bound = bound_of(s, want);
    if (bound < lowest) {
      lowest = bound;
      memcpy(good, s->price, sizeof good);
      idle = 0;
      if (bound < s->best + s->unit) break;
      forget_hopeless(s, bound);
    } else if (++idle == PATIENCE) {
      idle = 0;
      pace = pace * 3 / 4;
      if (pace < 2) break;
      memcpy(s->price, good, sizeof good);
      bound_of(s, want);
    }
    move_prices(s, want, lowest - s->best, pace);
  }
  memcpy(s->price, good, sizeof good);
  forget_hopeless(s, lowest);
}

/* ---- searching ---------------------------------------------------------- */

/* What is left after `cards` are used; copies step in. Undone by put_back. */
static uint64_t use(MeldSearch *s, uint64_t left, uint64_t cards) {
  left &= ~cards;
  for (uint64_t rest = cards & s->several; rest != 0; rest &= rest - 1)
    if (--s->copies[__builtin_ctzll(rest)] > 0) left |= rest & -rest;
  return left;
}

static void put_back(MeldSearch *s, uint64_t cards) {
  for (uint64_t rest = cards & s->several; rest != 0; rest &= rest - 1)
    s->copies[__builtin_ctzll(rest)]++;
}

/* The state, without what can be won from it; no place of its own when a face
 * is there more than twice. */
static Seen state_of(const MeldSearch *s, uint64_t left) {
  Seen state = {left, 0, 0, s->run};
  for (uint64_t rest = s->several & left; rest != 0; rest &= rest - 1) {
    int copies = s->copies[__builtin_ctzll(rest)];
    if (copies > 2) state.run = 0;
    if (copies == 2) state.twice |= rest & -rest;
  }
  return state;
}

static Seen *place_of(MeldSearch *s, const Seen *state) {
  uint64_t hash = (state->left ^ state->twice * 31) * 0x9e3779b97f4a7c15u;
  return &s->seen[hash >> (64 - SEEN_BITS)];
}

/* What can be won from a state, if it is known, else all there is. */
static int64_t most_of(MeldSearch *s, const Seen *state) {
  const Seen *seen = place_of(s, state);
  bool same = seen->run == state->run && seen->left == state->left &&
              seen->twice == state->twice;
  return same && state->run ? seen->most : INT64_MAX / 2;
}

static void keep_choice(MeldSearch *s, int64_t worth) {
  s->best = worth;
  s->chosen_count = s->depth;
  memcpy(s->chosen, s->path, (size_t)s->depth * sizeof *s->path);
}

/* A state: `count` items are still possible, listed from live[at]; with what
 * is left, at most `bound` can be won. */
typedef struct State {
  size_t at;
  int count;
  uint64_t left; /* cards that are of use to one of them */
  int64_t bound;
} State;

/* What the cards cost that there still are. */
static int64_t prices_of(const MeldSearch *s, uint64_t left) {
  int64_t sum = 0;
  for (; left != 0; left &= left - 1) {
    int c = __builtin_ctzll(left);
    sum += s->price[c] * s->copies[c];
  }
  return sum;
}

/* Of the items of `from`, those possible with the cards `left`. */
static State narrow(MeldSearch *s, const State *from, uint64_t left) {
  State to = {.at = from->at + (size_t)from->count};
  if (!live_room(s, to.at + (size_t)from->count)) s->error = MELD_NO_MEMORY;
  if (s->error != 0) return to;
  s->work += from->count;
  if (s->work > WORK) s->error = MELD_TOO_MANY;
  const int *live = s->live + from->at;
  for (int i = 0; i < from->count; i++) {
    const Item *item = &s->item[live[i]];
    if ((item->cards & ~left) != 0) continue;
    s->live[to.at + (size_t)to.count++] = live[i];
    to.left |= item->cards;
    if (item->surplus > 0) to.bound += item->surplus;
  }
  to.bound += prices_of(s, to.left);
  return to;
}

/* Forgets items that lose more than the bound has to spare, and with them cards
 * that are then of no use, as long as that goes on. */
static void forget_losers(MeldSearch *s, State *state, int64_t worth) {
  for (int before = 0; before != state->count;) {
    int64_t spare = worth + state->bound - s->best - s->unit;
    int *live = s->live + state->at, kept = 0;
    uint64_t left = 0;
    before = state->count;
    if (spare < 0) return;
    for (int i = 0; i < before; i++) {
      const Item *item = &s->item[live[i]];
      if (item->surplus < -spare) continue;
      live[kept++] = live[i];
      left |= item->cards;
    }
    state->count = kept;
    state->bound -= prices_of(s, state->left & ~left);
    state->left = left;
    s->work += before;
  }
}

static bool hopeless(const MeldSearch *s, int64_t most) {
  return most < s->best + s->unit;
}

static void search(MeldSearch *s, State *from, int64_t worth);

/* The lowest card goes to one of its melds, or to none. */
static void branch(MeldSearch *s, const State *from, int64_t worth) {
  uint64_t card = from->left & -from->left;
  for (int i = 0; i < from->count && s->error == 0; i++) {
    const Item *item = &s->item[s->live[from->at + (size_t)i]];
    if ((item->cards & card) == 0) continue;
    State next = narrow(s, from, use(s, from->left, item->cards));
    s->path[s->depth++] = item->index;
    search(s, &next, worth + item->worth);
    s->depth--;
    put_back(s, item->cards);
  }
  State next = narrow(s, from, from->left & ~card);
  if (s->error == 0) search(s, &next, worth);
}

/* All that was found from a state, or given up, is no better than the best, so
 * that says what the state is good for. */
static void search(MeldSearch *s, State *from, int64_t worth) {
  if (worth > s->best) keep_choice(s, worth);
  forget_losers(s, from, worth);
  if (from->count == 0 || hopeless(s, worth + from->bound)) return;
  Seen state = state_of(s, from->left);
  if (hopeless(s, worth + most_of(s, &state))) return;
  branch(s, from, worth);
  state.most = s->best - worth;
  if (state.run && s->error == 0) *place_of(s, &state) = state;
}

/* Takes the best items first, whatever they block: a choice to begin with. */
static void greedy(MeldSearch *s) {
  uint64_t left = ~(uint64_t)0, used[MELD_CARDS];
  int64_t worth = 0;
  s->depth = 0;
  for (int i = s->first; i < s->first + s->count; i++)
    while ((s->item[i].cards & ~left) == 0) {
      left = use(s, left, s->item[i].cards);
      used[s->depth] = s->item[i].cards;
      s->path[s->depth++] = s->item[i].index;
      worth += s->item[i].worth;
    }
  if (worth > s->best) keep_choice(s, worth);
  while (s->depth > 0) put_back(s, used[--s->depth]);
}

static int64_t unit_of(const MeldSearch *s) {
  int64_t unit = 0;
  for (int i = s->first; i < s->first + s->count; i++) {
    int64_t a = s->item[i].worth;
    while (a != 0) {
      int64_t rest = unit % a;
      unit = a, a = rest;
    }
  }
  return unit;
}

/* Sets the copies of the part's cards; gives the cards. */
static uint64_t count_copies(MeldSearch *s, const MeldHand *h) {
  uint64_t cards = 0;
  for (int i = s->first; i < s->first + s->count; i++)
    cards |= s->item[i].cards;
  for (int c = 0; c < MELD_CARDS; c++)
    s->copies[c] = (cards >> c & 1) != 0 ? h->copies[c] : 0;
  s->several = h->several & cards;
  return cards;
}

/* Better prices, and then a better choice to begin with. */
static void sharpen(MeldSearch *s) {
  improve_prices(s);
  find_surplus(s);
  sort_items(s->item + s->first, s->count);
  greedy(s);
}

/* Finds the best choice in the part of `count` items from `first`. */
static void solve(MeldSearch *s, const MeldHand *h, int first, int count) {
  s->first = first;
  s->count = count;
  s->best = 0;
  s->chosen_count = 0;
  s->unit = unit_of(s);
  s->run++;
  uint64_t cards = count_copies(s, h);
  sort_items(s->item + first, count);
  greedy(s);
  plain_prices(s);
  find_surplus(s);
  if (count > PLAIN) sharpen(s);
  for (int i = 0; i < s->count; i++) s->live[i] = first + i;
  State all = {.at = 0, .count = s->count};
  State root = narrow(s, &all, cards);
  search(s, &root, 0);
}

/* In the order in which melds_all would list them. */
static int by_index(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

int melds_best(Melds *melds, const uint8_t hand[], int n, MeldTie tie,
               Meld best[]) {
  int error = find_all(melds, hand, n), count = 0;
  if (error != 0) return error;
  if (melds->hand.count == 0) return 0;
  if (!prepare(melds)) return MELD_NO_MEMORY;
  MeldSearch *s = &melds->search;
  int items = take_items(s, &melds->hand, tie);
  for (int first = 0, part; first < items; first += part) {
    part = part_of(s->item + first, items - first);
    solve(s, &melds->hand, first, part);
    if (s->error != 0) return s->error;
    qsort(s->chosen, (size_t)s->chosen_count, sizeof(int), by_index);
    for (int i = 0; i < s->chosen_count; i++)
      best[count++] = melds->hand.found[s->chosen[i]];
  }
  name_cards(melds, hand, n, best, count);
  return count;
}
