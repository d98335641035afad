/* Constants in place: see sandbox.h.
 *
 * A frozen table has a metatable of its own, which order.c begins:
 *   [&kind_key]    true for a library or an environment
 *   __newindex     raises
 * A library's stand-in is a fresh empty table before the library itself: a
 * miss in an empty table is the cheapest. Names that scripts of other hosts use
 * and that don't exist here raise with the reason.
 *
 * Walks keep what is still to do in a Lua list, not on the C stack: a script
 * can chain tables a million deep.
 *
 * Tried and rejected: leaving contents in place and comparing a hash later
 * (finds the fault, not the line); a scan of bytecode for writes. */
#include "script/sandbox.h"

#include <lauxlib.h>
#include <string.h>

#include "bind/bind.h"
#include "script/limits.h"
#include "script/text.h"

static const char kind_key = 0, assigned_key = 0;

/* Is `field` true in the metatable of the table at i? NULL: the library mark. */
static bool marked(lua_State *L, int i, const char *field) {
  if (!lua_getmetatable(L, i)) return false;
  if (field == NULL)
    lua_rawgetp(L, -1, &kind_key);
  else
    lua_pushstring(L, field), lua_rawget(L, -2);
  bool is = lua_toboolean(L, -1);
  lua_pop(L, 2);
  return is;
}

static int frozen_newindex(lua_State *L) {
  return report_error(L,
                      "this table is part of the script and can't change: "
                      "keep it in `state`");
}

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
    {"dofile", "use `require` to read another file"},
    {"loadfile", "use `require` to read another file"},
    {"io", "a script has no files"},
    {"os", "a script has no clock and no files"},
    {"debug", "a script can't look into the host"},
    {"package", "use `require` to read another file"},
    {"pcall", "an error ends the step; only tests catch one"},
    {"xpcall", "an error ends the step; only tests catch one"},
    {"collectgarbage", "the host manages memory"},
    {"warn", "`error` ends the step with a sentence"},
    {"_G", "a script has no globals of its own"},
    {"math.random", "random numbers come from the table"},
    {"math.randomseed", "random numbers come from the table"},
    {"math.pow", "say `x ^ y`"},
    {"string.dump", "functions have no bytes here"},
    {"string.pack", "bytes have no use here"},
    {"string.unpack", "bytes have no use here"},
    {"table.getn", "say `#list`"},
    {NULL, NULL},
};

static const char *why_absent(const char *name) {
  for (const Absent *a = absent; a->name != NULL; a++)
    if (strcmp(a->name, name) == 0) return a->why;
  return NULL;
}

/* Pushes the nearest name to `key` among the keys of the library at i, or nil.
 * All are texts. They are offered in order, so that the answer is always the same. */
static const char *push_nearest(lua_State *L, int i, const char *key) {
  Nearest nearest;
  nearest_start(&nearest, key);
  lua_Integer count = safelib_keys(L, i);
  int keys = lua_gettop(L);
  for (lua_Integer n = 1; n <= count; n++) {
    lua_rawgeti(L, keys, n);
    nearest_offer(&nearest, lua_tostring(L, -1)); /* the list holds it */
    lua_pop(L, 1);
  }
  lua_pushstring(L, nearest.best);
  lua_replace(L, keys);
  return lua_tostring(L, keys);
}

/* Raises for the unknown name `key` in the table at i, with the nearest
 * name; `where` is the library, or NULL for globals. */
static int unknown_name(lua_State *L, int i, const char *where,
                        const char *key) {
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

/* upvalue 1: the library's name, or nil for an environment */
static int library_newindex(lua_State *L) {
  const char *name = lua_tostring(L, lua_upvalueindex(1));
  if (name != NULL)
    return report_error(L, "`%s` belongs to the host and can't be changed",
                        name);
  return report_error(L, "a script can't make a global: say `local %s`",
                      lua_tostring(L, 2));
}

/* upvalue 1: as above; called with the library itself */
static int library_index(lua_State *L) {
  const char *name = lua_tostring(L, lua_upvalueindex(1));
  if (lua_type(L, 2) == LUA_TSTRING)
    return unknown_name(L, 1, name, lua_tostring(L, 2));
  return report_error(L, "`%s` has no field %s", name, safelib_tostring(L, 2));
}

/* Copies the metatable of `table`, if any, into the one at the top, and puts
 * it behind the shadow, whose misses it then serves. */
static void take_over(lua_State *L, int table, int shadow) {
  int mt = lua_gettop(L);
  if (!lua_getmetatable(L, table)) return;
  sandbox_copy_fields(L, mt + 1, mt);
  lua_setmetatable(L, shadow);
}

/* Moves all fields; clearing a field in a walk is allowed. */
static void move_fields(lua_State *L, int from, int to) {
  for (lua_pushnil(L); lua_next(L, from);) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2); /* key, key, value */
    lua_rawset(L, to);
    lua_pushvalue(L, -1);
    lua_pushnil(L);
    lua_rawset(L, from);
  }
}

