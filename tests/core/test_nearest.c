/* Nearest names, and the distance against a plain recursive definition. */
#include <string.h>

#include "bind/bind.h"
#include "check.h"

static const char *nearest_of(const char *wanted, const char *const *names) {
  Nearest n;
  nearest_start(&n, wanted);
  for (; *names != NULL; names++) nearest_offer(&n, *names);
  return n.best;
}

#define NEAREST(wanted, want, ...)                                             \
  do {                                                                         \
    const char *got = nearest_of(wanted, (const char *[]){__VA_ARGS__, NULL}); \
    CHECK(got != NULL && strcmp(got, want) == 0);                              \
  } while (0)
#define NONE(wanted, ...) \
  CHECK(nearest_of(wanted, (const char *[]){__VA_ARGS__, NULL}) == NULL)

static void test_slips(void) {
  NEAREST("hnad", "hand", "shown", "hand", "deck");
  NEAREST("HNAD", "hand", "shown", "hand", "deck");
  NEAREST("chip", "chips", "hand", "chips");
  NEAREST("roundss", "rounds", "sounds_of", "rounds");
  NEAREST("suite", "suit", "suit", "site");
  NEAREST("ANTE", "ante", "Ant", "ante");
  NEAREST("ante", "ante", "antE_", "ante");
  NEAREST("to", "two", "two", "top");
  NEAREST("hihg_tied", "high_tide", "rod_and_reel", "high_tide");
}

static void test_ties_and_none(void) {
  NEAREST("bat", "cat", "cat", "rat");
  NEAREST("bat", "rat", "rat", "cat");
  NEAREST("x", "X", "y", "X");
  NEAREST("opend", "opened", "open", "opened", "spend");
  NONE("x", "y");
  NONE("", "a", "ab");
  NONE("ante", "chips", "hand");
  NONE("deal", "xyzl");
  CHECK(nearest_of("deal", (const char *[]){NULL}) == NULL);
}

static void test_long(void) {
  char a[200], b[200];
  memset(a, 'a', 199), memset(b, 'a', 199);
  a[199] = b[199] = '\0';
  NEAREST(a, b, "aaa", b);
  b[0] = 'b';
  NONE(a, b);
  b[64] = '\0';
  a[64] = '\0';
  NEAREST(a, b, b);
  NONE("aaaa", a);
  a[60] = '\0';
  memset(b, 'a', 70), b[70] = '\0'; /* longer than names are compared */
  NONE(a, b);
  NEAREST("deck", "Deck", "Deck", "deck"); /* the first that is equal */
}

/* Is there a way from a to b in d edits, none of them overlapping? */
static int within(const char *a, const char *b, int d) {
  while (*a != '\0' && *a == *b) a++, b++;
  if (*a == *b) return 1;
  if (d == 0) return 0;
  if (*a != '\0' && within(a + 1, b, d - 1)) return 1;
  if (*b != '\0' && within(a, b + 1, d - 1)) return 1;
  if (*a == '\0' || *b == '\0') return 0;
  if (within(a + 1, b + 1, d - 1)) return 1;
  return a[0] == b[1] && a[1] == b[0] && within(a + 2, b + 2, d - 1);
}

static void word(unsigned *x, char *to) {
  *x = *x * 1664525u + 1013904223u;
  unsigned bits = *x >> 8, n = bits % 8;
  for (unsigned i = 0; i < n; i++)
    to[i] = (char)('a' + ((bits >> (2 * i)) & 3));
  to[n] = '\0';
}

static void test_random(void) {
  unsigned x = 7;
  long wrong = 0, found = 0;
  for (int i = 0; i < 30000; i++) {
    char a[8], b[8];
    word(&x, a), word(&x, b);
    int want = within(a, b, (int)(strlen(a) + 1) / 3);
    int got = nearest_of(a, (const char *[]){b, NULL}) != NULL;
    wrong += want != got;
    found += got;
  }
  CHECK_INT(wrong, 0);
  CHECK(found > 500);
}

int main(void) {
  test_slips();
  test_ties_and_none();
  test_long();
  test_random();
  return check_done("nearest");
}
