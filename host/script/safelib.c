/* The libraries of a script, put together: see safelib.h.
 *
 * Lua's own functions come from its own openers and are copied by name, so
 * that nothing gets in that wasn't looked at. What scripts of other hosts
 * expect and don't find here is told why. */
#include "script/safelib.h"

#include <lauxlib.h>
#include <lualib.h>
#include <string.h>

#include "bind/bind.h"
#include "script/alloc.h"
#include "script/freeze.h"
#include "script/report.h"
#include "script/sandbox.h"

typedef struct Absent {
  const char *name, *why;
} Absent;

static const Absent absent[] = {
    {"coroutine", "`ask` waits by itself"},
    {"setmetatable", "scripts have no metatables"},
    {"getmetatable", "scripts have no metatables"},
    {"rawget", "scripts have no metatables"},
    {"rawset", "scripts have no metatables"},
    {"rawlen", "scripts have no metatables"},
    {"load", "a script is read from its file only"},
    {"loadstring", "a script is read from its file only"},
    {"dofile", "another file is read by `require`"},
    {"loadfile", "another file is read by `require`"},
    {"io", "a script has no files"},
    {"os", "a script has no clock and no files"},
    {"debug", "a script can't look into the host"},
    {"package", "another file is read by `require`"},
    {"pcall", "an error ends the step; only tests catch one"},
    {"xpcall", "an error ends the step; only tests catch one"},
    {"collectgarbage", "memory is the host's"},
    {"warn", "`error` ends the step with a sentence"},
    {"_G", "a script has no globals of its own"},
    {"math.random", "chance comes from the table"},
    {"math.randomseed", "chance comes from the table"},
    {"math.pow", "say `x ^ y`"},
    {"string.dump", "functions have no bytes here"},
    {"string.pack", "bytes have no use here"},
    {"string.unpack", "bytes have no use here"},
    {"table.getn", "say `#list`"},
    {NULL, NULL},
};

void safelib_copy(lua_State *L, int from, int to, const char *const *names) {
  from = lua_absindex(L, from);
  to = lua_absindex(L, to);
  for (; *names != NULL; names++) {
    lua_getfield(L, from, *names);
    lua_setfield(L, to, *names);
  }
}

/* Pushes the text of a value that Lua would show with an address. */
static void push_kind(lua_State *L, int i) {
  int type = luaL_getmetafield(L, i, "__name");
  if (type == LUA_TSTRING) return;
  if (type != LUA_TNIL) lua_pop(L, 1);
  lua_pushstring(L, luaL_typename(L, i));
}

const char *safelib_tostring(lua_State *L, int i) {
  i = lua_absindex(L, i);
  switch (lua_type(L, i)) {
    case LUA_TNUMBER:
    case LUA_TSTRING:
    case LUA_TBOOLEAN:
    case LUA_TNIL:
      return luaL_tolstring(L, i, NULL);
    default:
      if (!luaL_callmeta(L, i, "__tostring"))
        push_kind(L, i);
      else if (lua_type(L, -1) != LUA_TSTRING)
        luaL_error(L, "'__tostring' must return a string");
      return lua_tostring(L, -1);
  }
}

/*** tostring(value) -> text
 The value as a text. Tables and functions give just that word.
 @param value any
 @return the text
 @example tostring(12) .. " points" --> "12 points"
 tostring(card) --> "Kh" */
static int safe_tostring(lua_State *L) {
  luaL_checkany(L, 1);
  safelib_tostring(L, 1);
  return 1;
}

void safelib_end_iterator(lua_State *L, int i) {
  i = lua_absindex(L, i);
  safelib_end_walk(L, i);
  safelib_end_matches(L, i);
}

static const char *why_absent(const char *name) {
  for (const Absent *a = absent; a->name != NULL; a++)
    if (strcmp(a->name, name) == 0) return a->why;
  return NULL;
}

/* Pushes the nearest name to `key` among the keys of the table at i, or nil.
 * Names are offered in order, so that the answer is always the same. */
static const char *push_nearest(lua_State *L, int i, const char *key) {
  Nearest nearest;
  nearest_start(&nearest, key);
  lua_Integer count = safelib_keys(L, i);
  int keys = lua_gettop(L);
  for (lua_Integer n = 1; n <= count; n++) {
    if (lua_rawgeti(L, keys, n) == LUA_TSTRING)
      nearest_offer(&nearest, lua_tostring(L, -1)); /* the list holds it */
    lua_pop(L, 1);
  }
  lua_pushstring(L, nearest_best(&nearest));
  lua_replace(L, keys);
  return lua_tostring(L, keys);
}

