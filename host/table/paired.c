/* Chance by purpose: see paired.h. */
#include "table/paired.h"

#include <string.h>

uint64_t chance_text(const char *text) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (; *text != '\0'; text++)
    hash = (hash ^ (uint8_t)*text) * UINT64_C(0x100000001b3);
  return hash;
}

/* A purpose with how often it has come up: purposes that share a counter by
 * chance are still apart. */
static uint64_t counted(Table *t, uint64_t purpose) {
  Paired *p = &t->paired;
  return mix64(purpose, ++p->count[purpose % PURPOSES]);
}

Rng *chance_for(Table *t, Purpose what, uint64_t which) {
  if (!t->paired.on) return &t->rng;
  uint64_t step = chance_text(t->step != NULL ? t->step : "");
  rng_stream(&t->rng, t->seed, "paired",
             counted(t, mix64(mix64(t->paired.key, what), mix64(which, step))));
  return &t->rng;
}

uint64_t chance_question(Table *t) {
  const Question *q = &t->question;
  if (!t->paired.on) return t->questions;
  return counted(t, mix64((uint64_t)q->seat, chance_text(q->name)));
}

void chance_reset(Table *t) {
  Rng rng;
  if (!t->paired.on) return;
  rng_stream(&rng, t->seed, "pairs", t->game);
  t->paired.key = rng_word(&rng) | 1;
  memset(t->paired.count, 0, sizeof t->paired.count);
  piles_pair(t->piles, t->paired.key);
}
