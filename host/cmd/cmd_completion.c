/* croupier completion: what shells need to complete its command line, and the
 * manual page, which is made from the same tables. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer/pages.h"
#include "cmd/command.h"
#include "cmd/forms.h"
#include "cmd/options.h"
#include "table/world.h"

static const OptionSpec *const tables[] = {NULL};

static void print_game(void *ud, const char *name, const char *folder) {
  (void)ud;
  (void)folder;
  puts(name);
}

static void print_variant(void *ud, const char *name) {
  printf("%s+%s\n", (const char *)ud, name);
}

/* The games there are; once there is a plus, what may follow it. */
static int print_games(const char *word) {
  const char *plus = strrchr(word, '+');
  if (plus == NULL) {
    sources_games(print_game, NULL);
    return STATUS_DONE;
  }
  char *before = strndup(word, (size_t)(plus - word)), game[64];
  Sources s = {0};
  size_t n = strcspn(word, "+");
  char *path = strndup(word, n);
  if (before != NULL && path != NULL &&
      sources_game(&s, path, game, sizeof game))
    sources_variants(&s, game, print_variant, before);
  sources_free(&s);
  free(before);
  free(path);
  return STATUS_DONE;
}

/* What `show GAME NAME` knows; nothing where the game can't be read. */
static int print_parts(const char *word) {
  Bytes err = {0};
  const char *plus = strchr(word, '+');
  World *w = world_bare(NULL, NULL, &err);
  if (w != NULL && world_name(w, word, &err)) {
    lua_pushstring(w->L, w->game);
    lua_pushstring(w->L, plus ? plus + 1 : "");
    if (world_call(w, "core.show_name", "names", 2, 1) &&
        lua_isstring(w->L, -1))
      fputs(lua_tostring(w->L, -1), stdout);
  }
  world_close(w);
  bytes_free(&err);
  return STATUS_DONE;
}

static int print_names(void) {
  Text names = {0};
  for (const Command *const *c = commands(); *c != NULL; c++) puts((*c)->name);
  pages_names(&names);
  fputs(names.s, stdout);
  text_free(&names);
  return STATUS_DONE;
}

static int run(int argc, char **argv) {
  Options o;
  int status = options_read(&o, &command_completion, tables, argc, argv);
  if (status == OPTIONS_GO_ON)
    status = options_rest(&o, &command_completion, 1, 2);
  if (status != OPTIONS_GO_ON) return status;
  if (strcmp(o.rest[0], "games") == 0)
    return print_games(o.rests > 1 ? o.rest[1] : "");
  if (strcmp(o.rest[0], "parts") == 0 && o.rests > 1)
    return print_parts(o.rest[1]);
  if (strcmp(o.rest[0], "names") == 0) return print_names();
  if (form_all(o.rest[0])) return STATUS_DONE;
  return usage_error("completion %s: expected bash, zsh, fish or man",
                     o.rest[0]);
}

const Command command_completion = {
    "completion", "completion for bash, zsh and fish; the manual page",
    "bash|zsh|fish|man\n\n"
    "Prints what the shell needs to complete commands, options and games:\n"
    "source <(croupier completion bash). `make install` puts all of them and\n"
    "the manual page in their places.",
    run};
