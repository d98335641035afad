/* Chance: from a seed to words, and from words to numbers and shuffles.
 *
 * FROZEN. A journal must deal the same cards for ever, and anybody may check
 * a deal with another program; so what follows may be made faster but not
 * changed. tests/core/test_rng.c and test_dice.c hold vectors of it.
 *
 * Words. ChaCha8Rand as C2SP's chacha8rand.md has it (and Go's math/rand/v2):
 * 64-bit words, 124 a turn. A stream's seed is SHA-256(key, label, 0, number),
 * or SHA-256 of a text.
 *
 * A number below n (rng_below): from one word w the high 64 bits of w * n. If
 * the low 64 bits are less than 2^64 mod n, take the next word instead.
 *
 * A group of numbers from one word. A group has a width k, 1..4, and 2k
 * bounds. The low 32 bits of the word serve the first k bounds, the high 32
 * bits the others: of g * bound the high 32 bits are the number and the low
 * 32 the g for the next bound. If what g is after the last bound is, in
 * either half, less than 2^32 mod the product of that half's bounds, the
 * whole word is dropped and the next one taken. That makes all combinations
 * alike (Brackett-Rozinsky and Lemire, arXiv 2408.06213). The width is the
 * largest k for which no bound of the group is above its limit: 90 for 4, 406
 * for 3, 8192 for 2, none for 1. A bound below 1 counts as 1. A group is
 * always whole, whatever n is: its last numbers may be left unused, but their
 * bounds count for the width and the test. Nothing is kept of a word.
 *
 * A shuffle of a[0..n): bounds 2, 3, 4, ... in groups; the number x for bound
 * m exchanges a[m-1] with a[x], in this order. 52 cards take seven words.
 *
 * A die of s sides is 1 + a number below s.
 *
 * Answers (Draws). Block b of question q is the ChaCha8 block with the key,
 * the counter q (words 12 and 13), b in word 14 and 0x52534e41 in word 15,
 * with only the key added at the end; its words are pairs, low half first.
 *
 * Why so: 25 million shuffles a second where the generator alone would make
 * 180. Going up, a[m-1] has never been stored to when it is loaded; going
 * down the processor guesses wrong about loads that follow stores to unknown
 * places, and it takes nearly twice as long. Two chains of four products of
 * 32 bits beat one of eight of 64, and groups of one size keep branches out.
 * Tried and left: as many bounds a word as fit (four words for 52 cards, but
 * chains of up to 18 products: 45 ns against 40); all numbers first, with
 * vectors, and then the exchanges (47 ns: the two no longer overlap). */
#include <nettle/sha2.h>
#include <stdio.h>
#include <string.h>

#include "core/chance.h"
#include "core/cpu_variants.h"

#define INLINE static inline __attribute__((always_inline))
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define UNROLL _Pragma("GCC unroll 8")

enum { ANSWERS = 0x52534e41 }; /* keeps answers apart from streams' blocks */
static const uint32_t NONE = UINT32_MAX; /* a run that is none */

/* The largest bound of a group of width k: to the k it fits 26 bits, so that
 * a word is dropped one time in 32 at most. */
enum { LIMIT_4 = 90, LIMIT_3 = 406, LIMIT_2 = 8192 };

static uint64_t join(const uint32_t *half, size_t apart) {
  return half[0] | (uint64_t)half[apart] << 32;
}

static void words_of(uint32_t *words, const uint8_t *bytes, size_t n) {
  for (size_t i = 0; i < n; i++, bytes += 4)
    words[i] = bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
               (uint32_t)bytes[3] << 24;
}

static void stream_seed(uint32_t seed[8], const uint8_t key[32],
                        const char *label, uint64_t number) {
  struct sha256_ctx hash;
  uint8_t bytes[32];
  for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)(number >> 8 * i);
  sha256_init(&hash);
  sha256_update(&hash, 32, key);
  sha256_update(&hash, strlen(label) + 1, (const uint8_t *)label);
  sha256_update(&hash, 8, bytes);
  sha256_digest(&hash, sizeof bytes, bytes);
  words_of(seed, bytes, 8);
}

/* ---- words ------------------------------------------------------------- */

/* The next seed stands where a turn leaves it, and the turn is over. */
static uint32_t *next_seed(Rng *r) {
  r->at = RNG_TURN;
  return r->block + (size_t)2 * RNG_TURN;
}

void rng_seed(Rng *r, const uint8_t seed[32]) {
  words_of(next_seed(r), seed, 8);
}

void rng_stream(Rng *r, const uint8_t key[32], const char *label,
                uint64_t number) {
  stream_seed(next_seed(r), key, label, number);
}

