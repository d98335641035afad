/* seven: writes the tables of host/core/handrank_seven.h as a C file.
 *
 * A mask has 13 bits, two to ace. What a rank looks like is said in
 * handrank_computed.c. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { MASKS = 8192, RANKS = MASKS - 1 };

/* A rank's upper half, the ranks among which its kickers are, and which of
 * those that are there count, lowest first. */
typedef struct Entry {
  unsigned named, left, kept;
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

/* Where the straight of these ranks is in `high`. Fewer than four ranks are
 * left over. */
static unsigned straight(unsigned mask) {
  if (count(mask) < 4) return 1;
  unsigned run = (mask << 1 | mask >> 12) & mask;
  unsigned top = run & run << 2 & (mask << 1 | mask >> 12) << 3 & RANKS;
  return top ? (unsigned)count(highest(top) - 1) - 1 : 0;
}

enum { ALL = RANKS, BUT_ONE = ALL - 1, BUT_TWO = ALL - 3 };

/* Of the ranks in `two`, `three` are there three times. Of seven ranks five
 * count; a pair leaves five others and three count, threes four and two. Two
 * pair leave three, or two when there was a third pair, and one counts. */
static Entry entry(unsigned two, unsigned three) {
  unsigned named = three ? three : keep(two, 2), other = two ^ three;
  unsigned code = count(two) > 1 ? 0x2000 : 0;
  if (three && other) return (Entry){0xa000 | named, other, ALL};
  return (Entry){(three ? 0x4000 : code) | named, RANKS ^ named,
                 count(two) > 2 ? BUT_ONE : BUT_TWO};
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

/* Have three suits so many cards each, three bits a suit, and the fourth what
 * seven leave, is there a flush? */
static unsigned five(unsigned counts) {
  unsigned sum = 0;
  bool five = false;
  for (int s = 0; s < 9; s += 3) {
    sum += counts >> s & 7;
    five = five || (counts >> s & 7) >= 5;
  }
  return sum <= 7 && (five || sum <= 2);
}

static void put(const char *name, unsigned of(unsigned at), unsigned size) {
  printf(".%s = {", name);
  for (unsigned at = 0; at < size; at++)
    printf("%s0x%x,", at % 8 ? " " : "\n", of(at));
  puts("},");
}

static unsigned high(unsigned straight) {
  if (straight < 2) return 0;
  return (0x6000u | 1u << (straight + 1)) << 16;
}

/* Two ranks twice and one three times, or the other way round, are left over:
 * of three ranks in `two` none is odd, but which one would be is asked. */
static unsigned rows(unsigned two) {
  static const unsigned entries[] = {1, 2, 4, 5};
  return count(two) > 3 ? 0 : entries[count(two)];
}

static unsigned named(Entry it) { return it.named << 16; }
static unsigned left(Entry it) { return it.left; }
static unsigned kept(Entry it) { return it.kept; }

static void put_entries(const char *name, unsigned of(Entry it)) {
  printf(".%s = {", name);
  for (unsigned two = 0; two < MASKS; two++)
    for (unsigned which = 0; which < rows(two); which++)
      printf("0x%x,\n", of(entry(two, some_of(two, which))));
  puts("},");
}

static void put_rows(void) {
  unsigned at = 0;
  puts(".row = {");
  for (unsigned two = 0; two < MASKS; at += rows(two++))
    printf("%u,\n", rows(two) ? at : 0);
  puts("},");
}

static void put_cards(void) {
  puts(".card = {");
  for (int c = 0; c < 52; c++)
    printf("0x%llx,\n", (unsigned long long)card(c / 13, c % 13));
  puts("},");
}

int main(void) {
  puts("#include \"core/handrank_seven.h\"");
  puts("const HandTables handrank_tables = {");
  put_cards();
  put("high", high, 12);
  put_entries("named", named);
  put_entries("left", left);
  put_entries("kept", kept);
  put_rows();
  put("straight", straight, MASKS);
  put("fives", five, 512);
  puts("};");
  return 0;
}
