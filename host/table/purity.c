/* Has a function that only answers changed anything? See purity.h.
 *
 * A walk sums the entries of each table and function that it meets, in any
 * order; a table inside another one counts by its address, so that cycles are
 * harmless. Tables with a metatable are left out: they are frozen, or the host's
 * own. Snapshots would cost ten times as much, and can't hold every value that
 * a running step has. */
#include "table/purity.h"

#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/bind.h"
#include "script/sandbox.h"
#include "table/snapshot.h"

/* Tables and functions still to visit are on the stack, up to `at`, the one that
 * is being visited. */
typedef struct Walk {
  Table *t;
  lua_State *L;
  int f;      /* stack index of the function */
  int memory; /* stack index: functions of the game's files (freeze_remember) */
  int at;
  uint64_t sum;        /* of the value that is being walked */
  Bytes *sums;         /* receives the sums, one after the other */
  const Bytes *before; /* or: earlier sums to compare with */
  size_t count;        /* of sums compared */
  char changed[NAMES_MAX];
} Walk;

/* --- visited --- */

/* A hash table by address. A slot of an earlier walk counts as free; at least half
 * of them are. */
typedef struct MetSlot {
  const void *owner;
  uint64_t walk;
} MetSlot;

struct PurityMet {
  uint64_t walk;
  size_t count, room; /* room: a power of two */
  MetSlot slot[];
};

static MetSlot *met_slot(PurityMet *m, const void *owner) {
  size_t i = (size_t)mix64((uintptr_t)owner, 0) & (m->room - 1);
  while (m->slot[i].walk == m->walk && m->slot[i].owner != owner)
    i = (i + 1) & (m->room - 1);
  return &m->slot[i];
}

static bool met_enlarge(Table *t) {
  enum { FIRST_ROOM = 64 };
  PurityMet *m = t->met;
  size_t room = m == NULL ? FIRST_ROOM : m->room * 2;
  PurityMet *larger = calloc(1, sizeof *larger + room * sizeof *larger->slot);
  if (larger == NULL) return false;
  *larger = (PurityMet){.room = room};
  if (m != NULL) larger->walk = m->walk, larger->count = m->count;
  for (size_t i = 0; m != NULL && i < m->room; i++)
    if (m->slot[i].walk == m->walk)
      *met_slot(larger, m->slot[i].owner) = m->slot[i];
  free(m);
  t->met = larger;
  return true;
}

/* Marks it as visited; false if this walk has visited it before. */
static bool is_new(Walk *w, const void *owner) {
  if (w->t->met->count * 2 >= w->t->met->room && !met_enlarge(w->t))
    luaL_error(w->L, "%s", host_of(w->L)->out_of_memory);
  PurityMet *m = w->t->met;
  MetSlot *slot = met_slot(m, owner);
  if (slot->walk == m->walk) return false;
  *slot = (MetSlot){owner, m->walk};
  m->count++;
  return true;
}

/* --- sums --- */

static uint64_t sum_of_text(const char *text, size_t size) {
  uint64_t sum = size, part = 0;
  for (; size >= sizeof part; text += sizeof part, size -= sizeof part) {
    memcpy(&part, text, sizeof part);
    sum = mix64(sum, part);
  }
  part = 0;
  memcpy(&part, text, size);
  return mix64(sum, part);
}

/* Puts the table or function at i below `at`, to be visited later; the stack from
 * there on moves up. */
static void meet(Walk *w, int i) {
  lua_State *L = w->L;
  if (!is_new(w, lua_topointer(L, i))) return;
  luaL_checkstack(L, LUA_MINSTACK, "the state has too many tables");
  lua_pushvalue(L, i);
  lua_insert(L, w->at++);
}

static bool is_plain(lua_State *L, int table) {
  if (!lua_getmetatable(L, table)) return true;
  lua_pop(L, 1);
  return false;
}

/* Is it a function that a step has made? Those of the game's files are compared at
 * each step's end (table_unchanged). */
static bool is_of_step(Walk *w, int function) {
  lua_State *L = w->L;
  lua_Debug ar;
  if (lua_iscfunction(L, function)) return false;
  lua_pushvalue(L, function);
  bool known = lua_rawget(L, w->memory) != LUA_TNIL;
  lua_pop(L, 1);
  if (known) return false;
  lua_pushvalue(L, function);
  lua_getinfo(L, ">S", &ar);
  return ar.source[0] != '=';
}

