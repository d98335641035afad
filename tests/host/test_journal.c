/* The file of a journal, and what the system may do to it. What its lines are
 * is tried in tests/front/test_journal.lua. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "table/journal.h"

#define LINES 7

static const char *const lines[LINES] = {"one\n",  "two\n", "\n",     "four\n",
                                         "five\n", "six\n", "seven\n"};

/* --- the system's calls, which fail when they are told to --- */

static struct {
  int writes, syncs, cuts; /* calls still to succeed; below 0 for ever */
  size_t part;             /* bytes that a failing write takes all the same */
  int synced;
} faults = {.writes = -1, .syncs = -1, .cuts = -1};

ssize_t write(int fd, const void *data, size_t n) {
  if (faults.writes == 0) {
    if (faults.part == 0) {
      errno = ENOSPC;
      return -1;
    }
    n = faults.part < n ? faults.part : n;
    faults.part -= n;
  } else {
    faults.writes--;
  }
  return syscall(SYS_write, fd, data, n);
}

int fdatasync(int fd) {
  faults.synced++;
  if (faults.syncs-- != 0) return (int)syscall(SYS_fdatasync, fd);
  errno = EIO;
  return -1;
}

int ftruncate(int fd, off_t size) {
  if (faults.cuts-- != 0) return (int)syscall(SYS_ftruncate, fd, size);
  errno = EIO;
  return -1;
}

static void no_faults(void) {
  faults.writes = faults.syncs = faults.cuts = -1;
  faults.part = 0;
  faults.synced = 0;
}

/* --- places --- */

typedef struct Place {
  char folder[64], path[128], torn[160];
} Place;

static void place_open(Place *p) {
  snprintf(p->folder, sizeof p->folder, "/tmp/test-journal-XXXXXX");
  if (!mkdtemp(p->folder)) abort();
  snprintf(p->path, sizeof p->path, "%s/t.journal", p->folder);
  snprintf(p->torn, sizeof p->torn, "%s.torn", p->path);
}

static void place_clear(Place *p) {
  unlink(p->path);
  unlink(p->torn);
  no_faults();
}

static void place_close(Place *p) {
  place_clear(p);
  CHECK_INT(rmdir(p->folder), 0); /* fails when something was left behind */
}

static size_t slurp(const char *path, char *out, size_t room) {
  FILE *f = fopen(path, "r");
  size_t n = f ? fread(out, 1, room - 1, f) : 0;
  if (f) fclose(f);
  out[n] = '\0';
  return n;
}

static Journal made(Place *p) {
  Journal j;
  place_clear(p);
  CHECK(journal_create(&j, p->path, "head\n", 5));
  return j;
}

static bool add(Journal *j, int i) {
  return journal_append(j, lines[i], strlen(lines[i]));
}

/* The file is the heading and the first n lines. */
static bool holds(Place *p, int n) {
  char now[1024], want[1024] = "head\n";
  for (int i = 0; i < n; i++) strcat(want, lines[i]);
  slurp(p->path, now, sizeof now);
  return strcmp(now, want) == 0;
}

/* --- what is made, read and cut --- */

static void test_made(Place *p) {
  struct stat st;
  char text[64];
  mode_t old = umask(0);
  Journal j = made(p), other;
  umask(old);
  CHECK(stat(p->path, &st) == 0 && (st.st_mode & 07777) == 0600);
  for (int i = 0; i < LINES; i++) CHECK(add(&j, i));
  CHECK(journal_sync(&j) && holds(p, LINES));
  CHECK(!journal_open(&other, p->path, true));
  CHECK_INT(errno, EWOULDBLOCK);
  CHECK(journal_open(&other, p->path, false));
  CHECK_INT(journal_bytes(&other), j.size);
  CHECK(journal_read(&other, text, (size_t)j.size));
  CHECK(memcmp(text, "head\none\n", 9) == 0);
  journal_close(&other);
  journal_close(&j);
  journal_close(&j);
  CHECK(!journal_create(&j, p->path, "mine\n", 5));
  CHECK_INT(errno, EEXIST);
  CHECK(holds(p, LINES));
  CHECK(!journal_create(&j, "/no/such/folder/x", "", 0) && errno == ENOENT);
}

