/* Bots: who answers a question by a script of the game's own, from what its
 * seat may see; stdlib/core/bots.lua. "random" is always there. */
#ifndef ANSWER_BOT_H
#define ANSWER_BOT_H

#include "table/bytes.h"
#include "table/world.h"

typedef enum BotSays {
  BOT_ANSWERS, /* there is an answer */
  BOT_RANDOM,  /* the bot leaves this question to chance */
  BOT_FAILED   /* `text` holds the sentence */
} BotSays;

/* Lets a bot stage its answer to the table's open question (answer.h). */
BotSays bot_stage(World *w, const char *name, Bytes *text);

/* The same for what is still C: nothing is staged, `text` holds the answer's
 * kept form. */
BotSays bot_answer(World *w, const char *name, Bytes *text);

/* Reads the game's bots.lua. False and a sentence when the file is no good. */
bool bots_open(World *w, Bytes *err);

bool bots_have(World *w, const char *name);

/* The bot that the game calls its best, or "random". Live while w is. */
const char *bots_best(World *w);

/* Calls `each` with every bot's name and its line, sorted by name. */
void bots_list(World *w,
               void (*each)(void *ud, const char *name, const char *line),
               void *ud);

#endif
