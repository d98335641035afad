/* Options of the command line: what a command takes is a table, and reading,
 * refusing and `--help` are made from it.
 *
 * `--name value` and `--name=value` are the same; so are the letters `-n 5`
 * and `-n5`. `--` ends the options. `-h` and `--help` exist for every command. */
#ifndef CMD_OPTIONS_H
#define CMD_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "cmd/command.h"

enum { OPTIONS_MAX = 256, OPTIONS_GO_ON = -1 };

typedef struct OptionSpec {
  const char *name;  /* "seed"; NULL ends the table. "*" stands for every name
                        in the plural that no table has, "*one" for every
                        other that none is near to; both take a value */
  char letter;       /* 'n', or 0 */
  const char *value; /* what the value is called in the help; NULL: a flag */
  const char *help;
} OptionSpec;

typedef struct GivenOption {
  const OptionSpec *spec;
  const char *name, *value; /* as typed, without dashes; value NULL: a flag */
} GivenOption;

typedef struct Options {
  GivenOption given[OPTIONS_MAX];
  int count;
  const char *rest[OPTIONS_MAX]; /* what is no option, in order */
  int rests;
  char name_room[OPTIONS_MAX][32];
} Options;

/* Reads argv[1..]. `tables` is ended by NULL. OPTIONS_GO_ON, or the status to
 * exit with after a sentence on stderr. */
int options_read(Options *o, const Command *command,
                 const OptionSpec *const *tables, int argc, char **argv);

/* The last value given for an option, or NULL; a flag's is "". */
const char *options_value(const Options *o, const char *name);
bool options_flag(const Options *o, const char *name);

/* A whole number from low to high into *n, unchanged when not given. False
 * after a sentence on stderr. */
bool options_number(const Options *o, const char *name, long low, long high,
                    long *n);

/* Refuses more than `most` or fewer than `least` of the rest, with a sentence
 * that names the command's usage. OPTIONS_GO_ON or STATUS_USAGE. */
int options_rest(const Options *o, const Command *command, int least, int most);

/* One sentence on stderr, "croupier: ...", with a line break; returns
 * STATUS_USAGE. */
int usage_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
