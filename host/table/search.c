/* What a bot that searches needs of a table that waits: to be told how the
 * table came to where it stands, so that it can be brought back there with other
 * faces on the cards and other chance to come, and play on from there.
 *
 * While a record is kept, the hooks `began` and `answered` are called when a
 * step begins and before an answer is given. The record itself, and playing it
 * again, is Lua (stdlib/search/step_record.lua); who searches, what a seat knows and
 * what an answer is worth too (search.lua, memory.lua).
 *
 * Tried and rejected: drawing faces at the question, without playing the step
 * again (scripts keep what they have worked out in locals, and that is of the
 * true cards); a second state a thread (opening one costs 20 ms, and it must
 * follow every answer): at a table a process each (world:apart, l_world.c)
 * thinks, with all as it is. */
#include <lauxlib.h>
#include <string.h>
#include <time.h>

#include "bind/l_cards.h"
#include "script/limits.h"
#include "script/sandbox.h"
#include "table/l_table.h"
#include "table/snapshot.h"

/* A card gets that face, of the tables at `cards` and `faces`. */
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

/* search_watch(block): a record is kept from the next step on */
static int s_watch(lua_State *L) {
  Table *t = l_table_driven(L);
  t->search.kept = t->search.hears = true;
  return 0;
}

/* search_whole(block) -> is all in the record since the step began? */
static int s_whole(lua_State *L) {
  const Table *t = l_table_driven(L);
  lua_pushboolean(L, t->search.kept && !t->search.lost && !t->events.off);
  return 1;
}

/* search_faces(block, faces): the cards have these faces, both by number */
static int s_faces(lua_State *L) {
  Table *t = l_table_driven(L);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.cards);
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.faces);
  for (int c = 0; c < t->piles->cards; c++) {
    lua_rawgeti(L, 2, c + 1);
    int face = (int)lua_tointeger(L, -1) - 1;
    lua_pop(L, 1);
    if (t->piles->face[c] != face) set_face(t, 3, 4, c, face);
  }
  return 0;
}

/* search_luck(block, cards): luck goes by where the cards lie in that list of
 * their numbers; which card lies there the seat can't know */
static int s_luck(lua_State *L) {
  Piles *p = l_table_driven(L)->piles;
  luaL_checktype(L, 2, LUA_TTABLE);
  for (int i = 0; i < p->cards; i++) {
    lua_rawgeti(L, 2, i + 1);
    lua_Integer card = lua_tointeger(L, -1) - 1;
    if (card >= 0 && card < p->cards) p->luck[card] = (uint16_t)i;
    lua_pop(L, 1);
  }
  return 0;
}

/* search_cards(block, seat) -> the cards' numbers pile by pile, from the
 * bottom; their faces by number; which of them the seat sees, likewise. All
 * count from 1. */
static int s_cards(lua_State *L) {
  const Table *t = l_table_driven(L);
  const Piles *p = t->piles;
  int seat = l_table_seat(L, 2), n = 0;
  lua_createtable(L, p->cards, 0);
  for (int i = 0; i < p->piles; i++)
    for (int k = 0; k < p->pile[i].count; k++)
      bind_set_entry(L, ++n, p->pile[i].card[k] + 1);
  lua_createtable(L, p->cards, 0);
  lua_createtable(L, p->cards, 0);
  for (int c = 0; c < p->cards; c++) {
    lua_pushinteger(L, p->face[c] + 1);
    lua_rawseti(L, -3, c + 1);
    lua_pushboolean(L, piles_visible(p, (CardId)c, seat));
    lua_rawseti(L, -2, c + 1);
  }
  return 3;
}

/* search_sight(block, seat) -> as bytes, to be compared: where the cards lie
 * that the seat sees, and how many each pile has */
