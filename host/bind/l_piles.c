/* Binding of piles: see l_cards.h. The bottom of a pile is 1, the top #pile. */
#include <stdio.h>
#include <string.h>

#include "bind/l_cards.h"

/*** @topic At the table: pile
 Cards in order, from the bottom (1) to the top (#pile). A card is always in
 exactly one pile: putting it somewhere takes it from where it was.
 @example t.deck:deal(2, seat.shown)
 #seat.shown --> 2
 seat.shown:put(card)
 seat.shown:top() --> Kh
 seat.hand:has(card) --> false
 @see piles, deck, t:gather */

static const char METATABLE[] = "pile";

PileHandle *bind_push_pile(lua_State *L, Piles *p, const Faces *faces,
                           int index, int viewer, const int *viewing) {
  PileHandle *h = lua_newuserdatauv(L, sizeof *h, PILE_VALUES - 1);
  *h = (PileHandle){TAG_PILE, viewer, p, faces, viewing, index};
  luaL_setmetatable(L, METATABLE);
  return h;
}

/* Reading: any handle, but a view only while its question is open. */
PileHandle *bind_pile(lua_State *L, int i) {
  PileHandle *h = bind_test(L, i, TAG_PILE);
  if (h == NULL) {
    if (lua_istable(L, i))
      luaL_argerror(L, i, "expected a pile: for a seat, say seat.hand");
    luaL_typeerror(L, i, "pile");
  }
  if (h->viewer != VIEW_FULL && *h->viewing != h->viewer)
    luaL_error(L, "a view can't be used after its question is answered");
  return h;
}

/* Changing: only the script's own handles. */
static PileHandle *check_own(lua_State *L, int i) {
  PileHandle *h = bind_pile(L, i);
  if (h->viewer != VIEW_FULL)
    luaL_error(L, "a view shows the table but can't change it");
  if (h->piles->locked)
    luaL_error(L, "a function handed to the host must not change anything");
  return h;
}

static PileHandle *check_to(lua_State *L, int i, const PileHandle *from) {
  PileHandle *to = check_own(L, i);
  luaL_argcheck(L, to->piles == from->piles, i,
                "the pile belongs to another table");
  return to;
}

static Pile *pile_of(const PileHandle *h) { return &h->piles->pile[h->index]; }

/* A script looks at the cards from this place up; a view shows no loose one. */
static Pile *look(const PileHandle *h, int place) {
  if (h->viewer == VIEW_FULL) piles_settle(h->piles, h->index, place);
  return pile_of(h);
}

static const char *label(lua_State *L, int i) {
  lua_getiuservalue(L, i, PILE_LABEL);
  return lua_tostring(L, -1); /* stays on the stack */
}

/* Where the handle's list of cards has this one: the card itself, in a view
 * its face, or in slot 0 the hidden card. */
static int place_of(const PileHandle *h, CardId card) {
  if (h->viewer == VIEW_FULL) return card + 1;
  return piles_visible(h->piles, card, h->viewer) ? h->piles->face[card] + 1
                                                  : 0;
}

void bind_pile_card(lua_State *L, int i, CardId card) {
  const PileHandle *h = lua_touserdata(L, i);
  lua_getiuservalue(L, i, PILE_CARDS);
  lua_rawgeti(L, -1, place_of(h, card));
  lua_replace(L, -2);
}

/* The number of the physical card at index i, of the handle's table. */
static CardId check_card(lua_State *L, const PileHandle *h, int i) {
  const CardHandle *card = bind_test(L, i, TAG_CARD);
  if (card == NULL)
    luaL_error(L, "expected a card, got %s", luaL_typename(L, i));
  if (card->id >= h->piles->cards)
    luaL_error(L, "a card of a view can't be moved: it is only a face");
  if (card->faces != h->faces)
    luaL_error(L, "the card belongs to another table");
  return card->id;
}

static void need(lua_State *L, const char *verb, lua_Integer n, int pile) {
  int have = pile_of(lua_touserdata(L, pile))->count;
  if (n < 0) luaL_error(L, "%s %I: expected 0 or more", verb, (LUAI_UACINT)n);
  if (n > have)
    luaL_error(L, "%s %I: %s has %d card%s", verb, (LUAI_UACINT)n,
               label(L, pile), have, have == 1 ? "" : "s");
}

