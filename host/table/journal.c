/* The journal's file: made, read, locked, added to, made safe.
 *
 * Always true of a Journal: `recs` and the file's first `size` bytes hold the
 * same whole records, and `check` is that of the last one. A record is kept in
 * memory before it is written and counted after, so neither can be ahead.
 *
 * A new journal appears under its name with its heading whole or not at all
 * (temporary file, fsync, rename, fsync of the folder). So a file that has no
 * whole heading is no journal of ours, and is never cut.
 *
 * What is bad is told apart so: the first line that is not the record wanted
 * ends the good ones. When anywhere after it a well-formed record with a
 * higher number can be found, even one not at the start of a line, bytes in the
 * middle were changed: refused. Else a last write was torn: set aside, cut.
 * Only the form is tried there, not the check, for the check before may be the
 * very thing that was changed.
 *
 * Rejected: mmap (a full disk is then a signal), stdio (one record may become
 * several writes), fcntl locks (any close in the process drops them; they do
 * know the owner's pid, so that comes from /proc/locks). */
#include "table/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <nettle/sha2.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/*** @topic Around the game: journal, undo, resume
 Every table is kept as it is played: the scripts, the seed, who sits there
 and every answer. A program that is killed loses at most the question on
 screen.

 `croupier resume` goes on with the last table, `:undo` takes back the last
 answer of a person, `croupier replay FILE` tells a table again and `croupier
 verify FILE` checks its deal. A game need do nothing for it: t:event leaves
 something for programs that read `replay --json`.
 @example t:event("landed", { seat = seat, points = 20 })
 @see chance, t:event, game:undo */

#define HEADING "croupier journal"
#define CHUNK ((size_t)64 << 10)
#define FILE_MAX_SIZE ((off_t)1 << 30)
#define SENTENCE 1024

typedef struct Kept {
  const char *payload;
  size_t len;
} Kept;

/* Memory for payloads; it never moves. */
typedef struct Chunk {
  struct Chunk *next;
  size_t used, size;
  char bytes[];
} Chunk;

struct Journal {
  int fd; /* -1 in memory, and after reading */
  bool readonly, dead, unsafe;
  off_t size;
  size_t count, room;
  Kept *recs;
  Chunk *chunks;
  char *path;
  JournalIo io;
  char check[RECORD_CHECK];
  char notice[SENTENCE], error[SENTENCE];
};

/* ---- one record ----
 *
 * Always true: there is exactly one line for a number, a payload and the check
 * before it. So a changed byte is seen whichever it is: the digits of LENGTH
 * and NUMBER, the case of CHECK and the spaces are held to as strictly as the
 * payload. LENGTH is not in the check, for the newline already settles it.
 *
 * Rejected: a check of the record alone (a record taken out, put twice or
 * moved would pass), and CRC-32 in a chain (no shorter, and a change meant to
 * deceive is easy to fit). */

static bool is_control(unsigned char byte) {
  return byte < 0x20 || byte == 0x7f;
}

bool record_fits(const char *payload, size_t len) {
  if (len > RECORD_MAX) return false;
  for (size_t i = 0; i < len; i++)
    if (is_control((unsigned char)payload[i])) return false;
  return true;
}

void record_check(char out[RECORD_CHECK], const char *previous, size_t number,
                  const char *payload, size_t len) {
  struct sha256_ctx sha;
  uint8_t digest[4];
  char place[24];
  int n = snprintf(place, sizeof place, " %zu ", number);
  sha256_init(&sha);
  sha256_update(&sha, strlen(previous), (const uint8_t *)previous);
  sha256_update(&sha, (size_t)n, (const uint8_t *)place);
  sha256_update(&sha, len, (const uint8_t *)payload);
  sha256_digest(&sha, sizeof digest, digest);
  snprintf(out, RECORD_CHECK, "%02x%02x%02x%02x", digest[0], digest[1],
           digest[2], digest[3]);
}

size_t record_head(char out[RECORD_HEAD], size_t number, const char *check,
                   size_t len) {
  int n = snprintf(out, RECORD_HEAD, "%zu %zu %.8s ", len, number, check);
  return (size_t)n;
}

/* A decimal number without leading zeros and the space after it. Returns the
 * bytes taken, 0 when there is no such thing. */
