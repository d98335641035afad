/* Games as bytes: see snapshot.h.
 *
 * A value is a tag byte and its contents; tables are walked in the fixed
 * order of keys and numbered as they come, so that one table in two places
 * stays one. A constant table of the script is written like any other. With
 * nothing to write to, the walk only checks that all could be kept. */
#include "table/snapshot.h"

#include <lauxlib.h>
#include <string.h>

#include "bind/bind.h"
#include "bind/l_cards.h"
#include "bind/l_pool.h"
#include "script/sandbox.h"

enum { NESTING_MAX = 60 };

/* A snapshot that is being written or read. */
typedef struct Stream {
  Table *t;
  Bytes *out;           /* receives the bytes; NULL when reading or checking */
  const char *at, *end; /* the bytes to read; NULL when writing or checking */
  int seen;             /* stack index: table -> its number, or back */
  int tables, depth;
  size_t size, most; /* bytes so far, written or not; at most, unless 0 */
  bool fork;         /* without the rules */
  const char *where; /* the state's name, for the error */
} Stream;

void snapshot_each_owner(Table *t, lua_State *L, OfOwner *visit, void *ud) {
  table_push_hook(L, t, "owners");
  int top = lua_gettop(L);
  for (int i = 1; lua_rawgeti(L, top, i) == LUA_TTABLE; i += 2) {
    lua_rawgeti(L, top, i + 1);
    visit(ud, top + 1, top + 2);
    lua_settop(L, top);
  }
  lua_settop(L, top - 1);
}

/* --- writing --- */

/* Writes or reads bytes of the host's own state. */
static void pass(Stream *s, void *data, size_t n) {
  if (s->out != NULL) {
    bytes_add(s->out, data, n);
    return;
  }
  if ((size_t)(s->end - s->at) < n)
    luaL_error(s->t->L, "the snapshot is cut short");
  memcpy(data, s->at, n);
  s->at += n;
}

static void put(Stream *w, char tag, const void *data, size_t n) {
  w->size += 1 + n;
  if (w->most > 0 && w->size > w->most)
    luaL_error(w->t->L, "%s: more than %d bytes", w->where, (int)w->most);
  if (w->out == NULL) return;
  bytes_add(w->out, &tag, 1);
  bytes_add(w->out, data, n);
}

static void put_text(Stream *w, const char *text, size_t n) {
  uint32_t size = (uint32_t)n;
  w->size += n;
  put(w, 's', &size, sizeof size);
  if (w->out != NULL) bytes_add(w->out, text, n);
}

static void write_value(Stream *w, int i);

/* Only a bot's notes have a limit, and its seats and piles end with its view. */
static void cannot(Stream *w, const char *what) {
  const char *expected = w->most > 0
                             ? "plain data, cards or a seat's number"
                             : "plain data, cards, seats, piles or pools";
  luaL_error(w->t->L, "%s holds %s, which can't be kept: expected %s", w->where,
             what, expected);
}

static void cannot_type(Stream *w, int i) {
  lua_State *L = w->t->L;
  if (lua_islightuserdata(L, i))
    luaL_error(L,
               "%s holds `none`, which is for declarations: a step writes nil "
               "to empty it",
               w->where);
  cannot(w, lua_pushfstring(L, "a %s", luaL_typename(L, i)));
}

/* A function as a key has no place in the order of keys. Is it a plain list? */
static bool check_keys(Stream *w, int i) {
  lua_State *L = w->t->L;
  lua_Integer n = 0, most = (lua_Integer)lua_rawlen(L, i);
  bool list = !lua_getmetatable(L, i);
  lua_pop(L, !list);
  for (lua_pushnil(L); lua_next(L, i); lua_pop(L, 1), n++) {
    if (lua_isfunction(L, -2)) cannot_type(w, lua_gettop(L) - 1);
    lua_Integer key = lua_isinteger(L, -2) ? lua_tointeger(L, -2) : 0;
    list = list && key >= 1 && key <= most;
  }
  return list && n == most;
}

static void write_list(Stream *w, int i) {
  lua_State *L = w->t->L;
  lua_Integer n = (lua_Integer)lua_rawlen(L, i);
  for (lua_Integer k = 1; k <= n; k++) {
    put(w, 'i', &k, sizeof k);
    lua_rawgeti(L, i, k);
    write_value(w, lua_gettop(L));
    lua_pop(L, 1);
  }
}