/* Pushes the cards from..from+n-1 of a pile as a list, top first when
 * step is -1. */
static void push_list(lua_State *L, int i, int from, int n, int step) {
  const PileHandle *h = lua_touserdata(L, i);
  const Pile *pile = pile_of(h);
  lua_createtable(L, n, 0);
  lua_getiuservalue(L, i, PILE_CARDS);
  for (int k = 0; k < n; k++) {
    lua_rawgeti(L, -1, place_of(h, pile->card[from + k * step]));
    lua_rawseti(L, -3, k + 1);
  }
  lua_pop(L, 1);
}

static void draw(lua_State *L, int n) {
  PileHandle *h = check_own(L, 1), *to = check_to(L, 3, h);
  piles_settle_draw(h->piles, h->index, n, to->index);
  push_list(L, 1, pile_of(h)->count - 1, n, -1);
  piles_draw(h->piles, h->index, n, to->index);
}

/*** pile:draw(n, to) -> list of cards
 Draws n cards from the top and puts them on another pile.
 @param n integer 0 or more: how many
 @param to pile: where they go
 @return the cards, the first drawn first
 @error "draw 6: the deck has 4 cards" when there are too few
 @example t.deck:draw(2, seat.hand)
 #seat.hand --> 7 */
static int pile_draw(lua_State *L) {
  check_own(L, 1);
  lua_Integer n = luaL_checkinteger(L, 2);
  need(L, "draw", n, 1);
  draw(L, (int)n);
  return 1;
}

/*** pile:draw_up_to(n, to) -> list of cards
 Draws n cards from the top, or as many as there are.
 @param n integer 0 or more: how many at most
 @param to pile: where they go
 @return the cards, the first drawn first
 @example #t.deck:draw_up_to(60, seat.hand) --> 29 */
static int pile_draw_up_to(lua_State *L) {
  PileHandle *h = check_own(L, 1);
  lua_Integer n = bind_integer(L, 2, "draw_up_to", 0, CARDS_MAX);
  int have = pile_of(h)->count;
  draw(L, n < have ? (int)n : have);
  return 1;
}

/* n rounds to the list of piles at 3, a card at a time. */
static int deal_rounds(lua_State *L, const PileHandle *h, lua_Integer n) {
  lua_Integer hands = luaL_len(L, 3), all = LUA_MAXINTEGER;
  need(L, "deal", n, 1);
  if (n == 0 || hands <= all / n) all = n * hands; /* holes make it 2^63 - 1 */
  need(L, "deal", all, 1);
  for (lua_Integer i = 0; i < all; i++) {
    lua_geti(L, 3, i % hands + 1);
    piles_draw(h->piles, h->index, 1, check_to(L, -1, h)->index);
    lua_pop(L, 1);
  }
  return 0;
}

/*** pile:deal(n, to) -> integer
 Deals n cards from the top to another pile, or to each of a list of piles: a
 card at a time, round and round.
 @param n integer 0 or more: how many
 @param to pile|table: where they go: a pile or a list of piles
 @return how many cards `to` now has; nothing where it is a list
 @error "deal 6: the deck has 4 cards" when there are too few
 @example t.deck:deal(5, seat.hand) --> 10
 t.deck:deal(2, { seat.hand, seat.shown })
 #seat.shown --> 2
 t.deck:deal(60, seat.hand) --> error deal 60: the deck has 20 cards */
static int pile_deal(lua_State *L) {
  PileHandle *h = check_own(L, 1);
  lua_Integer n = luaL_checkinteger(L, 2);
  if (lua_istable(L, 3) && lua_rawgeti(L, 3, 0) == LUA_TNIL) /* no seat */
    return deal_rounds(L, h, n);
  PileHandle *to = check_to(L, 3, h);
  need(L, "deal", n, 1);
  piles_draw(h->piles, h->index, (int)n, to->index);
  lua_pushinteger(L, pile_of(to)->count);
  return 1;
}

