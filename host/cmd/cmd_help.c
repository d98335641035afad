/* croupier list: what there is to play. Also what is printed when no command
 * is given. */
#include <stdio.h>

#include "cmd/command.h"

static int run(int argc, char **argv) {
  (void)argc;
  (void)argv;
  return STATUS_DONE;
}

const Command command_help = {"help", "...", "[options]", run};
