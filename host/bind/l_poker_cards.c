/* Cards for the library `poker` from arguments, which of them are wild, and in
 * which order they rank: see l_poker.h.
 *
 * Faces that are wild are bits, made once a call; only where a function says
 * what is wild each card is asked about. A joker has no code of its own: in the
 * order in which they are read they are cards 52, 53 and so on. */
#include <string.h>
#include <strings.h>

#include "bind/l_cards.h"
#include "bind/l_poker.h"

/* ---- cards from arguments ------------------------------------------- */

/* Raises "VERB: Kh WHAT" of a card. */
static int bad_card(lua_State *L, int code, const char *verb,
                    const char *what) {
  char name[3] = {"23456789TJQKA"[code % 13], "cdhs"[code / 13], 0};
  return luaL_error(L, "%s: %s %s", verb, name, what);
}

static inline void add_card(lua_State *L, PokerCards *cards, int code,
                            const char *verb) {
  if (cards->seen >> code & 1)
    bad_card(L, code, verb, "appears twice, expected cards of one deck");
  if (cards->order == ORDER_SHORT_DECK && code % 13 < 4)
    bad_card(L, code, verb, "isn't in a short deck, expected sixes to aces");
  cards->seen |= 1ull << code;
  if (code < HAND_CARDS) cards->sum += handrank_card((unsigned)code);
  cards->card[cards->count++] = (uint8_t)code;
}

/* Does the function at stack index f, if there is one, say so of the value at
 * i? */
static bool is_so(lua_State *L, int f, int i) {
  if (f == 0) return false;
  lua_pushvalue(L, f);
  lua_pushvalue(L, i);
  lua_call(L, 1, 1);
  bool is = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return is;
}

/* A joker, or a card of which functions are asked: the value at stack index i,
 * 0 for a text's. */
static void add_other(lua_State *L, int i, PokerCards *cards, int code,
                      const char *name, const char *verb) {
  if (i == 0 && (cards->any || cards->bug))
    luaL_error(L, "%s: a function decides what is wild: give cards, not a text",
               verb);
  bool any = is_so(L, cards->any, i), bug = !any && is_so(L, cards->bug, i);
  uint64_t faces = cards->wild.any | cards->wild.bug;
  bool wild = any || bug || (code == POKER_JOKER && faces & HAND_JOKER_BITS);
  if (code < 0 && !wild) luaL_error(L, "%s: %s has no poker rank", verb, name);
  if (code < 0 && cards->jokers == HAND_JOKERS)
    luaL_error(L, "%s: more than %d jokers", verb, HAND_JOKERS);
  if (code < 0) code = HAND_CARDS + cards->jokers++;
  uint64_t bit = handrank_bit((unsigned)code);
  if (any) cards->wild.any |= bit;
  if (bug) cards->wild.bug |= bit;
  cards->wild.bug &= ~cards->wild.any;
  add_card(L, cards, code, verb);
}

static inline void add_handle(lua_State *L, int i, PokerCards *cards,
                              const CardHandle *card, const char *verb) {
  if (card->poker >= 0 && !cards->any && !cards->bug)
    add_card(L, cards, card->poker, verb);
  else
    add_other(L, lua_absindex(L, i), cards, card->poker,
              card->faces->face[card->face].name, verb);
}

/* Moves *at behind the word if it is there, in any letter case. */
static bool skip_word(const char **at, const char *word) {
  size_t n = strlen(word);
  if (strncasecmp(*at, word, n) != 0) return false;
  *at += n;
  return true;
}

/* The rank 0..12 at *at, where the text hasn't ended, which is moved behind it;
 * -1. */
static int read_rank(const char **at) {
  static const char ranks[] = "23456789TJQKA";
  if (skip_word(at, "10")) return 8;
  char c = **at >= 'a' ? (char)(**at - 32) : **at;
  const char *rank = strchr(ranks, c);
  if (rank == NULL) return -1;
  *at += 1;
  return (int)(rank - ranks);
}

/* The code of "Kh", "10d", "td", "joker" at *at, which is moved behind it;
 * POKER_NONE (core/cards.h). */
