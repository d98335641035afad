/* Piles as Lua values. A handle is a pile as the script sees it, or as one
 * seat sees it (a view: reading only, cards as faces, unseen ones hidden). */
#ifndef BIND_L_PILE_H
#define BIND_L_PILE_H

#include "bind/bind.h"
#include "bind/l_card.h"
#include "core/pile.h"

enum { VIEW_FULL = -1 }; /* the script's own handle */

/* User values of a handle. */
enum {
  PILE_CARDS = 1, /* physical cards by number, or faces for a view */
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
