/* Reading and writing of answers: see answer.h.
 *
 * A reader per kind; each either pushes the answer on the coroutine or
 * writes one sentence. Letter case never matters. */
#include "table/answer.h"

#include <ctype.h>
#include <errno.h>
#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bind/l_card.h"
#include "script/sandbox.h"
#include "table/named.h"
#include "table/speech.h"

enum { WORD_MAX = 256 };

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

/* --- options in words --- */

static void push_option(Table *t, int i) {
  lua_rawgeti(t->co, QUESTION_SOURCE, i + 1);
  lua_xmove(t->co, t->L, 1);
}

static void push_card(Table *t, lua_State *L, CardId card) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.cards);
  lua_rawgeti(L, -1, card + 1);
  lua_remove(L, -2);
}

static bool by_cards(const Question *q) {
  return q->kind == ASK_CARD || q->kind == ASK_CARDS;
}

void answer_option(Table *t, int i, Bytes *out) {
  if (by_cards(&t->question))
    push_card(t, t->L, t->question.card[i]);
  else
    push_option(t, i);
  speech_value(t, t->L, lua_gettop(t->L), out);
  lua_pop(t->L, 1);
}

/* The option as its seat reads it, with letters for suits. */
static void option_text(Table *t, int i, Bytes *out) {
  Bytes marked = {0};
  answer_option(t, i, &marked);
  if (marked.data != NULL)
    speech_render(t, marked.data, t->question.seat, &SPEECH_LETTERS, out);
  bytes_free(&marked);
  if (out->data == NULL) bytes_text(out, "");
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

/* --- sentences --- */

/* Can the seat see all the cards it chooses from? */
static bool all_seen(const Table *t) {
  const Question *q = &t->question;
  for (int i = 0; i < q->count; i++)
    if (!piles_visible(t->piles, q->card[i], q->seat)) return false;
  return true;
}

static int face_at(const Table *t, int place) {
  return t->piles->face[t->question.card[place]];
}

int answer_order(const Table *t, int place[CARDS_MAX]) {
  int n = t->question.count < CARDS_MAX ? t->question.count : CARDS_MAX;
  for (int i = 0; i < n; i++) place[i] = i;
  if (!by_cards(&t->question) || !all_seen(t)) return n;
  for (int i = 1; i < n; i++) {
    int one = place[i], k = i;
    for (; k > 0 && face_at(t, place[k - 1]) > face_at(t, one); k--)
      place[k] = place[k - 1];
    place[k] = one;
  }
  return n;
}

static void list_options(Table *t, Bytes *out) {
  const Question *q = &t->question;
  Bytes one = {0};
  int place[CARDS_MAX];
  answer_order(t, place);
  if (by_cards(q) && q->count > 1 && !all_seen(t)) {
    bytes_format(out, "a number in the list, 1 to %d", q->count);
    return;
  }
  for (int i = 0; i < q->count && i < 12; i++) {
    bytes_clear(&one);
    option_text(t, place[i], &one);
    bytes_format(out, "%s%s",
                 i == 0              ? ""
                 : i == q->count - 1 ? " or "
                                     : ", ",
                 one.data ? one.data : "");
  }
  if (q->count > 12) bytes_format(out, " ... (%d in all)", q->count);
  bytes_free(&one);
}

static void expected_cards(Table *t, Bytes *out) {
  const Question *q = &t->question;
  if (q->min == q->max)
    bytes_format(out, "%lld card%s", (long long)q->min, q->min == 1 ? "" : "s");
  else
    bytes_format(out, "%lld to %lld cards", (long long)q->min,
                 (long long)q->max);
  bytes_text(out, " of ");
  list_options(t, out);
}

static void expected_number(const Question *q, Bytes *out) {
  if (q->min == q->max) {
    bytes_format(out, "%lld", (long long)q->min);
    return;
  }
  bytes_format(out, "a whole number from %lld to %lld", (long long)q->min,
               (long long)q->max);
  if (q->step > 1) bytes_format(out, " in steps of %lld", (long long)q->step);
}

void answer_expected(Table *t, Bytes *out) {
  const Question *q = &t->question;
  switch (q->kind) {
    case ASK_CARDS:
      expected_cards(t, out);
      break;
    case ASK_NUMBER:
    case ASK_DIE:
      expected_number(q, out);
      break;
    case ASK_CONFIRM:
      bytes_text(out, "yes or no");
      break;
    case ASK_TEXT:
      bytes_format(out, "a line of at most %lld bytes", (long long)q->max);
      break;
    case ASK_NOTHING:
      bytes_text(out, "just Enter");
      break;
    default:
      list_options(t, out);
  }
  if (q->optional) bytes_text(out, ", or nothing (-)");
}

static bool refuse(Table *t, const char *text, const char *why,
                   Bytes *sentence) {
  bytes_clear(sentence);
  if (*text == 0)
    bytes_text(sentence, "a blank line is no answer: expected ");
  else
    bytes_format(sentence, "`%s`%s: expected ", text, why);
  answer_expected(t, sentence);
  return false;
}

/* --- one of several --- */

/* Does a text begin with a number that is a word of its own? */
static bool begins_with_number(const char *text) {
  size_t n = strspn(text, "+-0123456789");
  return n > 0 && (text[n] == 0 || text[n] == ' ');
}

bool answer_numbered(Table *t) {
  bool numbers = false;
  if (by_cards(&t->question)) return true;
  for (int i = 0; i < t->question.count && !numbers; i++) {
    Bytes label = {0};
    option_text(t, i, &label);
    numbers = label.data != NULL && begins_with_number(label.data);
    bytes_free(&label);
  }
  return !numbers;
}

typedef struct Match {
  int exact, prefix, exacts, prefixes;
  bool numbers; /* some option begins with a number */
} Match;

static void try_option(Table *t, int i, const char *text, Match *m) {
  Bytes label = {0};
  option_text(t, i, &label);
  const char *words = label.data ? label.data : "";
  if (strcasecmp(words, text) == 0) {
    if (m->exacts++ == 0) m->exact = i;
  } else if (strncasecmp(words, text, strlen(text)) == 0) {
    m->prefixes++;
    m->prefix = i;
  }
  m->numbers = m->numbers || begins_with_number(words);
  bytes_free(&label);
}

static bool read_whole(const char *text, lua_Integer *n) {
  char *end;
  errno = 0;
  *n = strtoll(text, &end, 10);
  return end != text && *end == 0 && errno == 0;
}

/* "#3", or a bare 3 where no option is a number. -1: none. */
static int place_in_list(const char *text, int count, bool numbers) {
  lua_Integer n;
  bool hash = text[0] == '#';
  if (!hash && numbers) return -1;
  if (!read_whole(text + (hash ? 1 : 0), &n)) return -1;
  return n >= 1 && n <= count ? (int)n - 1 : -1;
}

static int find_option(Table *t, const char *text) {
  Match m = {.exact = -1, .prefix = -1};
  int count = t->question.count;
  if (text[0] == '#') return place_in_list(text, count, false);
  for (int i = 0; i < count; i++) try_option(t, i, text, &m);
  if (m.exacts > 0) return m.exact;
  int place = place_in_list(text, count, m.numbers);
  return place >= 0 ? place : m.prefixes == 1 ? m.prefix : -1;
}

/* --- the script's own words --- */

/* Calls the question's `why` with the value on top of L, which it pops: true
 * when it gave a sentence. */
static bool ask_why(Table *t, Bytes *sentence) {
  lua_State *L = t->L;
  lua_pushvalue(t->co, QUESTION_WHY);
  lua_xmove(t->co, L, 1);
  lua_insert(L, -2);
  budget_enter(host_of(L)->budget, L);
  bool said = host_pcall(L, 1, 1, 0) == LUA_OK && lua_isstring(L, -1);
  budget_leave(host_of(L)->budget);
  if (said) {
    bytes_clear(sentence);
    bytes_text(sentence, lua_tostring(L, -1));
  }
  lua_pop(L, 1);
  return said;
}

/* The script's own words for why these cards are none of the options. */
static bool say_why(Table *t, const int *faces, int n, Bytes *sentence) {
  lua_State *L = t->L;
  if (!lua_isfunction(t->co, QUESTION_WHY)) return false;
  lua_createtable(L, n, 0);
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.faces);
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, -1, faces[i] + 1);
    lua_rawseti(L, -3, i + 1);
  }
  lua_pop(L, 1);
  return ask_why(t, sentence);
}

