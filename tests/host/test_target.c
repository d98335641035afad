/* Targets: what people say, the ladder from the royal flush to seven-high
 * chip by chip and back through its text, degrees. */
#include "check.h"
#include "core/target.h"

#include <string.h>

static uint32_t target(const char *text) {
  uint32_t found = 0;
  char note[TARGET_NOTE];
  if (!target_parse(text, &found, note)) fprintf(stderr, "%s\n", note);
  return found;
}

static bool says(uint32_t rank, const char *want) {
  char name[HAND_NAME];
  handrank_name(rank, name);
  if (strcmp(name, want)) fprintf(stderr, "%s, not %s\n", name, want);
  return !strcmp(name, want);
}

static bool read_as(const char *text, const char *want) {
  return says(target(text), want);
}

/* Refused, with a sentence that has `part` in it. */
static bool refused(const char *text, const char *part) {
  uint32_t found = 0;
  char note[TARGET_NOTE];
  if (target_parse(text, &found, note)) return false;
  if (!strstr(note, part)) fprintf(stderr, "%s\n", note);
  return strstr(note, part) != NULL;
}

static void check_text(void) {
  CHECK(read_as("fives full of twos", "fives full of twos"));
  CHECK(read_as("Full house, 5s over 2's", "fives full of twos"));
  CHECK(read_as("two pair, eights and fours", "two pair, eights and fours"));
  CHECK(read_as("4s and 8s", "two pair, eights and fours"));
  CHECK(read_as("2 pairs: 8 and 4", "two pair, eights and fours"));
  CHECK(read_as("a pair of 8s and a pair of 4s", "two pair, eights and fours"));
  CHECK(read_as("two pair, twos and threes", "two pair, threes and twos"));
  CHECK(read_as("pair of 2s", "pair of twos"));
  CHECK(read_as("a pair of jacks or better", "pair of jacks"));
  CHECK(read_as("two kings", "pair of kings"));
  CHECK(read_as("pair of sixes", "pair of sixes"));
  CHECK(read_as("TEN-HIGH FLUSH", "ten-high flush"));
  CHECK(read_as("a flush, queen high", "queen-high flush"));
  CHECK(read_as("flush to the Q", "queen-high flush"));
  CHECK(read_as("ace-high straight", "ace-high straight"));
  CHECK(read_as("A-high straight", "ace-high straight"));
  CHECK(read_as("four jacks", "four jacks"));
  CHECK(read_as("four of a kind, fours", "four fours"));
  CHECK(read_as("4 4s", "four fours"));
  CHECK(read_as("three of a kind: threes", "three threes"));
  CHECK(read_as("trip nines", "three nines"));
  CHECK(read_as("7-high", "seven-high"));
  CHECK(read_as("no pair, ace high", "ace-high"));
  CHECK(read_as("high card 10", "ten-high"));
  CHECK(read_as("royal flush", "royal flush"));
  CHECK(read_as("9-high straight flush", "nine-high straight flush"));
  CHECK(read_as("ace-high straight flush", "royal flush"));
}

static void check_refusals(void) {
  CHECK(refused("", "expected one poker hand"));
  CHECK(refused("8", "expected one poker hand"));
  CHECK(refused("quen-high flush", "did you mean \"queen\"?"));
  CHECK(refused("xyzzy", "two pair, eights and fours"));
  CHECK(refused("sevens full of sevens", "two different ranks"));
  CHECK(refused("two pair, 8s and 8s", "two different ranks"));
  CHECK(refused("flush", "ten-high flush"));
  CHECK(refused("fives full", "fives full of twos"));
  CHECK(refused("pair of eights and fours", "pair of kings"));
  CHECK(refused("queen-high royal flush", "royal flush"));
  CHECK(refused("pair of kings flush", "expected one poker hand"));
  CHECK(refused("three four five", "expected one poker hand"));
  CHECK(refused("eleven-high", "no word of a poker hand"));
  char longest[3000];
  memset(longest, 'k', sizeof longest);
  longest[sizeof longest - 1] = 0;
  CHECK(refused(longest, "expected one poker hand"));
}

static void check_warnings(void) {
  uint32_t found = 0;
  char note[TARGET_NOTE];
  CHECK(target_parse("five-high flush", &found, note));
  CHECK(strstr(note, "seven-high flush"));
  CHECK(says(found, "five-high flush"));
  CHECK(says(target_lower(found, 1), "ace-high straight"));
  CHECK(says(target_lower(found, 2), "king-high straight"));
  CHECK(target_parse("seven-high flush", &found, note) && !*note);
  CHECK(target_parse("five-high", &found, note) && *note);
  CHECK(says(target_lower(found, 3), "five-high"));
}