static int read_code(const char **at) {
  static const char suits[] = "cdhs";
  if (skip_word(at, "joker") || skip_word(at, "jr") || skip_word(at, "jb"))
    return POKER_JOKER;
  const char *p = *at;
  int rank = read_rank(&p);
  const char *suit = rank < 0 || *p == 0 ? NULL : strchr(suits, *p | 32);
  if (suit == NULL) return POKER_NONE;
  *at = p + 1;
  return (int)(suit - suits) * 13 + rank;
}

static bool is_end(const char *at) { return *at == 0 || strchr(" ,", *at); }

static void add_text(lua_State *L, int i, PokerCards *cards, const char *verb) {
  size_t n;
  const char *text = lua_tolstring(L, i, &n), *at = text;
  for (;;) {
    at += strspn(at, " ,");
    if (at == text + n) return;
    int code = *at ? read_code(&at) : POKER_NONE; /* a NUL is none */
    if (code == POKER_NONE || !is_end(at))
      luaL_error(L,
                 "%s: \"%s\" is not a card, expected one like \"Kh\" or "
                 "\"10d\"",
                 verb, text);
    if (code >= 0 && !cards->any && !cards->bug)
      add_card(L, cards, code, verb);
    else
      add_other(L, 0, cards, code, "a joker", verb);
  }
}

/* The value at i gave one card and nothing else. */
static inline void keep_value(lua_State *L, int i, const PokerCards *cards) {
  if (cards->keep == 0) return;
  lua_pushvalue(L, i);
  lua_rawseti(L, cards->keep, cards->card[cards->count - 1]);
}

/* A view's unseen cards are the hidden card, which has no poker code. What is
 * shown and needs no more than its code isn't pushed. */
static void add_pile(lua_State *L, int i, PokerCards *cards, const char *verb) {
  PileHandle *h = bind_pile(L, i);
  const Pile *pile = &h->piles->pile[h->index];
  bool codes = (cards->any | cards->bug | cards->keep) == 0;
  for (int k = 0; k < pile->count; k++) {
    CardId card = pile->card[k];
    int code = h->faces->face[h->piles->face[card]].poker;
    if (codes && code >= 0 &&
        (h->viewer == VIEW_FULL || piles_visible(h->piles, card, h->viewer))) {
      add_card(L, cards, code, verb);
      continue;
    }
    bind_pile_card(L, i, card);
    add_handle(L, -1, cards, lua_touserdata(L, -1), verb);
    keep_value(L, -1, cards);
    lua_pop(L, 1);
  }
}

static inline void add_value(lua_State *L, int i, PokerCards *cards,
                             const char *verb) {
  CardHandle *card = bind_test(L, i, TAG_CARD);
  int before = cards->count;
  if (card != NULL) {
    add_handle(L, i, cards, card, verb);
    keep_value(L, i, cards);
  } else if (lua_type(L, i) == LUA_TSTRING) {
    add_text(L, i, cards, verb);
    if (cards->keep != 0 && cards->count == before + 1 &&
        strpbrk(lua_tostring(L, i), " ,") == NULL)
      keep_value(L, i, cards);
  } else {
    luaL_error(L, "%s: expected cards, got %s", verb, luaL_typename(L, i));
  }
}

static void add_list(lua_State *L, int i, PokerCards *cards, const char *verb) {
  int top = lua_gettop(L);
  bool plain = !lua_getmetatable(L, i); /* else it is frozen, or a proxy */
  lua_Integer n = plain ? (lua_Integer)lua_rawlen(L, i) : luaL_len(L, i);
  if (n == 0 && lua_getfield(L, i, "hand") != LUA_TNIL)
    luaL_error(L, "%s: expected cards: for a seat, say seat.hand", verb);
  for (lua_Integer k = 1; k <= n; k++) {
    lua_geti(L, i, k);
    add_value(L, -1, cards, verb);
    if ((k & 7) == 0) lua_settop(L, top);
  }
  lua_settop(L, top);
}

