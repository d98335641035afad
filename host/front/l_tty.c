/* The terminal, for stdlib/front/base/terminal.lua: its size and abilities, the
 * width of text, and writing.
 *
 * Rejected: stdio for output (a failed write can't be told from a short one,
 * and what remains is printed again at exit). */
#include <errno.h>
#include <langinfo.h>
#include <lauxlib.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "front/front.h"
#include "script/sandbox.h"
#include "script/text.h"
#include "table/journal.h"

/* tty.is_terminal(fd) */
static int is_terminal(lua_State *F) {
  lua_pushboolean(F, isatty((int)luaL_checkinteger(F, 1)));
  return 1;
}

/* tty.size(fd) -> columns, lines; 0 for what isn't known */
static int size(lua_State *F) {
  struct winsize window = {0};
  if (ioctl((int)luaL_checkinteger(F, 1), TIOCGWINSZ, &window) != 0)
    memset(&window, 0, sizeof window);
  lua_pushinteger(F, window.ws_col);
  lua_pushinteger(F, window.ws_row);
  return 2;
}

/* tty.wait(seconds, file, ...) -> which of the files (from 1) can be read first;
 * nil when the time is over. Without files it waits for standard input. */
static int wait_for(lua_State *F) {
  enum { MOST = 256 };
  struct pollfd from[MOST] = {{.fd = STDIN_FILENO, .events = POLLIN}};
  int ms = (int)(1000 * luaL_checknumber(F, 1)), files = lua_gettop(F) - 1;
  luaL_argcheck(F, files <= MOST, MOST + 1, "too many files");
  for (int i = 0; i < files; i++) {
    const luaL_Stream *file = luaL_checkudata(F, i + 2, LUA_FILEHANDLE);
    from[i] = (struct pollfd){.fd = fileno(file->f), .events = POLLIN};
  }
  int count = files > 0 ? files : 1;
  if (poll(from, (nfds_t)count, ms) <= 0) return 0;
  for (int i = 0; i < count; i++) {
    if (from[i].revents == 0) continue;
    lua_pushinteger(F, i + 1);
    break;
  }
  return 1;
}

/* tty.line(most, passed) -> the next line of standard input, without its
 * newline, at most so many bytes; as many more as `passed` are read and left
 * out; nil at the end, and false where the line goes on beyond that */
static int line(lua_State *F) {
  int c = EOF;
  luaL_Buffer b;
  lua_Integer most = luaL_checkinteger(F, 1), n = 0;
  lua_Integer end = most + luaL_checkinteger(F, 2);
  luaL_buffinit(F, &b);
  while (n <= end && (c = getc(stdin)) != EOF && c != '\n')
    if (n++ < most) luaL_addchar(&b, (char)c);
  luaL_pushresult(&b);
  if (n > end) lua_pushboolean(F, 0);
  if (n == 0 && c == EOF) lua_pushnil(F);
  return 1;
}

/* tty.unicode() -> does the locale speak UTF-8? */
static int unicode(lua_State *F) {
  lua_pushboolean(F, strcmp(nl_langinfo(CODESET), "UTF-8") == 0);
  return 1;
}

/* --- measuring --- */

/* tty.width(text) -> columns; marks have none */
static int width(lua_State *F) {
  size_t len;
  uint32_t c;
  lua_Integer columns = 0;
  const char *s = luaL_checklstring(F, 1, &len);
  for (size_t at = 0; at < len;) {
    at += character(s + at, len - at, &c);
    columns += character_width(c);
  }
  lua_pushinteger(F, columns);
  return 1;
}

/* tty.cut(text, columns) -> as many of its characters as fit and every mark,
 * the columns they take, the byte of the first that is left out */
static int cut(lua_State *F) {
  size_t len, out = 0;
  uint32_t c;
  luaL_Buffer b;
  lua_Integer taken = 0;
  const char *s = luaL_checklstring(F, 1, &len);
  lua_Integer columns = luaL_checkinteger(F, 2);
  luaL_buffinit(F, &b);
  for (size_t at = 0; at < len;) {
    size_t n = character(s + at, len - at, &c);
    int wide = character_width(c);
    if (out == 0 && taken + wide > columns) out = at + 1;
    if (out == 0 || character_is_mark(c)) luaL_addlstring(&b, s + at, n);
    if (out == 0) taken += wide;
    at += n;
  }
  luaL_pushresult(&b);
  lua_pushinteger(F, taken);
  lua_pushinteger(F, (lua_Integer)(out == 0 ? len + 1 : out));
  return 3;
}

/* --- writing --- */

/* tty.write(fd, text) -> true; or nil, why, and what may have gone: "reader",
 * "terminal" or nil. The text isn't cleaned, so terminal.lua alone calls it. */
static int write_text(lua_State *F) {
  size_t len;
  int fd = (int)luaL_checkinteger(F, 1);
  const char *s = luaL_checklstring(F, 2, &len);
  if (!safe_write(fd, s, len)) {
    int why = errno;
    report_refuse(F, strerror(why));
    lua_pushstring(F, why == EPIPE ? "reader" : why == EIO ? "terminal" : NULL);
    return 3;
  }
  lua_pushboolean(F, 1);
  return 1;
}

void l_tty(lua_State *F) {
  static const luaL_Reg functions[] = {{"is_terminal", is_terminal},
                                       {"size", size},
                                       {"wait", wait_for},
                                       {"line", line},
                                       {"unicode", unicode},
                                       {"width", width},
                                       {"cut", cut},
                                       {"write", write_text},
                                       {NULL, NULL}};
  luaL_newlib(F, functions);
}
