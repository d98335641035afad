/* A table under way, from its first step to its end, and what Lua holds of it:
 * see table.h. */
#include "table/table.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#include "bind/bind.h"
#include "script/sandbox.h"

const uint32_t MARK_AGAIN = TAG_MARK, MARK_DONE = TAG_MARK,
               MARK_NONE = TAG_MARK;

/* --- what Lua holds of it --- */

int table_seat_of(const Table *t, const void *pointer) {
  if (pointer == NULL) return SEAT_NONE;
  for (int s = 0; s < t->seats; s++)
    if (t->seat_at[s] == pointer) return s;
  return t->seat_at[SEAT_GM] == pointer ? SEAT_GM : SEAT_NONE;
}

Table *table_at(lua_State *L, int i) {
  return bind_check(L, i, TAG_TABLE, "table under way");
}

void table_push(lua_State *L, int ref, lua_Integer i) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, ref);
  lua_rawgeti(L, -1, i);
  lua_replace(L, -2);
}

void table_push_hook(lua_State *L, const Table *t, const char *name) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.hooks);
  bind_get(L, -1, name);
  lua_replace(L, -2);
}

/* --- starting and ending --- */

static void new_coroutine(Table *t) {
  luaL_unref(t->L, LUA_REGISTRYINDEX, t->co_ref);
  t->co = lua_newthread(t->L);
  t->co_ref = luaL_ref(t->L, LUA_REGISTRYINDEX);
}

static void reset_piles(Table *t) {
  static const SeatMask none[CARDS_MAX];
  CardId order[CARDS_MAX];
  uint16_t counts[PILES_MAX] = {0};
  for (int c = 0; c < t->piles->cards; c++) order[c] = (CardId)c;
  memcpy(counts, t->deck_size, (size_t)t->decks * sizeof *counts);
  piles_restore(t->piles, order, counts, none);
}

/* While functions handed to the host run, chance, piles and pools are locked. */
static void count_callbacks(Table *t, int change) {
  t->callbacks += change;
  t->piles->locked = t->callbacks > 0;
  pools_lock(t->pools, t->callbacks > 0);
}

static void reset_place(Table *t) {
  t->place = (Place){.depth = 0};
  t->step = NULL;
  t->finished = t->running = t->run.new_hand = t->run.stack_used = false;
  t->questions = t->run.steps = t->run.idle = t->forced = 0;
  t->question.kind = ASK_NONE;
  t->viewing = SEAT_NONE;
  count_callbacks(t, -t->callbacks);
}

void table_clear(Table *t) {
  if (t->running || t->report_ref != LUA_NOREF || t->co == NULL)
    new_coroutine(t);
  luaL_unref(t->L, LUA_REGISTRYINDEX, t->report_ref);
  t->report_ref = LUA_NOREF;
  reset_place(t);
}

bool table_reset(Table *t, const uint8_t seed[32], uint64_t game) {
  table_clear(t);
  memcpy(t->seed, seed, sizeof t->seed);
  t->game = game;
  rng_stream(&t->rng, seed, "table", game);
  draws_key(&t->draws, seed, "answers", game);
  chance_reset(t);
  events_cut(&t->events, 0);
  reset_piles(t);
  if (!table_hook(t, "reset", 0)) {
    table_fail(t);
    return false;
  }
  lua_pop(t->L, 1);
  return true;
}

int table_call(Table *t, lua_State *L, int arguments, int results,
               int handler) {
  Budget *budget = host_of(L)->budget;
  count_callbacks(t, 1);
  budget_enter(budget, L);
  int status = host_pcall(L, arguments, results, handler);
  budget_leave(budget);
  count_callbacks(t, -1);
  return status;
}

bool table_hook(Table *t, const char *name, int arguments) {
  lua_State *L = t->L;
  int base = lua_gettop(L) - arguments;
  lua_pushcfunction(L, report_handler);
  lua_insert(L, base + 1);
  table_push_hook(L, t, name);
  lua_insert(L, base + 2);
  int status = host_pcall(L, arguments, 1, base + 1);
  lua_remove(L, base + 1);
  return status == LUA_OK;
}

TableStop table_failed(Table *t) {
  t->running = false;
  t->question.kind = ASK_NONE;
  return TABLE_FAILED;
}

TableStop table_fail(Table *t) {
  luaL_unref(t->L, LUA_REGISTRYINDEX, t->report_ref);
  t->report_ref = luaL_ref(t->L, LUA_REGISTRYINDEX);
  return table_failed(t);
}

TableStop table_fail_asking(Table *t) {
  lua_State *co = t->co;
  if (lua_checkstack(co, 1)) {
    lua_xmove(t->L, co, 1);
    report_of_coroutine(t->L, co);
  }
  return table_fail(t);
}

const char *table_message(Table *t) {
  lua_rawgeti(t->L, LUA_REGISTRYINDEX, t->report_ref);
  const char *text = report_text(t->L, -1);
  lua_pop(t->L, 1); /* the reference keeps it alive */
  return text;
}

void table_close(Table *t) {
  piles_free(t->piles);
  pools_free(t->pools);
  events_free(&t->events);
  free(t->met);
  t->piles = NULL;
  t->pools = NULL;
  t->met = NULL;
}
