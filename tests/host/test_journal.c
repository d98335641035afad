/* The journal: its form, its file, and everything that can happen to one. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "table/journal.h"

#define RECORDS 7

static const char *const payloads[RECORDS] = {
    "game rod_and_reel", "seed 00ff", "",        "answer keep K\xe2\x99\xa5",
    "12 5 abcdef01 x",   "a",         "the last"};

typedef struct Place {
  char folder[64], path[128], torn[160];
  char err[1024];
} Place;

static void place_open(Place *p) {
  memset(p, 0, sizeof *p);
  snprintf(p->folder, sizeof p->folder, "/tmp/test-journal-XXXXXX");
  if (!mkdtemp(p->folder)) abort();
  snprintf(p->path, sizeof p->path, "%s/t.journal", p->folder);
  snprintf(p->torn, sizeof p->torn, "%s.torn", p->path);
}

static void place_clear(Place *p) {
  unlink(p->path);
  unlink(p->torn);
  p->err[0] = '\0';
}

static void place_close(Place *p) {
  place_clear(p);
  CHECK_INT(rmdir(p->folder), 0); /* fails when something was left behind */
}

static size_t slurp(const char *path, char *out, size_t room) {
  FILE *f = fopen(path, "r");
  size_t n = f ? fread(out, 1, room, f) : 0;
  if (f) fclose(f);
  return n;
}

static void spill(const char *path, const char *data, size_t n) {
  FILE *f = fopen(path, "w");
  if (!f || fwrite(data, 1, n, f) != n) abort();
  fclose(f);
}

static bool says(const char *sentence, const char *part) {
  if (strstr(sentence, part)) return true;
  fprintf(stderr, "  it says: %s\n", sentence);
  return false;
}

static void add_all(Journal *j) {
  for (size_t i = 0; i < RECORDS; i++)
    CHECK(journal_append(j, payloads[i], strlen(payloads[i])));
}

/* Records 0 .. n-1 are those of `payloads`. */
static bool holds(const Journal *j, size_t n) {
  bool same = journal_count(j) == n;
  for (size_t i = 0; same && i < n; i++) {
    size_t len = 99;
    const char *got = journal_record(j, i, &len);
    same = len == strlen(payloads[i]) && memcmp(got, payloads[i], len) == 0 &&
           got[len] == '\0';
  }
  return same && journal_record(j, n, NULL) == NULL;
}

/* A whole journal at p->path; its bytes in `text`. */
static size_t make_whole(Place *p, char *text, size_t room) {
  place_clear(p);
  Journal *j = journal_create(p->path, p->err, sizeof p->err);
  CHECK(j != NULL);
  add_all(j);
  CHECK(journal_sync(j));
  journal_close(j);
  return slurp(p->path, text, room);
}

/* ---- the form ---- */

