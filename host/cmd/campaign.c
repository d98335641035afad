/* Writing campaign files: see campaign.h.
 *
 * The file is read again at the end, and only the fields of those who played
 * change in it: what somebody wrote elsewhere meanwhile stays. A field that is
 * no longer as it was when the game began is left alone and told. Locks were
 * left out: they would have to be held for as long as a game is played. */
#include "cmd/campaign.h"

#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "script/report.h"

enum { FILE_MAX = 1024 * 1024 };

/* --- paths --- */

/* Where a file will be that isn't there yet. */
static char *path_to_be(const char *path) {
  const char *slash = strrchr(path, '/');
  char *folder = slash == NULL   ? strdup(".")
                 : slash == path ? strdup("/")
                                 : strndup(path, (size_t)(slash - path));
  char *real = folder == NULL ? NULL : realpath(folder, NULL), *out = NULL;
  free(folder);
  if (real != NULL && asprintf(&out, "%s/%s", strcmp(real, "/") ? real : "",
                               slash == NULL ? path : slash + 1) < 0)
    out = NULL;
  free(real);
  return out;
}

char *campaign_path(const char *path, Bytes *err) {
  char *real = realpath(path, NULL);
  if (real == NULL && errno == ENOENT) real = path_to_be(path);
  if (real == NULL) bytes_format(err, "%s: %s", path, strerror(errno));
  return real;
}

/* --- reading --- */

static bool read_all(int fd, Bytes *out) {
  char buffer[8192];
  ssize_t n;
  while ((n = read(fd, buffer, sizeof buffer)) > 0 && out->count <= FILE_MAX)
    bytes_add(out, buffer, (size_t)n);
  if (out->count > FILE_MAX) errno = EFBIG;
  return n == 0 && !out->failed;
}

/* The file's text and mode; one that isn't there is empty. */
static bool read_file(const char *path, Bytes *text, mode_t *mode) {
  struct stat st;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  *mode = 0644;
  bytes_text(text, "");
  if (fd < 0) return errno == ENOENT;
  bool good = fstat(fd, &st) == 0 && read_all(fd, text);
  if (good) *mode = st.st_mode & 07777;
  close(fd);
  return good;
}

/* --- writing --- */

static bool write_all(int fd, const char *text, size_t size) {
  while (size > 0) {
    ssize_t n = write(fd, text, size);
    if (n < 0 && errno != EINTR) return false;
    if (n > 0) text += n, size -= (size_t)n;
  }
  return true;
}

/* Writes and closes it. */
static bool fill(int fd, const char *text, size_t size, mode_t mode) {
  bool good =
      fchmod(fd, mode) == 0 && write_all(fd, text, size) && fsync(fd) == 0;
  return close(fd) == 0 && good;
}

static void sync_folder(const char *path) {
  char folder[PATH_MAX];
  const char *slash = strrchr(path, '/');
  snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
  int fd = open(*folder ? folder : "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  fsync(fd);
  close(fd);
}

/* The former file stays under its name and a tilde. */
static void keep_former(const char *path) {
  char former[PATH_MAX + 2];
  snprintf(former, sizeof former, "%s~", path);
  unlink(former);
  if (link(path, former) != 0) return; /* a new file, or no links there */
}

static bool replace(const char *path, const char *text, size_t size,
                    mode_t mode) {
  char temp[PATH_MAX + 8];
  snprintf(temp, sizeof temp, "%s.XXXXXX", path);
  int fd = mkostemp(temp, O_CLOEXEC);
  if (fd < 0) return false;
  if (fill(fd, text, size, mode)) {
    keep_former(path);
    if (rename(temp, path) == 0) {
      sync_folder(path);
      return true;
    }
  }
  int why = errno;
  unlink(temp);
  errno = why;
  return false;
}

/* --- what is to be kept --- */

/* Pushes the profiles as text, by seat. */
static void push_profiles(lua_State *L, const WorldConfig *c) {
  lua_createtable(L, c->players, 0);
  for (int i = 1; i <= c->players; i++) {
    lua_pushstring(L, c->player[i].profile);
    lua_rawseti(L, -2, i);
  }
}

/* Leaves the new text (or nil) and the sentences on the stack. */
static bool ask_core(Session *s, const Bytes *text) {
  lua_State *L = s->world->L;
  const char *path = s->config.campaign, *name = strrchr(path, '/') + 1;
  world_push_build(s->world);
  lua_pushlstring(L, text->data, text->count);
  lua_pushstring(L, name);
  push_profiles(L, &s->config.world);
  return world_call(s->world, "core.campaign", "keep", 4, 2);
}

static bool failed(Session *s, Term *term, const char *why) {
  term_sayf(term, "%s: nothing is kept: %s", s->config.campaign, why);
  return false;
}

static void tell(lua_State *L, Term *term) {
  for (lua_Integer i = 1; lua_rawgeti(L, -1, i) == LUA_TSTRING; i++) {
    term_say(term, lua_tostring(L, -1));
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* Writes the text under the list of sentences on the stack, tells those. */
static bool write_new(Session *s, Term *term, mode_t mode) {
  lua_State *L = s->world->L;
  size_t size;
  const char *text = lua_tolstring(L, -2, &size);
  if (text != NULL && !replace(s->config.campaign, text, size, mode))
    return failed(s, term, strerror(errno));
  tell(L, term);
  if (text != NULL) term_sayf(term, "Kept in %s.", s->config.campaign);
  return true;
}

bool campaign_keep(Session *s, Term *term) {
  Bytes text = {0};
  mode_t mode;
  bool good = true;
  if (s->config.campaign == NULL || s->state != SESSION_OVER ||
      !s->world->table->finished)
    return true;
  lua_State *L = s->world->L;
  int top = lua_gettop(L);
  if (!read_file(s->config.campaign, &text, &mode))
    good = failed(s, term, strerror(errno));
  else if (!ask_core(s, &text))
    good = failed(s, term, report_text(L, -1));
  else
    good = write_new(s, term, mode);
  lua_settop(L, top);
  bytes_free(&text);
  return good;
}
