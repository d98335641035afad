/* Errors as people see them: see sandbox.h.
 *
 * Lua puts the position of the function at a fixed level before a message.
 * Where that is the host's own Lua, or a C function called by another, the
 * line is of no use to a GM; the stack is walked to the first script.
 *
 * Always true: making a report may fail for want of memory, and then the
 * plain error value is left in its place. */
#include <lauxlib.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "script/sandbox.h"
#include "script/text.h"

static const char report_key = 0; /* its address marks a report */

enum { MESSAGE = 1, TRACEBACK };

static bool level_at(lua_State *L, int level, lua_Debug *ar) {
  if (!lua_getstack(L, level, ar)) return false;
  lua_getinfo(L, "Sl", ar);
  return true;
}

/* Pushes on `to` the position of the first script in `L` from level up. */
static bool push_where(lua_State *to, lua_State *L, int level) {
  lua_Debug ar;
  for (; level_at(L, level, &ar); level++) {
    if (ar.source[0] != '@') continue;
    lua_pushfstring(to, "%s:%d: ", ar.source + 1, ar.currentline);
    return true;
  }
  return false;
}

void report_where(lua_State *L, int level) {
  if (!push_where(L, L, level)) lua_pushliteral(L, "");
}

int report_error(lua_State *L, const char *format, ...) {
  va_list args;
  va_start(args, format);
  report_where(L, 0);
  lua_pushvfstring(L, format, args);
  va_end(args);
  lua_concat(L, 2);
  return lua_error(L);
}

int report_refuse(lua_State *L, const char *why) {
  lua_pushnil(L);
  lua_pushstring(L, why);
  return 2;
}

/* "file:12: what" -> the length of "file" and of "file:12: ", or 0. */
static size_t position_length(const char *message, size_t *file) {
  const char *colon = strchr(message, ':');
  if (colon == NULL || colon == message) return 0;
  size_t digits = strspn(colon + 1, "0123456789");
  if (digits == 0 || strncmp(colon + 1 + digits, ": ", 2) != 0) return 0;
  *file = (size_t)(colon - message);
  return *file + 1 + digits + 2;
}

/* The stack level whose position begins the message, or -1. */
static int level_named(lua_State *L, const char *message, lua_Debug *ar) {
  char position[LUA_IDSIZE + 20];
  for (int level = 0; level_at(L, level, ar); level++) {
    int n = snprintf(position, sizeof position, "%s:%d: ", ar->short_src,
                     ar->currentline);
    if (strncmp(position, message, (size_t)n) == 0) return level;
  }
  return -1;
}

/* Pushes on `to` the message with the script's position, `L` being the stack
 * as it was when the error was raised. */
static void push_positioned(lua_State *to, lua_State *L, const char *message) {
  lua_Debug ar;
  size_t file = 0, skip = position_length(message, &file);
  int level = skip > 0 ? level_named(L, message, &ar) : -1;
  bool lua = file > 4 && memcmp(message + file - 4, ".lua", 4) == 0;
  if (level < 0 && lua) {
    lua_pushstring(to, message); /* of a file that didn't compile */
  } else if (!push_where(to, L, level < 0 ? 0 : level)) {
    lua_pushstring(to, message);
  } else {
    lua_pushstring(to, level < 0 ? message : message + skip);
    lua_concat(to, 2);
  }
}

/* Puts the text at the top, made harmless, into the report as `what`, at most
 * `most` bytes of it: a script may raise a megabyte, or control characters. */
static void set_clean(lua_State *to, int report, int what, size_t most) {
  const char *text = lua_tostring(to, -1);
  size_t n = strnlen(text, most + 1);
  bool cut = n > most;
  while (cut && n > 0 && ((unsigned char)text[--n] & 0xc0) == 0x80) {}
  luaL_Buffer b;
  size_t used = clean_text(luaL_buffinitsize(to, &b, n + 1), text, n, "\n");
  luaL_addsize(&b, used);
  if (cut) luaL_addstring(&b, "...");
  luaL_pushresult(&b);
  lua_rawseti(to, report, what);
}

/* Did functions call each other until the stack or the memory ended? */
static bool without_end(lua_State *L, const char *what, bool memory) {
  enum { DEEP = 100000 };
  lua_Debug ar;
  if (memory) return lua_getstack(L, DEEP, &ar);
  return strcmp(what, "stack overflow") == 0 ||
         strcmp(what, "C stack overflow") == 0;
}

