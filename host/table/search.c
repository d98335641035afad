/* Going back, redrawing what a seat can't know, playing on: see search.h.
 *
 * Always true: outside of a search (t->search->mode RECORD) the record's last
 * step is the one under way, and the entries after it are its answers. In a
 * search the table stands in some world; search_home brings it back.
 *
 * Tried and rejected: drawing faces at the question, without playing the step
 * again (scripts keep what they have worked out in locals, and that is of the
 * true cards); a second state a thread (opening one costs 20 ms, and it must
 * follow every answer). */
#include "table/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bind/l_cards.h"
#include "script/sandbox.h"
#include "table/l_table.h"
#include "table/snapshot.h"

enum { STEPS_KEPT = 64, ENTRIES_MAX = 1 << 16, PLAYED_AGAIN = 1000000 };

typedef struct Entry {
  bool is_step, is_action, secret;
  bool unknown; /* a secret answer that shows nowhere yet */
  QuestionKind kind;
  int seat, place;
  uint64_t asked; /* questions before it */
  int where;      /* the pile of the card that was answered, or PILE_NONE */
  char name[NAMES_MAX];
  Bytes before; /* of a step: the state as it began; may be let go */
} Entry;

typedef enum Mode { RECORD, AGAIN, PLAY } Mode;

typedef struct Search Search;
struct Search {
  Mode mode;
  Entry *entry;
  int count, room, steps;
  int values; /* registry: the answers by the number of their entry, from 1 */
  bool spoilt;
  const volatile sig_atomic_t *pressed;
  int at;         /* AGAIN: the entry that comes next */
  bool fits;      /* AGAIN: all entries so far came again */
  bool again_any; /* AGAIN: any answer to this question is right */
  int seat; /* who searches: others' unknown answers are drawn anew; SEAT_NONE:
                  all stand */
  uint16_t *seen; /* where the cards lay that the seat sees; PILES_MAX: unseen;
                     then how many each pile had */
  SeatMask random;
  uint64_t random_until, steps_before, idle;
  bool new_hand, stack_used;
};

/* --- the record --- */

bool search_watch(Table *t) {
  if (t->search != NULL) return true;
  Search *s = calloc(1, sizeof *s);
  if (s == NULL) return false;
  lua_newtable(t->L);
  s->values = luaL_ref(t->L, LUA_REGISTRYINDEX);
  t->search = s;
  return true;
}

void search_reset(Table *t) {
  Search *s = t->search;
  if (s == NULL || s->mode != RECORD) return;
  for (int i = 0; i < s->count; i++) bytes_free(&s->entry[i].before);
  s->count = s->steps = 0;
  s->spoilt = false;
  lua_newtable(t->L);
  lua_rawseti(t->L, LUA_REGISTRYINDEX, s->values);
}

void search_free(Table *t) {
  Search *s = t->search;
  if (s == NULL) return;
  for (int i = 0; i < s->count; i++) bytes_free(&s->entry[i].before);
  luaL_unref(t->L, LUA_REGISTRYINDEX, s->values);
  free(s->entry);
  free(s->seen);
  free(s);
  t->search = NULL;
}

void search_interrupt(Table *t, const volatile sig_atomic_t *pressed) {
  if (t->search != NULL) t->search->pressed = pressed;
}

void search_spoil(Table *t) {
  if (t->search != NULL) t->search->spoilt = true;
}

static Entry *new_entry(Search *s, const char *name) {
  if (s->count == s->room) {
    int room = s->room == 0 ? 64 : 2 * s->room;
    Entry *more = room > ENTRIES_MAX
                      ? NULL
                      : realloc(s->entry, (size_t)room * sizeof *more);
    if (more == NULL) return NULL;
    s->entry = more;
    s->room = room;
  }
  Entry *e = memset(&s->entry[s->count++], 0, sizeof *s->entry);
  snprintf(e->name, sizeof e->name, "%s", name);
  e->where = PILE_NONE;
  return e;
}

