/* Opening worlds: see world.h. Also the functions of `host` that compile and call
 * scripts. */
#include "table/world.h"

#include <errno.h>
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/bind.h"
#include "bind/l_cards.h"
#include "bind/l_pool.h"
#include "script/sandbox.h"
#include "script/sources.h"
#include "table/l_table.h"
#include "table/purity.h"

static const char WORLD_PLACE = 0;

static World *world_of(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &WORLD_PLACE);
  World *w = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return w;
}

/* host.named(game): what reports of a script that can't be ended name */
static int host_named(lua_State *L) {
  World *w = world_of(L);
  snprintf(w->game, sizeof w->game, "%s", luaL_checkstring(L, 1));
  budget_name(host_of(L)->budget, w->game, "");
  return 0;
}

/* A name that begins with = says that the text is the host's own; a journal
 * may say so too, so the text is compared. */
static const char *honest_name(const char *path, const char *text,
                               size_t size) {
  if (path[0] != '=') return path;
  const EmbeddedFile *e = embed_find(path + 1);
  bool own = e != NULL && e->len == size && memcmp(e->text, text, size) == 0;
  return own ? path : path + 1;
}

/* host.environment() -> a new environment of a script that is not a game's */
static int host_environment(lua_State *L) {
  sandbox_env(L);
  return 1;
}

/* host.compile(path, text, environment) -> function or nil, sentence. Without
 * an environment it is a game's, which has no `rng`: its chance comes from the
 * table, or undo would not know of it. */
static int host_compile(lua_State *L) {
  size_t size;
  const char *path = luaL_checkstring(L, 1);
  const char *text = luaL_checklstring(L, 2, &size);
  bool own = lua_istable(L, 3);
  lua_settop(L, 3);
  if (!own) {
    sandbox_env(L);
    lua_pushnil(L);
    sandbox_env_set(L, 4, "rng");
  }
  const char *name = honest_name(path, text, size);
  if (sandbox_load(L, name, text, size) == LUA_OK) return 1;
  lua_pushnil(L);
  lua_insert(L, -2);
  return 2;
}

/* host.global(name, value): in every environment from now on */
static int host_global(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  lua_settop(L, 2);
  sandbox_add(L, name);
  return 0;
}

