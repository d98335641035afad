/* Chance: streams of ChaCha8Rand; numbers and shuffles made from them,
 * whose way from a word to a card is frozen and written in rng.c; and dice,
 * from a stream or one by one from whoever rolls them at the table. */
#ifndef CORE_CHANCE_H
#define CORE_CHANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A stream: a value, copied by assignment. Only rng.c looks inside. */
typedef struct Rng {
  uint32_t block[256]; /* 124 words of 64 bits, then the next seed */
  uint32_t seed[8];    /* what `block` was made from */
  uint32_t at;         /* the next word, 0..124 */
} Rng;

/* C2SP's chacha8rand.md from a seed; the first word costs a block. */
void rng_seed(Rng *r, const uint8_t seed[32]);

/* Seeds the generator with SHA-256(key, label, a zero byte, number as 8 bytes,
 * the lowest first): streams of one key that know nothing of each other. */
void rng_stream(Rng *r, const uint8_t key[32], const char *label,
                uint64_t number);

/* Seeds the generator with SHA-256(text): a seed as people type it. */
void rng_seed_text(Rng *r, const char *text, size_t size);

/* SHA-256 of a text. */
void hash_text(uint8_t sum[32], const char *text, size_t size);

/* The seed of a game as people give it: 64 hexadecimal digits are the seed
 * itself; of any other text the seed is its SHA-256. */
void seed_read(const char *text, uint8_t seed[32]);

enum { RNG_TURN = 124 }; /* words between two seeds */

/* Only for what is inline here: the next block. */
void rng_turn(Rng *r);

static inline uint64_t rng_word(Rng *r) {
  if (__builtin_expect(r->at >= RNG_TURN, 0)) rng_turn(r);
  const uint32_t *half = r->block + (size_t)2 * r->at++;
  return half[0] | (uint64_t)half[1] << 32;
}

/* The next n words. */
void rng_words(Rng *r, uint64_t *to, size_t n);

/* Only for what is inline here: the number, where this word may not do. */
uint64_t rng_below_rarely(Rng *r, uint64_t n, uint64_t word);

/* 0..n-1, all alike; n is 1 or more. */
static inline uint64_t rng_below(Rng *r, uint64_t n) {
  uint64_t word = rng_word(r);
  unsigned __int128 product = (unsigned __int128)word * n;
  if (__builtin_expect((uint64_t)product < n, 0))
    return rng_below_rarely(r, n, word);
  return (uint64_t)(product >> 64);
}

/* Puts a[0..n) in any order, all alike; n is at most 65535. */
void rng_shuffle16(Rng *r, uint16_t *a, size_t n);

/* A stream in 33 bytes; rng_load gives one that goes on alike, or false when
 * the bytes are none that rng_save wrote. */
enum { RNG_SAVED = 33 };
void rng_save(const Rng *r, uint8_t out[RNG_SAVED]);
bool rng_load(Rng *r, const uint8_t in[RNG_SAVED]);

/* Chance for answers: the words of a question are a pure function of the key
 * and the question's number, in whatever order questions are asked. Made for
 * questions that follow each other: 16 of them cost one turn of blocks. */
typedef struct Draws {
  uint32_t block[256];
  uint32_t key[8];
  uint64_t question;
  uint64_t first;  /* in `block`: the question (of the first lane) ... */
  uint32_t run;    /* ... and the number of its block */
  uint32_t number; /* the question's next block */
  uint32_t lane;   /* where the present one begins */
  uint32_t at;     /* the next word of it, 0..8 */
} Draws;

/* The key of the blocks is the seed rng_stream would make. */
void draws_key(Draws *d, const uint8_t key[32], const char *label,
               uint64_t number);

/* The next word is the first of this question. */
void draws_at(Draws *d, uint64_t question);
uint64_t draws_word(Draws *d);
uint64_t draws_below(Draws *d, uint64_t n); /* as rng_below */

/* ---- blocks --------------------------------------------------------------- */

enum { CHACHA_BLOCKS = 16, CHACHA_WORDS = 16 * CHACHA_BLOCKS };

