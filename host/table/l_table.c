/* Functions with which the library's Lua builds a table and its views: see
 * l_table.h. The verbs that a step calls are in l_verbs.c. */
#include "table/l_table.h"

#include <lauxlib.h>
#include <stdio.h>
#include <string.h>

#include "bind/bind.h"
#include "bind/l_cards.h"
#include "bind/l_pool.h"
#include "script/sandbox.h"
#include "table/purity.h"
#include "table/snapshot.h"

static const char METATABLE[] = "croupier.table";

Table *l_table_driven(lua_State *L) {
  Table *t = table_at(L, 1);
  if (L != t->L) luaL_error(L, "a table is driven outside coroutines only");
  luaL_checkstack(L, 100, "driving a table");
  return t;
}

int l_table_seat(lua_State *L, int i) {
  lua_Integer code = luaL_checkinteger(L, i);
  luaL_argcheck(L, code >= 0 && code <= SEATS_MAX, i, "expected a seat");
  return seat_numbered(code);
}

int l_table_opt_seat(lua_State *L, int i, int none) {
  return lua_isnoneornil(L, i) ? none : l_table_seat(L, i);
}

/* A seat's number, or that of a view of what everybody sees. */
static int check_viewer(lua_State *L, int i) {
  bool is_all = luaL_checkinteger(L, i) == seat_number(SEAT_ALL);
  return is_all ? SEAT_ALL : l_table_seat(L, i);
}

static int opt_viewer(lua_State *L, int i, int none) {
  return lua_isnoneornil(L, i) ? none : check_viewer(L, i);
}

int l_table_push_bytes(lua_State *L, Bytes *bytes) {
  bool trusted = arena_trust(host_of(L)->arena, true);
  lua_pushlstring(L, bytes->data, bytes->count);
  arena_trust(host_of(L)->arena, trusted);
  bytes_free(bytes);
  return 1;
}

/* --- making --- */

static int ref_field(lua_State *L, int i, const char *key) {
  lua_getfield(L, i, key);
  return luaL_ref(L, LUA_REGISTRYINDEX);
}

