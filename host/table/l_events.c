/* The record of a table, for the library's Lua: what writes it while a game goes
 * on, and the part of `engine` that reads it. See events.h and l_table.h. */
#include <lauxlib.h>
#include <string.h>

#include "bind/bind.h"
#include "table/l_table.h"

/* --- writing --- */

static void cards_moved(void *ud, CardId card, int from, int to, SeatMask seen);

static void note_order(Table *t, EventKind kind, int pile) {
  const Pile *p = &t->piles->pile[pile];
  Bytes text = {0};
  for (int i = 0; !t->events.quiet && i < p->count; i++)
    bytes_format(&text, "%s%d", i ? " " : "", (int)p->card[i]);
  Event e = {.kind = kind, .from = pile, .to = pile, .question = t->questions};
  events_add(&t->events, e, text.data, NULL);
  bytes_free(&text);
}

/* The stacked cards go on top, the first of them topmost. */
static void lay_stack(Table *t, int pile) {
  t->run.stack_used = true;
  t->piles->moved = NULL;
  for (int i = t->stacked_count - 1; i >= 0; i--)
    if (t->piles->where[t->stacked[i]] == pile)
      piles_put(t->piles, t->stacked[i], pile);
  t->piles->moved = cards_moved;
}

static void pile_ordered(Table *t, bool shuffled, int pile) {
  if (shuffled && t->stacked_count > 0 && !t->run.stack_used && pile == 0)
    lay_stack(t, pile);
  if (!t->events.off)
    note_order(t, shuffled ? EVENT_SHUFFLE : EVENT_ORDER, pile);
}

static bool is_under(const Pile *p, CardId card) {
  return p->card[p->count - 1] != card && p->card[0] == card;
}

static void cards_moved(void *ud, CardId card, int from, int to,
                        SeatMask seen) {
  Table *t = ud;
  if (card == CARDS_MAX) {
    pile_ordered(t, from == to, to);
    return;
  }
  bool shown = from == PILE_NONE;
  Event e = {.kind = shown ? EVENT_SHOW : EVENT_MOVE,
             .card = card,
             .from = shown ? to : from,
             .to = to,
             .seen = seen,
             .amount = !shown && is_under(&t->piles->pile[to], card),
             .question = t->questions};
  events_add(&t->events, e, NULL, NULL);
}

static void pool_moved(void *ud, int from, int to, int64_t amount,
                       const char *why) {
  Table *t = ud;
  Event e = {.kind = EVENT_PAY,
             .from = from,
             .to = to,
             .amount = amount,
             .question = t->questions};
  events_add(&t->events, e, why, NULL);
}

void table_record(Table *t, bool on) {
  t->events.off = !on;
  t->piles->watcher = t;
  t->piles->moved = on || t->stacked_count > 0 ? cards_moved : NULL;
  pools_watch(t->pools, on ? pool_moved : NULL, t);
}

/* host.note(block, kind, text, more, seat, amount, from, to, card, seen,
 * question): records an event; `kind` is one of event_names. Seat nil:
 * nobody's. Only the seat may know an answer, unless `seen` says otherwise */
int l_events_note(lua_State *L) {
  Table *t = table_at(L, 1);
  Event e = {
      .kind = (EventKind)luaL_checkoption(L, 2, NULL, event_names),
      .seat = l_table_opt_seat(L, 5, SEAT_NONE),
      .amount = luaL_optinteger(L, 6, 0),
      .from = (int)luaL_optinteger(L, 7, 0),
      .to = (int)luaL_optinteger(L, 8, 0),
      .card = (int)luaL_optinteger(L, 9, 0),
      .question = (uint64_t)luaL_optinteger(L, 11, (lua_Integer)t->questions)};
  SeatMask own = e.kind == EVENT_ANSWER ? (SeatMask)1 << e.seat : 0;
  e.seen = (SeatMask)luaL_optinteger(L, 10, (lua_Integer)own);
  events_add(&t->events, e, luaL_optstring(L, 3, NULL),
             luaL_optstring(L, 4, NULL));
  return 0;
}