static size_t parse_number(size_t *out, const char *text, size_t left) {
  size_t n = 0, value = 0;
  while (n < left && n < 16 && text[n] >= '0' && text[n] <= '9')
    value = value * 10 + (size_t)(text[n++] - '0');
  if (n == 0 || n >= left || text[n] != ' ') return 0;
  if (n > 1 && text[0] == '0') return 0;
  *out = value;
  return n + 1;
}

/* Eight lower-case hex digits and the space after them. */
static size_t parse_check(char out[RECORD_CHECK], const char *text,
                          size_t left) {
  if (left < RECORD_CHECK || text[8] != ' ') return 0;
  for (size_t i = 0; i < 8; i++)
    if (text[i] == '\0' || !strchr("0123456789abcdef", text[i])) return 0;
  memcpy(out, text, 8);
  out[8] = '\0';
  return RECORD_CHECK;
}

bool record_parse(Record *out, const char *text, size_t left) {
  size_t at = 0, n;
  if (!(n = parse_number(&out->len, text, left))) return false;
  at += n;
  if (!(n = parse_number(&out->number, text + at, left - at))) return false;
  at += n;
  if (!(n = parse_check(out->check, text + at, left - at))) return false;
  at += n;
  if (out->len > RECORD_MAX || out->len >= left - at) return false;
  out->payload = text + at;
  out->total = at + out->len + 1;
  return text[at + out->len] == '\n' && record_fits(out->payload, out->len);
}

/* One byte escaped, 1 to 4 characters and a NUL. */
static size_t escape_byte(char out[8], unsigned char byte) {
  if (byte == '\n') return (size_t)snprintf(out, 8, "\\n");
  if (byte == '\\') return (size_t)snprintf(out, 8, "\\\\");
  if (is_control(byte)) return (size_t)snprintf(out, 8, "\\x%02x", byte);
  out[0] = (char)byte;
  return 1;
}

size_t journal_escape(char *out, size_t outlen, const char *text, size_t len) {
  size_t used = 0;
  bool room = outlen > 0;
  size_t end = 0;
  for (size_t i = 0; i < len; i++) {
    char one[8];
    size_t n = escape_byte(one, (unsigned char)text[i]);
    room = room && used + n < outlen;
    if (room) {
      memcpy(out + used, one, n);
      end = used + n;
    }
    used += n;
  }
  if (outlen > 0) out[end] = '\0';
  return used;
}

static int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

/* The byte that the escape at `text` (its backslash) stands for. Returns the
 * characters taken, 0 when it is none. */
static size_t unescape_byte(char *out, const char *text, size_t left) {
  if (left < 2) return 0;
  *out = text[1] == 'n' ? '\n' : '\\';
  if (text[1] == 'n' || text[1] == '\\') return 2;
  if (text[1] != 'x' || left < 4) return 0;
  int high = hex_value(text[2]), low = hex_value(text[3]);
  if (high < 0 || low < 0) return 0;
  *out = (char)(high * 16 + low);
  return is_control((unsigned char)*out) && *out != '\n' ? 4 : 0;
}

bool journal_unescape(char *out, size_t *outlen, const char *text, size_t len) {
  size_t used = 0;
  for (size_t i = 0; i < len;) {
    char byte = text[i];
    size_t n = 1;
    if (is_control((unsigned char)byte)) return false;
    if (byte == '\\') n = unescape_byte(&byte, text + i, len - i);
    if (n == 0) return false;
    out[used++] = byte;
    i += n;
  }
  out[used] = '\0';
  if (outlen) *outlen = used;
  return true;
}

/* ---- sentences ---- */

/* Writes "PATH: ..." and leaves errno as it was. */
__attribute__((format(printf, 4, 5))) static void say(char *out, size_t len,
                                                      const char *path,
                                                      const char *form, ...) {
  int kept = errno;
  va_list args;
  char text[512];
  va_start(args, form);
  vsnprintf(text, sizeof text, form, args);
  va_end(args);
  if (len > 0) snprintf(out, len, "%s: %s", path, text);
  errno = kept;
}

static const char *name_of(const Journal *j) {
  return j->path ? j->path : "journal in memory";
}

static bool is_full(int error) {
  return error == ENOSPC || error == EDQUOT || error == EFBIG;
}

/* ---- the system's calls ---- */

static ssize_t real_write(void *ctx, int fd, const void *data, size_t n) {
  (void)ctx;
  return write(fd, data, n);
}

