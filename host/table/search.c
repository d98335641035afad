/* The host's side of a bot that searches: takes a waiting table back to an earlier
 * state, with other faces on the cards and other chance, and plays on from there.
 *
 * While search.hooked is set, the hooks `began` and `answered` are called when a
 * step begins and before an answer is given. The record is in table/steps.lua,
 * replaying it in search/step_record.lua. A step is always replayed from its
 * beginning, because its locals may hold conclusions from the true cards. */
#include <lauxlib.h>
#include <string.h>
#include <time.h>

#include "bind/l_cards.h"
#include "script/limits.h"
#include "script/sandbox.h"
#include "table/l_table.h"
#include "table/play.h"
#include "table/snapshot.h"

/* Gives a card that face; `cards` and `faces` are the tables of both. */
static void set_face(Table *t, int cards, int faces, int card, int face) {
  lua_State *L = t->L;
  lua_rawgeti(L, cards, card + 1);
  CardHandle *handle = lua_touserdata(L, -1);
  handle->face = t->piles->face[card] = (uint8_t)face;
  handle->poker = t->faces->face[face].poker;
  lua_rawgeti(L, faces, face + 1);
  lua_getmetatable(L, -1);
  lua_setmetatable(L, -3);
  lua_pop(L, 2);
}

/* Gives the cards the faces of the table at `faces`, both by number. */
static void set_faces(lua_State *L, Table *t, int faces) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.cards);
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.faces);
  int top = lua_gettop(L);
  for (int c = 0; c < t->piles->cards; c++) {
    lua_rawgeti(L, faces, c + 1);
    int face = (int)lua_tointeger(L, -1) - 1;
    lua_pop(L, 1);
    if (t->piles->face[c] != face) set_face(t, top - 1, top, c, face);
  }
  lua_pop(L, 2);
}

/* From now on luck depends on a card's place in the list of numbers at `order`,
 * not on the card, which the seat can't know. */
static void set_luck(lua_State *L, Piles *p, int order) {
  for (int i = 0; i < p->cards; i++) {
    lua_rawgeti(L, order, i + 1);
    lua_Integer card = lua_tointeger(L, -1) - 1;
    if (card >= 0 && card < p->cards) p->luck[card] = (uint16_t)i;
    lua_pop(L, 1);
  }
}

/* Pushes bytes to compare: the pile of each card that the seat sees, and the size
 * of each pile. */
static void push_sight(lua_State *L, const Piles *p, int seat) {
  uint16_t sight[CARDS_MAX + PILES_MAX];
  int n = 0;
  for (int c = 0; c < p->cards; c++)
    sight[n++] = piles_visible(p, (CardId)c, seat) ? p->where[c] : PILES_MAX;
  for (int i = 0; i < p->piles; i++) sight[n++] = (uint16_t)p->pile[i].count;
  lua_pushlstring(L, (const char *)sight, (size_t)n * sizeof *sight);
}

enum { VALUES_SHOWN = 16 };

/* The name of the open question with the whole numbers among the first values
 * of its text; nil where none is open. */
static void push_question(lua_State *L, Table *t) {
  lua_State *co = t->co;
  if (t->question.kind == ASK_NONE) {
    lua_pushnil(L);
    return;
  }
  lua_pushstring(L, t->question.name);
  if (!lua_istable(co, QUESTION_TABLE)) return;
  for (int i = 3; i < 3 + VALUES_SHOWN; i++) {
    lua_rawgeti(co, QUESTION_TABLE, i);
    if (lua_isinteger(co, -1)) {
      lua_pushfstring(L, " %I", (LUAI_UACINT)lua_tointeger(co, -1));
      lua_concat(L, 2);
    }
    lua_pop(co, 1);
  }
}

/* search_look(block, seat) -> what the seat sees of the cards, as bytes; the
 * number of steps that have ended; the open question with its numbers, or nil;
 * the count of numbers that chance has given since some are drawn again
 * (search_ahead), and does one of them differ?; is everything since the step
 * began in the record? */
