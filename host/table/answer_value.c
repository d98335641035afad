/* Answers that are values of scripts, and the form in which answers are kept:
 * see answer.h. */
#include <lauxlib.h>
#include <string.h>

#include "bind/l_cards.h"
#include "table/answer_inner.h"

/* --- values of scripts --- */

static int place_of_card(Table *t, int i, const bool *used) {
  const Question *q = &t->question;
  CardHandle *card = bind_test(t->L, i, TAG_CARD);
  for (int k = 0; card != NULL && k < q->count; k++)
    if (!(used && used[k]) &&
        (card->id == CARD_IS_FACE ? t->piles->face[q->card[k]] == card->face
                                  : q->card[k] == card->id))
      return k;
  return -1;
}

static bool take_card(Table *t, Bytes *sentence) {
  int i = place_of_card(t, lua_gettop(t->L), NULL);
  if (i < 0) return answer_refuse(t, "that card", " can't be chosen", sentence);
  answer_push_card(t, t->co, t->question.card[i]);
  return true;
}

static bool take_cards(Table *t, Bytes *sentence) {
  lua_State *L = t->L;
  Choice c;
  memset(&c, 0, sizeof c);
  if (!lua_istable(L, -1))
    return answer_refuse(t, "that", " is no list of cards", sentence);
  int list = lua_gettop(L);
  lua_Integer n = luaL_len(L, list);
  for (lua_Integer k = 1; k <= n; k++) {
    lua_geti(L, list, k);
    int i = place_of_card(t, lua_gettop(L), c.used);
    lua_pop(L, 1);
    if (i < 0)
      return answer_refuse(t, "one of the cards", " won't do", sentence);
    c.used[i] = true;
    c.place[c.n++] = i;
  }
  if (!answer_check_choice(t, &c, "that", sentence)) return false;
  answer_push_choice(t, &c);
  return true;
}

static bool take_option(Table *t, Bytes *sentence) {
  lua_State *L = t->L;
  for (int i = 0; i < t->question.count; i++) {
    answer_push_option(t, i);
    bool same = lua_compare(L, -1, -2, LUA_OPEQ);
    lua_pop(L, 1);
    if (same) {
      lua_rawgeti(t->co, QUESTION_SOURCE, i + 1);
      return true;
    }
  }
  return answer_refuse(t, "that", " is none of these", sentence);
}

static bool take_as_text(Table *t, Bytes *sentence) {
  size_t n;
  bool boolean = lua_isboolean(t->L, -1);
  const char *text = boolean ? (lua_toboolean(t->L, -1) ? "yes" : "no")
                             : lua_tolstring(t->L, -1, &n);
  if (text == NULL) return answer_refuse(t, "that", " won't do", sentence);
  return answer_read_kind(t, text, sentence);
}

static bool take_nothing(Table *t, Bytes *sentence) {
  const Question *q = &t->question;
  if (q->kind == ASK_CARDS && q->min == 0) {
    lua_newtable(t->co);
  } else if (q->optional || q->kind == ASK_NOTHING) {
    lua_pushnil(t->co);
  } else {
    return answer_refuse(t, "nothing", " is no answer", sentence);
  }
  return true;
}

static bool take_kind(Table *t, Bytes *sentence) {
  if (lua_isnil(t->L, -1)) return take_nothing(t, sentence);
  switch (t->question.kind) {
    case ASK_ONE_OF:
      return take_option(t, sentence);
    case ASK_CARD:
      return take_card(t, sentence);
    case ASK_CARDS:
      return take_cards(t, sentence);
    default:
      return take_as_text(t, sentence);
  }
}

bool answer_take(Table *t, Bytes *sentence) {
  bool taken = take_kind(t, sentence);
  lua_pop(t->L, 1);
  return taken;
}

/* --- the kept form --- */

static void write_place(int i, Bytes *out) { bytes_format(out, "#%d", i + 1); }

static void write_card(Table *t, CardId card, const bool *used, Bytes *out) {
  const Question *q = &t->question;
  int place = 0;
  while (place < q->count && q->card[place] != card) place++;
  uint8_t face = t->piles->face[card];
  const char *name = t->faces->face[face].name;
  /* Copies are told apart by their place where the first won't do. */
  if (piles_visible(t->piles, card, q->seat) &&
      answer_find_card(t, name, (int)strlen(name), used) == place)
    bytes_text(out, name);
  else
    write_place(place, out);
}

static void write_cards(Table *t, Bytes *out) {
  lua_State *co = t->co;
  bool used[CARDS_MAX] = {false};
  lua_Unsigned n = lua_rawlen(co, -1);
  if (n == 0) bytes_text(out, "-");
  for (lua_Unsigned k = 1; k <= n; k++) {
    lua_rawgeti(co, -1, (lua_Integer)k);
    CardHandle *card = lua_touserdata(co, -1);
    lua_pop(co, 1);
    if (k > 1) bytes_text(out, " ");
    write_card(t, card->id, used, out);
    for (int i = 0; i < t->question.count; i++)
      if (t->question.card[i] == card->id) used[i] = true;
  }
}

static void write_option(Table *t, Bytes *out) {
  lua_State *co = t->co;
  int place = -1;
  for (int i = 0; i < t->question.count && place < 0; i++) {
    lua_rawgeti(co, QUESTION_SOURCE, i + 1);
    if (lua_rawequal(co, -1, -2)) place = i;
    lua_pop(co, 1);
  }
  Bytes label = {0};
  answer_option_text(t, place, &label);
  const char *words = label.data ? label.data : "";
  if (words[0] == 0 || answer_is_nothing(words) || words[0] == '#' ||
      answer_find_option(t, words) != place)
    write_place(place, out);
  else
    bytes_text(out, words);
  bytes_free(&label);
}

void answer_write(Table *t, Bytes *out) {
  lua_State *co = t->co;
  const Question *q = &t->question;
  CardHandle *card;
  if (lua_isnil(co, -1)) {
    bytes_text(out, "-");
    return;
  }
  switch (q->kind) {
    case ASK_ONE_OF:
      write_option(t, out);
      break;
    case ASK_CARD:
      card = lua_touserdata(co, -1);
      write_card(t, card->id, NULL, out);
      break;
    case ASK_CARDS:
      write_cards(t, out);
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