/* The cards of the list or the pile at 2; how many. */
static int read_cards(lua_State *L, const PileHandle *h, CardId *cards) {
  if (!lua_istable(L, 2)) {
    const PileHandle *from = check_to(L, 2, h);
    luaL_argcheck(L, from->index != h->index, 2, "a pile can't go on itself");
    const Pile *pile = pile_of(from);
    memcpy(cards, pile->card, (size_t)pile->count * sizeof *cards);
    return pile->count;
  }
  lua_Integer n = luaL_len(L, 2);
  luaL_argcheck(L, n <= h->piles->cards, 2, "more cards than there are");
  for (lua_Integer i = 0; i < n; i++) {
    lua_geti(L, 2, i + 1);
    cards[i] = check_card(L, h, -1);
    lua_pop(L, 1);
  }
  return (int)n;
}

/* One card, a list of cards or a pile, each card handed to `put`. All are read
 * before the first moves, so that a bad one moves nothing. */
static int put_cards(lua_State *L, void (*put)(Piles *, CardId, int)) {
  PileHandle *h = check_own(L, 1);
  CardId cards[CARDS_MAX];
  if (!lua_istable(L, 2) && bind_test(L, 2, TAG_PILE) == NULL) {
    put(h->piles, check_card(L, h, 2), h->index);
    return 0;
  }
  int n = read_cards(L, h, cards);
  for (int i = 0; i < n; i++) put(h->piles, cards[i], h->index);
  return 0;
}

/*** pile:put(cards)
 Puts a card, a list of cards or a whole pile on top, from wherever it lies.
 @param cards card, list of cards or pile: a list is laid in order, its last on top
 @error "a card of a view can't be moved: it is only a face"
 @example seat.shown:put(card)
 seat.shown:top() --> Kh */
static int pile_put(lua_State *L) { return put_cards(L, piles_put); }

/*** pile:put_under(cards)
 Puts a card, a list of cards or a whole pile at the bottom, from wherever it lies.
 @param cards card, list of cards or pile: the last of a list ends up lowest
 @example t.deck:put_under(card)
 t.deck:bottom() --> Kh */
static int pile_put_under(lua_State *L) {
  return put_cards(L, piles_put_under);
}

/*** pile:move_all(to) -> integer
 Moves all cards of a pile, in their order, to the top of another.
 @param to pile: where they go
 @return how many moved
 @example seat.hand:move_all(t.discards) --> 5 */
static int pile_move_all(lua_State *L) {
  PileHandle *h = check_own(L, 1), *to = check_to(L, 2, h);
  lua_pushinteger(L, pile_of(h)->count);
  piles_move_all(h->piles, h->index, to->index);
  return 1;
}

typedef struct FaceSet {
  uint64_t bits[4];
  bool hidden; /* of a view: does the hidden card match? */
} FaceSet;

/* Has the card in this place of the list field = value (indices 2, 3)? */
static bool has_value(lua_State *L, int cards, int place) {
  lua_rawgeti(L, cards, place);
  lua_pushvalue(L, 2);
  lua_gettable(L, -2);
  bool same = lua_rawequal(L, -1, 3);
  lua_pop(L, 2);
  return same;
}

/* Fills the set with the faces that carry field = value: reads the table's
 * cards, or of a view the faces and the hidden card. */
static void fill_set(lua_State *L, const PileHandle *h, int cards,
                     FaceSet *set) {
  bool full = h->viewer == VIEW_FULL;
  memset(set, 0, sizeof *set);
  for (int c = 0; c < (full ? h->piles->cards : h->faces->count); c++) {
    int face = full ? h->piles->face[c] : c;
    if (has_value(L, cards, c + 1)) set->bits[face >> 6] |= 1ULL << (face & 63);
  }
  set->hidden = !full && has_value(L, cards, 0);
}

/* The faces with field = value, from the cache that the handle's list has in
 * slot -1: by field, then by value. */
static const FaceSet *faces_with(lua_State *L, const PileHandle *h) {
  luaL_checktype(L, 2, LUA_TSTRING);
  if (lua_isnoneornil(L, 3)) luaL_argerror(L, 3, "expected a value, got nil");
  lua_getiuservalue(L, 1, PILE_CARDS);
  int cards = lua_gettop(L);
  lua_rawgeti(L, cards, -1);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, -2) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, -2);
    lua_rawset(L, -4);
  }
  lua_pushvalue(L, 3);
  if (lua_rawget(L, -2) != LUA_TUSERDATA) {
    lua_pop(L, 1);
    FaceSet *set = lua_newuserdatauv(L, sizeof *set, 0);
    fill_set(L, h, cards, set);
    lua_pushvalue(L, 3);
    lua_pushvalue(L, -2);
    lua_rawset(L, -4);
  }
  const FaceSet *set = lua_touserdata(L, -1);
  lua_settop(L, cards - 1); /* the cache keeps it */
  return set;
}

