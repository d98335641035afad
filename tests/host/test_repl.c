/* What the prompt of `croupier repl` offers to complete, and how fast. */
#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "answer/pages.h"
#include "check.h"
#include "script/embed.h"
#include "script/report.h"
#include "table/l_engine.h"
#include "table/world.h"

static void set_text(lua_State *L, const char *key, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, key);
}

/* A prompt at a game, or at the practice table. */
static World *open_prompt(const char *game) {
  Bytes err = {0};
  World *w = world_bare(NULL, NULL, &err);
  CHECK(w != NULL);
  if (w == NULL) exit(1);
  if (game != NULL) world_name(w, game, &err);
  lua_newtable(w->L);
  sandbox_env(w->L);
  lua_setfield(w->L, -2, "env");
  set_text(w->L, "reference", embed_find("reference.txt")->text);
  Text pages = {0};
  pages_names(&pages);
  set_text(w->L, "pages", pages.s);
  text_free(&pages);
  lua_newtable(w->L);
  lua_setfield(w->L, -2, "sets");
  if (game != NULL) {
    set_text(w->L, "word", game);
    set_text(w->L, "game", w->game);
    set_text(w->L, "variants", "");
  }
  CHECK(world_call(w, "core.repl", "open", 1, 2));
  bytes_free(&err);
  return w;
}

/* Is `word` offered behind `before`, from the place `from`? */
static bool offers(World *w, const char *before, int from, const char *word) {
  lua_State *L = w->L;
  int base = lua_gettop(L);
  bool found = false;
  lua_pushstring(L, before);
  if (!world_call(w, "core.repl", "complete", 1, 2)) return false;
  bool placed = lua_tointeger(L, base + 1) == from;
  for (lua_Integer i = 1; lua_rawgeti(L, base + 2, i) == LUA_TSTRING; i++) {
    found = found || strcmp(lua_tostring(L, -1), word) == 0;
    lua_settop(L, base + 2);
  }
  lua_settop(L, base);
  return placed && found;
}

static void command(World *w, const char *name, const char *rest) {
  lua_pushstring(w->L, name);
  lua_pushstring(w->L, rest);
  CHECK(world_call(w, "core.repl", "command", 2, 2));
  CHECK(lua_isstring(w->L, -2));
  lua_pop(w->L, 2);
}

static void test_practice(void) {
  World *w = open_prompt(NULL);
  CHECK(offers(w, "pok", 0, "poker"));
  CHECK(offers(w, "x = poker.ra", 10, "rank"));
  CHECK(offers(w, "t:sh", 2, "shuffle"));
  CHECK(offers(w, "t.seat[1].h", 10, "hand"));
  CHECK(offers(w, "t.deck:dr", 7, "draw"));
  CHECK(offers(w, "card \"K", 6, "Kh"));
  CHECK(offers(w, "cards(\"Kh 3", 10, "3d"));
  CHECK(offers(w, ":ta", 0, ":table"));
  CHECK(offers(w, ":doc pile", 5, "pile:draw"));
  CHECK(offers(w, ":doc de", 5, "deck"));
  CHECK(!offers(w, "nothing.", 8, "rank"));
  CHECK(!offers(w, "t.nothing.", 10, "rank"));
  world_close(w);
}

static void test_game(void) {
  World *w = open_prompt("tests/games/lanterns");
  CHECK(offers(w, "t.rules.", 8, "rounds") || offers(w, "t:", 2, "say"));
  command(w, "table", "");
  CHECK(offers(w, "t.seat[1]:", 10, "ask"));
  CHECK(offers(w, "g:", 2, "answer"));
  clock_t start = clock();
  CHECK(offers(w, "t.seat[1].ha", 10, "hand"));
  CHECK(clock() - start < CLOCKS_PER_SEC / 50);
  world_close(w);
}

int main(void) {
  test_practice();
  test_game();
  return check_done("repl");
}
