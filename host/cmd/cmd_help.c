/* croupier help: the commands, one command, or what a script can call. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cmd/command.h"
#include "cmd/options.h"
#include "core/nearest.h"
#include "script/embed.h"

static const OptionSpec *const tables[] = {NULL};

static void print_commands(void) {
  puts("croupier: card games whose rules are Lua scripts\n");
  for (const Command *const *c = commands(); *c != NULL; c++)
    printf("  %-8s %s\n", (*c)->name, (*c)->summary);
  puts(
      "\n`croupier COMMAND --help` says more about one,\n"
      "`croupier help NAME` what a function of scripts does (pile:draw).");
}

/* --- the reference: "== NAME", then lines, up to the next "==" --- */

typedef struct Entry {
  const char *name, *text; /* neither ends with a NUL */
  int name_length, text_length;
} Entry;

/* The entry that begins at or after *at; moves *at behind it. */
static bool next_entry(const char **at, Entry *e) {
  const char *from = strstr(*at, "== ");
  if (from == NULL) return false;
  e->name = from + 3;
  e->name_length = (int)strcspn(e->name, "\n");
  e->text = e->name + e->name_length + 1;
  const char *end = strstr(e->text, "\n== ");
  size_t length = end == NULL ? strlen(e->text) : (size_t)(end + 1 - e->text);
  e->text_length = (int)length;
  *at = e->text + length;
  return true;
}

/* Is it the whole name, or what stands behind its dot or colon? */
static bool is_called(const Entry *e, const char *word) {
  int n = (int)strlen(word), at = e->name_length - n;
  if (at < 0 || strncasecmp(e->name + at, word, (size_t)n) != 0) return false;
  return at == 0 || e->name[at - 1] == ':' || e->name[at - 1] == '.';
}

/* The library that a name begins with: all of "pile" for `help pile`. */
static bool is_library(const Entry *e, const char *word) {
  size_t n = strlen(word);
  return e->name_length > (int)n && strncasecmp(e->name, word, n) == 0 &&
         (e->name[n] == ':' || e->name[n] == '.');
}

static bool print_entries(const char *reference, const char *word) {
  const char *at = reference;
  Entry e;
  bool found = false;
  while (next_entry(&at, &e)) {
    if (!is_called(&e, word)) continue;
    printf("%s%.*s", found ? "\n" : "", e.text_length, e.text);
    found = true;
  }
  return found;
}

static bool print_library(const char *reference, const char *word) {
  const char *at = reference;
  Entry e;
  bool found = false;
  while (next_entry(&at, &e)) {
    if (!is_library(&e, word)) continue;
    printf("  %.*s\n", (int)strcspn(e.text, "\n"), e.text);
    found = true;
  }
  return found;
}

/* Offers the whole name and what stands behind its dot. Names are copied,
 * because the search keeps what it was given. */
static void offer_all(Nearest *n, const char *reference, char *room,
                      size_t size) {
  const char *at = reference;
  Entry e;
  while (next_entry(&at, &e) && (size_t)e.name_length + 1 <= size) {
    memcpy(room, e.name, (size_t)e.name_length);
    room[e.name_length] = 0;
    nearest_offer(n, room);
    char *last = strpbrk(room, ".:");
    if (last != NULL) nearest_offer(n, last + 1);
    room += e.name_length + 1;
    size -= (size_t)e.name_length + 1;
  }
}

static int no_such_name(const char *reference, const char *word) {
  char room[32768];
  Nearest n;
  nearest_start(&n, word);
  for (const Command *const *c = commands(); *c != NULL; c++)
    nearest_offer(&n, (*c)->name);
  offer_all(&n, reference, room, sizeof room);
  const char *best = nearest_best(&n);
  if (best != NULL)
    return usage_error("nothing is called `%s`, did you mean `%s`?", word,
                       best);
  return usage_error(
      "nothing is called `%s`: neither a command nor a "
      "function of scripts",
      word);
}

static int help_for(const char *word) {
  char *argv[] = {(char *)word, "--help", NULL};
  const Command *command = command_find(word);
  if (command != NULL) return command->run(2, argv);
  const EmbeddedFile *e = embed_find("reference.txt");
  const char *reference = e == NULL ? "" : e->text;
  bool found = print_entries(reference, word);
  found = print_library(reference, word) || found;
  return found ? STATUS_DONE : no_such_name(reference, word);
}

static int run(int argc, char **argv) {
  Options o;
  int status = options_read(&o, &command_help, tables, argc, argv);
  if (status == OPTIONS_GO_ON) status = options_rest(&o, &command_help, 0, 1);
  if (status != OPTIONS_GO_ON) return status;
  if (o.rests > 0) return help_for(o.rest[0]);
  print_commands();
  return STATUS_DONE;
}

const Command command_help = {
    "help", "a command, or a function of scripts",
    "[COMMAND|NAME]\n\n"
    "NAME is a function that scripts call: `pile:draw`, `draw`, or a library\n"
    "for the list of its functions: `pile`, `poker`.",
    run};