/* The whole numbers of a list at index 1's field. */
static int read_list(lua_State *L, const char *key, int *list) {
  lua_getfield(L, 1, key);
  lua_Integer n = luaL_len(L, -1);
  for (lua_Integer i = 0; i < n; i++) {
    lua_geti(L, -1, i + 1);
    list[i] = (int)luaL_checkinteger(L, -1);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return (int)n;
}

static Table *new_block(lua_State *L) {
  Table *t = lua_newuserdatauv(L, sizeof *t, 1);
  memset(t, 0, sizeof *t);
  t->tag = TAG_TABLE;
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
  t->L = lua_tothread(L, -1);
  lua_pop(L, 1);
  t->co_ref = t->report_ref = LUA_NOREF;
  t->viewing = SEAT_NONE;
  t->events.off = true;
  luaL_setmetatable(L, METATABLE);
  return t;
}

/* host.table{ faces =, face_cards =, cards =, card_faces =, deck_sizes =,
 * facings = numbers of core/cards.h, owners = seat numbers or SEAT_NONE, by
 * pile, seats =, gm = } -> table block */
static int make_table(lua_State *L) {
  int facings[PILES_MAX], owners[PILES_MAX], sizes[PILES_MAX], card[CARDS_MAX];
  luaL_checktype(L, 1, LUA_TTABLE);
  int piles = read_list(L, "facings", facings);
  int cards = read_list(L, "card_faces", card);
  read_list(L, "owners", owners);
  for (int i = 0; i < cards; i++) card[i]--;
  for (int i = 0; i < piles; i++) owners[i] = seat_numbered(owners[i]);
  Table *t = new_block(L);
  t->decks = read_list(L, "deck_sizes", sizes);
  for (int i = 0; i < t->decks; i++) t->deck_size[i] = (uint16_t)sizes[i];
  t->seats = (int)bind_field(L, 1, "seats");
  t->has_gm = bind_field(L, 1, "gm") != 0;
  lua_getfield(L, 1, "faces");
  t->faces = lua_touserdata(L, -1);
  lua_setiuservalue(L, -2, 1);
  t->ref.cards = ref_field(L, 1, "cards");
  t->ref.faces = ref_field(L, 1, "face_cards");
  t->piles = piles_new(cards, card, piles, facings, owners);
  t->pools = pools_new();
  if (t->piles == NULL || t->pools == NULL)
    luaL_error(L, "not enough memory for the table");
  t->piles->rng = &t->rng;
  t->keys = question_keys_of(L);
  t->reads = t->L;
  return 1;
}

/* host.pile(block, index, viewer's seat number or nil, label, owner or nil) -> handle */
static int make_pile(lua_State *L) {
  Table *t = table_at(L, 1);
  int index = (int)bind_integer(L, 2, "pile", 1, t->piles->piles) - 1;
  int viewer = opt_viewer(L, 3, VIEW_FULL);
  bind_push_pile(L, t->piles, t->faces, index, viewer, &t->viewing);
  lua_rawgeti(L, LUA_REGISTRYINDEX,
              viewer == VIEW_FULL ? t->ref.cards : t->ref.faces);
  lua_setiuservalue(L, -2, PILE_CARDS);
  lua_pushvalue(L, 4);
  lua_setiuservalue(L, -2, PILE_LABEL);
  lua_pushvalue(L, 5);
  lua_setiuservalue(L, -2, PILE_OWNER);
  return 1;
}

/* host.pool(block, mint, label) -> handle, index */
static int make_pool(lua_State *L) {
  Table *t = table_at(L, 1);
  int index = pools_add(t->pools, lua_toboolean(L, 2));
  if (index < 0) return luaL_error(L, "not enough memory for a pool");
  bind_push_pool(L, t->pools, index, luaL_checkstring(L, 3));
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  lua_pushinteger(L, index);
  return 2;
}

/* host.rename(pile or pool, label) */
static int l_rename(lua_State *L) {
  luaL_checktype(L, 1, LUA_TUSERDATA);
  luaL_checkstring(L, 2);
  lua_setiuservalue(L, 1, PILE_LABEL); /* a pool's name stands there too */
  return 0;
}

/* host.set_pool(block, index, amount) */
static int set_pool(lua_State *L) {
  Table *t = table_at(L, 1);
  lua_Integer i = bind_integer(L, 2, "pool", 0, pools_count(t->pools) - 1);
  if (!pools_set(t->pools, (int)i, luaL_checkinteger(L, 3)))
    return luaL_error(L, "a pool can't hold %I",
                      (LUAI_UACINT)lua_tointeger(L, 3));
  return 0;
}

/* --- the order --- */

static int add_entries(lua_State *L, Table *t);

/* The entry on top of the stack: a name or a list. */
static void fill_entry(lua_State *L, Table *t, int e) {
  OrderEntry *entry = &t->order[e];
  if (lua_istable(L, -1)) {
    entry->count = (int)luaL_len(L, -1);
    entry->first = add_entries(L, t);
    return;
  }
  const char *name = luaL_checkstring(L, -1);
  snprintf(entry->name, sizeof entry->name, "%s", name);
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.steps);
  lua_getfield(L, -1, name);
  luaL_checktype(L, -1, LUA_TFUNCTION);
  entry->ref = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_pop(L, 1);
}

/* The entries of the list on top of the stack, side by side: as many as there
 * is room for, and as deep (stdlib/script/spec_checks.lua). */
static int add_entries(lua_State *L, Table *t) {
  int n = (int)luaL_len(L, -1), first = t->entries;
  t->entries += n;
  for (int i = 0; i < n; i++) {
    lua_geti(L, -1, i + 1);
    fill_entry(L, t, first + i);
    lua_pop(L, 1);
  }
  return first;
}

static void remember_seats(lua_State *L, Table *t) {
  lua_getfield(L, 2, "seats");
  for (int s = 0; s < t->seats; s++) {
    lua_rawgeti(L, -1, s + 1);
    t->seat_at[s] = lua_topointer(L, -1);
    lua_pop(L, 1);
  }
  lua_rawgeti(L, -1, 0);
  t->seat_at[SEAT_GM] = lua_topointer(L, -1);
  lua_pop(L, 2);
}

