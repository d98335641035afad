/* Driving tables from trusted Lua: see l_engine.h.
 *
 * A state may hold several tables here, unlike at a table: a test opens as
 * many as it likes. All functions run on the state's main thread, which is
 * also the table's: a test that calls them from a coroutine is refused. */
#include "table/l_engine.h"

#include <lauxlib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bind/l_cards.h"
#include "script/sandbox.h"
#include "table/answer.h"
#include "table/json.h"
#include "table/l_table.h"
#include "table/l_verbs.h"
#include "table/plain.h"
#include "table/seed.h"
#include "table/snapshot.h"
#include "table/speech.h"

Table *engine_table(lua_State *L) {
  Table *t = l_table_check(L, 1);
  if (L != t->L) luaL_error(L, "a table is driven outside coroutines only");
  luaL_checkstack(L, 100, "driving a table");
  return t;
}

int engine_seat_code(int seat) { return seat == SEAT_GM ? 0 : seat + 1; }

int engine_push_stop(lua_State *L, Table *t, TableStop stop) {
  static const char *const words[] = {"step", "question", "finished", "failed"};
  bool nothing = stop == TABLE_QUESTION && t->question.kind == ASK_NOTHING;
  lua_pushstring(L, nothing ? "nothing" : words[stop]);
  if (stop != TABLE_FAILED) return 1;
  lua_pushstring(L, table_message(t));
  lua_pushstring(L, table_trace(t));
  return 3;
}

static int raise_top(lua_State *L) {
  lua_pushstring(L, report_text(L, -1));
  return lua_error(L);
}

/* reset(block, seed text, number of the game) */
static int e_reset(lua_State *L) {
  Table *t = engine_table(L);
  uint8_t seed[32];
  seed_read(luaL_checkstring(L, 2), seed);
  if (!table_reset(t, seed, (uint64_t)luaL_optinteger(L, 3, 0)))
    return luaL_error(L, "%s", table_message(t));
  return 0;
}

static int e_record(lua_State *L) {
  table_record(engine_table(L), lua_toboolean(L, 2));
  return 0;
}

static int e_stack(lua_State *L) {
  char err[256];
  if (!table_stack(engine_table(L), luaL_checkstring(L, 2), err, sizeof err))
    return luaL_error(L, "%s", err);
  return 0;
}

/* check_step(block) -> true; or nil, why, traceback where a step has ended and
 * locals of the script's files have changed, or the state can't be kept */
static int e_check_step(lua_State *L) {
  Table *t = engine_table(L);
  lua_pushboolean(L, 1);
  if (table_check(t)) return 1;
  table_fail(t);
  lua_pushnil(L);
  lua_pushstring(L, table_message(t));
  lua_pushstring(L, table_trace(t));
  return 3;
}

/* --- looking and setting up --- */

static void set_integer(lua_State *L, const char *key, lua_Integer n) {
  lua_pushinteger(L, n);
  lua_setfield(L, -2, key);
}

static void set_text(lua_State *L, const char *key, Bytes *text) {
  engine_push_bytes(L, text);
  lua_setfield(L, -2, key);
}

static void push_card(lua_State *L, const Table *t, CardId card) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.cards);
  lua_rawgeti(L, -1, card + 1);
  lua_remove(L, -2);
}

int engine_push_bytes(lua_State *L, Bytes *text) {
  bool trusted = arena_trust(host_of(L)->arena, true);
  lua_pushlstring(L, text->data ? text->data : "", text->count);
  arena_trust(host_of(L)->arena, trusted);
  bytes_free(text);
  return 1;
}

static int find_pile(lua_State *L, int i, const Table *t) {
  PileHandle *pile = bind_check(L, i, TAG_PILE, "pile");
  luaL_argcheck(L, pile->piles == t->piles, i, "a pile of another table");
  return pile->index;
}

