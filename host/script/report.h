/* Errors as people see them: "file:line: what", the line being the script's.
 *
 * A chunk is a script's when its name doesn't begin with '=' (see
 * sandbox_load). A report is a table {message =, traceback =}; where making
 * one failed it is the plain error value. */
#ifndef SCRIPT_REPORT_H
#define SCRIPT_REPORT_H

#include <lua.h>

/* Raises with the position of the nearest script function on the stack.
 * Formats as lua_pushfstring does. */
int report_error(lua_State *L, const char *format, ...);

/* Pushes "file:line: " of the nearest script function from `level` up, or
 * the empty string. Level 0 is the running function. */
void report_where(lua_State *L, int level);

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

#endif
