/* The journal's file: see journal.h.
 *
 * Always true: the file's first `size` bytes are whole lines, and what a failed
 * write leaves after them is cut off before anything else is written.
 *
 * A new journal appears under its name with its first line (safe_file). So a
 * file without one is not a journal of ours, and is never cut.
 *
 * Rejected: mmap (a full disk is then a signal), stdio (one line may become
 * several writes), fcntl locks (any close in the process drops them; they do
 * know the owner's pid, so that comes from /proc/locks). */
#include "table/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/*** @topic Around the game: journal, undo, resume
 Every table is saved as it is played: the scripts, the seed, who sits there and
 every answer. If the program is killed, at most the question on screen is lost.

 `croupier resume` continues the last table, `:undo` takes back the last answer
 of a person, `:redo` gives it again, `croupier replay FILE` shows a table again
 and `croupier verify FILE` checks its deal. A game need do nothing for this;
 t:event records something for programs that read `replay --json`.
 @example t:event("landed", { seat = seat, points = 20 })
 @see chance, t:event, game:undo */

bool safe_write(int fd, const char *data, size_t n) {
  struct pollfd one = {.fd = fd, .events = POLLOUT};
  while (n > 0) {
    ssize_t done = write(fd, data, n);
    if (done < 0 && errno == EAGAIN) poll(&one, 1, -1); /* a slow reader */
    if (done < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (done < 0) return false;
    data += done;
    n -= (size_t)done;
  }
  return true;
}

/* Closes fd; errno stays what it was. */
static void close_quietly(int fd) {
  int saved = errno;
  if (fd >= 0) close(fd);
  errno = saved;
}

/* Makes the directory entry of `path` (shorter than PATH_MAX) safe. */
static bool safe_name(const char *path) {
  char folder[PATH_MAX];
  snprintf(folder, sizeof folder, "%s", path);
  int fd = open(dirname(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  bool done = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL);
  close_quietly(fd);
  return done;
}

/* Not every file system knows a rename that never replaces. */
static bool take_name(const char *temp, const char *path) {
  return renameat2(AT_FDCWD, temp, AT_FDCWD, path, RENAME_NOREPLACE) == 0 ||
         link(temp, path) == 0;
}

int safe_file(const char *path, const char *data, size_t n, mode_t mode,
              bool over) {
  char temp[PATH_MAX];
  if (snprintf(temp, sizeof temp, "%s.XXXXXX", path) >= PATH_MAX) {
    errno = ENAMETOOLONG;
    return -1;
  }
  int fd = mkostemp(temp, O_APPEND | O_CLOEXEC);
  if (fd < 0) return -1;
  bool named = fchmod(fd, mode) == 0 && flock(fd, LOCK_EX | LOCK_NB) == 0 &&
               safe_write(fd, data, n) && fsync(fd) == 0 &&
               (over ? rename(temp, path) == 0 : take_name(temp, path));
  bool done = named && safe_name(path);
  int saved = errno;
  unlink(temp); /* left over after a failure or after link() */
  if (named && !done && !over) unlink(path);
  errno = saved;
  if (done) return fd;
  close_quietly(fd);
  return -1;
}

bool journal_create(Journal *j, const char *path, const char *line, size_t n) {
  *j = (Journal){.fd = safe_file(path, line, n, 0600, false), .size = (off_t)n};
  return j->fd >= 0;
}

bool journal_open(Journal *j, const char *path) {
  *j = (Journal){.fd = open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK)};
  if (j->fd < 0) return false;
  j->size = lseek(j->fd, 0, SEEK_END);
  if (flock(j->fd, LOCK_EX | LOCK_NB) == 0) return true;
  journal_close(j);
  return false;
}

bool journal_cut(Journal *j, off_t size, const char *aside, const char *bad,
                 size_t n) {
  int fd = open(aside, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW,
                0600); /* never follows a symbolic link */
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
  int saved = errno;
  j->dead = ftruncate(j->fd, j->size) != 0;
  errno = saved;
  return false;
}

bool journal_sync(Journal *j) {
  if (j->unsafe && fdatasync(j->fd) != 0) j->dead = true;
  j->unsafe = false;
  return !j->dead;
}

void journal_close(Journal *j) {
  close_quietly(j->fd);
  j->fd = -1;
}
