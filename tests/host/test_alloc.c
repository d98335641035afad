/* The arena: pieces keep their contents, the cap holds, everything comes
 * back, and refusals are told as they should be. */
#include <lauxlib.h>
#include <lualib.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "script/limits.h"
#include "tools.h"

enum { PIECES = 400, ROUNDS = 200000 };

typedef struct Piece {
  unsigned char *at;
  size_t size;
  unsigned char fill;
} Piece;

/* Mostly what Lua asks for, now and then something big. */
static size_t random_size(uint64_t *state) {
  unsigned r = next_random(state);
  if (r % 50 == 0) return 1 + r / 50 % 40000;
  if (r % 5 == 0) return 1 + r / 5 % 1100;
  return 1 + r % 120;
}

static bool holds(const Piece *p, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (p->at[i] != p->fill) return false;
  return true;
}

/* One step: take, change or give back a piece; false when one was spoilt. */
static bool step(Arena *a, Piece *p, uint64_t *state) {
  if (p->at != NULL && next_random(state) % 3 == 0) {
    bool whole = holds(p, p->size);
    arena_alloc(a, p->at, p->size, 0);
    *p = (Piece){0};
    return whole;
  }
  size_t size = random_size(state), both = size < p->size ? size : p->size;
  unsigned char *at = arena_alloc(a, p->at, p->at ? p->size : 5, size);
  if (at == NULL) return false;
  p->at = at;
  if (!holds(p, both)) return false;
  p->size = size;
  p->fill = (unsigned char)next_random(state);
  memset(at, p->fill, size);
  return true;
}

static void test_pieces(void) {
  static Piece piece[PIECES];
  Arena *a = arena_new(64 << 20);
  uint64_t state = 7;
  long spoilt = 0;
  for (int i = 0; i < ROUNDS; i++)
    if (!step(a, &piece[next_random(&state) % PIECES], &state)) spoilt++;
  CHECK_INT(spoilt, 0);
  size_t held = 0;
  for (int i = 0; i < PIECES; i++) held += piece[i].size;
  CHECK(held > 0 && arena_taken(a) >= held);
  for (int i = 0; i < PIECES; i += 2) /* half is left to arena_free */
    if (piece[i].at != NULL) arena_alloc(a, piece[i].at, piece[i].size, 0);
  arena_free(a);
}

static void test_empty(void) {
  Arena *a = arena_new(1 << 20);
  void *small = arena_alloc(a, NULL, 0, 100);
  size_t block = arena_taken(a);
  void *big = arena_alloc(a, NULL, 0, 5000);
  CHECK(arena_taken(a) >= block + 5000);
  CHECK(((uintptr_t)small & 7) == 0 && ((uintptr_t)big & 15) == 0);
  big = arena_alloc(a, big, 5000, 50);
  CHECK_INT(arena_taken(a), block); /* big pieces go back, blocks stay */
  arena_alloc(a, small, 100, 0);
  arena_alloc(a, big, 50, 0);
  CHECK(arena_alloc(a, NULL, 0, 100) == small); /* and are used again */
  CHECK_INT(arena_calls(a), 3);
  arena_free(a);
  arena_free(NULL);
}

static void test_cap(void) {
  Arena *a = arena_new(300000);
  size_t got = 0;
  while (arena_alloc(a, NULL, 0, 64) != NULL) got += 64;
  CHECK(got > 200000 && got < 300000);
  CHECK(arena_taken(a) <= 300000);
  CHECK(!arena_spent(a)); /* once is what Lua answers with a collection */
  CHECK(arena_alloc(a, NULL, 0, 64) == NULL);
  CHECK(arena_spent(a));
  arena_refill(a);
  CHECK(!arena_spent(a));
  CHECK(arena_alloc(a, NULL, 0, 200000) == NULL);
  CHECK(arena_alloc(a, NULL, 0, SIZE_MAX - 8) == NULL);
  arena_overdraw(a, true);
  CHECK(arena_alloc(a, NULL, 0, 200000) != NULL);
  arena_overdraw(a, false);
  CHECK(arena_alloc(a, NULL, 0, 2000) == NULL);
  arena_free(a);
}

static void test_fail_at(void) {
  Arena *a = arena_new(1 << 20);
  arena_fail_at(a, 3);
  CHECK(arena_alloc(a, NULL, 0, 10) != NULL);
  void *p = arena_alloc(a, NULL, 0, 10);
  CHECK(p != NULL);
  CHECK(arena_alloc(a, p, 10, 40) == NULL); /* the third, */
  CHECK(arena_alloc(a, p, 10, 40) == NULL); /* and Lua's second try */
  CHECK(arena_spent(a));
  CHECK((p = arena_alloc(a, p, 10, 40)) != NULL);
  arena_fail_at(a, arena_calls(a) + 1);
  CHECK(arena_alloc(a, p, 40, 4) != NULL); /* shrinking always works */
  CHECK(arena_alloc(a, NULL, 0, 4) == NULL);
  arena_free(a);
}

static void test_lua(void) {
  Arena *a = arena_new(8 << 20);
  lua_State *L = lua_newstate(arena_alloc, a);
  luaL_openlibs(L);
  CHECK(!luaL_dofile(L, "tests/host/scripts/churn.lua"));
  CHECK_INT(lua_tointeger(L, -1), 9875750);
  CHECK(arena_taken(a) >= (size_t)lua_gc(L, LUA_GCCOUNT) * 1024);
  CHECK(luaL_dostring(L, "local s = 'x' while true do s = s .. s end"));
  CHECK(strcmp(lua_tostring(L, -1), "not enough memory") == 0);
  CHECK(arena_spent(a));
  lua_close(L);
  arena_free(a);
}

int main(void) {
  test_pieces();
  test_empty();
  test_cap();
  test_fail_at();
  test_lua();
  return check_done("alloc");
}
