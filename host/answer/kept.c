/* Opening and checking what was kept: see kept.h.
 *
 * The session gets the journal's records in a journal in memory. So a game
 * that breaks off in the midst goes on to its next question, though nothing
 * may be written to its file. */
#include "answer/kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/folder.h"

char *kept_path(const char *given, Bytes *err) {
  char why[1024] = "no table was kept yet: `croupier play GAME` opens one";
  FolderList list = {0};
  if (given != NULL) return strdup(given);
  char *folder = folder_state(why, sizeof why), *path = NULL;
  bool read = folder != NULL && folder_list(&list, folder, why, sizeof why);
  if (read && list.count > 0) path = strdup(list.entries[0].path);
  if (path == NULL) bytes_text(err, why);
  folder_list_free(&list);
  free(folder);
  return path;
}

static Journal *in_memory(const Journal *from, char *err, size_t size) {
  Journal *to = journal_create(NULL, err, size);
  for (size_t i = 0; to != NULL && i < journal_count(from); i++) {
    size_t n;
    const char *payload = journal_record(from, i, &n);
    if (journal_append(to, payload, n)) continue;
    snprintf(err, size, "%s", journal_error(to));
    journal_close(to);
    to = NULL;
  }
  return to;
}

Session *kept_open(const char *path, bool verify, Bytes *notice, Bytes *err) {
  char why[1024];
  Journal *file = journal_read(path, why, sizeof why);
  Journal *j = file == NULL ? NULL : in_memory(file, why, sizeof why);
  if (file != NULL) bytes_text(notice, journal_notice(file));
  journal_close(file);
  if (j == NULL) {
    bytes_text(err, why);
    return NULL;
  }
  bytes_format(err, "%s: ", path);
  Session *s = session_load(j, NULL, verify, err);
  if (s == NULL)
    journal_close(j);
  else
    bytes_clear(err);
  return s;
}

const char *kept_version(const Session *s) {
  const char *first = journal_record(s->journal, 0, NULL);
  return first != NULL && strncmp(first, "H ", 2) == 0 ? first + 2 : "";
}

static size_t answers(const Session *s) {
  size_t n = 0;
  for (size_t i = 0; i < s->cursor; i++) n += s->plays.list[i].kind == 'a';
  return n;
}

static void add_version(const Session *s, Bytes *sentence) {
  const char *version = kept_version(s);
  if (strncmp(version, CROUPIER_VERSION " ", sizeof CROUPIER_VERSION) != 0)
    bytes_format(sentence, " (the game was kept by croupier %s, this is %s)",
                 *version ? version : "of no version", CROUPIER_VERSION);
}

static bool wrong(const Session *s, const char *what, Bytes *sentence) {
  bytes_text(sentence, what);
  add_version(s, sentence);
  return false;
}

bool kept_check(Session *s, Bytes *sentence) {
  bool said_over = s->ended;
  SessionState state = session_run(s);
  size_t n = answers(s);
  if (state == SESSION_BROKEN) return wrong(s, session_problem(s), sentence);
  if (s->cursor < s->plays.count)
    return wrong(s, "the journal goes on after the end of the game", sentence);
  if (state == SESSION_QUESTION && said_over)
    return wrong(s,
                 "the journal says that the game is over, but somebody is "
                 "still to answer",
                 sentence);
  bytes_format(sentence, "the seed, %zu answer%s and every step %s", n,
               n == 1 ? "" : "s",
               state != SESSION_OVER ? "fit; the game is not over"
               : said_over           ? "give the end that was kept"
                                     : "lead to an end that was not kept");
  return true;
}
