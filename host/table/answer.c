/* Codes of answers, and their kept form: see answer.h. */
#include "table/answer.h"

#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/l_cards.h"
#include "table/speech.h"

enum { LABEL_MAX = 200 }; /* bytes of an option's words that are kept */

static bool by_cards(const Question *q) {
  return q->kind == ASK_CARD || q->kind == ASK_CARDS;
}

static void push_card(Table *t, lua_State *L, CardId card) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.cards);
  lua_rawgeti(L, -1, card + 1);
  lua_remove(L, -2);
}

/* --- checking --- */

static bool wrong(AnswerFault *fault, const char *what, int at) {
  *fault = (AnswerFault){what, at};
  return false;
}

static bool stage_nothing(Table *t, AnswerFault *fault) {
  const Question *q = &t->question;
  if (q->kind == ASK_CARDS && q->min == 0)
    lua_newtable(t->co);
  else if (q->optional || q->kind == ASK_NOTHING)
    lua_pushnil(t->co);
  else
    return wrong(fault, "nothing", 0);
  return true;
}

/* The place at index i, from 0; -1: it is none of the question's. */
static int place_at(const Table *t, int i) {
  int whole;
  lua_Integer place = lua_tointegerx(t->L, i, &whole);
  return whole && place >= 1 && place <= t->question.count ? (int)place - 1
                                                           : -1;
}

static bool stage_place(Table *t, int i, AnswerFault *fault) {
  int place = place_at(t, i);
  if (place < 0) return wrong(fault, "place", 0);
  t->question.chosen = place;
  if (by_cards(&t->question))
    push_card(t, t->co, t->question.card[place]);
  else
    lua_rawgeti(t->co, QUESTION_SOURCE, place + 1);
  return true;
}

/* Each card fits those before it. */
static bool check_fits(Table *t, const int *place, int n, AnswerFault *fault) {
  for (int k = 0; k < n; k++) {
    int fits = question_fits(t, place[k], place, k);
    if (fits < 0) return wrong(fault, "failed", 0);
    if (fits == 0) return wrong(fault, "fits", k + 1);
  }
  return true;
}

static bool check_places(Table *t, const int *place, int n,
                         AnswerFault *fault) {
  bool used[CARDS_MAX] = {false};
  for (int k = 0; k < n; k++) {
    if (place[k] < 0) return wrong(fault, "place", k + 1);
    if (used[place[k]]) return wrong(fault, "twice", k + 1);
    used[place[k]] = true;
  }
  if (n < t->question.min) return wrong(fault, "few", 0);
  if (n > t->question.max) return wrong(fault, "many", 0);
  return check_fits(t, place, n, fault);
}

static bool stage_places(Table *t, int i, AnswerFault *fault) {
  int place[CARDS_MAX], n = 0;
  if (!lua_istable(t->L, i)) return wrong(fault, "kind", 0);
  lua_Unsigned length = lua_rawlen(t->L, i);
  if (length > (lua_Unsigned)t->question.count) return wrong(fault, "many", 0);
  for (; n < (int)length; n++) {
    lua_rawgeti(t->L, i, n + 1);
    place[n] = place_at(t, -1);
    lua_pop(t->L, 1);
  }
  if (!check_places(t, place, n, fault)) return false;
  lua_createtable(t->co, n, 0);
  for (int k = 0; k < n; k++) {
    push_card(t, t->co, t->question.card[place[k]]);
    lua_rawseti(t->co, -2, k + 1);
  }
  return true;
}

static bool stage_number(Table *t, int i, AnswerFault *fault) {
  const Question *q = &t->question;
  if (!lua_isinteger(t->L, i)) return wrong(fault, "kind", 0);
  lua_Integer n = lua_tointeger(t->L, i);
  if (n < q->min) return wrong(fault, "low", 0);
  if (n > q->max) return wrong(fault, "high", 0);
  lua_Unsigned above = (lua_Unsigned)n - (lua_Unsigned)q->min;
  if (above % (lua_Unsigned)q->step != 0) return wrong(fault, "step", 0);
  lua_pushinteger(t->co, n);
  return true;
}

static bool stage_text(Table *t, int i, AnswerFault *fault) {
  size_t size;
  if (lua_type(t->L, i) != LUA_TSTRING) return wrong(fault, "kind", 0);
  const char *text = lua_tolstring(t->L, i, &size);
  if (size > ANSWER_TEXT_MAX || (lua_Integer)size > t->question.max)
    return wrong(fault, "long", 0);
  for (size_t k = 0; k < size; k++) {
    unsigned char c = (unsigned char)text[k];
    if (c < 0x20 || c == 0x7f) return wrong(fault, "control", 0);
  }
  lua_pushlstring(t->co, text, size);
  return true;
}

