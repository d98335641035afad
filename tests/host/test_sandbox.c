/* The script world: the hostile corpus, then what a file of Lua can't show
 * by itself: sources that are no text, what is frozen, Lua's own matcher as a
 * yardstick for ours. */
#include <dirent.h>
#include <lauxlib.h>
#include <lualib.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "scripts.h"
#include "tools.h"

#define CORPUS "tests/fixtures/sandbox"

/* ---- the corpus ---- */

/* "-- 3: what" of the first line as "path:3: what", with LIMIT filled in. */
static void expectation(const char *path, const char *text, char *out) {
  char line[1000];
  snprintf(line, sizeof line, "%.*s", (int)strcspn(text + 3, "\n"), text + 3);
  char *limit = strstr(line, "LIMIT");
  bool place = line[0] >= '0' && line[0] <= '9';
  int n = snprintf(out, SAID_MAX, "%s%s", place ? path : "", place ? ":" : "");
  if (limit == NULL)
    snprintf(out + n, SAID_MAX - 1000, "%s", line);
  else
    snprintf(out + n, SAID_MAX - 1000, "%.*s%d%s", (int)(limit - line), line,
             STEPS, limit + 5);
}

/* In a process of its own: runs the file, writes what is said to `out`. */
static _Noreturn void child(const char *path, const char *text, size_t size,
                            int out) {
  lua_State *L = open_small(STEPS);
  budget_name(host_of(L)->budget, path, "file");
  run(L, path, text, size);
  const char *said = report_text(L, -1);
  if (write(out, said, strlen(said)) < 0) _exit(3);
  sandbox_close(L);
  _exit(0);
}

static int run_child(const char *path, const char *text, size_t size,
                     char *said) {
  int ends[2], status;
  if (pipe(ends) != 0) return -1;
  pid_t pid = fork();
  if (pid == 0) child(path, text, size, ends[1]);
  close(ends[1]);
  ssize_t n, all = 0;
  while ((n = read(ends[0], said + all, (size_t)(SAID_MAX - 1 - all))) > 0)
    all += n;
  said[all] = '\0';
  close(ends[0]);
  waitpid(pid, &status, 0);
  return status;
}

static void check_file(const char *name) {
  char path[500], said[SAID_MAX], expected[SAID_MAX];
  size_t size;
  snprintf(path, sizeof path, CORPUS "/%s", name);
  char *text = read_file(path, &size);
  if (text == NULL) return;
  expectation(path, text, expected);
  int status = run_child(path, text, size, said);
  bool so = status == 0 && strcmp(said, expected) == 0;
  if (!so)
    fprintf(stderr, "%s (status %x)\n  said     %s\n  expected %s\n", path,
            (unsigned)status, said, expected);
  CHECK(so);
  free(text);
}

static int is_lua(const struct dirent *entry) {
  size_t n = strlen(entry->d_name);
  return n > 4 && strcmp(entry->d_name + n - 4, ".lua") == 0;
}

static void test_corpus(void) {
  struct dirent **list;
  int n = scandir(CORPUS, &list, is_lua, alphasort);
  CHECK(n > 100);
  for (int i = 0; i < n; i++) {
    check_file(list[i]->d_name);
    free(list[i]);
  }
  if (n >= 0) free(list);
}

/* ---- sources ---- */

static bool load_says(const char *text, size_t size, const char *expected) {
  lua_State *L = open_small(STEPS);
  int status = run(L, "t.lua", text, size);
  bool so = strcmp(report_text(L, -1), expected) == 0;
  if (!so) fprintf(stderr, "said %d: %s\n", status, report_text(L, -1));
  sandbox_close(L);
  return so;
}

#define LOAD(literal, expected) \
  CHECK(load_says(literal, sizeof(literal) - 1, expected))

