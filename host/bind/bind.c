/* Tagged userdata and range-checked integers: see bind.h. */
#include "bind/bind.h"

void *bind_check(lua_State *L, int i, uint32_t tag, const char *what) {
  void *block = bind_test(L, i, tag);
  if (block == NULL) luaL_typeerror(L, i, what);
  return block;
}

lua_Integer bind_integer(lua_State *L, int i, const char *name, lua_Integer lo,
                         lua_Integer hi) {
  lua_Integer n = luaL_checkinteger(L, i);
  if (n < lo || n > hi)
    luaL_error(L, "%s: %I is out of range, expected %I to %I", name,
               (LUAI_UACINT)n, (LUAI_UACINT)lo, (LUAI_UACINT)hi);
  return n;
}
