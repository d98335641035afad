/* What the bindings of the front share: see front.h. */
#include "front/front.h"

#include <errno.h>
#include <lauxlib.h>
#include <string.h>

#include "script/sandbox.h"

void front_library(lua_State *F, const char *type, const luaL_Reg *functions,
                   const luaL_Reg *methods) {
  luaL_newmetatable(F, type);
  luaL_setfuncs(F, methods, 0);
  lua_pushvalue(F, -1);
  lua_setfield(F, -2, "__index");
  lua_pop(F, 1);
  lua_newtable(F);
  luaL_setfuncs(F, functions, 0);
}

int front_done(lua_State *F, bool good) {
  int number = errno;
  if (good) return 1;
  report_refuse(F, strerror(number));
  lua_pushinteger(F, number);
  return 3;
}
