/* What the benches share: a piece of work is run several times, by the
 * thread's own time; its median rate is printed with the spread. */
#ifndef BENCH_TIMING_H
#define BENCH_TIMING_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { TIMING_RUNS = 9 };

/* Does the work `times` times and gives something that depends on it. */
typedef uint64_t Work(void *ud, long times);

static inline double timing_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static inline int timing_order(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Median nanoseconds for each of `times`, and the spread in percent. */
static inline double timing(Work *work, void *ud, long times, double *spread) {
  volatile uint64_t used;
  double run[TIMING_RUNS];
  used = work(ud, times / 10 + 1);
  for (int i = 0; i < TIMING_RUNS; i++) {
    double start = timing_now();
    used = work(ud, times);
    run[i] = (timing_now() - start) / (double)times;
  }
  (void)used;
  qsort(run, TIMING_RUNS, sizeof *run, timing_order);
  double median = run[TIMING_RUNS / 2];
  *spread = 100 * (run[TIMING_RUNS - 1] - run[0]) / median;
  return median;
}

/* Prints a line; `each` is how many units one of `times` is worth, `wanted` the
 * bar: for what is measured beside other programs, how many times as fast as
 * the best of them (NOTES.md has how fast it is). */
static inline void figure_beside(const char *name, const char *unit,
                                 double each, Work *work, void *ud, long times,
                                 const char *wanted) {
  double spread, ns = timing(work, ud, times, &spread);
  printf("  %-36s %9.2f ns %10.2f M %s/s  spread %.0f%%", name, ns,
         1e3 * each / ns, unit, spread);
  if (wanted == NULL)
    puts("");
  else
    printf(" (wanted: %s)\n", wanted);
}

static inline void figure(const char *name, const char *unit, double each,
                          Work *work, void *ud, long times) {
  figure_beside(name, unit, each, work, ud, times, NULL);
}

#endif