/* A card of that face: from the decks first, then from anywhere else. */
static int find_card(const Table *t, int face, int pile) {
  int found = -1;
  for (int c = 0; c < t->piles->cards; c++) {
    int where = t->piles->where[c];
    if (t->piles->face[c] != face) continue;
    if (where < t->decks && where != pile) return c;
    bool better = found >= 0 && t->piles->where[found] == pile &&
                  (where != pile || piles_place(t->piles, (CardId)c) <
                                        piles_place(t->piles, (CardId)found));
    if (found < 0 || better) found = c;
  }
  return found;
}

/* An open question offers what lies there now. */
static void read_again(lua_State *L, Table *t) {
  QuestionKind kind = t->question.kind;
  if (kind == ASK_NONE || kind == ASK_DIE || kind == ASK_NOTHING) return;
  if (!question_again(t)) raise_top(L);
}

/* place(block, "Kh 3d", pile): moves nothing that a seat could see moving */
static int e_place(lua_State *L) {
  Table *t = engine_table(L);
  const char *names = luaL_checkstring(L, 2);
  int pile = find_pile(L, 3, t);
  void (*moved)(void *, CardId, int, int, SeatMask) = t->piles->moved;
  while (*names != 0) {
    while (*names == ' ' || *names == ',') names++;
    int n, face = card_read_first(t->faces, names, &n);
    if (n == 0) break;
    int card = face < 0 ? -1 : find_card(t, face, pile);
    if (card < 0) {
      lua_pushlstring(L, names, (size_t)n);
      return luaL_error(L, "place: there is no card `%s`", lua_tostring(L, -1));
    }
    t->piles->moved = NULL;
    piles_put(t->piles, (CardId)card, pile);
    t->piles->moved = moved;
    names += n;
  }
  read_again(L, t);
  return 0;
}

static int e_result(lua_State *L) {
  l_verbs_push_standings(engine_table(L), L);
  return 1;
}

static int e_next_step(lua_State *L) {
  Table *t = engine_table(L);
  lua_pushstring(L, t->running ? t->step : table_next_step(t));
  lua_pushboolean(L, t->running);
  return 2;
}

/* --- the record --- */

static const char *event_name(EventKind kind) {
  static const char *const names[] = {
      "step",     "shuffle", "move", "show",  "roll", "chance", "pay",
      "question", "answer",  "say",  "event", "gm",   "finish", "order"};
  return names[kind];
}

static void set_string(lua_State *L, const char *key, const char *text) {
  if (text == NULL) return;
  lua_pushstring(L, text);
  lua_setfield(L, -2, key);
}

/* What a script said, read by one who sees everything. */
static void set_spoken(lua_State *L, Table *t, const char *text) {
  Bytes out = {0};
  speech_render(t, text, READER_ALL, &SPEECH_LETTERS, &out);
  set_text(L, "text", &out);
}

static void push_hook_item(lua_State *L, const Table *t, const char *list,
                           int i) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.hooks);
  lua_getfield(L, -1, list);
  lua_rawgeti(L, -1, i + 1);
  lua_replace(L, -3);
  lua_pop(L, 1);
}

static void set_ends(lua_State *L, const Table *t, const Event *e) {
  const char *list = e->kind == EVENT_PAY ? "pool_handles" : "pile_handles";
  push_hook_item(L, t, list, e->from);
  lua_setfield(L, -2, "from");
  push_hook_item(L, t, list, e->to);
  lua_setfield(L, -2, "to");
}

static void push_event(lua_State *L, Table *t, const Event *e) {
  bool cards = e->kind == EVENT_MOVE || e->kind == EVENT_SHOW;
  lua_newtable(L);
  set_string(L, "kind", event_name(e->kind));
  set_integer(L, "question", (lua_Integer)e->question);
  set_integer(L, "amount", (lua_Integer)e->amount);
  if (e->kind == EVENT_SAY)
    set_spoken(L, t, e->text);
  else
    set_string(L, "text", e->text);
  set_string(L, "more", e->more);
  if (cards || e->kind == EVENT_PAY || e->kind == EVENT_SHUFFLE)
    set_ends(L, t, e);
  if (!cards) return;
  push_card(L, t, (CardId)e->card);
  lua_setfield(L, -2, "card");
}

