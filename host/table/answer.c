/* Reading of answers from text: see answer.h.
 *
 * A reader per kind; each either pushes the answer on the coroutine or
 * writes one sentence. Letter case never matters. */
#include "table/answer_inner.h"

#include <ctype.h>
#include <errno.h>
#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bind/l_cards.h"
#include "script/sandbox.h"
#include "table/named.h"

enum { WORD_MAX = 256 };

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

/* --- one of several --- */

typedef struct Match {
  int exact, prefix, exacts, prefixes;
  bool numbers; /* some option begins with a number */
} Match;

static void try_option(Table *t, int i, const char *text, Match *m) {
  Bytes label = {0};
  answer_option_text(t, i, &label);
  const char *words = label.data ? label.data : "";
  if (strcasecmp(words, text) == 0) {
    if (m->exacts++ == 0) m->exact = i;
  } else if (strncasecmp(words, text, strlen(text)) == 0) {
    m->prefixes++;
    m->prefix = i;
  }
  m->numbers = m->numbers || answer_begins_with_number(words);
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

int answer_find_option(Table *t, const char *text) {
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
  bool said = table_call(t, L, 1) == LUA_OK && lua_isstring(L, -1);
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
int answer_find_card(Table *t, const char *text, int length, const bool *used) {
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
    int i = answer_find_card(t, from, (int)(end - from), used);
    if (i >= 0) {
      found = i;
      after = end;
    }
    if (*end == ',') break;
  }
  if (after != NULL) *text = after;
  return found;
}

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
      bool there = answer_find_card(t, shown, (int)n, NULL) >= 0;
      int face = card_read(t->faces, shown, (int)n);
      if (!there && face >= 0 && say_why(t, &face, 1, sentence)) return false;
      return answer_refuse(
          t, shown, there ? " is chosen already" : " is none of the cards",
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
bool answer_check_choice(Table *t, const Choice *c, const char *text,
                         Bytes *sentence) {
  const Question *q = &t->question;
  if (c->n < q->min || c->n > q->max)
    return answer_refuse(
        t, text, c->n < q->min ? " is too few" : " is too many", sentence);
  for (int i = 0; i < c->n; i++) {
    int fits = question_fits(t, c->place[i], c->place, i);
    if (fits < 0) return script_failed(t, sentence);
    if (!fits && why_not_together(t, c, sentence)) return false;
    if (!fits) return answer_refuse(t, text, " don't go together", sentence);
  }
  return true;
}

void answer_push_choice(Table *t, const Choice *c) {
  lua_createtable(t->co, c->n, 0);
  for (int i = 0; i < c->n; i++) {
    answer_push_card(t, t->co, t->question.card[c->place[i]]);
    lua_rawseti(t->co, -2, i + 1);
  }
}

static bool read_cards(Table *t, const char *text, Bytes *sentence) {
  Choice c;
  if (!read_several(t, text, &c, sentence)) return false;
  if (!answer_check_choice(t, &c, text, sentence)) return false;
  answer_push_choice(t, &c);
  return true;
}

/* --- options that are sets of cards --- */

/* Has option i (a table) just these faces in `cards`? */
static bool has_faces(Table *t, int i, const int *faces, int n) {
  lua_State *L = t->L;
  int base = lua_gettop(L);
  int left[FACES_MAX] = {0};
  bool same = false;
  answer_push_option(t, i);
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
  answer_option_text(t, i, &label);
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
  int i = answer_find_option(t, text);
  if (i < 0) {
    int faces[NAMED_MAX], n = named_cards(t, text, faces);
    for (int k = 0; n > 0 && i < 0 && k < t->question.count; k++)
      if (has_faces(t, k, faces, n)) i = k;
    if (i < 0) i = find_within(t, text);
    if (i < 0 && n > 0 && say_why(t, faces, n, sentence)) return false;
  }
  if (i < 0) return answer_refuse(t, text, " is none of these", sentence);
  lua_rawgeti(t->co, QUESTION_SOURCE, i + 1);
  return true;
}

/* --- the other kinds --- */

static bool read_card(Table *t, const char *text, Bytes *sentence) {
  int i = answer_find_card(t, text, (int)strlen(text), NULL);
  int face = i < 0 ? card_read(t->faces, text, (int)strlen(text)) : -1;
  if (face >= 0 && say_why(t, &face, 1, sentence)) return false;
  if (i < 0) return answer_refuse(t, text, " can't be chosen", sentence);
  answer_push_card(t, t->co, t->question.card[i]);
  return true;
}

static bool is_among(const char *text, const char *const *words) {
  while (*words != NULL && strcasecmp(text, *words) != 0) words++;
  return *words != NULL;
}

/* 1: a word for the most that is legal, -1: for the least, 0: none. */
static int extreme(const char *text) {
  static const char *const most[] = {"all",  "all in", "all-in",  "allin",
                                     "most", "max",    "maximum", NULL};
  static const char *const least[] = {"least", "min", "minimum", NULL};
  return is_among(text, most) ? 1 : is_among(text, least) ? -1 : 0;
}

static bool read_extreme(const Question *q, const char *text, lua_Integer *n) {
  int which = q->kind == ASK_NUMBER && q->min <= q->max ? extreme(text) : 0;
  lua_Unsigned apart = (lua_Unsigned)q->max - (lua_Unsigned)q->min;
  *n =
      which < 0
          ? q->min
          : (lua_Integer)((lua_Unsigned)q->max - apart % (lua_Unsigned)q->step);
  return which != 0;
}

bool answer_is_amount(const char *text) {
  lua_Integer n;
  return read_whole(text, &n) || extreme(text) != 0;
}

static bool read_number(Table *t, const char *text, Bytes *sentence) {
  const Question *q = &t->question;
  lua_Integer n;
  if (text[0] == '+') text++;
  if (!read_extreme(q, text, &n) && !read_whole(text, &n))
    return answer_refuse(t, text, " is no number", sentence);
  if (n < q->min || n > q->max || (n - q->min) % q->step != 0)
    return answer_refuse(t, text, " won't do", sentence);
  lua_pushinteger(t->co, n);
  return true;
}

static bool read_confirm(Table *t, const char *text, Bytes *sentence) {
  size_t n = strlen(text);
  bool yes = n > 0 && (strncasecmp("yes", text, n) == 0 || text[0] == '1');
  bool no = n > 0 && (strncasecmp("no", text, n) == 0 || text[0] == '2');
  if ((!yes && !no) || (isdigit((unsigned char)text[0]) && n > 1))
    return answer_refuse(t, text, " is neither", sentence);
  lua_pushboolean(t->co, yes);
  return true;
}

static bool read_text(Table *t, const char *text, Bytes *sentence) {
  if (text[0] == '=') text++;
  if ((lua_Integer)strlen(text) > t->question.max)
    return answer_refuse(t, text, " is too long", sentence);
  if (lua_isfunction(t->co, QUESTION_WHY)) {
    lua_pushstring(t->L, text);
    if (ask_why(t, sentence)) return false;
  }
  lua_pushstring(t->co, text);
  return true;
}

bool answer_is_nothing(const char *text) {
  return strcmp(text, "-") == 0 || strcasecmp(text, "none") == 0 ||
         strcasecmp(text, "nothing") == 0;
}

/* A blank line, or a word for nothing. Returns 1 answered, 0 not, -1 the
 * text stands for an answer after all. */
static int read_blank(Table *t, const char *text, Bytes *sentence) {
  const Question *q = &t->question;
  bool blank = text[0] == 0;
  if (!blank && !(answer_is_nothing(text) && q->kind != ASK_TEXT)) return -1;
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
  return blank ? answer_refuse(t, "", " is no answer", sentence) : -1;
}

bool answer_read_kind(Table *t, const char *text, Bytes *sentence) {
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
  return blank >= 0 ? blank : answer_read_kind(t, text, sentence);
}
