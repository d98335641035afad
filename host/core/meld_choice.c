/* The best choice of melds that share no card, by branch and bound: see
 * meld_choice.h.
 *
 * The melds fall into parts that have no card in common (number cards here,
 * court cards there); each part is a search of its own. A search takes the
 * lowest card that is still of use: it goes to one of its melds, or to none.
 * The best total from each searched state is remembered.
 *
 * All in integers, so that every machine finds the same choice. Scores are
 * multiplied to leave room for the tie rule, and again for fractions of a
 * price. */
#include "core/meld_choice.h"

#include <stdlib.h>
#include <string.h>

#include "core/bytes.h"

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

struct MeldSearch {
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
};

/* ---- items -------------------------------------------------------------- */

/* Room for `count` live items in all. */
static bool live_room(MeldSearch *s, size_t count) {
  return list_grow(&s->live, &s->live_room, count, sizeof *s->live);
}

static int64_t worth_of(const Meld *m, MeldTie tie) {
  int64_t cards = tie == MELD_MOST_CARDS     ? m->count
                  : tie == MELD_FEWEST_CARDS ? -(int64_t)m->count
                                             : 0;
  return ((int64_t)m->score * TIE + cards) * FINE;
}

/* Of the melds, those that are worth anything. */
static int take_items(MeldSearch *s, const Meld found[], int count,
                      MeldTie tie) {
  int n = 0;
  for (int i = 0; i < count; i++) {
    int64_t worth = worth_of(&found[i], tie);
    if (worth > 0) s->item[n++] = (Item){found[i].cards, worth, 0, i};
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

/* ---- prices -------------------------------------------------------------
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
 * the search. */

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

/* Removes `cards` from those left, copies taking their place. Undone by put_back. */
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

/* The best total from a state if it is known, else an upper bound. */
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

/* The sum of the prices of the cards that are left. */
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
static uint64_t count_copies(MeldSearch *s, const uint8_t copies[]) {
  uint64_t cards = 0;
  for (int i = s->first; i < s->first + s->count; i++)
    cards |= s->item[i].cards;
  s->several = 0;
  for (int c = 0; c < MELD_CARDS; c++) {
    s->copies[c] = (cards >> c & 1) != 0 ? copies[c] : 0;
    if (s->copies[c] > 1) s->several |= (uint64_t)1 << c;
  }
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
static void solve(MeldSearch *s, const uint8_t copies[], int first, int count) {
  s->first = first;
  s->count = count;
  s->best = 0;
  s->chosen_count = 0;
  s->unit = unit_of(s);
  s->run++;
  uint64_t cards = count_copies(s, copies);
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

void meld_choice_free(MeldSearch *s) {
  if (s == NULL) return;
  free(s->item);
  free(s->live);
  free(s);
}

int meld_choice(MeldSearch **kept, const Meld found[], int count,
                const uint8_t copies[], MeldTie tie, int chosen[]) {
  if (count == 0) return 0;
  if (*kept == NULL) *kept = calloc(1, sizeof **kept);
  MeldSearch *s = *kept;
  if (s == NULL ||
      !list_grow(&s->item, &s->item_room, (size_t)count, sizeof *s->item) ||
      !live_room(s, (size_t)count))
    return MELD_NO_MEMORY;
  s->error = 0;
  s->work = 0;
  int items = take_items(s, found, count, tie), all = 0;
  for (int first = 0, part; first < items; first += part) {
    part = part_of(s->item + first, items - first);
    solve(s, copies, first, part);
    if (s->error != 0) return s->error;
    qsort(s->chosen, (size_t)s->chosen_count, sizeof(int), by_index);
    for (int i = 0; i < s->chosen_count; i++) chosen[all++] = s->chosen[i];
  }
  return all;
}