/* --- cards --- */

/* The first candidate of that face that the seat can see and that is not
 * used yet. */
static int find_card(Table *t, const char *text, int length, const bool *used) {
  const Question *q = &t->question;
  int face = card_read(t->faces, text, length);
  for (int i = 0; face >= 0 && i < q->count; i++)
    if (!(used && used[i]) && t->piles->face[q->card[i]] == face &&
        piles_visible(t->piles, q->card[i], q->seat))
      return i;
  char word[WORD_MAX];
  if (length >= WORD_MAX) return -1;
  memcpy(word, text, (size_t)length);
  word[length] = 0;
  int place = place_in_list(word, q->count, false);
  return place >= 0 && used && used[place] ? -1 : place;
}

static bool is_gap(char c) { return c == ' ' || c == ','; }

/* The next card in a text of several: the longest run of up to four words
 * that names one. Returns its place, -1 when none does; *text moves on. */
static int next_card(Table *t, const char **text, const bool *used) {
  const char *from = *text, *end = from;
  int found = -1;
  const char *after = NULL;
  for (int words = 0; words < 4 && *end != 0; words++) {
    while (*end == ' ') end++;
    while (*end != 0 && !is_gap(*end)) end++;
    int i = find_card(t, from, (int)(end - from), used);
    if (i >= 0) {
      found = i;
      after = end;
    }
    if (*end == ',') break;
  }
  if (after != NULL) *text = after;
  return found;
}

