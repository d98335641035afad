/* Streams of chance as Lua values: the library `rng`. */
#ifndef BIND_L_RNG_H
#define BIND_L_RNG_H

#include "bind/bind.h"
#include "core/rng.h"

/* Leaves the library. */
int bind_rng(lua_State *L);

/* What rng.new() without a text draws on from now on: stream "script", 1, 2
 * and so on of this key. Until then the key is 32 zero bytes. */
void bind_rng_key(lua_State *L, const uint8_t key[32]);

/* Pushes a new stream and gives it, to be seeded at once. */
Rng *bind_push_rng(lua_State *L);

/* The stream at argument i, or an error. */
Rng *bind_check_rng(lua_State *L, int i);

#endif