void bind_poker_cards(lua_State *L, int from, int to, const char *verb,
                      PokerCards *cards) {
  for (int i = from; i <= to; i++) {
    if (lua_istable(L, i))
      add_list(L, i, cards, verb);
    else if (bind_test(L, i, TAG_PILE))
      add_pile(L, i, cards, verb);
    else
      add_value(L, i, cards, verb);
  }
}

/* ---- wild cards ----------------------------------------------------- */

/*** @topic Around the game: wild cards, wild, bug, deuces
 Poker with wild cards: the last argument of poker.rank, best, name and hands
 says which cards are wild; for poker.odds and poker.chance, fields do.

 A wild card stands for whatever makes the best hand: any card not in it, or the
 fifth of a kind, which beats a straight flush. A bug stands for an ace, or for
 any card of a straight or flush. Deuces are "2", one-eyed jacks "Jh Js";
 poker.name says what each stands for.
 @field wild the faces that are wild: ranks, cards or "joker" as a text, cards, or a list of these; or function(card): true if it is
 @field bug the same for those that are bugs
 @field jokers for odds: how many jokers the deck has, 2 where they are wild
 @example poker.name("Kh Kd 9c 4s joker", { wild = "joker" }) --> "three kings (joker as Ks)"
 poker.name("Kh Kd 9c 4s joker", { bug = "joker" }) --> "pair of kings (joker as As)"
 poker.name("2h 2c As Ad Ac", { wild = "2" }) --> "five aces (2h as Ah, 2c as As)"
 poker.name(seat.hand, { wild = { "Jh", "Js", "joker" } }) --> "king-high flush"
 poker.name(seat.hand, { wild = function(held) return held.value == 2 end }) --> "ace-high flush (2h as Ah)"
 @see poker.rank, deck, poker.odds */

static int no_wild(lua_State *L, const char *verb, const char *what) {
  return luaL_error(L,
                    "%s: %s can't be wild, expected a rank like \"2\", a card "
                    "like \"Jh\" or \"joker\"",
                    verb, what);
}

/* The faces that a text names, a rank being all its cards. */
static uint64_t faces_of_text(lua_State *L, int i, const char *verb) {
  uint64_t faces = 0;
  size_t n;
  const char *text = lua_tolstring(L, i, &n), *at = text + strspn(text, " ,");
  for (; at != text + n; at += strspn(at, " ,")) {
    if (*at == 0) no_wild(L, verb, text);
    int code = read_code(&at), rank = code == POKER_NONE ? read_rank(&at) : 0;
    if (rank < 0 || !is_end(at)) no_wild(L, verb, text);
    faces |= code >= 0             ? handrank_bit((unsigned)code)
             : code == POKER_JOKER ? HAND_JOKER_BITS
                                   : HAND_SUITS << rank;
  }
  return faces;
}

/* The faces that the value at stack index i names. */
static uint64_t faces_of(lua_State *L, int i, const char *verb) {
  const CardHandle *card = bind_test(L, i, TAG_CARD);
  uint64_t faces = 0;
  if (lua_type(L, i) == LUA_TSTRING) return faces_of_text(L, i, verb);
  if (card != NULL && card->poker >= 0)
    return handrank_bit((unsigned)card->poker);
  if (card != NULL && card->poker == POKER_JOKER) return HAND_JOKER_BITS;
  if (!lua_istable(L, i)) no_wild(L, verb, luaL_tolstring(L, i, NULL));
  for (lua_Integer k = 1, n = luaL_len(L, i); k <= n; k++) {
    lua_geti(L, i, k);
    if (lua_istable(L, -1)) no_wild(L, verb, "a list in a list");
    faces |= faces_of(L, lua_gettop(L), verb);
    lua_pop(L, 1);
  }
  return faces;
}