static void check_ladder(void) {
  uint32_t at = target("royal flush");
  long steps = 0;
  for (; at != target("7-high"); steps++) {
    char name[HAND_NAME];
    handrank_name(at, name);
    CHECK(target(name) == at);
    CHECK(target_lower(target("royal flush"), steps) == at);
    CHECK(target_lower(at, 1) < at);
    at = target_lower(at, 1);
  }
  CHECK_INT(steps, TARGET_STEPS);
  CHECK(target_lower(at, 5) == at);
  CHECK(target_lower(target("royal flush"), 1000000000000) == at);
  CHECK(target_lower(target("royal flush"), -3) == target("royal flush"));
}

static void check_lowering(void) {
  CHECK(says(target_lower(target("jacks full of sevens"), 2),
             "nines full of fives"));
  CHECK(says(target_lower(target("fives full of twos"), 5), "ten-high flush"));
  CHECK(says(target_lower(target("ten-high flush"), 3), "seven-high flush"));
  CHECK(says(target_lower(target("twos full of sixes"), 1), "ace-high flush"));
  CHECK(says(target_lower(target("five-high straight flush"), 1), "four aces"));
  CHECK(says(target_lower(target("four twos"), 1), "aces full of kings"));
  CHECK(says(target_lower(target("5-high straight"), 1), "three aces"));
  CHECK(
      says(target_lower(target("three twos"), 1), "two pair, aces and kings"));
  CHECK(says(target_lower(target("eights and twos"), 1), "pair of aces"));
  CHECK(says(target_lower(target("pair of twos"), 1), "ace-high"));
}

/* The rank of cards as "Kh Td 2c". */
static uint32_t rank(const char *text) {
  uint8_t cards[9];
  size_t n = 0;
  for (const char *p = text; *p; p += p[2] ? 3 : 2) {
    size_t r = (size_t)(strchr("23456789TJQKA", p[0]) - "23456789TJQKA");
    size_t suit = (size_t)(strchr("cdhs", p[1]) - "cdhs");
    cards[n++] = (uint8_t)(suit * 13 + r);
  }
  return handrank_of(cards, n);
}

static void check_degrees(void) {
  uint32_t olaf = rank("Qh Th 4h 2h 9h 8d 6d 4s");
  CHECK(olaf >= target("seven-high flush"));
  CHECK_INT(target_degree(olaf, target("seven-high flush"), false), 5);
  CHECK_INT(target_degree(olaf, target("ace-high straight"), false), 13);
  uint32_t fours = target("two pair, eights and fours");
  CHECK_INT(target_degree(rank("Td Th 9h 9s 5s"), fours, false), 2);
  CHECK_INT(target_degree(rank("3d 3h 3s 2h 2s"), fours, false), 55);
  uint32_t high = rank("As Td 6s 4h 2c");
  CHECK_INT(target_degree(high, target("a pair of 2s"), false), -3);
  uint32_t royal = target("royal flush"), floor = target("7-high");
  CHECK_INT(target_degree(rank("Ah Kh Qh Jh Th"), floor, false), 127);
  CHECK_INT(target_degree(rank("7h 5h 4d 3c 2s"), royal, false), -127);
  uint32_t threes = rank("8d 8h 3s 3h As");
  CHECK(threes < fours);
  CHECK_INT(target_degree(threes, fours, false), 0);
  CHECK_INT(target_degree(threes, fours, true), 0);
  CHECK_INT(target_degree(rank("8d 8h 5s 5h As"), fours, true), 6);
  uint32_t wheel = rank("Ad 2h 3s 4h 5s");
  CHECK_INT(target_degree(wheel, target("five-high straight"), false), 0);
  CHECK_INT(target_degree(wheel, target("five-high straight"), true), 0);
}

static void check_named(void) {
  CHECK(target_named(rank("Qh Th 9h 4h 2h")) == target("queen-high flush"));
  CHECK(target_named(rank("8d 8h 3s 3h As")) == target("eights and threes"));
  CHECK(target_named(rank("As Td 6s 4h 2c")) == target("ace-high"));
  CHECK(target_named(rank("5d 5h 5s 2h 2s")) == target("fives full of twos"));
  CHECK(rank("8d 8h 4s 4h As") >= target("eights and fours"));
  CHECK(rank("7h 5h 4d 3c 2s") >= target("7-high"));
}

int main(void) {
  check_text();
  check_refusals();
  check_warnings();
  check_ladder();
  check_lowering();
  check_degrees();
  check_named();
  return check_done("target");
}
