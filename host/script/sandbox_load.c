/* Reading a script: what its text must be, and syntax errors said so that a
 * person who doesn't know Lua's grammar can act on them. */
#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#include "script/report.h"
#include "script/sandbox.h"

/* The length of the UTF-8 sequence at s, or 0 when it isn't one. No
 * surrogates, no overlong forms, nothing beyond U+10FFFF. */
static size_t sequence(const unsigned char *s, const unsigned char *end) {
  if (s[0] < 0x80) return 1;
  size_t n = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
  if (s[0] < 0xc2 || s[0] > 0xf4 || (size_t)(end - s) < n) return 0;
  for (size_t i = 1; i < n; i++)
    if ((s[i] & 0xc0) != 0x80) return 0;
  if (s[0] == 0xe0 && s[1] < 0xa0) return 0;
  if (s[0] == 0xed && s[1] > 0x9f) return 0;
  if (s[0] == 0xf0 && s[1] < 0x90) return 0;
  if (s[0] == 0xf4 && s[1] > 0x8f) return 0;
  return n;
}

static const char *shown(const char *name) {
  return *name == '=' || *name == '@' ? name + 1 : name;
}

/* Pushes a sentence and returns false when the text isn't one. */
static bool check_text(lua_State *L, const char *name, const char *text,
                       size_t len) {
  const unsigned char *s = (const unsigned char *)text, *end = s + len;
  int line = 1;
  while (s < end) {
    size_t n = *s == '\0' ? 0 : sequence(s, end);
    if (n == 0) {
      lua_pushfstring(L, "%s:%d: a byte that isn't text (UTF-8 expected)",
                      shown(name), line);
      return false;
    }
    if (*s == '\n') line++;
    s += n;
  }
  return true;
}

static bool in_name(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z');
}

/* Another _ENV would be a way round the globals, and some releases of Lua
 * compile a constant one wrongly. */
static bool check_env(lua_State *L, const char *name, const char *text,
                      size_t len) {
  const char *at = text, *end = text + len;
  while ((at = memmem(at, (size_t)(end - at), "_ENV", 4)) != NULL) {
    bool part =
        (at > text && in_name(at[-1])) || (end - at > 4 && in_name(at[4]));
    if (!part) break;
    at += 4;
  }
  if (at == NULL) return true;
  int line = 1;
  for (const char *c = text; c < at; c++)
    if (*c == '\n') line++;
  lua_pushfstring(L, "%s:%d: `_ENV` has no place in a script", shown(name),
                  line);
  return false;
}

static bool check_source(lua_State *L, const char *name, const char *text,
                         size_t len) {
  if (*name == '=') return true;
  if (len > 0 && *text == LUA_SIGNATURE[0]) {
    lua_pushfstring(L, "%s: compiled Lua is refused, the text is needed",
                    shown(name));
    return false;
  }
  if (len > SCRIPT_MAX) {
    lua_pushfstring(L, "%s: %d bytes, at most %d in one file", shown(name),
                    (int)(len < 999999999 ? len : 999999999), SCRIPT_MAX);
    return false;
  }
  return check_text(L, name, text, len) && check_env(L, name, text, len);
}

/* What people who come from other languages write, and Lua's words for it. */
typedef struct Hint {
  const char *what, *near, *say;
} Hint;

static const Hint hints[] = {
    {"'then' expected", "near '='", "a comparison is `==`"},
    {"'do' expected", "near '='", "a comparison is `==`"},
    {"unexpected symbol", "near '!'", "\"not\" is `not`, unequal is `~=`"},
    {"expected", "near '!'", "\"not\" is `not`, unequal is `~=`"},
    {"syntax error", "near '!'", "\"not\" is `not`, unequal is `~=`"},
    {"syntax error", "near '+'", "say `x = x + 1`"},
    {"syntax error", "near '-'", "say `x = x - 1`"},
    {"'=' expected", "near '+'", "say `x = x + 1`"},
    {"'=' expected", "near '-'", "say `x = x - 1`"},
    {"'}' expected", "", "perhaps a comma is missing before it"},
    {"')' expected", "", "perhaps a comma is missing before it"},
    {"unfinished string", "", "a text ends on its line with the same quote"},
    {"'end' expected", "near <eof>",
     "an `if`, `for`, `function` has no `end`; `else if` is one word, "
     "`elseif`"},
    {"<eof> expected", "near 'end'", "one `end` too many"},
    {"'=' or 'in' expected", "", "say `for i = 1, n do` or `for x in ... do`"},
    {"'then' expected", "", "an `if` has `then` behind its condition"},
    {"unexpected symbol", "near '&'", "\"and\" is `and`"},
    {"unexpected symbol", "near '|'", "\"or\" is `or`"},
    {"unexpected symbol", "near '/'", "a remark begins with `--`"},
    {"attempt to assign to const", "", "it was declared `<const>`"},
    {NULL, NULL, NULL},
};

static const char *hint_for(const char *message) {
  for (const Hint *h = hints; h->what != NULL; h++)
    if (strstr(message, h->what) != NULL && strstr(message, h->near) != NULL)
      return h->say;
  return NULL;
}

/* The compiler's message at the top: Lua's short name becomes the whole one,
 * and a hint is added where there is one. */
static void improve(lua_State *L, const char *name) {
  const char *message = report_text(L, -1), *what = message;
  const char *colon = strchr(message, ':');
  /* Only the C stack's end has no line, or is a report: a message handler
   * around us was asked. */
  if (colon == NULL || !lua_isstring(L, -1)) {
    lua_pushfstring(L, "%s: nested too deep", shown(name));
    lua_remove(L, -2);
    return;
  }
  int line = (int)strtol(colon + 1, (char **)&what, 10);
  if (line <= 0 || *what != ':') return;
  const char *hint = hint_for(what);
  if (hint == NULL)
    lua_pushfstring(L, "%s:%d%s", shown(name), line, what);
  else
    lua_pushfstring(L, "%s:%d%s (%s)", shown(name), line, what, hint);
  lua_remove(L, -2);
}

/* A byte order mark and a first line that begins with # are no Lua; the line
 * break stays, so that lines keep their numbers. */
static const char *skip_head(const char *text, const char *end) {
  if (end - text >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) text += 3;
  if (text < end && *text == '#')
    while (text < end && *text != '\n') text++;
  return text;
}

static int compile(lua_State *L, const char *name, const char *text,
                   size_t len) {
  const char *begin = skip_head(text, text + len);
  const char *chunk = *name == '=' ? lua_pushstring(L, name)
                                   : lua_pushfstring(L, "@%s", shown(name));
  size_t rest = (size_t)(text + len - begin);
  int status = luaL_loadbufferx(L, begin, rest, chunk, "t");
  lua_remove(L, -2);
  if (status != LUA_OK && status != LUA_ERRMEM) improve(L, name);
  return status;
}

int sandbox_load(lua_State *L, const char *name, const char *text, size_t len) {
  luaL_checkstack(L, 8, "sandbox_load");
  int env = lua_gettop(L), status = LUA_ERRSYNTAX;
  if (check_source(L, name, text, len)) status = compile(L, name, text, len);
  if (status == LUA_OK) {
    lua_pushvalue(L, env);
    lua_setupvalue(L, -2, 1);
  }
  lua_remove(L, env);
  return status;
}
