/* Chance by purpose: see paired.h. */
#include "table/paired.h"

#include <string.h>

#include "table/table.h"

uint64_t chance_text(const char *text) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (; *text != '\0'; text++)
    hash = (hash ^ (uint8_t)*text) * UINT64_C(0x100000001b3);
  return hash;
}

/* A number for this purpose at this count: purposes that happen to share a counter
 * still get different numbers. */
static uint64_t counted(Table *t, uint64_t purpose) {
  Paired *p = &t->paired;
  return mix64(mix64(p->key, purpose), ++p->count[purpose % PURPOSES]);
}

Rng *chance_for(Table *t, Purpose what, uint64_t which) {
  if (!t->paired.on) return &t->rng;
  uint64_t step = chance_text(t->step != NULL ? t->step : "");
  rng_stream(&t->rng, t->seed, "paired",
             counted(t, mix64(what, mix64(which, step))));
  return &t->rng;
}

Rng *chance_redrawn(Table *t) {
  Search *s = &t->search;
  if (!s->redraws) return NULL;
  int i = s->drawn++;
  if (i < SEARCH_DRAWS && s->other_draw[i] == 0) return NULL;
  uint64_t which = i < SEARCH_DRAWS ? s->other_draw[i] : s->world;
  rng_stream(&s->other, s->key, "search: unseen", (uint64_t)i << 32 ^ which);
  return &s->other;
}

uint64_t chance_question(Table *t) {
  const Question *q = &t->question;
  if (!t->paired.on) return t->questions;
  return counted(t, mix64((uint64_t)q->seat, chance_text(q->name)));
}

void chance_pass(Table *t, int depth, uint64_t which) {
  Paired *p = &t->paired;
  if (!p->on) return;
  p->key = p->level[depth] = mix64(p->level[depth], which);
  memset(p->count, 0, sizeof p->count);
  piles_pair(t->piles, p->key | 1);
}

void chance_reset(Table *t) {
  Rng rng;
  piles_pair(t->piles, 0);
  if (!t->paired.on) return;
  rng_stream(&rng, t->seed, "pairs", t->game);
  t->paired.level[0] = rng_word(&rng);
  chance_pass(t, 0, 0);
}

void chance_imagined(Table *t, uint64_t world, uint64_t taken) {
  Paired *p = &t->paired;
  rng_stream(&t->rng, t->search.key, "search: chance", world);
  p->on = true;
  for (int d = 0; d <= t->place.depth; d++) p->level[d] = rng_word(&t->rng);
  chance_pass(t, t->place.depth, 0);
  for (int i = 0; i < t->piles->piles; i++)
    t->piles->pile[i].last.order =
        mix64(t->search.order ^ t->questions ^ taken << 32, (uint64_t)i);
}
