/* Worlds, as the front drives them: a sandboxed state each, with the world's
 * half of the library and a game's scripts.
 *
 * Between front and world cross copies of plain data only: nil, booleans,
 * numbers, text, and tables of these. Anything else is refused by its type's
 * name, in both directions. */
#include <fcntl.h>
#include <lauxlib.h>
#include <lualib.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bind/bind.h"
#include "front/front.h"
#include "script/sandbox.h"
#include "table/journal.h"
#include "table/world.h"

#define WORLD "croupier.world"
enum { DEEPEST = 32 }; /* tables within tables that cross */

typedef struct Crossing {
  lua_State *from;
  int first, last; /* the arguments, in the front */
  const char *module, *name;
  bool table;       /* the parts of the built table come first ... */
  const char *part; /* ... or this part of it; NULL: all */
} Crossing;

static World *check(lua_State *F) {
  World **box = luaL_checkudata(F, 1, WORLD);
  luaL_argcheck(F, *box != NULL, 1, "the world is closed");
  return *box;
}

static Table *check_table(lua_State *F) {
  Table *t = check(F)->table;
  luaL_argcheck(F, t != NULL, 1, "a world without a table");
  return t;
}

/* --- crossing --- */

static void copy(lua_State *to, lua_State *from, int i, int depth);

/* The table on top of `from`, which has no metatable. */
static void copy_fields(lua_State *to, lua_State *from, int depth) {
  luaL_checkstack(to, 4, "a table too deep");
  lua_newtable(to);
  lua_pushnil(from);
  while (lua_next(from, -2) != 0) {
    int value = lua_gettop(from);
    copy(to, from, value - 1, depth);
    copy(to, from, value, depth);
    lua_rawset(to, -3);
    lua_pop(from, 1);
  }
}

static void copy_table(lua_State *to, lua_State *from, int i, int depth) {
  if (depth > DEEPEST || !lua_checkstack(from, 6))
    luaL_error(to, "a table too deep to cross");
  if (!freeze_shadow(from, i)) {
    if (lua_getmetatable(from, i))
      luaL_error(to, "a table with a metatable can't cross");
    lua_pushvalue(from, i);
  }
  copy_fields(to, from, depth + 1);
  lua_pop(from, 1);
}

/* Copies the value at i of one state to another; other types raise in the
 * receiving state. */
static void copy(lua_State *to, lua_State *from, int i, int depth) {
  size_t size;
  switch (lua_type(from, i)) {
    case LUA_TNIL:
      lua_pushnil(to);
      break;
    case LUA_TBOOLEAN:
      lua_pushboolean(to, lua_toboolean(from, i));
      break;
    case LUA_TNUMBER:
      if (lua_isinteger(from, i))
        lua_pushinteger(to, lua_tointeger(from, i));
      else
        lua_pushnumber(to, lua_tonumber(from, i));
      break;
    case LUA_TSTRING: {
      const char *text = lua_tolstring(from, i, &size);
      lua_pushlstring(to, text, size);
      break;
    }
    case LUA_TTABLE:
      copy_table(to, from, i, depth);
      break;
    default:
      luaL_error(to, "a %s can't cross between front and world",
                 luaL_typename(from, i));
  }
}

/* --- calling --- */

/* In the world: (world, crossing) -> what the function gives. */
static int crossed(lua_State *L) {
  World *w = lua_touserdata(L, 1);
  const Crossing *c = lua_touserdata(L, 2);
  lua_settop(L, 0);
  luaL_checkstack(L, c->last - c->first + 16, "too many arguments");
  lua_pushstring(L, c->module);
  lua_pushstring(L, c->name);
  if (c->table) world_push_build(w);
  if (c->part != NULL) {
    lua_getfield(L, 3, c->part);
    lua_replace(L, 3);
  }
  for (int i = c->first; i <= c->last; i++) copy(L, c->from, i, 0);
  return world_run(L);
}

/* Raises { text =, trace = } in the front. */
static int raise_report(lua_State *F, lua_State *L) {
  lua_createtable(F, 0, 2);
  bind_set_text(F, "text", report_text(L, -1));
  bind_set_text(F, "trace", report_trace(L, -1));
  lua_settop(L, 0);
  return lua_error(F);
}

