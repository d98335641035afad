/* One LuaUnit suite: a file of tests, run in a state of its own. */
#ifndef CMD_SUITE_H
#define CMD_SUITE_H

#include <stdbool.h>

typedef struct SuiteSettings {
  const char *only;   /* tests whose name contains this, or NULL */
  bool list;          /* name those that pass too */
  const char *stdlib; /* a folder instead of the embedded library, or NULL */
} SuiteSettings;

typedef struct SuiteCount {
  int passed, failed;
} SuiteCount;

/* Adds what passed and failed; a file that can't be run is one failure. What
 * failed is printed as "FILE:LINE: what". */
void suite_run(const char *path, const SuiteSettings *settings,
               SuiteCount *sum);

#endif
