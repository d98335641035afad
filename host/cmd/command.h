/* A command of the program: `croupier NAME ...`. */
#ifndef CMD_COMMAND_H
#define CMD_COMMAND_H

/* What the program ends with. */
enum {
  STATUS_DONE = 0,
  STATUS_FAILED = 1, /* the game or the script */
  STATUS_USAGE = 2,  /* the command line was wrong */
  STATUS_INTERRUPTED = 130
};

/* Each cmd_X.c defines `const Command command_X`; commands.c lists them. */
typedef struct Command {
  const char *name;
  const char *summary; /* one line, for the list of commands */
  const char *usage;   /* what follows the name, "GAME [options]", then lines
                          of explanation; its options are printed after it */
  /* argv[0] is the command's name. Returns an exit status. */
  int (*run)(int argc, char **argv);
} Command;

extern const Command command_replay, command_test, command_verify;

/* The command of that name, or NULL. */
const Command *command_find(const char *name);

#endif