static bool stage_confirm(Table *t, int i, AnswerFault *fault) {
  if (!lua_isboolean(t->L, i)) return wrong(fault, "kind", 0);
  lua_pushboolean(t->co, lua_toboolean(t->L, i));
  return true;
}

bool answer_stage(Table *t, int i, AnswerFault *fault) {
  i = lua_absindex(t->L, i);
  if (lua_isnil(t->L, i)) return stage_nothing(t, fault);
  switch (t->question.kind) {
    case ASK_ONE_OF:
    case ASK_CARD:
      return stage_place(t, i, fault);
    case ASK_CARDS:
      return stage_places(t, i, fault);
    case ASK_CONFIRM:
      return stage_confirm(t, i, fault);
    case ASK_TEXT:
      return stage_text(t, i, fault);
    case ASK_NUMBER:
    case ASK_DIE:
      return stage_number(t, i, fault);
    default:
      return wrong(fault, "kind", 0);
  }
}

bool answer_is_staged(const Table *t) {
  return t->question.kind != ASK_NONE && lua_gettop(t->co) > QUESTION_TOP;
}

void answer_unstage(Table *t) {
  if (answer_is_staged(t)) lua_settop(t->co, QUESTION_TOP);
}

/* --- words --- */

void answer_option(Table *t, int i, Bytes *out) {
  if (by_cards(&t->question)) {
    push_card(t, t->L, t->question.card[i]);
  } else {
    lua_rawgeti(t->co, QUESTION_SOURCE, i + 1);
    lua_xmove(t->co, t->L, 1);
  }
  speech_value(t, t->L, lua_gettop(t->L), out);
  lua_pop(t->L, 1);
}

void answer_asked(Table *t, Bytes *out) {
  lua_State *L = t->L;
  if (t->question.kind == ASK_DIE || t->question.kind == ASK_NOTHING) {
    bytes_text(out, question_text(t));
    return;
  }
  int base = lua_gettop(L), n = 0;
  lua_pushvalue(t->co, QUESTION_TABLE);
  lua_xmove(t->co, L, 1);
  for (int i = 2; i < 40; i++, n++)
    if (lua_rawgeti(L, base + 1, i) == LUA_TNIL && i > 2) break;
  speech_format(t, L, base + 2, base + 1 + n, out);
  lua_settop(L, base);
  if (out->data == NULL) bytes_text(out, "");
}

/* --- the kept form --- */

/* Texts that stand for something else in a kept form. */
static bool is_reserved(const char *text) {
  return text[0] == 0 || text[0] == '#' || strcmp(text, "-") == 0;
}

/* The option as its seat reads it, with letters for suits. */
static void add_label(Table *t, int i, Bytes *out) {
  Bytes marked = {0};
  answer_option(t, i, &marked);
  bytes_clear(out);
  if (marked.data != NULL)
    speech_render(t, marked.data, t->question.seat, &SPEECH_LETTERS, out);
  bytes_free(&marked);
  if (out->data == NULL) bytes_text(out, "");
}

/* The first option with these words; -1: there is none. */
static int find_label(Table *t, const char *words) {
  Bytes label = {0};
  int found = -1;
  for (int i = 0; i < t->question.count && found < 0; i++) {
    add_label(t, i, &label);
    if (label.data != NULL && strcmp(label.data, words) == 0) found = i;
  }
  bytes_free(&label);
  return found;
}

/* The first card of that name that the seat sees and that is not used. */
static int find_name(const Table *t, const char *name, size_t size,
                     const bool *used) {
  const Question *q = &t->question;
  for (int i = 0; i < q->count; i++) {
    const char *own = t->faces->face[t->piles->face[q->card[i]]].name;
    if (!used[i] && strlen(own) == size && memcmp(own, name, size) == 0 &&
        piles_visible(t->piles, q->card[i], q->seat))
      return i;
  }
  return -1;
}

static void keep_place(int i, Bytes *out) { bytes_format(out, "#%d", i + 1); }

static void keep_option(Table *t, Bytes *out) {
  int place = t->question.chosen;
  Bytes label = {0};
  add_label(t, place, &label);
  const char *words = label.data != NULL ? label.data : "";
  if (is_reserved(words) || strlen(words) > LABEL_MAX ||
      find_label(t, words) != place)
    keep_place(place, out);
  else
    bytes_text(out, words);
  bytes_free(&label);
}

/* Copies are told apart by their place where the first won't do. */
static void keep_card(Table *t, int stack, bool *used, Bytes *out) {
  const Question *q = &t->question;
  const CardHandle *card = lua_touserdata(t->co, stack);
  int place = 0;
  while (place < q->count && q->card[place] != card->id) place++;
  const char *name = t->faces->face[card->face].name;
  bool plain = !is_reserved(name) && strpbrk(name, " ,") == NULL;
  if (plain && find_name(t, name, strlen(name), used) == place)
    bytes_text(out, name);
  else
    keep_place(place, out);
  used[place] = true;
}

