/* Who sits where: what is played, by whom, from which seed, as the options
 * of play, sim and others say. */
#ifndef CMD_SEATING_H
#define CMD_SEATING_H

#include "cmd/options.h"
#include "table/session.h"

/* --seats, --players (--fishers where a player is a fisher), --player, --set,
 * --seed, --stdlib: one of a command's tables. */
extern const OptionSpec seating_options[];

typedef struct Seating {
  SessionConfig config; /* ready for session_begin but for the journal; its
                           texts are the options', which must outlive it */
  bool seed_given;
  char question[512]; /* asks people who takes part, where nothing says it and
                         the game wants to know; else "" */
} Seating;

typedef struct SeatingUse {
  bool people; /* at a seat that nobody was named for: the first is "me" */
  int usual;   /* seats when nothing is said, within the game's range; 0: the
                  fewest */
  const char *named; /* the answer to Seating's question, or NULL */
} SeatingUse;

/* The game and its variants are opened once to know what a seat is. A new
 * seed is drawn where none is given. False, and sentences in err: then the
 * status to exit with is STATUS_USAGE, or STATUS_FAILED when *broken says
 * that the game's own scripts are wrong. */
bool seating_read(const Options *o, const char *game, SeatingUse use,
                  Seating *out, bool *broken, Bytes *err);

/* Is it the scripts that are wrong, or what was typed? A script's mistake
 * begins with its file and line. */
bool seating_names_script(const char *sentence);

/* The same of the command's GAME for games without people. False after the
 * mistakes were printed: *status to exit with. */
bool seating_bots(const Options *o, int usual, Seating *out, int *status);

/* A command about one GAME: reads its options, and calls `with` with room for
 * a seating. */
int seating_command(const Command *command, const OptionSpec *const *tables,
                    int argc, char **argv,
                    int (*with)(const Options *o, Seating *room));

/* Prints the sentences of err on stderr, as usage_error does; the status. */
int seating_error(const Bytes *err, bool broken);

#endif