int safelib_unknown(lua_State *L, int i, const char *where, const char *key) {
  i = lua_absindex(L, i);
  const char *lib = where == NULL ? "" : lua_pushfstring(L, "%s.", where);
  const char *full = lua_pushfstring(L, "%s%s", lib, key);
  const char *why = why_absent(full);
  if (why != NULL) return report_error(L, "no `%s` here: %s", full, why);
  const char *near = push_nearest(L, i, key);
  if (near == NULL) return report_error(L, "unknown name `%s`", full);
  return report_error(L, "unknown name `%s`, did you mean `%s%s`?", full, lib,
                      near);
}

void safelib_base(lua_State *L) {
  static const char *const names[] = {"assert",   "error",    "ipairs",
                                      "rawequal", "select",   "tonumber",
                                      "type",     "_VERSION", NULL};
  static const luaL_Reg ours[] = {{"tostring", safe_tostring},
                                  {"pairs", safelib_pairs},
                                  {"next", safelib_next},
                                  {NULL, NULL}};
  luaL_newlib(L, ours);
  luaL_requiref(L, LUA_GNAME, luaopen_base, 0);
  safelib_copy(L, -1, -2, names);
  lua_pop(L, 1);
}

void safelib_math(lua_State *L) {
  static const char *const names[] = {
      "abs", "acos",       "asin", "atan", "ceil", "cos", "deg",
      "exp", "floor",      "fmod", "huge", "log",  "max", "maxinteger",
      "min", "mininteger", "modf", "pi",   "rad",  "sin", "sqrt",
      "tan", "tointeger",  "type", "ult",  NULL};
  lua_newtable(L);
  luaL_requiref(L, LUA_MATHLIBNAME, luaopen_math, 0);
  safelib_copy(L, -1, -2, names);
  lua_pop(L, 1);
}

void safelib_utf8(lua_State *L) {
  static const char *const names[] = {
      "char", "charpattern", "codepoint", "codes", "len", "offset", NULL};
  lua_newtable(L);
  luaL_requiref(L, LUA_UTF8LIBNAME, luaopen_utf8, 0);
  safelib_copy(L, -1, -2, names);
  lua_pop(L, 1);
}

/* Passes on what may not be caught: the end of memory and of work. */
static int after_call(lua_State *L, int status, lua_KContext shift) {
  if (status != LUA_OK && status != LUA_YIELD) {
    budget_charge(L, 0);
    if (status == LUA_ERRMEM || arena_spent(host_of(L)->arena))
      return lua_error(L);
    lua_pushboolean(L, 0);
    lua_insert(L, -2);
    return 2;
  }
  return lua_gettop(L) - (int)shift;
}

/*** pcall(f, ...) -> true and what f returned, or false and the error
 Calls f and catches an error. Only in tests and the project's own Lua.
 @param f function
 @return true, results; or false, error
 @example local ok, why = pcall(error, "no luck")
 ok --> false */
static int trusted_pcall(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, after_call);
  return after_call(L, status, 0);
}

/* upvalue 1: the handler. One that runs because the budget was spent would
 * run without a hook, so it isn't called; nor is one that spent the rest. */
static int call_handler(lua_State *L) {
  const Budget *budget = host_of(L)->budget;
  lua_settop(L, 1);
  if (budget != NULL && budget->spent) return 1;
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

/*** xpcall(f, handler, ...) -> true and what f returned, or false and more
 Calls f; on an error calls handler with it. Only in tests and the project's
 own Lua.
 @param f function
 @param handler function
 @return true, results; or false, what the handler returned
 @example xpcall(error, function(why) return "caught: " .. why end, "no luck") --> false, "caught: no luck" */
static int trusted_xpcall(lua_State *L) {
  int arguments = lua_gettop(L) - 2;
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, call_handler, 1);
  lua_replace(L, 2);
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2); /* f, handler, true, f, arguments */
  int status = lua_pcallk(L, arguments, LUA_MULTRET, 2, 2, after_call);
  return after_call(L, status, 2);
}

void safelib_catching(lua_State *L) {
  static const luaL_Reg ours[] = {
      {"pcall", trusted_pcall}, {"xpcall", trusted_xpcall}, {NULL, NULL}};
  luaL_newlib(L, ours);
}

void safelib_trusted(lua_State *L) {
  static const char *const names[] = {"setmetatable", "getmetatable", "rawget",
                                      "rawset",       "rawlen",       NULL};
  safelib_catching(L);
  luaL_requiref(L, LUA_GNAME, luaopen_base, 0);
  safelib_copy(L, -1, -2, names);
  lua_pop(L, 1);
}
