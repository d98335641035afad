/* Journals, as the front appends to them: see table/journal.h, which says
 * what each does. A refusal is nil and a sentence. */
#include <errno.h>
#include <lauxlib.h>
#include <stdlib.h>

#include "front/front.h"
#include "table/journal.h"

#define JOURNAL "croupier.journal"
enum { SENTENCE = 1024 };

static Journal *check(lua_State *F) {
  Journal **box = luaL_checkudata(F, 1, JOURNAL);
  luaL_argcheck(F, *box != NULL, 1, "the journal is closed");
  return *box;
}

typedef Journal *Opening(const char *path, char *err, size_t errlen);

/* Pushes the journal; or nil, a sentence, and whether a file is there. */
static int open_by(lua_State *F, Opening *how) {
  char err[SENTENCE];
  const char *path = luaL_optstring(F, 1, NULL);
  Journal **box = lua_newuserdatauv(F, sizeof *box, 0);
  *box = NULL;
  luaL_setmetatable(F, JOURNAL);
  errno = 0;
  *box = how(path, err, sizeof err);
  if (*box != NULL) return 1;
  bool there = errno == EEXIST;
  front_refuse(F, err);
  lua_pushboolean(F, there);
  return 3;
}

/* journal.create(path): a new one, of mode 0600; without a path in memory.
 * journal.open(path): to go on with; journal.read(path): to look at */
static int create(lua_State *F) { return open_by(F, journal_create); }
static int open(lua_State *F) { return open_by(F, journal_open); }
static int look(lua_State *F) { return open_by(F, journal_read); }

static int done(lua_State *F, const Journal *j, bool good) {
  if (!good) return front_refuse(F, journal_error(j));
  lua_pushboolean(F, 1);
  return 1;
}

/* journal:append(payload) -> true, or nil and why; journal:sync() likewise */
static int j_append(lua_State *F) {
  size_t size;
  Journal *j = check(F);
  const char *payload = luaL_checklstring(F, 2, &size);
  return done(F, j, journal_append(j, payload, size));
}

static int j_sync(lua_State *F) {
  Journal *j = check(F);
  return done(F, j, journal_sync(j));
}

static int j_count(lua_State *F) {
  lua_pushinteger(F, (lua_Integer)journal_count(check(F)));
  return 1;
}

/* journal:record(i) -> its payload, i from 1; nil when there is none */
static int j_record(lua_State *F) {
  size_t size = 0;
  lua_Integer i = luaL_checkinteger(F, 2);
  const char *text =
      i < 1 ? NULL : journal_record(check(F), (size_t)i - 1, &size);
  if (text == NULL) return 0;
  lua_pushlstring(F, text, size);
  return 1;
}

/* journal:text(i) -> what record i says, unescaped; nil when it can't be */
static int j_text(lua_State *F) {
  size_t size = 0, length;
  luaL_Buffer b;
  lua_Integer i = luaL_checkinteger(F, 2);
  const char *text =
      i < 1 ? NULL : journal_record(check(F), (size_t)i - 1, &size);
  if (text == NULL) return 0;
  char *out = luaL_buffinitsize(F, &b, size + 1);
  if (!journal_unescape(out, &length, text, size)) return 0;
  luaL_pushresultsize(&b, length);
  return 1;
}

static int j_path(lua_State *F) {
  lua_pushstring(F, journal_path(check(F)));
  return 1;
}

static int j_notice(lua_State *F) {
  lua_pushstring(F, journal_notice(check(F)));
  return 1;
}

static int j_writable(lua_State *F) {
  lua_pushboolean(F, journal_writable(check(F)));
  return 1;
}

static int j_close(lua_State *F) {
  Journal **box = luaL_checkudata(F, 1, JOURNAL);
  journal_close(*box);
  *box = NULL;
  return 0;
}

/* journal.escape(text) -> as a payload may hold it */
static int escape(lua_State *F) {
  size_t size;
  luaL_Buffer b;
  const char *text = luaL_checklstring(F, 1, &size);
  size_t room = 4 * size + 1;
  char *out = luaL_buffinitsize(F, &b, room);
  luaL_pushresultsize(&b, journal_escape(out, room, text, size));
  return 1;
}

void l_journal(lua_State *F) {
  static const luaL_Reg functions[] = {{"create", create},
                                       {"open", open},
                                       {"read", look},
                                       {"escape", escape},
                                       {NULL, NULL}};
  static const luaL_Reg methods[] = {
      {"append", j_append}, {"sync", j_sync},
      {"count", j_count},   {"record", j_record},
      {"text", j_text},     {"path", j_path},
      {"notice", j_notice}, {"writable", j_writable},
      {"close", j_close},   {"__gc", j_close},
      {NULL, NULL}};
  front_library(F, JOURNAL, functions, methods);
}
