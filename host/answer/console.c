/* The console's loop: see console.h. */
#include "answer/console.h"

#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>

#include "answer/bot.h"
#include "answer/console_inner.h"
#include "table/speech.h"

bool console_is_person(const char *answerer) {
  return strcmp(answerer, "me") == 0 || strcmp(answerer, "person") == 0;
}

static const char *answerer(const Console *c, int seat) {
  return c->s->config.answerer[console_seat_code(seat)];
}

/* The world changes with new scripts; its bots are read then. */
static bool know_world(Console *c) {
  if (c->known == c->s->world) return true;
  Bytes err = {0};
  c->known = c->s->world;
  bool opened = bots_open(c->known, &err);
  if (!opened) {
    console_bad(c, err.data);
    term_say(c->term, "The bots answer at random.");
  }
  bytes_free(&err);
  return opened;
}

/* --- the curtain --- */

static bool shares(const Console *c) {
  return c->people > 1 && !c->options.one_person;
}

static bool wait_for_enter(Console *c, const char *text) {
  const char *line;
  TermInput input = prompt_read(c->prompt, text, TERM_SECRET, &line);
  if (input == TERM_LINE) return true;
  c->leave = true;
  c->interrupted = input == TERM_INTERRUPT;
  return false;
}

/* The screen belongs to another seat from now on. */
static bool change_reader(Console *c, int seat) {
  if (c->reader == seat) return true;
  bool curtain = shares(c);
  if (!curtain) {
    c->reader = seat;
    return true;
  }
  Bytes text = {0};
  c->reader = SEAT_NONE;
  term_clear(c->term);
  console_tell(c);
  bytes_format(&text, "%s alone looks at the screen now and presses Enter. ",
               console_seat_name(c, seat));
  bool there = wait_for_enter(c, text.data);
  bytes_free(&text);
  if (!there) return false;
  c->reader = seat;
  c->drawn = false;
  return true;
}

/* --- asking --- */

static TermInput read_line(Console *c, const char **line) {
  Bytes text = {0};
  bytes_format(&text, "%s> ",
               c->s->state == SESSION_QUESTION
                   ? console_seat_name(c, console_table(c)->question.seat)
                   : "croupier");
  TermInput input = prompt_read(c->prompt, text.data, 0, line);
  bytes_free(&text);
  return input;
}

/* One line after another until one is an answer or changes where we are. */
static void read_answer(Console *c) {
  for (;;) {
    const char *line;
    TermInput input = read_line(c, &line);
    if (input != TERM_LINE) {
      c->leave = true;
      c->interrupted = input == TERM_INTERRUPT;
      return;
    }
    if (console_type(c, line) != TYPED_AGAIN) return;
    console_tell(c);
  }
}

static void ask_person(Console *c) {
  Table *t = console_table(c);
  Bytes sentence = {0};
  if (!session_safe(c->s, &sentence)) console_bad(c, sentence.data);
  bytes_free(&sentence);
  if (!change_reader(c, t->question.seat)) return;
  console_tell(c);
  if (t->question.kind == ASK_NOTHING) {
    if (shares(c) && !wait_for_enter(c, "Nothing to choose here: press "
                                        "Enter. "))
      return;
    session_answer(c->s, "", true, &sentence);
    bytes_free(&sentence);
    return;
  }
  if (!c->drawn) console_draw(c);
  c->drawn = false;
  console_hand(c);
  console_question(c);
  read_answer(c);
}

static void bot_failed(Console *c, const char *bot, const char *why) {
  term_sayf(c->term, "%sThe bot %s failed, so chance answers: %s%s", MARK_BAD,
            bot, why, MARK_PLAIN);
  session_answer_random(c->s);
}

static void ask_bot(Console *c, const char *bot) {
  Bytes text = {0};
  int seat = console_table(c)->question.seat;
  BotSays says = strcmp(bot, "random") == 0
                     ? BOT_RANDOM
                     : bot_answer(c->s->world, bot, &text);
  if (says == BOT_RANDOM) {
    session_answer_random(c->s);
  } else if (says == BOT_FAILED) {
    bot_failed(c, bot, text.data);
  } else {
    session_keep_notes(c->s, console_seat_code(seat));
    Bytes sentence = {0};
    if (!session_answer(c->s, text.data, false, &sentence))
      bot_failed(c, bot, sentence.data ? sentence.data : "no answer");
    bytes_free(&sentence);
  }
  bytes_free(&text);
}

/* Dice that people roll are asked of whoever is there. */
static bool is_asked_here(const Console *c) {
  const Question *q = &console_table(c)->question;
  if (q->kind == ASK_DIE) return c->prompt != NULL && c->people > 0;
  return console_is_person(answerer(c, q->seat));
}

