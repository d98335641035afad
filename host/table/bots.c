/* Asks a bot the open question, by its functions alone.
 *
 * A bot's answer is looked up among the options as they were shown, not in the
 * list that it got, which it may have sorted. */
#include "table/l_table.h"

#include <lauxlib.h>

#include "bind/l_cards.h"
#include "script/sandbox.h"
#include "table/snapshot.h"

/* The stack of `consult`. */
enum {
  VIEWING = 2, /* a list: the seat number of the view that is open, or nil */
  ACTS,        /* the bot's functions by name, to be read raw */
  MEMORY,      /* of its locals */
  VIEWS,       /* by seat number */
  NOTES,       /* likewise */
  VIEW,        /* of the seat that is asked */
  SHOWN,       /* the options as it saw them, in a list that it hasn't got */
  HANDLER,
  ANSWER, /* at first the function that gives it */
  ME,
  ASKED
};

/* Bytes of a seat's notes: a journal saves them whenever they change. */
enum { NOTES_MOST = 1 << 16 };

/* Entries of a view's list: see stdlib/table/view.lua. */
enum { VIEW_ME = 1, VIEW_QUESTION, VIEW_SHOW };

/* Pushes the bot's function for the open question; false: it has none. */
static bool push_act(lua_State *L, Table *t) {
  lua_pushvalue(t->co, QUESTION_NAME);
  lua_xmove(t->co, L, 1);
  lua_rawget(L, ACTS);
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    bind_get(L, ACTS, "otherwise");
  }
  return lua_isfunction(L, -1);
}

/* Pushes the question as the bot reads it; SHOWN becomes the list of options. */
static void push_question(lua_State *L, const Table *t) {
  const Question *q = &t->question;
  bool limited =
      q->kind == ASK_CARDS || q->kind == ASK_NUMBER || q->kind == ASK_TEXT;
  lua_createtable(L, 0, limited ? 3 : 1);
  bool plain = l_question_options(L, t, q->seat);
  lua_pushvalue(t->co, QUESTION_SOURCE);
  lua_xmove(t->co, L, 1);
  if (!plain && q->kind == ASK_ONE_OF) {
    lua_rawgeti(L, VIEW, VIEW_SHOW);
    lua_pushvalue(L, VIEW);
    lua_pushvalue(L, ASKED + 1);
    lua_call(L, 2, 1);
  }
  lua_replace(L, SHOWN);
  lua_settop(L, ASKED + 1);
  lua_setfield(L, ASKED, "options");
  if (limited) {
    bind_set_integer(L, "min", q->min);
    bind_set_integer(L, "max", q->max);
  }
  lua_rawgeti(L, VIEW, VIEW_QUESTION);
  lua_setmetatable(L, ASKED);
}

/* Whose view is open from now on, SEAT_NONE: nobody's. */
static void open_view(lua_State *L, Table *t, int viewer) {
  t->viewing = viewer;
  if (viewer == SEAT_NONE)
    lua_pushnil(L);
  else
    lua_pushinteger(L, seat_number(viewer));
  lua_rawseti(L, VIEWING, 1);
}

/* Calls the bot. False, with a sentence and a traceback or nil on top, if it
 * failed, changed a local or has notes that can't be saved. */
static bool call_bot(lua_State *L, Table *t, int viewer) {
  Budget *budget = host_of(L)->budget;
  int before = t->viewing;
  open_view(L, t, viewer);
  draws_at(&t->draws, chance_question(t));
  budget_enter(budget, L);
  int status = host_pcall(L, 2, 1, HANDLER);
  budget_leave(budget);
  open_view(L, t, before);
  bool changed = freeze_changed(L, MEMORY); /* then all are put back */
  if (status != LUA_OK) {
    arena_refill(host_of(L)->arena);
    lua_pushstring(L, report_text(L, ANSWER));
    lua_pushstring(L, report_trace(L, ANSWER));
    return false;
  }
  if (!changed) {
    int notes = lua_rawgeti(L, NOTES, seat_number(viewer));
    if (notes == LUA_TNIL || snapshot_value(t, ANSWER + 1, NULL, NOTES_MOST))
      return true;
    lua_pushstring(L, report_text(L, -1));
  }
  lua_pushnil(L);
  return false;
}

/* The place from 1 of the answer among the options; 0: it isn't among them. */
static int place_of_option(lua_State *L, const Table *t) {
  for (int n = 1; n <= t->question.count; n++) {
    lua_rawgeti(L, SHOWN, n);
    bool same = lua_rawequal(L, -1, ANSWER);
    lua_pop(L, 1);
    if (same) return n;
  }
  return 0;
}