/* In the order of keys. */
static void write_fields(Stream *w, int i) {
  lua_State *L = w->t->L;
  if (check_keys(w, i)) {
    write_list(w, i);
    return;
  }
  lua_Integer n = safelib_keys(L, i);
  int keys = lua_gettop(L);
  for (lua_Integer k = 1; k <= n; k++) {
    lua_rawgeti(L, keys, k);
    write_value(w, lua_gettop(L));
    lua_gettable(L, i);
    write_value(w, lua_gettop(L));
    lua_settop(L, keys);
  }
  lua_settop(L, keys - 1);
}

/* Scripts can't keep the table, its rules or views. */
static bool is_of_host(lua_State *L, int i) {
  bool is = luaL_getmetafield(L, i, "constant") != LUA_TNIL;
  lua_pop(L, is);
  return is;
}

static void write_table(Stream *w, int i) {
  lua_State *L = w->t->L;
  int seat = table_seat_of(w->t, lua_topointer(L, i));
  if (seat != SEAT_NONE) {
    uint8_t byte = (uint8_t)(seat + 1);
    put(w, 'S', &byte, 1);
    return;
  }
  if (is_of_host(L, i)) cannot(w, "a part of the table itself");
  lua_pushvalue(L, i);
  if (lua_rawget(L, w->seen) == LUA_TNUMBER) {
    uint32_t number = (uint32_t)lua_tointeger(L, -1);
    lua_pop(L, 1);
    put(w, 'r', &number, sizeof number);
    return;
  }
  lua_pop(L, 1);
  if (++w->depth > NESTING_MAX)
    luaL_error(L, "%s: tables nested more than %d deep", w->where, NESTING_MAX);
  lua_pushvalue(L, i);
  lua_pushinteger(L, ++w->tables);
  lua_rawset(L, w->seen);
  put(w, '{', NULL, 0);
  write_fields(w, i);
  put(w, '}', NULL, 0);
  w->depth--;
}

static void write_userdata(Stream *w, int i) {
  lua_State *L = w->t->L;
  CardHandle *card = bind_test(L, i, TAG_CARD);
  PileHandle *pile = bind_test(L, i, TAG_PILE);
  PoolHandle *pool = bind_test(L, i, TAG_POOL);
  if (card != NULL) {
    uint16_t id[2] = {card->id, card->face};
    put(w, 'c', id, sizeof id);
  } else if (pile != NULL && pile->viewer == VIEW_FULL) {
    put(w, 'p', &pile->index, sizeof pile->index);
  } else if (pool != NULL) {
    put(w, 'o', &pool->index, sizeof pool->index);
  } else {
    cannot_type(w, i);
  }
}

static void write_number(Stream *w, int i) {
  if (lua_isinteger(w->t->L, i)) {
    lua_Integer n = lua_tointeger(w->t->L, i);
    put(w, 'i', &n, sizeof n);
  } else {
    lua_Number n = lua_tonumber(w->t->L, i);
    put(w, 'd', &n, sizeof n);
  }
}

static void write_value(Stream *w, int i) {
  lua_State *L = w->t->L;
  luaL_checkstack(L, 8, "state too deep");
  size_t n;
  switch (lua_type(L, i)) {
    case LUA_TNIL:
      put(w, 'n', NULL, 0);
      break;
    case LUA_TBOOLEAN:
      put(w, lua_toboolean(L, i) ? 't' : 'f', NULL, 0);
      break;
    case LUA_TNUMBER:
      write_number(w, i);
      break;
    case LUA_TSTRING: {
      const char *text = lua_tolstring(L, i, &n);
      put_text(w, text, n);
      break;
    }
    case LUA_TTABLE:
      write_table(w, i);
      break;
    case LUA_TUSERDATA:
      write_userdata(w, i);
      break;
    default:
      cannot_type(w, i);
  }
}

/* Is it plain data, a few tables deep and some kilobytes at most? Then it can be
 * saved, and needs no walk in the order of keys. */
static bool is_plain(lua_State *L, int i, int deep, int *left) {
  int top = lua_gettop(L), type = lua_type(L, i);
  if (type == LUA_TSTRING) return (*left -= (int)(lua_rawlen(L, i) / 64)) > 0;
  if (type != LUA_TTABLE)
    return type <= LUA_TNUMBER && type != LUA_TLIGHTUSERDATA;
  bool good = deep > 0 && !lua_getmetatable(L, i);
  for (lua_pushnil(L); good && lua_next(L, i); lua_settop(L, top + 1))
    good = --*left > 0 && is_plain(L, top + 1, 0, left) &&
           is_plain(L, top + 2, deep - 1, left);
  lua_settop(L, top);
  return good;
}

