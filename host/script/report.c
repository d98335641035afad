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

static const char report_key = 0; /* its address marks a report */

static bool level_at(lua_State *L, int level, lua_Debug *ar) {
  return lua_getstack(L, level, ar) && lua_getinfo(L, "Sl", ar);
}

static bool is_script(const lua_Debug *ar) {
  return ar->source[0] == '@' && ar->currentline > 0;
}

/* Pushes on `to` the position of the first script in `L` from level up. */
static bool push_where(lua_State *to, lua_State *L, int level) {
  lua_Debug ar;
  for (; level_at(L, level, &ar); level++) {
    if (!is_script(&ar)) continue;
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

/* "file:12: what" -> the length of "file" and of "file:12: ", or 0. */
static size_t position_length(const char *message, size_t *file) {
  const char *colon = strchr(message, ':');
  if (colon == NULL || colon == message) return 0;
  size_t digits = strspn(colon + 1, "0123456789");
  if (digits == 0 || strncmp(colon + 1 + digits, ": ", 2) != 0) return 0;
  *file = (size_t)(colon - message);
  return *file + 1 + digits + 2;
}

/* The level whose position the message begins with, or -1. */
static int level_named(lua_State *L, const char *message, lua_Debug *ar) {
  char position[LUA_IDSIZE + 20];
  for (int level = 0; level_at(L, level, ar); level++) {
    int n = snprintf(position, sizeof position, "%s:%d: ", ar->short_src,
                     ar->currentline);
    if (strncmp(position, message, (size_t)n) == 0) return level;
  }
  return -1;
}

static bool names_lua_file(const char *message, size_t file) {
  return file > 4 && memcmp(message + file - 4, ".lua", 4) == 0;
}

/* Pushes on `to` the message with the script's position, `L` being the stack
 * as it was when the error was raised. */
static void push_positioned(lua_State *to, lua_State *L, const char *message) {
  lua_Debug ar;
  size_t file = 0, skip = position_length(message, &file);
  int level = skip > 0 ? level_named(L, message, &ar) : -1;
  if (level < 0 && skip > 0 && names_lua_file(message, file)) {
    lua_pushstring(to, message); /* of a file that didn't compile */
  } else if (!push_where(to, L, level < 0 ? 0 : level)) {
    lua_pushstring(to, message);
  } else {
    lua_pushstring(to, level < 0 ? message : message + skip);
    lua_concat(to, 2);
  }
}

/* Pushes on `to` the text without control characters, at most `most` bytes
 * of it: a script may raise a megabyte, or what a terminal obeys. */
static void push_clean(lua_State *to, const char *text, size_t most) {
  size_t n = strnlen(text, most + 1);
  bool cut = n > most;
  while (cut && n > 0 && ((unsigned char)text[--n] & 0xc0) == 0x80) {}
  luaL_Buffer b;
  char *out = luaL_buffinitsize(to, &b, n + 3);
  for (size_t i = 0; i < n; i++) {
    unsigned char c = (unsigned char)text[i];
    bool control = c == 0x7f || (c < 0x20 && c != '\n' && c != '\t');
    out[i] = control ? '?' : text[i];
    bool c1 = i > 0 && c >= 0x80 && c < 0xa0 && text[i - 1] == '\xc2';
    if (c1) out[i - 1] = out[i] = '?'; /* U+0080 to U+009F */
  }
  if (cut) memcpy(out + n, "...", 3);
  luaL_pushresultsize(&b, cut ? n + 3 : n);
}

/* Did functions call each other until the stack or the memory ended? */
static bool without_end(lua_State *L, const char *what, bool memory) {
  enum { DEEP = 100000 };
  lua_Debug ar;
  if (memory) return lua_getstack(L, DEEP, &ar);
  return strcmp(what, "stack overflow") == 0 ||
         strcmp(what, "C stack overflow") == 0;
}

/* What the error value at the top of `to` says, without a position. */
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
  lua_createtable(to, 0, 3);
  lua_insert(to, top);
  push_positioned(to, L, sentence(to, L));
  push_clean(to, lua_tostring(to, -1), MESSAGE_MOST);
  lua_setfield(to, top, "message");
  luaL_traceback(to, L, NULL, 0);
  push_clean(to, lua_tostring(to, -1), TRACE_MOST);
  lua_setfield(to, top, "traceback");
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

/* The text in `field` of the report at i; the report keeps it alive. */
static const char *field_of(lua_State *L, int i, const char *field) {
  if (!lua_checkstack(L, 2) || !lua_istable(L, i)) return NULL;
  const char *text = NULL;
  i = lua_absindex(L, i);
  for (lua_pushnil(L); lua_next(L, i); lua_pop(L, 1)) {
    if (lua_type(L, -2) == LUA_TSTRING && lua_type(L, -1) == LUA_TSTRING &&
        strcmp(lua_tostring(L, -2), field) == 0)
      text = lua_tostring(L, -1);
  }
  return text;
}

const char *report_text(lua_State *L, int i) {
  const char *text = field_of(L, i, "message");
  if (text == NULL && lua_type(L, i) == LUA_TSTRING) text = lua_tostring(L, i);
  if (text == NULL) return "raised something else than a sentence";
  if (strcmp(text, "not enough memory") == 0) return host_of(L)->out_of_memory;
  return text;
}

const char *report_trace(lua_State *L, int i) {
  const char *text = field_of(L, i, "traceback");
  return text == NULL ? "" : text;
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
