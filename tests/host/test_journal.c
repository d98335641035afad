/* The file of a journal, and what the system may do to it. What its lines are
 * is tried in tests/front/session/test_journal.lua. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "table/journal.h"
#include "tools.h"

#define LINES 7

static const char *const lines[LINES] = {"one\n",  "two\n", "\n",     "four\n",
                                         "five\n", "six\n", "seven\n"};

/* --- the system's calls, which fail when they are told to --- */

static int refuse_in, refuse_with; /* the call so far off fails so; 0: none */

static bool refused(void) {
  if (refuse_in == 0 || --refuse_in > 0) return false;
  errno = refuse_with;
  return true;
}

static struct {
  int writes, syncs, cuts; /* calls still to succeed; below 0 for ever */
  size_t part;             /* bytes that a failing write takes all the same */
  int synced;
} faults = {.writes = -1, .syncs = -1, .cuts = -1};

ssize_t write(int fd, const void *data, size_t n) {
  if (refused()) return -1;
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
  if (refused()) return -1;
  if (faults.syncs-- != 0) return (int)syscall(SYS_fdatasync, fd);
  errno = EIO;
  return -1;
}

int ftruncate(int fd, off_t size) {
  if (refused()) return -1;
  if (faults.cuts-- != 0) return (int)syscall(SYS_ftruncate, fd, size);
  errno = EIO;
  return -1;
}

int fsync(int fd) { return refused() ? -1 : (int)syscall(SYS_fsync, fd); }

int fchmod(int fd, mode_t mode) {
  return refused() ? -1 : (int)syscall(SYS_fchmod, fd, mode);
}

int flock(int fd, int how) {
  return refused() ? -1 : (int)syscall(SYS_flock, fd, how);
}

int rename(const char *from, const char *to) {
  return refused()
             ? -1
             : (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int renameat2(int at, const char *from, int to_at, const char *to,
              unsigned how) {
  return refused() ? -1 : (int)syscall(SYS_renameat2, at, from, to_at, to, how);
}

int mkostemp(char *name, int how) {
  memcpy(name + strlen(name) - 6, "abcdef", 6);
  return refused() ? -1 : open(name, how | O_RDWR | O_CREAT | O_EXCL, 0600);
}

int open(const char *path, int how, ...) {
  return refused() ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, how, 0600);
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
  mode_t old = umask(0);
  Journal j = made(p), other;
  umask(old);
  CHECK(stat(p->path, &st) == 0 && (st.st_mode & 07777) == 0600);
  for (int i = 0; i < LINES; i++) CHECK(add(&j, i));
  CHECK(journal_sync(&j) && holds(p, LINES));
  CHECK(!journal_open(&other, p->path));
  CHECK_INT(errno, EWOULDBLOCK);
  journal_close(&j);
  CHECK(journal_open(&other, p->path));
  CHECK_INT(other.size, j.size);
  journal_close(&other);
  journal_close(&other);
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
  CHECK(!journal_sync(&j) && j.dead);
  journal_close(&j);
}

/* A torn end is cut and the disk is full then: what the write left is cut off
 * where the cut was, and what comes when there is room follows at once. */
static void cut_then_failing_write(Place *p, size_t part) {
  Journal j = made(p);
  CHECK(add(&j, 0) && journal_append(&j, "half", 4));
  CHECK(journal_cut(&j, 9, p->torn, "half", 4));
  faults.writes = 0;
  faults.part = part;
  CHECK(!add(&j, 1) && errno == ENOSPC && !j.dead && holds(p, 1));
  CHECK_INT(j.size, 9);
  faults.writes = -1;
  CHECK(add(&j, 1) && add(&j, 2) && holds(p, 3));
  CHECK_INT(j.size, 14);
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

/* --- any call fails, one a time --- */

typedef enum Call { MAKE, REPLACE, OPEN, CUT, CALLS } Call;

static bool call(Place *p, Journal *j, Call what) {
  int fd = -1;
  switch (what) {
    case MAKE:
      return journal_create(j, p->path, "head\n", 5);
    case REPLACE:
      fd = safe_file(p->path, "new\n", 4, 0600, true);
      if (fd >= 0) close(fd);
      return fd >= 0;
    case OPEN:
      return journal_open(j, p->path);
    default:
      return journal_cut(j, 5, p->torn, "half", 4);
  }
}

/* The journal is whole after a failure, or isn't there when it could not be
 * made; nothing else is left behind (place_close finds that). */
static bool left(Place *p, Call what, bool done) {
  char now[64], torn[64];
  slurp(p->path, now, sizeof now);
  slurp(p->torn, torn, sizeof torn);
  if (what == MAKE) return strcmp(now, done ? "head\n" : "") == 0;
  if (what == REPLACE)
    return strcmp(now, "new\n") == 0 || (!done && strcmp(now, "head\n") == 0);
  if (what == CUT)
    return done ? strcmp(now, "head\n") == 0 && strcmp(torn, "half") == 0
                : strncmp(now, "head\n", 5) == 0;
  return strcmp(now, "head\n") == 0;
}

/* The n-th call fails with this error: false when there are not so many. */
static bool call_fails(Place *p, Call what, int n, int error) {
  Journal j = {.fd = -1};
  place_clear(p);
  if (what != MAKE) j = made(p);
  if (what == OPEN) journal_close(&j);
  if (what == CUT) CHECK(journal_append(&j, "half", 4));
  refuse_in = n;
  refuse_with = error;
  errno = 0;
  bool done = call(p, &j, what), all = refuse_in > 0;
  refuse_in = 0;
  if (!done) CHECK_INT(errno, error);
  CHECK(left(p, what, done) && (done || !all));
  CHECK(what != OPEN || done == (j.fd >= 0));
  journal_close(&j);
  return !all;
}

static void test_each_call(Place *p) {
  static const int errors[] = {EIO, EINTR, EINVAL};
  for (int what = MAKE; what < CALLS; what++)
    for (size_t i = 0; i < 3; i++)
      for (int n = 1; call_fails(p, (Call)what, n, errors[i]); n++) continue;
}

static void test_odd_files(Place *p) {
  char path[5000];
  Journal j;
  CHECK(!journal_open(&j, p->folder) && errno == EISDIR);
  memset(path, 'x', sizeof path);
  path[sizeof path - 1] = '\0';
  CHECK(!journal_create(&j, path, "", 0) && errno == ENAMETOOLONG);
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
  for (size_t part = 0; part < strlen(lines[1]); part++)
    cut_then_failing_write(&p, part);
  for (int n = 0; n < LINES; n++) failing_sync(&p, n);
  test_each_call(&p);
  test_odd_files(&p);
  place_close(&p);
  return check_done("journal");
}