static int s_sight(lua_State *L) {
  uint16_t sight[CARDS_MAX + PILES_MAX];
  const Piles *p = l_table_driven(L)->piles;
  int seat = l_table_seat(L, 2), n = 0;
  for (int c = 0; c < p->cards; c++)
    sight[n++] = piles_visible(p, (CardId)c, seat) ? p->where[c] : PILES_MAX;
  for (int i = 0; i < p->piles; i++) sight[n++] = (uint16_t)p->pile[i].count;
  lua_pushlstring(L, (const char *)sight, (size_t)n * sizeof *sight);
  return 1;
}

/* search_state(block) -> the game between two steps as bytes, without what
 * can't change; or nil when it can't be kept */
static int s_state(lua_State *L) {
  Table *t = l_table_driven(L);
  Bytes out = {0};
  if (snapshot_take(t, &out, true)) return l_table_push_bytes(L, &out);
  bytes_free(&out);
  return 0;
}

enum { KEY_BYTES = sizeof((Search *)0)->key };

static const uint8_t *check_key(lua_State *L, int i) {
  size_t size;
  const char *key = luaL_checklstring(L, i, &size);
  luaL_argcheck(L, size == KEY_BYTES, i, "32 bytes expected");
  return (const uint8_t *)key;
}

/* search_key(block) -> the key of all chance of this game's searches, as bytes:
 * of the seed and the game's number. Number 0 has the seed itself. */
static int s_key(lua_State *L) {
  const Table *t = l_table_driven(L);
  uint8_t key[KEY_BYTES];
  memcpy(key, t->seed, sizeof key);
  if (t->game != 0) {
    Rng r;
    rng_stream(&r, t->seed, "search: game", t->game);
    for (size_t i = 0; i < sizeof key; i++) key[i] = (uint8_t)rng_word(&r);
  }
  lua_pushlstring(L, (const char *)key, sizeof key);
  return 1;
}

/* search_imagined(block, yes, key): from now on the table stands in worlds as a
 * seat may imagine them, with chance of that key, and nobody is told of what
 * happens there; or not any more, for the game was brought back to where it
 * stood */
static int s_imagined(lua_State *L) {
  Table *t = l_table_driven(L);
  bool yes = lua_toboolean(L, 2);
  *(yes ? &t->search.before : &t->run) = yes ? t->run : t->search.before;
  t->search.imagines = yes;
  if (yes) {
    t->search.told = t->events.count;
    t->search.quiet = t->events.quiet;
    memcpy(t->search.key, check_key(L, 3), KEY_BYTES);
    t->search.order = 0;
    if (memcmp(t->search.key, t->seed, KEY_BYTES) != 0)
      memcpy(&t->search.order, t->search.key, sizeof t->search.order);
  } else {
    for (int c = 0; c < t->piles->cards; c++) t->piles->luck[c] = (uint16_t)c;
    t->search.hears = t->search.kept;
    events_cut(&t->events, t->search.told);
  }
  t->events.quiet = !yes && t->search.quiet;
  table_record(t, !yes);
  return 0;
}

/* By number, of a table of numbers: which card each is; others are themselves. */
static void name_cards(lua_State *L, int names, Table *t) {
  Search *s = &t->search;
  for (int c = 0; s->named && c < t->piles->cards; c++) {
    bool other = lua_rawgeti(L, names, c + 1) == LUA_TNUMBER;
    s->name[c] = (CardId)(other ? lua_tointeger(L, -1) - 1 : c);
    lua_pop(L, 1);
  }
}

/* search_restore(block, state, cards): the game stands there, to be played
 * again; in the place of a card that has another's number in `cards` lies that
 * one */
static int s_restore(lua_State *L) {
  size_t size;
  Table *t = l_table_driven(L);
  const char *state = luaL_checklstring(L, 2, &size);
  t->search.named = lua_istable(L, 3);
  name_cards(L, 3, t);
  table_clear(t);
  t->run.random = 0;
  t->search.redraws = false;
  t->search.hears = true;
  bool good = snapshot_restore(t, state, size, true);
  t->search.named = false;
  return good ? 0 : lua_error(L);
}

/* search_chance(block, world, again, taken): chance from now on is that of a
 * world and not the game's; what is played from now on is no part of the record.
 * Where it is what is played again, only those whose answers are unknown answer
 * so. `taken`: how often the world was before. */
