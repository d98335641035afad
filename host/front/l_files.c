/* What the front needs of the machine and Lua's own libraries lack: folders,
 * safe writing, hashes, chance for a seed, a clock, the embedded files,
 * nearest names. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "bind/bind.h"
#include "front/front.h"
#include "script/sources.h"
#include "table/journal.h"

enum { SEED_BYTES = 32 };

static const char *kind_of(mode_t mode) {
  return S_ISREG(mode) ? "file" : S_ISDIR(mode) ? "folder" : "other";
}

/* files.stat(path) -> { kind = "file", "folder" or "other", size =, seconds =,
 * nanoseconds = (last written), device =, inode = }; or nil and why */
static int stat_of(lua_State *F) {
  struct stat st;
  if (stat(luaL_checkstring(F, 1), &st) != 0)
    return front_refuse(F, strerror(errno));
  const struct {
    const char *name;
    lua_Integer value;
  } fields[] = {{"size", (lua_Integer)st.st_size},
                {"seconds", (lua_Integer)st.st_mtim.tv_sec},
                {"nanoseconds", (lua_Integer)st.st_mtim.tv_nsec},
                {"device", (lua_Integer)st.st_dev},
                {"inode", (lua_Integer)st.st_ino}};
  lua_newtable(F);
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    lua_pushinteger(F, fields[i].value);
    lua_setfield(F, -2, fields[i].name);
  }
  lua_pushstring(F, kind_of(st.st_mode));
  lua_setfield(F, -2, "kind");
  return 1;
}

/* true; or nil, why and the number of the error, as Lua's io has it */
static int done(lua_State *F, bool good) {
  if (good) {
    lua_pushboolean(F, 1);
    return 1;
  }
  int number = errno;
  front_refuse(F, strerror(number));
  lua_pushinteger(F, number);
  return 3;
}

/* files.real(path) -> the path with no link in it, from the root; of a file
 * that isn't there yet, where it will be; or nil and why */
static int real(lua_State *F) {
  const char *path = luaL_checkstring(F, 1), *slash = strrchr(path, '/');
  char whole[PATH_MAX];
  if (realpath(path, whole) != NULL) {
    lua_pushstring(F, whole);
    return 1;
  }
  if (errno != ENOENT) return front_refuse(F, strerror(errno));
  lua_pushlstring(F, slash ? path : "./",
                  slash ? (size_t)(slash - path) + 1 : 2);
  if (realpath(lua_tostring(F, -1), whole) == NULL)
    return front_refuse(F, strerror(errno));
  lua_pushfstring(F, "%s/%s", strcmp(whole, "/") ? whole : "",
                  slash ? slash + 1 : path);
  return 1;
}

/* files.mkdir(path, mode) -> true, also when it is there; or nil and why */
static int make_folder(lua_State *F) {
  mode_t mode = (mode_t)luaL_optinteger(F, 2, 0777);
  return done(F, mkdir(luaL_checkstring(F, 1), mode) == 0 || errno == EEXIST);
}

/* files.create(path, text) -> true; nil and why, also when a file is there */
static int create(lua_State *F) {
  size_t size;
  const char *path = luaL_checkstring(F, 1);
  const char *text = luaL_checklstring(F, 2, &size);
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0) return front_refuse(F, strerror(errno));
  bool good = safe_write(fd, text, size);
  good = close(fd) == 0 && good;
  int why = errno;
  if (!good) unlink(path);
  errno = why;
  return done(F, good);
}

/* The former file stays under another name as well. */
static void keep_former(const char *path, const char *former) {
  unlink(former);
  if (link(path, former) != 0) return; /* a new file, or no links there */
}

/* files.replace(path, text, former) -> true, or nil and why: the file is the
 * old one or the new one, whatever happens; its mode stays. The old one stays
 * under the name `former`, if that is given. */
static int replace(lua_State *F) {
  size_t size;
  char temporary[4096];
  struct stat st;
  const char *path = luaL_checkstring(F, 1);
  const char *text = luaL_checklstring(F, 2, &size);
  mode_t mode = stat(path, &st) == 0 ? st.st_mode & 0777 : 0666;
  snprintf(temporary, sizeof temporary, "%s.new", path);
  int fd = open(temporary,
                O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode);
  if (fd < 0) return front_refuse(F, strerror(errno));
  bool good = safe_write(fd, text, size) && fsync(fd) == 0;
  good = close(fd) == 0 && good;
  if (good && !lua_isnoneornil(F, 3)) keep_former(path, luaL_checkstring(F, 3));
  good = good && rename(temporary, path) == 0 && safe_name(path);
  int why = errno;
  if (!good) unlink(temporary);
  errno = why;
  return done(F, good);
}

/* files.fresh_seed() -> 64 hexadecimal digits nobody knows */
static int fresh_seed(lua_State *F) {
  uint8_t seed[SEED_BYTES];
  if (getrandom(seed, sizeof seed, 0) != sizeof seed)
    return front_refuse(F, strerror(errno));
  sources_push_hex(F, seed, sizeof seed);
  return 1;
}

/* files.now() -> seconds by a clock that only goes on */
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

/* And what l_disk gives; files.nearest(word, names) -> the name that was
 * probably meant, or nil, is l_nearest. */
void l_files(lua_State *F) {
  static const luaL_Reg functions[] = {
      {"stat", stat_of},  {"real", real},         {"mkdir", make_folder},
      {"create", create}, {"replace", replace},   {"fresh_seed", fresh_seed},
      {"now", now},       {"nearest", l_nearest}, {"version", version},
      {NULL, NULL}};
  l_disk(F);
  luaL_setfuncs(F, functions, 0);
}
