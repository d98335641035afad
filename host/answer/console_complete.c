/* Completion of what may be typed: see console_inner.h. Answers are offered
 * to the seat that is asked and looks at the screen, to nobody else. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "answer/bot.h"
#include "answer/console_inner.h"
#include "table/speech.h"

static void offer(PromptOffers *offers, const char *before, const char *word,
                  const char *after) {
  Bytes text = {0};
  bytes_format(&text, "%s%s%s", before, word, after);
  if (text.data != NULL) prompt_offer(offers, text.data);
  bytes_free(&text);
}

/* --- commands --- */

static void offer_command(void *ud, const char *name, const char *help) {
  (void)help;
  bool more = strcmp(name, "seat") == 0 || strcmp(name, "set") == 0 ||
              strcmp(name, "pool") == 0 || strcmp(name, "move") == 0 ||
              strcmp(name, "why") == 0;
  offer(ud, ":", name, more ? " " : "");
}

static void offer_seats(Console *c, PromptOffers *offers) {
  for (int i = 1; i <= c->s->config.world.players; i++)
    offer(offers, "", c->s->config.world.player[i].name, " ");
  if (console_table(c)->has_gm) prompt_offer(offers, "GM ");
}

static void offer_bot(void *ud, const char *name, const char *line) {
  (void)line;
  prompt_offer(ud, name);
}

static void offer_rules(Console *c, PromptOffers *offers) {
  lua_State *L = c->s->world->L;
  int base = lua_gettop(L);
  world_push_build(c->s->world);
  if (world_call(c->s->world, "core.screen", "rule_names", 1, 1))
    for (lua_Integer i = 1; lua_rawgeti(L, base + 1, i) == LUA_TSTRING; i++) {
      offer(offers, "", lua_tostring(L, -1), " ");
      lua_settop(L, base + 1);
    }
  lua_settop(L, base);
}

static void offer_labels(Console *c, const char *list, const char *after,
                         PromptOffers *offers) {
  lua_State *L = c->s->world->L;
  int base = lua_gettop(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, console_table(c)->ref.hooks);
  lua_getfield(L, -1, list);
  for (lua_Integer i = 1; lua_rawgeti(L, base + 2, i) == LUA_TSTRING; i++) {
    offer(offers, "", lua_tostring(L, -1), after);
    lua_settop(L, base + 2);
  }
  lua_settop(L, base);
}

/* `:seat Ben angler`: a seat, then who answers. */
static size_t offer_for_seat(Console *c, const char *before, size_t at,
                             PromptOffers *offers) {
  const char *gap = strrchr(before + at, ' ');
  if (gap == NULL) {
    offer_seats(c, offers);
    return at;
  }
  prompt_offer(offers, "me");
  bots_list(c->s->world, offer_bot, offers);
  return (size_t)(gap - before) + 1;
}

/* `:move Kh to the deck`: the second word on is a pile. */
static size_t offer_for_move(Console *c, const char *before, size_t at,
                             PromptOffers *offers) {
  const char *to = strstr(before + at, " to ");
  if (to == NULL) {
    prompt_offer(offers, "to ");
    const char *gap = strrchr(before + at, ' ');
    return gap == NULL ? at : (size_t)(gap - before) + 1;
  }
  offer_labels(c, "pile_names", "", offers);
  return (size_t)(to - before) + 4;
}

/* --- answers --- */

static void offer_options(Console *c, PromptOffers *offers) {
  Table *t = console_table(c);
  const Question *q = &t->question;
  if (q->kind == ASK_CONFIRM) {
    prompt_offer(offers, "yes");
    prompt_offer(offers, "no");
  }
  if (q->kind != ASK_ONE_OF && q->kind != ASK_CARD && q->kind != ASK_CARDS)
    return;
  int place[CARDS_MAX], n = answer_order(t, place);
  for (int i = 0; i < n; i++) {
    Bytes marked = {0}, word = {0};
    answer_option(t, place[i], &marked);
    speech_render(t, marked.data ? marked.data : "", q->seat, &SPEECH_LETTERS,
                  &word);
    offer(offers, "", word.data ? word.data : "",
          q->kind == ASK_CARDS ? " " : "");
    bytes_free(&marked);
    bytes_free(&word);
  }
}

/* Answers to the reader's question, of which the first begins at `at`; the
 * place where the one to complete does. */
static size_t offer_answer(Console *c, const char *before, size_t at,
                           PromptOffers *offers) {
  const Question *q = &console_table(c)->question;
  const char *gap = strrchr(before + at, ' ');
  if (c->s->state != SESSION_QUESTION || c->reader != q->seat) return at;
  offer_options(c, offers);
  if (q->kind != ASK_CARDS || gap == NULL) return at;
  return (size_t)(gap - before) + 1;
}

/* --- what follows a command --- */

/* What follows a command's name; the place where it begins. */
static size_t offer_rest(Console *c, const char *before, size_t at,
                         PromptOffers *offers) {
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)(at - 2), before + 1);
  if (strcasecmp(name, "seat") == 0)
    return offer_for_seat(c, before, at, offers);
  if (strcasecmp(name, "move") == 0)
    return offer_for_move(c, before, at, offers);
  if (strcasecmp(name, "why") == 0) return offer_answer(c, before, at, offers);
  if (strcasecmp(name, "set") == 0) offer_rules(c, offers);
  if (strcasecmp(name, "pool") == 0) offer_labels(c, "pool_names", " ", offers);
  return at;
}

static size_t complete(void *ctx, const char *before, PromptOffers *offers) {
  Console *c = ctx;
  if (before[0] == ':') {
    const char *end = strchr(before, ' ');
    if (end != NULL)
      return offer_rest(c, before, (size_t)(end - before) + 1, offers);
    console_commands(c, offer_command, offers);
    return 0;
  }
  return offer_answer(c, before, 0, offers);
}

void console_complete_with(Console *c) {
  prompt_complete(c->prompt, complete, c);
}
