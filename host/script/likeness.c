/* What a function does, as a digest: see likeness.h.
 *
 * It is made of what Lua dumps of the function, without the numbers of the
 * lines, which even a stripped dump holds. The dump is that of Lua 5.4; one
 * that is not as expected is taken whole, and then a function that has only
 * moved counts as another.
 *
 * Tried and rejected: the source text between the first and the last line (a
 * remark is no other rule, and several functions may share a line). */
#include "script/likeness.h"

#include <lauxlib.h>
#include <nettle/sha2.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
  HEADER = 4 + 1 + 1 + 6 + 3 + 8 + 8 + 1, /* the last: how many upvalues */
  INSTRUCTION = 4,
  UPVALUE = 3,
  INTEGER = 0x03,
  FLOAT = 0x13,
  SHORT_TEXT = 0x04,
  LONG_TEXT = 0x14,
  NESTING_MAX = 200
};

typedef struct Dump {
  uint8_t *data;
  size_t count;
} Dump;

typedef struct Code {
  const uint8_t *at, *end;
  struct sha256_ctx sha;
  bool good;
} Code;

static int add_block(lua_State *L, const void *block, size_t size, void *ud) {
  Dump *d = ud;
  (void)L;
  uint8_t *data = realloc(d->data, d->count + size + 1);
  if (data == NULL) return 1;
  memcpy(data + d->count, block, size);
  d->data = data;
  d->count += size;
  return 0;
}

/* --- reading a dump --- */

static void take(Code *c, size_t n) {
  c->good = c->good && n <= (size_t)(c->end - c->at);
  if (!c->good) return;
  sha256_update(&c->sha, n, c->at);
  c->at += n;
}

/* Seven bits a byte, the highest first; the last byte has its top bit set. */
static size_t number(Code *c) {
  size_t n = 0;
  while (c->good && c->at < c->end && n < SIZE_MAX >> 7) {
    uint8_t byte = *c->at++;
    n = n << 7 | (byte & 0x7f);
    if (byte & 0x80) return n;
  }
  c->good = false;
  return 0;
}

/* One that counts for what the function does. */
static size_t counted(Code *c) {
  const uint8_t *from = c->at;
  size_t n = number(c);
  sha256_update(&c->sha, (size_t)(c->at - from), from);
  return n;
}

static void text(Code *c) {
  size_t size = counted(c);
  if (size > 0) take(c, size - 1);
}

static void constants(Code *c) {
  for (size_t n = counted(c); c->good && n > 0; n--) {
    uint8_t type = c->at < c->end ? *c->at : 0;
    take(c, 1);
    if (type == INTEGER || type == FLOAT) take(c, 8);
    if (type == SHORT_TEXT || type == LONG_TEXT) text(c);
  }
}

static void function(Code *c, int depth) {
  text(c); /* the file's name: none, for it was stripped */
  number(c);
  number(c); /* its first and its last line */
  take(c, 3);
  take(c, counted(c) * INSTRUCTION);
  constants(c);
  take(c, counted(c) * UPVALUE);
  c->good = c->good && depth < NESTING_MAX;
  for (size_t n = counted(c); c->good && n > 0; n--) function(c, depth + 1);
  for (int i = 0; i < 4; i++) c->good = number(c) == 0 && c->good;
}

/* --- digests --- */

enum { DIGITS = 2 * SHA256_DIGEST_SIZE };

static void write_digest(struct sha256_ctx *sha, char hex[DIGITS]) {
  static const char digits[] = "0123456789abcdef";
  uint8_t sum[SHA256_DIGEST_SIZE];
  sha256_digest(sha, sizeof sum, sum);
  for (size_t i = 0; i < sizeof sum; i++) {
    hex[2 * i] = digits[sum[i] >> 4];
    hex[2 * i + 1] = digits[sum[i] & 15];
  }
}

static void digest(const void *data, size_t size, char hex[DIGITS]) {
  struct sha256_ctx sha;
  sha256_init(&sha);
  sha256_update(&sha, size, data);
  write_digest(&sha, hex);
}

int likeness_digest(lua_State *L) {
  size_t size;
  char hex[DIGITS];
  const char *data = luaL_checklstring(L, 1, &size);
  digest(data, size, hex);
  lua_pushlstring(L, hex, sizeof hex);
  return 1;
}

static void digest_code(const Dump *dump, char hex[DIGITS]) {
  Code c = {.at = dump->data, .end = dump->data + dump->count, .good = true};
  sha256_init(&c.sha);
  take(&c, HEADER);
  function(&c, 0);
  if (c.good && c.at == c.end)
    write_digest(&c.sha, hex);
  else
    digest(dump->data, dump->count, hex);
}

int likeness_code(lua_State *L) {
  Dump dump = {0};
  char hex[DIGITS];
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  bool own = !lua_iscfunction(L, 1);
  bool dumped = own && lua_dump(L, add_block, &dump, 1) == 0;
  if (dumped) digest_code(&dump, hex);
  free(dump.data);
  if (own && !dumped) return luaL_error(L, "not enough memory");
  lua_pushlstring(L, hex, dumped ? sizeof hex : 0);
  return 1;
}

int likeness_upvalues(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  luaL_checkstack(L, 5, "likeness");
  lua_newtable(L);
  const char *name;
  for (int i = 1; (name = lua_getupvalue(L, 1, i)) != NULL; i++) {
    if (strcmp(name, "_ENV") == 0) {
      lua_pop(L, 1);
      continue;
    }
    lua_createtable(L, 2, 0); /* list, value, pair */
    lua_pushstring(L, name);
    lua_rawseti(L, -2, 1);
    lua_rotate(L, -2, 1); /* list, pair, value */
    lua_rawseti(L, -2, 2);
    lua_rawseti(L, 2, (lua_Integer)lua_rawlen(L, 2) + 1);
  }
  return 1;
}