/* The length of a table with holes may be anything up to 2^63. */
static int size_hint(lua_State *L, int table) {
  enum { MOST = 4096 };
  lua_Unsigned n = lua_rawlen(L, table);
  return n < MOST ? (int)n : MOST;
}

/* Freezes the table at `table` and leaves its shadow at the top. */
static void freeze_table(lua_State *L, int table) {
  int shadow = lua_gettop(L) + 1;
  lua_createtable(L, size_hint(L, table), 0);
  lua_createtable(L, 0, 7);
  take_over(L, table, shadow);
  freeze_basics(L, shadow);
  lua_pushcfunction(L, frozen_newindex);
  lua_setfield(L, -2, "__newindex");
  move_fields(L, table, shadow);
  lua_setmetatable(L, table);
}

void freeze_library(lua_State *L, const char *name) {
  int lib = lua_gettop(L);
  lua_createtable(L, 0, 1); /* behind the library: lib, behind */
  lua_pushstring(L, name);
  lua_pushcclosure(L, library_index, 1);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, lib);
  lua_newtable(L); /* lib, stand-in, metatable */
  lua_createtable(L, 0, 8);
  freeze_basics(L, lib);
  lua_pushboolean(L, 1);
  lua_rawsetp(L, -2, &kind_key);
  lua_pushstring(L, name);
  lua_pushcclosure(L, library_newindex, 1);
  lua_setfield(L, -2, "__newindex");
  lua_setmetatable(L, -2);
  lua_replace(L, lib);
}

/* A walk over all reachable values. The stack holds the list of values to visit,
 * the set of values seen, and the memory or nil. The memory has at 0 a thread, on
 * whose stack each record is a function, an upvalue's number and its value, and
 * at -1 a list of the other functions that share such an upvalue. */
typedef struct Walk {
  lua_State *L, *records;
  int todo, seen, memory, users;
  lua_Integer waiting, shared;
} Walk;

/* Pops a value and puts it on the list, once. */
static void walk_add(Walk *w) {
  lua_State *L = w->L;
  int type = lua_type(L, -1);
  if (type == LUA_TTABLE || type == LUA_TFUNCTION) {
    lua_pushvalue(L, -1);
    if (lua_rawget(L, w->seen) == LUA_TNIL) {
      lua_pushvalue(L, -2);
      lua_pushboolean(L, 1);
      lua_rawset(L, w->seen);
      lua_pushvalue(L, -2);
      lua_rawseti(L, w->todo, ++w->waiting);
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* Adds the keys and values of the table at the top, and pops it. */
static void walk_fields(Walk *w) {
  int table = lua_gettop(w->L);
  for (lua_pushnil(w->L); lua_next(w->L, table);) {
    walk_add(w);
    lua_pushvalue(w->L, -1);
    walk_add(w);
  }
  lua_pop(w->L, 1);
}

static void walk_table(Walk *w) {
  lua_State *L = w->L;
  int table = lua_gettop(L);
  if (marked(L, table, NULL) || marked(L, table, "constant")) return;
  bool frozen = freeze_shadow(L, table);
  if (w->memory == 0) {
    if (frozen) return;
    freeze_table(L, table);
  } else if (!frozen) {
    lua_pushvalue(L, table);
  }
  walk_fields(w);
}

/* Does the word at c, of n bytes, stand before what may assign to it: a name
 * that `=` follows, or a comma, or a comment that may hide one? */
static bool is_target(const char *c, size_t n) {
  const char *next = c + n + strspn(c + n, " \t\r\n\f\v");
  return *next == ',' || (*next == '=' && next[1] != '=') ||
         (*next == '-' && next[1] == '-');
}

static bool is_word(const char *c, size_t n, const char *word) {
  return strlen(word) == n && memcmp(c, word, n) == 0;
}

/* Adds the names that a chunk may assign to, to the set at the top. It may hold
 * more of them: what is in a string, say. `local x =` alone is none. */
static void add_assigned(lua_State *L, const char *c, const char *end) {
  bool local = false, function = false; /* is that the word before? */
  bool all = false; /* a comment stands where the name of a function may be */
  while (c < end) {
    size_t n = 0;
    while (in_name((unsigned char)c[n])) n++;
    if (n == 0) {
      if (*c != ' ') local = false;
      c++;
      continue;
    }
    bool target = is_target(c, n);
    if (all || function || (target && !local)) {
      lua_pushlstring(L, c, n);
      lua_pushboolean(L, 1);
      lua_rawset(L, -3);
    }
    function = is_word(c, n, "function") && !local;
    local = is_word(c, n, "local");
    all = all || (function && target);
    c += n;
  }
}

void freeze_read(lua_State *L, const char *chunk, const char *text, size_t n) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &assigned_key) == LUA_TNIL) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &assigned_key);
  }
  luaL_getsubtable(L, -1, chunk);
  add_assigned(L, text, text + n);
  lua_pop(L, 2);
}

