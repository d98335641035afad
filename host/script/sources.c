/* Finding and reading scripts: see sources.h.
 *
 * Games are looked for in $CROUPIER_PATH, in ./games, in the user's data
 * folder, and beside the program (../games, ../share/croupier/games), the
 * first that has the game. */
#include "script/sources.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "script/sandbox.h"

/*** @topic Around the game: files, games, folder
 A game is a folder: game.lua, and as wanted RULES.md, bots.lua, test.lua (more tests in
 test_*.lua), modules of its own and house/NAME.lua for each variant.

 Games are looked for by name in the folders of $CROUPIER_PATH (apart by
 colons), in ./games, in the user's data folder
 ($XDG_DATA_HOME/croupier/games, or ~/.local/share/croupier/games) and beside
 the program; the first that has the game counts. A path with a slash
 names its folder, and a game that it is made from may stand beside it. `croupier new game NAME` makes one to begin with.
 @example return game { title = "Nothing yet", order = { "over" }, over = function(t) t:finish() end }
 @see title, house, tests */

enum { FOLDERS_MAX = 16 };

typedef struct Folders {
  char path[FOLDERS_MAX][PATH_MAX];
  int count;
} Folders;

static void add_folder(Folders *f, const char *base, const char *below) {
  if (f->count == FOLDERS_MAX || base == NULL || *base == 0) return;
  int n = snprintf(f->path[f->count], PATH_MAX, "%s%s", base, below);
  if (n > 0 && n < PATH_MAX) f->count++;
}