static void ask(Console *c) {
  const Question *q = &console_table(c)->question;
  if (!is_asked_here(c)) {
    ask_bot(c, answerer(c, q->seat));
  } else if (c->prompt == NULL) {
    c->leave = true;
  } else {
    ask_person(c);
  }
}

/* --- the end --- */

static void standing_line(Console *c, lua_State *L) {
  lua_getfield(L, -1, "place");
  lua_getfield(L, -2, "seat");
  lua_rawgeti(L, -1, 0);
  lua_Integer seat = lua_tointeger(L, -1);
  lua_getfield(L, -4, "score");
  const char *score = lua_isnil(L, -1) ? "" : lua_tostring(L, -1);
  term_sayf(c->term, "%3lld. %s%s%s", (long long)lua_tointeger(L, -4),
            console_seat_name(c, (int)seat - 1), *score ? "   " : "", score);
  lua_pop(L, 4);
}

static void show_standings(Console *c) {
  lua_State *L = c->s->world->L;
  int base = lua_gettop(L);
  term_heading(c->term, "standings");
  if (lua_rawgeti(L, LUA_REGISTRYINDEX, console_table(c)->standings_ref) !=
      LUA_TTABLE)
    term_say(c->term, "No result.");
  else
    for (lua_Integer i = 1; lua_rawgeti(L, base + 1, i) == LUA_TTABLE; i++) {
      standing_line(c, L);
      lua_settop(L, base + 1);
    }
  lua_settop(L, base);
}

void console_standings(Session *s, Term *term) {
  Console c = {.s = s, .term = term, .reader = SEAT_NONE};
  show_standings(&c);
}

static void finish(Console *c) {
  char hex[SEED_TEXT];
  console_tell(c);
  show_standings(c);
  session_seed(c->s, hex);
  term_sayf(c->term, "%sThe seed was %s.%s", MARK_DIM, hex, MARK_PLAIN);
  if (c->s->journal && journal_path(c->s->journal))
    term_sayf(c->term, "%sCheck the deal: croupier verify %s%s", MARK_DIM,
              journal_path(c->s->journal), MARK_PLAIN);
}

/* A script has failed: the table stands, somebody may mend it. */
static bool mend(Console *c) {
  console_tell(c);
  console_bad(c, session_problem(c->s));
  if (c->prompt == NULL || c->people == 0) return false;
  term_say(c->term, "The table is whole and kept. Mend the script and "
                    "`:reload`, take back an answer with `:undo`, see all "
                    "with `:trace`, or `:quit`.");
  read_answer(c);
  return !c->leave;
}

static int leave(Console *c) {
  Bytes sentence = {0};
  if (!session_safe(c->s, &sentence)) console_bad(c, sentence.data);
  bytes_free(&sentence);
  if (c->s->journal && journal_path(c->s->journal))
    term_sayf(c->term, "The table is kept: `croupier resume %s` goes on "
                       "with it.", journal_path(c->s->journal));
  return c->interrupted ? 130 : 0;
}

static int loop(Console *c) {
  while (!c->leave && !term_gone(c->term)) {
    SessionState state = session_run(c->s);
    know_world(c);
    if (c->reader == SEAT_NONE || !shares(c)) console_tell(c);
    if (state == SESSION_OVER) {
      finish(c);
      return 0;
    }
    if (state == SESSION_BROKEN) {
      if (!mend(c)) return c->leave ? leave(c) : 1;
    } else {
      ask(c);
    }
  }
  return leave(c);
}

static int only_person(const Console *c) {
  int found = SEAT_NONE, n = 0;
  for (int i = 1; i <= c->s->config.world.players; i++)
    if (console_is_person(c->s->config.answerer[i])) {
      found = i - 1;
      n++;
    }
  return n == 1 && c->people == 1 ? found : SEAT_NONE;
}

int console_play(Session *s, Term *term, Prompt *prompt,
                 const ConsoleOptions *options) {
  Console c = {.s = s, .term = term, .prompt = prompt, .options = *options,
               .reader = SEAT_NONE};
  char hex[SEED_TEXT];
  for (int i = console_table(&c)->has_gm ? 0 : 1;
       i <= s->config.world.players; i++)
    c.people += console_is_person(s->config.answerer[i]);
  c.reader = only_person(&c);
  if (prompt != NULL) console_complete_with(&c);
  session_commitment(s, hex);
  term_sayf(term, "%sThe seed's SHA-256 is %s.%s", MARK_DIM, hex, MARK_PLAIN);
  if (s->config.stack != NULL)
    console_good(&c, "The deck is stacked: the first shuffle leaves named "
                     "cards on top.");
  return loop(&c);
}