/* May upvalue `name` of the function be assigned to, as far as its text says? */
static bool may_change(lua_State *L, int function, const char *name) {
  lua_Debug ar;
  int top = lua_gettop(L);
  bool may = true;
  lua_pushvalue(L, function);
  lua_getinfo(L, ">S", &ar);
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &assigned_key) == LUA_TTABLE &&
      lua_getfield(L, -1, ar.source) == LUA_TTABLE)
    may = lua_getfield(L, -1, name) != LUA_TNIL;
  lua_settop(L, top);
  return may;
}

/* Records that upvalue n of `function` has the value at the top, if it may be
 * assigned to: once, however many functions share it. The other functions
 * that share it go to `users`, for the sentence alone; those of _ENV don't. */
static void remember(Walk *w, int function, int n, const char *name) {
  lua_State *L = w->L;
  void *id = lua_upvalueid(L, function, n);
  bool known = lua_rawgetp(L, w->seen, id) != LUA_TNIL;
  lua_pop(L, 1);
  if (known && strcmp(name, "_ENV") == 0) return;
  lua_pushvalue(L, function);
  lua_pushboolean(L, 1);
  lua_rawset(L, w->memory); /* so that it can be found */
  lua_pushvalue(L, function);
  if (known) {
    lua_rawseti(L, w->users, ++w->shared);
    lua_pushinteger(L, n);
    lua_rawseti(L, w->users, ++w->shared);
    return;
  }
  if (!lua_checkstack(w->records, 6)) luaL_error(L, "too many locals");
  if (may_change(L, function, name)) {
    lua_pushinteger(L, n);
    lua_pushvalue(L, -3);
    lua_xmove(L, w->records, 3);
  } else {
    lua_pop(L, 1);
  }
  lua_pushboolean(L, 1);
  lua_rawsetp(L, w->seen, id);
}

/* The host's own Lua is trusted to keep nothing, and not compared. */
static bool own_code(lua_State *L, int function) {
  lua_Debug ar;
  lua_pushvalue(L, function);
  lua_getinfo(L, ">S", &ar);
  return ar.source[0] == '=';
}

static void walk_function(Walk *w) {
  lua_State *L = w->L;
  int function = lua_gettop(L);
  safelib_end_walk(L, function);
  safelib_end_matches(L, function);
  if (w->memory != 0 && own_code(L, function)) return;
  const char *name;
  for (int n = 1; (name = lua_getupvalue(L, function, n)) != NULL; n++) {
    if (w->memory != 0) remember(w, function, n, name);
    walk_add(w);
  }
}

/* From the value at i to all it reaches; leaves what it pushed. */
static void walk(Walk *w, int i) {
  lua_State *L = w->L;
  lua_pushvalue(L, i);
  walk_add(w);
  while (w->waiting > 0) {
    int top = lua_gettop(L);
    budget_charge(L, 1);
    int type = lua_rawgeti(L, w->todo, w->waiting);
    lua_pushnil(L);
    lua_rawseti(L, w->todo, w->waiting--);
    if (type == LUA_TTABLE)
      walk_table(w);
    else
      walk_function(w);
    lua_settop(L, top);
  }
}

void freeze(lua_State *L, int i) {
  i = lua_absindex(L, i);
  luaL_checkstack(L, 20, "freeze");
  int top = lua_gettop(L);
  lua_newtable(L);
  lua_newtable(L);
  Walk w = {.L = L, .todo = top + 1, .seen = top + 2};
  walk(&w, i);
  lua_settop(L, top);
}

