/* The terminal, as stdlib/front/terminal.lua writes on it: what it can do, how
 * wide text is, and writing. Whatever a text holds, no control character of
 * it reaches the terminal.
 *
 * Rejected: stdio for output (a failed write can't be told from a short one,
 * and what remains is printed again at exit), terminfo (eight colours, clear
 * and erase-line are the same on every terminal that isn't dumb). */
#include <errno.h>
#include <langinfo.h>
#include <lauxlib.h>
#include <poll.h>
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

/* tty.wait(seconds, file): until then, or until something can be read, where
 * no file is given what is typed -> is there something? */
static int wait_for(lua_State *F) {
  const luaL_Stream *from = luaL_testudata(F, 2, LUA_FILEHANDLE);
  struct pollfd one = {.fd = STDIN_FILENO, .events = POLLIN};
  if (from != NULL) one.fd = fileno(from->f);
  lua_pushboolean(F, poll(&one, 1, (int)(1000 * luaL_checknumber(F, 1))) > 0);
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

/* tty.clean(text, newlines) -> as clean_text has it */
static int clean(lua_State *F) {
  size_t len;
  luaL_Buffer b;
  const char *text = luaL_checklstring(F, 1, &len);
  char *out = luaL_buffinitsize(F, &b, len + 1);
  luaL_pushresultsize(&b, clean_text(out, text, len, lua_toboolean(F, 2)));
  return 1;
}

/* --- writing --- */

/* Changes to the look of a mark: plain, heading, good, bad, dim, a red suit, a
 * black suit, strong; then green, yellow, blue, magenta and cyan suits. Black
 * suits keep the terminal's own colour, for on most
 * of them black can't be seen. */
static void paint_mark(luaL_Buffer *b, uint32_t mark, bool *styled) {
  static const char *const colors[MARK_COLOR_LAST + 1] = {
      "", "", "1;36", "32", "1;31", "2",  "31", "",   "1", "",
      "", "", "",     "",   "32",   "33", "34", "35", "36"};
  if (*styled) luaL_addstring(b, "\033[0m");
  *styled = *colors[mark] != '\0';
  if (!*styled) return;
  luaL_addstring(b, "\033[");
  luaL_addstring(b, colors[mark]);
  luaL_addstring(b, "m");
}

/* Marks as colours or as nothing, newlines, and no other control character. */
static void paint(luaL_Buffer *b, const char *s, size_t len, bool color) {
  bool styled = false;
  uint32_t c;
  for (size_t at = 0; at < len;) {
    size_t n = character(s + at, len - at, &c);
    if (character_is_mark(c) && color)
      paint_mark(b, c, &styled);
    else if (c == NO_CHARACTER)
      luaL_addstring(b, "?");
    else if (c == '\n' || !character_is_unsafe(c))
      luaL_addlstring(b, s + at, n);
    at += n;
  }
  if (styled) luaL_addstring(b, "\033[0m");
}

/* Writes the text on top: true; or nil, why, and what may have gone: "reader",
 * "terminal" or nil. */
static int write_top(lua_State *F, int fd) {
  size_t len;
  const char *s = lua_tolstring(F, -1, &len);
  if (!safe_write(fd, s, len)) {
    int why = errno;
    report_refuse(F, strerror(why));
    lua_pushstring(F, why == EPIPE ? "reader" : why == EIO ? "terminal" : NULL);
    return 3;
  }
  lua_pushboolean(F, 1);
  return 1;
}

/* tty.write(fd, texts, color): a list of texts, each painted by itself */
static int write_texts(lua_State *F) {
  luaL_Buffer b;
  int fd = (int)luaL_checkinteger(F, 1);
  luaL_checktype(F, 2, LUA_TTABLE);
  bool color = lua_toboolean(F, 3);
  lua_Integer n = luaL_len(F, 2);
  lua_settop(F, 4); /* the buffer's box comes behind the text's place */
  luaL_buffinit(F, &b);
  for (lua_Integer i = 1; i <= n; i++) {
    size_t len;
    lua_geti(F, 2, i);
    const char *s = luaL_tolstring(F, -1, &len);
    lua_replace(F, 4); /* keeps it while the buffer grows above */
    lua_pop(F, 1);
    paint(&b, s, len, color);
  }
  luaL_pushresult(&b);
  return write_top(F, fd);
}

/* tty.redraw(fd, text, color): in place of the line the cursor is in */
static int redraw(lua_State *F) {
  size_t len;
  luaL_Buffer b;
  int fd = (int)luaL_checkinteger(F, 1);
  const char *s = luaL_checklstring(F, 2, &len);
  luaL_buffinit(F, &b);
  luaL_addstring(&b, "\r");
  paint(&b, s, len, lua_toboolean(F, 3));
  luaL_addstring(&b, "\033[K");
  luaL_pushresult(&b);
  return write_top(F, fd);
}

/* tty.clear(fd): an empty screen with nothing to scroll back to */
static int clear(lua_State *F) {
  lua_pushliteral(F, "\033[H\033[2J\033[3J");
  return write_top(F, (int)luaL_checkinteger(F, 1));
}

void l_tty(lua_State *F) {
  static const luaL_Reg functions[] = {{"is_terminal", is_terminal},
                                       {"size", size},
                                       {"wait", wait_for},
                                       {"unicode", unicode},
                                       {"width", width},
                                       {"cut", cut},
                                       {"clean", clean},
                                       {"write", write_texts},
                                       {"redraw", redraw},
                                       {"clear", clear},
                                       {NULL, NULL}};
  luaL_newlib(F, functions);
}