/* Of steps long past only the names are kept. */
static void let_go_of_old(Search *s) {
  int steps = 0;
  if (++s->steps % STEPS_KEPT != 0) return;
  for (int i = s->count - 1; i >= 0; i--)
    if (s->entry[i].is_step && ++steps > STEPS_KEPT)
      bytes_free(&s->entry[i].before);
}

static void came_again(Search *s, bool same) {
  if (!same) s->fits = false;
  s->at++;
}

void search_step(Table *t, const char *step, int seat) {
  Search *s = t->search;
  if (s == NULL || s->mode == PLAY) return;
  if (s->mode == AGAIN) {
    came_again(s, s->at < s->count && s->entry[s->at].is_step &&
                      strcmp(s->entry[s->at].name, step) == 0);
    return;
  }
  Entry *e = new_entry(s, step);
  s->spoilt = e == NULL;
  if (e == NULL) return;
  e->is_step = true;
  e->asked = t->questions;
  e->is_action = seat != SEAT_NONE;
  e->seat = seat;
  if (!snapshot_fork(t, &e->before)) {
    lua_pop(t->L, 1);
    s->spoilt = true;
  }
  let_go_of_old(s);
}

/* The first card of an answer, or NULL. */
static CardHandle *card_of(lua_State *L, int i, QuestionKind kind) {
  if (kind == ASK_CARD) return bind_test(L, i, TAG_CARD);
  if (kind != ASK_CARDS || !lua_istable(L, i)) return NULL;
  lua_rawgeti(L, i, 1);
  CardHandle *card = bind_test(L, -1, TAG_CARD);
  lua_pop(L, 1);
  return card;
}

/* A list that a script gets is its own to change. */
static void push_copy(lua_State *L, int i, QuestionKind kind) {
  if (kind != ASK_CARDS || !lua_istable(L, i)) {
    lua_pushvalue(L, i);
    return;
  }
  lua_Unsigned n = lua_rawlen(L, i);
  lua_createtable(L, (int)n, 0);
  for (lua_Unsigned k = 1; k <= n; k++) {
    lua_rawgeti(L, i, (lua_Integer)k);
    lua_rawseti(L, -2, (lua_Integer)k);
  }
}

static void push_value(Table *t, int entry) {
  lua_rawgeti(t->L, LUA_REGISTRYINDEX, t->search->values);
  lua_rawgeti(t->L, -1, entry + 1);
  lua_remove(t->L, -2);
}

/* Is the value on top of co the entry's? Of several cards only the first is
 * compared. */
static bool is_same(Table *t, int entry) {
  lua_State *L = t->L;
  QuestionKind kind = t->search->entry[entry].kind;
  if (kind == ASK_ONE_OF) return true; /* options may be made anew */
  push_value(t, entry);
  lua_pushvalue(t->co, -1);
  lua_xmove(t->co, L, 1);
  bool same = lua_rawequal(L, -1, -2) ||
              (kind == ASK_CARDS && card_of(L, lua_gettop(L), kind) ==
                                        card_of(L, lua_gettop(L) - 1, kind));
  lua_pop(L, 2);
  return same;
}

static bool is_asked(const Table *t, const Entry *e) {
  return !e->is_step && e->seat == t->question.seat &&
         strcmp(e->name, t->question.name) == 0;
}

static void record_answer(Table *t) {
  Search *s = t->search;
  const Question *q = &t->question;
  lua_State *co = t->co, *L = t->L;
  Entry *e = new_entry(s, q->name);
  if (e == NULL || !lua_checkstack(L, 8) || !lua_checkstack(co, 4)) {
    s->spoilt = true;
    return;
  }
  CardHandle *card = card_of(co, lua_gettop(co), q->kind);
  e->kind = q->kind;
  e->seat = q->seat;
  e->secret = q->secret;
  e->place = q->chosen;
  if (card != NULL) e->where = t->piles->where[card->id];
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->values);
  push_copy(co, lua_gettop(co), q->kind);
  lua_xmove(co, L, 1);
  lua_rawseti(L, -2, s->count);
  lua_pop(L, 1);
}