/* Is nothing written, and the value at i plain data? */
static bool needs_no_walk(const Stream *w, int i) {
  int left = 200; /* fields that are not too many to look at twice */
  return w->out == NULL && is_plain(w->t->L, i, 3, &left);
}

/* The declared names of `owner`, each with its value. */
static void write_state(void *writer, int names, int owner) {
  Stream *w = writer;
  lua_State *L = w->t->L;
  for (lua_Integer i = 1; lua_rawgeti(L, names, i) == LUA_TSTRING; i++) {
    size_t n;
    lua_pushvalue(L, owner + 1);
    int type = lua_rawget(L, owner);
    bool flat = type == LUA_TNIL || type == LUA_TBOOLEAN || type == LUA_TNUMBER;
    if ((w->out != NULL || !flat) && !needs_no_walk(w, owner + 2)) {
      w->where = lua_tolstring(L, owner + 1, &n);
      put_text(w, w->where, n);
      write_value(w, owner + 2);
    }
    lua_settop(L, owner);
  }
  put(w, '.', NULL, 0);
}

/* In a world that a seat imagines another card may stand for one (search.c). */
static CardId name_of(const Stream *s, CardId card) {
  return s->fork && s->t->search.named ? s->t->search.name[card] : card;
}

static void pass_piles(Stream *s) {
  Piles *p = s->t->piles;
  uint16_t counts[PILES_MAX];
  CardId order[CARDS_MAX], *end = order;
  SeatMask shown[CARDS_MAX];
  for (int i = 0; i < p->piles; i++) {
    counts[i] = (uint16_t)p->pile[i].count;
    memcpy(end, p->pile[i].card, counts[i] * sizeof *end);
    end += counts[i];
  }
  memcpy(shown, p->shown, (size_t)p->cards * sizeof *shown);
  pass(s, counts, (size_t)p->piles * sizeof *counts);
  pass(s, order, (size_t)p->cards * sizeof *order);
  pass(s, shown, (size_t)p->cards * sizeof *shown);
  if (s->fork && s->t->search.named) {
    SeatMask before[CARDS_MAX];
    memcpy(before, shown, (size_t)p->cards * sizeof *shown);
    for (int i = 0; i < p->cards; i++) {
      order[i] = name_of(s, order[i]);
      shown[name_of(s, (CardId)i)] = before[i];
    }
  }
  if (s->out == NULL && !piles_restore(p, order, counts, shown))
    luaL_error(s->t->L, "the snapshot is for other cards or piles");
}

/* The rest of a fork: chance by purpose, and cards that a shuffle has not placed
 * yet. */
static void pass_luck(Stream *s) {
  Piles *p = s->t->piles;
  Paired *paired = &s->t->paired;
  pass(s, &paired->on, sizeof paired->on);
  if (paired->on) pass(s, paired, sizeof *paired);
  pass(s, &p->paired, sizeof p->paired);
  for (int i = 0; i < p->piles; i++)
    pass(s, &p->pile[i].last, sizeof p->pile[i].last);
}

static void pass_place(Stream *s) {
  Table *t = s->t;
  Place *p = &t->place;
  pass(s, &p->depth, sizeof p->depth);
  bool good = p->depth >= 0 && p->depth < ORDER_DEPTH;
  for (int d = 0; good && d <= p->depth; d++) {
    pass(s, &p->list[d], sizeof p->list[d]);
    pass(s, &p->at[d], sizeof p->at[d]);
    good = p->list[d] >= 0 && p->list[d] < t->entries && p->at[d] >= 0 &&
           p->at[d] <= t->order[p->list[d]].count;
  }
  if (s->out == NULL && !good)
    luaL_error(t->L, "the snapshot is for another order");
}

