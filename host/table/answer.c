/* Answers to the open question: which are allowed, which cards fit, the staged
 * answer, random answers; see question.h.
 *
 * Nothing may be called on a waiting coroutine: `fits` is called on t->reads,
 * and error values are left there. */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "script/sandbox.h"
#include "table/purity.h"
#include "table/question.h"
#include "table/table.h"

bool question_wrong(Table *t, const char *format, ...) {
  const char *name = t->question.name;
  va_list args;
  va_start(args, format);
  lua_pushfstring(t->reads, "question `%s`: ", name != NULL ? name : "?");
  lua_pushvfstring(t->reads, format, args);
  va_end(args);
  lua_concat(t->reads, 2);
  return false;
}

bool question_is_glanced_at(const Table *t) {
  return t->reads == t->co && t->game > 0;
}

void question_unfreeze(lua_State *co, int i) {
  if (freeze_shadow(co, i)) lua_replace(co, i);
}

/* --- options --- */

/* Text is shown and journalled as one line, unchanged. */
static bool is_line(const char *text, size_t size) {
  for (size_t i = 0; i < size; i++)
    if ((unsigned char)text[i] < 0x20 || text[i] == 0x7f) return false;
  return size <= TEXT_BYTES;
}

bool question_takes_line(const Table *t, const char *text, size_t size) {
  return is_line(text, size) && (lua_Integer)size <= t->question.max;
}

static bool wrong_option(Table *t, int i, const char *what) {
  return question_wrong(t, "option %d of `one_of` %s", i + 1, what);
}

/* Checks the text of option i, on top of co: itself or its field `text`. */
static bool check_option_text(Table *t, int i) {
  size_t size;
  lua_State *co = t->co;
  if (lua_istable(co, -1)) {
    question_unfreeze(co, -1);
    lua_pushliteral(co, "text");
    if (lua_rawget(co, -2) == LUA_TNIL) return true; /* said as a list is */
  }
  if (lua_type(co, -1) != LUA_TSTRING)
    return wrong_option(t, i, "has a `text` that is not text");
  const char *text = lua_tolstring(co, -1, &size);
  return is_line(text, size) ||
         wrong_option(t, i, "is not a line of at most 2000 bytes");
}

bool question_check_option(Table *t, int i, int type) {
  lua_State *co = t->co;
  int top = lua_gettop(co);
  bool right = true;
  switch (type) {
    case LUA_TNUMBER:
      return lua_isinteger(co, -1) || isfinite(lua_tonumber(co, -1)) ||
             wrong_option(t, i, "is not a finite number");
    case LUA_TBOOLEAN:
    case LUA_TUSERDATA:
      return true;
    case LUA_TSTRING:
    case LUA_TTABLE:
      lua_pushvalue(co, -1);
      right = check_option_text(t, i);
      if (right) lua_settop(co, top);
      return right;
    default:
      return wrong_option(t, i,
                          "can't be a choice: expected a number, a text, a "
                          "card, a seat or a table with a `text`");
  }
}

/* --- cards that fit --- */