/* While playing again this is seen of answers that answer themselves. */
void search_answer(Table *t) {
  Search *s = t->search;
  if (s == NULL || s->mode == PLAY) return;
  if (s->mode == RECORD)
    record_answer(t);
  else
    came_again(s, s->at < s->count && is_asked(t, &s->entry[s->at]) &&
                      (s->again_any || is_same(t, s->at)));
  s->again_any = false;
}

/* --- playing again --- */

static bool is_staged(const Table *t) {
  return t->question.kind != ASK_NONE && lua_gettop(t->co) > QUESTION_TOP;
}

/* The place of the card at index i of L in the open question; -1: none. */
static int place_of_card(Table *t, int i) {
  const CardHandle *card = bind_test(t->L, i, TAG_CARD);
  const Question *q = &t->question;
  int place = q->count - 1;
  if (card == NULL) return -1;
  while (place >= 0 && q->card[place] != card->id) place--;
  return place;
}

/* Stages the option that equals the value at index i; of tables, which are made
 * anew, the one in that place. */
static bool stage_option(Table *t, int i, int place) {
  Question *q = &t->question;
  for (int k = 0; k < q->count; k++) {
    lua_rawgeti(t->co, QUESTION_SOURCE, k + 1);
    lua_pushvalue(t->co, -1);
    lua_xmove(t->co, t->L, 1);
    bool same = lua_rawequal(t->L, -1, i) ||
                (lua_istable(t->L, i) && lua_istable(t->L, -1) && k == place);
    lua_pop(t->L, 1);
    q->chosen = k;
    if (same) return true;
    lua_pop(t->co, 1);
  }
  return false;
}

/* Stages a copy of the list of cards at index i. */
static bool stage_cards(Table *t, int i) {
  const Question *q = &t->question;
  int chosen[CARDS_MAX], n = 0;
  for (; n < q->count && lua_rawgeti(t->L, i, n + 1) != LUA_TNIL; n++) {
    chosen[n] = place_of_card(t, -1);
    lua_pop(t->L, 1);
    if (chosen[n] < 0 || question_fits(t, chosen[n], chosen, n) != 1)
      return false;
  }
  push_copy(t->L, i, ASK_CARDS);
  lua_xmove(t->L, t->co, 1);
  return n >= q->min && n <= q->max;
}

/* Stages the value at index i of L, from a question like the open one; false:
 * it is no legal answer here. */
static bool stage_value(Table *t, int i, int place) {
  const Question *q = &t->question;
  lua_State *L = t->L;
  i = lua_absindex(L, i);
  if (!lua_isnil(L, i)) {
    lua_Integer n = lua_tointeger(L, i);
    if (q->kind == ASK_ONE_OF) return stage_option(t, i, place);
    if (q->kind == ASK_CARDS) return lua_istable(L, i) && stage_cards(t, i);
    if (q->kind == ASK_CARD && place_of_card(t, i) < 0) return false;
    if ((q->kind == ASK_NUMBER || q->kind == ASK_DIE) &&
        (!lua_isinteger(L, i) || n < q->min || n > q->max))
      return false;
  } else if (!q->optional && q->kind != ASK_NOTHING) {
    return false;
  }
  lua_pushvalue(L, i);
  lua_xmove(L, t->co, 1);
  return true;
}

static bool stage_again(Table *t, int entry) {
  const Entry *e = &t->search->entry[entry];
  if (t->question.kind != e->kind) return false;
  int top = lua_gettop(t->L);
  push_value(t, entry);
  bool staged = stage_value(t, -1, e->place);
  lua_settop(t->L, top);
  return staged;
}

/* Is it drawn anew for the one who searches? */
static bool is_redrawn(const Search *s, const Entry *e) {
  return e->unknown && s->seat != SEAT_NONE && e->seat != s->seat;
}

