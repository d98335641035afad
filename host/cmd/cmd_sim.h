/* What `croupier sim` prints of its games. */
#ifndef CMD_CMD_SIM_H
#define CMD_CMD_SIM_H

#include "answer/figures.h"
#include "answer/term.h"

typedef struct SimReport {
  const LabConfig *config;
  const LabResult *result;
  Ends ends;
  const char *seed; /* as it was given; NULL: drawn anew */
} SimReport;

/* For people; for programs on standard output. False without memory. */
bool sim_print(const SimReport *r, Term *term);
bool sim_json(const SimReport *r);

#endif