/* The sum of a value without its contents. */
static uint64_t sum_of_flat(lua_State *L, int i, int type) {
  uint64_t bits = 0;
  if (type == LUA_TSTRING) {
    size_t size;
    const char *text = lua_tolstring(L, i, &size);
    bits = sum_of_text(text, size);
  } else if (type == LUA_TNUMBER && lua_isinteger(L, i)) {
    return mix64((uint64_t)lua_tointeger(L, i), LUA_NUMTYPES + 1);
  } else if (type == LUA_TNUMBER) {
    lua_Number n = lua_tonumber(L, i);
    memcpy(&bits, &n, sizeof n);
  } else if (type == LUA_TBOOLEAN) {
    bits = (uint64_t)lua_toboolean(L, i);
  } else {
    bits = (uintptr_t)lua_topointer(L, i);
  }
  return mix64(bits, (uint64_t)type);
}

/* The sum of the value at i; the stack above `at` may have moved then. */
static uint64_t sum_of(Walk *w, int i) {
  lua_State *L = w->L;
  int type = lua_type(L, i);
  uint64_t sum = sum_of_flat(L, i, type);
  if ((type == LUA_TTABLE && is_plain(L, i)) ||
      (type == LUA_TFUNCTION && is_of_step(w, i)))
    meet(w, i);
  return sum;
}

static void add_entry(Walk *w, const void *owner, uint64_t key,
                      uint64_t value) {
  w->sum += mix64(mix64((uintptr_t)owner, key), value);
}

/* Adds the contents of the table or function on top, and pops it. */
static void add_contents(Walk *w) {
  lua_State *L = w->L;
  w->at = lua_gettop(L);
  const void *owner = lua_topointer(L, w->at);
  if (lua_istable(L, w->at)) {
    for (lua_pushnil(L); lua_next(L, w->at); lua_settop(L, w->at + 1)) {
      budget_charge(L, 1);
      uint64_t key = sum_of(w, w->at + 1);
      add_entry(w, owner, key, sum_of(w, w->at + 2));
    }
  } else {
    for (int n = 1; lua_getupvalue(L, w->at, n) != NULL; n++) {
      add_entry(w, owner, (uint64_t)n, sum_of(w, w->at + 1));
      lua_settop(L, w->at);
    }
  }
  lua_settop(L, w->at - 1);
}

/* Completes the sum of the value on top, which has that type, and pops it. True
 * for the first sum that differs from the one before. */
static bool end_sum(Walk *w, int type) {
  lua_State *L = w->L;
  if (type == LUA_TTABLE || type == LUA_TFUNCTION) {
    int top = w->at = lua_gettop(L);
    w->sum = sum_of(w, top);
    for (lua_settop(L, w->at - 1); lua_gettop(L) >= top; add_contents(w))
      budget_charge(L, 1);
  } else {
    w->sum = sum_of_flat(L, -1, type);
    lua_pop(L, 1);
  }
  if (w->before == NULL) {
    bytes_add(w->sums, &w->sum, sizeof w->sum);
    return false;
  }
  size_t at = w->count++ * sizeof w->sum;
  return w->changed[0] == '\0' &&
         (at >= w->before->count ||
          memcmp(w->before->data + at, &w->sum, sizeof w->sum) != 0);
}

static void note_changed(Walk *w, const char *name) {
  snprintf(w->changed, sizeof w->changed, "%s", name);
}

static void add_state(void *walk, int names, int owner) {
  Walk *w = walk;
  lua_State *L = w->L;
  for (lua_Integer i = 1; lua_rawgeti(L, names, i) == LUA_TSTRING; i++) {
    if (!end_sum(w, lua_rawget(L, owner))) continue;
    lua_rawgeti(L, names, i);
    note_changed(w, lua_tostring(L, -1));
    lua_pop(L, 1);
  }
  lua_settop(L, owner);
}

static void add_locals(Walk *w) {
  const char *name;
  for (int n = 1; (name = lua_getupvalue(w->L, w->f, n)) != NULL; n++)
    if (end_sum(w, lua_type(w->L, -1))) note_changed(w, name);
}