static int s_chance(lua_State *L) {
  Table *t = l_table_driven(L);
  uint64_t world = (uint64_t)luaL_checkinteger(L, 2);
  t->search.redraws = false;
  t->search.world = world;
  bool again = lua_toboolean(L, 3);
  draws_key(&t->draws, t->search.key,
            again ? "search: secrets" : "search: answers", world);
  t->game = world | (uint64_t)1 << 62; /* nothing is put into words */
  if (again) return 0;
  chance_imagined(t, world, (uint64_t)luaL_optinteger(L, 4, 0));
  t->search.hears = false;
  return 0;
}

/* search_redraw(block, draws): of the numbers that chance gives from now on
 * those are drawn anew for which `draws` has one, by their places from 1: the
 * same gives the same. Those behind the last that has a place all are. */
static int s_redraw(lua_State *L) {
  Table *t = l_table_driven(L);
  Search *s = &t->search;
  s->redraws = true;
  s->differs = false;
  s->drawn = 0;
  memset(s->other_draw, 0, sizeof s->other_draw);
  for (lua_pushnil(L); lua_next(L, 2); lua_pop(L, 1)) {
    lua_Integer place = lua_tointeger(L, -2);
    if (place >= 1 && place <= SEARCH_DRAWS)
      s->other_draw[place - 1] = (uint16_t)lua_tointeger(L, -1);
  }
  return 0;
}

/* search_drawn(block) -> how many numbers were drawn since; did drawing anew
 * give another? */
static int s_drawn(lua_State *L) {
  const Search *s = &l_table_driven(L)->search;
  lua_pushinteger(L, s->drawn);
  lua_pushboolean(L, s->differs);
  return 2;
}

/* search_fresh(block, number): the beginning of another game, of chance that
 * is the same in every game */
static int s_fresh(lua_State *L) {
  static const uint8_t any[32] = {0};
  Table *t = l_table_driven(L);
  uint64_t game = (uint64_t)luaL_checkinteger(L, 2);
  Events told = t->events;
  t->search.hears = false;
  t->events = (Events){.off = true};
  t->paired.on = false;
  bool good = table_reset(t, any, game);
  t->run.stack_used = true; /* no seat knows what was laid on top */
  t->events = told;
  return good ? 0 : luaL_error(L, "%s", table_message(t));
}

/* A script that failed may have filled the memory: what it held can go before
 * anything else is made. Why it failed is kept. */
static void let_go(Table *t, Bytes *why) {
  Run run = t->run;
  uint64_t asked = t->questions;
  bytes_format(why, "%s", table_message(t));
  table_clear(t);
  t->run = run;
  t->questions = asked;
}

/* search_play(block, random seats as a mask, horizon, most) -> "question" of a
 * seat that isn't random, "horizon", "finished", "failed", or "most": so many
 * questions were asked. Gives the answer that is staged first. The horizon: the
 * depth of the list of the order that is not to begin anew, 0 for none. */
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
  if (stop == TABLE_FAILED) let_go(t, &why);
  lua_pushstring(L, word);
  return stop == TABLE_FAILED ? 1 + l_table_push_bytes(L, &why) : 1;
}

/* search_gave_up(block) -> has a clock ended a step that is to be run again,
 * counted? See limits.h. */
static int s_gave_up(lua_State *L) {
  l_table_driven(L);
  lua_pushboolean(L, budget_gave_up(host_of(L)->budget));
  return 1;
}

/* search_counts(block, yes): from now on every step is counted; or as before,
 * and what was given up is forgotten */
static int s_counts(lua_State *L) {
  Table *t = l_table_driven(L);
  Budget *budget = host_of(L)->budget;
  if (lua_toboolean(L, 2)) {
    t->search.goes_back = t->can_go_back;
    t->search.counted = budget_count(budget, true);
    t->can_go_back = false;
  } else {
    t->can_go_back = t->search.goes_back;
    budget_count(budget, t->search.counted);
  }
  return 0;
}