static bool set_has(const FaceSet *set, uint8_t face) {
  return (set->bits[face >> 6] >> (face & 63) & 1) != 0;
}

/*** pile:take(field, value, to) -> integer
 Moves every card whose field has this value to another pile.
 @param field string: "suit", "rank" or any field of the deck kind
 @param value what the field must be
 @param to pile: where they go
 @return how many moved
 @example t.lake:take("suit", "hearts", seat.stack) --> 2 */
static int pile_take(lua_State *L) {
  PileHandle *h = check_own(L, 1), *to = check_to(L, 4, h);
  const FaceSet *set = faces_with(L, h);
  lua_pushinteger(L, piles_take(h->piles, h->index, set->bits, to->index));
  return 1;
}

static bool sees(const PileHandle *h, CardId card) {
  return h->viewer == VIEW_FULL || piles_visible(h->piles, card, h->viewer);
}

static bool matches(const PileHandle *h, const FaceSet *set, CardId card) {
  return sees(h, card) ? set_has(set, h->piles->face[card]) : set->hidden;
}

/*** pile:count(field, value) -> integer
 How many cards the pile has; with a field and a value, how many such cards.
 @param field string: optional, "suit", "rank" or any field of the deck kind
 @param value any: optional, what the field must be
 @return an integer
 @example seat.hand:count() --> 5
 seat.hand:count("suit", "hearts") --> 5 */
static int pile_count(lua_State *L) {
  PileHandle *h = bind_pile(L, 1);
  const Pile *pile = pile_of(h);
  int n = pile->count;
  if (!lua_isnoneornil(L, 2)) {
    const FaceSet *set = faces_with(L, h);
    n = 0;
    for (int i = 0; i < pile->count; i++) n += matches(h, set, pile->card[i]);
  }
  lua_pushinteger(L, n);
  return 1;
}

/*** pile:find(field, value) -> card or nil
 The first card from the bottom whose field has this value.
 @param field string: "suit", "rank" or any field of the deck kind
 @param value what the field must be
 @return the card, or nil when there is none
 @example seat.hand:find("rank", "4") --> 4h
 seat.hand:find("rank", "A") --> nil */
static int pile_find(lua_State *L) {
  PileHandle *h = bind_pile(L, 1);
  const Pile *pile = look(h, 0);
  const FaceSet *set = faces_with(L, h);
  for (int i = 0; i < pile->count; i++)
    if (matches(h, set, pile->card[i])) {
      bind_pile_card(L, 1, pile->card[i]);
      return 1;
    }
  lua_pushnil(L);
  return 1;
}

/* The numbers that a table has for the names of all faces: at `names` the list
 * that keeps them. False where one that is there is no whole number. */
static bool read_numbers(lua_State *L, const Faces *faces, int of, int names,
                         lua_Integer *numbers) {
  for (int f = 0; f < faces->count; f++) {
    int whole = 1;
    lua_rawgeti(L, names, faces->count + f + 1);
    numbers[f] = 0;
    if (lua_rawget(L, of) != LUA_TNIL)
      numbers[f] = lua_tointegerx(L, -1, &whole);
    lua_pop(L, 1);
    if (!whole) return false;
  }
  return true;
}

typedef struct Numbers {
  const Faces *faces;
  lua_Integer of[]; /* by face */
} Numbers;

/* Those of a constant table at 2, which keeps them beside what it holds, for the
 * faces of the pile that asked last, and these with them. NULL where it can change,
 * or names no numbers. */
