/* Poker codes, and moves of cards between piles: see cards.h.
 *
 * Tried and rejected: linked lists (a shuffle wants an array), and an index
 * of each card's place (every middle move must renumber; looking through a
 * hand of ten 16-bit numbers is cheaper). */
#include "core/cards.h"

#include <stdlib.h>
#include <string.h>

#include "core/chance.h"

/* ---- faces -------------------------------------------------------------- */

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
  if (strcmp(rank, "joker") == 0) return POKER_JOKER;
  return s < 0 || r < 0 ? POKER_NONE : s * 13 + r;
}

/* ---- piles -------------------------------------------------------------- */

void piles_free(Piles *p) {
  if (p == NULL) return;
  if (p->pile != NULL) free(p->pile[0].card);
  free(p->pile);
  free(p->face);
  free(p->where);
  free(p->luck);
  free(p->shown);
  free(p);
}

static bool take_memory(Piles *p, size_t cards, size_t piles) {
  piles++; /* a game may have none; pile 0 is written all the same */
  p->face = calloc(cards + 1, sizeof *p->face);
  p->where = calloc(cards + 1, sizeof *p->where);
  p->luck = calloc(cards + 1, sizeof *p->luck);
  p->shown = calloc(cards + 1, sizeof *p->shown);
  p->pile = calloc(piles, sizeof *p->pile);
  if (!p->face || !p->where || !p->luck || !p->shown || !p->pile) return false;
  CardId *room = calloc(piles * (cards + 1), sizeof *room);
  for (size_t i = 0; i < piles; i++)
    p->pile[i].card = room == NULL ? NULL : room + i * (cards + 1);
  return room != NULL;
}

Piles *piles_new(int cards, const int *faces, int piles, const int *facings,
                 const int *owners) {
  Piles *p = calloc(1, sizeof *p);
  if (p == NULL) return NULL;
  if (!take_memory(p, (size_t)cards, (size_t)piles)) {
    piles_free(p);
    return NULL;
  }
  p->cards = cards;
  p->piles = piles;
  for (int i = 0; i < piles; i++) {
    p->pile[i].facing = (Facing)facings[i];
    p->pile[i].owner = owners[i];
  }
  for (int c = 0; c < cards; c++) {
    p->face[c] = (uint8_t)faces[c];
    p->luck[c] = (uint16_t)c;
    p->pile[0].card[c] = (CardId)c;
  }
  p->pile[0].count = cards;
  return p;
}

static SeatMask bit(int seat) { return (SeatMask)1 << seat; }

/* The seats that see a card by the facing of its pile alone. */
static SeatMask by_facing(const Pile *pile, bool is_top) {
  switch (pile->facing) {
    case FACING_EVERYONE:
      return ~(SeatMask)0;
    case FACING_TOP:
      return is_top ? ~(SeatMask)0 : 0;
    case FACING_OWNER:
      return pile->owner == SEAT_NONE ? 0 : bit(pile->owner);
    case FACING_GM:
      return bit(SEAT_GM);
    case FACING_NOBODY:
      break;
  }
  return 0;
}

SeatMask piles_seen_by(const Piles *p, CardId card) {
  const Pile *pile = &p->pile[p->where[card]];
  bool is_top = pile->card[pile->count - 1] == card;
  return by_facing(pile, is_top) | p->shown[card];
}

bool piles_visible(const Piles *p, CardId card, int seat) {
  return (piles_seen_by(p, card) & bit(seat)) != 0;
}

int piles_place(const Piles *p, CardId card) {
  const Pile *pile = &p->pile[p->where[card]];
  int i = pile->count - 1;
  while (pile->card[i] != card) i--;
  return i;
}

/* The seats that saw the card before it moved; needed only for a watcher. */
static SeatMask seen_before(const Piles *p, CardId card) {
  return p->moved == NULL ? 0 : piles_seen_by(p, card);
}

/* The card now lies in `to`: forget what the new pile does not show. */
static void arrive(Piles *p, CardId card, int from, int to, SeatMask before) {
  p->where[card] = (uint16_t)to;
  if (p->shown[card] != 0) p->shown[card] = 0;
  if (p->moved != NULL)
    p->moved(p->watcher, card, from, to, before | piles_seen_by(p, card));
}

static void lift(Piles *p, CardId card) {
  Pile *pile = &p->pile[p->where[card]];
  int i = piles_place(p, card);
  if (i < pile->last.loose) pile->last.loose--;
  if (i < pile->last.sunk) pile->last.sunk--;
  pile->count--;
  memmove(pile->card + i, pile->card + i + 1,
          (size_t)(pile->count - i) * sizeof *pile->card);
}

void piles_put(Piles *p, CardId card, int to) {
  SeatMask before = seen_before(p, card);
  int from = p->where[card];
  lift(p, card);
  p->pile[to].card[p->pile[to].count++] = card;
  arrive(p, card, from, to, before);
}

void piles_put_under(Piles *p, CardId card, int to) {
  SeatMask before = seen_before(p, card);
  int from = p->where[card];
  lift(p, card);
  Pile *pile = &p->pile[to];
  memmove(pile->card + 1, pile->card, (size_t)pile->count * sizeof card);
  pile->card[0] = card;
  pile->count++;
  pile->last.sunk++;
  pile->last.loose++;
  arrive(p, card, from, to, before);
}