/* search_heed(block, yes): from now on Ctrl-C ends what a script computes; or
 * not any more, for the table is brought back */
static int s_heed(lua_State *L) {
  const Search *s = &l_table_driven(L)->search;
  if (s->pressed != NULL)
    budget_interrupt(host_of(L)->budget,
                     lua_toboolean(L, 2) ? s->pressed : NULL);
  return 0;
}

/* search_try(block, function) -> true and what it gives; or false and a
 * sentence, also of what pcall passes on, the end of memory: the table must be
 * brought back whatever happens. Then what nobody needs any more goes at once.
 */
static int s_try(lua_State *L) {
  l_table_driven(L);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  lua_pushcfunction(L, report_handler);
  lua_insert(L, 2);
  bool good = host_pcall(L, 0, LUA_MULTRET, 2) == LUA_OK;
  lua_pushboolean(L, good);
  lua_replace(L, 2);
  if (good) return lua_gettop(L) - 1;
  arena_refill(host_of(L)->arena);
  lua_pushstring(L, report_text(L, 3));
  lua_replace(L, 3);
  lua_gc(L, LUA_GCCOLLECT);
  return 2;
}

/* search_number(block, seat, key) -> one for the seat's own chance at this
 * question */
static int s_number(lua_State *L) {
  const Table *t = l_table_driven(L);
  Rng r;
  uint64_t seat = (uint64_t)luaL_checkinteger(L, 2);
  rng_stream(&r, check_key(L, 3), "search", t->questions << 6 | seat);
  lua_pushinteger(L, (lua_Integer)rng_word(&r));
  return 1;
}

enum { VALUES_TOLD = 16 };

/* search_context(block) -> how many steps ended before, and the name of the
 * open question with the whole numbers among the first values of its text */
static int s_context(lua_State *L) {
  Table *t = l_table_driven(L);
  lua_State *co = t->co;
  if (t->question.kind == ASK_NONE) return 0;
  lua_pushinteger(L, (lua_Integer)t->run.steps);
  lua_pushstring(L, t->question.name);
  if (!lua_istable(co, QUESTION_TABLE)) return 2;
  for (int i = 3; i < 3 + VALUES_TOLD; i++) {
    lua_rawgeti(co, QUESTION_TABLE, i);
    if (lua_isinteger(co, -1)) {
      lua_pushfstring(L, " %I", (LUAI_UACINT)lua_tointeger(co, -1));
      lua_concat(L, 2);
    }
    lua_pop(co, 1);
  }
  return 2;
}

/* search_clock(block) -> seconds of a clock that only goes on; has somebody
 * pressed Ctrl-C? */
static int s_clock(lua_State *L) {
  const Search *s = &l_table_driven(L)->search;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  lua_pushnumber(L, (lua_Number)now.tv_sec + (lua_Number)now.tv_nsec * 1e-9);
  lua_pushboolean(L, s->pressed != NULL && *s->pressed != 0);
  return 2;
}

static const luaL_Reg private_search[] = {{"search_watch", s_watch},
                                          {"search_whole", s_whole},
                                          {"search_faces", s_faces},
                                          {"search_luck", s_luck},
                                          {"search_cards", s_cards},
                                          {"search_sight", s_sight},
                                          {"search_state", s_state},
                                          {"search_imagined", s_imagined},
                                          {"search_restore", s_restore},
                                          {"search_chance", s_chance},
                                          {"search_redraw", s_redraw},
                                          {"search_drawn", s_drawn},
                                          {"search_fresh", s_fresh},
                                          {"search_play", s_play},
                                          {"search_number", s_number},
                                          {"search_context", s_context},
                                          {"search_gave_up", s_gave_up},
                                          {"search_counts", s_counts},
                                          {"search_clock", s_clock},
                                          {"search_try", s_try},
                                          {"search_heed", s_heed},
                                          {"search_key", s_key},
                                          {NULL, NULL}};

void search_push(lua_State *L) { luaL_setfuncs(L, private_search, 0); }