/* --- reading --- */

/* record(block, on, quiet): from now on events are recorded, or not; quiet:
 * only moves of cards, from which bots know what they saw */
static int record(lua_State *L) {
  Table *t = l_table_driven(L);
  table_record(t, lua_toboolean(L, 2));
  if (lua_toboolean(L, 3)) t->events.quiet = true;
  return 0;
}

/* count(block) -> events so far, questions so far, and those that had one
 * answer, so that nobody was asked */
static int count(lua_State *L) {
  const Table *t = l_table_driven(L);
  lua_pushinteger(L, (lua_Integer)t->events.count);
  lua_pushinteger(L, (lua_Integer)t->questions);
  lua_pushinteger(L, (lua_Integer)t->forced);
  return 3;
}

/* Entry i of the list on top; NULL: nil. */
static void set_entry_text(lua_State *L, lua_Integer i, const char *text) {
  lua_pushstring(L, text);
  lua_rawseti(L, -2, i);
}

/* happened(block, from, most) -> the events from that number (from 1) on, each
 * as { name of its kind, card, from, to, seat number or nil, amount, seen,
 * question, text, more }, with the marks in texts */
static int happened(lua_State *L) {
  const Events *events = &l_table_driven(L)->events;
  size_t from = (size_t)luaL_optinteger(L, 2, 1) - 1;
  lua_Integer most = luaL_optinteger(L, 3, LUA_MAXINTEGER);
  lua_newtable(L);
  for (size_t i = from; i < events->count && most-- > 0; i++) {
    const Event *e = &events->list[i];
    lua_createtable(L, 10, 0);
    set_entry_text(L, 1, event_names[e->kind]);
    bind_set_entry(L, 2, e->card);
    bind_set_entry(L, 3, e->from);
    bind_set_entry(L, 4, e->to);
    if (e->seat != SEAT_NONE) bind_set_entry(L, 5, seat_number(e->seat));
    bind_set_entry(L, 6, e->amount);
    bind_set_entry(L, 7, (lua_Integer)e->seen);
    bind_set_entry(L, 8, (lua_Integer)e->question);
    set_entry_text(L, 9, e->text);
    set_entry_text(L, 10, e->more);
    lua_rawseti(L, -2, (lua_Integer)(i - from) + 1);
  }
  return 1;
}

static void add_text(Bytes *out, const char *text) {
  if (text != NULL) bytes_add(out, text, strlen(text));
  bytes_add(out, "", 1);
}

/* told(block) -> the record as bytes, without steps, masks and question counts:
 * equal for games with the same log */
static int told(lua_State *L) {
  const Events *events = &l_table_driven(L)->events;
  Bytes out = {0};
  for (size_t i = 0; i < events->count; i++) {
    const Event *e = &events->list[i];
    if (e->kind == EVENT_STEP) continue;
    const int64_t fields[] = {e->kind, e->card, e->from,
                              e->to,   e->seat, e->amount};
    bytes_add(&out, fields, sizeof fields);
    add_text(&out, e->text);
    add_text(&out, e->more);
  }
  return l_table_push_bytes(L, &out);
}

/* last_answer(block, seat, anybody) -> the place of the last answer of that
 * seat (from 0), a person's unless `anybody`; 0 for none */
static int last_answer(lua_State *L) {
  const Events *events = &l_table_driven(L)->events;
  int seat = l_table_seat(L, 2);
  bool anybody = lua_toboolean(L, 3);
  size_t at = events->count;
  for (; at > 0; at--) {
    const Event *e = &events->list[at - 1];
    if (e->kind != EVENT_ANSWER || e->seat != seat) continue;
    if (anybody || e->amount == 1) break;
  }
  lua_pushinteger(L, (lua_Integer)at);
  return 1;
}

void l_events_push(lua_State *L) {
  static const luaL_Reg private_events[] = {
      {"record", record},           {"count", count},
      {"happened", happened},       {"told", told},
      {"last_answer", last_answer}, {NULL, NULL}};
  luaL_setfuncs(L, private_events, 0);
}