void hash_text(uint8_t sum[32], const char *text, size_t size) {
  struct sha256_ctx hash;
  sha256_init(&hash);
  sha256_update(&hash, size, (const uint8_t *)text);
  sha256_digest(&hash, 32, sum);
}

void rng_seed_text(Rng *r, const char *text, size_t size) {
  uint8_t seed[32];
  hash_text(seed, text, size);
  rng_seed(r, seed);
}

void seed_read(const char *text, uint8_t seed[32]) {
  size_t size = strlen(text), digits = strspn(text, "0123456789abcdefABCDEF");
  if (size != 64 || digits != 64) {
    hash_text(seed, text, size);
    return;
  }
  for (int i = 0; i < 32; i++) sscanf(text + 2 * i, "%2hhx", &seed[i]);
}

static void chacha_blocks(uint32_t out[CHACHA_WORDS], const uint32_t key[8],
                          const uint32_t tail[4], int counting) {
  static Chacha *const by[CPU_VARIANTS] = VARIANTS_OF(chacha);
  by[cpu_variant()](out, key, tail, counting);
}

__attribute__((cold)) void rng_turn(Rng *r) {
  static const uint32_t zero[4];
  memcpy(r->seed, next_seed(r), sizeof r->seed);
  chacha_blocks(r->block, r->seed, zero, 12);
  r->at = 0;
}

void rng_words(Rng *r, uint64_t *to, size_t n) {
  for (size_t some; n > 0; n -= some, to += some, r->at += (uint32_t)some) {
    if (r->at >= RNG_TURN) rng_turn(r);
    some = RNG_TURN - r->at < n ? RNG_TURN - r->at : n;
    for (size_t i = 0; i < some; i++)
      to[i] = join(r->block + (size_t)2 * (r->at + i), 1);
  }
}

void rng_save(const Rng *r, uint8_t out[RNG_SAVED]) {
  bool over = r->at >= RNG_TURN;
  const uint32_t *seed = over ? r->block + (size_t)2 * RNG_TURN : r->seed;
  for (int i = 0; i < 32; i++) out[i] = (uint8_t)(seed[i / 4] >> 8 * (i % 4));
  out[32] = over ? 0 : (uint8_t)r->at;
}

bool rng_load(Rng *r, const uint8_t in[RNG_SAVED]) {
  if (in[32] >= RNG_TURN) return false;
  rng_seed(r, in);
  if (in[32] == 0) return true;
  rng_turn(r);
  r->at = in[32];
  return true;
}

__attribute__((cold)) uint64_t rng_below_rarely(Rng *r, uint64_t n,
                                                uint64_t word) {
  uint64_t least = -n % n;
  unsigned __int128 product = (unsigned __int128)word * n;
  while ((uint64_t)product < least)
    product = (unsigned __int128)rng_word(r) * n;
  return (uint64_t)(product >> 64);
}

/* ---- groups of numbers -------------------------------------------------- */

/* The width of the group that begins with bound m. */
INLINE uint32_t width(uint32_t m) {
  if (m + 7 <= LIMIT_4) return 4;
  if (m + 5 <= LIMIT_3) return 3;
  return m + 3 <= LIMIT_2 ? 2 : 1;
}

/* The product of k bounds from m, which is below 2^32. */
INLINE uint32_t product(uint32_t m, uint32_t k) {
  uint32_t all = 1;
  UNROLL for (uint32_t i = 0; i < k; i++) all *= m + i;
  return all;
}

/* The word, or the first after it that is good; of a half times its bounds is
 * left what it is times their product, mod 2^32. */
static __attribute__((noinline, cold)) uint64_t good(Rng *r, uint64_t word,
                                                     uint32_t low,
                                                     uint32_t high) {
  while ((uint32_t)word * low < -low % low ||
         (uint32_t)(word >> 32) * high < -high % high)
    word = rng_word(r);
  return word;
}

/* The word of the group that begins with m. The exact test needs two
 * divisions; hardly ever is so little left that it must be made. */
INLINE uint64_t group(Rng *r, uint32_t m, uint32_t k) {
  uint64_t word = rng_word(r);
  uint32_t low = product(m, k), high = product(m + k, k);
  bool rare =
      (uint32_t)word * low < low || (uint32_t)(word >> 32) * high < high;
  return UNLIKELY(rare) ? good(r, word, low, high) : word;
}

/* The next number below n out of a half, and what is left of it. */
INLINE uint32_t cut(uint32_t *half, uint32_t n) {
  uint64_t both = (uint64_t)*half * n;
  *half = (uint32_t)both;
  return (uint32_t)(both >> 32);
}

/* ---- shuffles ----------------------------------------------------------- */

