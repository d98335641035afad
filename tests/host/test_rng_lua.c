/* The library `rng` as a script sees it. */
#include <lualib.h>
#include <stdbool.h>
#include <string.h>

#include "bind/bind.h"
#include "check.h"
#include "core/chance.h"

static void run(lua_State *L, const char *text) {
  CHECK(luaL_dostring(L, text) == LUA_OK);
}

static lua_State *open_chance(void) {
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  bind_rng(L);
  lua_setglobal(L, "rng");
  CHECK_INT(lua_gettop(L), 0);
  run(L, "function same(...) return table.concat({...}, ' ') end");
  return L;
}

/* The text is an expression that must be true. */
static bool holds(lua_State *L, const char *text) {
  lua_pushfstring(L, "local s = rng.new('test') return %s", text);
  bool fine =
      luaL_dostring(L, lua_tostring(L, -1)) == LUA_OK && lua_toboolean(L, -1);
  if (!fine) fprintf(stderr, "%s: %s\n", text, luaL_tolstring(L, -1, NULL));
  lua_settop(L, 0);
  return fine;
}

/* The text is an expression that raises something that ends in `sentence`. */
static bool raises(lua_State *L, const char *text, const char *sentence) {
  lua_pushfstring(L, "local s = rng.new('test') return %s", text);
  bool raised = luaL_dostring(L, lua_tostring(L, -1)) != LUA_OK;
  const char *error = luaL_tolstring(L, -1, NULL);
  size_t n = strlen(error), m = strlen(sentence);
  bool right = raised && n >= m && strcmp(error + n - m, sentence) == 0;
  if (!right) fprintf(stderr, "%s: %s\n", text, error);
  lua_settop(L, 0);
  return right;
}

static void check_streams(lua_State *L) {
  /* SHA-256("test") as a ChaCha8Rand seed */
  CHECK(holds(L, "s:word() == rng.new('test'):word()"));
  CHECK(holds(L, "s:word() ~= rng.new('Test'):word()"));
  CHECK(holds(L, "rng.new(7):word() == rng.new('7'):word()"));
  CHECK(holds(L, "rng.new():word() ~= rng.new():word()"));
  CHECK(holds(L, "tostring(s) == 'a stream of chance'"));
  CHECK(holds(L, "getmetatable(s) == 'stream'"));
  CHECK(raises(L, "rng.new({})",
               "bad argument #1 to 'new' (string expected, got table)"));
  CHECK(raises(L, "s:bellow(6)",
               "a stream has no \"bellow\": did you mean \"below\"?"));
  CHECK(raises(L, "s.below({}, 6)",
               "bad argument #1 to 'below' (stream expected, got table)"));
}

/* Without a text: the same streams in the same order in every run. */
static void check_no_text(lua_State *L) {
  static const uint8_t key[32];
  Rng r;
  rng_stream(&r, key, "script", 2);
  run(L, "rng.new('x') rng.new() return rng.new():word()");
  CHECK((uint64_t)lua_tointeger(L, -1) == rng_word(&r));
  lua_settop(L, 0);
}

static void check_numbers(lua_State *L) {
  run(L,
      "function spread(f) local seen = {} for i = 1, 6000 do "
      "local x = f() seen[x] = (seen[x] or 0) + 1 end "
      "local n, least = 0, 6000 for _, k in pairs(seen) do "
      "n = n + 1 least = math.min(least, k) end return n, least end");
  CHECK(holds(L, "spread(function() return s:below(6) end) == 6"));
  CHECK(holds(L,
              "select(2, spread(function() return s:integer(-2, 3) "
              "end)) > 850"));
  CHECK(holds(L, "s:below(1) == 0 and s:integer(4, 4) == 4"));
  CHECK(holds(L,
              "math.type(s:integer(math.mininteger, math.maxinteger)) "
              "== 'integer'"));
  CHECK(raises(L, "s:below(0)", "below: 0 is too small, expected 1 or more"));
  CHECK(raises(L, "s:integer(6, 1)", "integer: 6 to 1 holds no number"));
  CHECK(raises(L, "s:below(1.5)",
               "bad argument #1 to 'below' (number has no integer "
               "representation)"));
  CHECK(raises(L, "s:below('six')",
               "bad argument #1 to 'below' (number expected, got string)"));
}

static void check_lists(lua_State *L) {
  CHECK(holds(L, "s:pick({'pike'}) == 'pike'"));
  CHECK(holds(L, "select('#', s:pick({1})) == 1"));
  CHECK(raises(L, "s:pick({})", "pick: the list is empty"));
  CHECK(holds(L,
              "(function() local l = {} for i = 1, 1000 do l[i] = i end "
              "local m = s:shuffle(l) local moved = 0 table.sort(m, "
              "function(a, b) return a < b end) for i = 1, 1000 do "
              "if l[i] ~= i then return false end end return m == l end)()"));
  CHECK(holds(L,
              "table.concat(s:shuffle {1, 2, 3, 4, 5, 6, 7, 8, 9}) ~= "
              "'123456789'"));
  CHECK(holds(L, "#s:shuffle({}) == 0"));
  CHECK(raises(L,
               "s:shuffle(setmetatable({}, {__len = function() return "
               "70000 end}))",
               "shuffle: the list has 70000 values, expected 65535 at most"));
}

/* A list is shuffled as the host shuffles its numbers. */
static void check_same_shuffle(lua_State *L) {
  Rng r;
  uint16_t a[300];
  rng_seed_text(&r, "test", 4);
  for (uint16_t i = 0; i < 300; i++) a[i] = (uint16_t)(i + 1);
  rng_shuffle16(&r, a, 300);
  run(L,
      "local l = {} for i = 1, 300 do l[i] = i end "
      "return rng.new('test'):shuffle(l)");
  for (int i = 0; i < 300; i++, lua_pop(L, 1)) {
    lua_geti(L, 1, i + 1);
    CHECK_INT(lua_tointeger(L, -1), a[i]);
  }
  lua_settop(L, 0);
}

int main(void) {
  lua_State *L = open_chance();
  check_no_text(L);
  check_streams(L);
  check_numbers(L);
  check_lists(L);
  check_same_shuffle(L);
  lua_close(L);
  return check_done("rng from Lua");
}