static void test_cut(Place *p) {
  char torn[64];
  Journal j = made(p);
  for (int round = 0; round < 2; round++) {
    journal_append(&j, "half", 4);
    CHECK(journal_cut(&j, 5, p->torn, "half", 4) && holds(p, 0));
  }
  CHECK(add(&j, 0) && holds(p, 1));
  slurp(p->torn, torn, sizeof torn);
  CHECK(strcmp(torn, "halfhalf") == 0);
  unlink(p->torn);
  CHECK_INT(symlink(p->path, p->torn), 0); /* it leads nowhere else */
  CHECK(!journal_cut(&j, 5, p->torn, "one\n", 4) && holds(p, 1));
  journal_close(&j);
}

/* --- failing writes --- */

static void full_disk_child(Place *p) {
  struct rlimit limit = {0, 0};
  signal(SIGXFSZ, SIG_IGN);
  int whole = 0;
  Journal j = made(p);
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = 20; /* in the middle of a line */
  setrlimit(RLIMIT_FSIZE, &limit);
  while (whole < LINES && add(&j, whole)) whole++;
  CHECK(whole > 0 && whole < LINES && errno == EFBIG);
  CHECK(!j.dead && holds(p, whole));
  CHECK(!add(&j, whole));
  limit.rlim_cur = limit.rlim_max; /* somebody made room */
  setrlimit(RLIMIT_FSIZE, &limit);
  CHECK(add(&j, whole) && journal_sync(&j) && holds(p, whole + 1));
  journal_close(&j);
  place_clear(p);
  limit.rlim_cur = 3; /* not even a heading */
  setrlimit(RLIMIT_FSIZE, &limit);
  CHECK(!journal_create(&j, p->path, "head\n", 5) && errno == EFBIG);
  CHECK(access(p->path, F_OK) != 0);
}

static void test_full_disk(Place *p) {
  int status = 0;
  place_clear(p);
  pid_t child = fork();
  if (child == 0) {
    full_disk_child(p);
    _exit(checks_failed > 0);
  }
  waitpid(child, &status, 0);
  CHECK_INT(status, 0);
}

/* The n-th write fails after `part` bytes: what is before it stands. */
static void failing_write(Place *p, int n, size_t part) {
  Journal j = made(p);
  int done = 0;
  faults.writes = n;
  faults.part = part;
  while (done < LINES && add(&j, done)) done++;
  CHECK_INT(done, n);
  CHECK(errno == ENOSPC && !j.dead && holds(p, n));
  CHECK(journal_sync(&j));
  faults.writes = -1;
  for (; done < LINES; done++) CHECK(add(&j, done));
  CHECK(holds(p, LINES));
  journal_close(&j);
}

static void test_failing_cut(Place *p) {
  Journal j = made(p);
  for (int i = 0; i < 3; i++) CHECK(add(&j, i));
  faults.writes = faults.cuts = 0;
  faults.part = 2;
  CHECK(!add(&j, 3) && errno == ENOSPC && j.dead);
  journal_close(&j);
}

static void failing_sync(Place *p, int n) {
  Journal j = made(p);
  int done = 0;
  no_faults();
  faults.syncs = n;
  do CHECK(add(&j, done++));
  while (journal_sync(&j) && journal_sync(&j) && done < LINES);
  CHECK_INT(done, n + 1);
  CHECK_INT(faults.synced, n + 1); /* nothing to do costs no call */
  CHECK(j.dead && !journal_sync(&j));
  CHECK_INT(faults.synced, n + 1); /* never tried again */
  journal_close(&j);
}

int main(void) {
  Place p;
  place_open(&p);
  test_made(&p);
  test_cut(&p);
  test_full_disk(&p);
  for (int n = 0; n < LINES - 1; n++)
    for (size_t part = 0; part < strlen(lines[n]); part++)
      failing_write(&p, n, part);
  test_failing_cut(&p);
  for (int n = 0; n < LINES; n++) failing_sync(&p, n);
  place_close(&p);
  return check_done("journal");
}