void piles_settle_draw(Piles *p, int from, int n, int to) {
  Pile *a = &p->pile[from];
  if (p->paired == 0) {
    piles_settle(p, from, a->count - n);
    return;
  }
  uint64_t order = mix64(a->last.order, (uint64_t)to);
  for (int top = a->count - 1; n > 0 && a->last.loose > a->last.sunk;
       n--, top--) {
    if (top >= a->last.loose) continue;
    int first = top;
    uint64_t least = mix64(order, p->luck[a->card[top]]);
    for (int i = a->last.sunk; i < top; i++) {
      uint64_t here = mix64(order, p->luck[a->card[i]]);
      if (here < least) least = here, first = i;
    }
    CardId card = a->card[first];
    a->card[first] = a->card[top];
    a->card[top] = card;
    a->last.loose = top;
  }
}

void piles_draw(Piles *p, int from, int n, int to) {
  if (from == to) return;
  Pile *a = &p->pile[from], *b = &p->pile[to];
  if (a->last.loose > a->last.sunk) piles_settle_draw(p, from, n, to);
  for (; n > 0; n--) {
    CardId card = a->card[a->count - 1];
    SeatMask before = seen_before(p, card);
    a->count--;
    b->card[b->count++] = card;
    arrive(p, card, from, to, before);
  }
}

void piles_move_all(Piles *p, int from, int to) {
  if (from == to) return;
  Pile *a = &p->pile[from], *b = &p->pile[to];
  for (int i = 0; i < a->count; i++) {
    CardId card = a->card[i];
    SeatMask before = seen_before(p, card);
    b->card[b->count++] = card;
    arrive(p, card, from, to, before);
  }
  a->count = a->last.sunk = a->last.loose = 0;
}

int piles_take(Piles *p, int from, const uint64_t faces[4], int to) {
  if (from == to) return 0;
  Pile *a = &p->pile[from], *b = &p->pile[to];
  int kept = 0, n = a->count;
  a->last.loose = 0;
  for (int i = 0; i < n; i++) {
    CardId card = a->card[i];
    uint8_t face = p->face[card];
    if (faces[face >> 6] >> (face & 63) & 1) {
      SeatMask before = seen_before(p, card);
      b->card[b->count++] = card;
      arrive(p, card, from, to, before);
    } else {
      a->card[kept++] = card;
    }
  }
  a->count = kept;
  return n - kept;
}

static void reordered(Piles *p, int from, int pile) {
  if (p->moved != NULL) p->moved(p->watcher, CARDS_MAX, from, pile, 0);
}

static void shuffle_paired(Piles *p, int pile) {
  static const uint8_t key[32];
  Pile *a = &p->pile[pile];
  Rng rng;
  a->last.order = mix64(mix64(p->paired, (uint64_t)pile), ++a->last.shuffles);
  rng_stream(&rng, key, "paired shuffle", a->last.order);
  rng_shuffle16(&rng, a->card, (size_t)a->count);
}

void piles_pair(Piles *p, uint64_t key) {
  p->paired = key;
  for (int i = 0; i < p->piles; i++) p->pile[i].last.shuffles = 0;
}

void piles_shuffle(Piles *p, int pile) {
  Pile *a = &p->pile[pile];
  for (int i = 0; i < a->count; i++) p->shown[a->card[i]] = 0;
  if (p->paired == 0)
    rng_shuffle16(p->rng, a->card, (size_t)a->count);
  else
    shuffle_paired(p, pile);
  a->last.sunk = 0;
  a->last.loose = a->facing == FACING_NOBODY ? a->count : 0;
  reordered(p, pile, pile);
}

void piles_reverse(Piles *p, int pile) {
  Pile *a = &p->pile[pile];
  a->last.loose = 0;
  for (int i = 0, j = a->count - 1; i < j; i++, j--) {
    CardId card = a->card[i];
    a->card[i] = a->card[j];
    a->card[j] = card;
  }
  reordered(p, PILE_NONE, pile);
}

static int64_t key_of(const Piles *p, CardId card, const int64_t *key) {
  return key != NULL ? key[p->face[card]] : p->face[card];
}

/* Insertion: stable, and hands are short. */
void piles_sort(Piles *p, int pile, const int64_t *key) {
  Pile *a = &p->pile[pile];
  a->last.loose = 0;
  for (int i = 1; i < a->count; i++) {
    CardId card = a->card[i];
    int j = i;
    while (j > 0 && key_of(p, a->card[j - 1], key) > key_of(p, card, key)) {
      a->card[j] = a->card[j - 1];
      j--;
    }
    a->card[j] = card;
  }
  reordered(p, PILE_NONE, pile);
}

void piles_show(Piles *p, CardId card, SeatMask to) {
  p->shown[card] |= to;
  piles_settle(p, p->where[card], 0);
  if (p->moved != NULL)
    p->moved(p->watcher, card, PILE_NONE, p->where[card], to);
}

/* Each card once, and the counts add up. */
static bool is_whole(const Piles *p, const CardId *order,
                     const uint16_t *counts) {
  bool seen[CARDS_MAX] = {false};
  int sum = 0;
  for (int i = 0; i < p->piles; i++) sum += counts[i];
  if (sum != p->cards) return false;
  for (int c = 0; c < sum; c++) {
    if (order[c] >= p->cards || seen[order[c]]) return false;
    seen[order[c]] = true;
  }
  return true;
}

bool piles_restore(Piles *p, const CardId *order, const uint16_t *counts,
                   const SeatMask *shown) {
  if (!is_whole(p, order, counts)) return false;
  for (int i = 0; i < p->piles; i++) {
    p->pile[i].count = counts[i];
    p->pile[i].last.loose = 0;
    for (int j = 0; j < counts[i]; j++) {
      p->pile[i].card[j] = *order;
      p->where[*order++] = (uint16_t)i;
    }
  }
  if (p->cards > 0) memcpy(p->shown, shown, (size_t)p->cards * sizeof *shown);
  return true;
}
