/* croupier: the commands. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "table/l_table.h"
#include "table/world.h"

int main(int argc, char **argv) {
  WorldConfig *c = calloc(1, sizeof *c);
  Bytes err = {0};
  c->game = argv[1];
  c->players = atoi(argv[2]);
  long games = argc > 3 ? atol(argv[3]) : 1;
  for (int i = 0; i <= c->players; i++)
    snprintf(c->player[i].name, sizeof c->player[i].name, "P%d", i);
  World *w = world_open(c, NULL, &err);
  if (w == NULL) {
    printf("%s\n", err.data);
    return 1;
  }
  uint8_t seed[32] = {7};
  Table *t = w->table;
  unsigned long long questions = 0;
  struct timespec a, b;
  clock_gettime(CLOCK_MONOTONIC, &a);
  for (long g = 0; g < games; g++) {
    if (!table_reset(t, seed, (uint64_t)g)) {
      printf("reset: %s\n", table_message(t));
      return 1;
    }
    TableStop stop = TABLE_STEP;
    for (;;) {
      if (stop == TABLE_STEP)
        stop = table_run(t);
      else if (stop == TABLE_QUESTION)
        stop = question_random(t) ? table_go_on(t) : table_fail(t);
      else
        break;
    }
    questions += t->questions;
    if (stop == TABLE_FAILED) {
      printf("failed: %s\n%s\n", table_message(t), table_trace(t));
      return 1;
    }
  }
  clock_gettime(CLOCK_MONOTONIC, &b);
  double s = (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) / 1e9;
  printf("%ld games, %llu questions, %.3f s: %.0f games/s, %.0f questions/s\n", games, questions, s, (double)games / s, (double)questions / s);
  world_close(w);
  return 0;
}
