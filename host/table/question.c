/* Reading a question and answering it at random: see question.h.
 *
 * The keys are compared as interned strings, by address, in one pass over
 * the script's table. All reads are raw, since nothing may be called on a
 * waiting coroutine; frozen lists are read through their shadow. What must be
 * called (fits), and errors, go by t->reads. */
#include "table/question.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include "bind/bind.h"
#include "bind/l_cards.h"
#include "script/sandbox.h"
#include "script/text.h"
#include "table/reach.h"
#include "table/table.h"

/* A key of a question: what is read of its value. */
typedef struct Key {
  const char *name;
  int place;         /* on the coroutine's stack, where it is kept */
  bool function;     /* it must be one */
  bool shown;        /* who answers at random doesn't look at it */
  QuestionKind kind; /* that it asks for */
  size_t number;     /* the field of the question that it is */
} Key;

/* Those of which more is read. */
enum { KEY_COUNT = 9, KEY_OPTIONAL, KEYS = 15 };

static const Key known[KEYS] = {
    {"one_of", QUESTION_SOURCE, .kind = ASK_ONE_OF},
    {"card", QUESTION_SOURCE, .kind = ASK_CARD},
    {"cards", QUESTION_SOURCE, .kind = ASK_CARDS},
    {"tells", QUESTION_TELLS, .function = true, .shown = true},
    {"min", .number = offsetof(Question, min)},
    {"max", .number = offsetof(Question, max)},
    {"fits", QUESTION_FITS, .function = true},
    {"default", .place = QUESTION_DEFAULT, .shown = true},
    {"confirm", .kind = ASK_CONFIRM},
    [KEY_COUNT] = {"count", .number = offsetof(Question, min)},
    [KEY_OPTIONAL] = {"optional", .number = 0},
    {"step", .number = offsetof(Question, step)},
    {"text", .kind = ASK_TEXT, .number = offsetof(Question, max)},
    {"bot", .place = QUESTION_BOT},
    {"why", .place = QUESTION_WHY, .shown = true}};

static const char KEYS_PLACE = 0; /* its address is the registry key */

static unsigned slot_of(const void *key) {
  return (unsigned)((uintptr_t)key >> 4 ^ (uintptr_t)key >> 10) %
         QUESTION_SLOTS;
}

/* The slot that holds the key, or the free one where it belongs. */
static unsigned find_slot(const QuestionKeys *keys, const void *key) {
  unsigned i = slot_of(key);
  while (keys->slot[i].key != NULL && keys->slot[i].key != key)
    i = (i + 1) % QUESTION_SLOTS;
  return i;
}

void question_keys(lua_State *L) {
  QuestionKeys *keys = lua_newuserdatauv(L, sizeof *keys, 1);
  *keys = (QuestionKeys){0};
  lua_createtable(L, KEYS, 0); /* keeps the strings */
  for (int k = 0; k < KEYS; k++) {
    lua_pushstring(L, known[k].name);
    const void *key = lua_topointer(L, -1);
    keys->slot[find_slot(keys, key)] = (QuestionSlot){key, k};
    lua_rawseti(L, -2, k + 1);
  }
  lua_setiuservalue(L, -2, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &KEYS_PLACE);
}

const QuestionKeys *question_keys_of(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &KEYS_PLACE);
  const QuestionKeys *keys = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return keys;
}

__attribute__((cold)) static bool wrong(Table *t, const char *format, ...) {
  const char *name = t->question.name;
  va_list args;
  va_start(args, format);
  lua_pushfstring(t->reads, "question `%s`: ", name != NULL ? name : "?");
  lua_pushvfstring(t->reads, format, args);
  va_end(args);
  lua_concat(t->reads, 2);
  return false;
}

static bool unknown_key(Table *t, const char *key) {
  Nearest near;
  nearest_start(&near, key);
  for (int k = 0; k < KEYS; k++) nearest_offer(&near, known[k].name);
  const char *best = near.best;
  if (best == NULL) return wrong(t, "unknown key `%s`", key);
  return wrong(t, "unknown key `%s`, did you mean `%s`", key, best);
}

/* The value on top of co as an integer. */
static bool read_integer(Table *t, const char *key, lua_Integer *n) {
  int ok;
  *n = lua_tointegerx(t->co, -1, &ok);
  bool pool = lua_isuserdata(t->co, -1);
  return ok || wrong(t, "`%s`: expected a whole number%s", key,
                     pool ? " (a pool's is :amount())" : "");
}

static bool set_kind(Table *t, QuestionKind kind) {
  Question *q = &t->question;
  if (q->kind != ASK_NONE && q->kind != kind)
    return wrong(t, "it asks for two kinds of answer");
  q->kind = kind;
  return true;
}

/* Where a question is answered at once only the answer is looked at, but in
 * the first game of many. */
