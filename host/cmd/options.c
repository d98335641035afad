/* Reading options: see options.h. Written by hand because getopt_long prints
 * its own sentences and knows no nearest name. */
#include "cmd/options.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer/term.h"
#include "bind/bind.h"

int usage_error(const char *format, ...) {
  va_list args;
  char *text = NULL;
  va_start(args, format);
  if (vasprintf(&text, format, args) < 0) text = NULL;
  va_end(args);
  term_mistake("croupier: %s", text ? text : "not enough memory");
  free(text);
  return STATUS_USAGE;
}

/* --- finding --- */

static const OptionSpec *find_name(const OptionSpec *const *tables,
                                   const char *name) {
  for (; *tables != NULL; tables++)
    for (const OptionSpec *s = *tables; s->name != NULL; s++)
      if (strcmp(s->name, name) == 0) return s;
  return NULL;
}

static const OptionSpec *find_letter(const OptionSpec *const *tables,
                                     char letter) {
  for (; *tables != NULL; tables++)
    for (const OptionSpec *s = *tables; s->name != NULL; s++)
      if (s->letter != 0 && s->letter == letter) return s;
  return NULL;
}

/* The option that was perhaps meant, or NULL. */
static const char *near_to(const OptionSpec *const *tables, const char *name) {
  Nearest n;
  nearest_start(&n, name);
  for (; *tables != NULL; tables++)
    for (const OptionSpec *s = *tables; s->name != NULL; s++)
      if (s->name[0] != '*') nearest_offer(&n, s->name);
  nearest_offer(&n, "help");
  return nearest_best(&n);
}

static int unknown(const Command *command, const OptionSpec *const *tables,
                   const char *name) {
  const char *best = near_to(tables, name);
  if (best != NULL)
    return usage_error("%s has no option --%s, did you mean --%s?",
                       command->name, name, best);
  return usage_error("%s has no option --%s; `croupier %s --help` lists them",
                     command->name, name, command->name);
}

/* --- reading --- */

typedef struct Reader {
  Options *o;
  const Command *command;
  const OptionSpec *const *tables;
  int argc, at;
  char **argv;
} Reader;

static int add(Reader *r, const OptionSpec *spec, const char *name,
               const char *value) {
  if (r->o->count == OPTIONS_MAX)
    return usage_error("more than %d options", OPTIONS_MAX);
  char *room = r->o->name_room[r->o->count];
  snprintf(room, sizeof r->o->name_room[0], "%s", name);
  r->o->given[r->o->count++] = (GivenOption){spec, room, value};
  return OPTIONS_GO_ON;
}

/* The option's value: after '=' (or the letter), or the next word. */
static int take(Reader *r, const OptionSpec *spec, const char *name,
                const char *value) {
  if (spec->value == NULL) {
    if (value != NULL)
      return usage_error("--%s takes no value, but got `%s`", name, value);
    return add(r, spec, name, "");
  }
  if (value == NULL && r->at + 1 < r->argc) value = r->argv[++r->at];
  if (value == NULL)
    return usage_error("--%s needs a value: %s", name, spec->value);
  return add(r, spec, name, value);
}

/* What stands for names that no table has: --fishers, --fisher. */
static const OptionSpec *find_any(const OptionSpec *const *tables,
                                  const char *name, size_t length) {
  if (length < 2 || name[length] != 0) return NULL; /* none, or cut */
  if (name[length - 1] == 's') return find_name(tables, "*");
  return near_to(tables, name) == NULL ? find_name(tables, "*one") : NULL;
}

static int read_long(Reader *r, const char *word) {
  char name[32];
  size_t n = strcspn(word, "=");
  snprintf(name, sizeof name, "%.*s", (int)n, word);
  const char *value = word[n] == '=' ? word + n + 1 : NULL;
  const OptionSpec *spec = find_name(r->tables, name);
  if (spec == NULL && n < sizeof name) spec = find_any(r->tables, name, n);
  if (spec == NULL) return unknown(r->command, r->tables, name);
  return take(r, spec, name, value);
}

static int read_letters(Reader *r, const char *word) {
  while (*word != 0) {
    char letter = *word++;
    const OptionSpec *spec = find_letter(r->tables, letter);
    if (spec == NULL)
      return usage_error(
          "%s has no option -%c; `croupier %s --help` lists "
          "them",
          r->command->name, letter, r->command->name);
    const char *value = spec->value != NULL && *word != 0 ? word : NULL;
    int status = take(r, spec, spec->name, value);
    if (status != OPTIONS_GO_ON || spec->value != NULL) return status;
  }
  return OPTIONS_GO_ON;
}

static int read_rest(Reader *r, const char *word) {
  if (r->o->rests == OPTIONS_MAX)
    return usage_error("more than %d words", OPTIONS_MAX);
  r->o->rest[r->o->rests++] = word;
  return OPTIONS_GO_ON;
}

int options_read(Options *o, const Command *command,
                 const OptionSpec *const *tables, int argc, char **argv) {
  Reader r = {o, command, tables, argc, 1, argv};
  bool over = false;
  o->count = o->rests = 0;
  for (; r.at < argc; r.at++) {
    const char *word = argv[r.at];
    int status = OPTIONS_GO_ON;
    if (over || word[0] != '-' || word[1] == 0)
      status = read_rest(&r, word);
    else if (strcmp(word, "--") == 0)
      over = true;
    else
      status =
          word[1] == '-' ? read_long(&r, word + 2) : read_letters(&r, word + 1);
    if (status != OPTIONS_GO_ON) return status;
  }
  return OPTIONS_GO_ON;
}

/* --- asking --- */

const char *options_value(const Options *o, const char *name) {
  for (int i = o->count - 1; i >= 0; i--)
    if (strcmp(o->given[i].spec->name, name) == 0) return o->given[i].value;
  return NULL;
}

bool options_flag(const Options *o, const char *name) {
  return options_value(o, name) != NULL;
}

bool options_number(const Options *o, const char *name, long low, long high,
                    long *n) {
  const char *text = options_value(o, name);
  if (text == NULL) return true;
  char *end;
  errno = 0;
  long value = strtol(text, &end, 10);
  if (errno == 0 && end != text && *end == 0 && value >= low && value <= high) {
    *n = value;
    return true;
  }
  usage_error("--%s %s: expected a whole number from %ld to %ld", name, text,
              low, high);
  return false;
}

static void first_line(const Command *command, char *line, size_t size) {
  int n = (int)strcspn(command->usage, "\n");
  snprintf(line, size, "croupier %s %.*s", command->name, n, command->usage);
}

int options_rest(const Options *o, const Command *command, int least,
                 int most) {
  char usage[160];
  first_line(command, usage, sizeof usage);
  if (o->rests < least)
    return usage_error("something is missing: expected `%s`", usage);
  if (o->rests > most)
    return usage_error("`%s` is one word too many: expected `%s`",
                       o->rest[most], usage);
  return OPTIONS_GO_ON;
}