static void test_sources(void) {
  LOAD("\xef\xbb\xbf-- a mark\nlocal x <const> = 1", "done");
  LOAD("#!/usr/bin/croupier\nx()", "t.lua:2: unknown name `x`");
  LOAD("local a\r\nlocal b\r\nx()\r\n", "t.lua:3: unknown name `x`");
  LOAD("", "done");
  LOAD("-- \xc3\xa9\xe2\x99\xa5\xf0\x9f\x82\xa1", "done");
  LOAD("\n-- \xe9", "t.lua:2: a byte that isn't text (UTF-8 expected)");
  LOAD("--\xc0\x80", "t.lua:1: a byte that isn't text (UTF-8 expected)");
  LOAD("--\xed\xa0\x80", "t.lua:1: a byte that isn't text (UTF-8 expected)");
  LOAD("--\xf4\x90\x80\x80",
       "t.lua:1: a byte that isn't text (UTF-8 expected)");
  LOAD("--\xe2\x99", "t.lua:1: a byte that isn't text (UTF-8 expected)");
  LOAD("--\0", "t.lua:1: a byte that isn't text (UTF-8 expected)");
  LOAD("--\x80", "t.lua:1: a byte that isn't text (UTF-8 expected)");
  LOAD("--\xf0\x9f\x82", "t.lua:1: a byte that isn't text (UTF-8 expected)");
  LOAD("# the first line", "done");
  LOAD("-- \xef\xbf\xbd", "done"); /* what stands for no character is one */
  LOAD("local my_ENV = 1\nlocal e = _ENV",
       "t.lua:2: `_ENV` can't be used in a script");
  LOAD("\nlocal e = _ENV.x", "t.lua:2: `_ENV` can't be used in a script");
  LOAD("\x1bLua", "t.lua: compiled Lua is refused, expected source text");
}

/* Every function of Lua's own compiler output, changed or not, is refused. */
static int keep_bytes(lua_State *L, const void *p, size_t size, void *b) {
  (void)L;
  luaL_addlstring(b, p, size);
  return 0;
}

static void test_bytecode(void) {
  lua_State *L = luaL_newstate();
  luaL_Buffer b;
  luaL_loadstring(L, "return 1");
  lua_State *other = luaL_newstate();
  luaL_buffinit(other, &b);
  lua_dump(L, keep_bytes, &b, 0);
  luaL_pushresult(&b);
  size_t size;
  const char *bytes = lua_tolstring(other, -1, &size);
  CHECK(load_says(bytes, size,
                  "t.lua: compiled Lua is refused, expected source text"));
  lua_close(other);
  lua_close(L);
}

/* head, then `part` as often as it fits into `size` bytes, then tail. */
static char *build(const char *head, const char *part, const char *tail,
                   size_t size) {
  char *text = malloc(size + 1000);
  size_t n = strlen(head), p = strlen(part);
  memcpy(text, head, n);
  for (; n + p + strlen(tail) <= size; n += p) memcpy(text + n, part, p);
  strcpy(text + n, tail);
  return text;
}

/* A file of the full size that nests or chains as deep as it goes must end,
 * whatever it says. */
static void check_big(const char *head, const char *part, const char *tail) {
  char *text = build(head, part, tail, SCRIPT_MAX), said[SAID_MAX];
  int status = run_child("t.lua", text, strlen(text), said);
  CHECK_INT(status, 0);
  CHECK(strlen(said) > 0);
  free(text);
}

static void test_big_sources(void) {
  char *text = build("", "--\n", "", SCRIPT_MAX);
  CHECK(load_says(text, strlen(text), "done"));
  strcat(text, "----");
  char said[100];
  snprintf(said, sizeof said, "t.lua: %zu bytes, at most 65536 in one file",
           strlen(text));
  CHECK(load_says(text, strlen(text), said));
  free(text);
  check_big("local t = {} t.a = t local x = t", ".a", "");
  check_big("local t = {} local x = t", ".a", "");
  check_big("local x = ", "(", "");
  check_big("local x = ", "{", "");
  check_big("local x = ", "-", "1");
  check_big("local x = 'a'", "..'a'", "");
  check_big("local x = 1", "+1", "");
  check_big("local x = 2", "^2", "");
  check_big("", "do ", "");
  check_big("", "function f() ", "");
  check_big("", "local a ", "");
  check_big("local t = {", "1,", "}");
  check_big("return ", "'x',", "1");
  check_big("local x = [[", "x", "]]");
  check_big("local x = [", "=", "[");
  check_big("local x = '", "\\u{7fffffff}", "'");
  check_big("", "goto a ", "::a::");
  check_big("", "::a::", "");
  check_big("if x then ", "elseif x then ", "end");
  check_big("return function(...) return ", "...,", "... end");
}

/* ---- the host's own Lua ---- */

static int trusted(lua_State *L, const char *name, const char *text) {
  sandbox_trusted_env(L);
  if (sandbox_load(L, name, text, strlen(text)) != LUA_OK) return LUA_ERRSYNTAX;
  return sandbox_call(L, 0, 1);
}

/* One of SCRIPTS, as Lua of the host's own. */
static int trusted_script(lua_State *L, const char *as, const char *name) {
  char *text = script(name);
  int status = trusted(L, as, text);
  free(text);
  return status;
}

