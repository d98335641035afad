/* Lua's patterns, matched within a number of steps. Knows no Lua state. */
#ifndef SCRIPT_SAFELIB_PATTERN_H
#define SCRIPT_SAFELIB_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PATTERN_ITEMS = 200, PATTERN_CAPTURES = 32 };

typedef struct PatternItem {
  uint8_t op, repeat;
  uint8_t number[2]; /* of a capture; the two ends of %bxy */
  uint32_t length;   /* of a plain text */
  union {
    const char *text;
    uint32_t set[8]; /* one bit a byte */
  } is;
} PatternItem;

/* A pattern made ready; it points into the text it was made from. */
typedef struct Pattern {
  bool anchored; /* began with ^ */
  int count, captures;
  PatternItem item[PATTERN_ITEMS + 1];
} Pattern;

typedef struct Capture {
  const char *start;
  ptrdiff_t length; /* CAPTURE_PLACE: a position */
} Capture;

enum { CAPTURE_OPEN = -1, CAPTURE_PLACE = -2 };

typedef struct Match {
  const Pattern *pattern;
  const char *text, *end; /* the subject */
  long steps, charged;    /* left; below 0 the search was given up */
  Capture capture[PATTERN_CAPTURES];
} Match;

/* Makes the pattern ready. anchors: does a first ^ mean the beginning?
 * Returns NULL, or what is wrong with it. */
const char *pattern_read(Pattern *p, const char *text, size_t length,
                         bool anchors);

/* Bytes that a pattern that was read needs. */
size_t pattern_size(const Pattern *p);

/* Does it match at exactly `at`? Returns the end of the match, or NULL. */
const char *pattern_at(Match *m, const char *at);

/* The first match from *at on: puts its beginning there and returns its end;
 * NULL when there is none or the steps ran out. */
const char *pattern_search(Match *m, const char **at);

#endif