/* From the front's stack to the world's, where a report is left on failure. */
static bool run_across(lua_State *F, World *w, Crossing *c) {
  lua_State *L = w->L;
  c->from = F;
  c->last = lua_gettop(F);
  luaL_checkstack(F, DEEPEST * 4, "crossing");
  lua_settop(L, 0);
  lua_pushcfunction(L, report_handler);
  lua_pushcfunction(L, crossed);
  lua_pushlightuserdata(L, w);
  lua_pushlightuserdata(L, c);
  return host_pcall(L, 2, LUA_MULTRET, 1) == LUA_OK;
}

static int cross(lua_State *F, Crossing *c) {
  World *w = check(F);
  lua_State *L = w->L;
  if (!run_across(F, w, c)) return raise_report(F, L);
  int results = lua_gettop(L) - 1;
  luaL_checkstack(F, results + 8, "too many results");
  for (int i = 0; i < results; i++) copy(F, L, i + 2, 0);
  lua_settop(L, 0);
  return results;
}

/* A call of the function named at 2 and 3, with or without the built table. */
static Crossing crossing(lua_State *F, bool table) {
  if (table) check_table(F);
  return (Crossing){.module = luaL_checkstring(F, 2),
                    .name = luaL_checkstring(F, 3),
                    .first = 4,
                    .table = table};
}

/* world:call(module, name, ...) -> what the function of the world's library
 * gives; raises { text =, trace = } */
static int w_call(lua_State *F) {
  Crossing c = crossing(F, false);
  return cross(F, &c);
}

/* world:call_with_table(module, name, ...) -> what world:call gives, of a
 * function whose first argument is the built table (stdlib/table/table.lua) */
static int w_call_with_table(lua_State *F) {
  Crossing c = crossing(F, true);
  return cross(F, &c);
}

/* world:engine(name, ...) -> what a function that drives the table gives */
static int w_engine(lua_State *F) {
  lua_pushliteral(F, "engine");
  lua_insert(F, 2);
  Crossing c = crossing(F, true);
  c.part = "block";
  return cross(F, &c);
}

/* --- apart --- */

typedef struct Apart {
  luaL_Stream from;
  pid_t process; /* -1: none could be started */
} Apart;

/* Ends the process, if it has not ended. */
static int end_apart(lua_State *F) {
  Apart *apart = luaL_checkudata(F, 1, LUA_FILEHANDLE);
  fclose(apart->from.f);
  if (apart->process <= 0) return 0;
  kill(apart->process, SIGKILL);
  waitpid(apart->process, NULL, 0);
  return 0;
}

/* In the new process, which ends with the one that started it. */
static _Noreturn void run_apart(lua_State *F, World *w, Crossing *c, int to) {
  size_t size;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  bool good = budget_start(host_of(w->L)->budget) && run_across(F, w, c);
  const char *text = good ? lua_tolstring(w->L, 2, &size) : NULL;
  _exit(text != NULL && safe_write(to, text, size) ? 0 : 1);
}

/* world:apart(module, name, ...) -> what world:call_with_table gives first, a text, as a
 * file to read: a process of its own calls it, with all as it is now. Closing
 * the file ends the process. */
static int w_apart(lua_State *F) {
  int end[2];
  World *w = check(F);
  Crossing c = crossing(F, true);
  c.first++; /* below them comes the stream */
  Apart *apart = lua_newuserdatauv(F, sizeof *apart, 0);
  lua_insert(F, 1);
  if (pipe2(end, O_CLOEXEC) != 0) return luaL_fileresult(F, 0, NULL);
  apart->process = fork();
  if (apart->process == 0) run_apart(F, w, &c, end[1]);
  close(end[1]);
  apart->from = (luaL_Stream){fdopen(end[0], "r"), end_apart};
  lua_settop(F, 1);
  luaL_setmetatable(F, LUA_FILEHANDLE);
  return 1;
}

/* --- what the bindings of the front share: see front.h --- */

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