typedef struct Choice {
  int n, place[CARDS_MAX];
  bool used[CARDS_MAX];
} Choice;

static bool read_several(Table *t, const char *text, Choice *c,
                         Bytes *sentence) {
  const char *at = text;
  memset(c, 0, sizeof *c);
  for (;;) {
    while (is_gap(*at)) at++;
    if (*at == 0) return true;
    const char *word = at;
    int i = next_card(t, &at, c->used);
    if (i < 0) {
      char shown[WORD_MAX];
      size_t n = strcspn(word, " ,");
      if (n >= sizeof shown) n = sizeof shown - 1;
      memcpy(shown, word, n);
      shown[n] = 0;
      bool there = find_card(t, shown, (int)n, NULL) >= 0;
      int face = card_read(t->faces, shown, (int)n);
      if (!there && face >= 0 && say_why(t, &face, 1, sentence)) return false;
      return refuse(t, shown,
                    there ? " is chosen already" : " is none of the cards",
                    sentence);
    }
    c->used[i] = true;
    c->place[c->n++] = i;
  }
}

static bool script_failed(Table *t, Bytes *sentence) {
  const char *text = lua_tostring(t->L, -1);
  bytes_clear(sentence);
  bytes_text(sentence, text ? text : "the game's own check failed");
  lua_pop(t->L, 1);
  return false;
}

static bool why_not_together(Table *t, const Choice *c, Bytes *sentence) {
  int faces[CARDS_MAX];
  for (int i = 0; i < c->n; i++)
    faces[i] = t->piles->face[t->question.card[c->place[i]]];
  return say_why(t, faces, c->n, sentence);
}

/* Each card fits those before it, and there are neither too few nor many. */
static bool check_choice(Table *t, const Choice *c, const char *text,
                         Bytes *sentence) {
  const Question *q = &t->question;
  if (c->n < q->min || c->n > q->max)
    return refuse(t, text, c->n < q->min ? " is too few" : " is too many",
                  sentence);
  for (int i = 0; i < c->n; i++) {
    int fits = question_fits(t, c->place[i], c->place, i);
    if (fits < 0) return script_failed(t, sentence);
    if (!fits && why_not_together(t, c, sentence)) return false;
    if (!fits) return refuse(t, text, " don't go together", sentence);
  }
  return true;
}

static void push_choice(Table *t, const Choice *c) {
  lua_createtable(t->co, c->n, 0);
  for (int i = 0; i < c->n; i++) {
    push_card(t, t->co, t->question.card[c->place[i]]);
    lua_rawseti(t->co, -2, i + 1);
  }
}

static bool read_cards(Table *t, const char *text, Bytes *sentence) {
  Choice c;
  if (!read_several(t, text, &c, sentence)) return false;
  if (!check_choice(t, &c, text, sentence)) return false;
  push_choice(t, &c);
  return true;
}

/* --- options that are sets of cards --- */

/* Has option i (a table) just these faces in `cards`? */
static bool has_faces(Table *t, int i, const int *faces, int n) {
  lua_State *L = t->L;
  int base = lua_gettop(L);
  int left[FACES_MAX] = {0};
  bool same = false;
  push_option(t, i);
  if (lua_istable(L, -1) && lua_getfield(L, -1, "cards") == LUA_TTABLE &&
      luaL_len(L, -1) == n) {
    for (int k = 0; k < n; k++) left[faces[k]]++;
    same = true;
    for (int k = 1; k <= n && same; k++) {
      lua_geti(L, base + 2, k);
      CardHandle *card = bind_test(L, -1, TAG_CARD);
      same = card != NULL && left[card->face]-- > 0;
      lua_pop(L, 1);
    }
  }
  lua_settop(L, base);
  return same;
}

