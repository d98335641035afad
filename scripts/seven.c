/* seven: writes the tables of host/core/handrank_seven.h as a C file.
 *
 * A mask has 13 bits, two to ace. What a rank looks like is said in
 * handrank_one.c. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { MASKS = 8192, RANKS = MASKS - 1 };

/* A rank's upper half, and the ranks among which its kickers are. */
typedef struct Entry {
  unsigned named, left;
} Entry;

static int count(unsigned mask) {
  int bits = 0;
  for (; mask; mask &= mask - 1) bits++;
  return bits;
}

static unsigned highest(unsigned mask) {
  while (mask & (mask - 1)) mask &= mask - 1;
  return mask;
}

static unsigned keep(unsigned mask, int bits) {
  while (count(mask) > bits) mask &= mask - 1;
  return mask;
}

/* Of seven ranks five count; a pair leaves five others and three count, threes
 * four and two. Two pair leave three, or two when there was a third pair, and
 * one counts, as does one pair beside threes. Six are only left of a flush. */
static unsigned top(unsigned mask) {
  static const int kept[] = {0, 1, 1, 1, 2, 3, 5, 5};
  return count(mask) > 7 ? 0 : keep(mask, kept[count(mask)]);
}

/* Fewer than four ranks are left over. */
static unsigned straight(unsigned mask) {
  if (count(mask) < 4) return 0xc000;
  unsigned run = (mask << 1 | mask >> 12) & mask;
  unsigned high = run & run << 2 & (mask << 1 | mask >> 12) << 3 & RANKS;
  return high ? 0x6000 | highest(high) : 0;
}

/* Of the ranks in `two`, `three` are there three times. */
static Entry entry(unsigned two, unsigned three) {
  unsigned named = three ? three : keep(two, 2), other = two ^ three;
  unsigned code = count(two) > 1 ? 0x2000 : 0;
  if (three && other) return (Entry){0xa000 | named, other};
  return (Entry){(three ? 0x4000 : code) | named, RANKS ^ named};
}

/* Those of the bits of `mask` that `which` says. */
static unsigned some_of(unsigned mask, unsigned which) {
  unsigned some = 0;
  for (; mask; mask &= mask - 1, which >>= 1)
    if (which & 1) some |= mask & -mask;
  return some;
}

static uint64_t card(int suit, int rank) {
  uint64_t counts = 1ull << 3 * rank;
  for (int s = 0; s < 4; s++)
    counts += (s == suit ? 3ull : 1ull) << (39 + 6 * s);
  return counts;
}

static void put_masks(const char *name, unsigned of(unsigned mask)) {
  printf(".%s = {", name);
  for (unsigned mask = 0; mask < MASKS; mask++)
    printf("%s0x%x,", mask % 8 ? " " : "\n", of(mask));
  puts("},");
}

/* Two ranks twice and one three times, or the other way round, are left over:
 * of three ranks in `two` none is odd, but which one would be is asked. */
static unsigned rows(unsigned two) {
  static const unsigned entries[] = {1, 2, 4, 5};
  return count(two) > 3 ? 0 : entries[count(two)];
}

static void put_entries(const char *name, bool named) {
  printf(".%s = {", name);
  for (unsigned two = 0; two < MASKS; two++)
    for (unsigned which = 0; which < rows(two); which++) {
      Entry it = entry(two, some_of(two, which));
      printf("0x%x,\n", named ? it.named << 16 : it.left);
    }
  puts("},");
}

static void put_rows(void) {
  unsigned at = 0;
  puts(".row = {");
  for (unsigned two = 0; two < MASKS; at += rows(two++))
    printf("%u,\n", rows(two) ? at : 0);
  puts("},");
  put_entries("named", true);
  put_entries("left", false);
}

int main(void) {
  puts("#include \"core/handrank_seven.h\"");
  puts("const HandTables handrank_tables = {.card = {");
  for (int c = 0; c < 52; c++)
    printf("0x%llx,\n", (unsigned long long)card(c / 13, c % 13));
  puts("},");
  put_masks("top", top);
  put_masks("straight", straight);
  put_rows();
  puts("};");
  return 0;
}
