/* What a journal brings is never trusted: neither as the contract's own Lua
 * nor as a text of the host's. */
#include <string.h>

#include "check.h"
#include "table/world.h"

static const char GAME[] =
    "local m = require 'sly'\n"
    "return game { title = 'Sly', seats = { 1, 1 }, order = { 'go' },\n"
    "  go = function(t) t:finish(nil) end }\n";
static const char CORE[] = "error('the forged core module has run')\n";
static const char SLY[] = "local e = _ENV return { e = e }\n";

static void give(lua_State *L, const char *key, const char *path,
                 const char *text) {
  lua_createtable(L, 0, 3);
  lua_pushstring(L, key);
  lua_setfield(L, -2, "key");
  lua_pushstring(L, path);
  lua_setfield(L, -2, "path");
  lua_pushstring(L, text);
  lua_setfield(L, -2, "text");
  lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
}

static World *open_with(const char *game, bool sly, Bytes *err) {
  static const char setup[] =
      "sly\0"
      "0\0"
      "\0\0"
      "\0\0"; /* one player */
  const WorldConfig c = {.setup = setup, .size = sizeof setup - 1};
  World *w = world_bare(&c, err);
  lua_newtable(w->L);
  give(w->L, "sly/game.lua", "sly", game);
  give(w->L, "stdlib/world/words.lua", "=stdlib/world/words.lua", CORE);
  if (sly) give(w->L, "stdlib/sly.lua", "=stdlib/sly.lua", SLY);
  lua_pushboolean(w->L, true);
  CHECK(world_call(w, "world.sources", "give", 2, 0));
  return world_load(w, &c, err);
}

int main(void) {
  Bytes err = {0};
  World *w = open_with(strchr(GAME, '\n') + 1, false, &err);
  if (w == NULL) fprintf(stderr, "%s\n", err.data);
  CHECK(w != NULL);
  world_close(w);
  bytes_clear(&err);
  w = open_with(GAME, true, &err);
  CHECK(w == NULL && strstr(err.data, "_ENV") != NULL);
  world_close(w);
  bytes_free(&err);
  return check_done("trust");
}
