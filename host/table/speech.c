/* Texts with marks for cards: see speech.h. */
#include "table/speech.h"

#include <ctype.h>
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/l_cards.h"
#include "bind/l_pool.h"
#include "core/handrank.h"
#include "script/sandbox.h"

enum {
  MARK = 1,
  MARK_LENGTH = 19,
  LIST_MAX = 200, /* what is said of one list */
  DEPTH_MAX = 6,  /* lists in lists; a list may hold itself */
  TEXT_MAX = 16 << 10
};

static void add_value(Table *t, lua_State *L, int i, int depth, Bytes *out);

/* Whatever a script says, it can't write marks or control the terminal. */
static void add_clean(Bytes *out, const char *text, size_t n) {
  for (size_t i = 0; i < n; i++) {
    unsigned char c = (unsigned char)text[i];
    char shown = c < 0x20 || c == 0x7f ? ' ' : (char)c;
    bytes_add(out, &shown, 1);
  }
}

/* The hidden card of views carries `hidden`. */
static bool is_hidden(lua_State *L, int i) {
  lua_getfield(L, i, "hidden");
  bool hidden = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return hidden;
}

static void add_card(Table *t, lua_State *L, int i, Bytes *out) {
  const CardHandle *card = lua_touserdata(L, i);
  SeatMask seen = ~(SeatMask)0;
  if (card->id == CARD_IS_FACE && is_hidden(L, i)) {
    bytes_text(out, "a card");
    return;
  }
  if (card->id != CARD_IS_FACE && card->id < t->piles->cards)
    seen = piles_seen_by(t->piles, card->id);
  bytes_format(out, "%c%02x%016llx", MARK, card->face,
               (unsigned long long)seen);
}

static void add_userdata(Table *t, lua_State *L, int i, Bytes *out) {
  CardHandle *card = bind_test(L, i, TAG_CARD);
  PileHandle *pile = bind_test(L, i, TAG_PILE);
  PoolHandle *pool = bind_test(L, i, TAG_POOL);
  if (card != NULL) {
    add_card(t, L, i, out);
  } else if (pile != NULL) {
    lua_getiuservalue(L, i, PILE_LABEL);
    bytes_text(out, lua_isstring(L, -1) ? lua_tostring(L, -1) : "a pile");
    lua_pop(L, 1);
  } else if (pool != NULL) {
    bytes_format(out, "%lld",
                 (long long)pools_amount(pool->pools, pool->index));
  } else {
    bytes_text(out, "?");
  }
}

static void add_list(Table *t, lua_State *L, int i, int depth, Bytes *out) {
  lua_Unsigned n = lua_rawlen(L, i);
  if (n == 0) bytes_text(out, "nothing");
  for (lua_Unsigned k = 1; k <= n; k++) {
    if (k > 1) bytes_text(out, ", ");
    if (k > LIST_MAX || depth > DEPTH_MAX || out->count > TEXT_MAX) {
      bytes_text(out, "...");
      return;
    }
    lua_rawgeti(L, i, (lua_Integer)k);
    add_value(t, L, lua_gettop(L), depth + 1, out);
    lua_pop(L, 1);
  }
}

static bool add_field(lua_State *L, int i, const char *key, Bytes *out) {
  lua_pushstring(L, key);
  lua_rawget(L, i);
  size_t n;
  const char *text =
      lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &n) : NULL;
  if (text != NULL) add_clean(out, text, n);
  lua_pop(L, 1);
  return text != NULL;
}

/* Seats hold their number in slot 0. Scripts can't give a table a metatable,
 * so none of theirs is taken for one. */
int speech_seat(lua_State *L, int i) {
  if (!lua_getmetatable(L, i)) return 0;
  lua_rawgeti(L, i, 0);
  int number = lua_isinteger(L, -1) ? (int)lua_tointeger(L, -1) : 0;
  lua_pop(L, 2);
  return number;
}

static bool add_seat(Table *t, lua_State *L, int i, Bytes *out) {
  int number = speech_seat(L, i);
  if (number == 0) return false;
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.hooks);
  lua_getfield(L, -1, "seat_names");
  lua_rawgeti(L, -1, number == SEAT_GM + 1 ? 0 : number);
  bytes_text(out, lua_isstring(L, -1) ? lua_tostring(L, -1) : "?");
  lua_pop(L, 3);
  return true;
}

