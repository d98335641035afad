/* Lua's own libraries as they come, for suites of tests: LuaUnit wants them,
 * and tests may read files and start programs. No script gets at them. */
#ifndef TABLE_PLAIN_H
#define TABLE_PLAIN_H

#include <lua.h>

/* () -> a new table of the plain global functions and libraries, and a new
 * environment of the project's own Lua, which has what scripts have now. */
int plain_libraries(lua_State *L);

#endif
