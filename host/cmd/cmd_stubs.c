/* croupier stubs: what an editor needs to know of scripts: declarations for
 * LuaLS, its settings, and luacheck's.
 *
 * A file that says it was made here is written anew; any other is left, and
 * named. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/command.h"
#include "cmd/options.h"
#include "cmd/seating.h"
#include "script/embed.h"
#include "script/report.h"

static const OptionSpec specs[] = {
    {"stdlib", 0, "DIR", "the library from a folder instead of the program"},
    {NULL, 0, NULL, NULL}};
static const OptionSpec *const tables[] = {specs, NULL};

#define MADE_BY "-- made by croupier stubs"

typedef struct Target {
  const char *folder;
  int written, left;
} Target;

/* Is there a file that was not made here? */
static bool is_foreign(const char *path) {
  char head[256];
  FILE *f = fopen(path, "re");
  if (f == NULL) return errno != ENOENT;
  size_t n = fread(head, 1, sizeof head - 1, f);
  fclose(f);
  head[n] = 0;
  return n > 0 && strstr(head, "made by croupier stubs") == NULL &&
         strstr(head, "\"made by\": \"croupier stubs\"") == NULL;
}

static bool write_whole(const char *path, const char *head, const char *text,
                        size_t size) {
  FILE *f = fopen(path, "we");
  if (f == NULL) return false;
  bool good = fputs(head, f) >= 0 && fwrite(text, 1, size, f) == size;
  return fclose(f) == 0 && good;
}

/* False after a sentence when the folder can't be written. */
static bool put(Target *p, const char *name, const char *head, const char *text,
                size_t size) {
  char path[4096];
  int n = snprintf(path, sizeof path, "%s/%s", p->folder, name);
  if (n >= (int)sizeof path) {
    usage_error("%s: the path is too long", p->folder);
    return false;
  }
  if (is_foreign(path)) {
    fprintf(stderr, "croupier: %s is not from here: left as it is\n", path);
    p->left++;
    return true;
  }
  if (!write_whole(path, head, text, size)) {
    usage_error("%s: %s", path, strerror(errno));
    return false;
  }
  p->written++;
  return true;
}

/* The embedded declarations: "--== NAME", then a file's text. */
static bool put_declarations(Target *p) {
  const EmbeddedFile *e = embed_find("croupier.d.lua");
  const char *at = e == NULL ? NULL : strstr(e->text, "--== ");
  while (at != NULL) {
    char name[128];
    const char *text = strchr(at, '\n') + 1, *next = strstr(text, "\n--== ");
    snprintf(name, sizeof name, ".croupier/%.*s", (int)(text - at - 6), at + 5);
    size_t size = next == NULL ? strlen(text) : (size_t)(next + 1 - text);
    if (!put(p, name, MADE_BY "\n", text, size)) return false;
    at = next == NULL ? NULL : next + 1;
  }
  return true;
}

/* What a function of core.stubs gives, of the arguments on top of L. */
static bool put_made(Target *p, World *w, const char *made, int arguments,
                     const char *name, const char *head) {
  lua_State *L = w->L;
  size_t size;
  if (!world_call(w, "core.stubs", made, arguments, 1)) {
    fprintf(stderr, "croupier: %s\n", report_text(L, -1));
    return false;
  }
  const char *text = lua_tolstring(L, -1, &size);
  bool good = put(p, name, head, text, size);
  lua_pop(L, 1);
  return good;
}

static bool put_all(Target *p, World *w) {
  if (!put_declarations(p)) return false;
  if (!put_made(p, w, "shapes", 0, ".croupier/shapes.d.lua", MADE_BY "\n") ||
      !put_made(p, w, "games", 0, ".croupier/games.d.lua", MADE_BY "\n") ||
      !put_made(p, w, "settings", 0, ".luarc.json", ""))
    return false;
  sandbox_env(w->L);
  return put_made(p, w, "luacheck", 1, ".luacheckrc", "");
}

static bool make_folder(const char *folder, const char *below) {
  char path[4096];
  snprintf(path, sizeof path, "%s%s", folder, below);
  if (mkdir(path, 0777) == 0 || errno == EEXIST) return true;
  usage_error("%s: %s", path, strerror(errno));
  return false;
}

static int write_into(const char *folder, World *w) {
  Target p = {folder, 0, 0};
  if (!make_folder(folder, "") || !make_folder(folder, "/.croupier") ||
      !put_all(&p, w))
    return STATUS_USAGE;
  printf(
      "%d files written in %s: open that folder in an editor with the Lua "
      "language server.\n",
      p.written, folder);
  return p.left > 0 ? STATUS_FAILED : STATUS_DONE;
}

static int run(int argc, char **argv) {
  Options o;
  Bytes err = {0};
  int status = options_read(&o, &command_stubs, tables, argc, argv);
  if (status == OPTIONS_GO_ON) status = options_rest(&o, &command_stubs, 1, 1);
  if (status != OPTIONS_GO_ON) return status;
  WorldConfig c = {.stdlib = options_value(&o, "stdlib")};
  World *w = world_bare(&c, NULL, &err);
  status = w == NULL ? seating_error(&err, true) : write_into(o.rest[0], w);
  world_close(w);
  bytes_free(&err);
  return status;
}

const Command command_stubs = {
    "stubs", "what an editor needs to complete scripts",
    "DIR [options]\n\n"
    "Writes DIR/.croupier (declarations for the Lua language server, with "
    "what\n"
    "the games found declare), DIR/.luarc.json and DIR/.luacheckrc. DIR is "
    "the\n"
    "folder you open in the editor. Files that are not from here are left.",
    run};
