/* The journals' folder.
 *
 * Always true: a journal's name is taken by journal_create alone, which never
 * replaces a file, so two programs that start in the same second get two
 * names. The list is sorted by the time of writing and not by the name, for
 * the table last played is wanted and a resumed one keeps its old name.
 *
 * Rejected: an index file or a link "last": one more thing that can be wrong,
 * where reading a folder costs microseconds. */
#include "table/folder.h"

#include <dirent.h>
#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SUFFIX ".journal"
#define SAME_SECOND 1000 /* journals of one game in one second */

/* ---- the folder ---- */

static const char *home(void) {
  const char *path = getenv("HOME");
  if (path && path[0] == '/') return path;
  const struct passwd *who = getpwuid(getuid());
  return who && who->pw_dir && who->pw_dir[0] == '/' ? who->pw_dir : NULL;
}

static char *state_path(void) {
  const char *xdg = getenv("XDG_STATE_HOME"), *base = home();
  char *path = NULL;
  int n = -1;
  errno = ENOENT;
  if (xdg && xdg[0] == '/')
    n = asprintf(&path, "%s/croupier", xdg);
  else if (base)
    n = asprintf(&path, "%s/.local/state/croupier", base);
  return n < 0 ? NULL : path;
}

/* Every missing folder of an absolute path, each 0700. What went wrong first
 * is what errno tells. */
static bool make_folders(char *path) {
  struct stat st;
  int first = 0;
  for (char *at = path + 1; *at; at++) {
    if (*at != '/') continue;
    *at = '\0';
    if (mkdir(path, 0700) != 0 && errno != EEXIST && first == 0) first = errno;
    *at = '/';
  }
  if (mkdir(path, 0700) == 0) return true;
  if (stat(path, &st) == 0) {
    errno = ENOTDIR;
    return S_ISDIR(st.st_mode);
  }
  if (first) errno = first;
  return false;
}

char *folder_state(char *err, size_t errlen) {
  char *path = state_path();
  if (!path) {
    snprintf(err, errlen, "no place for journals: HOME is not set");
    return NULL;
  }
  if (make_folders(path)) return path;
  snprintf(err, errlen, "%s: the folder for journals can't be made: %m", path);
  free(path);
  return NULL;
}

/* ---- new names ---- */

static bool suits_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_' || c == '+';
}

/* At most 100 bytes of the game's name, fit for a file. */
static void game_name(char out[101], const char *game) {
  size_t n = 0;
  for (; n < 100 && game[n]; n++) out[n] = suits_name(game[n]) ? game[n] : '_';
  if (n == 0) out[n++] = '_';
  out[n] = '\0';
}

static char *new_path(const char *folder, const char *game, time_t when,
                      int nth) {
  char name[101], stamp[64] = "", more[16] = "", *path = NULL;
  struct tm tm;
  game_name(name, game);
  if (localtime_r(&when, &tm))
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &tm);
  if (nth > 1) snprintf(more, sizeof more, "-%d", nth);
  int n = asprintf(&path, "%s/%s-%s%s" SUFFIX, folder, name, stamp, more);
  return n < 0 ? NULL : path;
}

Journal *folder_new(const char *folder, const char *game, time_t when,
                    char *err, size_t errlen) {
  Journal *j = NULL;
  errno = EEXIST;
  for (int nth = 1; !j && errno == EEXIST && nth <= SAME_SECOND; nth++) {
    char *path = new_path(folder, game, when, nth);
    if (!path) {
      snprintf(err, errlen, "%s: out of memory", folder);
      return NULL;
    }
    j = journal_create(path, err, errlen);
    int kept = errno;
    free(path);
    errno = kept;
  }
  return j;
}

/* ---- the list ---- */

static bool is_journal(const char *name) {
  size_t n = strlen(name), end = strlen(SUFFIX);
  return name[0] != '.' && n > end && strcmp(name + n - end, SUFFIX) == 0;
}

static bool add_entry(FolderList *list, const char *folder, const char *name) {
  struct stat st;
  char *path = NULL;
  if (asprintf(&path, "%s/%s", folder, name) < 0) return false;
  if (stat(path, &st) != 0 || !S_ISREG(st.st_mode)) {
    free(path);
    return true;
  }
  FolderEntry *more =
      realloc(list->entries, (list->count + 1) * sizeof *list->entries);
  if (!more) {
    free(path);
    return false;
  }
  list->entries = more;
  FolderEntry *entry = &more[list->count++];
  entry->path = path;
  entry->name = strrchr(path, '/') + 1;
  entry->when = st.st_mtim;
  return true;
}

static int later_first(const void *a, const void *b) {
  const FolderEntry *x = a, *y = b;
  if (x->when.tv_sec != y->when.tv_sec)
    return x->when.tv_sec < y->when.tv_sec ? 1 : -1;
  if (x->when.tv_nsec != y->when.tv_nsec)
    return x->when.tv_nsec < y->when.tv_nsec ? 1 : -1;
  return strcmp(y->name, x->name);
}

static bool read_entries(FolderList *out, DIR *dir, const char *folder) {
  const struct dirent *item;
  while ((item = readdir(dir)))
    if (is_journal(item->d_name) && !add_entry(out, folder, item->d_name))
      return false;
  return true;
}

bool folder_list(FolderList *out, const char *folder, char *err,
                 size_t errlen) {
  memset(out, 0, sizeof *out);
  DIR *dir = opendir(folder);
  if (!dir && errno == ENOENT) return true;
  if (!dir) {
    snprintf(err, errlen, "%s: can't be read: %m", folder);
    return false;
  }
  bool done = read_entries(out, dir, folder);
  closedir(dir);
  if (!done) {
    folder_list_free(out);
    snprintf(err, errlen, "%s: out of memory", folder);
    return false;
  }
  if (out->count > 1)
    qsort(out->entries, out->count, sizeof *out->entries, later_first);
  return true;
}

void folder_list_free(FolderList *list) {
  for (size_t i = 0; i < list->count; i++) free(list->entries[i].path);
  free(list->entries);
  memset(list, 0, sizeof *list);
}

char *folder_last(const FolderList *list,
                  bool (*open)(const Journal *j, void *ctx), void *ctx) {
  char err[1024];
  for (size_t i = 0; i < list->count; i++) {
    Journal *j = journal_read(list->entries[i].path, err, sizeof err);
    bool found = j && open(j, ctx);
    journal_close(j);
    if (found) return strdup(list->entries[i].path);
  }
  return NULL;
}