static int real_sync(void *ctx, int fd) {
  (void)ctx;
  return fdatasync(fd);
}

static int real_cut(void *ctx, int fd, off_t size) {
  (void)ctx;
  return ftruncate(fd, size);
}

static const JournalIo real_io = {real_write, real_sync, real_cut, NULL};

static bool write_all(const JournalIo *io, int fd, const char *data,
                      size_t len) {
  while (len > 0) {
    ssize_t n = io->write(io->ctx, fd, data, len);
    if (n < 0 && errno == EINTR) continue;
    if (n == 0) errno = ENOSPC;
    if (n <= 0) return false;
    data += n;
    len -= (size_t)n;
  }
  return true;
}

static bool read_all(int fd, char *data, size_t len) {
  while (len > 0) {
    ssize_t n = read(fd, data, len);
    if (n < 0 && errno == EINTR) continue;
    if (n == 0) errno = EIO;
    if (n <= 0) return false;
    data += n;
    len -= (size_t)n;
  }
  return true;
}

/* Makes the name of `path` in its folder safe. */
static bool sync_folder(const char *path) {
  const char *slash = strrchr(path, '/');
  size_t len = slash == path ? 1 : slash ? (size_t)(slash - path) : 0;
  char *folder = slash ? strndup(path, len) : strdup(".");
  int fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  free(folder);
  if (fd < 0) return false;
  bool done = fsync(fd) == 0 || errno == EINVAL;
  int kept = errno;
  close(fd);
  errno = kept;
  return done;
}

/* ---- memory ---- */

static Chunk *chunk_new(Journal *j, size_t size) {
  Chunk *chunk = malloc(sizeof *chunk + size);
  if (!chunk) return NULL;
  chunk->next = j->chunks;
  chunk->used = 0;
  chunk->size = size;
  j->chunks = chunk;
  return chunk;
}

static bool reserve_rec(Journal *j) {
  if (j->count < j->room) return true;
  size_t room = j->room ? j->room * 2 : 64;
  Kept *recs = realloc(j->recs, room * sizeof *recs);
  if (!recs) return false;
  j->recs = recs;
  j->room = room;
  return true;
}

/* Room for `len` bytes that `commit` makes its own; else the next call gets
 * the same ones. NULL without memory. */
static char *reserve(Journal *j, size_t len) {
  Chunk *chunk = j->chunks;
  if (!reserve_rec(j)) return NULL;
  if (!chunk || chunk->size - chunk->used < len)
    chunk = chunk_new(j, len > CHUNK ? len : CHUNK);
  return chunk ? chunk->bytes + chunk->used : NULL;
}

/* The record at `at` counts from now on. */
static void commit(Journal *j, const Record *rec) {
  if (rec->number > 0) {
    j->recs[j->count].payload = rec->payload;
    j->recs[j->count].len = rec->len;
    j->count++;
  }
  j->size += (off_t)rec->total;
  memcpy(j->check, rec->check, sizeof j->check);
}

static Journal *new_journal(const char *path, char *err, size_t errlen) {
  Journal *j = calloc(1, sizeof *j);
  if (j) {
    j->fd = -1;
    j->io = real_io;
    memcpy(j->check, RECORD_FIRST, sizeof j->check);
    if (path) j->path = strdup(path);
    if (!path || j->path) return j;
  }
  free(j);
  say(err, errlen, path ? path : "journal in memory", "out of memory");
  errno = ENOMEM;
  return NULL;
}

/* Closes what failed; errno stays. */
static Journal *give_up(Journal *j) {
  int kept = errno;
  journal_close(j);
  errno = kept;
  return NULL;
}

/* ---- the lock ---- */

/* Process that holds the file's flock, 0 when it can't be told. */
static long lock_owner(int fd) {
  struct stat st;
  char line[256];
  long owner = 0;
  FILE *locks = fopen("/proc/locks", "re");
  if (!locks) return 0;
  if (fstat(fd, &st) != 0) st.st_ino = 0;
  while (owner == 0 && fgets(line, sizeof line, locks)) {
    unsigned dev_major, dev_minor;
    unsigned long inode;
    long pid;
    if (sscanf(line, "%*d: FLOCK %*s %*s %ld %x:%x:%lu", &pid, &dev_major,
               &dev_minor, &inode) == 4 &&
        inode == st.st_ino && dev_major == major(st.st_dev) &&
        dev_minor == minor(st.st_dev))
      owner = pid;
  }
  fclose(locks);
  return owner;
}