/* The field of the table at t: its faces, or where it is a function. */
static uint64_t wild_field(lua_State *L, int t, const char *name,
                           const char *verb, int *function) {
  uint64_t faces = 0;
  int type = lua_getfield(L, t, name);
  if (type == LUA_TFUNCTION && function == NULL)
    luaL_error(L, "%s: `%s` is a function here, expected faces", verb, name);
  if (type == LUA_TFUNCTION) {
    *function = lua_gettop(L); /* it stays there */
    return 0;
  }
  if (type != LUA_TNIL) faces = faces_of(L, lua_gettop(L), verb);
  lua_pop(L, 1);
  return faces;
}

/* ---- orders --------------------------------------------------------- */

/*** @topic Around the game: kinds of poker, low, lowball, razz, omaha, short deck
 Poker that doesn't go by the usual order of hands: the last argument of
 poker.rank, best, name and hands is a table with one of these fields, which
 poker.odds has, too. A higher rank is the better hand in each; ranks of
 different kinds don't compare. poker.category and values read them all.

 Ace to five (razz): the lowest hand wins, aces are low, straights and flushes
 don't count; best is 5-4-3-2-A, the wheel. Eight or better is the same, but a
 hand with a pair or a card above eight is no low and ranks 0. Deuce to seven:
 straights and flushes count against the hand, aces are high; best is
 7-5-4-3-2. Short deck: sixes to aces, a deck that kind { } makes; a flush beats
 a full house, A-6-7-8-9 is a straight, and a straight still beats three of a
 kind. From hand: in Omaha a hand is exactly two of the hand's cards and three of
 the board's, so the hand comes first, then the board.

 Wild cards go with none of these, and `low` doesn't go with `short_deck`; the
 others may be combined. Batches (poker.hands) have no board.
 @field low "ace_to_five", "deuce_to_seven" or "eight_or_better"
 @field short_deck true: the deck begins with the sixes
 @field from_hand integer 1 to 4: so many cards of the hand, the rest of the board
 @field split for odds: the low that gets half of the pot, as for `low`
 @example poker.name("8h 6c 4d 3s Ah Kd Kc", { low = "eight_or_better" }) --> "eight-six low"
 poker.name("9h 6c 4d 3s Ah", { low = "eight_or_better" }) --> "no low"
 poker.name("Ah 9c 8d 7h 6s", { short_deck = true }) --> "nine-high straight"
 poker.name("Ah Kh Qd Jc", "10h 9h 8c 4h 2s", { from_hand = 2 }) --> "ace-high flush"
 poker.name("5h 5c 2d Ah", "4s 3h 8h Kd Kc", { from_hand = 2, low = "eight_or_better" }) --> "eight-four low"
 @see poker.rank, poker.odds, betting.award, kind, wild cards */

