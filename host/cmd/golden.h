/* Golden playthroughs: one game of a fixed seed by fixed bots, told in full,
 * kept beside the game as games/GAME/golden/NAME.txt, NAME being the game's
 * for the game itself and the variants' for those ("deep_water", "a+b").
 *
 * The file's first lines say who plays and with what; so it can be played
 * again from itself alone, and a person can change them. */
#ifndef CMD_GOLDEN_H
#define CMD_GOLDEN_H

#include "cmd/options.h"

/* --write, --seats, --seed, --set, --player: one of a command's tables. */
extern const OptionSpec golden_options[];

typedef struct GoldenCount {
  int passed, failed;
} GoldenCount;

/* Checks, or with --write writes, the goldens of the games named in the rest
 * of o; of all games there are when none is. "GAME" is the game with all its
 * variants, "GAME+VARIANT" just that. With --list names those that are right.
 * What is wrong is printed as "FILE:LINE: what". False after a sentence on
 * stderr when the command line was wrong. */
bool golden_run(const Options *o, GoldenCount *sum);

#endif
