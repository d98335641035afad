/* A world: one Lua state with a game loaded and its table built. Everything
 * that plays, simulates, shows or tests a game opens one. */
#ifndef TABLE_WORLD_H
#define TABLE_WORLD_H

#include <lua.h>
#include <stdbool.h>

#include "core/bytes.h"
#include "script/sandbox.h"
#include "table/table.h"

enum { PLAYERS_MAX = SEATS_MAX + 1 };

/* The game and players, as stdlib/front/session/worlds.lua packs it and open.setup of
 * stdlib/start/open.lua unpacks it. */
typedef struct WorldConfig {
  const char *setup; /* NULL: no game */
  size_t size;
  const char *stdlib; /* a folder instead of the embedded library, or NULL */
  SandboxOptions sandbox;
} WorldConfig;

typedef struct World {
  lua_State *L;
  const char *stdlib; /* as the config has it */
  Table *table;
  int core, build; /* registry: the core modules; the built table's parts */
  char game[64];   /* the game's name without variants */
} World;

/* A state with the libraries, the contract's Lua half and no game yet: for
 * scripts and tests. NULL and a sentence in err. */
World *world_bare(const WorldConfig *config, Bytes *err);

/* Loads the game into a bare world and builds its table. On failure the world
 * is closed: NULL, and every mistake on a line of its own in err. */
World *world_load(World *w, const WorldConfig *config, Bytes *err);

/* Both in one. */
World *world_open(const WorldConfig *config, Bytes *err);

/* Calls function `name` of the module stdlib/MODULE with the arguments on top of
 * L: `results` results, or an error value and false. The core's own work has
 * no budget; what it runs of scripts has one (host.try). */
bool world_call(World *w, const char *module, const char *name, int arguments,
                int results);

/* Pushes the parts of the built table (see stdlib/table/table.lua). */
void world_push_build(World *w);

/* world_call as a function of Lua: (module, name, arguments...). */
int world_run(lua_State *L);

void world_close(World *w);

#endif