static bool lock_file(const Journal *j, char *err, size_t errlen) {
  if (flock(j->fd, LOCK_EX | LOCK_NB) == 0) return true;
  if (errno != EWOULDBLOCK) {
    say(err, errlen, j->path, "can't be locked: %m");
    return false;
  }
  long owner = lock_owner(j->fd);
  if (owner == (long)getpid())
    say(err, errlen, j->path, "already open in this process");
  else if (owner > 0)
    say(err, errlen, j->path, "open in another process (pid %ld)", owner);
  else
    say(err, errlen, j->path, "open in another process");
  errno = EWOULDBLOCK;
  return false;
}

/* ---- adding ---- */

/* Lays out the next record at `out`, which has room. */
static Record lay_out(const Journal *j, size_t number, char *out,
                      const char *payload, size_t len) {
  Record rec = {.number = number, .len = len};
  record_check(rec.check, j->check, number, payload, len);
  size_t head = record_head(out, number, rec.check, len);
  memcpy(out + head, payload, len);
  out[head + len] = '\n';
  rec.payload = out + head;
  rec.total = head + len + 1;
  return rec;
}

/* After a failed write: the file as it was, or no more writing. */
static void cut_back(Journal *j, size_t number) {
  int why = errno;
  bool cut = j->io.cut(j->io.ctx, j->fd, j->size) == 0;
  if (!cut) j->dead = true;
  errno = why;
  say(j->error, sizeof j->error, name_of(j),
      is_full(why) ? "the disk is full, record %zu was not written%s"
                   : "record %zu was not written%s (%m)",
      number,
      cut ? "; the file ends with the last whole record"
          : " and could not be cut off; nothing more will be written");
}

static bool may_append(Journal *j, const char *payload, size_t len) {
  if (j->dead) return false; /* the sentence stands already */
  if (j->readonly) {
    say(j->error, sizeof j->error, name_of(j), "open for reading only");
    return false;
  }
  if (record_fits(payload, len)) return true;
  say(j->error, sizeof j->error, name_of(j),
      "record %zu was not written: %zu bytes, or a control character in it",
      j->count + 1, len);
  return false;
}

/* Number 0 is the heading. */
static bool append(Journal *j, size_t number, const char *payload, size_t len) {
  char *out = reserve(j, RECORD_HEAD + len + 1);
  if (!out) {
    say(j->error, sizeof j->error, name_of(j), "out of memory");
    return false;
  }
  Record rec = lay_out(j, number, out, payload, len);
  if (j->fd >= 0 && !write_all(&j->io, j->fd, out, rec.total)) {
    cut_back(j, number);
    return false;
  }
  out[rec.total - 1] = '\0';
  j->chunks->used += rec.total;
  j->unsafe = true;
  commit(j, &rec);
  return true;
}

bool journal_append(Journal *j, const char *payload, size_t len) {
  return may_append(j, payload, len) && append(j, j->count + 1, payload, len);
}

bool journal_sync(Journal *j) {
  if (j->dead) return false;
  if (j->fd < 0 || j->readonly || !j->unsafe) return true;
  if (j->io.sync(j->io.ctx, j->fd) == 0) {
    j->unsafe = false;
    return true;
  }
  j->dead = true;
  say(j->error, sizeof j->error, name_of(j),
      "the disk did not take it (%m); nothing more will be written to it");
  return false;
}

/* ---- making ---- */

/* Gives the temporary file its name, never over another. Where the file system
 * knows no such rename, an empty file claims the name first. */
static bool take_name(const char *temp, const char *path) {
  if (renameat2(AT_FDCWD, temp, AT_FDCWD, path, RENAME_NOREPLACE) == 0)
    return true;
  if (errno != EINVAL && errno != ENOSYS) return false;
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return false;
  close(fd);
  if (rename(temp, path) == 0) return true;
  int kept = errno;
  unlink(path);
  errno = kept;
  return false;
}

static bool fill_new(Journal *j) {
  char heading[64];
  int n = snprintf(heading, sizeof heading, HEADING " %d", JOURNAL_VERSION);
  return fchmod(j->fd, 0600) == 0 && flock(j->fd, LOCK_EX | LOCK_NB) == 0 &&
         append(j, 0, heading, (size_t)n) && fsync(j->fd) == 0;
}

