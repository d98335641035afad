/* Sixteen ChaCha8 blocks at a time, by the widest vectors that the processor
 * has. All paths give the same words; tests call each by itself. */
#ifndef CORE_RNG_CHACHA_H
#define CORE_RNG_CHACHA_H

#include <stdbool.h>
#include <stdint.h>

typedef enum ChachaPath {
  CHACHA_PLAIN,
  CHACHA_AVX2,
  CHACHA_AVX512,
  CHACHA_PATHS
} ChachaPath;

enum { CHACHA_BLOCKS = 16, CHACHA_WORDS = 16 * CHACHA_BLOCKS };

/* Can this processor go that way (and was it compiled in)? */
bool chacha_has(ChachaPath path);

/* The best way this processor can go, and its name. */
ChachaPath chacha_path(void);
const char *chacha_path_name(ChachaPath path);

/* Block b of 16 starts with the constants, the key and tail[4] (words 12..15
 * of RFC 8439's picture), where word `counting`, 12..15, is b higher. After
 * eight rounds only the key is added back (what else would be is public).
 * Word w of block b goes to out[b / 4 * 64 + w * 4 + b % 4]. With tail 0 and
 * counting 12 these are the 1024 bytes of one turn of C2SP's ChaCha8Rand. */
void chacha_blocks(uint32_t out[CHACHA_WORDS], const uint32_t key[8],
                   const uint32_t tail[4], int counting);

/* The same by a way that is there. */
void chacha_blocks_by(ChachaPath path, uint32_t out[CHACHA_WORDS],
                      const uint32_t key[8], const uint32_t tail[4],
                      int counting);

#endif