static void pass_host(Stream *s) {
  Table *t = s->t;
  bool reads = s->out == NULL;
  uint8_t rng[RNG_SAVED];
  rng_save(&t->rng, rng);
  pass(s, rng, sizeof rng);
  if (reads && !rng_load(&t->rng, rng))
    luaL_error(t->L, "the snapshot has no random state");
  pass(s, t->seed, sizeof t->seed);
  pass(s, &t->game, sizeof t->game);
  pass(s, &t->questions, sizeof t->questions);
  if (reads) draws_key(&t->draws, t->seed, "answers", t->game);
  pass_place(s);
  for (int i = 0; i < pools_count(t->pools); i++) {
    int64_t amount = pools_amount(t->pools, i);
    pass(s, &amount, sizeof amount);
    if (reads && !pools_set(t->pools, i, amount))
      luaL_error(t->L, "the snapshot is for other pools");
  }
  pass_piles(s);
  if (s->fork) pass_luck(s);
}

/* Rules and seating; of a fork seating alone, for rules can't change in it. */
static void write_kept(Stream *w) {
  lua_State *L = w->t->L;
  table_push_hook(L, w->t, "kept");
  int kept = lua_gettop(L);
  w->where = "a rule";
  if (w->fork) {
    lua_getfield(L, kept, "seated");
    write_value(w, kept + 1);
    lua_getfield(L, kept, "gone");
    write_value(w, kept + 2);
  } else
    write_value(w, kept);
  lua_settop(L, kept - 1);
}

static bool seats_come_and_go(Table *t) {
  lua_State *L = t->L;
  table_push_hook(L, t, "joining");
  bool joining = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return joining;
}

static bool protected(Table *t, lua_CFunction f, void *work, int results) {
  lua_State *L = t->L;
  lua_pushcfunction(L, f);
  lua_pushlightuserdata(L, work);
  return host_pcall(L, 1, results, 0) == LUA_OK;
}

static int unchanged_protected(lua_State *L) {
  Table *t = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.memory);
  return freeze_changed(L, -1) ? lua_error(L) : 0;
}

bool table_unchanged(Table *t) {
  return protected(t, unchanged_protected, t, 0);
}

/* Bots' notes must be as plain as the state. */
static bool check_notes(Table *t) {
  lua_State *L = t->L;
  table_push_hook(L, t, "notes");
  bool plain = snapshot_value(t, lua_gettop(L), NULL, 0);
  lua_remove(L, plain ? -1 : -2);
  return plain;
}

/* --- reading --- */

static char get_tag(Stream *r) {
  char tag;
  pass(r, &tag, 1);
  return tag;
}

static void read_value(Stream *r, char tag);

static void read_text(Stream *r) {
  uint32_t n;
  pass(r, &n, sizeof n);
  if ((size_t)(r->end - r->at) < n)
    luaL_error(r->t->L, "the snapshot is cut short");
  lua_pushlstring(r->t->L, r->at, n);
  r->at += n;
}

static void read_table(Stream *r) {
  lua_State *L = r->t->L;
  if (++r->depth > NESTING_MAX) luaL_error(L, "the snapshot is too deep");
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_rawseti(L, r->seen, ++r->tables);
  for (char tag; (tag = get_tag(r)) != '}';) {
    read_value(r, tag);
    if (lua_isnil(L, -1)) luaL_error(L, "the snapshot has a nil key");
    read_value(r, get_tag(r));
    lua_rawset(L, -3);
  }
  r->depth--;
}

static void read_card(Stream *r) {
  uint16_t id[2];
  pass(r, id, sizeof id);
  bool face = id[0] == CARD_IS_FACE;
  int n = face ? r->t->faces->count : r->t->piles->cards;
  int i = face ? id[1] : id[0];
  if (!face && i < n) i = name_of(r, (CardId)i);
  if (i >= n) luaL_error(r->t->L, "the snapshot has an unknown card");
  table_push(r->t->L, face ? r->t->ref.faces : r->t->ref.cards, i + 1);
}

static void read_handle(Stream *r, const char *list) {
  int index;
  pass(r, &index, sizeof index);
  table_push_hook(r->t->L, r->t, list);
  lua_rawgeti(r->t->L, -1, index + 1);
  lua_replace(r->t->L, -2);
}

static void read_seat(Stream *r) {
  uint8_t number;
  pass(r, &number, 1);
  table_push(r->t->L, r->t->ref.seats, seat_number(number - 1));
}

static void read_number(Stream *r, char tag) {
  if (tag == 'i') {
    lua_Integer n;
    pass(r, &n, sizeof n);
    lua_pushinteger(r->t->L, n);
  } else {
    lua_Number n;
    pass(r, &n, sizeof n);
    lua_pushnumber(r->t->L, n);
  }
}

