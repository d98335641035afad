/* Binding of cards and faces: see l_card.h.
 *
 * A face's metatable has its fields as a plain table behind __index, so that
 * `card.rank` is two table look-ups and no call. The metatables stand in the
 * user value of the Faces block, by face. */
#include "bind/l_card.h"

#include <string.h>

/*** @topic At the table: card
 A card: its fields say what it is. One card equals another when it is the
 same piece of cardboard; card:same asks for the same face.

 A kind of one's own gives its cards more fields. Cards are shown by their
 short names: Kh is the king of hearts, and that is how a player types it.
 @field rank "A", "2" to "10", "J", "Q", "K", "joker"
 @field suit "clubs", "diamonds", "hearts", "spades"
 @field value 1 for the ace to 13 for the king, 0 for a joker
 @field color "red" or "black"
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

static void copy_text(char *to, size_t size, const char *from) {
  size_t n = strlen(from);
  if (n >= size) n = size - 1;
  memcpy(to, from, n);
  to[n] = 0;
}

static const char *text_field(lua_State *L, int fields, const char *key) {
  lua_getfield(L, fields, key);
  const char *text = lua_isstring(L, -1) ? lua_tostring(L, -1) : "";
  lua_pop(L, 1); /* the field table keeps the string alive */
  return text;
}

static void read_face(lua_State *L, int fields, Face *face) {
  copy_text(face->name, sizeof face->name, text_field(L, fields, "name"));
  copy_text(face->long_name, sizeof face->long_name,
            text_field(L, fields, "long"));
  copy_text(face->sign, sizeof face->sign, text_field(L, fields, "symbol"));
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
  lua_pushliteral(L, "card");
  lua_setfield(L, -2, "__name");
  lua_pushliteral(L, "card");
  lua_setfield(L, -2, "__metatable");
  set_function(L, "__tostring", card_tostring);
  set_function(L, "__newindex", card_fixed);
}

static void push_card(lua_State *L, CardId id, int face, const Faces *faces) {
  CardHandle *card = lua_newuserdatauv(L, sizeof *card, 0);
  *card =
      (CardHandle){TAG_CARD, id, (uint8_t)face, faces->face[face].poker, faces};
}

int l_faces(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_Integer n = luaL_len(L, 1);
  luaL_argcheck(L, n <= FACES_MAX, 1, "a table has at most 256 faces");
  Faces *faces = lua_newuserdatauv(L, sizeof *faces, 1); /* 2 */
  memset(faces, 0, sizeof *faces);
  faces->count = (int)n;
  lua_createtable(L, (int)n, 0); /* 3: metatables */
  lua_createtable(L, (int)n, 1); /* 4: the faces' cards */
  for (int f = 0; f < n; f++) {
    lua_geti(L, 1, f + 1); /* 5: fields */
    luaL_checktype(L, 5, LUA_TTABLE);
    read_face(L, 5, &faces->face[f]);
    set_function(L, "same", card_same);
    push_metatable(L, 5);                 /* 6 */
    push_card(L, CARD_IS_FACE, f, faces); /* 7 */
    lua_pushvalue(L, 6);
    lua_setmetatable(L, 7);
    lua_rawseti(L, 4, f + 1);
    lua_rawseti(L, 3, f + 1);
    lua_settop(L, 4);
  }
  lua_pushvalue(L, 3);
  lua_setiuservalue(L, 2, 1);
  lua_remove(L, 3);
  return 2;
}

int l_cards(lua_State *L) {
  Faces *faces = lua_touserdata(L, 1);
  luaL_argcheck(L, faces != NULL, 1, "expected faces");
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_Integer n = luaL_len(L, 2);
  luaL_argcheck(L, n <= CARDS_MAX, 2, "a table has at most 4096 cards");
  lua_getiuservalue(L, 1, 1);        /* 3: metatables */
  lua_createtable(L, (int)n + 1, 0); /* 4: cards */
  for (int c = 0; c < n; c++) {
    lua_geti(L, 2, c + 1);
    int face = (int)luaL_checkinteger(L, -1) - 1;
    lua_pop(L, 1);
    luaL_argcheck(L, face >= 0 && face < faces->count, 2, "no such face");
    push_card(L, (CardId)c, face, faces);
    lua_rawgeti(L, 3, face + 1);
    lua_setmetatable(L, -2);
    lua_rawseti(L, 4, c + 1);
  }
  lua_newtable(L);
  lua_rawseti(L, 4, 0);
  return 1;
}
