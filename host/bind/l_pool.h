/* Pools as Lua values: a handle is one account of a Pools. */
#ifndef BIND_L_POOL_H
#define BIND_L_POOL_H

#include "bind/bind.h"
#include "core/pool.h"

typedef struct PoolHandle {
  uint32_t tag; /* TAG_POOL */
  int32_t index;
  Pools *pools;
} PoolHandle;

enum { POOL_OWNER = 1 }; /* user value: what keeps `pools` alive */

/* Pushes a new handle. `name` is for people: "Anna's chips", "the pot". The
 * caller sets user value POOL_OWNER, by lua_setiuservalue, to what owns
 * `pools`. Two handles of one account are equal. */
void bind_push_pool(lua_State *L, Pools *pools, int index, const char *name);

#endif
