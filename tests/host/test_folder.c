/* Where journals live: names, order, the last table not finished. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "table/folder.h"

#define WHEN ((time_t)1700000000) /* 2023-11-14 22:13:20 UTC */

typedef struct Home {
  char base[64];
  char err[1024];
} Home;

static bool says(const char *sentence, const char *part) {
  if (strstr(sentence, part)) return true;
  fprintf(stderr, "  it says: %s\n", sentence);
  return false;
}

static bool ends(const char *path, const char *end) {
  size_t n = strlen(path), m = strlen(end);
  return n >= m && strcmp(path + n - m, end) == 0;
}

static bool is_private_folder(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && S_ISDIR(st.st_mode) &&
         (st.st_mode & 07777) == 0700;
}

static void test_state(Home *h) {
  char want[256], above[256];
  snprintf(want, sizeof want, "%s/.local/state/croupier", h->base);
  snprintf(above, sizeof above, "%s/.local", h->base);
  unsetenv("XDG_STATE_HOME");
  setenv("HOME", h->base, 1);
  for (int again = 0; again < 2; again++) {
    char *got = folder_state(h->err, sizeof h->err);
    CHECK(got && strcmp(got, want) == 0);
    CHECK(is_private_folder(want) && is_private_folder(above));
    free(got);
  }
  setenv("XDG_STATE_HOME", "relative", 1);
  char *got = folder_state(h->err, sizeof h->err);
  CHECK(got && strcmp(got, want) == 0);
  free(got);
  snprintf(want, sizeof want, "%s/x/y", h->base);
  setenv("XDG_STATE_HOME", want, 1);
  got = folder_state(h->err, sizeof h->err);
  CHECK(got && ends(got, "/x/y/croupier") && is_private_folder(got));
  free(got);
  setenv("XDG_STATE_HOME", "/dev/null/here", 1);
  CHECK(!folder_state(h->err, sizeof h->err));
  CHECK(says(h->err, "the folder for journals can't be made: Not a dir"));
}

static bool named(const Home *h, const char *game, const char *name) {
  char err[1024] = "";
  Journal *j = folder_new(h->base, game, WHEN, err, sizeof err);
  if (!j) fprintf(stderr, "  %s\n", err);
  bool same = j && ends(journal_path(j), name);
  if (j && !same) fprintf(stderr, "  %s\n", journal_path(j));
  journal_close(j);
  return same;
}

static void test_names(Home *h) {
  CHECK(named(h, "high_tide", "/high_tide-20231114-221320.journal"));
  CHECK(named(h, "high_tide", "/high_tide-20231114-221320-2.journal"));
  CHECK(named(h, "high_tide", "/high_tide-20231114-221320-3.journal"));
  CHECK(named(h, "a+b", "/a+b-20231114-221320.journal"));
  CHECK(named(h, "../x y", "/___x_y-20231114-221320.journal"));
  CHECK(named(h, "", "/_-20231114-221320.journal"));
  CHECK(!folder_new("/no/such", "x", WHEN, h->err, sizeof h->err));
  CHECK(says(h->err, "can't be made"));
}

static void add(const Home *h, const char *name, long when, const char *end) {
  char path[256], err[1024];
  snprintf(path, sizeof path, "%s/%s", h->base, name);
  Journal *j = journal_create(path, err, sizeof err);
  CHECK(j && journal_append(j, end, strlen(end)));
  journal_close(j);
  const struct timespec times[2] = {{when, 0}, {when, 0}};
  CHECK_INT(utimensat(-1, path, times, 0), 0);
}

static void spoil(const Home *h, const char *name) {
  char path[256];
  snprintf(path, sizeof path, "%s/%s", h->base, name);
  CHECK_INT(truncate(path, 3), 0);
}

static bool not_finished(const Journal *j, void *ctx) {
  ++*(int *)ctx;
  return strcmp(journal_record(j, 0, NULL), "finish") != 0;
}

static void test_list(Home *h) {
  FolderList list;
  char path[256];
  int asked = 0;
  snprintf(path, sizeof path, "%s/notes.txt", h->base);
  fclose(fopen(path, "w"));
  add(h, "b-20230101-000000.journal", 400, "finish");
  add(h, "z-20250101-000000.journal", 100, "answer");
  add(h, "c-20230101-000000.journal", 300, "answer");
  add(h, "y-20240101-000000.journal", 200, "answer");
  add(h, "d-20230101-000000.journal", 350, "spoilt");
  spoil(h, "d-20230101-000000.journal"); /* its time is now the latest */
  CHECK(folder_list(&list, h->base, h->err, sizeof h->err));
  CHECK_INT(list.count, 5);
  CHECK(list.count == 5 && list.entries[0].name[0] == 'd' &&
        list.entries[1].name[0] == 'b' && list.entries[2].name[0] == 'c' &&
        list.entries[3].name[0] == 'y' && list.entries[4].name[0] == 'z');
  char *last = folder_last(&list, not_finished, &asked);
  CHECK(last && ends(last, "/c-20230101-000000.journal"));
  CHECK_INT(asked, 2);
  free(last);
  folder_list_free(&list);
  CHECK(!folder_last(&list, not_finished, &asked));
  CHECK(folder_list(&list, "/no/such/folder", h->err, sizeof h->err));
  CHECK_INT(list.count, 0);
  CHECK(!folder_list(&list, "/dev/null", h->err, sizeof h->err));
  CHECK(says(h->err, "/dev/null: can't be read"));
}

static void home_open(Home *h) {
  snprintf(h->base, sizeof h->base, "/tmp/test-folder-XXXXXX");
  if (!mkdtemp(h->base)) abort();
}

static void home_close(const Home *h) {
  char line[128];
  snprintf(line, sizeof line, "rm -r %s", h->base);
  CHECK_INT(system(line), 0);
}

int main(void) {
  Home state = {0}, names = {0}, list = {0};
  setenv("TZ", "UTC", 1);
  home_open(&state);
  home_open(&names);
  home_open(&list);
  test_state(&state);
  test_names(&names);
  test_list(&list);
  home_close(&state);
  home_close(&names);
  home_close(&list);
  return check_done("folder");
}
