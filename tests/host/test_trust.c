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

static World *open_with(const char *game, bool sly, Bytes *err) {
  Sources s = {.pinned = true};
  static const char setup[] =
      "sly\0"
      "0\0"
      "\0\0"
      "\0\0"; /* one player */
  const WorldConfig c = {.setup = setup, .size = sizeof setup - 1};
  sources_add(&s, "sly/game.lua", "sly", game, strlen(game));
  sources_add(&s, "stdlib/world/words.lua", "=stdlib/world/words.lua", CORE,
              sizeof CORE - 1);
  if (sly)
    sources_add(&s, "stdlib/sly.lua", "=stdlib/sly.lua", SLY, sizeof SLY - 1);
  World *w = world_open(&c, &s, err);
  sources_free(&s);
  return w;
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
