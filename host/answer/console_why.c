/* `:why`: why an answer would be legal or not, and by which rules.
 *
 * Here is what the table knows of its question and says of an answer, which
 * it reads but doesn't take; stdlib/core/why.lua finds file and line and
 * makes the sentences. Always true: the table, its chance and the journal
 * stand as before. */
#include <stdlib.h>
#include <string.h>

#include "answer/console_verbs.h"
#include "bind/l_cards.h"
#include "script/report.h"

/* --- what Lua is told: fields of the table on top of L --- */

static void tell_text(lua_State *L, const char *name, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, name);
}

static void tell_number(lua_State *L, const char *name, lua_Integer n) {
  lua_pushinteger(L, n);
  lua_setfield(L, -2, name);
}

static void tell_flag(lua_State *L, const char *name, bool flag) {
  lua_pushboolean(L, flag);
  lua_setfield(L, -2, name);
}

static void tell_card(Table *t, const char *name, CardId card) {
  lua_rawgeti(t->L, LUA_REGISTRYINDEX, t->ref.cards);
  lua_rawgeti(t->L, -1, card + 1);
  lua_setfield(t->L, -3, name);
  lua_pop(t->L, 1);
}

/* --- the question --- */

static const char *kind_name(QuestionKind kind) {
  static const char *const names[] = {
      [ASK_ONE_OF] = "one_of", [ASK_CONFIRM] = "confirm", [ASK_CARD] = "card",
      [ASK_CARDS] = "cards",   [ASK_NUMBER] = "number",   [ASK_TEXT] = "text",
      [ASK_DIE] = "die"};
  return names[kind];
}

/* Functions of scripts that wait for the answer, the innermost first. */
static void tell_frames(lua_State *L, lua_State *co) {
  lua_Debug ar;
  lua_Integer n = 0;
  lua_newtable(L);
  for (int level = 0; lua_getstack(co, level, &ar); level++) {
    if (!lua_getinfo(co, "Sl", &ar) || ar.currentline <= 0) continue;
    lua_createtable(L, 0, 4);
    tell_text(L, "path", ar.source);
    tell_number(L, "line", ar.currentline);
    tell_number(L, "first", ar.linedefined);
    tell_number(L, "last", ar.lastlinedefined);
    lua_rawseti(L, -2, ++n);
  }
  lua_setfield(L, -2, "frames");
}

/* The pile that is chosen from, unless it is another seat's: whose it is may
 * be what isn't told. */
static void tell_source(Table *t) {
  const PileHandle *h = bind_test(t->co, QUESTION_SOURCE, TAG_PILE);
  if (h == NULL) return;
  int owner = t->piles->pile[h->index].owner;
  if (owner == SEAT_NONE || owner == t->question.seat)
    tell_number(t->L, "source", h->index + 1);
}

static void tell_question(Console *c) {
  Table *t = console_table(c);
  const Question *q = &t->question;
  lua_State *L = t->L;
  Bytes expected = {0};
  answer_expected(t, &expected);
  tell_text(L, "who", console_seat_name(c, q->seat));
  tell_text(L, "name", q->kind == ASK_DIE ? NULL : q->name);
  tell_text(L, "kind", kind_name(q->kind));
  tell_text(L, "step", t->step);
  tell_text(L, "expected", expected.data ? expected.data : "");
  tell_number(L, "min", q->min);
  tell_number(L, "max", q->max);
  tell_flag(L, "secret", q->secret);
  tell_flag(L, "has_fits", q->has_fits);
  tell_flag(L, "has_why", lua_isfunction(t->co, QUESTION_WHY));
  tell_flag(L, "master", c->reader == SEAT_GM);
  tell_source(t);
  tell_frames(L, t->co);
  bytes_free(&expected);
}

/* --- a legal answer, on top of the coroutine --- */

static bool is_option(const Table *t, int i) {
  lua_State *co = t->co;
  const CardHandle *card = bind_test(co, -1, TAG_CARD);
  if (t->question.kind == ASK_CARD)
    return card != NULL && card->id == t->question.card[i];
  lua_rawgeti(co, QUESTION_SOURCE, i + 1);
  bool same = lua_rawequal(co, -1, -2);
  lua_pop(co, 1);
  return same;
}

/* The number by which a person knows that option; 0: it has none. */
static int number_of_answer(Table *t) {
  int place[CARDS_MAX], n = answer_order(t, place);
  if (t->question.kind != ASK_ONE_OF && t->question.kind != ASK_CARD) return 0;
  if (!answer_numbered(t)) return 0;
  for (int i = 0; i < n; i++)
    if (is_option(t, place[i])) return i + 1;
  return 0;
}

