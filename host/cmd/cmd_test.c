/* croupier test --golden: compares kept playthroughs. */
#include <stdio.h>

#include "cmd/command.h"
#include "cmd/golden.h"
#include "cmd/options.h"

static const OptionSpec specs[] = {
    {"only", 'o', "TEXT", "only tests whose name contains TEXT"},
    {"list", 'l', NULL, "name the tests that pass, with their time"},
    {"stdlib", 0, "DIR", "the library from a folder instead of the program"},
    {NULL, 0, NULL, NULL}};
static const OptionSpec *const tables[] = {specs, golden_options, NULL};

static int run(int argc, char **argv) {
  Options o;
  GoldenCount sum = {0, 0};
  int status = options_read(&o, &command_test, tables, argc, argv);
  if (status != OPTIONS_GO_ON) return status;
  if (!golden_run(&o, &sum)) return STATUS_USAGE;
  printf("golden: %d passed, %d failed\n", sum.passed, sum.failed);
  return sum.failed > 0 ? STATUS_FAILED : STATUS_DONE;
}

const Command command_test = {"test", "", "[PATH|GAME...] [options]", run};