static void test_record(void) {
  Record rec;
  char check[RECORD_CHECK], line[128], head[RECORD_HEAD];
  record_check(check, RECORD_FIRST, 1, "abc", 3);
  /* printf '00000000 1 abc' | sha256sum */
  CHECK(strcmp(check, "3f0c8d22") == 0);
  size_t n = record_head(head, 1, check, 3);
  int total = snprintf(line, sizeof line, "%.*sabc\n", (int)n, head);
  CHECK(record_parse(&rec, line, (size_t)total));
  CHECK_INT(rec.total, total);
  CHECK_INT(rec.number, 1);
  CHECK(strcmp(rec.check, check) == 0);
  for (size_t cut = 0; cut < (size_t)total; cut++)
    CHECK(!record_parse(&rec, line, cut));
  static const char *const bad[] = {"03 1 01234567 abc\n",
                                    "3 01 01234567 abc\n",
                                    "3 1 0123456A abc\n",
                                    "4 1 01234567 abc\n",
                                    "2 1 01234567 abc\n",
                                    "3  1 01234567 abc\n",
                                    "3 1 0123456 abc\n",
                                    " 3 1 01234567 abc\n",
                                    "+3 1 01234567 abc\n",
                                    "3 1 01234567 a\tc\n",
                                    "3 1 01234567 abc ",
                                    "-1 1 01234567 abc\n",
                                    "99999999999999999999 1 01234567 abc\n"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    CHECK(!record_parse(&rec, bad[i], strlen(bad[i])));
}

static void test_escape(void) {
  char all[256], out[1025], back[257], small[4];
  size_t n;
  for (int i = 0; i < 256; i++) all[i] = (char)i;
  size_t wanted = journal_escape(out, sizeof out, all, sizeof all);
  CHECK_INT(wanted, strlen(out));
  CHECK(record_fits(out, wanted));
  CHECK(journal_unescape(back, &n, out, wanted));
  CHECK(n == sizeof all && memcmp(all, back, n) == 0);
  CHECK(journal_unescape(out, &n, out, wanted)); /* in place */
  CHECK(n == sizeof all && memcmp(all, out, n) == 0);
  CHECK_INT(journal_escape(out, sizeof out, "a\n\\\x01\x7f", 5), 13);
  CHECK(strcmp(out, "a\\n\\\\\\x01\\x7f") == 0);
  CHECK_INT(journal_escape(small, sizeof small, "abcdef", 6), 6);
  CHECK(strcmp(small, "abc") == 0);
  CHECK_INT(journal_escape(small, sizeof small, "ab\n", 3), 4);
  CHECK(strcmp(small, "ab") == 0); /* never half an escape */
  CHECK_INT(journal_escape(NULL, 0, "\x01", 1), 4);
  static const char *const bad[] = {"\\",    "\\q",   "\\x0", "\\xg0",
                                    "\\x0A", "\\x41", "a\nb", "\\x"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    CHECK(!journal_unescape(back, &n, bad[i], strlen(bad[i])));
}

static void test_memory(void) {
  char err[256] = "";
  Journal *j = journal_create(NULL, err, sizeof err);
  CHECK(j != NULL && journal_path(j) == NULL);
  add_all(j);
  CHECK(holds(j, RECORDS));
  CHECK(journal_sync(j) && journal_writable(j));
  const char *first = journal_record(j, 0, NULL);
  for (int i = 0; i < 20000; i++) CHECK(journal_append(j, "0123456789", 10));
  CHECK(first == journal_record(j, 0, NULL)); /* records never move */
  CHECK_INT(journal_count(j), RECORDS + 20000);
  CHECK(!journal_append(j, "a\nb", 3));
  CHECK(says(journal_error(j), "record 20008 was not written"));
  CHECK(journal_append(j, "ab", 2)); /* and it goes on */
  char *big = malloc(300000);
  memset(big, 'x', 300000);
  CHECK(journal_append(j, big, 300000));
  free(big);
  journal_close(j);
  journal_close(NULL);
}

/* ---- the file ---- */

static void test_file(Place *p) {
  char text[1024];
  struct stat st;
  mode_t old = umask(0);
  size_t n = make_whole(p, text, sizeof text);
  umask(old);
  CHECK(n > 0 && n < sizeof text);
  CHECK(stat(p->path, &st) == 0 && (st.st_mode & 07777) == 0600);
  CHECK(memcmp(text, "18 0 ", 5) == 0);
  CHECK(memcmp(text + 14, "croupier journal 1\n", 19) == 0);

  Journal *j = journal_read(p->path, p->err, sizeof p->err);
  CHECK(j && holds(j, RECORDS) && !journal_writable(j));
  CHECK(journal_notice(j)[0] == '\0');
  CHECK(!journal_append(j, "x", 1));
  CHECK(says(journal_error(j), "reading only"));
  journal_close(j);

  j = journal_open(p->path, p->err, sizeof p->err);
  CHECK(j && holds(j, RECORDS) && strcmp(journal_path(j), p->path) == 0);
  CHECK(journal_append(j, "more", 4) && journal_sync(j));
  journal_close(j);
  j = journal_open(p->path, p->err, sizeof p->err);
  CHECK_INT(journal_count(j), RECORDS + 1);
  CHECK(strcmp(journal_record(j, RECORDS, NULL), "more") == 0);
  journal_close(j);
}

static void test_never_replaced(Place *p) {
  char text[16];
  place_clear(p);
  spill(p->path, "mine", 4);
  errno = 0;
  CHECK(journal_create(p->path, p->err, sizeof p->err) == NULL);
  CHECK_INT(errno, EEXIST);
  CHECK(says(p->err, "a file of that name already"));
  CHECK(slurp(p->path, text, sizeof text) == 4 && !memcmp(text, "mine", 4));
  CHECK(!journal_create("/no/such/folder/x.journal", p->err, sizeof p->err));
  CHECK(says(p->err, "can't be made: No such file"));
}

static void refused(Place *p, const char *data, size_t n, const char *why) {
  place_clear(p);
  spill(p->path, data, n);
  CHECK(journal_open(p->path, p->err, sizeof p->err) == NULL);
  CHECK(says(p->err, why));
  CHECK(journal_read(p->path, p->err, sizeof p->err) == NULL);
  CHECK(says(p->err, why));
  CHECK(access(p->torn, F_OK) != 0);
}

static void test_strangers(Place *p) {
  char check[RECORD_CHECK], line[128];
  const char *later = "croupier journal 2";
  refused(p, "", 0, "empty, no journal");
  refused(p, "hello\n", 6, "not a journal of croupier");
  refused(p, "18 0 01234567 croupier journal 1\n", 33, "damaged in its first");
  record_check(check, RECORD_FIRST, 0, later, strlen(later));
  int n = snprintf(line, sizeof line, "18 0 %s %s\nanything", check, later);
  refused(p, line, (size_t)n, "version 2; this program reads version 1");
  place_clear(p);
  CHECK(!journal_open(p->path, p->err, sizeof p->err));
  CHECK(says(p->err, "can't be opened: No such file"));
  CHECK(!journal_read(p->folder, p->err, sizeof p->err));
  CHECK(says(p->err, "not a file"));
  CHECK_INT(mkfifo(p->path, 0600), 0);
  CHECK(!journal_read(p->path, p->err, sizeof p->err)); /* and does not wait */
  CHECK(says(p->err, "not a file"));
}

/* ---- damage ---- */

/* How many records are whole in the first `cut` bytes; -1 without heading. */
static long whole_records(const char *text, size_t cut) {
  long lines = -1;
  for (size_t i = 0; i < cut; i++) lines += text[i] == '\n';
  return lines;
}

static void cut_at(Place *p, const char *text, size_t cut) {
  char bad[1024];
  long whole = whole_records(text, cut);
  place_clear(p);
  spill(p->path, text, cut);
  Journal *seen = journal_read(p->path, p->err, sizeof p->err);
  CHECK(access(p->torn, F_OK) != 0); /* reading moves nothing */
  Journal *j = journal_open(p->path, p->err, sizeof p->err);
  CHECK((j != NULL) == (whole >= 0));
  CHECK((seen != NULL) == (whole >= 0));
  if (!j || !seen) return;
  bool torn = cut > 0 && text[cut - 1] != '\n';
  CHECK(holds(j, (size_t)whole) && holds(seen, (size_t)whole));
  CHECK((journal_notice(j)[0] != '\0') == torn);
  CHECK((journal_notice(seen)[0] != '\0') == torn);
  size_t nbad = slurp(p->torn, bad, sizeof bad);
  CHECK((nbad > 0) == torn);
  CHECK(memcmp(bad, text + cut - nbad, nbad) == 0);
  for (size_t i = (size_t)whole; i < RECORDS; i++)
    CHECK(journal_append(j, payloads[i], strlen(payloads[i])));
  journal_close(j);
  journal_close(seen);
  char again[1024];
  size_t n = slurp(p->path, again, sizeof again);
  CHECK(memcmp(again, text, n) == 0 && whole_records(again, n) == RECORDS);
}

static void test_cut(Place *p) {
  char text[1024];
  size_t n = make_whole(p, text, sizeof text);
  for (size_t cut = 0; cut <= n; cut++) cut_at(p, text, cut);
}

/* A changed byte is damage, or in the last record a torn tail; never read. */
static void changed(Place *p, const char *text, size_t n, size_t last) {
  place_clear(p);
  spill(p->path, text, n);
  Journal *j = journal_open(p->path, p->err, sizeof p->err);
  if (j) {
    CHECK(last > 0 && holds(j, RECORDS - 1));
    CHECK(says(journal_notice(j), "no whole record; they were moved to"));
    CHECK(access(p->torn, F_OK) == 0);
  } else {
    CHECK(p->err[0] != '\0');
    CHECK(access(p->torn, F_OK) != 0);
  }
  journal_close(j);
}

static void test_changed(Place *p) {
  char text[1024];
  size_t n = make_whole(p, text, sizeof text);
  size_t last = n - 1;
  while (text[last - 1] != '\n') last--;
  for (size_t i = 0; i < n; i++) {
    const char was = text[i];
    const char to[] = {(char)(was ^ 1), (char)(was ^ 0x20), '\n', '0'};
    for (size_t k = 0; k < sizeof to; k++) {
      if (to[k] == was) continue;
      text[i] = to[k];
      changed(p, text, n, i >= last ? 1 : 0);
    }
    text[i] = was;
  }
}

/* A last line of the right form and the wrong content is a torn tail. */
static void test_last_changed(Place *p) {
  char text[1024];
  size_t n = make_whole(p, text, sizeof text);
  text[n - 2] ^= 1;
  spill(p->path, text, n);
  Journal *j = journal_open(p->path, p->err, sizeof p->err);
  CHECK(j && holds(j, RECORDS - 1));
  CHECK(j && says(journal_notice(j), "no whole record"));
  journal_close(j);
}

static void test_damage_is_named(Place *p) {
  char text[1024], where[64], now[1024];
  size_t n = make_whole(p, text, sizeof text);
  char *seed = memmem(text, n, "seed", 4);
  char *line = memrchr(text, '\n', (size_t)(seed - text));
  *seed = 'S';
  refused(p, text, n, "damaged in record 2, at byte");
  snprintf(where, sizeof where, "at byte %d,", (int)(line + 1 - text));
  CHECK(says(p->err, where));
  CHECK(slurp(p->path, now, sizeof now) == n && memcmp(now, text, n) == 0);
  *seed = 's';
  /* a record taken out, even the last but one */
  char *a = memmem(text, n, " a\n", 3) + 3, *b = memrchr(text, '\n', n - 1);
  char *gap = memrchr(text, '\n', (size_t)(a - 1 - text));
  memcpy(now, text, (size_t)(gap + 1 - text));
  size_t kept = (size_t)(gap + 1 - text);
  memcpy(now + kept, b + 1, (size_t)(text + n - b - 1));
  refused(p, now, kept + (size_t)(text + n - b - 1), "damaged in record 6");
}

/* ---- other processes ---- */

static void test_locked(Place *p) {
  char want[64], go;
  int ready[2], done[2];
  place_clear(p);
  if (pipe(ready) || pipe(done)) abort();
  pid_t child = fork();
  if (child == 0) {
    Journal *held = journal_create(p->path, p->err, sizeof p->err);
    journal_append(held, "x", 1);
    ssize_t n = write(ready[1], "x", 1);
    n = read(done[0], &go, 1);
    _exit(n != 1);
  }
  CHECK_INT(read(ready[0], &go, 1), 1);
  CHECK(!journal_open(p->path, p->err, sizeof p->err));
  snprintf(want, sizeof want, "open in another process (pid %d)", (int)child);
  CHECK(says(p->err, want));
  Journal *seen = journal_read(p->path, p->err, sizeof p->err);
  CHECK(seen && journal_count(seen) == 1); /* looking is allowed */
  journal_close(seen);
  CHECK_INT(write(done[1], "x", 1), 1);
  waitpid(child, NULL, 0);
  Journal *j = journal_open(p->path, p->err, sizeof p->err);
  CHECK(j != NULL);
  CHECK(!journal_open(p->path, p->err, sizeof p->err));
  CHECK(says(p->err, "already open in this process"));
  journal_close(j);
  for (int i = 0; i < 2; i++) close(ready[i]), close(done[i]);
}

/* ---- failing writes ---- */

static void full_disk_child(Place *p) {
  struct rlimit limit = {0, 0};
  signal(SIGXFSZ, SIG_IGN);
  size_t whole = 0;
  char now[1024];
  Journal *j = journal_create(p->path, p->err, sizeof p->err);
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = 120; /* in the middle of a record */
  setrlimit(RLIMIT_FSIZE, &limit);
  while (journal_append(j, "0123456789", 10)) whole++;
  CHECK(whole > 0 && journal_count(j) == whole);
  CHECK(says(journal_error(j), "the disk is full, record"));
  CHECK(says(journal_error(j), "ends with the last whole record"));
  size_t n = slurp(p->path, now, sizeof now);
  CHECK(n < 120 && now[n - 1] == '\n');
  CHECK(!journal_append(j, "0123456789", 10));
  limit.rlim_cur = limit.rlim_max; /* somebody made room */
  setrlimit(RLIMIT_FSIZE, &limit);
  CHECK(journal_append(j, "0123456789", 10) && journal_sync(j));
  journal_close(j);
  j = journal_read(p->path, p->err, sizeof p->err);
  CHECK(j && journal_count(j) == whole + 1 && !journal_notice(j)[0]);
  journal_close(j);
  place_clear(p);
  limit.rlim_cur = 10; /* not even a heading */
  setrlimit(RLIMIT_FSIZE, &limit);
  CHECK(!journal_create(p->path, p->err, sizeof p->err));
  CHECK(says(p->err, "can't be made: File too large"));
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

typedef struct Faults {
  int writes, syncs, cuts; /* calls still to succeed; below 0 for ever */
  size_t part;             /* bytes that a failing write takes all the same */
  int synced;
} Faults;

static ssize_t fault_write(void *ctx, int fd, const void *data, size_t n) {
  Faults *f = ctx;
  if (f->writes != 0) {
    f->writes--;
    return write(fd, data, n);
  }
  if (f->part > 0 && f->part < n) {
    n = f->part;
    f->part = 0;
    return write(fd, data, n);
  }
  errno = ENOSPC;
  return -1;
}

static int fault_sync(void *ctx, int fd) {
  Faults *f = ctx;
  f->synced++;
  if (f->syncs-- != 0) return fdatasync(fd);
  errno = EIO;
  return -1;
}

static int fault_cut(void *ctx, int fd, off_t size) {
  Faults *f = ctx;
  if (f->cuts-- != 0) return ftruncate(fd, size);
  errno = EIO;
  return -1;
}

static Journal *faulty(Place *p, Faults *f) {
  place_clear(p);
  Journal *j = journal_create(p->path, p->err, sizeof p->err);
  CHECK(j != NULL);
  journal_set_io(j, &(JournalIo){fault_write, fault_sync, fault_cut, f});
  return j;
}

/* The n-th write fails after `part` bytes: what is before it stands. */
static void failing_write(Place *p, int n, size_t part) {
  char now[1024];
  Faults f = {.writes = n, .syncs = -1, .cuts = -1, .part = part};
  Journal *j = faulty(p, &f);
  size_t done = 0;
  while (done < RECORDS &&
         journal_append(j, payloads[done], strlen(payloads[done])))
    done++;
  CHECK_INT(done, n);
  CHECK(says(journal_error(j), "the disk is full"));
  CHECK(journal_writable(j) && journal_sync(j));
  size_t size = slurp(p->path, now, sizeof now);
  CHECK(size > 0 && now[size - 1] == '\n');
  f.writes = -1;
  for (; done < RECORDS; done++)
    CHECK(journal_append(j, payloads[done], strlen(payloads[done])));
  journal_close(j);
  j = journal_open(p->path, p->err, sizeof p->err);
  CHECK(j && holds(j, RECORDS) && journal_notice(j)[0] == '\0');
  journal_close(j);
}

static void test_failing_cut(Place *p) {
  Faults f = {.writes = 3, .syncs = -1, .cuts = 0, .part = 5};
  Journal *j = faulty(p, &f);
  for (size_t i = 0; i < 3; i++)
    CHECK(journal_append(j, payloads[i], strlen(payloads[i])));
  CHECK(!journal_append(j, "lost", 4));
  CHECK(says(journal_error(j), "could not be cut off; nothing more"));
  f.writes = -1;
  CHECK(!journal_append(j, "after", 5) && !journal_writable(j));
  CHECK(!journal_sync(j) && f.synced == 0);
  journal_close(j);
  j = journal_open(p->path, p->err, sizeof p->err);
  CHECK(j && holds(j, 3) && says(journal_notice(j), "the last 5 bytes"));
  journal_close(j);
}

static void failing_sync(Place *p, int n) {
  Faults f = {.writes = -1, .syncs = n, .cuts = -1};
  Journal *j = faulty(p, &f);
  size_t done = 0;
  do {
    CHECK(journal_append(j, payloads[done], strlen(payloads[done])));
    done++;
  } while (journal_sync(j) && journal_sync(j) && done < RECORDS);
  CHECK_INT(done, n + 1);
  CHECK_INT(f.synced, n + 1); /* nothing to do costs no call */
  CHECK(says(journal_error(j), "the disk did not take it"));
  CHECK(!journal_sync(j) && !journal_append(j, "x", 1));
  CHECK_INT(f.synced, n + 1); /* never tried again */
  CHECK(says(journal_error(j), "nothing more will be written"));
  CHECK(holds(j, done) && !journal_writable(j));
  journal_close(j);
}

int main(void) {
  Place p;
  place_open(&p);
  test_record();
  test_escape();
  test_memory();
  test_file(&p);
  test_never_replaced(&p);
  test_strangers(&p);
  test_cut(&p);
  test_changed(&p);
  test_last_changed(&p);
  test_damage_is_named(&p);
  test_locked(&p);
  test_full_disk(&p);
  for (int n = 0; n < RECORDS; n++)
    for (size_t part = 0; part < 16; part += 5) failing_write(&p, n, part);
  test_failing_cut(&p);
  for (int n = 0; n < RECORDS; n++) failing_sync(&p, n);
  place_close(&p);
  return check_done("journal");
}
