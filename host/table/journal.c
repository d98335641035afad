/* The journal's file: see journal.h.
 *
 * Always true: the file's first `size` bytes are whole lines, and what a failed
 * write leaves after them is cut off before anything else is written.
 *
 * A new journal appears under its name with its first line (temporary file,
 * fsync, rename, fsync of the folder). So a file without one is no journal of
 * ours, and is never cut.
 *
 * Rejected: mmap (a full disk is then a signal), stdio (one line may become
 * several writes), fcntl locks (any close in the process drops them; they do
 * know the owner's pid, so that comes from /proc/locks). */
#include "table/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
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

#define FILE_MAX_SIZE ((off_t)1 << 30)

bool safe_write(int fd, const char *data, size_t n) {
  while (n > 0) {
    ssize_t done = write(fd, data, n);
    if (done < 0 && errno == EINTR) continue;
    if (done == 0) errno = ENOSPC;
    if (done <= 0) return false;
    data += done;
    n -= (size_t)done;
  }
  return true;
}

/* Closes fd; errno stays what it was. */
static void close_quietly(int fd) {
  int kept = errno;
  if (fd >= 0) close(fd);
  errno = kept;
}

bool safe_name(const char *path) {
  const char *slash = strrchr(path, '/');
  size_t n = slash == path ? 1 : slash ? (size_t)(slash - path) : 0;
  char *folder = slash ? strndup(path, n) : strdup(".");
  int fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  free(folder);
  bool done = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL);
  close_quietly(fd);
  return done;
}

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

bool journal_create(Journal *j, const char *path, const char *line, size_t n) {
  char *temp = NULL;
  *j = (Journal){.fd = -1, .size = (off_t)n};
  if (asprintf(&temp, "%s.XXXXXX", path) < 0) return false;
  j->fd = mkostemp(temp, O_APPEND | O_CLOEXEC);
  bool named = j->fd >= 0 && fchmod(j->fd, 0600) == 0 &&
               flock(j->fd, LOCK_EX | LOCK_NB) == 0 &&
               safe_write(j->fd, line, n) && fsync(j->fd) == 0 &&
               take_name(temp, path);
  bool done = named && safe_name(path);
  int kept = errno;
  if (!done && j->fd >= 0) unlink(named ? path : temp);
  if (!done) journal_close(j);
  free(temp);
  errno = kept;
  return done;
}

bool journal_open(Journal *j, const char *path, bool writes) {
  int how = writes ? O_RDWR | O_APPEND : O_RDONLY;
  *j = (Journal){.fd = open(path, how | O_CLOEXEC | O_NONBLOCK)};
  if (j->fd < 0) return false;
  if (!writes || flock(j->fd, LOCK_EX | LOCK_NB) == 0) return true;
  journal_close(j);
  return false;
}

off_t journal_bytes(const Journal *j) {
  struct stat st;
  bool good = fstat(j->fd, &st) == 0 && S_ISREG(st.st_mode);
  return good && st.st_size <= FILE_MAX_SIZE ? st.st_size : -1;
}

bool journal_read(Journal *j, char *data, size_t n) {
  for (size_t got = 0; got < n;) {
    ssize_t more = pread(j->fd, data + got, n - got, (off_t)got);
    if (more < 0 && errno == EINTR) continue;
    if (more == 0) errno = EIO;
    if (more <= 0) return false;
    got += (size_t)more;
  }
  j->size = (off_t)n;
  return true;
}

bool journal_cut(Journal *j, off_t size, const char *aside, const char *bad,
                 size_t n) {
  int fd = open(aside, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW,
                0600); /* where a link leads is no place for it */
  bool safe = fd >= 0 && fchmod(fd, 0600) == 0 && safe_write(fd, bad, n) &&
              fsync(fd) == 0;
  close_quietly(fd);
  j->size = size;
  return safe && safe_name(aside) && ftruncate(j->fd, size) == 0 &&
         fdatasync(j->fd) == 0;
}

bool journal_append(Journal *j, const char *line, size_t n) {
  if (safe_write(j->fd, line, n)) {
    j->size += (off_t)n;
    j->unsafe = true;
    return true;
  }
  int kept = errno;
  j->dead = ftruncate(j->fd, j->size) != 0;
  errno = kept;
  return false;
}

bool journal_sync(Journal *j) {
  if (j->unsafe) j->dead = fdatasync(j->fd) != 0;
  j->unsafe = false;
  return !j->dead;
}

void journal_close(Journal *j) {
  close_quietly(j->fd);
  j->fd = -1;
}
