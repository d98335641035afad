/* croupier resume: goes on with a table that was left. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd_table.h"
#include "cmd/command.h"
#include "table/folder.h"

static const OptionSpec *const tables[] = {table_options, NULL};

/* The last record that counts is not the end of the game. */
static bool is_open(const Journal *j, void *ctx) {
  (void)ctx;
  size_t n = journal_count(j), size;
  if (n == 0) return false;
  const char *last = journal_record(j, n - 1, &size);
  return !(size == 1 && last[0] == 'e');
}

/* The path of the last table that is not finished, allocated, or NULL. */
static char *last_table(Bytes *err) {
  char why[1024];
  FolderList list;
  char *folder = folder_state(why, sizeof why), *path = NULL;
  if (folder == NULL || !folder_list(&list, folder, why, sizeof why)) {
    bytes_text(err, why);
  } else {
    path = folder_last(&list, is_open, NULL);
    folder_list_free(&list);
    if (path == NULL)
      bytes_text(err, "no table was left unfinished: `croupier play GAME` "
                      "opens one");
  }
  free(folder);
  return path;
}

static int refuse(Bytes *err) {
  fprintf(stderr, "croupier: %s\n", err->data ? err->data : "no table");
  bytes_free(err);
  return STATUS_FAILED;
}

static int resume(const char *path, const Options *o) {
  char why[1024];
  Bytes err = {0};
  Journal *j = journal_open(path, why, sizeof why);
  if (j == NULL) {
    bytes_text(&err, why);
    return refuse(&err);
  }
  Session *s = session_resume(j, false, &err);
  if (s == NULL) {
    journal_close(j);
    bytes_text(&err, "");
    return refuse(&err);
  }
  Term *term = table_term(o);
  if (term == NULL) {
    session_close(s);
    return STATUS_USAGE;
  }
  if (*journal_notice(j) != 0) term_warn(term, journal_notice(j));
  term_sayf(term, "Going on with %s.", path);
  return table_play(s, term, o);
}

static bool agrees(const char *path) {
  char answer[16] = "";
  if (!isatty(STDIN_FILENO)) return true;
  printf("Go on with %s? (Enter or no) ", path);
  fflush(stdout);
  if (fgets(answer, sizeof answer, stdin) == NULL) return false;
  return answer[0] != 'n' && answer[0] != 'N';
}

static int run(int argc, char **argv) {
  Options o;
  Bytes err = {0};
  int status = options_read(&o, &command_resume, tables, argc, argv);
  if (status == OPTIONS_GO_ON) status = options_rest(&o, &command_resume, 0, 1);
  if (status != OPTIONS_GO_ON) return status;
  if (o.rests == 1) return resume(o.rest[0], &o);
  char *path = last_table(&err);
  if (path == NULL) return refuse(&err);
  status = agrees(path) ? resume(path, &o) : STATUS_DONE;
  free(path);
  return status;
}

const Command command_resume = {
    "resume", "go on with a table that was left",
    "[FILE] [options]\n"
    "Without a file the last table that was not finished is offered.",
    run};
