/* Chance: the published words on every path, streams, numbers, saving, and
 * the frozen way from words to numbers, shuffles and answers. The
 * vectors were made by another program, written from rng.c's head comment. */

#include <ctype.h>
#include <limits.h>
#include <nettle/sha2.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/chance.h"
#include "core/cpu_variants.h"

static Chacha *const chacha[CPU_VARIANTS] = VARIANTS_OF(chacha);

#define COUNT(a) (sizeof(a) / sizeof *(a))

static const uint8_t published_seed[33] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ123456";

static Rng stream(const char *label, uint64_t number) {
  uint8_t key[32];
  for (int i = 0; i < 32; i++) key[i] = (uint8_t)i;
  Rng r;
  rng_stream(&r, key, label, number);
  return r;
}

/* The first 8 bytes of the SHA-256 of numbers of `size` bytes, written the
 * lowest byte first, as a number. */
static uint64_t digest(const void *numbers, size_t count, size_t size) {
  struct sha256_ctx hash;
  uint8_t bytes[8];
  sha256_init(&hash);
  for (size_t i = 0; i < count; i++) {
    uint64_t n = size == 2 ? ((const uint16_t *)numbers)[i]
                           : ((const uint64_t *)numbers)[i];
    for (size_t b = 0; b < size; b++) bytes[b] = (uint8_t)(n >> 8 * b);
    sha256_update(&hash, size, bytes);
  }
  sha256_digest(&hash, 8, bytes);
  uint64_t all = 0;
  for (int i = 0; i < 8; i++) all = all << 8 | bytes[i];
  return all;
}

/* C2SP lists 372 words; SHA-256 of that list begins with bfec3d41.... */
static const uint64_t published = 0xbfec3d418b829afe;

static void test_published_words(void) {
  Rng r;
  uint64_t word[372];
  rng_seed(&r, published_seed);
  for (size_t i = 0; i < 372; i++) word[i] = rng_word(&r);
  CHECK(word[0] == 0xb773b6063d4616a5);
  CHECK(word[371] == 0xddd9c6d34bffa11f);
  CHECK(digest(word, 372, 8) == published);
}

/* The published words from the blocks alone, by each variant that is there. */
static void test_ways(void) {
  static const uint32_t zero[4];
  for (CpuVariant variant = CPU_PLAIN; variant < CPU_VARIANTS; variant++) {
    if (!cpu_has(variant)) continue;
    uint32_t key[8], block[CHACHA_WORDS];
    uint64_t word[372], *to = word;
    memcpy(key, published_seed, 32); /* little-endian, as x86 and ARM are */
    for (int turn = 0; turn < 3; turn++) {
      chacha[variant](block, key, zero, 12);
      for (int i = 0; i < 248; i += 2)
        *to++ = block[i] | (uint64_t)block[i + 1] << 32;
      memcpy(key, block + 248, 32);
    }
    CHECK(digest(word, 372, 8) == published);
  }
}

