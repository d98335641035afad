/* The commands that are not the front's yet. */
#include <stddef.h>
#include <string.h>

#include "cmd/command.h"

const Command *command_find(const char *name) {
  static const Command *const all[] = {&command_replay, &command_test,
                                       &command_verify, NULL};
  for (const Command *const *c = all; *c != NULL; c++)
    if (strcmp((*c)->name, name) == 0) return *c;
  return NULL;
}