static void add_table(Table *t, lua_State *L, int i, int depth, Bytes *out) {
  if (add_seat(t, L, i, out)) return;
  if (freeze_shadow(L, i)) {
    int shadow = lua_gettop(L);
    if (!add_field(L, shadow, "text", out)) add_list(t, L, shadow, depth, out);
    lua_pop(L, 1);
    return;
  }
  if (!add_field(L, i, "text", out)) add_list(t, L, i, depth, out);
}

/* What a function gives that is called when somebody reads the text: at once
 * in a step, where it may raise; later, while a question waits, a failure is
 * what is read. */
static void add_result(Table *t, lua_State *L, int i, int depth, Bytes *out) {
  int status = LUA_OK, top = lua_gettop(L);
  lua_pushvalue(L, i);
  if (L == t->co)
    table_call_telling(t, L, 0);
  else
    status = table_call(t, L, 0);
  lua_settop(L, top + 1);
  if (status != LUA_OK)
    bytes_text(out, report_text(L, -1));
  else if (lua_isfunction(L, -1))
    bytes_text(out, "?");
  else
    add_value(t, L, lua_gettop(L), depth + 1, out);
  lua_pop(L, 1);
}

void speech_value(Table *t, lua_State *L, int i, Bytes *out) {
  add_value(t, L, i, 0, out);
}

static void add_value(Table *t, lua_State *L, int i, int depth, Bytes *out) {
  luaL_checkstack(L, 8, "a list too deep to say");
  size_t n;
  switch (lua_type(L, i)) {
    case LUA_TSTRING: {
      const char *text = lua_tolstring(L, i, &n);
      add_clean(out, text, n);
      break;
    }
    case LUA_TNUMBER:
      if (lua_isinteger(L, i))
        bytes_format(out, "%lld", (long long)lua_tointeger(L, i));
      else
        bytes_format(out, "%.14g", lua_tonumber(L, i));
      break;
    case LUA_TBOOLEAN:
      bytes_text(out, lua_toboolean(L, i) ? "yes" : "no");
      break;
    case LUA_TNIL:
      bytes_text(out, "nothing");
      break;
    case LUA_TTABLE:
      add_table(t, L, i, depth, out);
      break;
    case LUA_TUSERDATA:
      add_userdata(t, L, i, out);
      break;
    case LUA_TFUNCTION:
      add_result(t, L, i, depth, out);
      break;
    default:
      bytes_text(out, "?");
  }
}

/* The cards of a pile, bottom first; anything else as %s has it. */
static void add_cards(Table *t, lua_State *L, int i, Bytes *out) {
  const PileHandle *h = bind_test(L, i, TAG_PILE);
  if (h == NULL) {
    speech_value(t, L, i, out);
    return;
  }
  const Pile *pile = &h->piles->pile[h->index];
  if (pile->count == 0) bytes_text(out, "nothing");
  for (int k = 0; k < pile->count; k++) {
    if (k > 0) bytes_text(out, ", ");
    bind_pile_card(L, i, pile->card[k]);
    add_card(t, L, lua_gettop(L), out);
    lua_pop(L, 1);
  }
}

/* A poker hand by its rank, or a target, as poker.name has it. */
static void add_hand(Table *t, lua_State *L, int i, Bytes *out) {
  char name[HAND_NAME];
  lua_Integer rank = lua_isinteger(L, i) ? lua_tointeger(L, i) : -1;
  if (rank == 0) {
    bytes_text(out, "no hand");
  } else if (rank > 0 && handrank_valid((uint64_t)rank)) {
    handrank_name((uint32_t)rank, name);
    bytes_text(out, name);
  } else {
    speech_value(t, L, i, out);
  }
}

static void add_signed(Table *t, lua_State *L, int i, Bytes *out) {
  if (lua_type(L, i) == LUA_TNUMBER && lua_tonumber(L, i) >= 0)
    bytes_text(out, "+");
  speech_value(t, L, i, out);
}

/* How a value is put in where the text says so. */
typedef struct Directive {
  const char *text;
  void (*add)(Table *t, lua_State *L, int i, Bytes *out);
} Directive;

