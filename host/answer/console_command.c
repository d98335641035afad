/* The console's commands: a table of names, each a function. A game's own
 * actions are commands too. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <lauxlib.h>

#include "answer/bot.h"
#include "answer/console_inner.h"
#include "core/nearest.h"
#include "script/report.h"
#include "table/speech.h"

typedef struct Verb {
  const char *name, *help;
  Typed (*run)(Console *c, const char *rest);
} Verb;

static const Verb *verbs(void);

/* --- help --- */

static void list_actions(Console *c) {
  World *w = c->s->world;
  lua_State *L = w->L;
  int base = lua_gettop(L);
  world_push_build(w);
  if (world_call(w, "core.screen", "actions", 1, 1))
    for (lua_Integer i = 1; lua_rawgeti(L, base + 1, i) == LUA_TTABLE; i++) {
      lua_rawgeti(L, -1, 1);
      lua_rawgeti(L, -2, 2);
      term_sayf(c->term, "  :%s   %s", lua_tostring(L, -2),
                lua_tostring(L, -1));
      lua_settop(L, base + 1);
    }
  lua_settop(L, base);
}

static Typed do_help(Console *c, const char *rest) {
  (void)rest;
  term_say(c->term, "Answer as you would say it: a card as Kh or king of "
                    "hearts, an option by its words or its number in the "
                    "list, several apart by spaces, a blank line for none "
                    "or for the default. - is nothing.");
  for (const Verb *v = verbs(); v->name != NULL; v++)
    term_sayf(c->term, "  :%s   %s", v->name, v->help);
  list_actions(c);
  return TYPED_AGAIN;
}

/* --- looking --- */

static Typed do_table(Console *c, const char *rest) {
  (void)rest;
  console_draw(c);
  return TYPED_AGAIN;
}

static Typed do_hand(Console *c, const char *rest) {
  (void)rest;
  console_hand(c);
  return TYPED_AGAIN;
}

static Typed do_rules(Console *c, const char *rest) {
  (void)rest;
  console_lines(c, "rules", false);
  return TYPED_AGAIN;
}

static Typed do_scores(Console *c, const char *rest) {
  (void)rest;
  console_lines(c, "scores", true);
  return TYPED_AGAIN;
}

static Typed do_log(Console *c, const char *rest) {
  (void)rest;
  console_log(c);
  return TYPED_AGAIN;
}

static Typed do_odds(Console *c, const char *rest) {
  (void)rest;
  World *w = c->s->world;
  world_push_build(w);
  lua_getfield(w->L, -1, "spec");
  bool has = lua_getfield(w->L, -1, "odds") == LUA_TFUNCTION;
  lua_pop(w->L, 3);
  if (has)
    console_lines(c, "odds", true);
  else
    console_bad(c, "this game offers no odds");
  return TYPED_AGAIN;
}

static Typed do_trace(Console *c, const char *rest) {
  (void)rest;
  const char *trace = table_trace(console_table(c));
  if (*trace == 0) {
    console_bad(c, "no script has failed at this table");
  } else {
    term_say(c->term, session_problem(c->s));
    term_put(c->term, trace);
    term_put(c->term, "\n");
  }
  return TYPED_AGAIN;
}

static Typed do_seed(Console *c, const char *rest) {
  (void)rest;
  char hex[SEED_TEXT];
  session_commitment(c->s, hex);
  term_sayf(c->term, "The seed's SHA-256 is %s.", hex);
  if (c->s->state == SESSION_OVER) {
    session_seed(c->s, hex);
    term_sayf(c->term, "The seed was %s.", hex);
  } else {
    term_say(c->term, "The seed itself is shown when the game is over.");
  }
  return TYPED_AGAIN;
}

/* What the best bot would do, in words. */
static void say_hint(Console *c, const char *bot, const char *text) {
  Table *t = console_table(c);
  Bytes sentence = {0}, words = {0};
  if (answer_read(t, text, &sentence)) {
    if (lua_isnil(t->co, -1)) {
      bytes_text(&words, "nothing");
    } else {
      lua_xmove(t->co, t->L, 1);
      lua_pushvalue(t->L, -1);
      lua_xmove(t->L, t->co, 1);
      Bytes marked = {0};
      speech_value(t, t->L, lua_gettop(t->L), &marked);
      console_render(c, marked.data ? marked.data : "", &words);
      lua_pop(t->L, 1);
      bytes_free(&marked);
    }
    lua_pop(t->co, 1);
    term_sayf(c->term, "The bot %s would answer: %s", bot, words.data);
  }
  bytes_free(&sentence);
  bytes_free(&words);
}

