/* croupier help: the commands and topics, one command, or a page about what
 * stands in scripts. */
#include <stdio.h>
#include <string.h>

#include "answer/pages.h"
#include "answer/term.h"
#include "cmd/command.h"
#include "cmd/options.h"

static const OptionSpec specs[] = {
    {"all", 0, NULL, "every page, one after the other"}, {NULL, 0, NULL, NULL}};
static const OptionSpec *const tables[] = {specs, NULL};

enum { COMMANDS_MOST = 32 };

/* Prints and frees a text. */
static int print(Text *text) {
  Term *term = term_open(NULL);
  if (term == NULL) return usage_error("not enough memory");
  if (text->len > 0) term_say(term, text->s);
  text_free(text);
  return term_close(term) ? STATUS_DONE : STATUS_FAILED;
}

static int print_overview(void) {
  Text text = {0};
  char line[256];
  text_puts(&text, "croupier: card games whose rules are Lua scripts\n\n");
  for (const Command *const *c = commands(); *c != NULL; c++) {
    snprintf(line, sizeof line, "  %-10s %s\n", (*c)->name, (*c)->summary);
    text_puts(&text, line);
  }
  text_puts(&text,
            "\n`croupier COMMAND --help` says more about one. `croupier help "
            "NAME` is a page\n"
            "about what stands in scripts: a function (pile:draw, ask), or one "
            "of these.\n\n");
  pages_topics(&text);
  return print(&text);
}

static int print_all(void) {
  Text text = {0};
  pages_all(&text);
  fputs(text.s, stdout);
  text_free(&text);
  return STATUS_DONE;
}

static int no_such_name(const char *word) {
  const char *names[COMMANDS_MOST + 1] = {NULL};
  Text sentence = {0};
  int n = 0;
  for (const Command *const *c = commands(); *c && n < COMMANDS_MOST; c++)
    names[n++] = (*c)->name;
  pages_missing(word, names, &sentence);
  usage_error("%s", sentence.s);
  text_free(&sentence);
  return STATUS_USAGE;
}

static int help_for(const char *word) {
  char *argv[] = {(char *)word, "--help", NULL};
  const Command *command = command_find(word);
  Text text = {0};
  bool found = pages_find(word, &text);
  if (command == NULL && !found) return no_such_name(word);
  int status = command == NULL ? STATUS_DONE : command->run(2, argv);
  if (command != NULL && found) putchar('\n');
  fflush(stdout);
  return found ? print(&text) : status;
}

static int run(int argc, char **argv) {
  Options o;
  int status = options_read(&o, &command_help, tables, argc, argv);
  if (status == OPTIONS_GO_ON) status = options_rest(&o, &command_help, 0, 1);
  if (status != OPTIONS_GO_ON) return status;
  if (options_flag(&o, "all")) return print_all();
  return o.rests > 0 ? help_for(o.rest[0]) : print_overview();
}

const Command command_help = {
    "help", "a command, or a page about what stands in scripts",
    "[COMMAND|NAME]\n\n"
    "NAME is a function that scripts call (`pile:draw`, `draw`, `ask`), a\n"
    "library or thing (`poker`, `pile`), a field of a game's declaration\n"
    "(`deck`, `rules`) or a topic: `croupier help` lists them.",
    run};
