/* Our matcher of patterns against Lua's own, on anything at all: they give the
 * same or ours refuses, and neither reads what isn't there. What takes ours too
 * many steps isn't tried with Lua's, which counts none.
 *
 * Input: bytes of the pattern, bytes of the replacement (a byte each), then
 * pattern, replacement and subject. */
#include <lauxlib.h>
#include <lualib.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "script/sandbox.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define COMPARE_LUA "tests/host/scripts/matchers.lua" /* it is run at the top */

enum { COMPARE = 1, THEIRS, OURS, STEPS = 4000 };

static lua_State *open_both(void) {
  SandboxOptions o = {.steps = STEPS};
  lua_State *L = sandbox_open(&o);
  sandbox_trusted_env(L);
  luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 0);
  if (luaL_loadfile(L, COMPARE_LUA) != LUA_OK) abort();
  lua_pushvalue(L, 1);
  lua_setupvalue(L, -2, 1);
  lua_replace(L, 1);
  lua_newtable(L);
  safelib_matching(L);
  return L;
}

static const uint8_t *push(lua_State *L, const uint8_t *data, size_t *left,
                           size_t wanted) {
  size_t n = wanted < *left ? wanted : *left;
  lua_pushlstring(L, (const char *)data, n);
  *left -= n;
  return data + n;
}

/* One of the two with the three texts above it. */
static int call(lua_State *L, int library) {
  lua_pushvalue(L, COMPARE);
  lua_pushvalue(L, library);
  for (int i = 1; i <= 3; i++) lua_pushvalue(L, OURS + i);
  lua_pushboolean(L, library == OURS);
  return lua_pcall(L, 5, 1, 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static lua_State *L;
  if (L == NULL) L = open_both();
  if (size < 2) return 0;
  size_t pattern = data[0] % 64, new = data[1] % 16, left = size - 2;
  data += 2;
  lua_settop(L, OURS);
  data = push(L, data, &left, pattern);
  data = push(L, data, &left, new);
  push(L, data, &left, 200);
  lua_rotate(L, -3, 1); /* subject, pattern, replacement */
  Budget *budget = host_of(L)->budget;
  budget_enter(budget, L);
  int status = call(L, OURS);
  budget_leave(budget);
  if (status != LUA_OK || !lua_isstring(L, -1)) return 0;
  if (call(L, THEIRS) == LUA_OK && lua_rawequal(L, -1, -2)) return 0;
  fprintf(stderr, "Lua's gives\n%s\nours\n%s\n", lua_tostring(L, -1),
          lua_tostring(L, -2));
  abort();
}