static const lua_Integer *constant_numbers(lua_State *L, const PileHandle *h) {
  if (!lua_getmetatable(L, 2)) return NULL;
  int meta = lua_gettop(L);
  lua_rawgeti(L, meta, 1);
  Numbers *numbers = lua_touserdata(L, -1);
  if (numbers != NULL && numbers->faces == h->faces) return numbers->of;
  if (luaL_getmetafield(L, 2, "__index") != LUA_TTABLE) return NULL;
  lua_getiuservalue(L, 1, PILE_CARDS);
  lua_rawgeti(L, -1, -2);
  size_t size = sizeof(lua_Integer) * (size_t)(h->faces->count + 1);
  numbers = lua_newuserdatauv(L, sizeof *numbers + size, 1);
  numbers->faces = h->faces;
  lua_pushvalue(L, meta + 4);
  lua_setiuservalue(L, -2, 1);
  if (!read_numbers(L, h->faces, meta + 2, meta + 4, numbers->of)) return NULL;
  lua_rawseti(L, meta, 1);
  return numbers->of;
}

/* The bits of a pile by its cards' names, card by card; a value that isn't a
 * whole number raises. */
static lua_Integer bits_by_name(lua_State *L, const PileHandle *h,
                                const Pile *pile) {
  lua_Integer bits = 0;
  lua_getiuservalue(L, 1, PILE_CARDS);
  lua_rawgeti(L, -1, -2);
  for (int i = 0; i < pile->count; i++) {
    if (!sees(h, pile->card[i])) continue;
    lua_rawgeti(L, -1, h->faces->count + h->piles->face[pile->card[i]] + 1);
    if (lua_gettable(L, 2) != LUA_TNIL) bits |= luaL_checkinteger(L, -1);
    lua_pop(L, 1);
  }
  return bits;
}

/*** pile:bits(of) -> integer
 The numbers that cards have by their names, joined bit by bit (|).
 @param of table: a whole number by the name of each card that counts
 @return an integer, 0 when none of its cards counts; of a view those seen
 @example seat.hand:bits { ["4h"] = 1, Kh = 2, Ks = 4 } --> 3 */
static int pile_bits(lua_State *L) {
  PileHandle *h = bind_pile(L, 1);
  const Pile *pile = pile_of(h);
  lua_Integer bits = 0;
  luaL_checktype(L, 2, LUA_TTABLE);
  const lua_Integer *numbers = constant_numbers(L, h);
  for (int i = 0; numbers != NULL && i < pile->count; i++)
    if (sees(h, pile->card[i])) bits |= numbers[h->piles->face[pile->card[i]]];
  lua_pushinteger(L, numbers ? bits : bits_by_name(L, h, pile));
  return 1;
}

/*** pile:highest(field) -> card or nil
 The card with the highest number in a field; if several have it, the lowest in
 the pile.
 @param field string: the field to compare, "value" when left out
 @return the card, or nil when no card has the field
 @example seat.hand:highest("value") --> Kh */
static int pile_highest(lua_State *L) {
  PileHandle *h = bind_pile(L, 1);
  const char *field = luaL_optstring(L, 2, "value");
  const Pile *pile = look(h, 0);
  lua_Number best = 0;
  int at = -1;
  for (int i = 0; i < pile->count; i++) {
    bind_pile_card(L, 1, pile->card[i]);
    if (lua_getfield(L, -1, field) == LUA_TNUMBER) {
      lua_Number n = lua_tonumber(L, -1);
      if (at < 0 || n > best) {
        best = n;
        at = i;
      }
    }
    lua_pop(L, 2);
  }
  if (at < 0)
    lua_pushnil(L);
  else
    bind_pile_card(L, 1, pile->card[at]);
  return 1;
}

/*** pile:has(card) -> boolean
 True when the card lies in this pile; in a view, a card of that face.
 @param card card: the card to look for
 @return true or false
 @example seat.hand:has(card) --> true */
static int pile_has(lua_State *L) {
  PileHandle *h = bind_pile(L, 1);
  CardHandle *card = bind_card(L, 2);
  bool has = false;
  if (card->id != CARD_IS_FACE && h->viewer == VIEW_FULL) {
    has = h->piles->where[check_card(L, h, 2)] == h->index;
  } else {
    const Pile *pile = pile_of(h);
    for (int i = 0; i < pile->count && !has; i++)
      has =
          h->piles->face[pile->card[i]] == card->face && sees(h, pile->card[i]);
  }
  lua_pushboolean(L, has);
  return 1;
}

