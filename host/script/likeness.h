/* Do two functions do the same? Asked of scripts that were edited: what
 * moved to another line, or got another remark, is still the same. */
#ifndef SCRIPT_LIKENESS_H
#define SCRIPT_LIKENESS_H

#include <lua.h>

/* code(function) -> a digest of what it does, its upvalues apart; "" of a
 * function of the host. */
int likeness_code(lua_State *L);

/* upvalues(function) -> { { name, value }, ... }, without its globals */
int likeness_upvalues(lua_State *L);

/* digest(text) -> SHA-256 as hexadecimal digits */
int likeness_digest(lua_State *L);

#endif
