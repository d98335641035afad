/* Chance: streams of ChaCha8Rand, and numbers, shuffles and draws made from
 * them. How a word becomes a card is frozen and written in rng.c. */
#ifndef CORE_RNG_H
#define CORE_RNG_H

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

/* The same with seed SHA-256(key, label, a zero byte, number as 8 bytes, the
 * lowest first): streams of one key that know nothing of each other. */
void rng_stream(Rng *r, const uint8_t key[32], const char *label,
                uint64_t number);

/* The same with seed SHA-256(text): a seed as people type it. */
void rng_seed_text(Rng *r, const char *text, size_t size);

uint64_t rng_word(Rng *r);

/* The next n words. */
void rng_words(Rng *r, uint64_t *to, size_t n);

/* 0..n-1, all alike; n is 1 or more. */
uint64_t rng_below(Rng *r, uint64_t n);

/* Puts a[0..n) in any order, all alike; n is at most 65535. */
void rng_shuffle16(Rng *r, uint16_t *a, size_t n);

/* Draws k of a[0..n) from its end: the first card drawn is a[n-1], the last
 * a[n-k]; the others stay, in another order. n at most 65535, k at most n. */
void rng_draw16(Rng *r, uint16_t *a, size_t n, size_t k);

/* k different bits of bits 0..51; k is 0..52. */
uint64_t rng_draw_mask(Rng *r, unsigned k);

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

#endif