/* Pushes the i-th card, from the top or the bottom, or nil. */
static int push_at(lua_State *L, const PileHandle *h, lua_Integer i, bool top) {
  const Pile *pile = pile_of(h);
  if (i < 1 || i > pile->count) {
    lua_pushnil(L);
    return 1;
  }
  int place = (int)(top ? pile->count - i : i - 1);
  bind_pile_card(L, 1, look(h, place)->card[place]);
  return 1;
}

/*** pile:top(i) -> card or nil
 The top card, or the i-th from the top.
 @param i integer: 1 (the top) when left out
 @return the card, or nil when the pile has fewer
 @example t.discards:top() --> 9c
 t.discards:top(2) --> 6d */
static int pile_top(lua_State *L) {
  return push_at(L, bind_pile(L, 1), luaL_optinteger(L, 2, 1), true);
}

/*** pile:bottom(i) -> card or nil
 The bottom card, or the i-th from the bottom.
 @param i integer: 1 (the bottom) when left out
 @return the card, or nil when the pile has fewer
 @example t.board:bottom() --> 10h */
static int pile_bottom(lua_State *L) {
  return push_at(L, bind_pile(L, 1), luaL_optinteger(L, 2, 1), false);
}

/*** pile:card(i) -> card or nil
 The i-th card from the bottom, where #pile is the top.
 @param i integer: 1 is the bottom
 @return the card, or nil when the pile has fewer
 @example t.board:card(2) --> 2c
 t.board:card(4) --> nil */
static int pile_card(lua_State *L) {
  return push_at(L, bind_pile(L, 1), luaL_checkinteger(L, 2), false);
}

/*** pile:list() -> list of cards
 The cards as a list, bottom first; in a view unseen ones are hidden cards.
 @return a new list
 @example t.board:list() --> { 10h, 2c, 8s } */
static int pile_list(lua_State *L) {
  PileHandle *h = bind_pile(L, 1);
  push_list(L, 1, 0, look(h, 0)->count, 1);
  return 1;
}

/* A loop over a pile: it walks the cards that were there when it began. */
typedef struct Walk {
  uint32_t tag; /* TAG_WALK */
  int next, count;
  CardId card[];
} Walk;

static int walk(lua_State *L) {
  Walk *w = bind_test(L, 1, TAG_WALK);
  if (w == NULL || w->next >= w->count) return 0;
  lua_getiuservalue(L, 1, 1);
  bind_pile_card(L, lua_gettop(L), w->card[w->next++]);
  return 1;
}

/*** pile:cards() -> iterator
 Walks the cards, bottom first; cards may be moved while walking.
 @return an iterator for `for`
 @example for held in seat.hand:cards() do
   if held.value > 9 then seat.shown:put(held) end
 end
 seat.shown:list() --> { Qh, Kh } */
static int pile_cards(lua_State *L) {
  PileHandle *h = bind_pile(L, 1);
  const Pile *pile = look(h, 0);
  size_t cards = (size_t)pile->count * sizeof(CardId);
  lua_pushcfunction(L, walk);
  Walk *w = lua_newuserdatauv(L, sizeof *w + cards, 1);
  w->tag = TAG_WALK;
  w->next = 0;
  w->count = pile->count;
  memcpy(w->card, pile->card, cards);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  return 2;
}

/*** pile:shuffle()
 Shuffles the pile (Fisher-Yates, from the table's own chance).
 @error "a view shows the table but can't change it"
 @example t.deck:shuffle() */
static int pile_shuffle(lua_State *L) {
  PileHandle *h = check_own(L, 1);
  piles_shuffle(h->piles, h->index);
  return 0;
}

/*** pile:reverse()
 Turns the pile over: the top card becomes the bottom one.
 @example t.discards:reverse()
 t.discards:top() --> 6d */
static int pile_reverse(lua_State *L) {
  PileHandle *h = check_own(L, 1);
  piles_reverse(h->piles, h->index);
  return 0;
}

static void read_keys(lua_State *L, const PileHandle *h, const char *field,
                      int64_t key[FACES_MAX]) {
  const Pile *pile = pile_of(h);
  for (int i = 0; i < pile->count; i++) {
    bind_pile_card(L, 1, pile->card[i]);
    lua_getfield(L, -1, field);
    key[h->piles->face[pile->card[i]]] = luaL_optinteger(L, -1, 0);
    lua_pop(L, 2);
  }
}

