/* Driving tables from trusted Lua: see l_table.h. Here are steps and copies;
 * the other parts of `engine` are in l_events.c, l_question.c, l_answer.c,
 * bots.c and search.c.
 *
 * A state may hold several tables: a test opens as many as it likes, while a
 * world has one. All functions run on the state's main thread, which is also
 * the table's: a test that calls them from a coroutine is refused. */
#include "table/l_table.h"

#include <lauxlib.h>
#include <lualib.h>
#include <string.h>

#include "bind/l_cards.h"
#include "script/sandbox.h"
#include "script/text.h"
#include "table/play.h"
#include "table/snapshot.h"

static Table *check(lua_State *L) { return l_table_driven(L); }

int engine_push_failure(lua_State *L, Table *t) {
  report_refuse(L, table_message(t));
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->report_ref);
  lua_pushstring(L, report_trace(L, -1));
  lua_remove(L, -2);
  return 3;
}

int engine_push_stop(lua_State *L, Table *t, TableStop stop) {
  static const char *const words[] = {"step", "question", "finished", "failed"};
  bool nothing = stop == TABLE_QUESTION && t->question.kind == ASK_NOTHING;
  int results = stop == TABLE_FAILED ? engine_push_failure(L, t) : 1;
  lua_pushstring(L, nothing ? "nothing" : words[stop]);
  if (results == 3) lua_replace(L, -4);
  return results;
}

/* --- steps --- */

/* Gives the budget's clock the step to name if it must end the process. */
static void name_step(lua_State *L, const char *step) {
  budget_name(host_of(L)->budget, NULL, step);
}

/* begin_step(block) -> the next stop, as engine_push_stop pushes it */
static int begin_step(lua_State *L) {
  Table *t = check(L);
  name_step(L, table_next_step(t));
  t->run.new_hand = false;
  return engine_push_stop(L, t, table_run(t));
}

/* begin_action(block, step, seat) -> the next stop */
static int begin_action(lua_State *L) {
  Table *t = check(L);
  const char *step = luaL_checkstring(L, 2);
  name_step(L, step);
  return engine_push_stop(L, t, table_act(t, step, l_table_seat(L, 3)));
}

/* gave_up(block) -> has the clock ended a step that must be run again with
 * counting on? Reading it turns counting on and resets it: see limits.h. */
static int gave_up(lua_State *L) {
  Budget *budget = host_of(L)->budget;
  lua_pushboolean(L, budget_gave_up(budget));
  budget_count(budget, true);
  return 1;
}

/* counts(block, on): from now on every step is counted; off: gave_up is asked
 * whenever the table has stopped */
static int counts(lua_State *L) {
  check(L)->can_go_back = !lua_toboolean(L, 2);
  return 0;
}

/* unchanged(block) -> true; or nil and the sentence that says which local of the
 * script's files has changed */
static int unchanged(lua_State *L) {
  Table *t = check(L);
  if (!table_unchanged(t)) return report_refuse(L, report_text(L, -1));
  lua_pushboolean(L, 1);
  return 1;
}

/* check_step(block) -> true; or nil, why, traceback if a step has ended and
 * locals of the script's files have changed, or the state can't be saved */
static int check_step(lua_State *L) {
  Table *t = check(L);
  lua_pushboolean(L, 1);
  if (table_check(t)) return 1;
  table_fail(t);
  return engine_push_failure(L, t);
}

/* state(block) -> snapshot of the state between two steps; or nil, why,
 * traceback if locals have changed or the state can't be saved */
static int take_state(lua_State *L) {
  Table *t = check(L);
  Bytes out = {0};
  if (table_unchanged(t) && snapshot_take(t, &out, false))
    return l_table_push_bytes(L, &out);
  table_fail(t);
  bytes_free(&out);
  return engine_push_failure(L, t);
}

/* go_back(block, seed, number, snapshot, events) -> true, or nil and why:
 * brings the table back to the snapshot, or without one to the start of the
 * game, and the record back to its first `events` */
static int go_back(lua_State *L) {
  size_t size;
  uint8_t seed[32];
  Table *t = check(L);
  seed_read(luaL_checkstring(L, 2), seed);
  uint64_t number = (uint64_t)luaL_optinteger(L, 3, 0);
  const char *data = luaL_optlstring(L, 4, NULL, &size);
  size_t count = (size_t)luaL_optinteger(L, 5, 0);
  Events told = t->events;
  t->events = (Events){.off = told.off, .quiet = told.quiet};
  bool good = table_reset(t, seed, number);
  events_free(&t->events);
  t->events = told;
  events_cut(&t->events, count);
  if (good && data != NULL && !snapshot_restore(t, data, size, false)) {
    table_fail(t);
    good = false;
  }
  if (!good) return engine_push_failure(L, t);
  lua_pushboolean(L, 1);
  return 1;
}

/* go_to(block, step) -> is there such a step? Then it is the next. */
static int go_to(lua_State *L) {
  Table *t = check(L);
  const char *step = luaL_checkstring(L, 2), *now = table_next_step(t);
  lua_pushboolean(L, (now && strcmp(now, step) == 0) || table_go_to(t, step));
  return 1;
}

/* standing(block) -> the next step's name (nil at the end), has a list of the
 * order begun again?, steps so far, is the game over?, the last step's name, is
 * it under way?, depth of the list of the order that it is in (0: outermost) */