static bool make_file(Journal *j, char *err, size_t errlen) {
  char *temp = NULL;
  if (asprintf(&temp, "%s.XXXXXX", j->path) < 0) temp = NULL;
  if (temp) j->fd = mkostemp(temp, O_APPEND | O_CLOEXEC);
  bool named = j->fd >= 0 && fill_new(j) && take_name(temp, j->path);
  bool done = named && sync_folder(j->path);
  int kept = errno;
  if (!done && j->fd >= 0) unlink(named ? j->path : temp);
  free(temp);
  errno = kept;
  if (!done && kept == EEXIST)
    say(err, errlen, j->path, "there is a file of that name already");
  else if (!done)
    say(err, errlen, j->path, "can't be made: %m");
  j->unsafe = false;
  return done;
}

Journal *journal_create(const char *path, char *err, size_t errlen) {
  Journal *j = new_journal(path, err, errlen);
  if (!j || !path) return j;
  return make_file(j, err, errlen) ? j : give_up(j);
}

/* ---- reading ---- */

/* Whether anywhere from `at` on there is a well-formed record that comes
 * after record `wanted`. */
static bool good_after(const char *text, size_t at, size_t size,
                       size_t wanted) {
  Record rec;
  for (; at < size; at++)
    if (record_parse(&rec, text + at, size - at) && rec.number > wanted)
      return true;
  return false;
}

/* The record that must stand at j->size, in text of `size` bytes. */
static bool next_good(const Journal *j, Record *rec, const char *text,
                      size_t size, size_t number) {
  char check[RECORD_CHECK];
  size_t at = (size_t)j->size;
  if (!record_parse(rec, text + at, size - at)) return false;
  if (rec->number != number) return false;
  record_check(check, j->check, number, rec->payload, rec->len);
  return memcmp(check, rec->check, sizeof check) == 0;
}

/* The heading's record is good; whether it names this version. */
static bool check_version(const char *path, const Record *rec, char *err,
                          size_t errlen) {
  const size_t word = strlen(HEADING " ");
  char ours[64];
  int n = snprintf(ours, sizeof ours, HEADING " %d", JOURNAL_VERSION);
  if (rec->len == (size_t)n && memcmp(rec->payload, ours, rec->len) == 0)
    return true;
  if (rec->len > word && memcmp(rec->payload, HEADING " ", word) == 0)
    say(err, errlen, path,
        "a journal of version %.*s; this program reads version %d",
        (int)(rec->len - word < 20 ? rec->len - word : 20), rec->payload + word,
        JOURNAL_VERSION);
  else
    say(err, errlen, path, "not a journal of croupier");
  return false;
}

static bool take_heading(Journal *j, const char *text, size_t size, char *err,
                         size_t errlen) {
  Record rec;
  if (size > 0 && next_good(j, &rec, text, size, 0)) {
    commit(j, &rec);
    return check_version(j->path, &rec, err, errlen);
  }
  if (size == 0)
    say(err, errlen, j->path, "empty, no journal");
  else if (memmem(text, size < 64 ? size : 64, "journal", 7))
    say(err, errlen, j->path, "damaged in its first line");
  else
    say(err, errlen, j->path, "not a journal of croupier");
  return false;
}

static bool take_records(Journal *j, char *text, size_t size, char *err,
                         size_t errlen) {
  Record rec;
  while ((size_t)j->size < size &&
         next_good(j, &rec, text, size, j->count + 1)) {
    if (!reserve_rec(j)) {
      say(err, errlen, j->path, "out of memory");
      return false;
    }
    commit(j, &rec);
    text[(size_t)j->size - 1] = '\0';
  }
  if (good_after(text, (size_t)j->size, size, j->count + 1)) {
    say(err, errlen, j->path,
        "damaged in record %zu, at byte %lld, with whole records after it; "
        "left as it is",
        j->count + 1, (long long)j->size);
    return false;
  }
  return true;
}