static int walk(lua_State *L) {
  Walk *w = lua_touserdata(L, 1);
  Table *t = w->t;
  w->L = L;
  w->f = 2;
  w->memory = 3;
  if (t->met == NULL && !met_enlarge(t))
    return luaL_error(L, "%s", host_of(L)->out_of_memory);
  t->met->walk++;
  t->met->count = 0;
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.memory);
  snapshot_each_owner(t, L, add_state, w);
  add_locals(w);
  return 0;
}

static bool walk_within_budget(Walk *w, lua_State *L, int f) {
  Budget *budget = host_of(L)->budget;
  f = lua_absindex(L, f);
  lua_pushcfunction(L, walk);
  lua_pushlightuserdata(L, w);
  lua_pushvalue(L, f);
  budget_enter(budget, L);
  int status = host_pcall(L, 2, 0, 0);
  budget_leave(budget);
  return status == LUA_OK;
}

bool purity_take(Table *t, lua_State *L, int f, Bytes *out) {
  Walk w = {.t = t, .sums = out};
  if (!walk_within_budget(&w, L, f)) return false;
  if (out->failed) lua_pushstring(L, host_of(L)->out_of_memory);
  return !out->failed;
}

int purity_changed(Table *t, lua_State *L, int f, const Bytes *before) {
  Walk w = {.t = t, .before = before};
  if (!walk_within_budget(&w, L, f)) return -1;
  if (w.changed[0] == '\0') return 0;
  lua_pushstring(L, w.changed);
  return 1;
}

/* The name on top becomes a sentence about the function at index f. */
static void push_sentence(lua_State *L, int f) {
  lua_Debug ar;
  lua_pushvalue(L, f);
  lua_getinfo(L, ">S", &ar);
  lua_pushfstring(
      L,
      "%s:%d: this function only answers and must not change anything: "
      "it changed `%s`",
      ar.source + 1, ar.linedefined, lua_tostring(L, -1));
}

/* The error value on top is what the table ends with when it goes on. */
static void fail_later(Table *t, lua_State *L) {
  luaL_unref(L, LUA_REGISTRYINDEX, t->report_ref);
  lua_pushvalue(L, -1);
  t->report_ref = luaL_ref(L, LUA_REGISTRYINDEX);
}

/* How often the function at f was called in this state, this time included. */
static lua_Integer times_called(lua_State *L, int f) {
  if (!luaL_getsubtable(L, LUA_REGISTRYINDEX, "croupier.times_called")) {
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "k");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
  }
  lua_pushvalue(L, f);
  lua_rawget(L, -2);
  lua_Integer times = lua_tointeger(L, -1) + 1;
  lua_pushvalue(L, f);
  lua_pushinteger(L, times);
  lua_rawset(L, -4);
  lua_pop(L, 2);
  return times;
}

/* Imagined worlds aren't compared: they are thrown away with all changes. */
static bool is_compared(const Table *t, lua_State *L, int f) {
  enum { LOOKS = 100, LOOK_EVERY = 16 };
  if (t->search.imagines) return false;
  if (!t->looks_seldom) return true;
  lua_Integer times = times_called(L, f);
  return times <= LOOKS || times % LOOK_EVERY == 0;
}

int purity_call(Table *t, lua_State *L, int f, int arguments, int results) {
  Bytes before = {0};
  int called = lua_gettop(L) - arguments, status = LUA_ERRRUN;
  f = lua_absindex(L, f);
  bool compared = is_compared(t, L, f);
  lua_pushcfunction(L, report_handler);
  lua_insert(L, called);
  int changed = compared ? -1 : 0;
  if (!compared || purity_take(t, L, f, &before)) {
    status = table_call(t, L, arguments, results, called);
    if (compared) changed = purity_changed(t, L, f, &before);
    if (changed > 0) push_sentence(L, f);
    if (changed > 0 && L != t->co) fail_later(t, L);
  }
  bytes_free(&before);
  if (changed == 0) {
    lua_remove(L, called);
    return status;
  }
  lua_replace(L, called);
  lua_settop(L, called);
  return LUA_ERRRUN;
}
