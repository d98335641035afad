/* Functions of the system that Lua's own libraries lack, for the front: folders,
 * safe writing, hashes, a clock, the embedded files, nearest names. */
#include <errno.h>
#include <lauxlib.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "bind/bind.h"
#include "front/front.h"
#include "script/sources.h"
#include "table/journal.h"

static const char *kind_of(mode_t mode) {
  return S_ISREG(mode) ? "file" : S_ISDIR(mode) ? "folder" : "other";
}

/* files.stat(path) -> { kind = "file", "folder" or "other", size =, seconds =,
 * nanoseconds = (last written), device =, inode = }; or nil and why */
static int stat_of(lua_State *F) {
  struct stat st;
  if (stat(luaL_checkstring(F, 1), &st) != 0)
    return luaL_fileresult(F, 0, NULL);
  lua_newtable(F);
  bind_set_text(F, "kind", kind_of(st.st_mode));
  bind_set_integer(F, "size", (lua_Integer)st.st_size);
  bind_set_integer(F, "seconds", (lua_Integer)st.st_mtim.tv_sec);
  bind_set_integer(F, "nanoseconds", (lua_Integer)st.st_mtim.tv_nsec);
  bind_set_integer(F, "device", (lua_Integer)st.st_dev);
  bind_set_integer(F, "inode", (lua_Integer)st.st_ino);
  return 1;
}

/* files.mkdir(path, mode) -> true, also when it is there; or nil and why */
static int make_folder(lua_State *F) {
  mode_t mode = (mode_t)luaL_optinteger(F, 2, 0777);
  bool there = mkdir(luaL_checkstring(F, 1), mode) == 0 || errno == EEXIST;
  return luaL_fileresult(F, there, NULL);
}

/* The mode that a new file gets. */
static mode_t usual_mode(void) {
  mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

static int write_file(lua_State *F, mode_t mode, bool over) {
  size_t size;
  const char *text = luaL_checklstring(F, 2, &size);
  int fd = safe_file(luaL_checkstring(F, 1), text, size, mode, over);
  if (fd >= 0) close(fd);
  return luaL_fileresult(F, fd >= 0, NULL);
}

/* files.create(path, text) -> true; nil and why, also when a file is there */
static int create(lua_State *F) { return write_file(F, usual_mode(), false); }

/* files.replace(path, text, former) -> true, or nil and why: the file is the
 * old one or the new one, whatever happens; its mode stays. The old one stays
 * under the name `former`, if that is given, and where links can be made. */
static int replace(lua_State *F) {
  struct stat st;
  const char *path = luaL_checkstring(F, 1);
  bool there = stat(path, &st) == 0;
  const char *former = luaL_optstring(F, 3, NULL);
  if (former != NULL) {
    unlink(former);
    link(path, former);
  }
  return write_file(F, there ? st.st_mode & 0777 : usual_mode(), true);
}

/* files.now() -> seconds of the monotonic clock */
static int now(lua_State *F) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  lua_pushnumber(F, (lua_Number)t.tv_sec + (lua_Number)t.tv_nsec / 1e9);
  return 1;
}

/* files.version() -> "0.1.0", "0.1.0 (1a2b3c4)", the contract's number */
static int version(lua_State *F) {
  lua_pushliteral(F, CROUPIER_VERSION);
  lua_pushstring(F, embed_data_version);
  lua_pushinteger(F, CROUPIER_CONTRACT);
  return 3;
}

/* Adds to l_disk's functions; files.nearest(word, names) -> the name that was
 * probably meant, or nil, is l_nearest. */
void l_files(lua_State *F) {
  static const luaL_Reg functions[] = {
      {"stat", stat_of},    {"mkdir", make_folder},
      {"create", create},   {"replace", replace},
      {"now", now},         {"nearest", l_nearest},
      {"version", version}, {NULL, NULL}};
  l_disk(F);
  luaL_setfuncs(F, functions, 0);
}
