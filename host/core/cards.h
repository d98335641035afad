/* Cards: the faces of one table, its physical cards, and the piles in which
 * they lie.
 *
 * A face is what can be printed on a card, at most 256 a table; it is one
 * byte. Its words (rank, suit, own fields) live in Lua; here is only what the
 * host itself needs: order, poker code and the two names that people type.
 *
 * A card has a number, 0..count-1, for the whole game and is in exactly one
 * pile, always: every move below keeps that. Piles are ordered, bottom first;
 * the top is the last. Room for every card in every pile is taken at the
 * start, so no move can fail for want of memory. */
#ifndef CORE_CARDS_H
#define CORE_CARDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  FACES_MAX = 256,    /* faces of one table, all its deck kinds together */
  FACE_NAME_MAX = 128 /* "Kh", with the closing zero */
};

enum { POKER_NONE = -1, POKER_JOKER = -2 };

typedef struct Face {
  char name[FACE_NAME_MAX]; /* what is typed and journalled: "Kh" */
  int8_t poker; /* 0..51 = suit * 13 + rank, 2 low, clubs first; or POKER_ */
} Face;

typedef struct Faces {
  int count;
  Face face[FACES_MAX];
} Faces;

/* The poker code of a card by its English names ("K", "hearts"; "joker"). */
int card_poker_code(const char *rank, const char *suit);

typedef uint16_t CardId;
typedef uint64_t SeatMask; /* bit s: seat s; bit SEAT_GM: the game master */

enum {
  SEATS_MAX = 32, /* seats are 0..31 here, 1..32 in scripts */
  SEAT_GM = 32,
  SEAT_NONE = -1,
  SEAT_ALL = 63, /* no seat: who sees what everybody sees */
  PILE_NONE = -1,
  CARDS_MAX = 4096,
  PILES_MAX = 1024
};

/* Scripts number seats from 1, and 0 is the game master's. */
static inline int seat_number(int seat) {
  return seat == SEAT_GM ? 0 : seat + 1;
}

static inline int seat_numbered(int64_t number) {
  return number == 0 ? SEAT_GM : number < 0 ? SEAT_NONE : (int)number - 1;
}

typedef enum Facing {
  FACING_NOBODY,
  FACING_OWNER,
  FACING_EVERYONE,
  FACING_TOP, /* everyone sees the top card, nobody the others */
  FACING_GM
} Facing;

/* Places that a pile's last shuffle has not filled yet. */
typedef struct Shuffled {
  int sunk, loose;   /* places sunk..loose-1 are shuffled, not looked at yet */
  uint32_t shuffles; /* in this game, where those are paired */
  uint64_t order;    /* of the last of them: what `loose` cards go by */
} Shuffled;

typedef struct Pile {
  CardId *card;
  int count;
  int owner; /* a seat, SEAT_GM or SEAT_NONE */
  Facing facing;
  Shuffled last;
} Pile;

typedef struct Piles {
  int cards, piles;
  uint8_t *face;   /* of each card */
  uint16_t *where; /* the pile of each card */
  uint16_t *luck;  /* what paired luck knows each card by: at first, itself */
  SeatMask *shown; /* who was shown this card besides what the pile says */
  Pile *pile;
  struct Rng *rng; /* what shuffles draw on */
  uint64_t paired; /* not 0: the key by which shuffles of this game go */
  bool locked;     /* for scripts: for now no card may be moved or shown */
  /* Told after each move, with the seats that saw the card go or come; from
   * PILE_NONE: the card was shown where it lies, to `seen`. Card CARDS_MAX:
   * pile `to` was shuffled (from = to) or laid in another order (PILE_NONE).
   * May be NULL. */
  void (*moved)(void *watcher, CardId card, int from, int to, SeatMask seen);
  void *watcher;
} Piles;

/* Cards with the given faces, all in pile 0 in that order; piles with the
 * given facings and owners. NULL when memory is short. */
Piles *piles_new(int cards, const int *faces, int piles, const int *facings,
                 const int *owners);
void piles_free(Piles *p);

/* May this seat see this card where it lies? */
bool piles_visible(const Piles *p, CardId card, int seat);
SeatMask piles_seen_by(const Piles *p, CardId card);

/* The place of a card in its pile, 0 at the bottom. */
int piles_place(const Piles *p, CardId card);

/* One card, from wherever it lies, to the top or the bottom of a pile. */
void piles_put(Piles *p, CardId card, int to);
void piles_put_under(Piles *p, CardId card, int to);

/* The n top cards one by one, 0 <= n <= count. */
void piles_draw(Piles *p, int from, int n, int to);

/* A whole pile, its order kept, onto another. */
void piles_move_all(Piles *p, int from, int to);

/* Every card whose face is in the set (bit f of four words), order kept.
 * Returns how many. */
int piles_take(Piles *p, int from, const uint64_t faces[4], int to);

/* Fisher-Yates by p->rng; what was shown is forgotten.
 *
 * Where luck is paired (p->paired), by a stream of this pile's n-th shuffle.
 * And as long as nobody can know where a card of a hidden pile lies, each draw
 * takes of those the one that a hash of shuffle, receiver and card puts first:
 * as likely as any other, but one card more for one receiver leaves the others
 * theirs. */
void piles_shuffle(Piles *p, int pile);

/* Shuffles from now on go by this key, counted from the first; 0: by p->rng. */
void piles_pair(Piles *p, uint64_t key);

/* Its cards are looked at from this place up: from now on they lie there. */
static inline void piles_settle(Piles *p, int pile, int place) {
  if (p->pile[pile].last.loose > place) p->pile[pile].last.loose = place;
}

/* The n top cards become those that `to` gets when it draws them. */
void piles_settle_draw(Piles *p, int from, int n, int to);

/* A number that two others say, as if by chance (G. Steele and others,
 * OOPSLA 2014: SplitMix64's way to mix). */
static inline uint64_t mix64(uint64_t a, uint64_t b) {
  uint64_t x =
      (a ^ (b * UINT64_C(0x9e3779b97f4a7c15))) + UINT64_C(0x9e3779b97f4a7c15);
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return x ^ x >> 31;
}
void piles_reverse(Piles *p, int pile);

/* By key[face], or by face where key is NULL, smallest at the bottom; equal ones
 * keep their order. */
void piles_sort(Piles *p, int pile, const int64_t *key);

/* Show a card to some seats until a shuffle, or a move to a pile that does
 * not show it to them. */
void piles_show(Piles *p, CardId card, SeatMask to);

/* Put things back as a snapshot says: the piles' contents without telling
 * the watcher. `order` lists all cards pile by pile, `counts` how many. */
bool piles_restore(Piles *p, const CardId *order, const uint16_t *counts,
                   const SeatMask *shown);

#endif
