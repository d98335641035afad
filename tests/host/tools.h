/* What several C tests share besides check.h. */
#ifndef TESTS_TOOLS_H
#define TESTS_TOOLS_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/handrank.h"

/* 31 bits by chance that are the same in each run. */
static inline uint32_t next_random(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*state >> 33);
}

/* The rank of n cards, 5..9. */
static inline uint32_t rank_cards(const uint8_t *cards, size_t n) {
  return handrank_prepared(handrank_prepare(cards, n), n);
}

/* Cards as "Kh Td 2c"; -> how many. */
static inline size_t parse(const char *text, uint8_t *cards) {
  size_t n = 0;
  for (const char *p = text; *p; p += p[2] ? 3 : 2) {
    size_t rank = (size_t)(strchr("23456789TJQKA", p[0]) - "23456789TJQKA");
    size_t suit = (size_t)(strchr("cdhs", p[1]) - "cdhs");
    cards[n++] = (uint8_t)(suit * 13 + rank);
  }
  return n;
}

/* The text of a file, "" where there is none; -> its size. */
static inline size_t slurp(const char *path, char *out, size_t room) {
  FILE *f = fopen(path, "r");
  size_t n = f ? fread(out, 1, room - 1, f) : 0;
  if (f) fclose(f);
  out[n] = '\0';
  return n;
}

#endif