/* host.call(function, ...): errors go on up */
static int host_call(lua_State *L) {
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

/* Replaces the result or error value at i by the results of host.try. */
static int push_outcome(lua_State *L, int i, int status, bool spent) {
  if (status != LUA_OK) arena_refill(host_of(L)->arena);
  lua_pushboolean(L, status == LUA_OK);
  lua_insert(L, i);
  if (status == LUA_OK) return 2;
  lua_pushstring(L, report_text(L, i + 1));
  lua_pushstring(L, report_trace(L, i + 1));
  lua_pushboolean(L, spent);
  lua_remove(L, i + 1);
  return 4;
}

/* host.try(function, ...) -> true, value or false, sentence, traceback, and
 * whether the budget of work was spent */
static int host_try(lua_State *L) {
  Budget *budget = host_of(L)->budget;
  int arguments = lua_gettop(L) - 1;
  lua_pushcfunction(L, report_handler);
  lua_insert(L, 1);
  budget_enter(budget, L);
  int status = host_pcall(L, arguments, 1, 1);
  bool spent = budget_leave(budget);
  return push_outcome(L, 2, status, spent);
}

/* host.look(block, answers, function, ...) -> what host.try gives, for a
 * function that only looks: it fails if `answers`, which it is or calls,
 * changes anything */
static int host_look(lua_State *L) {
  Table *t = table_at(L, 1);
  int status = purity_call(t, L, 2, lua_gettop(L) - 3, 1);
  return push_outcome(L, 3, status, false);
}

/* --- for views --- */

static int host_kind(lua_State *L) {
  bool card = bind_test(L, 1, TAG_CARD) != NULL;
  bool pile = bind_test(L, 1, TAG_PILE) != NULL;
  bool pool = bind_test(L, 1, TAG_POOL) != NULL;
  lua_pushstring(L, card ? "card" : pile ? "pile" : pool ? "pool" : "other");
  return 1;
}

/* host.index(pile, pool or card of the table) -> its number from 1 */
static int host_index(lua_State *L) {
  PileHandle *pile = bind_test(L, 1, TAG_PILE);
  PoolHandle *pool = bind_test(L, 1, TAG_POOL);
  CardHandle *card = bind_test(L, 1, TAG_CARD);
  luaL_argcheck(L, pile || pool || card, 1,
                "expected a pile, a pool or a card");
  lua_pushinteger(L, (pile ? pile->index : pool ? pool->index : card->id) + 1);
  return 1;
}

/* host.face(block, card) -> the face that views show for it */
static int host_face(lua_State *L) {
  Table *t = table_at(L, 1);
  table_push(L, t->ref.faces, bind_card(L, 2)->face + 1);
  return 1;
}

/* host.build() -> the parts of the built table (see stdlib/table/table.lua) */
static int host_build(lua_State *L) {
  world_push_build(world_of(L));
  return 1;
}

static void push_host(lua_State *L) {
  static const luaL_Reg private_host[] = {{"named", host_named},
                                          {"environment", host_environment},
                                          {"compile", host_compile},
                                          {"global", host_global},
                                          {"call", host_call},
                                          {"try", host_try},
                                          {"look", host_look},
                                          {"kind", host_kind},
                                          {"index", host_index},
                                          {"face", host_face},
                                          {"note", l_events_note},
                                          {"build", host_build},
                                          {NULL, NULL}};
  l_table_open(L);
  luaL_setfuncs(L, private_host, 0);
  luaopen_debug(L);
  lua_getfield(L, -1, "getinfo");
  lua_setfield(L, -3, "getinfo");
  lua_getfield(L, -1, "getupvalue");
  lua_setfield(L, -3, "getupvalue");
  lua_pop(L, 1);
}

/* --- the library's half: stdlib/ --- */

/* Compiles a core module; leaves the function or an error message. It comes
 * from the program, or from the folder that stands for its library, and never
 * from a journal: it may do what no script may. */
static int load_core(lua_State *L, const char *key, int env) {
  const World *w = world_of(L);
  const char *text = NULL, *file = strchr(key, '/');
  size_t size;
  if (w->stdlib != NULL)
    text = sources_text(L, lua_pushfstring(L, "%s%s", w->stdlib, file), &size);
  if (text != NULL) {
    const char *chunk = lua_pushfstring(L, "=%s", key);
    lua_pushvalue(L, env);
    return sandbox_load(L, chunk, text, size);
  }
  const EmbeddedFile *e = embed_find(key);
  if (e == NULL) {
    lua_pushfstring(L, "no module %s", key);
    return LUA_ERRRUN;
  }
  int status = luaL_loadbufferx(L, e->code, e->code_len, key, "b");
  if (status != LUA_OK) return status;
  lua_pushvalue(L, env);
  lua_setupvalue(L, -2, 1);
  return LUA_OK;
}

/* require of core modules: upvalue 1 the loaded ones, 2 the environment. */
static int core_require(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  if (lua_getfield(L, lua_upvalueindex(1), name) != LUA_TNIL) return 1;
  lua_pop(L, 1);
  const char *path = luaL_gsub(L, name, ".", "/");
  const char *key = lua_pushfstring(L, "stdlib/%s.lua", path);
  if (load_core(L, key, lua_upvalueindex(2)) != LUA_OK) return lua_error(L);
  lua_call(L, 0, 1);
  lua_pushvalue(L, -1);
  lua_setfield(L, lua_upvalueindex(1), name);
  return 1;
}

/* Leaves the environment of core modules. */
static void push_core_env(lua_State *L) {
  sandbox_trusted_env(L);
  int env = lua_gettop(L);
  push_host(L);
  bind_set_text(L, "stdlib", world_of(L)->stdlib);
  sandbox_env_set(L, env, "host");
  lua_pushlightuserdata(L, (void *)&MARK_NONE);
  sandbox_env_set(L, env, "none");
  engine_push(L);
  l_events_push(L);
  l_question_push(L);
  l_answer_push(L);
  bots_push(L);
  search_push(L);
  lua_pushvalue(L, -1);
  sandbox_env_set(L, env, "engine");
  lua_newtable(L);
  lua_insert(L, -2);
  lua_setfield(L, -2, "engine");
  l_disk(L);
  lua_setfield(L, -2, "host.disk");
  lua_pushvalue(L, env);
  lua_pushcclosure(L, core_require, 2);
  sandbox_env_set(L, env, "require");
}

static int open_core(lua_State *L) {
  World *w = world_of(L);
  bind_rng(L);
  sandbox_add(L, "rng");
  push_core_env(L);
  w->core = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_rawgeti(L, LUA_REGISTRYINDEX, w->core);
  static const char text[] = "require 'script.load' return true";
  if (sandbox_load(L, "=core", text, sizeof text - 1) != LUA_OK)
    return lua_error(L);
  lua_call(L, 0, 0);
  return 0;
}

/* Finding the function may fail, so it is part of the protected call. */
int world_run(lua_State *L) {
  int arguments = lua_gettop(L) - 2;
  lua_rawgeti(L, LUA_REGISTRYINDEX, world_of(L)->core);
  lua_getfield(L, -1, "require");
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  lua_pushvalue(L, 2);
  lua_gettable(L, -2);
  lua_replace(L, 2);
  lua_settop(L, arguments + 2);
  lua_call(L, arguments, LUA_MULTRET);
  return lua_gettop(L) - 1;
}

bool world_call(World *w, const char *module, const char *name, int arguments,
                int results) {
  lua_State *L = w->L;
  int base = lua_gettop(L) - arguments;
  lua_pushcfunction(L, report_handler);
  lua_pushcfunction(L, world_run);
  lua_pushstring(L, module);
  lua_pushstring(L, name);
  lua_rotate(L, base + 1, 4); /* under the arguments */
  int status = host_pcall(L, arguments + 2, results, base + 1);
  lua_remove(L, base + 1);
  return status == LUA_OK;
}

/* --- opening --- */

static void say_error(lua_State *L, Bytes *err) {
  bytes_text(err, report_text(L, -1));
  lua_pop(L, 1);
}

/* Keys of tables in pairs: seats by number, cards, piles and pools by id. */
static bool key_order(lua_State *L, int i, lua_Integer *order) {
  CardHandle *card = bind_test(L, i, TAG_CARD);
  PileHandle *pile = bind_test(L, i, TAG_PILE);
  PoolHandle *pool = bind_test(L, i, TAG_POOL);
  if (card != NULL) {
    *order =
        1000 + (card->id == CARD_IS_FACE ? CARDS_MAX + card->face : card->id);
  } else if (pile != NULL) {
    *order = 10000 + pile->index;
  } else if (pool != NULL) {
    *order = 20000 + pool->index;
  } else if (lua_istable(L, i)) {
    lua_rawgeti(L, i, 0);
    bool seat = lua_isinteger(L, -1);
    *order = seat_numbered(lua_tointeger(L, -1)); /* the game master's last */
    lua_pop(L, 1);
    return seat;
  } else {
    return false;
  }
  return true;
}

World *world_bare(const WorldConfig *config, Bytes *err) {
  World *w = calloc(1, sizeof *w);
  if (w == NULL) {
    bytes_text(err, "not enough memory");
    return NULL;
  }
  w->stdlib = config->stdlib;
  w->build = LUA_NOREF;
  w->L = sandbox_open(&config->sandbox);
  if (w->L == NULL) {
    bytes_format(err, "can't open a Lua state: %s", strerror(errno));
    world_close(w);
    return NULL;
  }
  lua_gc(w->L, LUA_GCSTOP); /* little of what opening makes is garbage */
  host_of(w->L)->key_order = key_order;
  arena_trust(host_of(w->L)->arena, true);
  lua_pushcfunction(w->L, report_handler);
  lua_pushcfunction(w->L, open_core);
  lua_pushlightuserdata(w->L, w);
  lua_rawsetp(w->L, LUA_REGISTRYINDEX, &WORLD_PLACE);
  if (host_pcall(w->L, 0, 0, -2) != LUA_OK) {
    say_error(w->L, err);
    world_close(w);
    return NULL;
  }
  lua_pop(w->L, 1);
  if (config->setup == NULL) lua_gc(w->L, LUA_GCRESTART);
  return w;
}

/* open.setup gives the build, or nil and the mistakes as lines. */
static bool load_game(World *w, const WorldConfig *config, Bytes *err) {
  lua_State *L = w->L;
  lua_pushlstring(L, config->setup, config->size);
  if (!world_call(w, "start.open", "setup", 1, 2)) {
    say_error(L, err);
    return false;
  }
  if (lua_isnil(L, -2)) {
    bytes_text(err, lua_tostring(L, -1));
    lua_pop(L, 2);
    return false;
  }
  lua_pop(L, 1);
  bind_get(L, -1, "block");
  w->table = lua_touserdata(L, -1);
  lua_pop(L, 1);
  w->build = luaL_ref(L, LUA_REGISTRYINDEX);
  return true;
}

World *world_load(World *w, const WorldConfig *config, Bytes *err) {
  bool loaded = load_game(w, config, err);
  lua_gc(w->L, LUA_GCRESTART);
  if (loaded) return w;
  world_close(w);
  return NULL;
}

World *world_open(const WorldConfig *config, Bytes *err) {
  World *w = world_bare(config, err);
  return w == NULL ? NULL : world_load(w, config, err);
}

void world_push_build(World *w) {
  lua_rawgeti(w->L, LUA_REGISTRYINDEX, w->build);
}

void world_close(World *w) {
  if (w == NULL) return;
  if (w->L != NULL) sandbox_close(w->L);
  free(w);
}
