/* The list of libraries: see libraries.h. */
#include "bind/libraries.h"

#include "bind/l_dice.h"
#include "bind/l_meld.h"
#include "bind/l_poker.h"
#include "bind/l_rng.h"
#include "bind/l_sidepot.h"

void bind_libraries(lua_State *L, void (*add)(lua_State *L, const char *name)) {
  bind_rng(L);
  add(L, "rng");
  bind_dice(L);
  add(L, "dice");
  bind_poker(L);
  add(L, "poker");
  bind_pots(L);
  add(L, "pots");
  bind_melds(L);
  add(L, "melds");
}
