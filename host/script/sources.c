/* Reading the disk and the program's own files: see sources.h. */
#include "script/sources.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/chance.h"
#include "script/sandbox.h"
#include "script/text.h"

const char *sources_text(lua_State *L, const char *path, size_t *size) {
  char text[SCRIPT_MAX + 1];
  struct stat st = {0};
  ssize_t n = -1;
  *size = 0;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (fd < 0) return NULL;
  fstat(fd, &st);
  errno = EISDIR;
  while (S_ISREG(st.st_mode) &&
         (n = read(fd, text + *size, sizeof text - *size)) > 0)
    *size += (size_t)n;
  if (*size > SCRIPT_MAX) errno = EFBIG, n = -1;
  close(fd);
  return n < 0 ? NULL : lua_pushlstring(L, text, *size);
}

static const char *why_not(int why) {
  return why == EFBIG    ? "it is longer than 64 KB: split it into modules"
         : why == EISDIR ? "it is not an ordinary file"
                         : strerror(why);
}

/* disk.text(path) -> the text of a script; or nil, why, whether there is no
 * such file */
static int d_text(lua_State *L) {
  size_t size;
  if (sources_text(L, luaL_checkstring(L, 1), &size) != NULL) return 1;
  int why = errno;
  report_refuse(L, why_not(why));
  lua_pushboolean(L, why == ENOENT || why == ENOTDIR);
  return 3;
}

/* disk.list(folder) -> names in it, sorted by bytes; or nil and why */
static int d_list(lua_State *L) {
  struct dirent **entries = NULL;
  int n = scandir(luaL_checkstring(L, 1), &entries, NULL, alphasort);
  if (n < 0) return report_refuse(L, strerror(errno));
  lua_newtable(L);
  int count = 0;
  for (int i = 0; i < n; i++) {
    const char *name = entries[i]->d_name;
    if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0) {
      lua_pushstring(L, name);
      lua_rawseti(L, -2, ++count);
    }
    free(entries[i]);
  }
  free(entries);
  return 1;
}

/* disk.stamp(path) -> a text that differs once the file was touched; nil where no
 * file can be read */
static int d_stamp(lua_State *L) {
  struct stat st = {0};
  char stamp[128];
  const char *path = luaL_checkstring(L, 1);
  if (access(path, R_OK) != 0) return 0;
  stat(path, &st);
  snprintf(stamp, sizeof stamp, "%llu %lld %lld.%09ld %lld.%09ld",
           (unsigned long long)st.st_ino, (long long)st.st_size,
           (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec,
           (long long)st.st_ctim.tv_sec, st.st_ctim.tv_nsec);
  lua_pushstring(L, stamp);
  return 1;
}

/* disk.real(path) -> the path with no link in it, from the root; or nil and
 * why */
static int d_real(lua_State *L) {
  char whole[PATH_MAX];
  if (realpath(luaL_checkstring(L, 1), whole) == NULL)
    return luaL_fileresult(L, 0, NULL);
  lua_pushstring(L, whole);
  return 1;
}

/* disk.getenv(name) -> text or nil */
static int d_getenv(lua_State *L) {
  lua_pushstring(L, getenv(luaL_checkstring(L, 1)));
  return 1;
}

/* disk.program() -> the path of this program */
static int d_program(lua_State *L) {
  char path[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path);
  lua_pushlstring(L, path, n > 0 ? (size_t)n : 0);
  return 1;
}

/* disk.sha256(text) -> 64 hexadecimal digits */
static int d_sha256(lua_State *L) {
  size_t size;
  uint8_t sum[32];
  char digits[64];
  const char *text = luaL_checklstring(L, 1, &size);
  hash_text(sum, text, size);
  for (int i = 0; i < 64; i++)
    digits[i] = "0123456789abcdef"[sum[i / 2] >> (i % 2 ? 0 : 4) & 15];
  lua_pushlstring(L, digits, sizeof digits);
  return 1;
}

/* disk.embedded(name) -> the text of a file inside the program, or nil */
static int d_embedded(lua_State *L) {
  const EmbeddedFile *e = embed_find(luaL_checkstring(L, 1));
  if (e == NULL) return 0;
  lua_pushlstring(L, e->text, e->len);
  return 1;
}

/* disk.clean(text, kept) -> as clean_text has it; nothing kept when left out */
static int d_clean(lua_State *L) {
  size_t size;
  luaL_Buffer b;
  const char *text = luaL_checklstring(L, 1, &size);
  const char *kept = luaL_optstring(L, 2, "");
  char *out = luaL_buffinitsize(L, &b, size + 1);
  luaL_pushresultsize(&b, clean_text(out, text, size, kept));
  return 1;
}

/* disk.unsafe(text, from) -> where the next character stands that clean takes
 * out, which it is, and the byte after it; nothing when there is none */
static int d_unsafe(lua_State *L) {
  size_t size;
  uint32_t c;
  const char *text = luaL_checklstring(L, 1, &size);
  lua_Integer from = luaL_optinteger(L, 2, 1);
  luaL_argcheck(L, from >= 1, 2, "expected a place in the text");
  size_t at = (size_t)from - 1;
  size_t n = unsafe_text(text, size, &at, &c);
  if (n == 0) return 0;
  lua_pushinteger(L, (lua_Integer)at + 1);
  lua_pushinteger(L, c);
  lua_pushinteger(L, (lua_Integer)(at + n) + 1);
  return 3;
}

/* disk.fold(text, without_symbols) -> as people compare texts; what isn't UTF-8
 * stays. disk.compose(text) -> in NFC */
static int in_form(lua_State *L, TextForm form) {
  if (!push_in_form(L, 1, form)) lua_pushvalue(L, 1);
  return 1;
}

static int d_fold(lua_State *L) {
  return in_form(L, lua_toboolean(L, 2) ? WITHOUT_SYMBOLS : FOLDED);
}

static int d_compose(lua_State *L) { return in_form(L, COMPOSED); }

/* disk.letters(text) -> how many; nil where some mean nothing */
static int d_letters(lua_State *L) {
  size_t size;
  const char *text = luaL_checklstring(L, 1, &size);
  long n = count_letters(text, size);
  if (n < 0) return 0;
  lua_pushinteger(L, n);
  return 1;
}

/* disk.unicode() -> "14.0.0" */
static int d_unicode(lua_State *L) {
  lua_pushstring(L, unicode_version());
  return 1;
}

void l_disk(lua_State *L) {
  static const luaL_Reg private_disk[] = {
      {"text", d_text},         {"list", d_list},
      {"stamp", d_stamp},       {"real", d_real},
      {"getenv", d_getenv},     {"program", d_program},
      {"embedded", d_embedded}, {"sha256", d_sha256},
      {"clean", d_clean},       {"unsafe", d_unsafe},
      {"fold", d_fold},         {"compose", d_compose},
      {"letters", d_letters},   {"unicode", d_unicode},
      {"markdown", d_markdown}, {NULL, NULL}};
  luaL_newlib(L, private_disk);
}

/* Searched from its start, which for some hundred names costs less than
 * opening one file. */
const EmbeddedFile *embed_find(const char *name) {
  for (size_t i = 0; i < embed_data_count; i++)
    if (strcmp(embed_data[i].name, name) == 0) return &embed_data[i];
  return NULL;
}
