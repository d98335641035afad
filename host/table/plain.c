/* Plain libraries: see plain.h. Each is copied: what the sandbox has replaced
 * in its own stays replaced there. */
#include "table/plain.h"

#include <lauxlib.h>
#include <lualib.h>

#include "script/sandbox.h"

/* Copies the fields of the table on top into the one below it, and pops it. */
static void copy_fields(lua_State *L) {
  for (lua_pushnil(L); lua_next(L, -2);) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -5); /* into, from, key, key, value */
  }
  lua_pop(L, 1);
}

/* Opening the library of texts replaces the methods of all texts: those that
 * texts have now are put back. */
static void open_library(lua_State *L, const luaL_Reg *library) {
  lua_pushliteral(L, "");
  if (!lua_getmetatable(L, -1)) lua_pushnil(L);
  luaL_requiref(L, library->name, library->func, 0);
  lua_insert(L, -3); /* library, text, metatable */
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

int plain_libraries(lua_State *L) {
  static const luaL_Reg libraries[] = {
      {LUA_STRLIBNAME, luaopen_string},  {LUA_TABLIBNAME, luaopen_table},
      {LUA_MATHLIBNAME, luaopen_math},   {LUA_IOLIBNAME, luaopen_io},
      {LUA_OSLIBNAME, luaopen_os},       {LUA_DBLIBNAME, luaopen_debug},
      {LUA_COLIBNAME, luaopen_coroutine}};
  lua_newtable(L);
  luaL_requiref(L, LUA_GNAME, luaopen_base, 0);
  copy_fields(L);
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
    lua_newtable(L);
    open_library(L, &libraries[i]);
    copy_fields(L);
    lua_setfield(L, -2, libraries[i].name);
  }
  sandbox_trusted_env(L);
  return 2;
}
