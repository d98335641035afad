/* The string library: what makes texts. safelib_match.c has what searches.
 *
 * Upper and lower case are ASCII's, whatever the locale. No text that a
 * function makes is longer than TEXT_MAX. */
#include <lauxlib.h>
#include <lualib.h>
#include <string.h>

#include "script/freeze.h"
#include "script/report.h"
#include "script/safelib.h"

static void check_size(lua_State *L, const char *what, size_t size) {
  if (size > TEXT_MAX)
    report_error(L, "%s: the text would have %I characters, at most %d", what,
                 (LUAI_UACINT)size, TEXT_MAX);
}

/* Fills to[unit..size) with what stands in to[0..unit), again and again. */
static void repeat(char *to, size_t unit, size_t size) {
  for (size_t done = unit; done < size; done *= 2)
    memcpy(to + done, to, done < size - done ? done : size - done);
}

/*** string.rep(text, n, between) -> text
 The text n times over.
 @param text text
 @param n integer
 @param between text: put in between (optional)
 @return the long text
 @error "string.rep: the text would have 5000000 characters, at most 1048576"
 @example ("-"):rep(4) --> "----" */
static int safe_rep(lua_State *L) {
  size_t length, sep_length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer times = luaL_checkinteger(L, 2);
  const char *sep = luaL_optlstring(L, 3, "", &sep_length);
  if (times <= 0 || length + sep_length == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  lua_Integer each = (lua_Integer)(length + sep_length);
  if (times > LUA_MAXINTEGER / each) times = LUA_MAXINTEGER / each;
  size_t size = (size_t)(times * each) - sep_length;
  check_size(L, "string.rep", size);
  luaL_Buffer b;
  char *to = luaL_buffinitsize(L, &b, size);
  memcpy(to, text, length);
  if (times > 1) memcpy(to + length, sep, sep_length);
  repeat(to, length + sep_length, size);
  luaL_pushresultsize(&b, size);
  return 1;
}

/* Every byte from first to first + 25 is moved by `by`. */
static int change_case(lua_State *L, char first, int by) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  luaL_Buffer b;
  char *to = luaL_buffinitsize(L, &b, length);
  for (size_t i = 0; i < length; i++) {
    char c = text[i];
    to[i] = c >= first && c < first + 26 ? (char)(c + by) : c;
  }
  luaL_pushresultsize(&b, length);
  return 1;
}

/*** string.upper(text) -> text
 The text with a..z as A..Z; other letters stay.
 @param text text
 @return the text
 @example ("kh"):upper() --> "KH" */
static int safe_upper(lua_State *L) { return change_case(L, 'a', 'A' - 'a'); }

/*** string.lower(text) -> text
 The text with A..Z as a..z; other letters stay.
 @param text text
 @return the text
 @example ("KH"):lower() --> "kh" */
static int safe_lower(lua_State *L) { return change_case(L, 'A', 'a' - 'A'); }

/* For a %s, the value becomes its text, or Lua would show an address. */
static void prepare_value(lua_State *L, char kind, int value) {
  if (kind == 'p') report_error(L, "string.format: no `%%p` here");
  if (kind != 's' || lua_type(L, value) == LUA_TNONE) return;
  safelib_tostring(L, value);
  lua_replace(L, value);
}

/*** string.format(form, ...) -> text
 Puts values into a text: %d a whole number, %s anything, %5.2f a number with
 two places, %% a percent sign.
 @param form text
 @return the text
 @error "string.format: no `%p` here", since that shows an address
 @example string.format("%s has %d", seat.name, seat.chips:amount()) --> "Anna has 50" */
static int safe_format(lua_State *L) {
  size_t length;
  const char *form = luaL_checklstring(L, 1, &length), *end = form + length;
  int value = 1;
  luaL_checkstack(L, 4, "string.format");
  while ((form = memchr(form, '%', (size_t)(end - form))) != NULL) {
    form++;
    if (form < end && *form == '%') {
      form++;
      continue;
    }
    while (form < end && *form != '\0' && strchr("-+ #0123456789.", *form))
      form++;
    if (form < end) prepare_value(L, *form, ++value);
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, 1);
  size_t size;
  lua_tolstring(L, -1, &size);
  check_size(L, "string.format", size);
  return 1;
}

/* A field that texts don't have. */
static int text_index(lua_State *L) {
  if (lua_type(L, 2) != LUA_TSTRING)
    return report_error(L, "a text has no field [%s]%s", safelib_tostring(L, 2),
                        lua_isinteger(L, 2) ? ": say text:sub(i, i)" : "");
  return report_error(L, "a text has no field `%s`", lua_tostring(L, 2));
}

/* Texts find their methods straight in a copy of the library; Lua's own
 * metatable goes on adding "10" + 1. */
static void set_text_methods(lua_State *L, int library) {
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, library);) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -4); /* methods, key, key, value */
  }
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, text_index);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_setfield(L, -2, "__index");
  lua_pushliteral(L, "frozen");
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 2);
}

void safelib_string(lua_State *L) {
  static const char *const names[] = {"byte",    "char", "len",
                                      "reverse", "sub",  NULL};
  static const luaL_Reg ours[] = {{"rep", safe_rep},
                                  {"upper", safe_upper},
                                  {"lower", safe_lower},
                                  {"format", NULL},
                                  {NULL, NULL}};
  luaL_newlib(L, ours);
  int library = lua_gettop(L);
  luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 0);
  safelib_copy(L, -1, library, names);
  lua_getfield(L, -1, "format");
  lua_pushcclosure(L, safe_format, 1);
  lua_setfield(L, library, "format");
  lua_settop(L, library);
  safelib_matching(L);
  set_text_methods(L, library);
}
