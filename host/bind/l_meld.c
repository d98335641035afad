/* Binding of melds: see core/meld.h. What a script says of its patterns is
 * read, and what is wrong with a group of cards is found, in Lua
 * (meld_patterns.lua, meld_faults.lua); here are hands, melds and their texts.
 *
 * A hand is a pile or a list of cards. Which of the compiled faces a card is, is
 * looked up by its name once for each face of a table, then remembered by the
 * face byte. The byte alone would not do: another table in the same state may
 * number its faces otherwise, so what is remembered is that of one table. */
#include "core/meld.h"

#include <string.h>

#include "bind/l_cards.h"

/* User values of a set of melds: the faces' numbers by name, and in slot -1 a
 * metatable that keeps `cards_of`; the function that says what cards are; the
 * tables that all texts below stand in. */
enum { FACES = 1, WHAT, COMPILED, VALUES = COMPILED };

typedef struct MeldsHandle {
  uint32_t tag;
  Melds *melds; /* NULL until compiled, and after __gc */
  int faces, patterns;
  const Faces *cards_of;   /* the table whose cards were looked up last, */
  int16_t face[FACES_MAX]; /* and which of ours each face is, -1 if not known */
  uint8_t suit[MELD_FACES]; /* of our faces */
  const char *suit_name[MELD_NO_SUIT];
  struct {
    const char *name, *one_suit_name; /* the second or NULL */
    const char *label[MELD_COLUMNS];
    MeldPattern of;
  } pattern[MELD_PATTERNS];
} MeldsHandle;

static MeldsHandle *check_melds(lua_State *L) {
  MeldsHandle *h = bind_check(L, 1, TAG_MELDS, "melds");
  luaL_argcheck(L, h->melds != NULL, 1, "closed");
  return h;
}

/* ---- cards -------------------------------------------------------------- */

/* A hand under question: the cards lie in the pile or the list at stack index 2. */
typedef struct Hand {
  MeldsHandle *h;
  const char *verb;
  const PileHandle *pile; /* NULL: a list */
  int n;
  uint8_t face[MELD_CARDS];
  uint8_t place[MELD_CARDS]; /* in the list or the pile, from 1 */
} Hand;

static const Pile *pile_of(const Hand *hand) {
  return &hand->pile->piles->pile[hand->pile->index];
}

static void push_card(lua_State *L, const Hand *hand, int place) {
  if (hand->pile != NULL)
    bind_pile_card(L, 2, pile_of(hand)->card[place - 1]);
  else
    lua_geti(L, 2, place);
}

/* Finds the card at the top of the stack, of an unknown face, by its name. */
static int learn_face(lua_State *L, const Hand *hand, const CardHandle *card) {
  MeldsHandle *h = hand->h;
  lua_getiuservalue(L, 1, FACES);
  lua_getfield(L, -2, "name");
  lua_pushvalue(L, -1);
  if (lua_rawget(L, -3) != LUA_TNUMBER)
    luaL_error(L, "%s: %s is not in the deck of these patterns", hand->verb,
               lua_tostring(L, -2));
  if (h->cards_of != card->faces) memset(h->face, -1, sizeof h->face);
  h->cards_of = card->faces;
  h->face[card->face] = (int16_t)lua_tointeger(L, -1);
  lua_pop(L, 2);
  lua_getmetatable(L, -2);
  lua_rawseti(L, -2, -1); /* in use: the address stays its own */
  lua_pop(L, 1);
  return h->face[card->face];
}

/* Of these faces the one with that byte, -1 where it isn't known yet. */
static int known_face(const MeldsHandle *h, const Faces *faces, int face) {
  return h->cards_of == faces ? h->face[face] : -1;
}

/* The face of the card at the top of the stack. */
static int face_of(lua_State *L, const Hand *hand, int place) {
  const CardHandle *card = bind_test(L, -1, TAG_CARD);
  if (card == NULL)
    luaL_error(L, "%s: item %d of the list is a %s, expected a card",
               hand->verb, place, luaL_typename(L, -1));
  int face = known_face(hand->h, card->faces, card->face);
  return face >= 0 ? face : learn_face(L, hand, card);
}