INLINE void exchange(uint16_t *a, uint16_t *b) {
  uint16_t was = *a;
  *a = *b;
  *b = was;
}

/* The first `count` numbers of the group at bound m, and their exchanges. */
INLINE void shuffle_group(Rng *r, uint16_t *a, uint32_t m, uint32_t k,
                          uint32_t count) {
  uint64_t word = group(r, m, k);
  uint32_t x[8] = {0}, half = (uint32_t)word, other = (uint32_t)(word >> 32);
  UNROLL for (uint32_t i = 0; i < count; i++) x[i] =
      cut(i < k ? &half : &other, m + i);
  UNROLL for (uint32_t i = 0; i < count; i++) exchange(a + x[i], a + m - 1 + i);
}

/* All whole groups of width k from bound m to bound n; gives the next m. */
INLINE uint32_t shuffle_groups(Rng *r, uint16_t *a, uint32_t m, uint32_t n,
                               uint32_t k) {
  for (; width(m) == k && m + 2 * k - 1 <= n; m += 2 * k)
    shuffle_group(r, a, m, k, 2 * k);
  return m;
}

/* Bounds 2..49, six groups written out: a third less time than a loop. */
INLINE void shuffle_49(Rng *r, uint16_t *a) {
  shuffle_group(r, a, 2, 4, 8);
  shuffle_group(r, a, 10, 4, 8);
  shuffle_group(r, a, 18, 4, 8);
  shuffle_group(r, a, 26, 4, 8);
  shuffle_group(r, a, 34, 4, 8);
  shuffle_group(r, a, 42, 4, 8);
}

static void shuffle_52(Rng *r, uint16_t *a) {
  shuffle_49(r, a);
  shuffle_group(r, a, 50, 4, 3);
}

static void shuffle_any(Rng *r, uint16_t *a, uint32_t n) {
  uint32_t m = 2;
  if (n >= 49) {
    shuffle_49(r, a);
    m = 50;
  }
  m = shuffle_groups(r, a, m, n, 4);
  m = shuffle_groups(r, a, m, n, 3);
  m = shuffle_groups(r, a, m, n, 2);
  m = shuffle_groups(r, a, m, n, 1);
  if (m <= n) shuffle_group(r, a, m, width(m), n + 1 - m);
}

void rng_shuffle16(Rng *r, uint16_t *a, size_t n) {
  if (n == 52)
    shuffle_52(r, a);
  else
    shuffle_any(r, a, (uint32_t)n);
}

/* ---- answers ------------------------------------------------------------ */

void draws_key(Draws *d, const uint8_t key[32], const char *label,
               uint64_t number) {
  stream_seed(d->key, key, label, number);
  d->run = NONE;
  draws_at(d, 0);
}

/* The next words come from lane b of the blocks that are there. */
static void use_lane(Draws *d, uint64_t b) {
  d->lane = (uint32_t)(b / 4 * 64 + b % 4);
  d->at = 0;
  d->number++;
}

void draws_at(Draws *d, uint64_t question) {
  d->question = question;
  d->number = 0;
  d->at = 8;
  if (d->run == 0 && question / 16 == d->first / 16) use_lane(d, question % 16);
}

/* Sixteen blocks, the first of which is `run` of question `first`: the same
 * block of 16 questions, or further blocks of one. */
static void make_blocks(Draws *d, uint64_t first, uint32_t run) {
  uint32_t tail[4] = {(uint32_t)first, (uint32_t)(first >> 32), run, ANSWERS};
  chacha_blocks(d->block, d->key, tail, run == 0 ? 12 : 14);
  d->first = first;
  d->run = run;
}

static void next_block(Draws *d) {
  if (d->number == 0) {
    make_blocks(d, d->question / 16 * 16, 0);
    use_lane(d, d->question % 16);
    return;
  }
  bool there = d->run != 0 && d->run != NONE && d->first == d->question &&
               d->number >= d->run && d->number - d->run < CHACHA_BLOCKS;
  if (!there) make_blocks(d, d->question, d->number);
  use_lane(d, d->number - d->run);
}

uint64_t draws_word(Draws *d) {
  if (UNLIKELY(d->at == 8)) next_block(d);
  return join(d->block + d->lane + (size_t)8 * d->at++, 4);
}

uint64_t draws_below(Draws *d, uint64_t n) {
  unsigned __int128 product = (unsigned __int128)draws_word(d) * n;
  if (UNLIKELY((uint64_t)product < n)) {
    uint64_t rest = -n % n;
    while ((uint64_t)product < rest)
      product = (unsigned __int128)draws_word(d) * n;
  }
  return (uint64_t)(product >> 64);
}
