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

#endif