static int s_look(lua_State *L) {
  Table *t = l_table_driven(L);
  const Search *s = &t->search;
  push_sight(L, t->piles, l_table_seat(L, 2));
  lua_pushinteger(L, (lua_Integer)t->run.steps);
  push_question(L, t);
  lua_pushinteger(L, s->drawn);
  lua_pushboolean(L, s->differs);
  lua_pushboolean(L, s->records && !s->lost && !t->events.off);
  return 6;
}

/* search_record(block) -> the game between two steps as bytes, without what
 * can't change; nil if it can't be saved. A record is kept from the next step
 * on. */
static int s_record(lua_State *L) {
  Table *t = l_table_driven(L);
  t->search.records = t->search.hooked = true;
  Bytes out = {0};
  if (snapshot_take(t, &out, true)) return l_table_push_bytes(L, &out);
  bytes_free(&out);
  return 0;
}

enum { KEY_BYTES = sizeof((Search *)0)->key };

/* The key of all chance in this game's searches, from the seed and the number of
 * the game. For game 0 it is the seed itself. */
static void make_key(const Table *t, uint8_t *key) {
  memcpy(key, t->seed, KEY_BYTES);
  if (t->game == 0) return;
  Rng r;
  rng_stream(&r, t->seed, "search: game", t->game);
  for (size_t i = 0; i < KEY_BYTES; i++) key[i] = (uint8_t)rng_word(&r);
}

/* The key at stack index i where there is one, or else this game's. */
static void set_key(lua_State *L, Table *t, int i) {
  Search *s = &t->search;
  size_t size;
  const char *key = luaL_optlstring(L, i, NULL, &size);
  if (key == NULL) {
    make_key(t, s->key);
  } else {
    luaL_argcheck(L, size == KEY_BYTES, i, "32 bytes expected");
    memcpy(s->key, key, KEY_BYTES);
  }
  s->order = 0;
  if (memcmp(s->key, t->seed, KEY_BYTES) != 0)
    memcpy(&s->order, s->key, sizeof s->order);
}

static int stop_imagining(Table *t) {
  t->run = t->search.before;
  t->search.imagines = false;
  for (int c = 0; c < t->piles->cards; c++) t->piles->luck[c] = (uint16_t)c;
  t->search.hooked = t->search.records;
  events_cut(&t->events, t->search.events_before);
  t->events.quiet = t->search.quiet;
  table_record(t, true);
  return 0;
}

/* search_imagine(block, seat, order, key) -> a number for the seat's own chance
 * at this question. From now on the table stands in worlds as the seat may
 * imagine them, luck goes by the cards' order (nil: by their numbers), and
 * Ctrl-C ends what a script computes. `key`: of all chance there (nil: this
 * game's).
 * search_imagine(block): not any more, for the game was brought back to where
 * it stood. */
static int s_imagine(lua_State *L) {
  Table *t = l_table_driven(L);
  Search *s = &t->search;
  if (lua_isnoneornil(L, 2)) return stop_imagining(t);
  uint64_t seat = (uint64_t)luaL_checkinteger(L, 2);
  set_key(L, t, 4);
  s->before = t->run;
  s->imagines = true;
  s->events_before = t->events.count;
  s->quiet = t->events.quiet;
  t->events.quiet = false;
  table_record(t, false);
  if (s->pressed != NULL) budget_interrupt(host_of(L)->budget, s->pressed);
  if (!lua_isnoneornil(L, 3)) {
    luaL_checktype(L, 3, LUA_TTABLE);
    set_luck(L, t->piles, 3);
  }
  Rng r;
  rng_stream(&r, s->key, "search", t->questions << 6 | seat);
  lua_pushinteger(L, (lua_Integer)rng_word(&r));
  return 1;
}

/* Reads the table at `names`, from a card's number to the number of the card that
 * takes its place; cards that aren't in it stay. */
static void name_cards(lua_State *L, int names, Table *t) {
  Search *s = &t->search;
  for (int c = 0; s->named && c < t->piles->cards; c++) {
    bool other = lua_rawgeti(L, names, c + 1) == LUA_TNUMBER;
    s->name[c] = (CardId)(other ? lua_tointeger(L, -1) - 1 : c);
    lua_pop(L, 1);
  }
}