static void keep_cards(Table *t, Bytes *out) {
  lua_State *co = t->co;
  bool used[CARDS_MAX] = {false};
  lua_Unsigned n = lua_rawlen(co, -1);
  if (n == 0) bytes_text(out, "-");
  for (lua_Unsigned k = 1; k <= n; k++) {
    if (k > 1) bytes_text(out, " ");
    lua_rawgeti(co, -1, (lua_Integer)k);
    keep_card(t, -1, used, out);
    lua_pop(co, 1);
  }
}

void answer_keep(Table *t, Bytes *out) {
  lua_State *co = t->co;
  bool used[CARDS_MAX] = {false};
  if (lua_isnil(co, -1)) {
    bytes_text(out, "-");
    return;
  }
  switch (t->question.kind) {
    case ASK_ONE_OF:
      keep_option(t, out);
      break;
    case ASK_CARD:
      keep_card(t, -1, used, out);
      break;
    case ASK_CARDS:
      keep_cards(t, out);
      break;
    case ASK_CONFIRM:
      bytes_text(out, lua_toboolean(co, -1) ? "yes" : "no");
      break;
    case ASK_TEXT:
      bytes_format(out, "=%s", lua_tostring(co, -1));
      break;
    default:
      bytes_format(out, "%lld", (long long)lua_tointeger(co, -1));
  }
}

/* --- and back: the code is pushed on the table's L --- */

static bool push_whole(lua_State *L, const char *digits) {
  char again[24];
  long long n = strtoll(digits, NULL, 10);
  snprintf(again, sizeof again, "%lld", n);
  lua_pushinteger(L, n);
  return strcmp(again, digits) == 0;
}

/* The place that "#3" names, from 0; -1: none of `count`. */
static int place_written(const char *word, size_t size, int count) {
  int n = 0;
  for (size_t i = 1; i < size; i++) {
    if (word[i] < '0' + (i == 1) || word[i] > '9' || n > count) return -1;
    n = n * 10 + (word[i] - '0');
  }
  return n <= count ? n - 1 : -1;
}

static int option_place(Table *t, const char *kept, size_t size) {
  if (kept[0] == '#') return place_written(kept, size, t->question.count);
  return find_label(t, kept);
}

static int card_place(Table *t, const char *word, size_t size,
                      const bool *used) {
  if (word[0] == '#') return place_written(word, size, t->question.count);
  return find_name(t, word, size, used);
}

static bool push_cards(Table *t, const char *kept) {
  bool used[CARDS_MAX] = {false};
  if (*kept == 0) return false;
  lua_newtable(t->L);
  for (lua_Integer k = 1; *kept != 0; k++) {
    size_t size = strcspn(kept, " ");
    int place = card_place(t, kept, size, used);
    if (place < 0) return false;
    used[place] = true;
    lua_pushinteger(t->L, place + 1);
    lua_rawseti(t->L, -2, k);
    kept += size;
    if (*kept == ' ' && *++kept == 0) return false;
  }
  return true;
}

static bool push_confirm(lua_State *L, const char *kept) {
  lua_pushboolean(L, strcmp(kept, "yes") == 0);
  return lua_toboolean(L, -1) || strcmp(kept, "no") == 0;
}

static bool push_code(Table *t, const char *kept, size_t size) {
  lua_State *L = t->L;
  bool used[CARDS_MAX] = {false};
  if (strcmp(kept, "-") == 0) {
    lua_pushnil(L);
    return true;
  }
  switch (t->question.kind) {
    case ASK_ONE_OF:
      lua_pushinteger(L, option_place(t, kept, size) + 1);
      return true;
    case ASK_CARD:
      lua_pushinteger(L, card_place(t, kept, size, used) + 1);
      return true;
    case ASK_CARDS:
      return push_cards(t, kept);
    case ASK_CONFIRM:
      return push_confirm(L, kept);
    case ASK_TEXT:
      lua_pushlstring(L, kept + 1, size > 0 ? size - 1 : 0);
      return kept[0] == '=';
    default:
      return push_whole(L, kept);
  }
}

bool answer_recall(Table *t, const char *kept, size_t size) {
  AnswerFault fault = {0};
  int top = lua_gettop(t->L);
  luaL_checkstack(t->L, 8, "recalling an answer");
  bool good = strlen(kept) == size && push_code(t, kept, size) &&
              answer_stage(t, -1, &fault);
  lua_settop(t->L, top);
  return good;
}
