/* Memory that runs out in the host's own C: tests/host/short.lua plays a small
 * game over and over, each time with another allocation refused.
 *
 * The linker puts the functions below in the place of the C library's (see
 * Makefile). The front's own state allocates past them: it is to go on, and what
 * is refused to worlds' states is tried by tests/front/test_faults.lua. */
#include <lauxlib.h>
#include <lualib.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "front/front.h"
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

int main(void) {
  lua_State *F = lua_newstate(allocate, NULL);
  luaL_openlibs(F);
  preload(F, "host.world", l_world);
  preload(F, "host.lab", l_lab);
  preload(F, "host.journal", l_journal);
  preload(F, "host.disk", l_disk);
  preload(F, "host.files", l_files);
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
