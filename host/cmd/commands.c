/* The list of commands: a new one is a line here and a file cmd_X.c. */
#include <stddef.h>
#include <string.h>

#include "cmd/command.h"
#include "core/nearest.h"

const Command *const *commands(void) {
  static const Command *const all[] = {&command_list,
                                       &command_show,
                                       &command_play,
                                       &command_resume,
                                       &command_replay,
                                       &command_verify,
                                       &command_sim,
                                       &command_new,
                                       &command_check,
                                       &command_sheet,
                                       &command_stubs,
                                       &command_test,
                                       &command_run,
                                       &command_repl,
                                       &command_completion,
                                       &command_help,
                                       NULL};
  return all;
}

const Command *command_find(const char *name) {
  for (const Command *const *c = commands(); *c != NULL; c++)
    if (strcmp((*c)->name, name) == 0) return *c;
  return NULL;
}

const char *command_nearest(const char *name) {
  Nearest n;
  nearest_start(&n, name);
  for (const Command *const *c = commands(); *c != NULL; c++)
    nearest_offer(&n, (*c)->name);
  return nearest_best(&n);
}