static TableStop run_entry(Table *t, const Entry *e) {
  if (e->is_action) return table_act(t, e->name, e->seat);
  return table_run(t);
}

/* Plays the entries again from the one whose state was restored; true: the
 * table waits where the record ends, and all came as it did. */
static bool play_again(Table *t, int first) {
  Search *s = t->search;
  TableStop stop = TABLE_STEP;
  s->at = first;
  s->fits = true;
  while (s->fits && s->at < s->count) {
    const Entry *e = &s->entry[s->at];
    if (stop == TABLE_STEP && e->is_step) {
      stop = run_entry(t, e);
    } else if (stop == TABLE_QUESTION && is_asked(t, e)) {
      bool redrawn = is_redrawn(s, e);
      if (!(redrawn ? question_random(t) : stage_again(t, s->at))) return false;
      if (redrawn) s->again_any = true;
      stop = table_go_on(t);
    } else {
      return false;
    }
  }
  return s->fits && stop == TABLE_QUESTION;
}

/* --- faces --- */

static void set_face(Table *t, int cards, int metatables, int card, int face) {
  lua_State *L = t->L;
  lua_rawgeti(L, cards, card + 1);
  CardHandle *handle = lua_touserdata(L, -1);
  handle->face = t->piles->face[card] = (uint8_t)face;
  handle->poker = t->faces->face[face].poker;
  lua_rawgeti(L, metatables, face + 1);
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

/* The cards have the faces of the list at index `list`, by card. */
static void set_faces(Table *t, int list) {
  lua_State *L = t->L;
  int top = lua_gettop(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.cards);
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.faces);
  lua_newtable(L);
  for (int f = 0; f < t->faces->count; f++) {
    lua_rawgeti(L, top + 2, f + 1);
    lua_getmetatable(L, -1);
    lua_rawseti(L, top + 3, f + 1);
    lua_pop(L, 1);
  }
  for (int c = 0; c < t->piles->cards; c++) {
    lua_rawgeti(L, list, c + 1);
    int face = (int)lua_tointeger(L, -1) - 1;
    lua_pop(L, 1);
    if (face < 0 || face >= t->faces->count) luaL_error(L, "no such face");
    if (t->piles->face[c] != face) set_face(t, top + 1, top + 3, c, face);
  }
  lua_settop(L, top);
}

/* --- for Lua --- */

static Table *block(lua_State *L) {
  Table *t = l_table_check(L, 1);
  if (L != t->L) luaL_error(L, "a table is driven outside coroutines only");
  luaL_checkstack(L, 40, "searching");
  return t;
}

static Search *check(lua_State *L, Table *t) {
  if (t->search == NULL) luaL_error(L, "no record is kept at this table");
  return t->search;
}

/* search_faces(block, faces): the cards have these faces: for tests */
static int s_faces(lua_State *L) {
  luaL_checktype(L, 2, LUA_TTABLE);
  set_faces(block(L), 2);
  return 0;
}

/* search_stage(block, value, place) -> is it staged? An answer that was legal
 * where the question was asked, and of one_of its place */
static int s_stage(lua_State *L) {
  Table *t = block(L);
  int place = (int)luaL_optinteger(L, 3, 1) - 1;
  lua_settop(L, 2);
  lua_pushboolean(L, t->question.kind != ASK_NONE && stage_value(t, 2, place));
  return 1;
}

/* The last step that the entries after can be played again from; -1. */
static int last_step(const Search *s) {
  int i = s->count - 1;
  while (i >= 0 && !s->entry[i].is_step) i--;
  return i >= 0 && !s->spoilt && s->entry[i].before.data != NULL ? i : -1;
}

/* search_watch(block) */
static int s_watch(lua_State *L) {
  if (!search_watch(block(L))) luaL_error(L, "not enough memory");
  return 0;
}

/* search_ready(block) -> can the open question be come back to? And does the
 * table keep a record at all? */