static void test_trusted(void) {
  lua_State *L = open_small(STEPS);
  CHECK(trusted_script(L, "=t", "protected") == LUA_OK);
  CHECK(strcmp(lua_tostring(L, -1), "x") == 0);
  CHECK(trusted(L, "@t.lua",
                "while true do pcall(function() while true do end end) end"));
  CHECK(strstr(report_text(L, -1), "instructions without an answer") != NULL);
  CHECK(trusted_script(L, "@t.lua", "full") != LUA_OK);
  CHECK(strstr(report_text(L, -1), "used more than 16 MB") != NULL);
  CHECK(trusted(L, "@t.lua",
                "local function f() while true do end end xpcall(f, f)"));
  CHECK(strstr(report_text(L, -1), "instructions without an answer") != NULL);
  CHECK(trusted(L, "@t.lua",
                "local function f() while true do end end xpcall(error, f)"));
  CHECK(strstr(report_text(L, -1), "instructions without an answer") != NULL);
  CHECK(trusted(L, "=t", "return 7") == LUA_OK); /* all is well again */
  CHECK_INT(lua_tointeger(L, -1), 7);
  sandbox_close(L);
}

/* A fault inside the host's Lua shows the line of the script that called. */
static void test_positions(void) {
  lua_State *L = open_small(STEPS);
  CHECK(trusted_script(L, "=own/lib.lua", "library") == LUA_OK);
  lua_pushvalue(L, -1);
  sandbox_add(L, "lib");
  run_text(L, "local function f()\n  lib(true)\nend\nf()");
  CHECK(strcmp(report_text(L, -1), "t.lua:2: not so") == 0);
  CHECK(strstr(report_trace(L, -1), "own/lib.lua:3") != NULL);
  run_text(L, "\n\nlib()");
  CHECK(strstr(report_text(L, -1), "t.lua:3: attempt to index") != NULL);
  run_text(L, "table.sort({ 2, 1 },\nfunction() lib(true) end)");
  CHECK(strcmp(report_text(L, -1), "t.lua:2: not so") == 0);
  char text[] = "\nerror 'x'", name[300];
  memset(name, 'd', sizeof name);
  memcpy(name + 280, "/t.lua", 7);
  run(L, name, text, strlen(text)); /* Lua itself would cut the name */
  CHECK(strncmp(report_text(L, -1), name, 286) == 0);
  CHECK(strcmp(report_text(L, -1) + 286, ":2: x") == 0);
  run(L, "a:b.lua", "x =", 3); /* a colon of the name's own, or two */
  CHECK(strncmp(report_text(L, -1), "a:b.lua:1: ", 11) == 0);
  run(L, "a:12.lua", "x =", 3);
  CHECK(strncmp(report_text(L, -1), "a:12.lua:1: ", 12) == 0);
  sandbox_close(L);
}

/* What a script raises may be long, and no text: at most 2,000 bytes of it are
 * said, and no character is cut in two. */
static void test_long_messages(void) {
  lua_State *L = open_small(STEPS);
  run_text(L, "error(('x'):rep(1991), 0)"); /* with t.lua:1: before it */
  CHECK_INT(strlen(report_text(L, -1)), 2000);
  run_text(L, "error(('x'):rep(1992), 0)");
  CHECK(strcmp(report_text(L, -1) + 1995, "xxxxx...") == 0);
  run_text(L, "error(('\\u{e9}'):rep(5000), 0)");
  CHECK(strcmp(report_text(L, -1) + 1995, "\xc3\xa9\xc3\xa9...") == 0);
  trusted(L, "=t", "error(('\\x80'):rep(5000), 0)");
  CHECK(strcmp(report_text(L, -1), "...") == 0);
  sandbox_close(L);
}

static int wait_in_c(lua_State *L) { return lua_yield(L, 0); }

static void test_call(void) {
  lua_State *L = open_small(STEPS);
  lua_pushcfunction(L, wait_in_c);
  sandbox_add(L, "wait");
  int top = lua_gettop(L);
  luaL_loadstring(L, "return ...");
  lua_pushinteger(L, 1), lua_pushinteger(L, 2);
  CHECK(sandbox_call(L, 2, 3) == LUA_OK && lua_gettop(L) == top + 3);
  CHECK(lua_tointeger(L, -2) == 2 && lua_isnil(L, -1));
  lua_settop(L, top);
  luaL_loadstring(L, "return 1, 2, 3");
  CHECK(sandbox_call(L, 0, LUA_MULTRET) == LUA_OK);
  CHECK_INT(lua_gettop(L), top + 3);
  lua_settop(L, top);
  luaL_loadstring(L, "return 1, 2, 3");
  CHECK(sandbox_call(L, 0, 1) == LUA_OK && lua_gettop(L) == top + 1);
  CHECK_INT(lua_tointeger(L, -1), 1);
  run_text(L, "\nwait()");
  CHECK(strcmp(report_text(L, -1), "t.lua:2: nothing can wait here") == 0);
  sandbox_close(L);
}

