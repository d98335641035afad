/* Reading a question: see question.h.
 *
 * The keys are compared as interned strings, by address, in one pass over
 * the script's table. All reads are raw, since nothing may be called on a
 * waiting coroutine; frozen lists are read through their shadow. Errors go by
 * t->reads. */
#include "table/question.h"

#include <stddef.h>
#include <string.h>

#include "bind/bind.h"
#include "bind/l_cards.h"
#include "script/text.h"
#include "table/table.h"

/* A key of a question, and how its value is read. */
typedef struct Key {
  const char *name;
  int place;         /* stack index of the coroutine for the value */
  bool function;     /* must the value be a function? */
  bool shown;        /* only for people: not read for a random answer */
  QuestionKind kind; /* the kind of question that the key makes */
  size_t number;     /* offset of a number in Question */
} Key;

/* Keys with rules of their own in read_key. */
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

static bool unknown_key(Table *t, const char *key) {
  Nearest near;
  nearest_start(&near, key);
  for (int k = 0; k < KEYS; k++) nearest_offer(&near, known[k].name);
  const char *best = near.best;
  if (best == NULL) return question_wrong(t, "unknown key `%s`", key);
  return question_wrong(t, "unknown key `%s`, did you mean `%s`?", key, best);
}

/* The value on top of co as an integer. */
static bool read_integer(Table *t, const char *key, lua_Integer *n) {
  int ok;
  *n = lua_tointegerx(t->co, -1, &ok);
  bool pool = lua_isuserdata(t->co, -1);
  return ok || question_wrong(t, "`%s`: expected a whole number%s", key,
                              pool ? " (for a pool, say :amount())" : "");
}

static bool set_kind(Table *t, QuestionKind kind) {
  Question *q = &t->question;
  if (q->kind != ASK_NONE && q->kind != kind)
    return question_wrong(t, "it asks for two kinds of answer");
  q->kind = kind;
  return true;
}