static bool is_glanced_at(const Table *t) {
  return t->reads == t->co && t->game > 0;
}

/* One key with its value on top of co. */
static bool read_key(Table *t, int k) {
  Question *q = &t->question;
  const Key *key = &known[k];
  if (key->shown && is_glanced_at(t)) return true;
  if (key->place != 0) lua_copy(t->co, -1, key->place);
  if (key->function && !lua_isfunction(t->co, -1))
    return wrong(t, "`%s`: expected a function", key->name);
  if (key->kind != ASK_NONE && !set_kind(t, key->kind)) return false;
  if (key->number != 0 &&
      !read_integer(t, key->name, (lua_Integer *)((char *)q + key->number)))
    return false;
  if (k == KEY_COUNT) q->max = q->min;
  if (k == KEY_OPTIONAL) q->optional = lua_toboolean(t->co, -1);
  return true;
}

/* Text is shown and journalled in a line, as it stands. */
static bool is_line(const char *text, size_t size) {
  for (size_t i = 0; i < size; i++)
    if ((unsigned char)text[i] < 0x20 || text[i] == 0x7f) return false;
  return size <= TEXT_BYTES;
}

static bool is_name(const char *text, size_t size) {
  if (size == 0 || size > NAME_BYTES) return false;
  size_t i = 0;
  while (i < size && in_name((unsigned char)text[i])) i++;
  return i == size;
}

/* The name comes first: every other sentence names the question. */
static bool read_name(Table *t) {
  size_t size;
  lua_State *co = t->co;
  lua_settop(co, QUESTION_TABLE);
  int type = lua_rawgeti(co, QUESTION_TABLE, 1); /* becomes QUESTION_NAME */
  lua_settop(co, QUESTION_TOP);
  if (type != LUA_TSTRING)
    return wrong(t, "the first entry must be its name, a text");
  const char *name = lua_tolstring(co, QUESTION_NAME, &size);
  if (!is_glanced_at(t) && !is_name(name, size))
    return wrong(t, "its name must be of at most 63 letters, digits and _");
  t->question.name = name;
  return true;
}

/* A key that is none of those known: a place in the list part, or wrong. */
static bool read_other(Table *t) {
  int type = lua_type(t->co, -2);
  if (type == LUA_TSTRING) return unknown_key(t, lua_tostring(t->co, -2));
  return type == LUA_TNUMBER || wrong(t, "a key that is not a name");
}

/* Those that lua_next gives after the first `lead` entries of the list part, or
 * all of them: where a script fills the table itself the list may lie anywhere
 * among the others. Returns a number that says which came in which order, 0
 * when one is wrong. */
static uint32_t read_after(Table *t, lua_Integer lead) {
  lua_State *co = t->co;
  uint32_t order = 1;
  int top = lua_gettop(co);
  lead > 0 ? lua_pushinteger(co, lead) : lua_pushnil(co);
  while (lua_next(co, QUESTION_TABLE)) {
    const void *key = lua_topointer(co, -2);
    const QuestionSlot *slot = &t->keys->slot[find_slot(t->keys, key)];
    if (key == NULL || slot->key == NULL ? !read_other(t)
                                         : !read_key(t, slot->place))
      return 0;
    if (key != NULL) order = order * KEYS + (uint32_t)slot->place + 1;
    lua_settop(co, top + 1);
  }
  return order == 0 ? 1 : order;
}

/* How many entries of the list lua_next gives before all else. */
static lua_Integer count_lead(Table *t) {
  lua_Integer n = 0;
  lua_pushnil(t->co);
  while (lua_next(t->co, QUESTION_TABLE)) {
    lua_pop(t->co, 1);
    if (!lua_isinteger(t->co, -1) || lua_tointeger(t->co, -1) != n + 1) break;
    n++;
  }
  lua_settop(t->co, QUESTION_TOP);
  return n;
}

void question_begin(Question *q, QuestionKind kind, const char *name) {
  q->kind = kind;
  q->name = name;
  q->serial++;
  q->optional = q->has_fits = false;
  q->min = q->max = q->step = 0;
  q->count = 0;
}

static void begin_reading(Question *q) {
  question_begin(q, ASK_NONE, q->name);
  q->min = LUA_MININTEGER;
  q->max = LUA_MAXINTEGER;
  q->step = 1;
}

/* A question that had the same keys in the same order before is not asked for
 * its list: Lua keeps a list at a table's beginning, unless a script has put
 * entries of it in after the keys. */