static void push_cards(Table *t, lua_State *L, const CardId *card, int n) {
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    table_push(L, t->ref.cards, 1 + card[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

/* fits(card[, list on top of L]): 1, 0, or -1 with an error value. */
static int call_fits(Table *t, CardId card, int list) {
  lua_State *L = t->reads;
  lua_pushvalue(t->co, QUESTION_FITS);
  lua_xmove(t->co, L, 1);
  table_push(L, t->ref.cards, 1 + card);
  if (list != 0) lua_pushvalue(L, list);
  if (table_call(t, L, list != 0 ? 2 : 1, 1, 0) != LUA_OK) return -1;
  int fits = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return fits;
}

/* Work that calls `fits` any number of times; -1 and an error value on t->reads
 * when it fails. */
typedef int Asking(Table *t, void *ud);

static int blame_fits(Table *t, int changed) {
  if (changed < 0) return -1;
  question_wrong(t, "`fits` must not change anything: it changed `%s`",
                 lua_tostring(t->reads, -1));
  lua_remove(t->reads, -2);
  return -1;
}

/* Games must not depend on how often `fits` is called, so it may change nothing. */
static int with_fits(Table *t, Asking *ask, void *ud) {
  lua_State *L = t->reads;
  Bytes before = {0};
  if (!t->question.has_fits || !table_is_logged(t)) return ask(t, ud);
  int f = lua_gettop(L) + 1, result = -1;
  lua_pushvalue(t->co, QUESTION_FITS);
  lua_xmove(t->co, L, 1);
  if (purity_take(t, L, f, &before)) {
    result = ask(t, ud);
    int changed = purity_changed(t, L, f, &before);
    if (changed != 0) result = blame_fits(t, changed);
  }
  bytes_free(&before);
  lua_remove(L, f);
  return result;
}

/* For one card, only those that fit stay in the question. */
static int keep_fitting(Table *t, void *ud) {
  Question *q = &t->question;
  int kept = 0;
  (void)ud;
  for (int i = 0; q->has_fits && i < q->count; i++) {
    int fits = call_fits(t, q->card[i], 0);
    if (fits < 0) return -1;
    if (fits) q->card[kept++] = q->card[i];
  }
  if (q->has_fits) q->count = kept;
  return 0;
}

bool question_keep_fitting(Table *t) {
  return with_fits(t, keep_fitting, NULL) >= 0;
}

/* May this card be added to the n chosen before? Each call gets a list of its
 * own, which it may keep or change. -1 and an error value on t->reads when the
 * script failed. */
static int fits_with(Table *t, CardId card, const CardId *chosen, int n) {
  if (!t->question.has_fits) return 1;
  push_cards(t, t->reads, chosen, n);
  int fits = call_fits(t, card, lua_gettop(t->reads));
  lua_remove(t->reads, fits < 0 ? -2 : -1);
  return fits;
}

typedef struct Candidate {
  CardId card, chosen[CARDS_MAX];
  int n;
} Candidate;

static int candidate_fits(Table *t, void *ud) {
  const Candidate *c = ud;
  return fits_with(t, c->card, c->chosen, c->n);
}

int question_fits(Table *t, int candidate, const int *chosen, int n) {
  Question *q = &t->question;
  Candidate c; /* not cleared: it is large */
  c.card = q->card[candidate];
  c.n = n;
  for (int i = 0; i < n; i++) {
    if (chosen[i] == candidate) return 0;
    c.chosen[i] = q->card[chosen[i]];
  }
  return q->kind == ASK_CARDS ? with_fits(t, candidate_fits, &c) : 1;
}

/* --- the staged answer --- */

bool question_is_staged(const Table *t) {
  return t->question.kind != ASK_NONE && lua_gettop(t->co) > QUESTION_TOP;
}

void question_unstage(Table *t) {
  if (question_is_staged(t)) lua_settop(t->co, QUESTION_TOP);
}

void question_choose(Table *t, int i) {
  t->question.chosen = i;
  if (t->question.kind == ASK_ONE_OF)
    lua_rawgeti(t->co, QUESTION_SOURCE, i + 1);
  else
    table_push(t->co, t->ref.cards, 1 + t->question.card[i]);
}

bool question_answers_itself(Table *t) {
  const Question *q = &t->question;
  if (q->secret) return false;
  switch (q->kind) {
    case ASK_ONE_OF:
    case ASK_CARD:
      if (q->count + (q->optional ? 1 : 0) != 1) return false;
      if (q->count == 0)
        lua_pushnil(t->co);
      else
        question_choose(t, 0);
      return true;
    case ASK_CARDS:
      if (q->max != 0 && (q->min != q->count || q->has_fits)) return false;
      push_cards(t, t->co, q->card, (int)q->max);
      return true;
    case ASK_NUMBER:
      if (q->min != q->max || q->optional) return false;
      lua_pushinteger(t->co, q->min);
      return true;
    default:
      return false;
  }
}

/* --- by chance --- */

/* One of n cards by chance, by its place. In paired games each card has luck of
 * its own: one more among them changes the answer only where it is the one. */
static int random_card(Table *t, const CardId *card, int n) {
  if (!t->paired.on) return (int)draws_below(&t->draws, (uint64_t)n);
  uint64_t luck = draws_word(&t->draws), least = UINT64_MAX;
  int first = 0;
  for (int i = 0; i < n; i++) {
    uint64_t here = mix64(luck, t->piles->luck[card[i]]);
    if (here < least) least = here, first = i;
  }
  return first;
}

/* Chooses k of the cards, one by one, each fitting those before. Returns how
 * many were found, -1 on an error. */
static int choose_cards(Table *t, lua_Integer k, CardId *chosen) {
  Question *q = &t->question;
  CardId left[CARDS_MAX];
  int n = q->count, got = 0;
  memcpy(left, q->card, (size_t)n * sizeof *left);
  while (got < k && n > 0) {
    int i = random_card(t, left, n);
    CardId card = left[i];
    left[i] = left[--n];
    int fits = fits_with(t, card, chosen, got);
    if (fits < 0) return -1;
    if (fits) chosen[got++] = card;
  }
  return got;
}

static int random_cards(Table *t, void *ud) {
  Question *q = &t->question;
  CardId chosen[CARDS_MAX];
  uint64_t span = (uint64_t)(q->max - q->min) + 1;
  (void)ud;
  for (int tries = 0; tries < 64; tries++) {
    lua_Integer k = q->min + (lua_Integer)draws_below(&t->draws, span);
    int got = choose_cards(t, k, chosen);
    if (got < 0) return -1;
    if (got < q->min) continue;
    push_cards(t, t->co, chosen, got);
    return 1;
  }
  question_wrong(t, "found no legal choice of cards in 64 tries");
  return -1;
}

/* One of the texts that a bot may say; the empty text if there are none. */
static bool random_text(Table *t) {
  lua_State *co = t->co;
  lua_pushvalue(co, QUESTION_BOT);
  if (lua_istable(co, -1)) {
    uint64_t n = lua_rawlen(co, -1);
    lua_rawgeti(co, -1,
                n == 0 ? 1 : (lua_Integer)draws_below(&t->draws, n) + 1);
    lua_remove(co, -2);
  }
  if (!lua_isnil(co, -1) || t->question.optional) return true;
  lua_pop(co, 1);
  lua_pushliteral(co, "");
  return true;
}

static bool random_number(Table *t) {
  const Question *q = &t->question;
  uint64_t step = (uint64_t)q->step;
  uint64_t span = ((uint64_t)q->max - (uint64_t)q->min) / step + 1;
  uint64_t i = draws_below(&t->draws, span);
  lua_pushinteger(t->co, (lua_Integer)((uint64_t)q->min + i * step));
  return true;
}

/* Answers nothing, with the chance that a single option has. */
static bool random_nothing(Table *t) {
  const Question *q = &t->question;
  if (!q->optional) return false;
  bool counted = q->kind == ASK_ONE_OF || q->kind == ASK_CARD;
  uint64_t n = counted ? (uint64_t)q->count + 1 : 2;
  if (q->kind == ASK_NUMBER && q->min > q->max) n = 1;
  if (draws_below(&t->draws, n) != 0) return false;
  lua_pushnil(t->co);
  return true;
}

static bool random_option(Table *t) {
  int i = (int)draws_below(&t->draws, (uint64_t)t->question.count);
  question_choose(t, i);
  return lua_isinteger(t->co, -1) || !question_is_glanced_at(t) ||
         question_check_option(t, i, lua_type(t->co, -1));
}

bool question_random(Table *t) {
  Question *q = &t->question;
  if (random_nothing(t)) return true;
  switch (q->kind) {
    case ASK_ONE_OF:
      return random_option(t);
    case ASK_CARD:
      question_choose(t, random_card(t, q->card, q->count));
      return true;
    case ASK_CARDS:
      return with_fits(t, random_cards, NULL) > 0;
    case ASK_CONFIRM:
      lua_pushboolean(t->co, (int)draws_below(&t->draws, 2));
      return true;
    case ASK_NUMBER:
    case ASK_DIE:
      return random_number(t);
    case ASK_TEXT:
      return random_text(t);
    default:
      lua_pushnil(t->co);
      return true;
  }
}
