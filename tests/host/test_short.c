/* Memory that runs out in the host's own C: tests/host/short.lua plays a small
 * game over and over, each time with another allocation refused; then odds and
 * melds are searched, with memory and threads refused.
 *
 * The linker puts the functions below in the place of the C library's (see
 * Makefile). The front's own state allocates past them: it is to go on, and what
 * is refused to worlds' states is tried by tests/front/session/test_running_out_of_memory.lua. */
#include <errno.h>
#include <lauxlib.h>
#include <lualib.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/meld.h"
#include "core/odds.h"
#include "front/front.h"
#include "script/sandbox.h"
#include "script/sources.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *block, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *block, size_t size);
char *__wrap_strdup(const char *text);

static long asked, refused_at; /* 0: none is */

static bool refused(void) {
  long n = __atomic_add_fetch(&asked, 1, __ATOMIC_RELAXED);
  return n == refused_at;
}

void *__wrap_malloc(size_t size) {
  return refused() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size) {
  return refused() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *block, size_t size) {
  return refused() ? NULL : __real_realloc(block, size);
}

char *__wrap_strdup(const char *text) {
  return refused() ? NULL : __real_strdup(text);
}

static void *allocate(void *ud, void *block, size_t before, size_t size) {
  (void)ud, (void)before;
  if (size > 0) return __real_realloc(block, size);
  free(block);
  return NULL;
}

/* refuse(n): the n-th from now on is refused, 0 for none; -> how many were asked
 * for since the last time */
static int refuse(lua_State *F) {
  lua_Integer n = luaL_checkinteger(F, 1);
  lua_pushinteger(F, asked);
  asked = 0;
  refused_at = (long)n;
  return 1;
}

/* expect(whether, what) */
static int expect(lua_State *F) {
  bool good = lua_toboolean(F, 1);
  if (!good) fprintf(stderr, "not so: %s\n", luaL_checkstring(F, 2));
  CHECK(good);
  return 0;
}

static int embedded(lua_State *F) {
  const char *key = luaL_checkstring(F, 1);
  const EmbeddedFile *e = embed_find(key);
  return e != NULL &&
         luaL_loadbufferx(F, e->code, e->code_len, key, "b") == LUA_OK;
}

static void preload(lua_State *F, const char *name, void (*push)(lua_State *)) {
  luaL_getsubtable(F, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  push(F);
  lua_setfield(F, -2, name);
  lua_pop(F, 1);
}

/* ---- what no game of short.lua uses ---- */

static bool no_threads;

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *of);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *of);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *of) {
  if (no_threads) return EAGAIN;
  return __real_pthread_create(thread, attributes, start, of);
}

/* Is `what` done when nothing is refused, and not when something is? Only Lua
 * may ask a second time, and then get it. */
static void each_refused(const char *name, bool (*what)(void), bool lua) {
  long n = 0;
  for (bool left = true; left;) {
    asked = 0;
    refused_at = ++n;
    bool done = what();
    left = asked >= n;
    refused_at = 0;
    CHECK(done == !left || (lua && done));
  }
  CHECK(n > 1);
  printf("short: note: %s: %ld allocations refused, one a time\n", name, n - 1);
}

static bool find_odds(void) {
  OddsDeal deal = {.hands = 2, .hole = {2, 2}, .board = 5};
  OddsRun run = {.jobs = 3, .samples = 20000};
  OddsResult result;
  return odds_sample(&deal, &run, &result) && result.deals >= 20000;
}

static bool find_exact_odds(void) {
  OddsDeal deal = {.hands = 2, .hole = {5, 5}, .known = {5, 4}};
  OddsRun run = {.jobs = 3};
  OddsResult result;
  memcpy(deal.card[0], (uint8_t[]){0, 1, 2, 3, 4}, 5);
  memcpy(deal.card[1], (uint8_t[]){13, 14, 15, 16}, 4);
  return odds_exact(&deal, &run, &result) && result.deals == 43;
}

static bool find_chance(void) {
  OddsTarget ask = {.deal = {.hands = 1, .hole = {4}, .board = 4},
                    .target = 1u << 29};
  OddsRun run = {.jobs = 3, .samples = 2000, .error = 1};
  OddsChance chance;
  return odds_target(&ask, &run, &chance);
}

/* Runs of twelve ranks in four suits, with two copies of a face. */
static bool find_melds(void) {
  enum { FACES = 48 };
  uint8_t suit[FACES], hand[FACES / 2 + 2];
  MeldPattern run = {.kind = MELD_ROW,
                     .least = 3,
                     .most = 12,
                     .groups = {1, 2, 4, 8, 15},
                     .group_count = 5};
  for (int f = 0; f < FACES; f++) {
    suit[f] = (uint8_t)(f % 4);
    run.column[f] = (int8_t)(f / 4);
  }
  for (int n = 3; n <= 12; n++) run.score[n] = run.pure[n] = 10 * n - 20;
  Melds *melds = melds_new(suit, FACES);
  bool good = melds != NULL && melds_add(melds, &run);
  int n = 0;
  for (int f = 0; f < FACES; f += 2) hand[n++] = (uint8_t)f;
  hand[n++] = 0, hand[n++] = 0;
  Meld best[MELD_CARDS];
  int count = good ? melds_best(melds, hand, n, MELD_ANY, best) : 0;
  CHECK(!good || count > 0 || count == MELD_NO_MEMORY);
  melds_free(melds);
  return count > 0;
}

static bool open_state(void) {
  SandboxOptions options = {0};
  lua_State *L = sandbox_open(&options);
  if (L != NULL) sandbox_close(L);
  return L != NULL;
}

static void test_core(void) {
  each_refused("odds", find_odds, false);
  each_refused("exact odds", find_exact_odds, false);
  each_refused("a chance", find_chance, false);
  each_refused("melds", find_melds, false);
  each_refused("a sandbox", open_state, true);
  no_threads = true; /* what can't be had is done without */
  CHECK(find_odds() && find_exact_odds() && find_chance());
  no_threads = false;
}

int main(void) {
  test_core();
  lua_State *F = lua_newstate(allocate, NULL);
  luaL_openlibs(F);
  preload(F, "host.world", l_world);
  preload(F, "host.lab", l_lab);
  preload(F, "host.journal", l_journal);
  preload(F, "host.disk", l_disk);
  preload(F, "host.files", l_files);
  preload(F, "host.tty", l_tty);
  lua_pushcfunction(F, embedded);
  lua_pushliteral(F, "stdlib/front/boot.lua");
  lua_call(F, 1, 1);
  lua_call(F, 0, 1);
  lua_pushcfunction(F, embedded);
  lua_call(F, 1, 0);
  lua_register(F, "refuse", refuse);
  lua_register(F, "expect", expect);
  bool done = luaL_dofile(F, "tests/host/short.lua") == LUA_OK;
  if (!done && lua_istable(F, -1)) lua_getfield(F, -1, "text");
  if (!done) fprintf(stderr, "%s\n", luaL_tolstring(F, -1, NULL));
  CHECK(done);
  lua_close(F);
  return check_done("short");
}