/* host.wire(block, { t =, seats =, hooks =, steps =, order = }) */
static int wire(lua_State *L) {
  Table *t = table_at(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  t->ref.t = ref_field(L, 2, "t");
  t->ref.seats = ref_field(L, 2, "seats");
  remember_seats(L, t);
  t->ref.hooks = ref_field(L, 2, "hooks");
  t->ref.steps = ref_field(L, 2, "steps");
  lua_getfield(L, 2, "steps");
  freeze_remember(L, -1);
  t->ref.memory = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_getfield(L, 2, "order");
  t->order[0].count = (int)luaL_len(L, -1);
  t->entries = 1;
  t->order[0].first = add_entries(L, t);
  return 0;
}

/* The hidden card of views carries `hidden`. */
static bool is_hidden(lua_State *L, int i) {
  lua_getfield(L, i, "hidden");
  return lua_toboolean(L, -1);
}

/* host.mark(block, card) -> its mark in a text (stdlib/table/marked_text.lua);
 * nil if it is not a card */
static int push_mark(lua_State *L) {
  char mark[32];
  Table *t = table_at(L, 1);
  const CardHandle *card = bind_test(L, 2, TAG_CARD);
  if (card == NULL) return 0;
  bool face = card->id >= t->piles->cards;
  SeatMask seen = face ? ~(SeatMask)0 : piles_seen_by(t->piles, card->id);
  snprintf(mark, sizeof mark, "\1%02x%016llx", card->face,
           (unsigned long long)seen);
  bool hidden = card->id == CARD_IS_FACE && is_hidden(L, 2);
  lua_pushstring(L, hidden ? "a card" : mark);
  return 1;
}

/* host.tell(block, function) -> the text that the function gives for the table,
 * called because somebody reads it. In a step a failure is raised; while a
 * question waits its report is the text */
static int tell(lua_State *L) {
  Table *t = table_at(L, 1);
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.t);
  int status = purity_call(t, L, 2, 1, 1);
  if (status != LUA_OK && L == t->co) return lua_error(L);
  if (status != LUA_OK) lua_pushstring(L, report_text(L, 3));
  return 1;
}

/* host.shadow(table) -> the table itself; of a frozen one the table behind it,
 * which can be read raw */
static int shadow(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  freeze_shadow(L, 1);
  return 1;
}

/* host.viewing(block, seat number or nil): whose view is open from now on; 64: that of
 * what everybody sees, here and wherever a view's seat is asked for */
static int set_viewing(lua_State *L) {
  Table *t = table_at(L, 1);
  t->viewing = opt_viewer(L, 2, SEAT_NONE);
  return 0;
}

/* host.visible(block, card, seat number) -> boolean */
static int is_visible(lua_State *L) {
  Table *t = table_at(L, 1);
  CardHandle *card = bind_card(L, 2);
  int seat = check_viewer(L, 3);
  lua_pushboolean(L, card->id >= t->piles->cards ||
                         piles_visible(t->piles, card->id, seat));
  return 1;
}

static void push_face_seen(lua_State *L, const Table *t, CardId card,
                           int seat) {
  bool seen = piles_visible(t->piles, card, seat);
  table_push(L, t->ref.faces, seen ? t->piles->face[card] + 1 : 0);
}

/* Pushes what a view shows for the card at i: its face, or the hidden card. False:
 * it is no card. */
static bool push_card_seen(lua_State *L, const Table *t, int i, int seat) {
  const CardHandle *card = bind_test(L, i, TAG_CARD);
  if (card == NULL) return false;
  if (card->id < t->piles->cards)
    push_face_seen(L, t, card->id, seat);
  else
    table_push(L, t->ref.faces, card->face + 1);
  return true;
}

enum { SHOWN_DEEP = 4, FEW_FIELDS = 8 }; /* most tables have fewer than those */

/* Pushes the value at i as a view of that seat shows it; false, with any values
 * left on top, if Lua must do it: a seat, a pile, a pool, frozen or deep. */
static bool push_seen(lua_State *L, const Table *t, int i, int seat, int deep) {
  int type = lua_type(L, i), new = lua_gettop(L) + 1;
  if (type == LUA_TUSERDATA) return push_card_seen(L, t, i, seat);
  if (type != LUA_TTABLE) {
    lua_pushvalue(L, i);
    return type != LUA_TFUNCTION;
  }
  if (deep == 0 || lua_getmetatable(L, i)) return false; /* a seat has one */
  luaL_checkstack(L, 6, "too deep");
  int listed = (int)lua_rawlen(L, i);
  lua_createtable(L, listed, listed > 0 ? 0 : FEW_FIELDS);
  for (lua_pushnil(L); lua_next(L, i); lua_settop(L, new + 1)) {
    budget_charge(L, 1);
    if (!push_seen(L, t, new + 1, seat, 0)) return false;
    if (!push_seen(L, t, new + 2, seat, deep - 1)) return false;
    lua_rawset(L, new);
  }
  return true;
}