/* ---- freezing ---- */

static void test_freeze(void) {
  lua_State *L = open_small(STEPS);
  CHECK(trusted_script(L, "=t", "things") == LUA_OK);
  freeze(L, -1);
  freeze(L, -1); /* twice is fine */
  CHECK_INT(luaL_len(L, -1), 2);
  CHECK(lua_rawlen(L, -1) == 0 && freeze_shadow(L, -1));
  CHECK_INT(lua_rawlen(L, -1), 2);
  lua_pop(L, 1);
  lua_getfield(L, -1, "o");
  lua_getfield(L, -1, "f"); /* through the metatable it had */
  CHECK_INT(lua_tointeger(L, -1), 1);
  lua_pop(L, 1);
  CHECK(strcmp(safelib_tostring(L, -1), "thing") == 0);
  lua_pop(L, 2);
  lua_getfield(L, -1, "skip");
  CHECK(!freeze_shadow(L, -1));
  lua_pushnil(L);
  CHECK(!freeze_shadow(L, -1));
  sandbox_close(L);
}

/* What isn't a text of the metatable's is not a name; what __tostring gives must
 * be one. */
static void test_values(void) {
  lua_State *L = open_small(STEPS);
  CHECK(trusted_script(L, "=t", "names") == LUA_OK);
  CHECK(strcmp(lua_tostring(L, -1), "seattableAnna") == 0);
  trusted(L, "=t",
          "tostring(setmetatable({}, { __tostring = "
          "function() return {} end }))");
  CHECK(strstr(report_text(L, -1), "'__tostring' must return a string"));
  lua_pushinteger(L, 5); /* no report, and no text */
  CHECK(strcmp(report_text(L, -1), "raised something other than a sentence") ==
        0);
  CHECK(strcmp(report_trace(L, -1), "") == 0);
  lua_newtable(L);
  CHECK(strcmp(report_text(L, -1), "raised something other than a sentence") ==
        0);
  sandbox_close(L);
}

/* With memory enough it is the stack that ends. */
static void test_endless_calls(void) {
  SandboxOptions o = {.memory = 400 << 20};
  lua_State *L = sandbox_open(&o);
  run_text(L, "local function f() return 1 + f() end f()");
  CHECK(strcmp(report_text(L, -1),
               "t.lua:1: functions call each other without end") == 0);
  sandbox_close(L);
}

/* A chain too deep for the C stack. */
static void test_freeze_deep(void) {
  SandboxOptions o = {.memory = 200 << 20};
  lua_State *L = sandbox_open(&o);
  CHECK(trusted(L, "=t",
                "local t = {} for i = 1, 200000 do t = { t } end "
                "return t") == LUA_OK);
  freeze(L, -1);
  freeze_remember(L, -1);
  CHECK(!freeze_changed(L, -1));
  sandbox_close(L);
}

/* So many fields that putting them in order would take too long. */
static void test_pairs_most(void) {
  SandboxOptions o = {.memory = 200 << 20};
  lua_State *L = sandbox_open(&o);
  CHECK(trusted(L, "=t",
                "local t = {} for i = 0, 1000000 do t[i + 0.5] = 1 end "
                "return pcall(pairs, t)") == LUA_OK);
  CHECK(!lua_toboolean(L, -1));
  CHECK(trusted(L, "=t",
                "local t = {} for i = 0, 1000000 do t[i + 0.5] = 1 end "
                "pairs(t)"));
  CHECK(
      strcmp(report_text(L, -1),
             "pairs: the table has 1000001 fields, expected at most 1000000") ==
      0);
  lua_pop(L, 1); /* and nobody has said where tables stand */
  CHECK(trusted(L, "=t", "pairs { [{}] = 1 }"));
  CHECK(strcmp(report_text(L, -1),
               "a table with tables as keys can't be walked in a fixed "
               "order") == 0);
  sandbox_close(L);
}