static Typed do_hint(Console *c, const char *rest) {
  (void)rest;
  Bytes text = {0};
  const char *bot = bots_best(c->s->world);
  if (c->s->state != SESSION_QUESTION) {
    console_bad(c, "there is no question to answer");
    return TYPED_AGAIN;
  }
  BotSays says = bot_answer(c->s->world, bot, &text);
  if (says == BOT_ANSWERS)
    say_hint(c, bot, text.data);
  else if (says == BOT_FAILED)
    console_bad(c, text.data);
  else
    console_bad(c, "no bot of this game knows this question");
  bytes_free(&text);
  return TYPED_AGAIN;
}

/* --- changing --- */

static Typed after(Console *c, bool done, Bytes *sentence, const char *good) {
  if (!done)
    console_bad(c, sentence->data ? sentence->data : "that can't be done");
  else if (good != NULL)
    console_good(c, good);
  bytes_free(sentence);
  return TYPED_AGAIN;
}

static Typed do_undo(Console *c, const char *rest) {
  (void)rest;
  Bytes sentence = {0};
  bool done = session_undo(c->s, &sentence);
  after(c, done, &sentence, "The last answer is taken back.");
  if (!done) return TYPED_AGAIN;
  c->told = console_table(c)->events.count;
  c->drawn = false;
  return TYPED_LEFT;
}

static Typed do_save(Console *c, const char *rest) {
  (void)rest;
  Bytes sentence = {0};
  bool done = session_safe(c->s, &sentence);
  if (done && c->s->journal && journal_path(c->s->journal))
    term_sayf(c->term, "The table is kept in %s; it always is. "
                       "`croupier resume` goes on with it.",
              journal_path(c->s->journal));
  return after(c, done, &sentence,
               c->s->journal ? NULL : "This table is not kept.");
}

static Typed do_quit(Console *c, const char *rest) {
  (void)rest;
  c->leave = true;
  return TYPED_LEFT;
}

static Typed do_reload(Console *c, const char *rest) {
  (void)rest;
  Bytes report = {0};
  bool done = session_reload(c->s, &report);
  if (done) {
    console_good(c, report.data ? report.data : "done");
    c->told = console_table(c)->events.count;
    c->drawn = false;
  } else {
    console_bad(c, report.data ? report.data : "the scripts can't be read");
  }
  bytes_free(&report);
  return done ? TYPED_LEFT : TYPED_AGAIN;
}

/* Splits off the first word of `rest`; the rest begins after its blanks. */
static const char *first_word(const char *rest, char *word, size_t size) {
  size_t n = strcspn(rest, " =");
  snprintf(word, size, "%.*s", (int)n, rest);
  rest += n;
  while (*rest == ' ' || *rest == '=') rest++;
  return rest;
}

/* A seat by the beginning of `text`: its name, or its number; "GM". Returns
 * a seat or SEAT_NONE; *end is what follows. */
static int find_seat(Console *c, const char *text, const char **end) {
  const WorldConfig *w = &c->s->config.world;
  int best = SEAT_NONE;
  size_t longest = 0;
  for (int i = console_table(c)->has_gm ? 0 : 1; i <= w->players; i++) {
    size_t n = strlen(w->player[i].name);
    if (n > longest && strncasecmp(w->player[i].name, text, n) == 0 &&
        !isalnum((unsigned char)text[n])) {
      best = i == 0 ? SEAT_GM : i - 1;
      longest = n;
    }
  }
  *end = text + longest;
  while (**end == ' ' || **end == '=') (*end)++;
  return best;
}

static Typed no_such_seat(Console *c, const char *text) {
  Bytes line = {0};
  const WorldConfig *w = &c->s->config.world;
  bytes_format(&line, "`%s` is no seat: expected ", text);
  for (int i = 1; i <= w->players; i++)
    bytes_format(&line, "%s%s", i == 1 ? "" : ", ", w->player[i].name);
  console_bad(c, line.data);
  bytes_free(&line);
  return TYPED_AGAIN;
}