/* The place of the card at i among the options as the seat sees them; among equal
 * cards the first that isn't taken. */
static int place_of_card(lua_State *L, const Table *t, int i,
                         const bool *taken) {
  const Question *q = &t->question;
  const CardHandle *card = bind_test(L, i, TAG_CARD);
  if (card == NULL || card->id != CARD_IS_FACE) return 0;
  bool hidden = card->faces != t->faces; /* that card has its own */
  for (int n = 0; n < q->count; n++) {
    bool seen = piles_visible(t->piles, q->card[n], q->seat);
    bool same = seen && t->piles->face[q->card[n]] == card->face;
    if ((hidden ? !seen : same) && !(taken != NULL && taken[n])) return n + 1;
  }
  return 0;
}

/* Pushes the places of the cards listed in the answer; nil if one of them is no
 * option, or if there are more cards than options. */
static void push_places(lua_State *L, const Table *t) {
  bool taken[CARDS_MAX] = {false};
  lua_Unsigned length = lua_istable(L, ANSWER) ? lua_rawlen(L, ANSWER) : 0;
  int place = lua_istable(L, ANSWER) && length <= (size_t)t->question.count;
  int count = place ? (int)length : 0;
  lua_createtable(L, count, 0);
  for (int k = 1; place > 0 && k <= count; k++) {
    lua_rawgeti(L, ANSWER, k);
    place = place_of_card(L, t, lua_gettop(L), taken);
    lua_pop(L, 1);
    if (place > 0) taken[place - 1] = true;
    bind_set_entry(L, k, place);
  }
  if (place > 0) return;
  lua_pop(L, 1);
  lua_pushnil(L);
}

/* Pushes the code of the answer; nil if the answer isn't of the question's
 * kind. */
static void push_code(lua_State *L, const Table *t) {
  QuestionKind kind = t->question.kind;
  int type = lua_type(L, ANSWER), whole = 0, place = 0;
  lua_Integer n = lua_tointegerx(L, ANSWER, &whole);
  if (type != LUA_TNIL && kind == ASK_ONE_OF) place = place_of_option(L, t);
  if (kind == ASK_CARD) place = place_of_card(L, t, ANSWER, NULL);
  if (place > 0)
    lua_pushinteger(L, place);
  else if (kind == ASK_CARDS && type != LUA_TNIL)
    push_places(L, t);
  else if (kind == ASK_CONFIRM && type != LUA_TNIL)
    lua_pushboolean(L, lua_toboolean(L, ANSWER));
  else if (kind == ASK_NUMBER && type == LUA_TNUMBER && whole)
    lua_pushinteger(L, n);
  else if (kind == ASK_TEXT && type == LUA_TSTRING)
    lua_pushvalue(L, ANSWER);
  else
    lua_pushnil(L);
}

/* consult(block, whose view is open, functions of a bot by name, memory of it,
 * views, notes) -> true: the bot's answer is staged; nothing: it leaves the
 * question to chance, or no question is open; false, a sentence and perhaps a
 * traceback: it failed; "none", what it said and perhaps the code of that: this
 * is no legal answer. While the bot answers the view is open, and its chance is
 * the question's, from the first number on. */
static int b_consult(lua_State *L) {
  Table *t = l_table_driven(L);
  QuestionKind kind = t->question.kind;
  int viewer = t->question.seat;
  if (kind == ASK_NONE || kind == ASK_DIE || kind == ASK_NOTHING) return 0;
  lua_settop(L, SHOWN);
  lua_pushcfunction(L, report_handler);
  if (!push_act(L, t)) return 0;
  question_unstage(t);
  lua_geti(L, VIEWS, seat_number(viewer)); /* it may be made now */
  lua_replace(L, VIEW);
  lua_rawgeti(L, VIEW, VIEW_ME);
  push_question(L, t);
  if (!call_bot(L, t, viewer)) {
    lua_pushboolean(L, 0);
    lua_insert(L, -3);
    return 3;
  }
  lua_settop(L, ANSWER);
  push_code(L, t);
  lua_pushvalue(L, -1);
  if ((lua_isnil(L, ANSWER) || !lua_isnil(L, -1)) && l_question_stage(L, t)) {
    lua_pushboolean(L, 1);
    return 1;
  }
  lua_settop(L, ANSWER + 1);
  lua_pushliteral(L, "none");
  lua_insert(L, ANSWER);
  return 3;
}

static const luaL_Reg private_bots[] = {{"consult", b_consult}, {NULL, NULL}};

void bots_push(lua_State *L) { luaL_setfuncs(L, private_bots, 0); }