HandOrder bind_poker_low(lua_State *L, int t, const char *field,
                         const char *verb) {
  static const char *const names[HAND_ORDERS] = {
      "", "", "ace_to_five", "deuce_to_seven", "eight_or_better"};
  unsigned order = ORDER_HIGH;
  if (lua_getfield(L, t, field) != LUA_TNIL) {
    const char *name = luaL_tolstring(L, -1, NULL);
    order = ORDER_ACE_TO_FIVE;
    while (order < HAND_ORDERS && strcmp(name, names[order]) != 0) order++;
    if (order == HAND_ORDERS)
      luaL_error(L,
                 "%s: `%s` is %s, expected \"ace_to_five\", "
                 "\"deuce_to_seven\" or \"eight_or_better\"",
                 verb, field, name);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return (HandOrder)order;
}

static void read_order(lua_State *L, int t, const char *verb,
                       PokerCards *cards) {
  cards->order = bind_poker_low(L, t, "low", verb);
  int type = lua_getfield(L, t, "short_deck");
  if (type != LUA_TNIL && type != LUA_TBOOLEAN)
    luaL_error(L, "%s: `short_deck` is %s, expected true or false", verb,
               luaL_tolstring(L, -1, NULL));
  bool short_deck = lua_toboolean(L, -1);
  if (short_deck && cards->order)
    luaL_error(L, "%s: `low` and `short_deck` don't go together", verb);
  if (short_deck) cards->order = ORDER_SHORT_DECK;
  if (lua_getfield(L, t, "from_hand") != LUA_TNIL) {
    lua_Integer from = lua_isinteger(L, -1) ? lua_tointeger(L, -1) : 0;
    if (from < 1 || from > 4)
      luaL_error(L, "%s: `from_hand` is %s, expected 1, 2, 3 or 4", verb,
                 luaL_tolstring(L, -1, NULL));
    cards->from_hand = (int)from;
  }
  lua_pop(L, 2);
  if (cards->has_wild && (cards->order || cards->from_hand))
    luaL_error(L, "%s: wild cards don't go with other options", verb);
}

void bind_poker_options(lua_State *L, int t, const char *verb, bool functions,
                        PokerCards *cards) {
  t = lua_absindex(L, t);
  cards->wild.any =
      wild_field(L, t, "wild", verb, functions ? &cards->any : NULL);
  cards->wild.bug =
      wild_field(L, t, "bug", verb, functions ? &cards->bug : NULL);
  cards->wild.bug &= ~cards->wild.any;
  cards->has_wild =
      cards->wild.any || cards->wild.bug || cards->any || cards->bug;
  read_order(L, t, verb, cards);
}

/* Reads the options at stack index i if it has some: a table of names. A frozen
 * one has them in another, which stands alone; a seat's have a metatable. */
static bool read_options(lua_State *L, int i, const char *verb, bool functions,
                         PokerCards *cards) {
  static const char *const known[] = {"wild", "bug", "low", "short_deck",
                                      "from_hand"};
  if (!lua_istable(L, i)) return false;
  int options = 0;
  if (lua_getmetatable(L, i)) {
    if (lua_getfield(L, -1, "__index") != LUA_TTABLE) return false;
    i = lua_gettop(L);
    if (lua_getmetatable(L, i)) return false;
  }
  if (lua_rawlen(L, i) > 0) return false;
  for (lua_pushnil(L); lua_next(L, i); lua_pop(L, 1), options++) {
    const char *name =
        lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
    size_t k = 0, all = sizeof known / sizeof *known;
    while (k < all && strcmp(name, known[k]) != 0) k++;
    if (k == all)
      luaL_error(L,
                 "%s: unknown option `%s`, expected `wild`, `bug`, `low`, "
                 "`short_deck` or `from_hand`",
                 verb, luaL_tolstring(L, -2, NULL));
  }
  if (options > 0) bind_poker_options(L, i, verb, functions, cards);
  return options > 0;
}

/* The hand's cards and the board's, of so many arguments. */
static void read_board(lua_State *L, int n, const char *verb,
                       PokerCards *cards) {
  if (n < 2)
    luaL_error(L, "%s: with `from_hand`, expected the hand, then the board",
               verb);
  bind_poker_cards(L, 1, 1, verb, cards);
  int own = cards->count;
  cards->hand = cards->sum;
  bind_poker_cards(L, 2, n, verb, cards);
  if (own > HAND_OWN || cards->count - own > HAND_BOARD)
    luaL_error(L, "%s: more than %d cards in the hand or %d on the board", verb,
               HAND_OWN, HAND_BOARD);
}

void bind_poker_hand(lua_State *L, const char *verb, bool keep,
                     PokerCards *cards) {
  memset(cards, 0, offsetof(PokerCards, card));
  int n = lua_gettop(L);
  luaL_argcheck(L, n > 0, 1, "expected cards");
  if (n > 1 && read_options(L, n, verb, true, cards)) n--;
  if (keep) lua_newtable(L);
  if (keep) cards->keep = lua_gettop(L);
  if (cards->from_hand) {
    read_board(L, n, verb, cards);
    return;
  }
  bind_poker_cards(L, 1, n, verb, cards);
  cards->hand = cards->sum;
  if (cards->count > HAND_MOST)
    luaL_error(L, "%s: %d cards, expected at most %d", verb, cards->count,
               HAND_MOST);
}

uint64_t bind_poker_sum(const PokerCards *cards) {
  uint64_t hand = 0;
  if (!cards->has_wild) return cards->sum;
  for (int i = 0; i < cards->count; i++) hand |= handrank_bit(cards->card[i]);
  return hand;
}