/* events(block) -> list of what happened */
static int e_events(lua_State *L) {
  Table *t = engine_table(L);
  lua_createtable(L, (int)t->events.count, 0);
  for (size_t i = 0; i < t->events.count; i++) {
    push_event(L, t, &t->events.list[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/* --- words --- */

/* worded(block, value) -> the value as a person reads it, with marks */
static int e_worded(lua_State *L) {
  Table *t = engine_table(L);
  Bytes marked = {0};
  lua_settop(L, 2);
  speech_value(t, L, 2, &marked);
  return engine_push_bytes(L, &marked);
}

/* format(block, "text with %s", values...) -> the text with marks */
static int e_format(lua_State *L) {
  Table *t = engine_table(L);
  Bytes marked = {0};
  luaL_checkstring(L, 2);
  speech_format(t, L, 2, lua_gettop(L), &marked);
  return engine_push_bytes(L, &marked);
}

/* json(block, value) -> plain data of a script as JSON: cards, seats and piles
 * by their names */
static int e_json(lua_State *L) {
  Table *t = engine_table(L);
  bytes_clear(&t->scratch);
  lua_settop(L, 2);
  json_value(t, L, 2, &t->scratch);
  lua_pushlstring(L, t->scratch.data ? t->scratch.data : "", t->scratch.count);
  return 1;
}

static int reader_at(lua_State *L, int i) {
  if (lua_isboolean(L, i))
    return lua_toboolean(L, i) ? READER_ALL : READER_PUBLIC;
  lua_Integer code = luaL_checkinteger(L, i);
  luaL_argcheck(L, code >= 0 && code <= SEATS_MAX, i, "no such seat");
  return code == 0 ? SEAT_GM : (int)code - 1;
}

/* render(block, text with marks, reader, style) -> the text for that reader: a
 * seat's number (0: the GM), false: what all may know, true: everything.
 * Styles: nil or "letters" (Kh), "symbols", "words", "red and black letters", "red
 * and black symbols", between the marks of answer/text.h. */
static int e_render(lua_State *L) {
  static const char *const names[] = {
      "letters", "symbols", "red and black letters", "red and black symbols",
      "words",   NULL};
  Table *t = engine_table(L);
  const char *marked = luaL_checkstring(L, 2);
  int reader = reader_at(L, 3), which = luaL_checkoption(L, 4, names[0], names);
  SpeechStyle style = {.symbols = which % 2 == 1, .words = which == 4};
  if (which == 2 || which == 3) {
    style.red = "\6";
    style.black = "\7";
    style.plain = "\1";
  }
  Bytes text = {0};
  speech_render(t, marked, reader, &style, &text);
  return engine_push_bytes(L, &text);
}

static uint64_t mix(uint64_t hash, const void *data, size_t n) {
  const unsigned char *c = data;
  for (size_t i = 0; i < n; i++) hash = (hash ^ c[i]) * 0x100000001b3u;
  return hash;
}

static uint64_t mix_text(uint64_t hash, const char *text) {
  return text == NULL ? mix(hash, "", 1) : mix(hash, text, strlen(text) + 1);
}

/* told(block) -> an integer, equal for games of which the same was told and
 * in which the same was done, whatever steps did it (FNV-1a, 64 bits) */
static int e_told(lua_State *L) {
  const Events *events = &engine_table(L)->events;
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < events->count; i++) {
    const Event *e = &events->list[i];
    if (e->kind == EVENT_STEP) continue;
    const int64_t fields[] = {e->kind, e->card, e->from,
                              e->to,   e->seat, e->amount};
    hash = mix(hash, fields, sizeof fields);
    hash = mix_text(mix_text(hash, e->text), e->more);
  }
  lua_pushinteger(L, (lua_Integer)hash);
  return 1;
}

static void let_go(lua_State *L, int *ref) {
  luaL_unref(L, LUA_REGISTRYINDEX, *ref);
  *ref = LUA_NOREF;
}

/* forget(block): lets go of all that a table keeps, so that it can be
 * collected; it must not be used any more */
static int e_forget(lua_State *L) {
  Table *t = engine_table(L);
  int *const refs[] = {&t->ref.t,      &t->ref.seats, &t->ref.cards,
                       &t->ref.faces,  &t->ref.hooks, &t->ref.steps,
                       &t->ref.memory, &t->co_ref,    &t->report_ref};
  for (size_t i = 0; i < sizeof refs / sizeof *refs; i++) let_go(L, refs[i]);
  for (int i = 0; i < t->entries; i++)
    if (t->order[i].name[0] != 0) let_go(L, &t->order[i].ref); /* a step */
  return 0;
}

/* --- copies --- */

static void check_between(lua_State *L, const Table *t, const char *what) {
  if (t->running)
    luaL_error(L, "%s: only between two steps, and `%s` is under way", what,
               t->step);
}

static int e_snapshot(lua_State *L) {
  Table *t = engine_table(L);
  Bytes out = {0};
  check_between(L, t, "snapshot");
  if (!snapshot_take(t, &out)) {
    bytes_free(&out);
    return raise_top(L);
  }
  char hash[SNAPSHOT_HASH + 1];
  snapshot_hash(&out, hash);
  engine_push_bytes(L, &out);
  lua_pushstring(L, hash);
  return 2;
}

/* restore(block, bytes): also out of the middle of a step */
static int e_restore(lua_State *L) {
  Table *t = engine_table(L);
  size_t size;
  const char *data = luaL_checklstring(L, 2, &size);
  if ((t->running || t->report_ref != LUA_NOREF) &&
      !table_reset(t, t->seed, t->game))
    return luaL_error(L, "%s", table_message(t));
  if (!snapshot_restore(t, data, size)) return raise_top(L);
  return 0;
}

/* --- the files and the screen --- */

/* program() -> the path of this program */
static int e_program(lua_State *L) {
  char path[4096];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path);
  lua_pushlstring(L, path, n > 0 ? (size_t)n : 0);
  return 1;
}

/* line(text): a line on standard output */
static int e_line(lua_State *L) {
  size_t size;
  const char *text = luaL_checklstring(L, 1, &size);
  fwrite(text, 1, size, stdout);
  putchar('\n');
  return 0;
}

/* game(word) -> name; a path makes its folder the game's, which is read from
 * disk again: a test writes its games anew. */
static int e_game(lua_State *L) {
  World *w = lua_touserdata(L, lua_upvalueindex(1));
  char name[64];
  if (!sources_game(&w->sources, luaL_checkstring(L, 1), name, sizeof name))
    return luaL_error(L, "the name of the game is too long");
  sources_forget(&w->sources, name);
  lua_pushstring(L, name);
  return 1;
}

static void add_name(void *L, const char *name) {
  lua_pushstring(L, name);
  lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
}

/* suites(game) -> names of its files with tests, less .lua */
static int e_suites(lua_State *L) {
  World *w = lua_touserdata(L, lua_upvalueindex(1));
  const char *game = luaL_checkstring(L, 1);
  lua_newtable(L);
  sources_suites(&w->sources, game, add_name, L);
  return 1;
}

void engine_library(World *w) {
  static const luaL_Reg private_engine[] = {
      {"reset", e_reset},         {"record", e_record},
      {"stack", e_stack},         {"check_step", e_check_step},
      {"worded", e_worded},       {"format", e_format},
      {"render", e_render},       {"json", e_json},
      {"place", e_place},         {"result", e_result},
      {"next_step", e_next_step}, {"forget", e_forget},
      {"events", e_events},       {"told", e_told},
      {"snapshot", e_snapshot},   {"restore", e_restore},
      {"game", e_game},           {"suites", e_suites},
      {"line", e_line},           {"program", e_program},
      {"plain", plain_libraries}, {NULL, NULL}};
  lua_State *L = w->L;
  world_trusted(w);
  luaL_newlibtable(L, private_engine);
  lua_pushlightuserdata(L, w);
  luaL_setfuncs(L, private_engine, 1);
  lua_pushlightuserdata(L, w);
  luaL_setfuncs(L, private_driving, 1);
  lua_pushlightuserdata(L, w);
  luaL_setfuncs(L, private_answers, 1);
  sandbox_env_set(L, lua_gettop(L) - 1, "engine");
  lua_pop(L, 1);
}
