/* The records of a journal of which one byte is another:
 * those before it are read as they were written, and none after it.
 *
 * Input: where the byte is (two bytes), what it becomes (one; nothing is
 * changed where it is the same), then the payloads, a line each. */
#include <lauxlib.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chance.h"
#include "front/front.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 32, ROOM = 1 << 13 };

typedef struct Written {
  char text[ROOM];
  size_t size, end[MOST]; /* of each record */
  int count;
} Written;

static bool is_payload(const uint8_t *bytes, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (bytes[i] < 32 || bytes[i] == 127) return false;
  return true;
}

/* "SIZE NUMBER CHECK PAYLOAD": the check is of the one before, the number and
 * the payload (stdlib/front/session/journal.lua). */
static void add(Written *w, char check[9], const uint8_t *payload, size_t n) {
  char hashed[512];
  uint8_t sum[32];
  int before = snprintf(hashed, sizeof hashed, "%s %d ", check, w->count);
  memcpy(hashed + before, payload, n);
  hash_text(sum, hashed, (size_t)before + n);
  snprintf(check, 9, "%02x%02x%02x%02x", sum[0], sum[1], sum[2], sum[3]);
  w->size +=
      (size_t)snprintf(w->text + w->size, 64, "%zu %d %s ", n, w->count, check);
  memcpy(w->text + w->size, payload, n);
  w->size += n;
  w->text[w->size++] = '\n';
  w->end[w->count++] = w->size;
}

static void write_all(Written *w, const uint8_t *data, size_t size) {
  char check[9] = "00000000";
  w->size = 0;
  w->count = 0;
  while (size > 0 && w->count < MOST) {
    const uint8_t *line = memchr(data, '\n', size);
    size_t n = line ? (size_t)(line - data) : size;
    if (n <= 400 && w->size + n + 64 <= ROOM && is_payload(data, n))
      add(w, check, data, n);
    if (line) n++;
    data += n;
    size -= n;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static lua_State *L;
  static Written w;
  if (L == NULL) {
    L = luaL_newstate();
    l_journal(L);
  }
  if (size < 3) return 0;
  write_all(&w, data + 3, size - 3);
  size_t place = w.size ? (size_t)(data[0] << 8 | data[1]) % w.size : 0;
  bool changed = w.size > 0 && w.text[place] != (char)data[2];
  if (changed) w.text[place] = (char)data[2];
  int good = 0;
  while (good < w.count && (!changed || w.end[good] <= place)) good++;
  size_t whole = good > 0 ? w.end[good - 1] : 0;
  lua_settop(L, 1);
  lua_getfield(L, 1, "records");
  lua_pushlstring(L, w.text, w.size);
  lua_call(L, 1, 3);
  if (lua_tointeger(L, -1) != (lua_Integer)whole + 1) abort();
  lua_rawgeti(L, 2, good);
  if (!lua_isnil(L, -1)) abort();
  return 0;
}