/* The text from `from` on has these words and not only a part of one. */
static bool ends_words(const char *from, const char *words) {
  char next = from[strlen(words)];
  return !isalnum((unsigned char)next) && next != '-';
}

/* Are these words, in this order, among those of the option? */
static bool has_words(Table *t, int i, const char *words) {
  Bytes label = {0};
  option_text(t, i, &label);
  const char *at = label.data ? label.data : "";
  bool found = false;
  while (!found && (at = strcasestr(at, words)) != NULL) {
    found = (at == label.data || at[-1] == ' ') && ends_words(at, words);
    at++;
  }
  bytes_free(&label);
  return found;
}

/* The only option that has these words within, "bob" of "Ann & Bob"; -1 when
 * none or several do. */
static int find_within(Table *t, const char *words) {
  int found = -1;
  if (words[strcspn(words, LETTERS)] == 0) return -1;
  for (int i = 0; i < t->question.count; i++) {
    if (!has_words(t, i, words)) continue;
    if (found >= 0) return -1;
    found = i;
  }
  return found;
}

static bool read_one_of(Table *t, const char *text, Bytes *sentence) {
  int i = find_option(t, text);
  if (i < 0) {
    int faces[NAMED_MAX], n = named_cards(t, text, faces);
    for (int k = 0; n > 0 && i < 0 && k < t->question.count; k++)
      if (has_faces(t, k, faces, n)) i = k;
    if (i < 0) i = find_within(t, text);
    if (i < 0 && n > 0 && say_why(t, faces, n, sentence)) return false;
  }
  if (i < 0) return refuse(t, text, " is none of these", sentence);
  lua_rawgeti(t->co, QUESTION_SOURCE, i + 1);
  return true;
}

/* --- the other kinds --- */

static bool read_card(Table *t, const char *text, Bytes *sentence) {
  int i = find_card(t, text, (int)strlen(text), NULL);
  int face = i < 0 ? card_read(t->faces, text, (int)strlen(text)) : -1;
  if (face >= 0 && say_why(t, &face, 1, sentence)) return false;
  if (i < 0) return refuse(t, text, " can't be chosen", sentence);
  push_card(t, t->co, t->question.card[i]);
  return true;
}

static bool read_number(Table *t, const char *text, Bytes *sentence) {
  const Question *q = &t->question;
  lua_Integer n;
  if (text[0] == '+') text++;
  if (!read_whole(text, &n)) return refuse(t, text, " is no number", sentence);
  if (n < q->min || n > q->max || (n - q->min) % q->step != 0)
    return refuse(t, text, " won't do", sentence);
  lua_pushinteger(t->co, n);
  return true;
}

static bool read_confirm(Table *t, const char *text, Bytes *sentence) {
  size_t n = strlen(text);
  bool yes = n > 0 && (strncasecmp("yes", text, n) == 0 || text[0] == '1');
  bool no = n > 0 && (strncasecmp("no", text, n) == 0 || text[0] == '2');
  if ((!yes && !no) || (isdigit((unsigned char)text[0]) && n > 1))
    return refuse(t, text, " is neither", sentence);
  lua_pushboolean(t->co, yes);
  return true;
}

static bool read_text(Table *t, const char *text, Bytes *sentence) {
  if (text[0] == '=') text++;
  if ((lua_Integer)strlen(text) > t->question.max)
    return refuse(t, text, " is too long", sentence);
  if (lua_isfunction(t->co, QUESTION_WHY)) {
    lua_pushstring(t->L, text);
    if (ask_why(t, sentence)) return false;
  }
  lua_pushstring(t->co, text);
  return true;
}

static bool is_nothing(const char *text) {
  return strcmp(text, "-") == 0 || strcasecmp(text, "none") == 0 ||
         strcasecmp(text, "nothing") == 0;
}

/* A blank line, or a word for nothing. Returns 1 answered, 0 not, -1 the
 * text stands for an answer after all. */