void freeze_remember(lua_State *L, int i) {
  i = lua_absindex(L, i);
  luaL_checkstack(L, 20, "freeze");
  int top = lua_gettop(L);
  for (int tables = 0; tables < 4; tables++) lua_newtable(L);
  Walk w = {.L = L,
            .records = lua_newthread(L),
            .memory = top + 1,
            .users = top + 2,
            .todo = top + 3,
            .seen = top + 4};
  lua_rawseti(L, w.memory, 0);
  walk(&w, i);
  lua_pushvalue(L, w.users);
  lua_rawseti(L, w.memory, -1);
  lua_settop(L, top + 1);
}

/* Records begin at slot 1, three slots each: function, upvalue, value. */
static int upvalue_of(lua_State *records, int r) {
  return (int)lua_tointeger(records, r + 1);
}

/* Has the record at slot r another value now? */
static bool differs(lua_State *records, int r) {
  lua_getupvalue(records, r, upvalue_of(records, r));
  bool same = lua_rawequal(records, -1, r + 2);
  if (!same) { /* not-a-numbers are one */
    lua_Number x = lua_tonumber(records, -1), y = lua_tonumber(records, r + 2);
    same = x != x && y != y;
  }
  lua_pop(records, 1);
  return !same;
}

/* Pushes function, old value, new value of record r; returns the variable's
 * name. */
static const char *push_record(lua_State *L, lua_State *records, int r) {
  lua_pushvalue(records, r);
  lua_pushvalue(records, r + 2);
  lua_xmove(records, L, 2);
  return lua_getupvalue(L, -2, upvalue_of(records, r));
}

/* Pops the function at the top: where it is. */
static lua_Debug where(lua_State *L) {
  lua_Debug ar;
  lua_getinfo(L, ">S", &ar);
  return ar;
}

/* Pushes where the functions are that use upvalue n of the function at
 * `function`, as "here" or "here, or at a.lua:9". Which of them wrote it is not
 * known. */
static const char *push_users(lua_State *L, int memory, int function, int n) {
  const void *id = lua_upvalueid(L, function, n);
  lua_rawgeti(L, memory, -1);
  int users = lua_gettop(L);
  lua_pushliteral(L, "here");
  for (lua_Integer at = 1; lua_rawgeti(L, users, at) != LUA_TNIL; at += 2) {
    lua_rawgeti(L, users, at + 1);
    int other = (int)lua_tointeger(L, -1);
    lua_pop(L, 1);
    if (lua_upvalueid(L, -1, other) == id) {
      lua_Debug ar = where(L);
      lua_pushfstring(L, "%s, or at %s:%d", lua_tostring(L, users + 1),
                      ar.source + 1, ar.linedefined);
      lua_replace(L, users + 1);
    }
    lua_settop(L, users + 1);
  }
  lua_settop(L, users + 1);
  return lua_tostring(L, -1);
}

/* "a.lua:3: `n` was 0 and is 1 now: ..." */
static void push_sentence(lua_State *L, int memory, lua_State *records, int r) {
  int top = lua_gettop(L);
  const char *name = push_record(L, records, r);
  const char *before = safelib_short(L, top + 2);
  const char *after = safelib_short(L, top + 3);
  const char *users = push_users(L, memory, top + 1, upvalue_of(records, r));
  lua_pushvalue(L, top + 1);
  lua_Debug ar = where(L);
  lua_pushfstring(
      L,
      "%s:%d: `%s` was %s and is %s now, changed by the function %s: "
      "declare values that change in `state`",
      ar.source + 1, ar.linedefined, name, before, after, users);
  lua_replace(L, top + 1);
  lua_settop(L, top + 1);
}

/* Restores every upvalue, so that the next step doesn't depend on this failure. */
static void put_back(lua_State *records, int top) {
  for (int r = 1; r < top; r += 3) {
    lua_pushvalue(records, r + 2);
    lua_setupvalue(records, r, upvalue_of(records, r));
  }
}

bool freeze_changed(lua_State *L, int i) {
  i = lua_absindex(L, i);
  if (!lua_checkstack(L, 20)) {
    lua_pushliteral(L, "not enough memory");
    return true;
  }
  lua_rawgeti(L, i, 0);
  lua_State *records = lua_tothread(L, -1); /* the memory keeps it */
  lua_pop(L, 1);
  int top = lua_gettop(records);
  for (int r = 1; r < top; r += 3) {
    if (!differs(records, r)) continue;
    push_sentence(L, i, records, r);
    put_back(records, top);
    return true;
  }
  return false;
}