/* host.shown(block, value, seat number) -> a card's face or the hidden card; a copy
 * of what holds cards, numbers, texts, booleans and tables of these, 4 deep at
 * most; else nil */
static int host_shown(lua_State *L) {
  Table *t = table_at(L, 1);
  return push_seen(L, t, 2, check_viewer(L, 3), SHOWN_DEEP);
}

/* Replaces a seat on top by what a view has for it in the list at i; false: it is
 * no seat. */
static bool replace_seat(lua_State *L, const Table *t, int i) {
  const void *value = lua_topointer(L, -1);
  bool numbered = lua_rawgeti(L, -1, 0) == LUA_TNUMBER;
  lua_Integer number = numbered ? lua_tointeger(L, -1) : SEAT_NONE;
  lua_pop(L, 1);
  if (number < 0 || number > SEATS_MAX ||
      t->seat_at[seat_numbered(number)] != value)
    return false;
  lua_rawgeti(L, i, number);
  return true;
}

/* The __index of a view of state: see host.reader. */
static int read_seen(lua_State *L) {
  enum { BLOCK = 1, SEAT, VISIBLE, RAW, SEATS, OTHER };
  const Table *t = lua_touserdata(L, lua_upvalueindex(BLOCK));
  lua_pushvalue(L, 2);
  lua_rawget(L, lua_upvalueindex(VISIBLE));
  if (t->viewing == lua_tointeger(L, lua_upvalueindex(SEAT)) &&
      lua_toboolean(L, 3)) {
    lua_pushvalue(L, 2);
    int type = lua_rawget(L, lua_upvalueindex(RAW));
    if (type == LUA_TNUMBER || type == LUA_TBOOLEAN) return 1;
    if (type == LUA_TTABLE && replace_seat(L, t, lua_upvalueindex(SEATS)))
      return 1;
    if (push_seen(L, t, lua_gettop(L), t->viewing, SHOWN_DEEP)) return 1;
  }
  lua_settop(L, 2);
  lua_pushvalue(L, lua_upvalueindex(OTHER));
  lua_insert(L, 1);
  lua_call(L, 2, 1);
  return 1;
}

/* host.reader(block, seat number of a view, names that it shows, raw state, its seats by
 * number, other) -> the __index of the view: seats and what host.shown gives are
 * read here, all else by other(table, name) */
static int make_reader(lua_State *L) {
  table_at(L, 1);
  lua_settop(L, 6);
  lua_pushinteger(L, check_viewer(L, 2));
  lua_replace(L, 2);
  lua_pushcclosure(L, read_seen, 6);
  return 1;
}

/* host.unseen(block, seat number, first, last) -> the faces of the cards that
 * the seat does not see, of all or of those with these numbers (from 1), in the
 * order of faces, so that nothing tells copies apart */
static int push_unseen(lua_State *L) {
  Table *t = table_at(L, 1);
  const Piles *p = t->piles;
  int seat = check_viewer(L, 2), count[FACES_MAX] = {0}, all = 0;
  lua_Integer first = luaL_optinteger(L, 3, 1);
  lua_Integer last = luaL_optinteger(L, 4, p->cards);
  luaL_argcheck(L, first >= 1 && last <= p->cards, 3, "no such card");
  budget_charge(L, (uint64_t)p->cards / 16);
  for (int c = (int)first - 1; c < (int)last; c++) {
    bool unseen = !piles_visible(p, (CardId)c, seat);
    count[p->face[c]] += unseen;
    all += unseen;
  }
  lua_createtable(L, all, 0);
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.faces);
  for (int f = 0, n = 0; f < FACES_MAX; f++)
    for (int i = 0; i < count[f]; i++) {
      lua_rawgeti(L, -1, f + 1);
      lua_rawseti(L, -3, ++n);
    }
  lua_pop(L, 1);
  return 1;
}

/* host.draws(block, label number) -> random(n) for the open question */
static int bot_random(lua_State *L) {
  Table *t = lua_touserdata(L, lua_upvalueindex(1));
  lua_Integer n = luaL_checkinteger(L, 1);
  luaL_argcheck(L, n > 0, 1, "expected 1 or more");
  lua_pushinteger(L, (lua_Integer)draws_below(&t->draws, (uint64_t)n));
  return 1;
}

static int make_draws(lua_State *L) {
  table_at(L, 1);
  lua_pushvalue(L, 1);
  lua_pushcclosure(L, bot_random, 1);
  return 1;
}