/* The file's bytes in a chunk of their own; the size in *size. */
static char *read_file(Journal *j, int fd, size_t *size, char *err,
                       size_t errlen) {
  struct stat st;
  Chunk *chunk = NULL;
  if (fstat(fd, &st) != 0) {
    say(err, errlen, j->path, "can't be read: %m");
  } else if (!S_ISREG(st.st_mode) || st.st_size > FILE_MAX_SIZE) {
    say(err, errlen, j->path,
        S_ISREG(st.st_mode) ? "too large for a journal" : "not a file");
  } else if (!(chunk = chunk_new(j, (size_t)st.st_size + 1))) {
    say(err, errlen, j->path, "out of memory");
  } else if (!read_all(fd, chunk->bytes, (size_t)st.st_size)) {
    say(err, errlen, j->path, "can't be read: %m");
  } else {
    *size = chunk->used = chunk->size = (size_t)st.st_size;
    return chunk->bytes;
  }
  return NULL;
}

static bool load(Journal *j, int fd, const char **bad, size_t *nbad, char *err,
                 size_t errlen) {
  size_t size = 0;
  char *text = read_file(j, fd, &size, err, errlen);
  if (!text || !take_heading(j, text, size, err, errlen) ||
      !take_records(j, text, size, err, errlen))
    return false;
  *bad = text + (size_t)j->size;
  *nbad = size - (size_t)j->size;
  return true;
}

/* ---- the torn tail ---- */

static bool set_aside(const char *path, const char *bad, size_t n) {
  int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW,
                0600); /* where a link leads is no place for it */
  if (fd < 0) return false;
  bool done = fchmod(fd, 0600) == 0 && write_all(&real_io, fd, bad, n) &&
              fsync(fd) == 0;
  int kept = errno;
  close(fd);
  errno = kept;
  return done && sync_folder(path);
}

/* Moves the bad bytes to PATH.torn; the journal is cut only after. */
static bool mend(Journal *j, const char *bad, size_t n, char *err,
                 size_t errlen) {
  char *torn = NULL;
  if (asprintf(&torn, "%s.torn", j->path) < 0) torn = NULL;
  bool done = torn && set_aside(torn, bad, n) &&
              ftruncate(j->fd, j->size) == 0 && fdatasync(j->fd) == 0;
  if (done)
    say(j->notice, sizeof j->notice, j->path,
        "the last %zu bytes were no whole record; they were moved to %s", n,
        torn);
  else
    say(err, errlen, j->path,
        "the last %zu bytes are no whole record and can't be moved to a file "
        "beside it: %m",
        n);
  free(torn);
  return done;
}

Journal *journal_open(const char *path, char *err, size_t errlen) {
  const char *bad;
  size_t nbad;
  Journal *j = new_journal(path, err, errlen);
  if (!j) return NULL;
  j->fd = open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK);
  if (j->fd < 0) {
    say(err, errlen, path, "can't be opened: %m");
    return give_up(j);
  }
  if (!lock_file(j, err, errlen) || !load(j, j->fd, &bad, &nbad, err, errlen) ||
      (nbad > 0 && !mend(j, bad, nbad, err, errlen)))
    return give_up(j);
  return j;
}

Journal *journal_read(const char *path, char *err, size_t errlen) {
  const char *bad;
  size_t nbad;
  Journal *j = new_journal(path, err, errlen);
  if (!j) return NULL;
  j->readonly = true;
  j->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (j->fd < 0) {
    say(err, errlen, path, "can't be opened: %m");
    return give_up(j);
  }
  if (!load(j, j->fd, &bad, &nbad, err, errlen)) return give_up(j);
  if (nbad > 0)
    say(j->notice, sizeof j->notice, path,
        "the last %zu bytes are no whole record and were not read", nbad);
  close(j->fd);
  j->fd = -1;
  return j;
}

/* ---- asking ---- */

size_t journal_count(const Journal *j) { return j->count; }

const char *journal_record(const Journal *j, size_t i, size_t *len) {
  if (i >= j->count) return NULL;
  if (len) *len = j->recs[i].len;
  return j->recs[i].payload;
}

const char *journal_path(const Journal *j) { return j->path; }

const char *journal_notice(const Journal *j) { return j->notice; }

const char *journal_error(const Journal *j) { return j->error; }

bool journal_writable(const Journal *j) { return !j->readonly && !j->dead; }

void journal_set_io(Journal *j, const JournalIo *io) { j->io = *io; }

void journal_close(Journal *j) {
  if (!j) return;
  if (j->fd >= 0) close(j->fd);
  while (j->chunks) {
    Chunk *next = j->chunks->next;
    free(j->chunks);
    j->chunks = next;
  }
  free(j->recs);
  free(j->path);
  free(j);
}
