/* What a journal brings is never trusted: neither as the contract's own Lua
 * nor as a text of the host's. */
#include <string.h>

#include "check.h"
#include "script/sources.h"
#include "table/world.h"

static const char GAME[] =
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

/* Gives a module under a name of the host's, with a text of its own, or one as
 * long as the host's. */
static void forge(lua_State *L, const char *module, bool as_long) {
  char key[64], path[sizeof key + 1], text[1 << 16] = "";
  snprintf(key, sizeof key, "stdlib/%s.lua", module);
  snprintf(path, sizeof path, "=%s", key);
  const EmbeddedFile *own = embed_find(key);
  size_t size = as_long && own != NULL ? own->len : 0;
  CHECK(size < sizeof text);
  memset(text, ' ', size);
  memcpy(text, SLY, sizeof SLY - (size >= sizeof SLY));
  give(L, key, path, text);
}

/* `module`: what the game requires, or NULL. */
static World *open_with(const char *module, bool as_long, Bytes *err) {
  static const char setup[] =
      "sly\0"
      "0\0"
      "\0\0"
      "\0\0"; /* one player */
  const WorldConfig c = {.setup = setup, .size = sizeof setup - 1};
  World *w = world_bare(&c, err);
  char game[sizeof GAME + 64] = "";
  if (module != NULL)
    snprintf(game, sizeof game, "local m = require '%s'\n", module);
  strcat(game, GAME);
  lua_newtable(w->L);
  give(w->L, "sly/game.lua", "sly", game);
  give(w->L, "stdlib/world/words.lua", "=stdlib/world/words.lua", CORE);
  if (module != NULL) forge(w->L, module, as_long);
  lua_pushboolean(w->L, true);
  CHECK(world_call(w, "world.sources", "give", 2, 0));
  return world_load(w, &c, err);
}

int main(void) {
  Bytes err = {0};
  World *w = open_with(NULL, false, &err);
  if (w == NULL) fprintf(stderr, "%s\n", err.data);
  CHECK(w != NULL);
  world_close(w);
  static const char *const module[] = {"sly", "match", "match"};
  for (int i = 0; i < 3; i++) {
    bytes_free(&err);
    w = open_with(module[i], i == 2, &err);
    CHECK(w == NULL && strstr(err.data, "_ENV") != NULL);
    world_close(w);
  }
  bytes_free(&err);
  return check_done("trust");
}
