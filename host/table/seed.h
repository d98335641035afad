/* The seed of a game as people give it. */
#ifndef TABLE_SEED_H
#define TABLE_SEED_H

#include <stdbool.h>
#include <stdint.h>

/* 64 hexadecimal digits are the seed itself; of any other text the seed is
 * its SHA-256. */
void seed_read(const char *text, uint8_t seed[32]);

/* A seed from the system's own chance. False when it gives none. */
bool seed_fresh(uint8_t seed[32]);

#endif