/* The face of a card of the pile without a look at the card; -1: that takes one. */
static int face_in_pile(const Hand *hand, int place) {
  const PileHandle *pile = hand->pile;
  CardId card = pile_of(hand)->card[place - 1];
  bool seen = pile->viewer == VIEW_FULL ||
              piles_visible(pile->piles, card, pile->viewer);
  return seen ? known_face(hand->h, pile->faces, pile->piles->face[card]) : -1;
}

/* How many cards there are in the pile or the list at index 2. */
static lua_Integer open_hand(lua_State *L, Hand *hand) {
  if (bind_test(L, 2, TAG_PILE) == NULL) {
    luaL_checktype(L, 2, LUA_TTABLE);
    return luaL_len(L, 2);
  }
  hand->pile = bind_pile(L, 2);
  if (hand->pile->viewer == VIEW_FULL)
    piles_settle(hand->pile->piles, hand->pile->index, 0);
  return pile_of(hand)->count;
}

/* Reads the hand at index 2, but for the card at index 3 if there is one. */
static void read_hand(lua_State *L, const char *verb, Hand *hand) {
  *hand = (Hand){.h = check_melds(L), .verb = verb};
  lua_settop(L, 3);
  lua_Integer n = open_hand(L, hand);
  if (n > MELD_CARDS)
    luaL_error(L, "%s: %I cards, at most %d are possible", verb, (LUAI_UACINT)n,
               MELD_CARDS);
  bool without = !lua_isnil(L, 3);
  for (int i = 1; i <= n; i++) {
    int face = hand->pile && !without ? face_in_pile(hand, i) : -1;
    if (face < 0) {
      push_card(L, hand, i);
      if (!without || !lua_rawequal(L, -1, 3)) face = face_of(L, hand, i);
      lua_pop(L, 1);
    }
    hand->place[hand->n] = (uint8_t)i;
    if (face >= 0) hand->face[hand->n++] = (uint8_t)face;
  }
}

static int checked_count(lua_State *L, const Hand *hand, int count) {
  if (count == MELD_NO_MEMORY) luaL_error(L, "not enough memory");
  if (count == MELD_TOO_MANY)
    luaL_error(L, "%s: %d cards make more combinations than can be searched",
               hand->verb, hand->n);
  return count;
}

/* The best melds, how many, and pushes what they score. */
static int push_best(lua_State *L, const Hand *hand, MeldTie tie, Meld best[]) {
  int count = melds_best(hand->h->melds, hand->face, hand->n, tie, best);
  lua_Integer total = 0;
  checked_count(L, hand, count);
  for (int i = 0; i < count; i++) total += best[i].score;
  lua_pushinteger(L, total);
  return count;
}

/* ---- texts -------------------------------------------------------------- */

/* "a, b and c", or "a-b-c". */
static void add_parts(luaL_Buffer *b, const char *const part[], int n,
                      bool dashes) {
  for (int i = 0; i < n; i++) {
    if (i > 0) luaL_addstring(b, dashes ? "-" : i == n - 1 ? " and " : ", ");
    luaL_addstring(b, part[i]);
  }
}

/* The names of the suits of n faces, each once; how many. */
static int suits_of(const MeldsHandle *h, const uint8_t face[], int n,
                    const char *name[]) {
  uint64_t seen = 1ull << MELD_NO_SUIT;
  int count = 0;
  for (int i = 0; i < n; i++) {
    int suit = h->suit[face[i]];
    if ((seen >> suit & 1) == 0) name[count++] = h->suit_name[suit];
    seen |= 1ull << suit;
  }
  return count;
}

/* The labels of the columns of n faces, in order; how many. */
static int labels_of(const MeldsHandle *h, int p, const uint8_t face[], int n,
                     const char *label[]) {
  int column[MELD_CARDS];
  for (int i = 0; i < n; i++) {
    int c = h->pattern[p].of.column[face[i]], at = i;
    for (; at > 0 && column[at - 1] > c; at--) column[at] = column[at - 1];
    column[at] = c;
  }
  for (int i = 0; i < n; i++) label[i] = h->pattern[p].label[column[i]];
  return h->pattern[p].of.kind == MELD_SET ? 1 : n;
}

