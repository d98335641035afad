/* The game master's commands: see console_verbs.h. All are journalled and
 * told to the table. Where a game has no seat for one, anybody is it. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "answer/console_verbs.h"

static bool may_master(Console *c) {
  if (!console_table(c)->has_gm || console_is_person(c->s->config.answerer[0]))
    return true;
  console_bad(c,
              "the game master's seat is not yours: `:seat GM me` takes "
              "it");
  return false;
}

/* --- seeing all --- */

static void show_all(Console *c) {
  int people = c->people, reader = c->reader;
  c->people = 0; /* the reader sees all */
  c->reader = SEAT_NONE;
  console_lines(c, "peek", false);
  c->people = people;
  c->reader = reader;
}

/* The others must not see it: the game master alone at the screen. */
static Typed show_behind_curtain(Console *c) {
  const char *line;
  if (!console_curtain(c, SEAT_GM)) return TYPED_LEFT;
  show_all(c);
  TermInput input = prompt_read(c->prompt, "Press Enter to draw the curtain. ",
                                TERM_SECRET, &line);
  c->reader = SEAT_NONE;
  c->leave = input != TERM_LINE;
  if (c->leave) term_clear(c->term);
  c->interrupted = input == TERM_INTERRUPT;
  return TYPED_LEFT;
}

Typed verb_peek(Console *c, const char *rest) {
  Bytes sentence = {0};
  (void)rest;
  if (!may_master(c)) return TYPED_AGAIN;
  if (!session_tell(c->s, "The game master looks at all cards.", &sentence))
    return verb_said(c, false, &sentence, NULL);
  bytes_free(&sentence);
  if (console_shares(c) && console_table(c)->has_gm && c->reader != SEAT_GM)
    return show_behind_curtain(c);
  console_tell(c);
  show_all(c);
  return TYPED_SHOWN;
}

/* --- rules --- */

Typed verb_set(Console *c, const char *rest) {
  char rule[64];
  Bytes sentence = {0};
  const char *value = verb_word(rest, rule, sizeof rule);
  if (!may_master(c)) return TYPED_AGAIN;
  if (*rule == 0 || *value == 0) {
    console_bad(c,
                "expected a rule and its value, like `:set ante 5`; "
                "`:rules` lists them");
    return TYPED_AGAIN;
  }
  if (!verb_in_play(c)) return TYPED_AGAIN;
  bool done = session_set_rule(c->s, rule, value, &sentence);
  return verb_said(c, done, &sentence,
                   "It will count from the next step on, or from the next "
                   "hand where the rule says so.");
}

/* --- pools and cards --- */

/* How much of `text` is this label, with or without its "the". */
static size_t is_label(const char *label, const char *text) {
  if (strncasecmp(text, "the ", 4) == 0) text += 4;
  if (strncmp(label, "the ", 4) == 0) label += 4;
  size_t n = strlen(label);
  return strncasecmp(label, text, n) == 0 && !isalnum((unsigned char)text[n])
             ? n
             : 0;
}

/* The number of the label in a list of the hooks that `text` begins with. */
static int find_label(Console *c, const char *list, const char *text,
                      const char **end) {
  lua_State *L = c->s->world->L;
  int best = -1, base = lua_gettop(L);
  size_t longest = 0;
  lua_rawgeti(L, LUA_REGISTRYINDEX, console_table(c)->ref.hooks);
  lua_getfield(L, -1, list);
  for (lua_Integer i = 1; lua_rawgeti(L, base + 2, i) == LUA_TSTRING; i++) {
    size_t n = is_label(lua_tostring(L, -1), text);
    if (n > longest) {
      best = (int)i - 1;
      longest = n;
    }
    lua_settop(L, base + 2);
  }
  lua_settop(L, base);
  if (best >= 0 && strncasecmp(text, "the ", 4) == 0) text += 4;
  *end = text + longest;
  while (**end == ' ' || **end == '=') (*end)++;
  return best;
}

static Typed no_such_label(Console *c, const char *list, const char *what) {
  Bytes line = {0};
  lua_State *L = c->s->world->L;
  int base = lua_gettop(L);
  bytes_format(&line, "expected %s: ", what);
  lua_rawgeti(L, LUA_REGISTRYINDEX, console_table(c)->ref.hooks);
  lua_getfield(L, -1, list);
  for (lua_Integer i = 1; lua_rawgeti(L, base + 2, i) == LUA_TSTRING; i++) {
    bytes_format(&line, "%s%s", i == 1 ? "" : ", ", lua_tostring(L, -1));
    lua_settop(L, base + 2);
  }
  lua_settop(L, base);
  return verb_said(c, false, &line, NULL);
}

Typed verb_pool(Console *c, const char *rest) {
  const char *amount;
  char *end;
  Bytes sentence = {0};
  if (!may_master(c)) return TYPED_AGAIN;
  if (pools_count(console_table(c)->pools) == 0) {
    console_bad(c, "this game has no pools");
    return TYPED_AGAIN;
  }
  int pool = find_label(c, "pool_names", rest, &amount);
  if (pool < 0)
    return no_such_label(c, "pool_names", "a pool and an amount; the pools");
  long long n = strtoll(amount, &end, 10);
  if (end == amount || *end != 0) {
    console_bad(c,
                "expected a whole number after the pool, like `:pool pot "
                "12`");
    return TYPED_AGAIN;
  }
  bool done = session_fix_pool(c->s, pool, n, &sentence);
  verb_said(c, done, &sentence, NULL);
  return done ? TYPED_LEFT : TYPED_AGAIN;
}

/* A card of that face that lies in another pile than `but`. */
static int find_card(Console *c, int face, int but) {
  const Table *t = console_table(c);
  for (int i = 0; i < t->piles->cards; i++)
    if (t->piles->face[i] == face && t->piles->where[i] != but) return i;
  return -1;
}

/* The face that `text` begins with, by the most words; *end is what follows. */
static int read_face(Console *c, const char *text, const char **end) {
  int face = -1;
  const char *at = text;
  for (int words = 0; words < 4 && *at != 0; words++) {
    while (*at == ' ') at++;
    at += strcspn(at, " ");
    int found = card_read(console_table(c)->faces, text, (int)(at - text));
    if (found < 0) continue;
    face = found;
    *end = at;
  }
  if (face < 0) *end = text;
  while (**end == ' ') (*end)++;
  if (strncasecmp(*end, "to ", 3) == 0) *end += 3;
  return face;
}

Typed verb_move(Console *c, const char *rest) {
  const char *to, *end;
  Bytes sentence = {0};
  if (!may_master(c)) return TYPED_AGAIN;
  int face = read_face(c, rest, &to);
  if (face < 0) {
    console_bad(c,
                "expected a card and the pile where it belongs, like "
                "`:move Kh to the deck`");
    return TYPED_AGAIN;
  }
  int pile = find_label(c, "pile_names", to, &end);
  if (pile < 0)
    return no_such_label(c, "pile_names",
                         "the pile where the card belongs; the piles");
  int card = find_card(c, face, pile);
  if (card < 0) {
    bytes_text(&sentence, "no such card lies in another pile");
    return verb_said(c, false, &sentence, NULL);
  }
  bool done = session_fix_card(c->s, card, pile, &sentence);
  verb_said(c, done, &sentence, NULL);
  return done ? TYPED_LEFT : TYPED_AGAIN;
}
