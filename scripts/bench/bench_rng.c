/* Figures of chance: words, shuffles and answers, from C and
 * from Lua, one thread. `bench_rng --words` writes words without end instead,
 * for a test of the generator by another program. */
#include <lauxlib.h>
#include <lualib.h>
#include <string.h>

#include "bind/bind.h"
#include "core/chance.h"
#include "core/cpu_variants.h"
#include "timing.h"

static Chacha *const chacha[CPU_VARIANTS] = VARIANTS_OF(chacha);

typedef struct Bench {
  Rng rng;
  Draws draws;
  size_t n;
  unsigned k;
  CpuVariant variant;
  uint16_t card[416];
  lua_State *L;
} Bench;

static uint64_t words(void *ud, long times) {
  Bench *b = ud;
  uint64_t sum = 0;
  while (times-- > 0) sum += rng_word(&b->rng);
  return sum;
}

static uint64_t below(void *ud, long times) {
  Bench *b = ud;
  uint64_t sum = 0;
  while (times-- > 0) sum += rng_below(&b->rng, b->n);
  return sum;
}

static uint64_t blocks(void *ud, long times) {
  Bench *b = ud;
  static const uint32_t zero[4];
  uint32_t out[CHACHA_WORDS], key[8] = {0};
  while (times-- > 0) {
    chacha[b->variant](out, key, zero, 12);
    memcpy(key, out + 248, sizeof key);
  }
  return out[0];
}

static uint64_t shuffles(void *ud, long times) {
  Bench *b = ud;
  while (times-- > 0) rng_shuffle16(&b->rng, b->card, b->n);
  return b->card[0];
}

static uint64_t streams(void *ud, long times) {
  Bench *b = ud;
  static const uint8_t key[32];
  uint64_t sum = 0;
  while (times-- > 0) {
    rng_stream(&b->rng, key, "table", (uint64_t)times);
    sum += rng_word(&b->rng);
  }
  return sum;
}

static uint64_t answers(void *ud, long times) {
  Bench *b = ud;
  uint64_t sum = 0;
  for (uint64_t q = 0; q < (uint64_t)times; q++) {
    draws_at(&b->draws, q);
    for (unsigned i = 0; i < b->k; i++) sum += draws_below(&b->draws, 4);
  }
  return sum;
}

/* ---- from Lua ----------------------------------------------------------- */

/* The Lua function at the top of the stack loops by itself. */
static uint64_t lua_loop(void *ud, long times) {
  Bench *b = ud;
  lua_pushvalue(b->L, -1);
  lua_pushinteger(b->L, times);
  lua_call(b->L, 1, 0);
  return 0;
}

static void from_lua(Bench *b, const char *body) {
  lua_pushfstring(b->L,
                  "local s, list = rng.new('bench'), {'a', 'b', 'c'}\n"
                  "return function(n) for i = 1, n do %s end end",
                  body);
  if (luaL_dostring(b->L, lua_tostring(b->L, -1)) != LUA_OK) return;
  figure(*body ? body : "Lua's empty loop", "times", 1, lua_loop, b, 500000);
  lua_settop(b->L, 0);
}

static void bench_lua(Bench *b) {
  static const char *const body[] = {
      "",         "s:below(6)",   "s:integer(1, 6)",
      "s:word()", "s:pick(list)", "s:shuffle(list)"};
  b->L = luaL_newstate();
  luaL_openlibs(b->L);
  bind_rng(b->L);
  lua_setglobal(b->L, "rng");
  lua_settop(b->L, 0);
  for (size_t i = 0; i < sizeof body / sizeof *body; i++) from_lua(b, body[i]);
  lua_close(b->L);
}

/* ---- from C ------------------------------------------------------------- */

static void bench_words(Bench *b) {
  figure("words", "words", 1, words, b, 8000000);
  for (b->n = 6; b->n <= 20; b->n += 14) {
    char name[40];
    snprintf(name, sizeof name, "dice of %zu sides", b->n);
    figure_beside(name, "dice", 1, below, b, 8000000, "as fast as the best");
  }
  for (CpuVariant variant = CPU_PLAIN; variant < CPU_VARIANTS; variant++) {
    char name[40];
    if (!cpu_has(b->variant = variant)) continue;
    snprintf(name, sizeof name, "124 words by %s", cpu_name(variant));
    figure(name, "words", 124, blocks, b, 200000);
  }
  figure("streams by SHA-256, and a word", "streams", 1, streams, b, 200000);
}

static void bench_cards(Bench *b) {
  static const size_t size[] = {32, 52, 54, 104, 156, 416};
  char name[40];
  for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
    b->n = size[i];
    snprintf(name, sizeof name, "shuffles of %zu", size[i]);
    figure_beside(name, "shuffles", 1, shuffles, b, (long)(20000000 / size[i]),
                  size[i] == 52 ? "1.68 times the best" : NULL);
  }
}

static void bench_answers(Bench *b) {
  b->k = 1;
  figure("answers of a number each", "answers", 1, answers, b, 3000000);
  b->k = 8;
  figure("answers of eight numbers each", "answers", 1, answers, b, 3000000);
}

int main(int argc, char **argv) {
  static Bench b;
  static const uint8_t key[32];
  rng_stream(&b.rng, key, "bench", 0);
  draws_key(&b.draws, key, "bench", 0);
  for (uint16_t i = 0; i < 416; i++) b.card[i] = i;
  if (argc > 1 && strcmp(argv[1], "--words") == 0) {
    uint64_t word;
    do word = rng_word(&b.rng);
    while (fwrite(&word, sizeof word, 1, stdout) == 1);
    return 0;
  }
  printf("  compiled by %s; variant: %s\n", __VERSION__,
         cpu_name(cpu_variant()));
  bench_words(&b);
  bench_cards(&b);
  bench_answers(&b);
  bench_lua(&b);
  return 0;
}
