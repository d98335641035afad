/* The world that a script runs in: see sandbox.h.
 *
 * Owns the state, its arena and its budget. The globals that every
 * environment begins with are a plain table in the registry (the prelude);
 * an environment is a copy of it behind an empty constant table, so that a
 * write of any global raises, also of one that exists.
 *
 * Always true: no script reaches the state's own globals, a metatable, or a
 * library table that can be written.
 *
 * Tried and rejected: globals in the environment itself (`ipairs = nil` then
 * goes through); one prelude behind all (a second hop for every global). */
#include "script/sandbox.h"

#include <errno.h>
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script/text.h"

/*** @topic Around the game: lua, sandbox
 Scripts are written in Lua 5.4 without the parts that could do harm: no files,
 no clock, no network, no `load`, no `setmetatable`, no `pcall`. Everything that
 a file makes at its top level is constant: anything that changes is declared in
 `state`. `pairs` always goes through a table in the same order.

 A script has 64 KB a file, 64 MB of memory, and 50,000,000 steps from one
 answer to the next, for each step of its game and each bot's answer. A step is
 one instruction of Lua (some five to a line), or one round of a loop in the
 libraries: one value that `pairs`, `table.sort` or `table.concat` looks at, one
 character that a pattern tries, 16 bytes of a long text that is made. The count
 is the same on every machine. A script that uses it up is stopped with an
 error.
 @field plain assert, error, ipairs, next, pairs, rawequal, select, tonumber, tostring, type, _VERSION
 @field math abs, acos, asin, atan, ceil, cos, deg, exp, floor, fmod, huge, log, max, maxinteger, min, mininteger, modf, pi, rad, sin, sqrt, tan, tointeger, type, ult
 @field string byte, char, find, format, gmatch, gsub, len, lower, match, rep, reverse, sub, upper
 @field table concat, insert, move, pack, remove, sort, unpack
 @field utf8 char, charpattern, codepoint, codes, len, offset
 @example math.max(3, 7) --> 7
 local names = {}
 for i, one in ipairs({ "Ben", "Anna" }) do names[i] = one:upper() end
 table.concat(names, ", ") --> "BEN, ANNA"
 @see state, require, library */

enum { MEMORY_DEFAULT = 64 << 20 };

static const char prelude_key = 0;

/* ---- opening ---- */

static int on_panic(lua_State *L) {
  char why[512];
  snprintf(why, sizeof why, "%s", report_text(L, -1));
  clean_text(why, why, strlen(why), "\n");
  fprintf(stderr, "croupier: an error outside any call: %s\n", why);
  abort();
}

static void add_library(lua_State *L, const char *name,
                        void (*push)(lua_State *)) {
  push(L);
  sandbox_add(L, name);
}

static int open_libraries(lua_State *L) {
  safelib_base(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &prelude_key);
  add_library(L, "string", safelib_string);
  add_library(L, "table", safelib_table);
  add_library(L, "math", safelib_math);
  add_library(L, "utf8", safelib_utf8);
  return 0;
}

static void close_host(Host *host) {
  budget_close(host->budget);
  arena_free(host->arena);
  free(host);
}

static Host *open_host(const SandboxOptions *o) {
  Host *host = calloc(1, sizeof *host);
  if (host == NULL) return NULL;
  size_t memory = o->memory != 0 ? o->memory : MEMORY_DEFAULT;
  host->arena = arena_new(memory);
  host->budget =
      budget_open(host->arena, o->steps != 0 ? o->steps : WORK_DEFAULT);
  if (host->arena == NULL || host->budget == NULL) {
    close_host(host);
    return NULL;
  }
  snprintf(host->out_of_memory, sizeof host->out_of_memory,
           "used more than %zu MB of memory", (memory + 524288) >> 20);
  return host;
}

/* How Lua 5.4's global_State begins, after which comes the seed that texts are
 * hashed with. Lua draws it from the clock and from addresses; then the layout
 * of a table that has lost text keys differs from run to run, and with it `#`
 * of a list with holes. It is settled by now and no text was hashed yet when
 * the second piece of memory is asked for. Should another release be laid out
 * otherwise, nothing is found and nothing is changed. */
typedef struct GlobalState {
  lua_Alloc alloc;
  void *ud;
  size_t total, debt, estimate, atomic;
  void *texts;
  int used, size;
  struct {
    lua_Integer value, type;
  } registry, nil;
  unsigned seed;
} GlobalState;

typedef struct Opening {
  Arena *arena;
  void *block; /* the first piece: the state */
  size_t size;
  bool seeded;
} Opening;

static void *alloc_opening(void *ud, void *ptr, size_t osize, size_t nsize);

static void fix_seed(Opening *o) {
  const GlobalState fresh = {.alloc = alloc_opening, .ud = o, .total = o->size};
  for (size_t at = 0; at + sizeof(GlobalState) <= o->size; at += sizeof at) {
    GlobalState *g = (void *)((char *)o->block + at);
    if (memcmp(g, &fresh, offsetof(GlobalState, registry)) == 0)
      g->seed = 0x5eed;
  }
  o->seeded = true;
}

