/* The C tests' only tool: count checks, name the failed ones, close with
 * "N passed, N failed". One test program includes it once. */
#ifndef TESTS_CHECK_H
#define TESTS_CHECK_H

#include <stdio.h>

static long checks_passed, checks_failed;

#define CHECK(condition)                                                      \
  do {                                                                        \
    if (condition) {                                                          \
      checks_passed++;                                                        \
    } else {                                                                  \
      checks_failed++;                                                        \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
    }                                                                         \
  } while (0)

#define CHECK_INT(got, want)                                          \
  do {                                                                \
    long long g_ = (long long)(got), w_ = (long long)(want);          \
    if (g_ == w_) {                                                   \
      checks_passed++;                                                \
    } else {                                                          \
      checks_failed++;                                                \
      fprintf(stderr, "%s:%d: %s is %lld, expected %lld\n", __FILE__, \
              __LINE__, #got, g_, w_);                                \
    }                                                                 \
  } while (0)

/* The closing line and the exit status. */
static inline int check_done(const char *what) {
  printf("%s: %ld passed, %ld failed\n", what, checks_passed, checks_failed);
  return checks_failed != 0;
}

#endif