static void count_people(Console *c) {
  c->people = 0;
  for (int i = console_table(c)->has_gm ? 0 : 1;
       i <= c->s->config.world.players; i++)
    c->people += console_is_person(c->s->config.answerer[i]);
}

static Typed do_seat(Console *c, const char *rest) {
  const char *who;
  Bytes sentence = {0};
  int seat = find_seat(c, rest, &who);
  if (seat == SEAT_NONE) return no_such_seat(c, rest);
  if (!console_is_person(who) && !bots_have(c->s->world, who)) {
    bytes_format(&sentence, "`%s` can't answer: expected me, random or a bot "
                 "of the game, such as %s", who, bots_best(c->s->world));
    return after(c, false, &sentence, NULL);
  }
  bool done = session_seat(c->s, seat, who, &sentence);
  count_people(c);
  after(c, done, &sentence, NULL);
  if (done)
    term_sayf(c->term, "%s is answered by %s from now on.",
              console_seat_name(c, seat), who);
  return done ? TYPED_LEFT : TYPED_AGAIN;
}

/* --- the game master's --- */

static bool may_master(Console *c) {
  if (!console_table(c)->has_gm ||
      console_is_person(c->s->config.answerer[0]))
    return true;
  console_bad(c, "the game master's seat is not yours: `:seat GM me` takes "
                 "it");
  return false;
}

static Typed do_peek(Console *c, const char *rest) {
  Bytes sentence = {0};
  (void)rest;
  if (!may_master(c)) return TYPED_AGAIN;
  if (!session_tell(c->s, "The game master looks at all cards.", &sentence))
    return after(c, false, &sentence, NULL);
  int before = c->people;
  c->people = 0; /* the reader sees all */
  int seat = c->reader;
  c->reader = SEAT_NONE;
  console_lines(c, "peek", false);
  c->people = before;
  c->reader = seat;
  bytes_free(&sentence);
  return TYPED_AGAIN;
}

static Typed do_set(Console *c, const char *rest) {
  char rule[64];
  Bytes sentence = {0};
  const char *value = first_word(rest, rule, sizeof rule);
  if (!may_master(c)) return TYPED_AGAIN;
  if (*rule == 0 || *value == 0) {
    console_bad(c, "expected a rule and its value, like `:set ante 5`");
    return TYPED_AGAIN;
  }
  return after(c, session_set_rule(c->s, rule, value, &sentence), &sentence,
               "Set; it counts as soon as the rule allows.");
}

/* The number of the label in a list of the hooks that `text` begins with. */
static int find_label(Console *c, const char *list, const char *text,
                      const char **end) {
  lua_State *L = c->s->world->L;
  int best = -1, base = lua_gettop(L);
  size_t longest = 0;
  if (strncasecmp(text, "the ", 4) == 0) text += 4;
  lua_rawgeti(L, LUA_REGISTRYINDEX, console_table(c)->ref.hooks);
  lua_getfield(L, -1, list);
  for (lua_Integer i = 1; lua_rawgeti(L, base + 2, i) == LUA_TSTRING; i++) {
    const char *label = lua_tostring(L, -1);
    if (strncmp(label, "the ", 4) == 0) label += 4;
    size_t n = strlen(label);
    if (n > longest && strncasecmp(label, text, n) == 0) {
      best = (int)i - 1;
      longest = n;
    }
    lua_settop(L, base + 2);
  }
  lua_settop(L, base);
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
  console_bad(c, line.data);
  bytes_free(&line);
  return TYPED_AGAIN;
}

static Typed do_pool(Console *c, const char *rest) {
  const char *amount;
  char *end;
  Bytes sentence = {0};
  if (!may_master(c)) return TYPED_AGAIN;
  int pool = find_label(c, "pool_names", rest, &amount);
  if (pool < 0)
    return no_such_label(c, "pool_names", "a pool and an amount; the pools");
  long long n = strtoll(amount, &end, 10);
  if (end == amount || *end != 0) {
    console_bad(c, "expected a pool and a whole number, like `:pool pot 12`");
    return TYPED_AGAIN;
  }
  bool done = session_fix_pool(c->s, pool, n, &sentence);
  after(c, done, &sentence, NULL);
  return done ? TYPED_LEFT : TYPED_AGAIN;
}