/* Pushes what n faces are by a pattern: "4-5-6 of Air and Water", "7 of Air,
 * Fire and Metal", "War, Flood and Storm". */
static void push_text(lua_State *L, const MeldsHandle *h, int p,
                      const uint8_t face[], int n) {
  const char *suit[MELD_CARDS], *label[MELD_CARDS];
  luaL_Buffer b;
  int suits = suits_of(h, face, n, suit);
  luaL_buffinit(L, &b);
  add_parts(&b, label, labels_of(h, p, face, n, label), suits > 0);
  if (suits > 0) luaL_addstring(&b, " of ");
  add_parts(&b, suit, suits, false);
  luaL_pushresult(&b);
}

/* host.meld_text(melds, pattern, faces) -> text: what these cards, numbers of
 * faces, are by a pattern in which all have a column. */
int l_meld_text(lua_State *L) {
  MeldsHandle *h = check_melds(L);
  int p = (int)bind_integer(L, 2, "pattern", 1, h->patterns) - 1;
  int n = (int)luaL_len(L, 3);
  uint8_t face[MELD_CARDS];
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, 3, i + 1);
    face[i] = (uint8_t)(bind_integer(L, -1, "face", 1, h->faces) - 1);
    lua_pop(L, 1);
  }
  push_text(L, h, p, face, n);
  return 1;
}

/* ---- melds as tables ---------------------------------------------------- */

static void push_cards(lua_State *L, const Hand *hand, uint64_t cards) {
  lua_createtable(L, __builtin_popcountll(cards), 0);
  lua_Integer n = 0;
  for (; cards != 0; cards &= cards - 1) {
    push_card(L, hand, hand->place[__builtin_ctzll(cards)]);
    lua_rawseti(L, -2, ++n);
  }
}

/* Pushes { name =, score =, one_suit =, cards =, text = }. */
static void push_meld(lua_State *L, const Hand *hand, const Meld *meld) {
  const MeldsHandle *h = hand->h;
  int p = meld->pattern, n = 0;
  const char *one_suit_name = h->pattern[p].one_suit_name;
  uint8_t face[MELD_CARDS];
  for (uint64_t rest = meld->cards; rest != 0; rest &= rest - 1)
    face[n++] = hand->face[__builtin_ctzll(rest)];
  lua_createtable(L, 0, 5);
  bind_set_text(
      L, "name",
      meld->pure && one_suit_name != NULL ? one_suit_name : h->pattern[p].name);
  bind_set_integer(L, "score", meld->score);
  bind_set_boolean(L, "one_suit", meld->pure);
  push_cards(L, hand, meld->cards);
  lua_setfield(L, -2, "cards");
  push_text(L, h, p, face, n);
  lua_setfield(L, -2, "text");
}