/* One key with its value on top of co. */
static bool read_key(Table *t, int k) {
  Question *q = &t->question;
  const Key *key = &known[k];
  if (key->shown && question_is_glanced_at(t)) return true;
  if (key->place != 0) lua_copy(t->co, -1, key->place);
  if (key->function && !lua_isfunction(t->co, -1))
    return question_wrong(t, "`%s`: expected a function", key->name);
  if (key->kind != ASK_NONE && !set_kind(t, key->kind)) return false;
  if (key->number != 0 &&
      !read_integer(t, key->name, (lua_Integer *)((char *)q + key->number)))
    return false;
  if (k == KEY_COUNT) q->max = q->min;
  if (k == KEY_OPTIONAL) q->optional = lua_toboolean(t->co, -1);
  return true;
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
    return question_wrong(t, "the first entry must be its name, a text");
  const char *name = lua_tolstring(co, QUESTION_NAME, &size);
  if (!question_is_glanced_at(t) && !is_name(name, size))
    return question_wrong(
        t,
        "the first entry must be its name, of at most 63 letters, digits and "
        "_, and the second its text");
  t->question.name = name;
  return true;
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

/* An unknown key. */
static bool wrong_key(Table *t) {
  if (lua_type(t->co, -2) == LUA_TSTRING)
    return unknown_key(t, lua_tostring(t->co, -2));
  return question_wrong(t, "a key that is not a name");
}

/* The entries with a number: the name, the text and its values. */
static bool read_keys(Table *t) {
  lua_State *co = t->co;
  for (lua_pushnil(co); lua_next(co, QUESTION_TABLE);) {
    if (lua_type(co, -2) != LUA_TNUMBER) {
      const void *key = lua_topointer(co, -2);
      const QuestionSlot *slot = &t->keys->slot[find_slot(t->keys, key)];
      if (slot->key == NULL ? !wrong_key(t) : !read_key(t, slot->place))
        return false;
    }
    lua_settop(co, QUESTION_TOP + 1);
  }
  t->question.has_fits = !lua_isnil(co, QUESTION_FITS);
  return t->question.step > 0 ||
         question_wrong(t, "`step`: expected 1 or more");
}

static bool read_pile(Table *t, const PileHandle *h) {
  if (h->viewer != VIEW_FULL || h->piles != t->piles)
    return question_wrong(t, "expected a pile of this table");
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
    return question_wrong(t, "more cards than there are");
  for (lua_Unsigned i = 0; i < n; i++) {
    lua_rawgeti(co, QUESTION_SOURCE, (lua_Integer)i + 1);
    CardHandle *card = bind_test(co, -1, TAG_CARD);
    lua_pop(co, 1);
    if (card == NULL || card->id == CARD_IS_FACE || card->faces != t->faces)
      return question_wrong(t, "expected a list of cards of this table");
    if (seen[card->id / 64] >> card->id % 64 & 1)
      return question_wrong(t, "the list has %s twice",
                            t->faces->face[card->face].name);
    seen[card->id / 64] |= (uint64_t)1 << card->id % 64;
    t->question.card[i] = card->id;
  }
  t->question.count = (int)n;
  return true;
}

static bool read_cards(Table *t) {
  PileHandle *h = bind_test(t->co, QUESTION_SOURCE, TAG_PILE);
  if (h != NULL) return read_pile(t, h);
  if (!lua_istable(t->co, QUESTION_SOURCE))
    return question_wrong(t, "expected a pile or a list of cards");
  question_unfreeze(t->co, QUESTION_SOURCE);
  return read_card_list(t);
}

static bool check_several(Table *t) {
  Question *q = &t->question;
  if (q->max < 0 || q->max > q->count) q->max = q->count;
  if (q->min < 0) q->min = 0;
  if (q->min > q->max)
    return question_wrong(t, "it asks for more cards than there are");
  return true;
}

static bool check_number(Table *t) {
  Question *q = &t->question;
  if (q->min == LUA_MININTEGER || q->max == LUA_MAXINTEGER)
    return question_wrong(t, "a number needs `min` and `max`");
  if (q->min > q->max && !q->optional)
    return question_wrong(t, "no number is legal: `min` is above `max`");
  return true;
}

static bool check_options(Table *t) {
  if (!lua_istable(t->co, QUESTION_SOURCE))
    return question_wrong(t, "`one_of`: expected a list");
  question_unfreeze(t->co, QUESTION_SOURCE);
  t->question.count = (int)lua_rawlen(t->co, QUESTION_SOURCE);
  for (int i = 0; !question_is_glanced_at(t) && i < t->question.count; i++) {
    int type = lua_rawgeti(t->co, QUESTION_SOURCE, i + 1);
    if (!question_check_option(t, i, type)) return false;
    lua_pop(t->co, 1);
  }
  return true;
}

/* Checks the text on top of co, one that a bot may say. */
static bool check_said(Table *t) {
  size_t size;
  if (lua_type(t->co, -1) != LUA_TSTRING)
    return question_wrong(t, "`bot`: expected a text or a list of texts");
  const char *text = lua_tolstring(t->co, -1, &size);
  bool right = question_takes_line(t, text, size) &&
               (size == 0 || (text[0] != ' ' && text[size - 1] != ' '));
  return right ||
         question_wrong(t,
                        "`bot`: expected a line that fits `text`, without "
                        "spaces around it");
}

static bool check_text(Table *t) {
  lua_State *co = t->co;
  lua_Integer max = t->question.max;
  if (max < 1 || max > TEXT_BYTES)
    return question_wrong(t, "`text`: expected a number of bytes, 1 to 2000");
  question_unfreeze(co, QUESTION_BOT);
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
      if (!read_cards(t) || !question_keep_fitting(t)) return false;
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
  return q->count > 0 || q->optional || question_wrong(t, "no answer is legal");
}

bool question_again(Table *t) {
  t->question.name = NULL;
  begin_reading(&t->question);
  return read_name(t) && read_keys(t) && check_kind(t);
}

bool question_open(Table *t, bool secret) {
  t->question.secret = secret;
  question_unfreeze(t->co, QUESTION_TABLE);
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
