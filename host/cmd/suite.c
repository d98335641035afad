/* Running a suite: see suite.h.
 *
 * LuaUnit wants Lua as it comes, with pairs in any order: it gets an
 * environment of the plain libraries. A suite gets what scripts have, and
 * besides io, os, debug, pcall, LuaUnit as `lu` and the library `croupier`. */
#include "cmd/suite.h"

#include <errno.h>
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script/embed.h"
#include "script/freeze.h"
#include "script/report.h"
#include "table/l_engine.h"
#include "table/world.h"

enum { MEMORY = 1 << 30, LIMIT_MS = 2000, HARD_MS = 60000 };

/* --- environments --- */

static void copy_fields(lua_State *L, int from, int to) {
  for (lua_pushnil(L); lua_next(L, from);) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, to);
  }
}

/* Pushes a copy of a standard library. */
static void push_library(lua_State *L, const char *name, lua_CFunction open) {
  lua_newtable(L);
  luaL_requiref(L, name, open, 0);
  copy_fields(L, lua_gettop(L), lua_gettop(L) - 1);
  lua_pop(L, 1);
}

/* Opening the library of texts would replace the methods of all texts. */
static void push_string_library(lua_State *L) {
  lua_pushliteral(L, "");
  if (!lua_getmetatable(L, -1)) lua_pushnil(L);
  push_library(L, "string", luaopen_string);
  lua_insert(L, -3); /* library, text, metatable */
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

static void set_library(lua_State *L, int env, const char *name,
                        lua_CFunction open) {
  push_library(L, name, open);
  lua_setfield(L, env, name);
}

/* What the game sandbox lacks and both environments here have. */
static void add_trusted(lua_State *L, int env) {
  set_library(L, env, "io", luaopen_io);
  set_library(L, env, "os", luaopen_os);
  set_library(L, env, "debug", luaopen_debug);
  set_library(L, env, "math", luaopen_math);
  set_library(L, env, "coroutine", luaopen_coroutine);
  lua_pushvalue(L, env);
  lua_setfield(L, env, "_G");
}

static int luaunit_require(lua_State *L) {
  lua_pushvalue(L, 1);
  lua_rawget(L, lua_upvalueindex(1));
  return 1;
}

/* Only metatables that are tables: LuaUnit looks into what it gets. */
static int luaunit_getmetatable(lua_State *L) {
  luaL_checkany(L, 1);
  int type = luaL_getmetafield(L, 1, "__metatable");
  if (type == LUA_TNIL) return lua_getmetatable(L, 1);
  return type == LUA_TTABLE;
}

static void push_luaunit_env(lua_State *L) {
  push_library(L, LUA_GNAME, luaopen_base);
  int env = lua_gettop(L);
  push_string_library(L);
  lua_setfield(L, env, "string");
  set_library(L, env, "table", luaopen_table);
  add_trusted(L, env);
  lua_pushvalue(L, env);
  lua_pushcclosure(L, luaunit_require, 1);
  lua_setfield(L, env, "require");
  lua_pushcfunction(L, luaunit_getmetatable);
  lua_setfield(L, env, "getmetatable");
}

/* A script's environment, which a suite may write globals into. */
static void push_suite_env(lua_State *L) {
  static const char *const base[] = {
      "load",     "loadstring", "dofile", "collectgarbage",
      "rawequal", "print",      NULL};
  lua_newtable(L);
  int env = lua_gettop(L);
  sandbox_trusted_env(L);
  freeze_shadow(L, -1);
  copy_fields(L, lua_gettop(L), env);
  push_library(L, LUA_GNAME, luaopen_base);
  for (int i = 0; base[i] != NULL; i++) {
    lua_getfield(L, -1, base[i]);
    lua_setfield(L, env, base[i]);
  }
  lua_settop(L, env);
  add_trusted(L, env);
}

/* --- running --- */

/* Pushes LuaUnit. Raises. */
static void push_luaunit(lua_State *L) {
  const EmbeddedFile *e = embed_find("luaunit.lua");
  if (e == NULL) luaL_error(L, "LuaUnit was not there when this was built");
  if (luaL_loadbufferx(L, e->text, e->len, "@luaunit.lua", "t") != LUA_OK)
    lua_error(L);
  push_luaunit_env(L);
  lua_setupvalue(L, -2, 1);
  lua_call(L, 0, 1);
}

static char *read_file(const char *path, size_t *size) {
  FILE *f = fopen(path, "re");
  char *text = NULL;
  size_t room = 0, n;
  if (f == NULL) return NULL;
  *size = 0;
  do {
    room += 65536;
    char *more = realloc(text, room);
    if (more == NULL) break;
    text = more;
    n = fread(text + *size, 1, room - *size, f);
    *size += n;
  } while (n > 0 && *size == room);
  if (ferror(f)) {
    free(text);
    text = NULL;
  }
  fclose(f);
  return text;
}

/* Pushes the suite's function, or raises. */
static void push_suite(lua_State *L, const char *path) {
  size_t size = 0;
  char *text = read_file(path, &size);
  if (text == NULL) luaL_error(L, "%s: %s", path, strerror(errno));
  const char *chunk = lua_pushfstring(L, "@%s", path);
  int status = luaL_loadbufferx(L, text, size, chunk, "t");
  free(text);
  if (status != LUA_OK) lua_error(L);
  lua_remove(L, -2);
}

/* (world, path, settings) -> what core/suite.lua needs, and its run */
static int run_protected(lua_State *L) {
  World *w = lua_touserdata(L, 1);
  const char *path = lua_tostring(L, 2);
  const SuiteSettings *s = lua_touserdata(L, 3);
  world_trusted(w);
  lua_getfield(L, -1, "require");
  lua_pushliteral(L, "core.suite");
  lua_call(L, 1, 1);
  lua_getfield(L, -1, "run");
  push_luaunit(L);
  push_suite_env(L);
  push_suite(L, path);
  lua_pushvalue(L, -2);
  lua_setupvalue(L, -2, 1);
  lua_pushstring(L, path);
  lua_pushstring(L, s->only);
  lua_pushboolean(L, s->list);
  lua_call(L, 6, 2);
  return 2;
}

static void run_in(World *w, const char *path, const SuiteSettings *settings,
                   SuiteCount *sum) {
  lua_State *L = w->L;
  lua_pushcfunction(L, report_handler);
  lua_pushcfunction(L, run_protected);
  lua_pushlightuserdata(L, w);
  lua_pushstring(L, path);
  lua_pushlightuserdata(L, (void *)settings);
  if (host_pcall(L, 3, 2, -5) != LUA_OK) {
    printf("%s\n", report_text(L, -1));
    sum->failed++;
    return;
  }
  sum->passed += (int)lua_tointeger(L, -2);
  sum->failed += (int)lua_tointeger(L, -1);
}

void suite_run(const char *path, const SuiteSettings *settings,
               SuiteCount *sum) {
  WorldConfig *config = calloc(1, sizeof *config);
  Sources from = {.stdlib = settings->stdlib};
  Bytes err = {0};
  World *w = NULL;
  if (config != NULL) {
    config->sandbox = (SandboxOptions){
        .memory = MEMORY, .limit_ms = LIMIT_MS, .hard_ms = HARD_MS};
    w = world_bare(config, &from, &err);
  }
  if (w == NULL) {
    printf("%s: %s\n", path, err.data ? err.data : "not enough memory");
    sum->failed++;
  } else {
    run_in(w, path, settings, sum);
  }
  fflush(stdout);
  world_close(w);
  bytes_free(&err);
  free(config);
}
