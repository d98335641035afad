/* Bots: who answers a question by a script of the game's own, from what its
 * seat may see. "random" is always there and needs no script. */
#ifndef ANSWER_BOT_H
#define ANSWER_BOT_H

#include "table/bytes.h"
#include "table/world.h"

typedef enum BotSays {
  BOT_ANSWERS, /* `text` holds the answer, to be read like a typed one */
  BOT_RANDOM,  /* the bot leaves this question to chance */
  BOT_FAILED   /* `text` holds the sentence */
} BotSays;

/* Reads the game's bots.lua. A game without one has only "random". False and
 * a sentence when the file is no good. */
bool bots_open(World *w, Bytes *err);

bool bots_have(World *w, const char *name);

/* The bot that the game calls its best, or "random". Live while w is. */
const char *bots_best(World *w);

/* Calls `each` with every bot's name and its line, sorted by name. */
void bots_list(World *w,
               void (*each)(void *ud, const char *name, const char *line),
               void *ud);

/* Lets a bot answer the table's open question. */
BotSays bot_answer(World *w, const char *name, Bytes *text);

#endif