static int s_ready(lua_State *L) {
  const Table *t = block(L);
  const Search *s = t->search;
  lua_pushboolean(L, s != NULL && t->question.kind != ASK_NONE &&
                         last_step(s) >= 0 && !t->events.off);
  lua_pushboolean(L, s != NULL);
  return 2;
}

/* search_cards(block, seat) -> the cards' numbers pile by pile, from the
 * bottom; their faces by number; which of them the seat sees, likewise. All
 * count from 1. */
static int s_cards(lua_State *L) {
  const Table *t = block(L);
  const Piles *p = t->piles;
  lua_Integer code = luaL_checkinteger(L, 2);
  int seat = code == 0 ? SEAT_GM : (int)code - 1, n = 0;
  lua_createtable(L, p->cards, 0);
  for (int i = 0; i < p->piles; i++)
    for (int k = 0; k < p->pile[i].count; k++) {
      lua_pushinteger(L, p->pile[i].card[k] + 1);
      lua_rawseti(L, -2, ++n);
    }
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

/* What a card was answered with lies where it lay: nobody has seen it go. */
static void mark_unknown(Table *t) {
  Search *s = t->search;
  for (int i = 0; i < s->count; i++) {
    Entry *e = &s->entry[i];
    if (!e->secret || e->kind == ASK_NOTHING) continue;
    push_value(t, i);
    CardHandle *card = card_of(t->L, lua_gettop(t->L), e->kind);
    e->unknown = card == NULL || t->piles->where[card->id] == e->where;
    lua_pop(t->L, 1);
  }
}

static bool note_seen(Table *t, bool compare) {
  Search *s = t->search;
  const Piles *p = t->piles;
  uint16_t *to = s->seen;
  for (int c = 0; c < p->cards; c++, to++) {
    bool seen = piles_visible(p, (CardId)c, s->seat);
    uint16_t where = seen ? p->where[c] : PILES_MAX;
    if (compare && *to != where) return false;
    *to = where;
  }
  for (int i = 0; i < p->piles; i++, to++) {
    if (compare && *to != p->pile[i].count) return false;
    *to = (uint16_t)p->pile[i].count;
  }
  return true;
}

/* search_begin(block, seat): from now on the table stands in worlds as the seat
 * may imagine them, and nobody is told of what happens there, until
 * search_home */
static int s_begin(lua_State *L) {
  Table *t = block(L);
  Search *s = check(L, t);
  lua_Integer code = luaL_checkinteger(L, 2);
  size_t room = (size_t)(t->piles->cards + t->piles->piles + 1);
  if (s->mode != RECORD || last_step(s) < 0)
    luaL_error(L, "there is no way back to this question");
  if (s->seen == NULL) s->seen = calloc(room, sizeof *s->seen);
  if (s->seen == NULL) luaL_error(L, "not enough memory");
  s->seat = code == 0 ? SEAT_GM : (int)code - 1;
  mark_unknown(t);
  note_seen(t, false);
  s->random = t->random;
  s->random_until = t->random_until;
  s->steps_before = t->steps;
  s->idle = t->idle;
  s->new_hand = t->new_hand;
  s->stack_used = t->stack_used;
  s->mode = AGAIN;
  if (is_staged(t)) lua_settop(t->co, QUESTION_TOP);
  table_record(t, false);
  return 0;
}

/* The state at the beginning of that entry's step. */
static void restore(lua_State *L, Table *t, int entry) {
  const Search *s = t->search;
  const Bytes *before = &s->entry[entry].before;
  table_clear(t);
  t->stack_used = s->stack_used;
  if (!snapshot_back(t, before->data, before->count)) lua_error(L);
}

/* Chance from now on: of a world and not of the game. */
static void fresh_chance(Table *t, uint64_t world) {
  rng_stream(&t->rng, t->seed, "search: chance", world);
  t->game = world | (uint64_t)1 << 62; /* nothing is put into words */
  draws_key(&t->draws, t->seed, "search: answers", world);
}

/* The beginning of the step that many steps back; -1: it isn't kept. */
static int step_back(const Search *s, lua_Integer steps) {
  int i = last_step(s);
  while (i >= 0 && steps > 0)
    if (s->entry[--i].is_step) steps--;
  return i >= 0 && s->entry[i].before.data != NULL ? i : -1;
}

/* search_back(block, questions) -> how many steps back the first is that began
 * when so many had been asked, as far as they are kept */
static int s_back(lua_State *L) {
  Table *t = block(L);
  const Search *s = check(L, t);
  uint64_t asked = (uint64_t)luaL_checkinteger(L, 2);
  lua_Integer steps = 0;
  for (int i = last_step(s) - 1; i >= 0; i--) {
    if (!s->entry[i].is_step) continue;
    if (s->entry[i].before.data == NULL || s->entry[i].asked < asked) break;
    steps++;
  }
  lua_pushinteger(L, steps);
  return 1;
}

/* search_fresh(block, number): the beginning of another game, of chance that
 * is the same in every game */
static int s_fresh(lua_State *L) {
  static const uint8_t any[32] = {0};
  Table *t = block(L);
  if (check(L, t)->mode == RECORD) luaL_error(L, "no search is under way");
  uint64_t game = (uint64_t)luaL_checkinteger(L, 2);
  Events told = t->events;
  t->search->mode = PLAY;
  t->events = (Events){.off = true};
  bool good = table_reset(t, any, game);
  t->events = told;
  if (!good) luaL_error(L, "%s", table_message(t));
  return 0;
}

/* search_restore(block, steps) -> has the table been brought to the beginning
 * of the step so many steps back? */
static int s_restore(lua_State *L) {
  Table *t = block(L);
  Search *s = check(L, t);
  int first = step_back(s, luaL_checkinteger(L, 2));
  if (s->mode == RECORD) luaL_error(L, "no search is under way");
  if (first >= 0) restore(L, t, first);
  s->mode = PLAY;
  lua_pushboolean(L, first >= 0);
  return 1;
}

/* search_fork(block, faces, world, steps) -> does the table wait at the same
 * question in that world, where the seat sees the same; and how many entries of
 * the record came again, of how many. `faces` are the cards' (search_cards);
 * what is played again begins so many steps back. The seat's own answers stand;
 * of others those that show nowhere are drawn anew. */
static int s_fork(lua_State *L) {
  Table *t = block(L);
  Search *s = check(L, t);
  uint64_t world = (uint64_t)luaL_checkinteger(L, 3);
  int first = step_back(s, luaL_optinteger(L, 4, 0));
  luaL_checktype(L, 2, LUA_TTABLE);
  if (s->mode == RECORD || first < 0) luaL_error(L, "no search is under way");
  s->mode = AGAIN;
  t->random = 0;
  set_faces(t, 2);
  restore(L, t, first);
  lua_pushinteger(L, s->seat == SEAT_GM ? 0 : s->seat + 1);
  if (!table_hook(t, "hide_secrets", 1)) lua_error(L);
  draws_key(&t->draws, t->seed, "search: secrets", world);
  bool same = play_again(t, first) && note_seen(t, true);
  fresh_chance(t, world);
  s->mode = PLAY;
  lua_pushboolean(L, same);
  lua_pushinteger(L, s->at - first);
  lua_pushinteger(L, s->count - first);
  return 3;
}

static bool is_at_horizon(const Table *t) {
  return t->horizon > 0 && t->began <= t->horizon;
}

/* search_play(block, random seats as a mask, horizon, most) -> "question" of a
 * seat that isn't random, "horizon", "finished", "failed", or "most": so many
 * questions were asked. Gives the answer that is staged first. The horizon: the
 * depth of the list of the order that is not to begin anew, 0 for none. */
static int s_play(lua_State *L) {
  Table *t = block(L);
  t->random = (SeatMask)luaL_checkinteger(L, 2);
  t->horizon = (int)luaL_checkinteger(L, 3);
  uint64_t most = (uint64_t)luaL_checkinteger(L, 4);
  t->random_until = most;
  t->began = ORDER_DEPTH;
  TableStop stop = t->question.kind != ASK_NONE ? TABLE_QUESTION : TABLE_STEP;
  const char *word = NULL;
  if (stop == TABLE_QUESTION && is_staged(t)) stop = table_go_on(t);
  while (word == NULL) {
    if (stop == TABLE_STEP) {
      if (t->horizon > 0) table_next_step(t);
      if (is_at_horizon(t))
        word = "horizon";
      else
        stop = table_run_on(t);
    } else if (stop != TABLE_QUESTION) {
      word = stop == TABLE_FINISHED ? "finished" : "failed";
    } else if (t->questions >= most) {
      word = "most";
    } else if (t->random >> t->question.seat & 1 ||
               t->question.kind == ASK_NOTHING) {
      stop = question_random(t) ? table_go_on(t) : table_fail(t);
    } else {
      word = "question";
    }
  }
  t->horizon = 0;
  lua_pushstring(L, word);
  if (stop != TABLE_FAILED) return 1;
  lua_pushstring(L, table_message(t));
  return 2;
}

/* search_home(block, faces): the game as it was, with its question open */
static int s_home(lua_State *L) {
  Table *t = block(L);
  Search *s = check(L, t);
  luaL_checktype(L, 2, LUA_TTABLE);
  int first = last_step(s);
  s->mode = AGAIN;
  s->seat = SEAT_NONE;
  t->random = 0;
  set_faces(t, 2);
  restore(L, t, first);
  bool same = play_again(t, first);
  s->mode = RECORD;
  t->random = s->random;
  t->random_until = s->random_until;
  t->steps = s->steps_before;
  t->idle = s->idle;
  t->new_hand = s->new_hand;
  t->horizon = 0;
  table_record(t, true);
  if (!same)
    luaL_error(L, "the step went another way when it was played again");
  return 0;
}

/* search_stand(block) -> depth of the list of the order that the step under
 * way is in, 0 for the outermost; questions so far; the number of the game */
static int s_stand(lua_State *L) {
  const Table *t = block(L);
  lua_pushinteger(L, t->place.depth);
  lua_pushinteger(L, (lua_Integer)t->questions);
  lua_pushinteger(L, (lua_Integer)t->game);
  return 3;
}

/* search_chance(block, seat) -> a number for the seat's own chance at this
 * question */
static int s_chance(lua_State *L) {
  const Table *t = block(L);
  Rng r;
  uint64_t seat = (uint64_t)luaL_checkinteger(L, 2);
  rng_stream(&r, t->seed, "search", t->questions << 6 | seat);
  lua_pushinteger(L, (lua_Integer)rng_word(&r));
  return 1;
}

/* search_clock(block) -> seconds of a clock that only goes on; has somebody
 * pressed Ctrl-C? */
static int s_clock(lua_State *L) {
  const Search *s = check(L, block(L));
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  lua_pushnumber(L, (lua_Number)now.tv_sec + (lua_Number)now.tv_nsec * 1e-9);
  lua_pushboolean(L, s->pressed != NULL && *s->pressed != 0);
  return 2;
}

const luaL_Reg private_search[] = {{"search_faces", s_faces},
                                   {"search_watch", s_watch},
                                   {"search_ready", s_ready},

                                   {"search_cards", s_cards},
                                   {"search_begin", s_begin},
                                   {"search_restore", s_restore},
                                   {"search_back", s_back},
                                   {"search_fresh", s_fresh},
                                   {"search_fork", s_fork},
                                   {"search_stage", s_stage},
                                   {"search_play", s_play},
                                   {"search_home", s_home},
                                   {"search_stand", s_stand},
                                   {"search_chance", s_chance},
                                   {"search_clock", s_clock},
                                   {NULL, NULL}};