/* Sixteen ChaCha8 blocks, of chacha.c, by each variant there is (cpu_variants.h).
 *
 * Block b of 16 starts with the constants, the key and tail[4] (words 12..15
 * of RFC 8439's picture), where word `counting`, 12..15, is b higher. After
 * eight rounds only the key is added back (what else would be is public).
 * Word w of block b goes to out[b / 4 * 64 + w * 4 + b % 4]. With tail 0 and
 * counting 12 these are the 1024 bytes of one turn of C2SP's ChaCha8Rand. */
typedef void Chacha(uint32_t out[CHACHA_WORDS], const uint32_t key[8],
                    const uint32_t tail[4], int counting);
Chacha chacha_plain, chacha_avx2, chacha_avx512;

/* ---- dice: see dice.c; primitives/dice.lua reads "4d6kh3-1" ---------------- */

enum {
  DICE_MAX = 1000, /* in one expression, those rolled again or added included */
  DICE_TERMS_MAX = 16,
  DICE_COUNTS_MAX = 4
};

typedef enum DiceExplode {
  DICE_STAYS,
  DICE_EXPLODES,  /* the highest side rolls one more die */
  DICE_ADDS_UP,   /* the same, added to the die */
  DICE_PENETRATES /* the same, less one */
} DiceExplode;

/* What a die shows, from least to most. */
typedef struct DiceRange {
  int32_t least, most;
} DiceRange;

/* `count` dice with `sides`, or the number `count` if there are none. */
typedef struct DiceTerm {
  int32_t count, sides;
  int32_t least;     /* what the lowest side shows */
  int32_t times;     /* what all of it is multiplied by, 1 or -1 for most */
  int32_t low, high; /* how many of the lowest and highest are dropped; -3: all
                        but three. Low go first. */
  bool once;         /* a die that was rolled again stays */
  DiceExplode explodes;
  int counts; /* dice count the ranges that they are in, 0: what they show */
  DiceRange range[DICE_COUNTS_MAX + 1]; /* then what is rolled again, if any */
} DiceTerm;

/* Always true: something is kept of every term, and a die that explodes has two
 * sides or more. */
typedef struct Dice {
  int terms;
  int dice; /* before any explodes or is rolled again */
  DiceTerm term[DICE_TERMS_MAX];
} Dice;

/* What became of a die. */
enum {
  DIE_COUNTS = 1,   /* towards the total */
  DIE_AGAIN = 2,    /* was rolled again: the next is the same die */
  DIE_EXPLODED = 4, /* rolled one more */
  DIE_ADDED = 8,    /* added to the last one that isn't, as one die with it */
  DIE_LOW = 16,     /* was dropped, as one of the lowest */
  DIE_HIGH = 32,
  DIE_LESS = 64 /* was added less one */
};

typedef struct DiceRoll {
  const Dice *dice;
  int term;                /* of the next die */
  int first;               /* die of that term */
  int left;                /* dice of that term still to come */
  int spare;               /* dice that may still be added or rolled again */
  int head;                /* the die that added ones are added to */
  bool added;              /* is the next one? */
  bool again;              /* is it a die that is rolled again? */
  int rolled;              /* dice so far */
  int64_t total;           /* right once dice_next gives NULL */
  int32_t value[DICE_MAX]; /* what they show */
  int32_t worth[DICE_MAX]; /* with what was added to them */
  uint8_t mark[DICE_MAX];  /* DIE_...; the dropped ones of finished terms */
} DiceRoll;

/* Dice from outside: dice_begin; while dice_next gives the term of the next die,
 * dice_take what that die shows; a side that it hasn't is passed over. `d` must
 * live as long as the roll. */
void dice_begin(DiceRoll *roll, const Dice *d);
const DiceTerm *dice_next(const DiceRoll *roll);
void dice_take(DiceRoll *roll, int64_t value);

/* The whole roll from a stream; gives the total. */
int64_t dice_roll(DiceRoll *roll, const Dice *d, Rng *r);

#endif