static void tell_legal(Table *t) {
  int number = number_of_answer(t);
  tell_flag(t->L, "legal", true);
  if (number > 0) tell_number(t->L, "place", number);
  lua_xmove(t->co, t->L, 1);
  lua_setfield(t->L, -2, "answer");
}

/* --- one that is not --- */

static bool is_candidate(const Table *t, CardId card) {
  for (int i = 0; i < t->question.count; i++)
    if (t->question.card[i] == card) return true;
  return false;
}

/* A card that the seat holds, and that was not among those to choose from, or
 * that `fits` has left out. */
static void tell_left_out(Table *t, const char *text) {
  const Question *q = &t->question;
  bool cards = q->kind == ASK_CARD || q->kind == ASK_CARDS;
  int face = card_read(t->faces, text, (int)strlen(text));
  for (int i = 0; cards && face >= 0 && i < t->piles->cards; i++) {
    CardId card = (CardId)i;
    int pile = t->piles->where[i];
    if (t->piles->face[i] != face || t->piles->pile[pile].owner != q->seat ||
        !piles_visible(t->piles, card, q->seat) || is_candidate(t, card))
      continue;
    tell_card(t, "left_out", card);
    tell_number(t->L, "held", pile + 1);
    return;
  }
}

/* The place of the card that a word names, by number or by face; -1. */
static int card_named(const Table *t, const char *word, int n,
                      const bool *used) {
  const Question *q = &t->question;
  int place = word[0] == '#' ? atoi(word + 1) - 1 : -1;
  if (place >= 0) return place < q->count && !used[place] ? place : -1;
  int face = card_read(t->faces, word, n);
  for (int i = 0; i < q->count && face >= 0; i++)
    if (!used[i] && t->piles->face[q->card[i]] == face &&
        piles_visible(t->piles, q->card[i], q->seat))
      return i;
  return -1;
}

/* The first of several cards that can't join those before it. */
static void tell_misfit(Table *t, const char *text) {
  bool used[CARDS_MAX] = {false};
  int chosen[CARDS_MAX], n = 0;
  if (t->question.kind != ASK_CARDS || !t->question.has_fits) return;
  while (*(text += strspn(text, " ,")) != 0) {
    int length = (int)strcspn(text, " ,");
    int place = card_named(t, text, length, used);
    if (place < 0) return;
    int fits = question_fits(t, place, chosen, n);
    if (fits < 0) lua_pop(t->L, 1);
    if (fits == 0) tell_card(t, "misfit", t->question.card[place]);
    if (fits != 1) return;
    used[place] = true;
    chosen[n++] = place;
    text += length;
  }
}

/* A refusal of the host's own ends with what it expected; the script's `why`
 * says what it likes. */
static bool by_script(Table *t, const char *sentence) {
  Bytes expected = {0};
  if (!lua_isfunction(t->co, QUESTION_WHY)) return false;
  bytes_text(&expected, "expected ");
  answer_expected(t, &expected);
  size_t n = strlen(sentence), end = expected.count;
  bool own = n < end || strcmp(sentence + n - end, expected.data) != 0;
  bytes_free(&expected);
  return own;
}

static void tell_illegal(Console *c, const char *text, Bytes *sentence) {
  Table *t = console_table(c);
  if (sentence->data == NULL) bytes_text(sentence, "that won't do");
  tell_flag(t->L, "own_words", by_script(t, sentence->data));
  tell_left_out(t, text);
  tell_misfit(t, text);
  tell_text(t->L, "sentence", sentence->data);
}

static void tell_answer(Console *c, const char *typed) {
  Table *t = console_table(c);
  Bytes sentence = {0};
  tell_text(t->L, "typed", typed);
  if (answer_read(t, typed, &sentence))
    tell_legal(t);
  else
    tell_illegal(c, typed, &sentence);
  bytes_free(&sentence);
}

/* --- all --- */

/* A die lies open; any other question is explained to whom it is put. */
static bool may_ask(Console *c) {
  const Question *q = &console_table(c)->question;
  if (!verb_in_play(c)) return false;
  if (q->kind == ASK_DIE || c->reader == q->seat) return true;
  console_bad(c, "there is no question of yours to explain");
  return false;
}

Typed verb_why(Console *c, const char *rest) {
  if (!may_ask(c)) return TYPED_AGAIN;
  World *w = c->s->world;
  int base = lua_gettop(w->L);
  Bytes text = {0};
  world_push_build(w);
  lua_newtable(w->L);
  tell_question(c);
  if (*rest != 0) tell_answer(c, rest);
  if (world_call(w, "core.why", "lines", 2, 1))
    console_add_list(c, true, &text);
  else
    console_bad(c, report_text(w->L, -1));
  if (text.count > 0) term_say(c->term, text.data);
  bytes_free(&text);
  lua_settop(w->L, base);
  return TYPED_SHOWN;
}