/* host.moves(block, seat number) -> { { face, from, to }, ... } */
static int push_moves(lua_State *L) {
  Table *t = table_at(L, 1);
  t->moves_asked = true;
  if (t->events.off) return luaL_error(L, "moves were not recorded");
  SeatMask who = (SeatMask)1 << check_viewer(L, 2);
  lua_newtable(L);
  lua_Integer n = 0;
  for (size_t i = 0; i < t->events.count; i++) {
    const Event *e = &t->events.list[i];
    if (e->kind != EVENT_MOVE) continue;
    lua_createtable(L, 3, 0);
    table_push(L, t->ref.faces,
               e->seen & who ? t->piles->face[e->card] + 1 : 0);
    lua_rawseti(L, -2, 1);
    bind_set_entry(L, 2, e->from + 1);
    bind_set_entry(L, 3, e->to + 1);
    lua_rawseti(L, -2, ++n);
  }
  return 1;
}

/* host.seat_mask(seat number) -> the bit of that seat in masks of seats */
static int seat_mask(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)1 << l_table_seat(L, 1));
  return 1;
}

static int l_freeze(lua_State *L) {
  luaL_checkany(L, 1);
  freeze(L, 1);
  return 0;
}

/* host.remember(value) -> memory of the locals that its functions share */
static int l_remember(lua_State *L) {
  luaL_checkany(L, 1);
  freeze_remember(L, 1);
  return 1;
}

/* host.changed(memory) -> nil, or which of them was changed; all are put back */
static int l_changed(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  if (!freeze_changed(L, 1)) lua_pushnil(L);
  return 1;
}

/* host.room(n) -> an empty table with room for n names */
static int make_room(lua_State *L) {
  lua_createtable(L, 0, (int)bind_integer(L, 1, "room", 0, PILES_MAX));
  return 1;
}

/* host.set_fields(thing, names, values): sets each value raw under its name */
static int set_fields(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checktype(L, 2, LUA_TTABLE);
  luaL_checktype(L, 3, LUA_TTABLE);
  for (lua_Integer i = 1; lua_rawgeti(L, 2, i) != LUA_TNIL; i++) {
    lua_rawgeti(L, 3, i);
    lua_rawset(L, 1);
  }
  return 0;
}

/* Raises an error at the script's line, however deep the call is. */
static int l_fail(lua_State *L) {
  return report_error(L, "%s", luaL_checkstring(L, 1));
}

static int table_gc(lua_State *L) {
  table_close(lua_touserdata(L, 1));
  return 0;
}

void l_table_open(lua_State *L) {
  static const luaL_Reg private_host[] = {{"faces", l_faces},
                                          {"cards", l_cards},
                                          {"nearest", l_nearest},
                                          {"stream_methods", l_stream_methods},
                                          {"dice", l_dice},
                                          {"roll", l_roll},
                                          {"melds", l_melds},
                                          {"meld_text", l_meld_text},
                                          {"table", make_table},
                                          {"pile", make_pile},
                                          {"pool", make_pool},
                                          {"rename", l_rename},
                                          {"set_pool", set_pool},
                                          {"wire", wire},
                                          {"verbs", l_verbs},
                                          {"each", l_verbs_each},
                                          {"way", l_verbs_way},
                                          {"mark", push_mark},
                                          {"tell", tell},
                                          {"shadow", shadow},
                                          {"viewing", set_viewing},
                                          {"visible", is_visible},
                                          {"unseen", push_unseen},
                                          {"draws", make_draws},
                                          {"moves", push_moves},
                                          {"seat_mask", seat_mask},
                                          {"freeze", l_freeze},
                                          {"remember", l_remember},
                                          {"changed", l_changed},
                                          {"shown", host_shown},
                                          {"reader", make_reader},
                                          {"fail", l_fail},
                                          {"set_fields", set_fields},
                                          {"room", make_room},
                                          {NULL, NULL}};
  bind_piles(L);
  question_keys(L);
  luaL_newmetatable(L, METATABLE);
  lua_pushcfunction(L, table_gc);
  lua_setfield(L, -2, "__gc");
  bind_set_text(L, "__name", "table under way");
  lua_pop(L, 1);
  luaL_newlib(L, private_host);
  bind_poker(L);
  lua_setfield(L, -2, "poker");
  lua_pushlightuserdata(L, (void *)&MARK_AGAIN);
  lua_setfield(L, -2, "again");
  lua_pushlightuserdata(L, (void *)&MARK_DONE);
  lua_setfield(L, -2, "done");
}
