/* Cards as Lua values: one interned userdata a physical card, and one a face
 * for views, where copies must not be told apart. Fields are read straight
 * from the face's table, which stands behind the metatable. */
#ifndef BIND_L_CARD_H
#define BIND_L_CARD_H

#include "bind/bind.h"
#include "core/card.h"
#include "core/pile.h"

enum { CARD_IS_FACE = 0xffff }; /* the id of a face, which lies nowhere */

typedef struct CardHandle {
  uint32_t tag; /* TAG_CARD */
  CardId id;    /* of a physical card, or CARD_IS_FACE */
  uint8_t face;
  int8_t poker;       /* see core/card.h */
  const Faces *faces; /* of its table, which has no others */
} CardHandle;

/* The card at argument i, or an error. */
CardHandle *bind_card(lua_State *L, int i);

/* (list of face field tables) -> Faces userdata, list of the faces' cards.
 * Privileged: called once a table, from the contract's own Lua. */
int l_faces(lua_State *L);

/* (faces userdata, list of face numbers from 1) -> list of physical cards,
 * numbered from 1; slot 0 is the cache of selections by field. Privileged. */
int l_cards(lua_State *L);

#endif