static void read_value(Stream *r, char tag) {
  lua_State *L = r->t->L;
  luaL_checkstack(L, 8, "snapshot too deep");
  uint32_t number;
  switch (tag) {
    case 'n':
      lua_pushnil(L);
      break;
    case 't':
    case 'f':
      lua_pushboolean(L, tag == 't');
      break;
    case 'i':
    case 'd':
      read_number(r, tag);
      break;
    case 's':
      read_text(r);
      break;
    case '{':
      read_table(r);
      break;
    case 'r':
      pass(r, &number, sizeof number);
      lua_rawgeti(L, r->seen, number);
      break;
    case 'c':
      read_card(r);
      break;
    case 'S':
      read_seat(r);
      break;
    case 'p':
      read_handle(r, "pile_handles");
      break;
    case 'o':
      read_handle(r, "pool_handles");
      break;
    default:
      luaL_error(L, "the snapshot has an unknown mark");
  }
}

/* Sets the names that `owner` still declares. */
static void read_state(void *reader, int names, int owner) {
  Stream *r = reader;
  lua_State *L = r->t->L;
  for (char tag; (tag = get_tag(r)) != '.';) {
    read_value(r, tag);
    read_value(r, get_tag(r));
    lua_pushvalue(L, -2);
    bool known = lua_rawget(L, names) != LUA_TNIL;
    lua_pop(L, 1);
    if (known) lua_rawset(L, owner);
    lua_settop(L, owner);
  }
}

/* The contract's Lua half takes the rules that the script still has. */
static void read_kept(Stream *r) {
  lua_State *L = r->t->L;
  table_push_hook(L, r->t, r->fork ? "restore_chairs" : "restore_kept");
  read_value(r, get_tag(r));
  if (r->fork) read_value(r, get_tag(r));
  lua_call(L, r->fork ? 2 : 1, 0);
}

/* --- all of it --- */

static int pass_all(lua_State *L) {
  Stream *s = lua_touserdata(L, 1);
  bool reads = s->at != NULL;
  lua_createtable(L, 0, 32); /* enough for most */
  s->seen = lua_gettop(L);
  if (reads || s->out != NULL) {
    pass_host(s);
    if (s->fork) pass(s, &s->t->run.stack_used, sizeof(bool));
    if (!s->fork || seats_come_and_go(s->t))
      reads ? read_kept(s) : write_kept(s);
  }
  snapshot_each_owner(s->t, L, reads ? read_state : write_state, s);
  return 0;
}

bool snapshot_take(Table *t, Bytes *out, bool fork) {
  Stream s = {.t = t, .out = out, .fork = fork, .where = "the state"};
  if (!protected(t, pass_all, &s, 0)) return false;
  if (!out->failed) return true;
  lua_pushliteral(t->L, "not enough memory for a snapshot");
  return false;
}

bool snapshot_restore(Table *t, const char *data, size_t size, bool fork) {
  Stream s = {.t = t, .at = data, .end = data + size, .fork = fork};
  return protected(t, pass_all, &s, 0);
}

bool table_check(Table *t) {
  Stream s = {.t = t, .where = "the state"};
  return table_unchanged(t) && protected(t, pass_all, &s, 0) && check_notes(t);
}

/* (stream, value to be written) -> the value that was read */
static int pass_value(lua_State *L) {
  Stream *s = lua_touserdata(L, 1);
  lua_newtable(L);
  s->seen = lua_gettop(L);
  if (s->at != NULL)
    read_value(s, get_tag(s));
  else
    write_value(s, 2);
  return s->at != NULL;
}

bool snapshot_value(Table *t, int index, Bytes *out, size_t most) {
  Stream s = {.t = t, .out = out, .where = "notes", .most = most};
  if (needs_no_walk(&s, index)) return true;
  lua_State *L = t->L;
  lua_pushvalue(L, index);
  lua_pushcfunction(L, pass_value);
  lua_insert(L, -2);
  lua_pushlightuserdata(L, &s);
  lua_insert(L, -2);
  return host_pcall(L, 2, 0, 0) == LUA_OK;
}

bool snapshot_push(Table *t, const char *data, size_t size) {
  Stream s = {.t = t, .at = data, .end = data + size};
  return protected(t, pass_value, &s, 1);
}