static int read_blank(Table *t, const char *text, Bytes *sentence) {
  const Question *q = &t->question;
  bool blank = text[0] == 0;
  if (!blank && !(is_nothing(text) && q->kind != ASK_TEXT)) return -1;
  if (blank && !lua_isnil(t->co, QUESTION_DEFAULT)) {
    lua_pushvalue(t->co, QUESTION_DEFAULT);
    lua_xmove(t->co, t->L, 1);
    return answer_take(t, sentence);
  }
  if (q->kind == ASK_CARDS && q->min == 0) {
    lua_newtable(t->co);
    return 1;
  }
  if (q->optional) {
    lua_pushnil(t->co);
    return 1;
  }
  if (q->kind == ASK_TEXT) return -1;
  return blank ? refuse(t, "", " is no answer", sentence) : -1;
}

static bool read_kind(Table *t, const char *text, Bytes *sentence) {
  switch (t->question.kind) {
    case ASK_ONE_OF:
      return read_one_of(t, text, sentence);
    case ASK_CARD:
      return read_card(t, text, sentence);
    case ASK_CARDS:
      return read_cards(t, text, sentence);
    case ASK_CONFIRM:
      return read_confirm(t, text, sentence);
    case ASK_TEXT:
      return read_text(t, text, sentence);
    default:
      return read_number(t, text, sentence);
  }
}

bool answer_read(Table *t, const char *typed, Bytes *sentence) {
  char text[2048];
  while (isspace((unsigned char)*typed)) typed++;
  size_t n = strlen(typed);
  while (n > 0 && isspace((unsigned char)typed[n - 1])) n--;
  if (n >= sizeof text) {
    bytes_clear(sentence);
    bytes_text(sentence, "that is too long: expected at most 2000 bytes");
    return false;
  }
  memcpy(text, typed, n);
  text[n] = 0;
  if (t->question.kind == ASK_NOTHING) {
    lua_pushnil(t->co);
    return true;
  }
  if (t->question.kind == ASK_TEXT && strcmp(text, "-") == 0 &&
      t->question.optional) {
    lua_pushnil(t->co);
    return true;
  }
  int blank = read_blank(t, text, sentence);
  return blank >= 0 ? blank : read_kind(t, text, sentence);
}

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
  if (i < 0) return refuse(t, "that card", " can't be chosen", sentence);
  push_card(t, t->co, t->question.card[i]);
  return true;
}

static bool take_cards(Table *t, Bytes *sentence) {
  lua_State *L = t->L;
  Choice c;
  memset(&c, 0, sizeof c);
  if (!lua_istable(L, -1))
    return refuse(t, "that", " is no list of cards", sentence);
  int list = lua_gettop(L);
  lua_Integer n = luaL_len(L, list);
  for (lua_Integer k = 1; k <= n; k++) {
    lua_geti(L, list, k);
    int i = place_of_card(t, lua_gettop(L), c.used);
    lua_pop(L, 1);
    if (i < 0) return refuse(t, "one of the cards", " won't do", sentence);
    c.used[i] = true;
    c.place[c.n++] = i;
  }
  if (!check_choice(t, &c, "that", sentence)) return false;
  push_choice(t, &c);
  return true;
}

static bool take_option(Table *t, Bytes *sentence) {
  lua_State *L = t->L;
  for (int i = 0; i < t->question.count; i++) {
    push_option(t, i);
    bool same = lua_compare(L, -1, -2, LUA_OPEQ);
    lua_pop(L, 1);
    if (same) {
      lua_rawgeti(t->co, QUESTION_SOURCE, i + 1);
      return true;
    }
  }
  return refuse(t, "that", " is none of these", sentence);
}

static bool take_as_text(Table *t, Bytes *sentence) {
  size_t n;
  bool boolean = lua_isboolean(t->L, -1);
  const char *text = boolean ? (lua_toboolean(t->L, -1) ? "yes" : "no")
                             : lua_tolstring(t->L, -1, &n);
  if (text == NULL) return refuse(t, "that", " won't do", sentence);
  return read_kind(t, text, sentence);
}

static bool take_nothing(Table *t, Bytes *sentence) {
  const Question *q = &t->question;
  if (q->kind == ASK_CARDS && q->min == 0) {
    lua_newtable(t->co);
  } else if (q->optional || q->kind == ASK_NOTHING) {
    lua_pushnil(t->co);
  } else {
    return refuse(t, "nothing", " is no answer", sentence);
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
      find_card(t, name, (int)strlen(name), used) == place)
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
  option_text(t, place, &label);
  const char *words = label.data ? label.data : "";
  if (words[0] == 0 || is_nothing(words) || words[0] == '#' ||
      find_option(t, words) != place)
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
