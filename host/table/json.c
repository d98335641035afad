/* Plain data as JSON: see json.h. */
#include "table/json.h"

#include <lauxlib.h>
#include <math.h>

#include "script/safelib.h"
#include "table/speech.h"

static void add_words(Table *t, lua_State *L, int i, Bytes *out) {
  Bytes marked = {0}, words = {0};
  speech_value(t, L, i, &marked);
  if (marked.data != NULL)
    speech_render(t, marked.data, READER_ALL, &SPEECH_LETTERS, &words);
  bytes_json(out, words.data != NULL ? words.data : "");
  bytes_free(&marked);
  bytes_free(&words);
}

static bool is_seat(lua_State *L, int i) {
  lua_rawgeti(L, i, 0);
  bool seat = lua_isinteger(L, -1);
  lua_pop(L, 1);
  return seat;
}

static void add_array(Table *t, lua_State *L, int i, lua_Integer n,
                      Bytes *out) {
  bytes_text(out, "[");
  for (lua_Integer k = 1; k <= n; k++) {
    if (k > 1) bytes_text(out, ",");
    lua_geti(L, i, k);
    json_value(t, L, lua_gettop(L), out);
    lua_pop(L, 1);
  }
  bytes_text(out, "]");
}

static void add_object(Table *t, lua_State *L, int i, lua_Integer n,
                       Bytes *out) {
  int keys = lua_gettop(L);
  bytes_text(out, "{");
  for (lua_Integer k = 1; k <= n; k++) {
    if (k > 1) bytes_text(out, ",");
    lua_rawgeti(L, keys, k);
    add_words(t, L, lua_gettop(L), out);
    bytes_text(out, ":");
    lua_gettable(L, i);
    json_value(t, L, lua_gettop(L), out);
    lua_settop(L, keys);
  }
  bytes_text(out, "}");
}

static void add_table(Table *t, lua_State *L, int i, Bytes *out) {
  if (is_seat(L, i)) {
    add_words(t, L, i, out);
    return;
  }
  lua_Integer n = safelib_keys(L, i), length = luaL_len(L, i);
  if (n == length)
    add_array(t, L, i, length, out);
  else
    add_object(t, L, i, n, out);
  lua_pop(L, 1);
}

void json_value(Table *t, lua_State *L, int i, Bytes *out) {
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
      add_table(t, L, i, out);
      break;
    default:
      add_words(t, L, i, out);
  }
}
