/* croupier resume: goes on with a table that was left. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "answer/term.h"
#include "cmd/cmd_table.h"
#include "cmd/command.h"
#include "table/folder.h"

static const OptionSpec specs[] = {
    {"stdlib", 0, "DIR",
     "the library from a folder instead of the program: what a table was "
     "played with is in its journal, and `:reload` reads the folder"},
    {NULL, 0, NULL, NULL}};
static const OptionSpec *const tables[] = {specs, table_options, NULL};

static int refuse(Bytes *err) {
  term_mistake("croupier: %s", err->data ? err->data : "no table");
  bytes_free(err);
  return STATUS_FAILED;
}

/* The last record that counts is not the end of the game. */
static bool is_open(const Journal *j) {
  size_t n = journal_count(j), size;
  if (n == 0) return false;
  const char *last = journal_record(j, n - 1, &size);
  return !(size == 1 && last[0] == 'e');
}

static int resume(const char *path, Term *term, const Options *o) {
  char why[1024];
  Bytes err = {0};
  Journal *j = journal_open(path, why, sizeof why);
  if (j != NULL) bytes_format(&err, "%s: ", path);
  bool was_over = j != NULL && !is_open(j);
  Session *s = j == NULL
                   ? NULL
                   : session_resume(j, options_value(o, "stdlib"), false, &err);
  if (j == NULL) bytes_text(&err, why);
  if (s == NULL) {
    journal_close(j);
    term_close(term);
    return refuse(&err);
  }
  bytes_free(&err);
  if (was_over) s->config.campaign = NULL; /* it was kept then */
  if (*journal_notice(j) != 0) term_warn(term, journal_notice(j));
  term_put(term, "Going on with ");
  term_put(term, path);
  term_put(term, "\n");
  return table_play(s, term, o);
}

/* --- which table --- */

/* "rod_and_reel: Anna, Ben" from the journal's first records. */
static void describe(const Journal *j, Bytes *out) {
  bool named = false;
  for (size_t i = 0; i < journal_count(j); i++) {
    const char *record = journal_record(j, i, NULL);
    if (record[0] == 'O') return;
    if (record[0] == 'g') bytes_text(out, record + 2);
    if (record[0] != 'P' || strncmp(record, "P 0 ", 4) == 0) continue;
    const char *name = strchr(record + 2, ' ');
    bytes_format(out, "%s%s", named ? ", " : ": ", name ? name + 1 : "?");
    named = true;
  }
}

static void offer(const Journal *j, Bytes *out) {
  char when[64] = "";
  struct stat st;
  struct tm local;
  if (stat(journal_path(j), &st) == 0 && localtime_r(&st.st_mtime, &local))
    strftime(when, sizeof when, " (%d %b %Y %H:%M)", &local);
  bytes_text(out, "Go on with ");
  describe(j, out);
  bytes_format(out, "%s? (Enter, no, or :quit) ", when);
}

typedef enum Choice { CHOICE_YES, CHOICE_NO, CHOICE_LEAVE, CHOICE_STOP } Choice;

typedef struct Chooser {
  Term *term;
  Prompt *prompt; /* NULL: nobody can be asked */
  Choice choice;
} Chooser;

static Choice ask(const Chooser *c, const char *question) {
  const char *line;
  TermInput input = prompt_read(c->prompt, question, TERM_SECRET, &line);
  if (input == TERM_INTERRUPT) return CHOICE_STOP;
  if (input == TERM_END) return CHOICE_LEAVE;
  if (strcasecmp(line, ":quit") == 0) return CHOICE_LEAVE;
  if (strncasecmp(line, "n", 1) == 0) return CHOICE_NO;
  if (*line == 0 || strncasecmp(line, "y", 1) == 0) return CHOICE_YES;
  term_sayf(c->term, "`%s`: expected Enter to go on, no or :quit", line);
  return ask(c, question);
}

/* Is this the table to go on with? */
static bool agrees(const Journal *j, void *ctx) {
  Chooser *c = ctx;
  Bytes question = {0};
  if (c->choice == CHOICE_LEAVE || c->choice == CHOICE_STOP) return false;
  if (!is_open(j)) return false;
  offer(j, &question);
  c->choice = c->prompt == NULL ? CHOICE_YES : ask(c, question.data);
  bytes_free(&question);
  return c->choice == CHOICE_YES;
}

/* One table after the other is offered, the last first; where nobody can be
 * asked it is the first. Its path, allocated, or NULL. */
static char *choose(Term *term, const FolderList *list, Choice *choice) {
  Chooser c = {term, NULL, CHOICE_YES};
  if (isatty(STDIN_FILENO)) c.prompt = prompt_open(term, NULL);
  char *path = folder_last(list, agrees, &c);
  prompt_close(c.prompt);
  *choice = c.choice;
  return path;
}

static int none_left(Term *term, Choice choice) {
  term_close(term);
  if (choice == CHOICE_STOP) return STATUS_INTERRUPTED;
  if (choice == CHOICE_LEAVE) return STATUS_DONE;
  Bytes err = {0};
  bytes_format(&err,
               "no %stable was left unfinished: `croupier play GAME` "
               "opens one",
               choice == CHOICE_NO ? "other " : "");
  return refuse(&err);
}

static int resume_one(Term *term, const Options *o) {
  char why[1024] = "";
  FolderList list = {0};
  Choice choice;
  char *folder = folder_state(why, sizeof why);
  bool read = folder != NULL && folder_list(&list, folder, why, sizeof why);
  free(folder);
  if (!read) {
    Bytes err = {0};
    bytes_text(&err, why);
    term_close(term);
    return refuse(&err);
  }
  char *path = choose(term, &list, &choice);
  folder_list_free(&list);
  int status = path == NULL ? none_left(term, choice) : resume(path, term, o);
  free(path);
  return status;
}

static int run(int argc, char **argv) {
  Options o;
  int status = options_read(&o, &command_resume, tables, argc, argv);
  if (status == OPTIONS_GO_ON) status = options_rest(&o, &command_resume, 0, 1);
  if (status != OPTIONS_GO_ON) return status;
  Term *term = table_term(&o);
  if (term == NULL) return STATUS_USAGE;
  return o.rests == 1 ? resume(o.rest[0], term, &o) : resume_one(term, &o);
}

const Command command_resume = {
    "resume", "go on with a table that was left",
    "[FILE] [options]\n"
    "Without a file the last table that was not finished is offered, then "
    "those before it.",
    run};