/* The sentence of the error value at the top of `to`, without a position. */
static const char *sentence(lua_State *to, lua_State *L) {
  size_t file;
  const char *message = lua_tostring(to, -1);
  if (message == NULL)
    return lua_pushfstring(to, "raised a %s instead of a sentence",
                           luaL_typename(to, -1));
  size_t skip = position_length(message, &file);
  bool memory = strcmp(message, "not enough memory") == 0;
  if (without_end(L, message + skip, memory))
    return "functions call each other without end";
  return memory ? host_of(to)->out_of_memory : message;
}

static bool is_report(lua_State *L) {
  if (!lua_istable(L, -1)) return false;
  bool is = lua_rawgetp(L, -1, &report_key) != LUA_TNIL;
  lua_pop(L, 1);
  return is;
}

/* The error value at the top of `to` becomes a report on the stack `L`. */
static void make_report(lua_State *to, lua_State *L) {
  enum { MESSAGE_MOST = 2000, TRACE_MOST = 8000 };
  if (is_report(to)) return;
  int top = lua_gettop(to);
  lua_createtable(to, TRACEBACK, 1);
  lua_insert(to, top);
  push_positioned(to, L, sentence(to, L));
  set_clean(to, top, MESSAGE, MESSAGE_MOST);
  luaL_traceback(to, L, NULL, 0);
  luaL_gsub(to, lua_tostring(to, -1), "\n\t", "\n  ");
  set_clean(to, top, TRACEBACK, TRACE_MOST);
  lua_pushboolean(to, 1);
  lua_rawsetp(to, top, &report_key);
  lua_settop(to, top);
}

int report_handler(lua_State *L) {
  lua_settop(L, 1);
  make_report(L, L);
  return 1;
}

/* (error value, light pointer to the coroutine) -> report */
static int report_dead(lua_State *L) {
  lua_State *co = lua_touserdata(L, 2);
  lua_settop(L, 1);
  make_report(L, co);
  return 1;
}

void report_of_coroutine(lua_State *L, lua_State *co) {
  Arena *arena = host_of(L)->arena;
  arena_refill(arena);
  arena_overdraw(arena, true);
  lua_xmove(co, L, 1);
  lua_pushcfunction(L, report_dead);
  lua_pushvalue(L, -2);
  lua_pushlightuserdata(L, co);
  if (lua_pcall(L, 2, 1, 0) == LUA_OK)
    lua_replace(L, -2);
  else
    lua_pop(L, 1);
  arena_overdraw(arena, false);
}

/* A text of the report at i, or `other`. Allocates nothing. */
static const char *part_of(lua_State *L, int i, int what, const char *other) {
  if (!lua_istable(L, i)) return other;
  if (lua_rawgeti(L, i, what) == LUA_TSTRING) other = lua_tostring(L, -1);
  lua_pop(L, 1);
  return other;
}

const char *report_text(lua_State *L, int i) {
  const char *text = lua_type(L, i) == LUA_TSTRING
                         ? lua_tostring(L, i)
                         : "raised something other than a sentence";
  text = part_of(L, i, MESSAGE, text);
  bool memory = strcmp(text, "not enough memory") == 0;
  return memory ? host_of(L)->out_of_memory : text;
}

const char *report_trace(lua_State *L, int i) {
  return part_of(L, i, TRACEBACK, "");
}

/* ---- values in sentences ---- */

/* Pushes the text of a value that Lua would show with an address. */
static void push_kind(lua_State *L, int i) {
  int type = luaL_getmetafield(L, i, "__name");
  if (type == LUA_TSTRING) return;
  if (type != LUA_TNIL) lua_pop(L, 1);
  lua_pushstring(L, luaL_typename(L, i));
}

const char *safelib_tostring(lua_State *L, int i) {
  i = lua_absindex(L, i);
  switch (lua_type(L, i)) {
    case LUA_TNUMBER:
    case LUA_TSTRING:
    case LUA_TBOOLEAN:
    case LUA_TNIL:
      return luaL_tolstring(L, i, NULL);
    default:
      if (!luaL_callmeta(L, i, "__tostring"))
        push_kind(L, i);
      else if (lua_type(L, -1) != LUA_TSTRING)
        luaL_error(L, "'__tostring' must return a string");
      return lua_tostring(L, -1);
  }
}

const char *safelib_short(lua_State *L, int i) {
  enum { SHOWN = 60 };
  size_t length;
  const char *text = safelib_tostring(L, i);
  lua_tolstring(L, -1, &length);
  if (length <= SHOWN) return text;
  lua_pushlstring(L, text, SHOWN);
  lua_pushliteral(L, "...");
  lua_concat(L, 2);
  lua_remove(L, -2);
  return lua_tostring(L, -1);
}