static const char *text_field(lua_State *F, int i, const char *key) {
  lua_getfield(F, i, key);
  const char *text = luaL_optstring(F, -1, NULL);
  lua_pop(F, 1); /* the table keeps it */
  return text;
}

void front_world_config(lua_State *F, int at, WorldConfig *c) {
  luaL_checktype(F, at, LUA_TTABLE);
  memset(c, 0, sizeof *c);
  lua_getfield(F, at, "setup");
  c->setup = luaL_optlstring(F, -1, NULL, &c->size);
  lua_pop(F, 1);
  c->stdlib = text_field(F, at, "stdlib");
  c->sandbox.steps = (uint64_t)bind_field(F, at, "steps");
  c->sandbox.memory = (size_t)bind_field(F, at, "memory_mb") << 20;
  c->sandbox.fail_at = (uint64_t)bind_field(F, at, "fail_at");
}

/* --- opening --- */

/* Hands over the texts to play with instead of the disk's, if some are given. */
static void give_sources(lua_State *F, World **box, Bytes *err) {
  Crossing c = {.first = 3, .module = "script.sources", .name = "give"};
  if (lua_getfield(F, 1, "sources") != LUA_TTABLE) return;
  lua_getfield(F, 1, "unpinned");
  lua_pushboolean(F, !lua_toboolean(F, -1));
  lua_replace(F, -2);
  if (run_across(F, *box, &c)) return;
  bytes_text(err, report_text((*box)->L, -1));
  world_close(*box);
  *box = NULL;
}

/* world.open { setup = what is to be played and by whom, as one text (see
 * stdlib/front/session/worlds.lua), stdlib =, sources = { { key =, path =, text = } },
 * unpinned =, steps =, memory_mb =, fail_at = } -> world, or nil and the
 * mistakes as lines. Without a setup a world with the library alone.
 * `sources` stand for the disk's files, and with `unpinned` before them. For
 * tests, the fail_at-th call for memory fails. */
static int w_open(lua_State *F) {
  WorldConfig c;
  Bytes err = {0};
  lua_settop(F, 1);
  front_world_config(F, 1, &c);
  World **box = lua_newuserdatauv(F, sizeof *box, 1);
  *box = NULL;
  luaL_setmetatable(F, WORLD);
  lua_pushvalue(F, 1); /* keeps the texts that the world points to */
  lua_setiuservalue(F, -2, 1);
  *box = world_bare(&c, &err);
  if (*box != NULL) give_sources(F, box, &err);
  if (*box != NULL && c.setup != NULL) *box = world_load(*box, &c, &err);
  if (*box != NULL && (*box)->table != NULL)
    (*box)->table->search.pressed = front_presses();
  lua_settop(F, 2);
  if (*box == NULL) report_refuse(F, err.data ? err.data : "not enough memory");
  bytes_free(&err);
  return *box == NULL ? 2 : 1;
}

/* world:close(): may be called twice */
static int w_close(lua_State *F) {
  World **box = luaL_checkudata(F, 1, WORLD);
  world_close(*box);
  *box = NULL;
  return 0;
}

/* world:allocations() -> how often it has asked for memory: for tests */
static int w_allocations(lua_State *F) {
  lua_pushinteger(F, (lua_Integer)arena_calls(host_of(check(F)->L)->arena));
  return 1;
}

/* world:interruptible(): Ctrl-C ends what a script computes */
static int w_interruptible(lua_State *F) {
  budget_interrupt(host_of(check(F)->L)->budget, front_presses());
  return 0;
}

void l_world(lua_State *F) {
  static const luaL_Reg functions[] = {{"open", w_open}, {NULL, NULL}};
  static const luaL_Reg methods[] = {{"call", w_call},
                                     {"call_with_table", w_call_with_table},
                                     {"engine", w_engine},
                                     {"allocations", w_allocations},
                                     {"interruptible", w_interruptible},
                                     {"apart", w_apart},
                                     {"close", w_close},
                                     {"__gc", w_close},
                                     {NULL, NULL}};
  front_library(F, WORLD, functions, methods);
}
