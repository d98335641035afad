/* Calling a script as a table does it, where there is no table. */
#ifndef SANDBOX_CALL_H
#define SANDBOX_CALL_H

#include <lauxlib.h>

#include "script/sandbox.h"

/* Moves what the finished coroutine left to L, as lua_call would. */
static void take_results(lua_State *L, lua_State *co, int got, int wanted) {
  if (wanted == LUA_MULTRET) wanted = got;
  if (got > wanted) lua_settop(co, lua_gettop(co) - (got - wanted));
  luaL_checkstack(L, wanted, "results");
  lua_xmove(co, L, got < wanted ? got : wanted);
  for (; got < wanted; got++) lua_pushnil(L);
}

/* Like lua_pcall, in a coroutine of its own: within the budget, and a failure
 * keeps its line even when memory or the stack ended. Pops the function and
 * its arguments; pushes nresults results (or LUA_MULTRET) and returns LUA_OK,
 * or pushes a report (sandbox.h) and returns another status. Raises only when
 * there is no memory to begin. */
static int sandbox_call(lua_State *L, int nargs, int nresults) {
  Budget *budget = host_of(L)->budget;
  luaL_checkstack(L, 6, "sandbox_call");
  lua_State *co = lua_newthread(L);
  int place = lua_gettop(L) - nargs - 1, got;
  lua_insert(L, place);
  if (!lua_checkstack(co, nargs + 4)) luaL_error(L, "stack overflow");
  lua_xmove(L, co, nargs + 1);
  budget_enter(budget, co);
  int status = host_resume(co, L, nargs, &got);
  budget_leave(budget);
  if (status == LUA_OK) {
    take_results(L, co, got, nresults);
  } else {
    if (status == LUA_YIELD) lua_pushliteral(co, "nothing can wait here");
    report_of_coroutine(L, co);
  }
  lua_remove(L, place);
  return status == LUA_YIELD ? LUA_ERRRUN : status;
}

#endif