/* From now on chance is a world's and not the game's. */
static void use_world(Table *t, uint64_t world, const char *purpose) {
  t->search.redraws = false;
  t->search.world = world;
  draws_key(&t->draws, t->search.key, purpose, world);
  t->game = world | (uint64_t)1 << 62; /* not 0: no log texts are made */
}

/* Brings the game back to where the bytes at `state` were taken. */
static bool restore(lua_State *L, Table *t, int state, int names) {
  size_t size;
  const char *bytes = luaL_checklstring(L, state, &size);
  t->search.named = lua_istable(L, names);
  name_cards(L, names, t);
  table_clear(t);
  t->run.random = 0;
  t->search.redraws = false;
  t->search.hooked = true;
  bool good = snapshot_restore(t, bytes, size, true);
  t->search.named = false;
  return good;
}

/* Begins another game, with chance that is the same in every game. */
static int start_game(lua_State *L, Table *t, uint64_t game) {
  static const uint8_t any[32] = {0};
  Events told = t->events;
  t->search.hooked = false;
  t->events = (Events){.off = true};
  t->paired.on = false;
  bool good = table_reset(t, any, game);
  t->run.stack_used = true; /* no seat knows the stacked cards */
  t->events = told;
  return good ? 0 : luaL_error(L, "%s", table_message(t));
}

/* search_stand(block, place, faces, cards, world): brings the table to that
 * place: where search_record gave those bytes, or to the beginning of the game
 * of that number (nil: it stays). Gives the cards these faces, by number (nil:
 * their own). A card with a number in `cards` is replaced by the card of that
 * number. With a world, chance is the world's for seats whose answers the
 * searching seat can't know. */
static int s_stand(lua_State *L) {
  Table *t = l_table_driven(L);
  lua_settop(L, 5);
  if (lua_type(L, 2) == LUA_TNUMBER)
    return start_game(L, t, (uint64_t)luaL_checkinteger(L, 2));
  if (!lua_isnil(L, 3)) {
    luaL_checktype(L, 3, LUA_TTABLE);
    set_faces(L, t, 3);
  }
  if (!lua_isnil(L, 2) && !restore(L, t, 2, 4)) return lua_error(L);
  if (!lua_isnil(L, 5))
    use_world(t, (uint64_t)luaL_checkinteger(L, 5), "search: secrets");
  return 0;
}

/* The next numbers of chance are drawn again where the table at 2 has an entry at
 * their place, from 1: equal entries give equal draws. Beyond SEARCH_DRAWS all
 * are drawn again. */
static void redraw(lua_State *L, Search *s) {
  s->redraws = true;
  s->differs = false;
  s->drawn = 0;
  memset(s->other_draw, 0, sizeof s->other_draw);
  for (lua_pushnil(L); lua_next(L, 2); lua_pop(L, 1)) {
    lua_Integer place = lua_tointeger(L, -2);
    if (place >= 1 && place <= SEARCH_DRAWS)
      s->other_draw[place - 1] = (uint16_t)lua_tointeger(L, -1);
  }
}

/* search_ahead(block, chance, taken): sets what chance gives from now on. A
 * table: the numbers that it gave before, except those that are drawn again. A
 * number: what it gives in that world, which was taken `taken` times before;
 * then nothing that is played gets into the record. */
static int s_ahead(lua_State *L) {
  Table *t = l_table_driven(L);
  if (lua_istable(L, 2)) {
    redraw(L, &t->search);
    return 0;
  }
  uint64_t world = (uint64_t)luaL_checkinteger(L, 2);
  use_world(t, world, "search: answers");
  chance_imagined(t, world, (uint64_t)luaL_optinteger(L, 3, 0));
  t->search.hooked = false;
  return 0;
}

/* A failed script may have filled the memory, so its values are dropped before
 * anything else is made. The reason of the failure goes to `why`. */
static void empty_table(Table *t, Bytes *why) {
  Run run = t->run;
  uint64_t asked = t->questions;
  bytes_format(why, "%s", table_message(t));
  table_clear(t);
  t->run = run;
  t->questions = asked;
}

/* search_play(block, random seats as a mask, horizon, most) -> "question" of a
 * seat that isn't random, "horizon", "finished", "failed", or "most": that
 * many questions were asked. Gives the answer that is staged first. The horizon: the
 * depth of the list of the order that is not to begin again, 0 for none. */