static void push_melds(lua_State *L, const Hand *hand, const Meld *list,
                       int count) {
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    push_meld(L, hand, &list[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

/*** melds:all(cards) -> list of melds
 All combinations in a hand, overlapping ones too: pattern by pattern,
 low cards first. Of two copies of a card only the first is named.
 @param cards pile or list of cards, at most 64
 @return melds { name = "run", score = 30, one_suit = true, cards = list,
 text = "4-5-6 of Air" }
 @error "all: King of Hearts is not in the deck of these patterns"
 @error "all: 50 cards make more combinations than can be searched"
 @example -- combos = melds.compile { ... }: runs and sets of at least three cards
 for _, meld in ipairs(combos:all(t.seat[2].hand)) do t:say(meld.text) end */
static int melds_all_of(lua_State *L) {
  Hand hand;
  const Meld *found;
  lua_settop(L, 2);
  read_hand(L, "all", &hand);
  int count = melds_all(hand.h->melds, hand.face, hand.n, &found);
  push_melds(L, &hand, found, checked_count(L, &hand, count));
  return 1;
}

/*** melds:best(cards, tie) -> list of melds, total
 The combinations that score most together and share no card.
 @param cards pile or list of cards, at most 64
 @param tie string or nothing: between choices of equal score, "most_cards" or
 "fewest_cards"; nothing when it does not matter
 @return the melds, as melds:all has them
 @return their scores together
 @error "best: 50 cards make more combinations than can be searched"
 @example local list, total = combos:best(t.seat[2].hand)
 total --> 15 */
static int melds_best_of(lua_State *L) {
  static const char *const ties[] = {"any", "most_cards", "fewest_cards", NULL};
  Hand hand;
  Meld best[MELD_CARDS];
  lua_settop(L, 3);
  MeldTie tie = (MeldTie)luaL_checkoption(L, 3, "any", ties);
  lua_settop(L, 2);
  read_hand(L, "best", &hand);
  int count = push_best(L, &hand, tie, best);
  push_melds(L, &hand, best, count);
  lua_insert(L, -2);
  return 2;
}

/*** melds:total(cards, without) -> integer
 The score of the best choice of combinations: melds:best without the list, for
 bots that try out many hands.
 @param cards pile or list of cards, at most 64
 @param without card or nothing: leave this one out
 @return the score, 0 when there is no combination
 @error "total: 50 cards make more combinations than can be searched"
 @example local hand = t.seat[2].hand
 combos:total(hand) - combos:total(hand, hand:bottom()) --> 15 */
static int melds_total_of(lua_State *L) {
  Hand hand;
  Meld best[MELD_CARDS];
  read_hand(L, "total", &hand);
  push_best(L, &hand, MELD_ANY, best);
  return 1;
}

/*** melds:what(cards) -> meld or nil, text
 What all these cards together are; or why they are no combination.
 @param cards pile or list of cards, at most 64
 @return the meld, as melds:all has it, or nil
 @return "4-5-6 of Air", or a sentence: "4-5-7 of Air: 6 is missing"
 @example local meld, why = combos:what(t.lake) */
static int melds_what_of(lua_State *L) {
  Hand hand;
  lua_settop(L, 2);
  read_hand(L, "what", &hand);
  lua_settop(L, 2);
  lua_getiuservalue(L, 1, WHAT);
  lua_pushvalue(L, 1);
  lua_createtable(L, hand.n, 0);
  for (int i = 0; i < hand.n; i++) bind_set_entry(L, i + 1, hand.face[i] + 1);
  lua_call(L, 2, 3); /* pattern, score, of one suit; or nil and a sentence */
  lua_settop(L, 5);
  if (lua_isnil(L, 3)) {
    lua_settop(L, 4);
    return 2;
  }
  Meld meld = {.cards = hand.n == 64 ? ~0ull : (1ull << hand.n) - 1,
               .score = (int32_t)luaL_checkinteger(L, 4),
               .pattern = (uint8_t)(luaL_checkinteger(L, 3) - 1),
               .pure = lua_toboolean(L, 5)};
  push_meld(L, &hand, &meld);
  lua_getfield(L, -1, "text");
  return 2;
}

static int melds_gc(lua_State *L) {
  MeldsHandle *h = bind_check(L, 1, TAG_MELDS, "melds");
  melds_free(h->melds);
  h->melds = NULL;
  return 0;
}

/* ---- compiled patterns --------------------------------------------------
 *
 * How many there may be of each thing, meld_patterns.lua has seen to. */

/* Pushes the list t[key]; how many it has. */
static int push_list(lua_State *L, int t, const char *key) {
  lua_getfield(L, t, key);
  return (int)lua_rawlen(L, -1);
}

/* The integer list[i], from lo to hi, of the list at the top. */
static int listed(lua_State *L, int i, int lo, int hi) {
  lua_rawgeti(L, -1, i);
  int n = (int)bind_integer(L, -1, "compiled melds", lo, hi);
  lua_pop(L, 1);
  return n;
}

/* The texts t[key], which the table keeps alive; how many. */
static int read_texts(lua_State *L, int t, const char *key, const char *to[]) {
  int n = push_list(L, t, key);
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, -1, i + 1);
    to[i] = luaL_checkstring(L, -1);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return n;
}

/* t[key][least..most] */
static void read_scores(lua_State *L, int t, const char *key,
                        const MeldPattern *p, int32_t score[]) {
  lua_getfield(L, t, key);
  for (int n = p->least; n <= p->most; n++)
    score[n] = listed(L, n, 0, MELD_SCORE);
  lua_pop(L, 1);
}

/* The pattern at the top of the stack. */
static void add_pattern(lua_State *L, MeldsHandle *h) {
  static const char *const kinds[] = {"row", "set", NULL};
  int t = lua_gettop(L), p = h->patterns;
  MeldPattern *pattern = &h->pattern[p].of;
  lua_getfield(L, t, "name");
  h->pattern[p].name = luaL_checkstring(L, -1);
  lua_getfield(L, t, "one_suit_name");
  h->pattern[p].one_suit_name = luaL_optstring(L, -1, NULL);
  lua_getfield(L, t, "kind");
  pattern->kind = (MeldKind)luaL_checkoption(L, -1, NULL, kinds);
  int columns = read_texts(L, t, "labels", h->pattern[p].label);
  push_list(L, t, "column");
  for (int f = 0; f < h->faces; f++)
    pattern->column[f] = (int8_t)listed(L, f + 1, -1, columns - 1);
  lua_getfield(L, t, "least");
  pattern->least = (int)bind_integer(L, -1, "least", 1, MELD_COLUMNS);
  lua_getfield(L, t, "most");
  pattern->most = (int)bind_integer(L, -1, "most", 1, MELD_COLUMNS);
  read_scores(L, t, "score", pattern, pattern->score);
  read_scores(L, t, "pure", pattern, pattern->pure);
  pattern->group_count = push_list(L, t, "groups");
  for (int g = 0; g < pattern->group_count; g++) {
    lua_rawgeti(L, -1, g + 1);
    pattern->groups[g] = (uint64_t)luaL_checkinteger(L, -1);
    lua_pop(L, 1);
  }
  if (!melds_add(h->melds, pattern)) luaL_error(L, "not enough memory");
  h->patterns++;
  lua_settop(L, t);
}

static void push_metatable(lua_State *L) {
  static const luaL_Reg methods[] = {{"all", melds_all_of},
                                     {"best", melds_best_of},
                                     {"total", melds_total_of},
                                     {"what", melds_what_of},
                                     {NULL, NULL}};
  static const luaL_Reg metamethods[] = {{"__gc", melds_gc}, {NULL, NULL}};
  bind_push_metatable(L, "melds", "set of melds", methods, metamethods);
}

int l_melds(lua_State *L) {
  const char *name[MELD_FACES];
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  MeldsHandle *h = lua_newuserdatauv(L, sizeof *h, VALUES); /* 3 */
  memset(h, 0, sizeof *h);
  h->tag = TAG_MELDS;
  push_metatable(L);
  lua_setmetatable(L, 3);
  h->faces = read_texts(L, 1, "names", name);
  read_texts(L, 1, "suits", h->suit_name);
  push_list(L, 1, "suit");         /* 4 */
  lua_createtable(L, 0, h->faces); /* 5: numbers by name */
  for (int f = 0; f < h->faces; f++) {
    lua_pushinteger(L, f);
    lua_setfield(L, 5, name[f]);
    lua_rawgeti(L, 4, f + 1);
    h->suit[f] = (uint8_t)bind_integer(L, -1, "suit", 0, MELD_NO_SUIT);
    lua_pop(L, 1);
  }
  lua_setiuservalue(L, 3, FACES);
  lua_pushvalue(L, 2);
  lua_setiuservalue(L, 3, WHAT);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, 3, COMPILED);
  h->melds = melds_new(h->suit, h->faces);
  if (h->melds == NULL) return luaL_error(L, "not enough memory");
  int patterns = push_list(L, 1, "patterns");
  for (int p = 0; p < patterns; p++, lua_pop(L, 1)) {
    lua_rawgeti(L, -1, p + 1);
    add_pattern(L, h);
  }
  lua_settop(L, 3);
  return 1;
}
