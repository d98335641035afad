/* Plain data as JSON: see json.h. */
#include "table/json.h"

#include <lauxlib.h>
#include <math.h>

#include "script/sandbox.h"
#include "table/speech.h"

enum { DEPTH_MAX = 20, BYTES_MAX = 64 << 10 };

/* Raising in the midst must leave nothing behind: the words stand behind
 * what is there, until they have been rendered. */
static void add_words(Table *t, lua_State *L, int i, Bytes *out) {
  size_t before = out->count;
  Bytes words = {0};
  speech_value(t, L, i, out);
  if (out->count > before)
    speech_render(t, out->data + before, READER_ALL, &SPEECH_LETTERS, &words);
  out->count = before;
  bytes_json(out, words.data != NULL ? words.data : "");
  bytes_free(&words);
}

static void add_value(Table *t, lua_State *L, int i, int depth, Bytes *out);

static void add_array(Table *t, lua_State *L, int i, lua_Integer n, int depth,
                      Bytes *out) {
  bytes_text(out, "[");
  for (lua_Integer k = 1; k <= n; k++) {
    if (k > 1) bytes_text(out, ",");
    lua_geti(L, i, k);
    add_value(t, L, lua_gettop(L), depth, out);
    lua_pop(L, 1);
  }
  bytes_text(out, "]");
}

static void add_object(Table *t, lua_State *L, int i, lua_Integer n, int depth,
                       Bytes *out) {
  int keys = lua_gettop(L);
  bytes_text(out, "{");
  for (lua_Integer k = 1; k <= n; k++) {
    if (k > 1) bytes_text(out, ",");
    lua_rawgeti(L, keys, k);
    add_words(t, L, lua_gettop(L), out);
    bytes_text(out, ":");
    lua_gettable(L, i);
    add_value(t, L, lua_gettop(L), depth, out);
    lua_settop(L, keys);
  }
  bytes_text(out, "}");
}

static void add_table(Table *t, lua_State *L, int i, int depth, Bytes *out) {
  if (speech_seat(L, i) != 0) {
    add_words(t, L, i, out);
    return;
  }
  if (depth >= DEPTH_MAX || out->count > BYTES_MAX)
    luaL_error(L,
               "too much data to record: tables in tables more than %d "
               "deep, or more than %d KB",
               DEPTH_MAX, BYTES_MAX >> 10);
  lua_Integer n = safelib_keys(L, i), length = luaL_len(L, i);
  if (n == length)
    add_array(t, L, i, length, depth + 1, out);
  else
    add_object(t, L, i, n, depth + 1, out);
  lua_pop(L, 1);
}

void json_value(Table *t, lua_State *L, int i, Bytes *out) {
  add_value(t, L, i, 0, out);
}

static void add_value(Table *t, lua_State *L, int i, int depth, Bytes *out) {
  luaL_checkstack(L, 8, "data too deep for JSON");
  switch (lua_type(L, i)) {
    case LUA_TNIL:
      bytes_text(out, "null");
      break;
    case LUA_TBOOLEAN:
      bytes_text(out, lua_toboolean(L, i) ? "true" : "false");
      break;
    case LUA_TNUMBER:
      if (lua_isinteger(L, i))
        bytes_format(out, "%lld", (long long)lua_tointeger(L, i));
      else if (isfinite(lua_tonumber(L, i)))
        bytes_format(out, "%.17g", lua_tonumber(L, i));
      else
        bytes_text(out, "null");
      break;
    case LUA_TTABLE:
      add_table(t, L, i, depth, out);
      break;
    default:
      add_words(t, L, i, out);
  }
}