static const Directive *directive_at(const char *f) {
  static const Directive all[] = {{"%s", speech_value},
                                  {"%d", speech_value},
                                  {"%+d", add_signed},
                                  {"%c", add_cards},
                                  {"%h", add_hand}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (strncmp(f, all[i].text, strlen(all[i].text)) == 0) return &all[i];
  return NULL;
}

/* A text that begins with "the GM" is a sentence that does. */
static void begin_sentence(lua_State *L, const char *f, int i, char *text) {
  if (strncmp(f, "%s", 2) == 0 && lua_istable(L, i) &&
      speech_seat(L, i) == SEAT_GM + 1)
    *text = (char)toupper((unsigned char)*text);
}

void speech_format(Table *t, lua_State *L, int first, int last, Bytes *out) {
  if (lua_type(L, first) != LUA_TSTRING) return;
  const char *f = lua_tostring(L, first), *whole = f;
  size_t begin = out->count;
  int next = first + 1;
  while (*f != 0) {
    size_t plain = strcspn(f, "%");
    add_clean(out, f, plain);
    f += plain;
    if (*f == 0) break;
    const Directive *d = directive_at(f);
    if (d == NULL) {
      bytes_text(out, "%");
      f += f[1] == '%' ? 2 : 1;
      continue;
    }
    if (next <= last)
      d->add(t, L, next, out);
    else
      bytes_text(out, "nothing");
    next++;
    f += strlen(d->text);
  }
  if (first < last && out->count > begin)
    begin_sentence(L, whole, first + 1, out->data + begin);
}

/* A field that the face itself has, read raw: a kind need not have it. The
 * face's name stands in for what is no text. */
static void add_face_field(const Table *t, int face, const char *key,
                           Bytes *out) {
  lua_State *L = t->L;
  int base = lua_gettop(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.faces);
  lua_rawgeti(L, -1, face + 1);
  const char *text = NULL;
  if (lua_getmetatable(L, -1)) {
    lua_pushliteral(L, "__index");
    if (lua_rawget(L, -2) == LUA_TTABLE) {
      lua_pushstring(L, key);
      lua_rawget(L, -2);
      text = lua_tostring(L, -1);
    }
  }
  bytes_text(out, text != NULL ? text : t->faces->face[face].name);
  lua_settop(L, base);
}

static bool is_red(const Table *t, int face) {
  Bytes color = {0};
  add_face_field(t, face, "color", &color);
  bool red = color.data != NULL && strcmp(color.data, "red") == 0;
  bytes_free(&color);
  return red;
}

void speech_face(const Table *t, int face, const SpeechStyle *style,
                 Bytes *out) {
  if (style->red != NULL)
    bytes_text(out, is_red(t, face) ? style->red : style->black);
  if (style->words)
    add_face_field(t, face, "long", out);
  else if (style->symbols)
    add_face_field(t, face, "symbol", out);
  else
    bytes_text(out, t->faces->face[face].name);
  if (style->red != NULL) bytes_text(out, style->plain);
}

/* One mark at `text`, which is whole: the host wrote it. */
static void render_mark(const Table *t, const char *text, int reader,
                        const SpeechStyle *style, Bytes *out) {
  char digits[17] = {text[1], text[2], 0};
  int face = (int)strtol(digits, NULL, 16);
  memcpy(digits, text + 3, 16);
  digits[16] = 0;
  SeatMask seen = strtoull(digits, NULL, 16);
  if (reader == READER_ALL || (seen >> reader & 1))
    speech_face(t, face, style, out);
  else
    bytes_text(out, "a card");
}

const SpeechStyle SPEECH_LETTERS = {.symbols = false};

void speech_render(const Table *t, const char *text, int reader,
                   const SpeechStyle *style, Bytes *out) {
  while (*text != 0) {
    const char *mark = strchr(text, MARK);
    if (mark == NULL || strlen(mark) < MARK_LENGTH) {
      bytes_text(out, text);
      return;
    }
    bytes_add(out, text, (size_t)(mark - text));
    render_mark(t, mark, reader, style, out);
    text = mark + MARK_LENGTH;
  }
}
