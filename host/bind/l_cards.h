/* Cards and piles as Lua values.
 *
 * A card is one interned userdata a physical card, and one a face for views,
 * where copies must not be told apart. Fields are read straight from the
 * face's table, which stands behind the metatable.
 *
 * A pile's handle is the pile as the script sees it, or as one seat sees it (a
 * view: reading only, cards as faces, unseen ones hidden). */
#ifndef BIND_L_CARDS_H
#define BIND_L_CARDS_H

#include "bind/bind.h"
#include "core/cards.h"

enum { CARD_IS_FACE = 0xffff }; /* the id of a face, which lies nowhere */

typedef struct CardHandle {
  uint32_t tag; /* TAG_CARD */
  CardId id;    /* of a physical card, or CARD_IS_FACE */
  uint8_t face;
  int8_t poker;       /* see core/cards.h */
  const Faces *faces; /* of its table, which has no others */
} CardHandle;

/* The card at argument i, or an error. */
CardHandle *bind_card(lua_State *L, int i);

/* (list of face field tables) -> Faces userdata, list of the faces' cards.
 * Privileged: called once a table, from the library, which has seen to it that
 * there are FACES_MAX and CARDS_MAX at most (declared_decks.lua). */
int l_faces(lua_State *L);

/* (faces userdata, list of face numbers from 1) -> list of physical cards,
 * numbered from 1. Privileged. */
int l_cards(lua_State *L);

enum { VIEW_FULL = -1 }; /* the script's own handle */

/* User values of a handle. */
enum {
  PILE_CARDS = 1, /* physical cards by number, or faces for a view; in slot -1
                     the cache of selections by field */
  PILE_LABEL,     /* what errors call it: "Anna's hand" */
  PILE_OWNER,     /* the seat, or nil */
  PILE_VALUES
};

typedef struct PileHandle {
  uint32_t tag; /* TAG_PILE */
  int viewer;   /* a seat, SEAT_GM or VIEW_FULL */
  Piles *piles;
  const Faces *faces;
  const int *viewing; /* the seat whose view is open, for views */
  int index;
} PileHandle;

/* Registers the metatable; pushes nothing. */
void bind_piles(lua_State *L);

/* Pushes a handle; the caller sets the user values. */
PileHandle *bind_push_pile(lua_State *L, Piles *p, const Faces *faces,
                           int index, int viewer, const int *viewing);

/* The handle at argument i (an error for anything else). */
PileHandle *bind_pile(lua_State *L, int i);

/* Pushes the card as the handle at stack index h shows it. */
void bind_pile_card(lua_State *L, int h, CardId card);

#endif
