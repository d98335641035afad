/* Seeds: see seed.h. */
#include "table/seed.h"

#include <nettle/sha2.h>
#include <string.h>
#include <sys/random.h>

static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

static bool read_hex(const char *text, uint8_t seed[32]) {
  if (strlen(text) != 64) return false;
  for (int i = 0; i < 32; i++) {
    int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);
    if (high < 0 || low < 0) return false;
    seed[i] = (uint8_t)(16 * high + low);
  }
  return true;
}

void seed_read(const char *text, uint8_t seed[32]) {
  struct sha256_ctx sha;
  if (read_hex(text, seed)) return;
  sha256_init(&sha);
  sha256_update(&sha, strlen(text), (const uint8_t *)text);
  sha256_digest(&sha, SHA256_DIGEST_SIZE, seed);
}

bool seed_fresh(uint8_t seed[32]) { return getrandom(seed, 32, 0) == 32; }