static bool read_keys(Table *t) {
  QuestionShape *shape = &t->shape[slot_of(t->question.name) % QUESTION_SHAPES];
  bool seen = shape->name == t->question.name &&
              lua_rawgeti(t->co, QUESTION_TABLE, shape->lead) != LUA_TNIL;
  uint32_t order = 0;
  lua_settop(t->co, QUESTION_TOP);
  if (seen) {
    order = read_after(t, shape->lead);
    if (order == 0) return false;
  }
  if (!seen || order != shape->order) {
    begin_reading(&t->question);
    lua_settop(t->co, QUESTION_NAME);
    lua_settop(t->co, QUESTION_TOP);
    order = read_after(t, 0);
    if (order == 0) return false;
    *shape = (QuestionShape){t->question.name, order, count_lead(t)};
  }
  t->question.has_fits = !lua_isnil(t->co, QUESTION_FITS);
  return t->question.step > 0 || wrong(t, "`step`: expected 1 or more");
}

static bool read_pile(Table *t, const PileHandle *h) {
  if (h->viewer != VIEW_FULL || h->piles != t->piles)
    return wrong(t, "expected a pile of this table");
  const Pile *pile = &t->piles->pile[h->index];
  memcpy(t->question.card, pile->card,
         (size_t)pile->count * sizeof *pile->card);
  t->question.count = pile->count;
  return true;
}

static bool read_card_list(Table *t) {
  lua_State *co = t->co;
  lua_Unsigned n = lua_rawlen(co, QUESTION_SOURCE);
  uint64_t seen[CARDS_MAX / 64] = {0};
  if (n > (lua_Unsigned)t->piles->cards)
    return wrong(t, "more cards than there are");
  for (lua_Unsigned i = 0; i < n; i++) {
    lua_rawgeti(co, QUESTION_SOURCE, (lua_Integer)i + 1);
    CardHandle *card = bind_test(co, -1, TAG_CARD);
    lua_pop(co, 1);
    if (card == NULL || card->id >= t->piles->cards)
      return wrong(t, "expected a list of cards of this table");
    if (seen[card->id / 64] >> card->id % 64 & 1)
      return wrong(t, "the list has %s twice", t->faces->face[card->face].name);
    seen[card->id / 64] |= (uint64_t)1 << card->id % 64;
    t->question.card[i] = card->id;
  }
  t->question.count = (int)n;
  return true;
}

/* A frozen list is replaced by its shadow, which can be read raw. */
static void unfreeze(lua_State *co, int i) {
  if (freeze_shadow(co, i)) lua_replace(co, i);
}

static bool read_cards(Table *t) {
  PileHandle *h = bind_test(t->co, QUESTION_SOURCE, TAG_PILE);
  if (h != NULL) return read_pile(t, h);
  if (!lua_istable(t->co, QUESTION_SOURCE))
    return wrong(t, "expected a pile or a list of cards");
  unfreeze(t->co, QUESTION_SOURCE);
  return read_card_list(t);
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

/* What asks `fits`, any number of times; -1 and an error value on t->reads
 * when it fails. */
typedef int Asking(Table *t, void *ud);

static int blame_fits(Table *t, int changed) {
  if (changed < 0) return -1;
  wrong(t, "`fits` may change nothing: it has changed `%s`",
        lua_tostring(t->reads, -1));
  lua_remove(t->reads, -2);
  return -1;
}

/* How often `fits` is called is nobody's to know: it may change nothing. */
static int with_fits(Table *t, Asking *ask, void *ud) {
  lua_State *L = t->reads;
  Bytes before = {0};
  if (!t->question.has_fits || !table_is_told(t)) return ask(t, ud);
  int f = lua_gettop(L) + 1, result = -1;
  lua_pushvalue(t->co, QUESTION_FITS);
  lua_xmove(t->co, L, 1);
  if (reach_take(t, L, f, &before)) {
    result = ask(t, ud);
    int changed = reach_changed(t, L, f, &before);
    if (changed != 0) result = blame_fits(t, changed);
  }
  bytes_free(&before);
  lua_remove(L, f);
  return result;
}

/* Of a single card only the legal ones are kept. */
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

static bool check_several(Table *t) {
  Question *q = &t->question;
  if (q->max < 0 || q->max > q->count) q->max = q->count;
  if (q->min < 0) q->min = 0;
  if (q->min > q->max) return wrong(t, "it asks for more cards than there are");
  return true;
}

static bool check_number(Table *t) {
  Question *q = &t->question;
  if (q->min == LUA_MININTEGER || q->max == LUA_MAXINTEGER)
    return wrong(t, "a number needs `min` and `max`");
  if (q->min > q->max && !q->optional)
    return wrong(t, "no number is legal: `min` is above `max`");
  return true;
}

static bool wrong_option(Table *t, int i, const char *what) {
  return wrong(t, "option %d of `one_of` %s", i + 1, what);
}

/* Of option i, on top of co, the text that it is or has. */
static bool check_option_text(Table *t, int i) {
  size_t size;
  lua_State *co = t->co;
  if (lua_istable(co, -1)) {
    unfreeze(co, -1);
    lua_pushliteral(co, "text");
    if (lua_rawget(co, -2) == LUA_TNIL) return true; /* said as a list is */
  }
  if (lua_type(co, -1) != LUA_TSTRING)
    return wrong_option(t, i, "has a `text` that is not text");
  const char *text = lua_tolstring(co, -1, &size);
  return is_line(text, size) ||
         wrong_option(t, i, "is not a line of at most 2000 bytes");
}

/* Can option i, on top of co and of that type, be told from the others, shown and
 * journalled? Where it can't its sentence is on t->reads. */
static bool check_option(Table *t, int i, int type) {
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
                          "is nothing to choose: expected a number, a text, a "
                          "card, a seat or a table with a `text`");
  }
}