static int s_play(lua_State *L) {
  Table *t = l_table_driven(L);
  t->run.random = (SeatMask)luaL_checkinteger(L, 2);
  t->horizon = (int)luaL_checkinteger(L, 3);
  uint64_t most = (uint64_t)luaL_checkinteger(L, 4);
  t->run.random_until = most;
  t->began = ORDER_DEPTH;
  TableStop stop = t->question.kind != ASK_NONE ? TABLE_QUESTION : TABLE_STEP;
  const char *word = NULL;
  if (question_is_staged(t)) stop = table_go_on(t);
  while (word == NULL) {
    if (stop == TABLE_STEP) {
      if (t->horizon > 0) table_next_step(t);
      if (t->horizon > 0 && t->began <= t->horizon)
        word = "horizon";
      else
        stop = table_run_on(t);
    } else if (stop != TABLE_QUESTION) {
      word = stop == TABLE_FINISHED ? "finished" : "failed";
    } else if (t->questions >= most) {
      word = "most";
    } else if (t->run.random >> t->question.seat & 1 ||
               t->question.kind == ASK_NOTHING) {
      stop = table_go_on_at_random(t);
    } else {
      word = "question";
    }
  }
  t->horizon = 0;
  Bytes why = {0};
  if (stop == TABLE_FAILED) empty_table(t, &why);
  lua_pushstring(L, word);
  return stop == TABLE_FAILED ? 1 + l_table_push_bytes(L, &why) : 1;
}

/* Calls the function at 2; true, or false and a sentence at 3. */
static bool call(lua_State *L) {
  lua_settop(L, 2);
  lua_pushcfunction(L, report_handler);
  lua_insert(L, 2);
  bool good = host_pcall(L, 0, LUA_MULTRET, 2) == LUA_OK;
  lua_pushboolean(L, good);
  lua_replace(L, 2);
  if (good) return true;
  arena_refill(host_of(L)->arena);
  lua_pushstring(L, report_text(L, 3));
  lua_replace(L, 3);
  lua_gc(L, LUA_GCCOLLECT);
  return false;
}

/* search_attempt(block, function, counted) -> true and its results; or false
 * and a sentence, even after errors that pcall passes on, such as the end of
 * memory: the table must be brought back whatever happens. Then garbage is
 * collected at once. While the table is in worlds, Ctrl-C ends the function.
 * `counted`: every step is counted, and a step that a clock ended is forgotten. */
static int s_attempt(lua_State *L) {
  Table *t = l_table_driven(L);
  Budget *budget = host_of(L)->budget;
  luaL_checktype(L, 2, LUA_TFUNCTION);
  bool counts = lua_toboolean(L, 3), goes_back = t->can_go_back;
  bool before = counts && budget_count(budget, true);
  if (counts) t->can_go_back = false;
  budget_interrupt(budget, NULL);
  bool good = call(L);
  budget_interrupt(budget, NULL);
  if (counts) {
    t->can_go_back = goes_back;
    budget_count(budget, before);
  }
  return good ? lua_gettop(L) - 1 : 2;
}

/* search_clock(block) -> seconds of the monotonic clock; was Ctrl-C pressed?; has
 * the clock ended a step that must be run again with counting on (limits.h)? */
static int s_clock(lua_State *L) {
  const Search *s = &l_table_driven(L)->search;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  lua_pushnumber(L, (lua_Number)now.tv_sec + (lua_Number)now.tv_nsec * 1e-9);
  lua_pushboolean(L, s->pressed != NULL && *s->pressed != 0);
  lua_pushboolean(L, budget_gave_up(host_of(L)->budget));
  return 3;
}

static const luaL_Reg private_search[] = {{"search_record", s_record},
                                          {"search_look", s_look},
                                          {"search_imagine", s_imagine},
                                          {"search_stand", s_stand},
                                          {"search_ahead", s_ahead},
                                          {"search_play", s_play},
                                          {"search_attempt", s_attempt},
                                          {"search_clock", s_clock},
                                          {NULL, NULL}};

void search_push(lua_State *L) { luaL_setfuncs(L, private_search, 0); }
