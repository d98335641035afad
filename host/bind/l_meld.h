/* Compiled meld patterns as Lua values: the library `melds`. */
#ifndef BIND_L_MELD_H
#define BIND_L_MELD_H

#include "bind/bind.h"
#include "core/meld_why.h"

/* User value 1 is a table that keeps alive what `names` and `metatable` point
 * to, and holds the faces' numbers by name. */
typedef struct MeldsHandle {
  uint32_t tag;
  Melds *melds; /* NULL until compiled, and after __gc */
  int faces;
  const char *one_suit_name[MELD_PATTERNS]; /* or NULL */
  /* By the face byte of a card: which of our faces it is, true as long as the
   * card's metatable is this one (each face of each table has its own). */
  const void *metatable[256];
  uint8_t face[256];
  MeldNames names;
} MeldsHandle;

/* Fills the handle at stack index 2, whose user value is at index 3, from the
 * table at index 1, or raises. */
void bind_compile_melds(lua_State *L, MeldsHandle *h);

/* Leaves the library `melds` on the stack. */
int bind_melds(lua_State *L);

#endif