/* Where not even the stack has room, what has changed is not asked. Of a full
 * one some Luas give a little more, once, for what has to be said of it. */
static void test_full_stack(void) {
  SandboxOptions o = {.memory = 200 << 20};
  lua_State *L = sandbox_open(&o);
  CHECK(trusted(L, "=t", "local n = 0 return function() n = n + 1 end") ==
        LUA_OK);
  freeze_remember(L, -1);
  int memory = lua_gettop(L);
  for (int twice = 0; twice < 2; twice++)
    while (lua_checkstack(L, 20)) lua_pushnil(L);
  CHECK(freeze_changed(L, memory));
  CHECK(strstr(report_text(L, -1), "memory") != NULL);
  sandbox_close(L);
}

static void test_env_set(void) {
  lua_State *L = open_small(STEPS);
  sandbox_env(L);
  lua_pushinteger(L, 5);
  sandbox_env_set(L, -2, "five");
  const char *text = "return five";
  CHECK(sandbox_load(L, "t.lua", text, strlen(text)) == LUA_OK);
  CHECK(sandbox_call(L, 0, 1) == LUA_OK && lua_tointeger(L, -1) == 5);
  run_text(L, "return five"); /* in that environment only */
  CHECK(strcmp(report_text(L, -1), "t.lua:1: unknown name `five`") == 0);
  sandbox_close(L);
}

/* ---- the matcher against Lua's own ---- */

static void random_text(uint64_t *state, char *out, const char *const *parts,
                        unsigned count, unsigned most) {
  *out = '\0';
  for (unsigned n = next_random(state) % (most + 1); n > 0; n--)
    strcat(out, parts[next_random(state) % count]);
}

static void test_matcher(void) {
  static const char *const bits[] = {"a", "b", "ab", "-",    "1", " ", "(",
                                     "]", "%", ".",  "\xe9", "A", "_", "\t"};
  static const char *const parts[] = {
      "a",      "b",   ".",    "%a",      "%d",     "%s",   "%w",   "%W",
      "%x",     "%p",  "%u",   "%%",      "%.",     "[ab]", "[^a]", "[a-c]",
      "[%d_]",  "[]]", "[^]]", "[a-]",    "[%a-z]", "*",    "+",    "-",
      "?",      "(",   ")",    "()",      "(a)",    "(.-)", "%1",   "%b()",
      "%f[%w]", "$",   "^",    "%f[^%w]", "[%]a]",  "b*",   "%S+",  "a-"};
  static const char *const news[] = {"x", "%0", "%1", "%%", "%2", "<%1>"};
  lua_State *L = open_small(STEPS);
  luaL_openlibs(L);
  lua_getglobal(L, "string");
  lua_newtable(L);
  safelib_matching(L);
  uint64_t state = 11;
  const long rounds = 20000 / SLOW;
  long differ = 0, refused = 0;
  CHECK(luaL_loadfile(L, SCRIPTS "/matchers.lua") == LUA_OK);
  for (int i = 0; i < rounds; i++) {
    char s[60], p[200], r[60];
    random_text(&state, s, bits, sizeof bits / sizeof *bits, 12);
    random_text(&state, p, parts, sizeof parts / sizeof *parts, 6);
    random_text(&state, r, news, sizeof news / sizeof *news, 3);
    for (int ours = 1; ours >= 0; ours--) {
      lua_pushvalue(L, 3);
      lua_pushvalue(L, 1 + ours);
      lua_pushstring(L, s), lua_pushstring(L, p), lua_pushstring(L, r);
      lua_pushboolean(L, ours);
      lua_pcall(L, 5, 1, 0);
    }
    if (lua_isboolean(L, -2))
      refused++;
    else if (!lua_rawequal(L, -2, -1) && differ++ < 3)
      fprintf(stderr, "differs: %s in %s\n%s\n---\n%s\n", p, s,
              lua_tostring(L, -1), lua_tostring(L, -2));
    lua_settop(L, 3);
  }
  CHECK_INT(differ, 0);
  CHECK(refused < rounds / 2); /* Lua finds most such faults too late */
  sandbox_close(L);
}

int main(void) {
  test_sources();
  test_bytecode();
  test_big_sources();
  test_trusted();
  test_positions();
  test_long_messages();
  test_call();
  test_freeze();
  test_values();
  test_endless_calls();
  test_freeze_deep();
  test_pairs_most();
  test_full_stack();
  test_env_set();
  test_matcher();
  test_corpus();
  CHECK(says("return 1", "done"));
  return check_done("sandbox");
}
