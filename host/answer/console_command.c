/* The console's commands: a table of names, each a function. A game's own
 * actions are commands too. The beginning of a name will do where only one
 * command begins so. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <lauxlib.h>

#include "answer/bot.h"
#include "answer/console_verbs.h"
#include "answer/pages.h"
#include "bind/bind.h"
#include "table/speech.h"

typedef struct Verb {
  const char *name, *help;
  Typed (*run)(Console *c, const char *rest);
} Verb;

Typed verb_said(Console *c, bool done, Bytes *sentence, const char *good) {
  if (!done)
    console_bad(c, sentence->data ? sentence->data : "that can't be done");
  else if (good != NULL)
    console_good(c, good);
  bytes_free(sentence);
  return TYPED_AGAIN;
}

bool verb_in_play(Console *c) {
  if (c->s->state == SESSION_QUESTION) return true;
  console_bad(c, "the game has stopped: `:reload` or `:undo` first");
  return false;
}

const char *verb_word(const char *rest, char *word, size_t size) {
  size_t n = strcspn(rest, " =");
  snprintf(word, size, "%.*s", (int)n, rest);
  rest += n;
  while (*rest == ' ' || *rest == '=') rest++;
  return rest;
}

/* --- help --- */

static void help_line(void *ud, const char *name, const char *help) {
  Console *c = ud;
  term_sayf(c->term, "  :%-8s %s", name, help);
}

typedef struct Wanted {
  Console *c;
  const char *name;
  bool found;
} Wanted;

static void wanted_line(void *ud, const char *name, const char *help) {
  Wanted *w = ud;
  if (strcmp(name, w->name) != 0) return;
  help_line(w->c, name, help);
  w->found = true;
}

/* One command, or a page about what stands in scripts. */
static Typed help_for(Console *c, const char *name) {
  Text text = {0};
  Wanted w = {c, name + (*name == ':'), false};
  console_commands(c, wanted_line, &w);
  if (w.found) return TYPED_AGAIN;
  if (pages_find(name, &text)) {
    term_say(c->term, text.s);
  } else {
    pages_missing(name, NULL, &text);
    console_bad(c, text.s);
  }
  text_free(&text);
  return TYPED_AGAIN;
}

static Typed do_help(Console *c, const char *rest) {
  if (*rest != 0) return help_for(c, rest);
  term_say(c->term,
           "Answer as you would say it: a card as Kh or king of "
           "hearts, an option by its words or by its number in the "
           "list, several apart by spaces, an amount as a number, `all` "
           "(all in) for the most or `min` for the least, a blank line for "
           "what "
           "[Enter: ...] says, - for nothing. Tab completes. Or "
           "type a command:");
  console_commands(c, help_line, c);
  return TYPED_SHOWN;
}

/* --- looking --- */

static Typed do_table(Console *c, const char *rest) {
  (void)rest;
  console_draw(c, true);
  return TYPED_SHOWN;
}

static Typed do_hand(Console *c, const char *rest) {
  (void)rest;
  if (!console_hand(c)) term_say(c->term, "You have no cards in hand.");
  return TYPED_AGAIN;
}

static Typed do_rules(Console *c, const char *rest) {
  (void)rest;
  console_lines(c, "rules", false);
  return TYPED_SHOWN;
}

static Typed do_scores(Console *c, const char *rest) {
  (void)rest;
  console_lines(c, "scores", true);
  return TYPED_AGAIN;
}

static Typed do_log(Console *c, const char *rest) {
  (void)rest;
  console_log(c);
  return TYPED_SHOWN;
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
  if (c->trace.count == 0)
    console_bad(c, "no script has failed at this table");
  else
    term_say(c->term, c->trace.data);
  return TYPED_AGAIN;
}

static Typed do_seed(Console *c, const char *rest) {
  (void)rest;
  char hex[SEED_TEXT];
  session_commitment(c->s, hex);
  term_sayf(c->term, "The seed's SHA-256 is %s.", hex);
  term_say(c->term, "The seed itself is shown when the game is over.");
  return TYPED_AGAIN;
}

/* What the best bot would do, in words. */
static void say_hint(Console *c, const char *bot, const char *text) {
  Table *t = console_table(c);
  Bytes sentence = {0}, words = {0}, marked = {0};
  if (!answer_read(t, text, &sentence)) {
    console_bad(c, sentence.data ? sentence.data : "the bot has no answer");
  } else {
    lua_xmove(t->co, t->L, 1);
    speech_value(t, t->L, lua_gettop(t->L), &marked);
    console_render(c, marked.data ? marked.data : "", &words);
    lua_pop(t->L, 1);
    term_sayf(c->term, "The bot %s would answer: %s", bot, words.data);
  }
  bytes_free(&sentence);
  bytes_free(&words);
  bytes_free(&marked);
}