static void add_beside_program(Folders *f) {
  char self[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  if (n <= 0) return;
  self[n] = 0;
  for (int up = 0; up < 2; up++) { /* the program's folder, the one above */
    char *slash = strrchr(self, '/');
    if (slash == NULL) return;
    *slash = 0;
  }
  add_folder(f, self, "/games");
  add_folder(f, self, "/share/croupier/games");
}

static void add_listed(Folders *f, const char *list) {
  while (list != NULL && *list != 0) {
    int n = (int)strcspn(list, ":");
    char one[PATH_MAX];
    snprintf(one, sizeof one, "%.*s", n, list);
    add_folder(f, one, "");
    list += n + (list[n] == ':');
  }
}

static void find_folders(Folders *f) {
  f->count = 0;
  add_listed(f, getenv("CROUPIER_PATH"));
  add_folder(f, "games", "");
  if (getenv("XDG_DATA_HOME") != NULL)
    add_folder(f, getenv("XDG_DATA_HOME"), "/croupier/games");
  else
    add_folder(f, getenv("HOME"), "/.local/share/croupier/games");
  add_beside_program(f);
}

/* --- reading --- */

bool sources_add(Sources *s, const char *key, const char *path,
                 const char *text, size_t size) {
  SourceFile *list = realloc(s->file, (s->count + 1) * sizeof *list);
  if (list == NULL) return false;
  s->file = list;
  SourceFile f = {strdup(key), strdup(path), malloc(size + 1), size};
  if (f.key == NULL || f.path == NULL || f.text == NULL) {
    free(f.key);
    free(f.path);
    free(f.text);
    return false;
  }
  memcpy(f.text, text, size);
  f.text[size] = 0;
  s->file[s->count++] = f;
  return true;
}

/* The whole file, at most SCRIPT_MAX bytes and one, NULL with errno. */
static char *read_whole(const char *path, size_t *size) {
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (fd < 0) return NULL;
  struct stat st;
  char *text = NULL;
  *size = 0;
  if (fstat(fd, &st) == 0 && !S_ISREG(st.st_mode)) {
    errno = EISDIR;
  } else if ((text = malloc(SCRIPT_MAX + 2)) != NULL) {
    ssize_t n;
    while ((n = read(fd, text + *size, SCRIPT_MAX + 1 - *size)) > 0)
      *size += (size_t)n;
    if (n < 0 || *size > SCRIPT_MAX) {
      int why = n < 0 ? errno : EFBIG;
      free(text);
      text = NULL;
      errno = why;
    }
  }
  int why = errno;
  close(fd);
  errno = why;
  return text;
}

static bool read_path(Sources *s, const char *key, const char *path) {
  size_t size;
  char *text = read_whole(path, &size);
  if (text == NULL) return false;
  bool added = sources_add(s, key, path, text, size);
  free(text);
  if (!added) errno = ENOMEM;
  return added;
}

/* A library file is named "=NAME" where it is embedded: reports then show
 * the script's line and not the library's. */
static bool read_embedded(Sources *s, const char *key) {
  char path[PATH_MAX];
  const EmbeddedFile *e = embed_find(key);
  if (e == NULL) {
    errno = ENOENT;
    return false;
  }
  snprintf(path, sizeof path, "=%s", key);
  return sources_add(s, key, path, e->text, e->len);
}

static bool is_key_of(const char *key, const char *name) {
  size_t n = strlen(name);
  return strncmp(key, name, n) == 0 && key[n] == '/';
}

/* The i-th path, from 0, at which the file may stand; false: there is none. */
static bool place_of(const Sources *s, const Folders *f, int i, const char *key,
                     char path[PATH_MAX]) {
  const char *folder = NULL, *rest = key;
  if (is_key_of(key, "stdlib")) {
    folder = i == 0 ? s->stdlib : NULL;
    rest = key + strlen("stdlib/");
  } else if (s->game_folder != NULL && is_key_of(key, s->game_name)) {
    folder = i == 0 ? s->game_folder : NULL;
    rest = key + strlen(s->game_name) + 1;
  } else if (i < f->count) {
    folder = f->path[i];
  }
  if (folder == NULL) return false;
  int n = snprintf(path, PATH_MAX, "%s/%s", folder, rest);
  if (n >= PATH_MAX) path[0] = 0; /* no file has that name */
  return true;
}

/* Where games are looked for by name: first beside the one that was named by
 * its path, for it may be made from a neighbour. */
static void find_all_folders(const Sources *s, Folders *f) {
  find_folders(f);
  const char *last =
      s->game_folder == NULL ? NULL : strrchr(s->game_folder, '/');
  if (last == NULL || f->count == FOLDERS_MAX) return;
  memmove(f->path[1], f->path[0], (size_t)f->count++ * sizeof f->path[0]);
  snprintf(f->path[0], PATH_MAX, "%.*s", (int)(last - s->game_folder),
           s->game_folder);
}

static bool is_missing(int why) { return why == ENOENT || why == ENOTDIR; }

static bool read_placed(Sources *s, const char *key) {
  Folders f;
  char path[PATH_MAX];
  find_all_folders(s, &f);
  for (int i = 0; place_of(s, &f, i, key, path); i++) {
    if (read_path(s, key, path)) return true;
    if (!is_missing(errno)) return false;
  }
  errno = ENOENT;
  return false;
}

bool sources_stat(const Sources *s, const char *key, struct stat *st) {
  Folders f;
  char path[PATH_MAX];
  find_all_folders(s, &f);
  for (int i = 0; place_of(s, &f, i, key, path); i++) {
    if (stat(path, st) == 0) return true;
    if (!is_missing(errno)) return false;
  }
  return false;
}

static void add_missing(Sources *s, const char *key) {
  for (size_t i = 0; i < s->lacks; i++)
    if (strcmp(s->missing[i], key) == 0) return;
  char **list = realloc(s->missing, (s->lacks + 1) * sizeof *list);
  if (list == NULL) return;
  s->missing = list;
  char *copy = strdup(key);
  if (copy != NULL) s->missing[s->lacks++] = copy;
}

static bool read_new(Sources *s, const char *key) {
  errno = ENOENT;
  if (s->pinned || strstr(key, "..") != NULL) return false;
  if (s->stdlib == NULL && is_key_of(key, "stdlib"))
    return read_embedded(s, key);
  if (read_placed(s, key)) return true;
  return errno == ENOENT && is_key_of(key, "stdlib") && read_embedded(s, key);
}

const SourceFile *sources_read(Sources *s, const char *key) {
  for (size_t i = 0; i < s->count; i++)
    if (strcmp(s->file[i].key, key) == 0) return &s->file[i];
  if (read_new(s, key)) return &s->file[s->count - 1];
  int why = errno;
  if (why == ENOENT) add_missing(s, key);
  errno = why;
  return NULL;
}

/* --- names --- */

bool sources_game(Sources *s, const char *word, char *name, size_t size) {
  char path[PATH_MAX];
  if (snprintf(path, sizeof path, "%s", word) >= PATH_MAX) return false;
  size_t n = strlen(path);
  if (strchr(path, '/') == NULL)
    return snprintf(name, size, "%s", path) < (int)size;
  if (n > 9 && strcmp(path + n - 9, "/game.lua") == 0) path[n -= 9] = 0;
  while (n > 1 && path[n - 1] == '/') path[--n] = 0;
  const char *slash = strrchr(path, '/');
  const char *last = slash == NULL ? path : slash + 1;
  free(s->game_folder);
  free(s->game_name);
  s->game_folder = strdup(path);
  s->game_name = strdup(last);
  return snprintf(name, size, "%s", last) < (int)size;
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

typedef struct Names {
  char **name;
  size_t count;
} Names;

static bool has_name(const Names *n, const char *name) {
  for (size_t i = 0; i < n->count; i++)
    if (strcmp(n->name[i], name) == 0) return true;
  return false;
}

static void add_name(Names *n, const char *name, const char *folder) {
  char **names = realloc(n->name, (n->count + 1) * sizeof *names);
  if (names == NULL) return;
  n->name = names;
  /* name and folder in one block: "name\0folder" */
  size_t a = strlen(name) + 1, b = strlen(folder) + 1;
  char *both = malloc(a + b);
  if (both == NULL) return;
  memcpy(both, name, a);
  memcpy(both + a, folder, b);
  n->name[n->count++] = both;
}

static void free_names(Names *n) {
  for (size_t i = 0; i < n->count; i++) free(n->name[i]);
  free(n->name);
}

static void add_games_of(Names *names, const char *folder) {
  DIR *dir = opendir(folder);
  if (dir == NULL) return;
  for (struct dirent *e; (e = readdir(dir)) != NULL;) {
    char path[PATH_MAX];
    if (e->d_name[0] == '.' || has_name(names, e->d_name)) continue;
    if (snprintf(path, sizeof path, "%s/%s/game.lua", folder, e->d_name) <
            PATH_MAX &&
        access(path, R_OK) == 0)
      add_name(names, e->d_name, folder);
  }
  closedir(dir);
}

void sources_games(void (*each)(void *ud, const char *name, const char *folder),
                   void *ud) {
  Folders f;
  Names names = {0};
  find_folders(&f);
  for (int i = 0; i < f.count; i++) add_games_of(&names, f.path[i]);
  if (names.count > 0)
    qsort(names.name, names.count, sizeof *names.name, by_name);
  for (size_t i = 0; i < names.count; i++)
    each(ud, names.name[i], names.name[i] + strlen(names.name[i]) + 1);
  free_names(&names);
}

static bool is_script(const char *name) {
  size_t n = strlen(name);
  return name[0] != '.' && n >= 5 && strcmp(name + n - 4, ".lua") == 0;
}

bool sources_is_suite(const char *name) {
  if (strcmp(name, "test.lua") == 0) return true;
  return is_script(name) && strlen(name) > 9 && strncmp(name, "test_", 5) == 0;
}

static void add_scripts_of(Names *names, const char *folder,
                           bool (*fits)(const char *name)) {
  DIR *dir = opendir(folder);
  if (dir == NULL) return;
  for (struct dirent *e; (e = readdir(dir)) != NULL;) {
    char name[256];
    if (!fits(e->d_name)) continue;
    snprintf(name, sizeof name, "%.*s", (int)strlen(e->d_name) - 4, e->d_name);
    if (!has_name(names, name)) add_name(names, name, "");
  }
  closedir(dir);
}

/* Where a game's scripts are looked for: its folder and what is below. */
typedef struct Search {
  const char *game, *below;
  bool (*fits)(const char *name);
} Search;

static void each_script(const Sources *s, const Search *of,
                        void (*each)(void *ud, const char *name), void *ud) {
  Folders f;
  Names names = {0};
  char path[PATH_MAX];
  if (s->game_folder != NULL && strcmp(of->game, s->game_name) == 0) {
    snprintf(path, sizeof path, "%s%s", s->game_folder, of->below);
    add_scripts_of(&names, path, of->fits);
  } else {
    find_folders(&f);
    for (int i = 0; i < f.count; i++)
      if (snprintf(path, sizeof path, "%s/%s%s", f.path[i], of->game,
                   of->below) < PATH_MAX)
        add_scripts_of(&names, path, of->fits);
  }
  if (names.count > 0)
    qsort(names.name, names.count, sizeof *names.name, by_name);
  for (size_t i = 0; i < names.count; i++) each(ud, names.name[i]);
  free_names(&names);
}

void sources_variants(Sources *s, const char *game,
                      void (*each)(void *ud, const char *name), void *ud) {
  each_script(s, &(Search){game, "/house", is_script}, each, ud);
}

void sources_suites(Sources *s, const char *game,
                    void (*each)(void *ud, const char *name), void *ud) {
  each_script(s, &(Search){game, "", sources_is_suite}, each, ud);
}

static void free_file(SourceFile *f) {
  free(f->key);
  free(f->path);
  free(f->text);
}

void sources_forget(Sources *s, const char *game) {
  size_t kept = 0;
  for (size_t i = 0; i < s->count; i++) {
    if (is_key_of(s->file[i].key, game))
      free_file(&s->file[i]);
    else
      s->file[kept++] = s->file[i];
  }
  s->count = kept;
}

void sources_free(Sources *s) {
  for (size_t i = 0; i < s->count; i++) free_file(&s->file[i]);
  for (size_t i = 0; i < s->lacks; i++) free(s->missing[i]);
  free(s->missing);
  free(s->file);
  free(s->game_folder);
  free(s->game_name);
  memset(s, 0, sizeof *s);
}

/* --- inside the program: searched from its start, which for some sixty names
 * costs less than opening one file --- */

const EmbeddedFile *embed_find(const char *name) {
  for (size_t i = 0; i < embed_data_count; i++)
    if (strcmp(embed_data[i].name, name) == 0) return &embed_data[i];
  return NULL;
}

const EmbeddedFile *embed_list(size_t *count) {
  *count = embed_data_count;
  return embed_data;
}

const char *embed_version(void) { return embed_data_version; }