/* A card of that face that lies in a pile named, or anywhere. */
static int find_card(Console *c, const char *word, int other_than) {
  const Table *t = console_table(c);
  int face = card_read(t->faces, word, (int)strlen(word));
  for (int i = 0; face >= 0 && i < t->piles->cards; i++)
    if (t->piles->face[i] == face && t->piles->where[i] != other_than)
      return i;
  return -1;
}

static Typed do_move(Console *c, const char *rest) {
  char word[64];
  const char *end;
  Bytes sentence = {0};
  const char *to = first_word(rest, word, sizeof word);
  if (!may_master(c)) return TYPED_AGAIN;
  if (strncasecmp(to, "to ", 3) == 0) to += 3;
  int pile = find_label(c, "pile_names", to, &end);
  if (pile < 0)
    return no_such_label(c, "pile_names",
                         "a card and a pile, like `:move Kh the deck`; the "
                         "piles");
  int card = find_card(c, word, pile);
  if (card < 0) {
    bytes_format(&sentence, "`%s` is no card that lies elsewhere", word);
    return after(c, false, &sentence, NULL);
  }
  bool done = session_fix_card(c->s, card, pile, &sentence);
  after(c, done, &sentence, NULL);
  return done ? TYPED_LEFT : TYPED_AGAIN;
}

/* --- finding the command --- */

static const Verb *verbs(void) {
  static const Verb all[] = {
      {"help", "this list", do_help},
      {"undo", "take back the last answer of a person", do_undo},
      {"save", "where this table is kept", do_save},
      {"rules", "the rules in force", do_rules},
      {"table", "the table", do_table},
      {"hand", "your own cards", do_hand},
      {"scores", "a line a player", do_scores},
      {"log", "all that was told", do_log},
      {"hint", "what a bot would do", do_hint},
      {"odds", "your chances, where the game tells them", do_odds},
      {"reload", "read the scripts again and go on with them", do_reload},
      {"trace", "the last script error in full", do_trace},
      {"seed", "the seed's commitment; the seed after the game", do_seed},
      {"seat", "NAME WHO: who answers from now on (me, random, a bot)",
       do_seat},
      {"peek", "the game master: see all cards", do_peek},
      {"set", "RULE VALUE: the game master: change a rule", do_set},
      {"pool", "POOL AMOUNT: the game master: put a pool right", do_pool},
      {"move", "CARD PILE: the game master: put a card right", do_move},
      {"quit", "leave; the table is kept", do_quit},
      {NULL, NULL, NULL}};
  return all;
}

/* An action for the seat named, or for the one who is asked. */
static Typed act(Console *c, const char *name, const char *rest) {
  Bytes sentence = {0};
  const char *end;
  int seat = *rest == 0 ? c->reader : find_seat(c, rest, &end);
  if (seat == SEAT_NONE && *rest != 0) return no_such_seat(c, rest);
  if (seat == SEAT_NONE) seat = console_table(c)->question.seat;
  bool done = session_act(c->s, name, seat, &sentence);
  return after(c, done, &sentence,
               "It will be done as soon as the game comes to it.");
}

static bool is_action(Console *c, const char *name) {
  World *w = c->s->world;
  int base = lua_gettop(w->L);
  world_push_build(w);
  lua_getfield(w->L, -1, "spec");
  lua_getfield(w->L, -1, "actions");
  bool is = lua_getfield(w->L, -1, name) != LUA_TNIL;
  lua_settop(w->L, base);
  return is;
}

Typed console_command(Console *c, const char *line) {
  char name[64];
  const char *rest = first_word(line, name, sizeof name);
  Nearest near;
  nearest_start(&near, name);
  for (const Verb *v = verbs(); v->name != NULL; v++) {
    if (strcasecmp(v->name, name) == 0) return v->run(c, rest);
    nearest_offer(&near, v->name);
  }
  if (*name != 0 && is_action(c, name)) return act(c, name, rest);
  Bytes sentence = {0};
  const char *best = nearest_best(&near);
  bytes_format(&sentence, "no command `:%s`%s%s%s; `:help` lists them", name,
               best ? ", did you mean `:" : "", best ? best : "",
               best ? "`" : "");
  return after(c, false, &sentence, NULL);
}