/*** pile:sort(field)
 Sorts the pile, smallest at the bottom; equal cards keep their order.
 @param field string: a field with integers; the deck's order when left out
 @example t.board:sort("value")
 t.board:list() --> { 2c, 8s, 10h } */
static int pile_sort(lua_State *L) {
  PileHandle *h = check_own(L, 1);
  const char *field = luaL_optstring(L, 2, NULL);
  int64_t key[FACES_MAX];
  if (field != NULL) read_keys(L, h, field, key);
  piles_sort(h->piles, h->index, field != NULL ? key : NULL);
  return 0;
}

static SeatMask mask_of(lua_State *L, int i) {
  if (lua_isnoneornil(L, i)) return ~(SeatMask)0;
  luaL_checktype(L, i, LUA_TTABLE);
  lua_getfield(L, i, "number");
  lua_Integer n = luaL_checkinteger(L, -1);
  lua_pop(L, 1);
  luaL_argcheck(L, n >= 0 && n <= SEATS_MAX, i, "expected a seat");
  return (SeatMask)1 << seat_numbered(n);
}

/*** pile:show(card, seat)
 Shows a card of the pile to a seat, until it is shuffled or moved away.
 @param card card: the card; nil for every card of the pile
 @param seat seat: who sees it; everyone when left out
 @example seat.hand:show(card, seat:left()) */
static int pile_show(lua_State *L) {
  PileHandle *h = check_own(L, 1);
  SeatMask to = mask_of(L, 3);
  const Pile *pile = pile_of(h);
  if (lua_isnoneornil(L, 2)) {
    for (int i = 0; i < pile->count; i++)
      piles_show(h->piles, pile->card[i], to);
    return 0;
  }
  CardId card = check_card(L, h, 2);
  if (h->piles->where[card] != h->index)
    return luaL_error(L, "show: the card is not in %s", label(L, 1));
  piles_show(h->piles, card, to);
  return 0;
}

/*** pile:owner() -> seat or nil
 The seat whose pile this is.
 @return the seat, or nil for a pile of the table
 @example seat.hand:owner() --> Anna
 t.deck:owner() --> nil */
static int pile_owner(lua_State *L) {
  bind_pile(L, 1);
  lua_getiuservalue(L, 1, PILE_OWNER);
  return 1;
}

/*** pile:name() -> string
 What the pile is called at the table.
 @return "Anna's hand", "deck"
 @example seat.hand:name() --> "Anna's hand" */
static int pile_name(lua_State *L) {
  bind_pile(L, 1);
  lua_getiuservalue(L, 1, PILE_LABEL);
  return 1;
}

static int pile_len(lua_State *L) {
  lua_pushinteger(L, pile_of(bind_pile(L, 1))->count);
  return 1;
}

static int pile_fixed(lua_State *L) {
  return luaL_error(L, "a pile can't be written to: say pile:put(card)");
}

void bind_piles(lua_State *L) {
  static const luaL_Reg methods[] = {{"draw", pile_draw},
                                     {"draw_up_to", pile_draw_up_to},
                                     {"deal", pile_deal},
                                     {"put", pile_put},
                                     {"put_under", pile_put_under},
                                     {"move_all", pile_move_all},
                                     {"take", pile_take},
                                     {"count", pile_count},
                                     {"bits", pile_bits},
                                     {"find", pile_find},
                                     {"highest", pile_highest},
                                     {"has", pile_has},
                                     {"top", pile_top},
                                     {"bottom", pile_bottom},
                                     {"card", pile_card},
                                     {"list", pile_list},
                                     {"cards", pile_cards},
                                     {"shuffle", pile_shuffle},
                                     {"reverse", pile_reverse},
                                     {"sort", pile_sort},
                                     {"show", pile_show},
                                     {"owner", pile_owner},
                                     {"name", pile_name},
                                     {NULL, NULL}};
  static const luaL_Reg metamethods[] = {{"__len", pile_len},
                                         {"__tostring", pile_name},
                                         {"__newindex", pile_fixed},
                                         {NULL, NULL}};
  bind_push_metatable(L, METATABLE, METATABLE, methods, metamethods);
  lua_pop(L, 1);
}