static int standing(lua_State *L) {
  Table *t = check(L);
  lua_pushstring(L, table_next_step(t));
  lua_pushboolean(L, t->run.new_hand);
  lua_pushinteger(L, (lua_Integer)t->run.steps);
  lua_pushboolean(L, t->finished);
  lua_pushstring(L, t->step);
  lua_pushboolean(L, t->running);
  lua_pushinteger(L, t->place.depth);
  return 7;
}

/* look_seldom(block): for a function that only answers and was called often,
 * only some of the calls are checked for changes */
static int look_seldom(lua_State *L) {
  check(L)->looks_seldom = true;
  return 0;
}

/* stack(block, cards): the first shuffle of the first deck leaves them on top,
 * the first to be drawn first; cards from 0 */
static int stack(lua_State *L) {
  Table *t = check(L);
  luaL_checktype(L, 2, LUA_TTABLE);
  for (t->stacked_count = 0; t->stacked_count < t->piles->cards;) {
    if (lua_rawgeti(L, 2, t->stacked_count + 1) == LUA_TNIL) break;
    lua_Integer card = luaL_checkinteger(L, -1);
    luaL_argcheck(L, card >= 0 && card < t->piles->cards, 2, "no such card");
    t->stacked[t->stacked_count++] = (CardId)card;
    lua_pop(L, 1);
  }
  table_record(t, !t->events.off);
  return 0;
}

/* --- copies --- */

/* pack(block, value) -> plain data as bytes; or nil and why it can't be saved */
static int pack(lua_State *L) {
  Table *t = check(L);
  Bytes bytes = {0};
  lua_settop(L, 2);
  if (snapshot_value(t, 2, &bytes, 0)) return l_table_push_bytes(L, &bytes);
  bytes_free(&bytes);
  return report_refuse(L, report_text(L, -1));
}

/* unpack(block, bytes) -> the value; nil: they are not the bytes of one */
static int unpack(lua_State *L) {
  size_t size;
  Table *t = check(L);
  const char *bytes = luaL_checklstring(L, 2, &size);
  return snapshot_push(t, bytes, size) ? 1 : 0;
}

static void release(lua_State *L, int *ref) {
  luaL_unref(L, LUA_REGISTRYINDEX, *ref);
  *ref = LUA_NOREF;
}

/* forget(block): releases all references of a table, so that it can be collected;
 * it must not be used any more */
static int forget(lua_State *L) {
  Table *t = check(L);
  int *const refs[] = {&t->ref.t,      &t->ref.seats, &t->ref.cards,
                       &t->ref.faces,  &t->ref.hooks, &t->ref.steps,
                       &t->ref.memory, &t->co_ref,    &t->report_ref};
  for (size_t i = 0; i < sizeof refs / sizeof *refs; i++) release(L, refs[i]);
  for (int i = 0; i < t->entries; i++)
    if (t->order[i].name[0] != 0) release(L, &t->order[i].ref); /* a step */
  return 0;
}

/* --- for tests, and the screen --- */

/* plain() -> a new table of Lua's own global functions, with its libraries as
 * they come, and a new environment of the project's own Lua, which has what
 * scripts have now. LuaUnit wants them, and tests may read files and start
 * programs; no script gets at them. What scripts have are copies (safelib.c),
 * so what a test does to these changes nothing there. */
static int plain(lua_State *L) {
  static const luaL_Reg libraries[] = {
      {LUA_STRLIBNAME, luaopen_string},  {LUA_TABLIBNAME, luaopen_table},
      {LUA_MATHLIBNAME, luaopen_math},   {LUA_IOLIBNAME, luaopen_io},
      {LUA_OSLIBNAME, luaopen_os},       {LUA_DBLIBNAME, luaopen_debug},
      {LUA_COLIBNAME, luaopen_coroutine}};
  lua_settop(L, 0);
  lua_newtable(L);
  luaL_requiref(L, LUA_GNAME, luaopen_base, 0);
  sandbox_copy_fields(L, 2, 1);
  lua_settop(L, 1);
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
    luaL_requiref(L, libraries[i].name, libraries[i].func, 0);
    lua_setfield(L, 1, libraries[i].name);
  }
  sandbox_trusted_env(L);
  return 2;
}

/* write(text): on standard output, cleaned */
static int write_text(lua_State *L) {
  size_t size;
  const char *text = luaL_checklstring(L, 1, &size);
  char *out = lua_newuserdatauv(L, size + 1, 0);
  fwrite(out, 1, clean_text(out, text, size, "\n\t"), stdout);
  return 0;
}

void engine_push(lua_State *L) {
  static const luaL_Reg private_engine[] = {{"begin_step", begin_step},
                                            {"begin_action", begin_action},
                                            {"gave_up", gave_up},
                                            {"counts", counts},
                                            {"check_step", check_step},
                                            {"unchanged", unchanged},
                                            {"state", take_state},
                                            {"go_back", go_back},
                                            {"go_to", go_to},
                                            {"standing", standing},
                                            {"look_seldom", look_seldom},
                                            {"stack", stack},
                                            {"pack", pack},
                                            {"unpack", unpack},
                                            {"forget", forget},
                                            {"plain", plain},
                                            {"write", write_text},
                                            {NULL, NULL}};
  luaL_newlib(L, private_engine);
}
