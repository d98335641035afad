/* Binding of cards and faces: see l_cards.h.
 *
 * A face's metatable has its fields as a plain table behind __index, so that
 * `card.rank` is two table look-ups and no call. The metatables stand in the
 * user value of the Faces block, by face. */
#include "bind/l_cards.h"

#include <stdio.h>
#include <string.h>

/*** @topic At the table: card
 A card: its fields say what it is. Two cards are equal when they are the same
 piece of cardboard; card:same compares their faces.

 Your own kind can give its cards more fields. Cards are shown by their short
 names: Kh is the king of hearts, and that is how a player types it.
 @field rank "A", "2" to "10", "J", "Q", "K", "joker"
 @field suit "clubs", "diamonds", "hearts", "spades"
 @field value 1 for the ace to 13 for the king, 0 for a joker
 @field color "red" or "black", or what the kind says
 @field name "Kh"
 @field long "king of hearts"
 @field symbol the name with the sign of its suit
 @field index its place in the order of the deck, from 1
 @field hidden true in a view of a card that the seat may not see
 @example card.rank --> "K"
 card.value --> 13
 card.long --> "king of hearts"
 @see deck, kind, t:where, view */

CardHandle *bind_card(lua_State *L, int i) {
  return bind_check(L, i, TAG_CARD, "card");
}

/*** card:same(other) -> boolean
 True when both cards have the same face, even if they are two copies.
 @param other card: the card to compare with
 @return true or false
 @example card:same(t.seat[3].hand:top()) --> false */
static int card_same(lua_State *L) {
  lua_pushboolean(L, bind_card(L, 1)->face == bind_card(L, 2)->face);
  return 1;
}

static int card_tostring(lua_State *L) {
  bind_card(L, 1);
  lua_getfield(L, 1, "name");
  return 1;
}

static int card_fixed(lua_State *L) {
  return luaL_error(L, "a card can't be changed: keep `%s` in the state",
                    luaL_tolstring(L, 2, NULL));
}

static const char *text_field(lua_State *L, int fields, const char *key) {
  lua_getfield(L, fields, key);
  const char *text = lua_isstring(L, -1) ? lua_tostring(L, -1) : "";
  lua_pop(L, 1); /* the field table keeps the string alive */
  return text;
}

static void read_face(lua_State *L, int fields, Face *face) {
  snprintf(face->name, sizeof face->name, "%s", text_field(L, fields, "name"));
  face->poker = (int8_t)card_poker_code(text_field(L, fields, "rank"),
                                        text_field(L, fields, "suit"));
}

static void set_function(lua_State *L, const char *name, lua_CFunction f) {
  lua_pushcfunction(L, f);
  lua_setfield(L, -2, name);
}

/* Leaves a metatable for the field table at `fields`. */
static void push_metatable(lua_State *L, int fields) {
  lua_createtable(L, 0, 5);
  lua_pushvalue(L, fields);
  lua_setfield(L, -2, "__index");
  bind_set_text(L, "__name", "card");
  bind_set_text(L, "__metatable", "card");
  set_function(L, "__tostring", card_tostring);
  set_function(L, "__newindex", card_fixed);
}

static void push_card(lua_State *L, CardId id, int face, const Faces *faces) {
  CardHandle *card = lua_newuserdatauv(L, sizeof *card, 0);
  *card =
      (CardHandle){TAG_CARD, id, (uint8_t)face, faces->face[face].poker, faces};
}

/* Of a list of cards: -1 for faces_with, -2 metatables and names, at 3. */
static void add_slots(lua_State *L, int cards) {
  lua_newtable(L);
  lua_rawseti(L, cards, -1);
  lua_pushvalue(L, 3);
  lua_rawseti(L, cards, -2);
}

int l_faces(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_Integer n = luaL_len(L, 1);
  Faces *faces = lua_newuserdatauv(L, sizeof *faces, 1); /* 2 */
  memset(faces, 0, sizeof *faces);
  faces->count = (int)n;
  lua_createtable(L, 2 * (int)n, 0); /* 3: metatables, then names */
  lua_createtable(L, (int)n, 1);     /* 4: the faces' cards */
  for (int f = 0; f < n; f++) {
    lua_geti(L, 1, f + 1); /* 5: fields */
    luaL_checktype(L, 5, LUA_TTABLE);
    read_face(L, 5, &faces->face[f]);
    set_function(L, "same", card_same);
    push_metatable(L, 5); /* 6, which keeps the faces for its cards */
    lua_pushvalue(L, 2);
    lua_rawseti(L, 6, 1);
    push_card(L, CARD_IS_FACE, f, faces); /* 7 */
    lua_pushvalue(L, 6);
    lua_setmetatable(L, 7);
    lua_rawseti(L, 4, f + 1);
    lua_rawseti(L, 3, f + 1);
    lua_getfield(L, 5, "name");
    lua_rawseti(L, 3, n + f + 1);
    lua_settop(L, 4);
  }
  add_slots(L, 4);
  lua_pushvalue(L, 3);
  lua_setiuservalue(L, 2, 1);
  lua_remove(L, 3);
  return 2;
}

int l_cards(lua_State *L) {
  Faces *faces = lua_touserdata(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_Integer n = luaL_len(L, 2);
  lua_getiuservalue(L, 1, 1);        /* 3: metatables */
  lua_createtable(L, (int)n + 1, 1); /* 4: cards */
  add_slots(L, 4);
  for (int c = 0; c < n; c++) {
    lua_geti(L, 2, c + 1);
    int face = (int)luaL_checkinteger(L, -1) - 1;
    lua_pop(L, 1);
    push_card(L, (CardId)c, face, faces);
    lua_rawgeti(L, 3, face + 1);
    lua_setmetatable(L, -2);
    lua_rawseti(L, 4, c + 1);
  }
  return 1;
}