static bool check_options(Table *t) {
  if (!lua_istable(t->co, QUESTION_SOURCE))
    return wrong(t, "`one_of`: expected a list");
  unfreeze(t->co, QUESTION_SOURCE);
  t->question.count = (int)lua_rawlen(t->co, QUESTION_SOURCE);
  for (int i = 0; !is_glanced_at(t) && i < t->question.count; i++) {
    int type = lua_rawgeti(t->co, QUESTION_SOURCE, i + 1);
    if (!check_option(t, i, type)) return false;
    lua_pop(t->co, 1);
  }
  return true;
}

bool question_takes_line(const Table *t, const char *text, size_t size) {
  return is_line(text, size) && (lua_Integer)size <= t->question.max;
}

/* The text on top of co, which a bot may say. */
static bool check_said(Table *t) {
  size_t size;
  if (lua_type(t->co, -1) != LUA_TSTRING)
    return wrong(t, "`bot`: expected a text or a list of texts");
  const char *text = lua_tolstring(t->co, -1, &size);
  bool right = question_takes_line(t, text, size) &&
               (size == 0 || (text[0] != ' ' && text[size - 1] != ' '));
  return right || wrong(t,
                        "`bot`: expected a line that fits `text`, without "
                        "spaces around it");
}

static bool check_text(Table *t) {
  lua_State *co = t->co;
  lua_Integer max = t->question.max;
  if (max < 1 || max > TEXT_BYTES)
    return wrong(t, "`text`: expected how many bytes, 1 to 2000");
  unfreeze(co, QUESTION_BOT);
  bool several = lua_istable(co, QUESTION_BOT), right = true;
  lua_Integer n = several ? (lua_Integer)lua_rawlen(co, QUESTION_BOT)
                          : !lua_isnil(co, QUESTION_BOT);
  for (lua_Integer i = 1; right && i <= n; i++) {
    if (several)
      lua_rawgeti(co, QUESTION_BOT, i);
    else
      lua_pushvalue(co, QUESTION_BOT);
    right = check_said(t);
    if (right) lua_pop(co, 1);
  }
  return right;
}

static bool check_kind(Table *t) {
  Question *q = &t->question;
  switch (q->kind) {
    case ASK_ONE_OF:
      if (!check_options(t)) return false;
      break;
    case ASK_CARD:
      if (!read_cards(t) || with_fits(t, keep_fitting, NULL) < 0) return false;
      break;
    case ASK_CARDS:
      if (q->max == LUA_MAXINTEGER) q->max = -1;
      return read_cards(t) && check_several(t);
    case ASK_TEXT:
      return check_text(t);
    case ASK_NONE:
      q->kind = ASK_NUMBER;
      return check_number(t);
    default:
      return true;
  }
  return q->count > 0 || q->optional || wrong(t, "no answer is legal");
}

bool question_again(Table *t) {
  t->question.name = NULL;
  begin_reading(&t->question);
  return read_name(t) && read_keys(t) && check_kind(t);
}

bool question_open(Table *t, bool secret) {
  t->question.secret = secret;
  unfreeze(t->co, QUESTION_TABLE);
  return question_again(t);
}

const char *question_text(Table *t) {
  if (t->question.kind == ASK_DIE) return "What did the die show?";
  if (t->question.kind == ASK_NOTHING) return "Nothing to choose here.";
  bool there = lua_rawgeti(t->co, QUESTION_TABLE, 2) == LUA_TSTRING;
  const char *text = there ? lua_tostring(t->co, -1) : "";
  lua_pop(t->co, 1); /* the question keeps it alive */
  return text;
}

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

static void push_cards(Table *t, lua_State *L, const CardId *card, int n) {
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    table_push(L, t->ref.cards, 1 + card[i]);
    lua_rawseti(L, -2, i + 1);
  }
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
  wrong(t, "no choice of cards was legal in 64 tries");
  return -1;
}

/* One of the texts that a bot may say; none is an empty one. */
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

/* Nothing, as often as any one option. */
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
  return lua_isinteger(t->co, -1) || !is_glanced_at(t) ||
         check_option(t, i, lua_type(t->co, -1));
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