static Typed do_hint(Console *c, const char *rest) {
  (void)rest;
  Bytes text = {0};
  const char *bot = bots_best(c->s->world);
  int seat = console_table(c)->question.seat;
  if (c->s->state != SESSION_QUESTION || c->reader != seat) {
    console_bad(c, "there is no question of yours to answer");
    return TYPED_AGAIN;
  }
  BotSays says = bot_answer(c->s->world, bot, &text);
  session_old_notes(c->s, console_seat_code(seat));
  if (says == BOT_ANSWERS)
    say_hint(c, bot, text.data);
  else if (says == BOT_FAILED)
    console_bad(c, text.data);
  else
    console_bad(c, "no bot of this game knows this question");
  bytes_free(&text);
  return TYPED_AGAIN;
}

/* --- finding the command --- */

static const Verb *verbs(void) {
  static const Verb all[] = {
      {"help", "this list, or a page: :help pile", do_help},
      {"undo", "take back the last answer of a person", verb_undo},
      {"save", "where this table is kept", verb_save},
      {"rules", "the rules in force", do_rules},
      {"table", "the table", do_table},
      {"hand", "your own cards", do_hand},
      {"scores", "a line a player", do_scores},
      {"log", "all that was told", do_log},
      {"hint", "what a bot would do", do_hint},
      {"why", "ANSWER: why it is legal or not; alone: who asks this and why",
       verb_why},
      {"odds", "your chances, where the game tells them", do_odds},
      {"reload", "read the scripts again and go on with them", verb_reload},
      {"trace", "the last script error in full", do_trace},
      {"seed", "the seed's commitment; the seed after the game", do_seed},
      {"seat",
       "who answers for whom; NAME WHO: who does from now on (me, "
       "random, a bot)",
       verb_seat},
      {"peek", "all cards", verb_peek},
      {"set", "RULE VALUE: change a rule", verb_set},
      {"pool", "POOL AMOUNT: put a pool right", verb_pool},
      {"move", "CARD PILE: put a card right", verb_move},
      {"quit", "leave; the table is kept", verb_quit},
      {NULL, NULL, NULL}};
  return all;
}

void console_actions(Console *c, ConsoleEach *each, void *ud) {
  World *w = c->s->world;
  lua_State *L = w->L;
  int base = lua_gettop(L);
  world_push_build(w);
  if (world_call(w, "core.screen", "actions", 1, 1))
    for (lua_Integer i = 1; lua_rawgeti(L, base + 1, i) == LUA_TTABLE; i++) {
      lua_rawgeti(L, -1, 1);
      lua_rawgeti(L, -2, 2);
      each(ud, lua_tostring(L, -2), lua_tostring(L, -1));
      lua_settop(L, base + 1);
    }
  lua_settop(L, base);
}

/* Where the game has a seat for one. */
static bool is_masters(const Verb *v) {
  return v->run == verb_peek || v->run == verb_set || v->run == verb_pool ||
         v->run == verb_move;
}

void console_commands(Console *c, ConsoleEach *each, void *ud) {
  bool gm = console_table(c)->has_gm;
  for (const Verb *v = verbs(); v->name != NULL; v++) {
    char help[128];
    snprintf(help, sizeof help, "%s%s", v->help,
             !is_masters(v) ? ""
             : gm           ? ", for the game master"
                            : "; the table is told");
    each(ud, v->name, help);
  }
  console_actions(c, each, ud);
}

typedef struct Search {
  const char *typed;
  char name[64]; /* what was found */
  bool exact;
  int begin; /* how many begin as typed */
  Nearest near;
} Search;

static void compare(void *ud, const char *name, const char *help) {
  Search *s = ud;
  (void)help;
  nearest_offer(&s->near, name);
  bool begins = strncasecmp(name, s->typed, strlen(s->typed)) == 0;
  if (!begins || s->exact) return;
  s->exact = strlen(name) == strlen(s->typed);
  s->begin++;
  snprintf(s->name, sizeof s->name, "%s", name);
}

static Typed no_such(Console *c, const Search *s) {
  Bytes sentence = {0};
  const char *best = nearest_best(&s->near);
  if (s->begin > 1)
    bytes_format(&sentence, "several commands begin with `:%s`", s->typed);
  else
    bytes_format(&sentence, "no command `:%s`", s->typed);
  if (best != NULL)
    bytes_format(&sentence, ", did you mean `:%s`?", best);
  else
    bytes_text(&sentence, "; `:help` lists them");
  return verb_said(c, false, &sentence, NULL);
}

Typed console_command(Console *c, const char *line) {
  char typed[64];
  Search s = {.typed = typed};
  while (*line == ' ') line++;
  const char *rest = verb_word(line, typed, sizeof typed);
  if (*typed == 0) return do_help(c, "");
  nearest_start(&s.near, typed);
  console_commands(c, compare, &s);
  if (!s.exact && s.begin != 1) return no_such(c, &s);
  for (const Verb *v = verbs(); v->name != NULL; v++)
    if (strcmp(v->name, s.name) == 0) return v->run(c, rest);
  return verb_act(c, s.name, rest);
}
