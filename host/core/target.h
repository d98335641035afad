/* Named poker hands as targets: "fives full of twos", "ten-high flush".
 *
 * A target is the least rank (handrank.h) that meets it: kind and named
 * values without kickers. So `rank >= target` is a success, targets compare
 * with <, and handrank_name, _kind and _values read them too. */
#ifndef CORE_TARGET_H
#define CORE_TARGET_H

#include "core/handrank.h"

enum { TARGET_NOTE = 200, TARGET_STEPS = 98 };

/* The target of a kind with its named values (ranks 0..12; the second is
 * ignored where the kind has one). */
uint32_t target_of(HandKind kind, const int values[2]);

/* What a hand of that rank would be as a target: its kickers dropped. */
uint32_t target_named(uint32_t rank);

/* Reads a target as people say it, letter case and punctuation ignored.
 * False: `note` is a sentence saying what would be right. True: `note` is
 * empty, or warns that no hand is as low as that ("five-high flush"). */
bool target_parse(const char *text, uint32_t *target, char note[TARGET_NOTE]);

/* The target lowered by `chips` (none if negative): each lowers every named
 * value by one; where one falls below the least its kind can have, the
 * target becomes the next lower kind at its highest. 98 chips lead from a
 * royal flush to 7-high; more have no effect. */
uint32_t target_lower(uint32_t target, long chips);

/* How far `mine` is above `theirs`, each the rank of a hand or a target: 15
 * a kind apart, plus the difference of the first named values. -127..127.
 * With `highest`, the best of all cards counts instead of the first named,
 * and where the sign would contradict mine >= theirs the degree is 0. */
int target_degree(uint32_t mine, uint32_t theirs, bool highest);

#endif