static void *alloc_opening(void *ud, void *ptr, size_t osize, size_t nsize) {
  Opening *o = ud;
  if (o->block != NULL && !o->seeded) fix_seed(o);
  void *p = arena_alloc(o->arena, ptr, osize, nsize);
  if (o->block == NULL && p != NULL) {
    o->block = memset(p, 0, nsize);
    o->size = nsize;
  }
  return p;
}

lua_State *sandbox_open(const SandboxOptions *o) {
  Host *host = open_host(o);
  if (host == NULL) return NULL;
  arena_fail_at(host->arena, o->fail_at);
  Opening opening = {.arena = host->arena};
  lua_State *L = lua_newstate(alloc_opening, &opening);
  if (L == NULL) {
    close_host(host);
    errno = ENOMEM;
    return NULL;
  }
  lua_setallocf(L, arena_alloc, host->arena);
  *(Host **)lua_getextraspace(L) = host;
  lua_atpanic(L, on_panic);
  lua_gc(L, LUA_GCGEN, 0, 0);
  lua_pushcfunction(L, open_libraries);
  if (lua_pcall(L, 0, 0, 0) == LUA_OK) return L;
  sandbox_close(L);
  errno = ENOMEM;
  return NULL;
}

void sandbox_close(lua_State *L) {
  Host *host = host_of(L);
  arena_refill(host->arena);
  lua_close(L);
  close_host(host);
}

/* ---- environments ---- */

void sandbox_add(lua_State *L, const char *name) {
  if (lua_istable(L, -1)) freeze_library(L, name);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &prelude_key);
  lua_insert(L, -2);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
}

/* The fields of the table at the top, which is popped, to the one below. */
static void copy_all(lua_State *L) {
  int from = lua_gettop(L);
  sandbox_copy_fields(L, from, from - 1);
  lua_pop(L, 1);
}

/* Pushes an environment with what `more` pushes besides, if anything. */
static void push_env(lua_State *L, void (*more)(lua_State *)) {
  luaL_checkstack(L, 10, "sandbox_env");
  lua_createtable(L, 0, 64);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &prelude_key);
  copy_all(L);
  if (more != NULL) {
    more(L);
    copy_all(L);
  }
  freeze_library(L, NULL);
}

void sandbox_env(lua_State *L) { push_env(L, NULL); }

void sandbox_trusted_env(lua_State *L) { push_env(L, safelib_trusted); }

void sandbox_env_set(lua_State *L, int env, const char *name) {
  freeze_shadow(L, env);
  lua_insert(L, -2);
  lua_pushstring(L, name);
  lua_insert(L, -2);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

/* ---- reading a script ----
 *
 * Checks the text. Hints for syntax errors are in stdlib/check/syntax.lua. */
static const char *shown(const char *name) {
  return *name == '=' || *name == '@' ? name + 1 : name;
}

/* Another _ENV would be a way round the globals, and some releases of Lua
 * compile a constant one wrongly. */
static bool is_env(const char *text, size_t len) {
  return len >= 4 && memcmp(text, "_ENV", 4) == 0 &&
         (len == 4 || !in_name((unsigned char)text[4]));
}

/* Pushes a sentence and returns false when the text isn't a script's. */
static bool check_text(lua_State *L, const char *name, const char *text,
                       size_t len) {
  const char *wrong = NULL;
  int line = 1;
  uint32_t c, before = 0;
  for (size_t at = 0, n; at < len && wrong == NULL; at += n, before = c) {
    c = (unsigned char)text[at];
    n = c < 0x80 ? 1 : character(text + at, len - at, &c);
    if (c == 0 || (c == NO_CHARACTER && n == 1))
      wrong = "a byte that isn't text (UTF-8 expected)";
    else if (c == '_' && !in_name(before) && is_env(text + at, len - at))
      wrong = "`_ENV` can't be used in a script";
    line += c == '\n';
  }
  if (wrong != NULL) lua_pushfstring(L, "%s:%d: %s", shown(name), line, wrong);
  return wrong == NULL;
}

static bool check_source(lua_State *L, const char *name, const char *text,
                         size_t len) {
  if (*name == '=') return true;
  if (len > 0 && *text == LUA_SIGNATURE[0]) {
    lua_pushfstring(L, "%s: compiled Lua is refused, expected source text",
                    shown(name));
    return false;
  }
  if (len > SCRIPT_MAX) {
    lua_pushfstring(L, "%s: %d bytes, at most %d in one file", shown(name),
                    (int)(len < 999999999 ? len : 999999999), SCRIPT_MAX);
    return false;
  }
  return check_text(L, name, text, len);
}

/* The compiler's message at the top: Lua's short name becomes the whole one. */
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
  lua_pushfstring(L, "%s:%d%s", shown(name), line, what);
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
  if (status == LUA_OK && *name != '=') freeze_read(L, chunk, begin, rest);
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
