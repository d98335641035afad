/* The world that a script runs in: a Lua state with capped memory and a
 * budget of work, and environments made from an allow-list.
 *
 * Sizes in bytes, work in steps (limits.h). A state runs on the thread that
 * opened it; nothing is shared between states. */
#ifndef SCRIPT_SANDBOX_H
#define SCRIPT_SANDBOX_H

#include "script/limits.h"
#include "script/text.h"

enum { SCRIPT_MAX = 64 * 1024 }; /* bytes of one source file */

enum { WORK_DEFAULT = 50000000 }; /* steps: see limits.h */

/* Zero means the default. */
typedef struct SandboxOptions {
  size_t memory;    /* cap of the state, 64 MB */
  uint64_t steps;   /* one entry's budget, WORK_DEFAULT */
  uint64_t fail_at; /* for tests: see arena_fail_at */
} SandboxOptions;

/* Limits of one call of a library function. */
enum {
  LONGEST_TEXT = 1 << 20,  /* bytes of a text */
  VALUES_MAX = 1000000,    /* values that it moves, sorts or walks */
  PATTERN_STEPS = 20000000 /* steps of matching a pattern */
};

/* A state, or NULL with errno (memory, or no timer). */
lua_State *sandbox_open(const SandboxOptions *o);

/* By the thread that opened it. */
void sandbox_close(lua_State *L);

/* Pops the library (or function, or value) at the top and makes it the global
 * NAME of every environment made from now on. A table is frozen as a
 * library: unknown names in it raise with the nearest name. */
void sandbox_add(lua_State *L, const char *name);

/* Pushes a new environment for a script. */
void sandbox_env(lua_State *L);

/* Pushes a new environment for the project's own Lua and for tests: a
 * script's, with pcall, xpcall, setmetatable, getmetatable, rawget, rawset and
 * rawlen. What is caught is neither the end of memory nor that of work. */
void sandbox_trusted_env(lua_State *L);

/* Pops the value at the top and makes it the global NAME of the environment
 * at env only. */
void sandbox_env_set(lua_State *L, int env, const char *name);

/* Compiles text with the environment at the top of the stack, which it pops:
 * pushes the function and returns LUA_OK, or pushes "file:line: what" and
 * returns another status. name is the file's, as a person should see it; one
 * that begins with '=' is the host's own code, whose lines no report names. */
int sandbox_load(lua_State *L, const char *name, const char *text, size_t len);

/* Errors as people see them: "file:line: what", the line being the script's.
 *
 * A chunk is a script's when its name doesn't begin with '=' (see
 * sandbox_load). A report is a table; where making one failed it is the
 * plain error value. */

/* Raises with the position of the nearest script function on the stack.
 * Formats as lua_pushfstring does. */
__attribute__((cold)) int report_error(lua_State *L, const char *format, ...);

/* Pushes "file:line: " of the nearest script function from `level` up, or
 * the empty string. Level 0 is the running function. */
void report_where(lua_State *L, int level);

/* Pushes nil and a sentence, the results of a function that failed through no
 * fault of its caller. Returns 2. */
int report_refuse(lua_State *L, const char *why);

/* Sets all fields of the table at `from` in the one at `to`, raw. */
void sandbox_copy_fields(lua_State *L, int from, int to);

/* A message handler for lua_pcall: makes the error value a report. */
int report_handler(lua_State *L);

/* After lua_resume of co failed: pushes a report on L, taking the error value
 * off co, whose stack is left as it is else. Ends the arena's spent mode. */
void report_of_coroutine(lua_State *L, lua_State *co);

/* The message of the error value or report at i, which stays the owner. Out
 * of memory says how much there was. Never raises, never NULL. */
const char *report_text(lua_State *L, int i);

/* The traceback of the report at i, or "". */
const char *report_trace(lua_State *L, int i);

/* Tables made at the top level of a file are constant afterwards.
 *
 * A frozen table is the same table, emptied; its contents live in a shadow
 * behind __index. Indexing, #, ipairs, pairs, next and the table library
 * work as before; C code must not use raw reads on it (lua_geti, luaL_len,
 * lua_next on freeze_shadow). A write raises at the writing line. */

/* Freezes every table reachable from the value at i, through fields, keys and
 * the upvalues of functions, in place. Tables that are frozen already,
 * userdata, and tables whose metatable has `constant = true` are left. A
 * table with a metatable keeps its other fields. Stored iterators of pairs and
 * gmatch raise when they are called. */
void freeze(lua_State *L, int i);

/* Puts a constant stand-in in the place of the library at the top, called
 * `name`: an unknown field raises "unknown name `name.x`" with the nearest.
 * name NULL makes an environment, where the fields are globals. */
void freeze_library(lua_State *L, const char *name);

/* Pushes the shadow of a frozen table and returns true, or pushes nothing
 * and returns false. Anything may be at i. */
bool freeze_shadow(lua_State *L, int i);

/* Sets the fields that every frozen table has in the metatable at the top. */
void freeze_basics(lua_State *L, int shadow);

/* Reads the text of a chunk, n bytes, for the names that it may assign to. */
void freeze_read(lua_State *L, const char *chunk, const char *text, size_t n);

/* Pushes a memory of the upvalues of all functions reachable from i that may be
 * assigned to: a table with a field for each function with upvalues. */
void freeze_remember(lua_State *L, int i);

/* Has an upvalue of the memory at i another value now? Then pushes a
 * sentence that names the variable, the function and its line, and gives all
 * of them their old values again. */
bool freeze_changed(lua_State *L, int i);

/* The libraries of a script: Lua's own where they are harmless, ours where
 * the order, an address or the cost could harm.
 *
 * Each function here leaves one table on the stack. */

/* type, pairs, tostring... without string, table, math, utf8. */
void safelib_base(lua_State *L);
void safelib_string(lua_State *L); /* also sets the metatable of texts */
void safelib_table(lua_State *L);
void safelib_math(lua_State *L);
void safelib_utf8(lua_State *L);

void safelib_trusted(lua_State *L); /* pcall, setmetatable, rawget and so on */

/* pairs and next in a fixed order: integers, other numbers, texts, booleans,
 * then what Host.key_order can place. */
int safelib_pairs(lua_State *L);
int safelib_next(lua_State *L);

/* Pushes a list of the keys of the table at i in that order; returns how
 * many. Raises where keys have no order. A frozen table is walked as such. */
lua_Integer safelib_keys(lua_State *L, int i);

/* Pushes the value at i as a sentence may show it: a long text is cut. */
const char *safelib_short(lua_State *L, int i);

/* Pushes the value at i as a text without an address. */
const char *safelib_tostring(lua_State *L, int i);

/* Makes the iterator at i, not counted from the top, of pairs or of gmatch, raise
 * when called; anything else is left alone. For freeze. */
void safelib_end_walk(lua_State *L, int i);
void safelib_end_matches(lua_State *L, int i);

/* Pushes the text at i in a form; false and nothing to keep where it is no UTF-8. */
bool push_in_form(lua_State *L, int i, TextForm form);

/* Adds find, match, gmatch and gsub to the table at the top. */
void safelib_matching(lua_State *L);

#endif