/* All variants agree when another word counts and carries. */
static void test_ways_agree(void) {
  const uint32_t key[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  for (int counting = 12; counting < 16; counting++) {
    uint32_t tail[4] = {0xfffffff9, 0xfffffffd, 7, 0xfffffff0};
    uint32_t want[CHACHA_WORDS], got[CHACHA_WORDS];
    chacha[CPU_PLAIN](want, key, tail, counting);
    for (CpuVariant variant = CPU_PLAIN; variant < CPU_VARIANTS; variant++) {
      if (!cpu_has(variant)) continue;
      chacha[variant](got, key, tail, counting);
      CHECK(memcmp(got, want, sizeof got) == 0);
    }
  }
}

static void test_streams(void) {
  Rng r = stream("table", 7);
  CHECK(rng_word(&r) == 0xe912f3c7d277e2de);
  CHECK(rng_word(&r) == 0xeaf7872ff7476338);
  CHECK(rng_word(&r) == 0xd7b43b6a94efd433);
  Rng other = stream("table", 8), named = stream("tabl", 7);
  CHECK(rng_word(&other) != 0xe912f3c7d277e2de);
  CHECK(rng_word(&named) != 0xe912f3c7d277e2de);
}

static void test_a_copy_goes_on_alike(void) {
  Rng r = stream("copy", 0);
  for (int i = 0; i < 120; i++) rng_word(&r);
  Rng copy = r;
  for (int i = 0; i < 300; i++) CHECK(rng_word(&r) == rng_word(&copy));
}

static void test_below(void) {
  static const struct {
    uint64_t n, want;
  } vector[] = {{1, 0},
                {2, 0},
                {6, 3},
                {52, 12},
                {1000, 639},
                {1000000000000, 722045212278},
                {0x8000000000000001, 1619637585111458416},
                {0x8000000000000001, 8601157953215469210},
                {UINT64_MAX, 9273822547907320590U},
                {20, 8}};
  Rng r = stream("numbers", 0);
  for (size_t i = 0; i < COUNT(vector); i++)
    CHECK(rng_below(&r, vector[i].n) == vector[i].want);
}

/* The number from the first word that may give one, as rng.c writes it down. */
static uint64_t first_good(uint64_t word(void *), void *from, uint64_t n) {
  for (;;) {
    unsigned __int128 product = (unsigned __int128)word(from) * n;
    if ((uint64_t)product >= -n % n) return (uint64_t)(product >> 64);
  }
}

static uint64_t next_of_stream(void *r) { return rng_word(r); }
static uint64_t next_of_answer(void *d) { return draws_word(d); }

/* Of a bound just above half of all words every second word is dropped. */
static void test_dropped_words(void) {
  Rng r = stream("dropped", 0), same = r;
  Draws d, other;
  uint8_t key[32] = {1};
  draws_key(&d, key, "dropped", 0);
  other = d;
  for (uint64_t i = 0; i < 500; i++) {
    uint64_t n = 0x8000000000000001 + i;
    CHECK(rng_below(&r, n) == first_good(next_of_stream, &same, n));
    CHECK(draws_below(&d, n) == first_good(next_of_answer, &other, n));
  }
}

/* 64 hexadecimal digits are the seed itself, of any other text its SHA-256. */
static void test_seeds(void) {
  static const char lower[] =
      "000102030405060708090a0b0c0d0e0f101112131415161718191aab1c1d1eff";
  uint8_t seed[32], other[32];
  char text[70];
  Rng a, b;
  seed_read(lower, seed);
  CHECK(seed[0] == 0 && seed[1] == 1 && seed[27] == 0xab && seed[31] == 0xff);
  for (int i = 0; i <= 64; i++) text[i] = (char)toupper(lower[i]);
  seed_read(text, other);
  CHECK(memcmp(seed, other, 32) == 0);
  for (const char *wrong = "gG/:@` "; *wrong != '\0'; wrong++) {
    text[63] = *wrong;
    seed_read(text, seed);
    rng_seed(&a, seed);
    rng_seed_text(&b, text, 64);
    CHECK(rng_word(&a) == rng_word(&b));
  }
  for (int size = 63; size <= 65; size += 2) { /* too short, too long */
    memset(text, 'a', 65), text[size] = '\0';
    seed_read(text, seed);
    rng_seed(&a, seed);
    rng_seed_text(&b, text, (size_t)size);
    CHECK(rng_word(&a) == rng_word(&b));
  }
}

static void test_saving(void) {
  Rng r = stream("saved", 0), again;
  uint8_t saved[RNG_SAVED];
  for (int i = 0; i < 300; i++) {
    rng_save(&r, saved);
    CHECK(rng_load(&again, saved));
    Rng ahead = r;
    bool same = true;
    for (int k = 0; k < 130; k++)
      same = rng_word(&ahead) == rng_word(&again) && same;
    CHECK(same);
    uint8_t twice[RNG_SAVED];
    CHECK(rng_load(&again, saved));
    rng_save(&again, twice);
    CHECK(memcmp(saved, twice, RNG_SAVED) == 0);
    rng_word(&r);
  }
  for (int at = 124; at < 256; at++) {
    saved[32] = (uint8_t)at;
    CHECK(!rng_load(&again, saved));
  }
}

/* ---- frozen vectors ----------------------------------------------------- */

static uint16_t *in_order(size_t n) {
  uint16_t *a = malloc(n * sizeof *a);
  for (size_t i = 0; i < n; i++) a[i] = (uint16_t)i;
  return a;
}

/* The first deal of stream "deck", 1: to check by hand. */
static void test_one_deck(void) {
  static const uint8_t want[52] = {
      47, 15, 44, 42, 41, 18, 21, 8,  32, 49, 26, 6,  51, 29, 13, 34, 14, 50,
      22, 40, 20, 30, 48, 16, 23, 31, 17, 36, 43, 37, 2,  5,  11, 0,  1,  45,
      33, 4,  38, 39, 19, 35, 3,  9,  10, 46, 28, 7,  27, 12, 25, 24};
  Rng r = stream("deck", 1);
  uint16_t *a = in_order(52);
  rng_shuffle16(&r, a, 52);
  for (int i = 0; i < 52; i++) CHECK_INT(a[i], want[i]);
  free(a);
}

/* n cards shuffled so many times from in order: their digest, and the next
 * word mod 1000, which shows how many words were used. */
static void test_shuffles(void) {
  static const struct {
    size_t n;
    int times;
    uint64_t digest;
    int next;
  } vector[] = {
      {2, 50, 0x67abdd721024f0ff, 275},    {7, 50, 0x920633f4fb06e7b4, 415},
      {40, 200, 0xbc9f0fc06c28337c, 437},  {49, 200, 0x4c03926b70248897, 344},
      {50, 200, 0xad6a7c128b98137d, 971},  {52, 3000, 0x50f5bbc345d6d5e1, 198},
      {54, 300, 0x5c28efecb718bc23, 641},  {89, 200, 0x52e968988d0b5692, 624},
      {90, 200, 0x056875ac0166739f, 950},  {91, 200, 0xfd9b653752f2be0c, 844},
      {95, 100, 0xbd280072f0c5c623, 520},  {104, 100, 0xe8c3cbe8f09b3f04, 884},
      {156, 200, 0xfae8b0799cba7b06, 676}, {411, 60, 0x850a3c689bce1d26, 54},
      {500, 60, 0xa893bab0790d654b, 968},  {8200, 2, 0xbbab9803f2f49a8f, 688},
      {8300, 2, 0xad8383edcb2087c3, 896},  {20000, 1, 0x1d760c5b8d820823, 705},
      {65535, 1, 0xccac4cad9117794a, 955}};
  for (size_t i = 0; i < COUNT(vector); i++) {
    Rng r = stream("shuffle", vector[i].n);
    uint16_t *a = in_order(vector[i].n);
    for (int k = 0; k < vector[i].times; k++) rng_shuffle16(&r, a, vector[i].n);
    CHECK(digest(a, vector[i].n, 2) == vector[i].digest);
    CHECK_INT(rng_word(&r) % 1000, vector[i].next);
    free(a);
  }
}

/* ---- by the rule, slowly --------------------------------------------------
 *
 * Groups of numbers as rng.c's first comment has them, from words of which many
 * leave too little in one half or both. */

/* The numbers for 2 * width bounds, from the first word that is good. */
static void slow_group(Rng *r, const uint32_t *bound, int width, uint32_t *x) {
  for (bool good = false; !good;) {
    uint64_t word = rng_word(r);
    good = true;
    for (int half = 0; half < 2; half++) {
      uint64_t g = word >> 32 * half & UINT32_MAX, product = 1;
      for (int i = half * width; i < (half + 1) * width; i++) {
        x[i] = (uint32_t)(g * bound[i] >> 32);
        g = g * bound[i] & UINT32_MAX;
        product *= bound[i];
      }
      good = good && g >= (1ull << 32) % product;
    }
  }
}

/* `count` numbers for the bounds m, m + 1, m + 2... */
static void slow_numbers(Rng *r, int m, int count, uint32_t *x) {
  static const int limit[5] = {0, INT_MAX, 8192, 406, 90};
  for (int done = 0; done < count;) {
    uint32_t bound[8], some[8];
    int width = 4;
    while (m + 2 * width - 1 > limit[width]) width--;
    for (int i = 0; i < 2 * width; i++, m++) bound[i] = (uint32_t)m;
    slow_group(r, bound, width, some);
    for (int i = 0; i < 2 * width && done < count; i++) x[done++] = some[i];
  }
}

static void exchange(uint16_t *a, uint16_t *b) {
  uint16_t was = *a;
  *a = *b;
  *b = was;
}

/* A stream whose next words have halves of nothing, or nearly so. */
static Rng poor_stream(uint64_t number) {
  Rng r = stream("poor", number), chance = r;
  rng_turn(&r);
  for (int i = 0; i < 2 * RNG_TURN; i++)
    if (rng_below(&chance, 3) == 0)
      r.block[i] = (uint32_t)rng_below(&chance, 3);
  return r;
}

static void check_slow_shuffle(int n, uint64_t number) {
  static uint32_t x[9000];
  uint16_t *fast = in_order((size_t)n), *slow = in_order((size_t)n);
  Rng r = poor_stream(number), s = r;
  rng_shuffle16(&r, fast, (size_t)n);
  slow_numbers(&s, 2, n - 1, x);
  for (int m = 2; m <= n; m++) exchange(slow + m - 1, slow + x[m - 2]);
  CHECK(memcmp(fast, slow, (size_t)n * sizeof *fast) == 0);
  CHECK(rng_word(&r) == rng_word(&s));
  free(fast);
  free(slow);
}

static void test_the_rule(void) {
  for (uint64_t i = 0; i < 200; i++) {
    int n = (int)(i % 70) + 1;
    check_slow_shuffle(n + 1, i);
    check_slow_shuffle(50 + 3 * n, i);
  }
  for (uint64_t i = 0; i < 20; i++) check_slow_shuffle(405 + (int)i, i);
  check_slow_shuffle(8300, 0);
}

/* ---- answers ------------------------------------------------------------ */

static Draws answers(void) {
  uint8_t key[32];
  for (int i = 0; i < 32; i++) key[i] = (uint8_t)i;
  Draws d;
  draws_key(&d, key, "answers", 3);
  return d;
}

static const struct {
  uint64_t question, word[3], word8, word199;
} answer[] = {{0,
               {0xd7c09fd1c1a1b237, 0x3b9ded378b91fbad, 0xb30361495c53b77d},
               0x062afd9b2c64abe3,
               0x35b5b7f0b6ac2f05},
              {15,
               {0x9d8f5aff20c291d2, 0x4359990e010c3b6b, 0x8f7fd5ff75ea9bfd},
               0x15ce417a5d60d16b,
               0xa0c56d72cfe2405d},
              {16,
               {0xe37f5b9dd87579f1, 0xf5cf5d144b52483e, 0xbcb6e41284039e8a},
               0x9b8ad09c6b5f2fcc,
               0x5b18ac740f3abb3d},
              {0x100000005,
               {0x20ec7c5994e06289, 0xef61d0caeafd4a4a, 0xf9ee49bbdab8bb60},
               0x62d00a5b82f3bfb4,
               0x69693dfdabeea68a},
              {1,
               {0x81f3f4566c717b97, 0x590f0a401b2b832a, 0x751f7d42da291e16},
               0xef87767cf1695997,
               0xa6478803da638db3},
              {UINT64_MAX,
               {0xe6e69055c769af68, 0x27208cc7c1ddd31d, 0xfae12f645ba78b21},
               0x1ffd7ecce8cf7de9,
               0x607809b0d0e2d911}};

static void test_answers(void) {
  Draws d = answers();
  for (int twice = 0; twice < 2; twice++)
    for (size_t i = 0; i < COUNT(answer); i++) {
      draws_at(&d, answer[i].question);
      for (int k = 0; k < 200; k++) {
        uint64_t word = draws_word(&d);
        if (k < 3) CHECK(word == answer[i].word[k]);
        if (k == 8) CHECK(word == answer[i].word8);
        if (k == 199) CHECK(word == answer[i].word199);
      }
      draws_at(&d, answer[i].question);
      CHECK(draws_word(&d) == answer[i].word[0]);
    }
}

/* Whatever was asked before, a question gets the same words. */
static void test_answers_in_any_order(void) {
  Draws in_turn = answers(), mixed = answers();
  Rng r = stream("order", 0);
  for (uint64_t q = 0; q < 2000; q++) {
    draws_at(&in_turn, q);
    uint64_t want = 0, got = 0, words = rng_below(&r, 40);
    for (uint64_t i = 0; i < words; i++) want = want * 5 + draws_word(&in_turn);
    draws_at(&mixed, rng_below(&r, 64));
    for (uint64_t i = rng_below(&r, 20); i > 0; i--) draws_word(&mixed);
    draws_at(&mixed, q);
    for (uint64_t i = 0; i < words; i++) got = got * 5 + draws_word(&mixed);
    CHECK(got == want);
  }
}

static void test_answers_below(void) {
  Draws d = answers();
  uint64_t seen[6] = {0};
  for (uint64_t q = 0; q < 60000; q++) {
    draws_at(&d, q);
    uint64_t x = draws_below(&d, 6);
    CHECK(x < 6);
    seen[x % 6]++;
  }
  for (int i = 0; i < 6; i++) CHECK(seen[i] > 9600 && seen[i] < 10400);
  draws_at(&d, 9);
  CHECK(draws_below(&d, 1) == 0);
}

int main(void) {
  test_published_words();
  test_ways();
  test_ways_agree();
  test_streams();
  test_a_copy_goes_on_alike();
  test_below();
  test_dropped_words();
  test_seeds();
  test_saving();
  test_one_deck();
  test_shuffles();
  test_the_rule();
  test_answers();
  test_answers_in_any_order();
  test_answers_below();
  return check_done("rng");
}
