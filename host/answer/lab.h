/* The laboratory: many games of one kind, played by bots on all cores.
 *
 * A game's result depends on the seed and its number, never on the thread
 * that played it: each thread has a world of its own, and writes what came of
 * game g in row g. */
#ifndef ANSWER_LAB_H
#define ANSWER_LAB_H

#include <stdbool.h>
#include <stdint.h>

#include "table/session.h"

enum { MEASURES_MAX = 64 };

typedef struct LabConfig {
  SessionConfig session; /* whose journal is not used */
  uint64_t games;
  int jobs;         /* threads, 1 or more */
  uint64_t limit;   /* questions after which a game is stopped */
  double actions;   /* chance of an action at a step boundary, 0..1 */
  const char *save; /* a folder for a journal a game, or NULL */
  /* Told how many games are done, ten times a second, by the thread that
   * called lab_run. False: stop, and count what is there. May be NULL. */
  bool (*progress)(void *ud, uint64_t done, uint64_t games);
  void *ud;
} LabConfig;

typedef enum LabEnd {
  LAB_NOT_PLAYED, /* stopped before it was over */
  LAB_RESULT,
  LAB_NO_RESULT, /* the game said so */
  LAB_STOPPED,   /* at the limit of questions */
  LAB_FAILED
} LabEnd;

typedef struct LabResult {
  int seats, measures;
  uint64_t games;
  uint8_t *end;    /* LabEnd of each game */
  int32_t *place;  /* [game * seats + seat], from 1; 0: none */
  double *score;   /* [game * seats + seat] */
  double *measure; /* [game * measures + m] */
  char names[MEASURES_MAX][64], meanings[MEASURES_MAX][160];
  uint64_t questions; /* that were answered */
  double seconds;
  uint64_t failed; /* the number of the first game that failed */
  Bytes problem;   /* and why */
} LabResult;

/* Plays them. False and the mistakes in err when no game can begin. */
bool lab_run(const LabConfig *config, LabResult *out, Bytes *err);
void lab_free(LabResult *r);

#endif
