/* Where journals live, how they are named, which was the last.
 *
 * The folder is $XDG_STATE_HOME/croupier, by default ~/.local/state/croupier,
 * of mode 0700. A journal is GAME-YYYYMMDD-HHMMSS.journal by local time, with
 * -2, -3 ... before the dot for more in one second. */
#ifndef TABLE_FOLDER_H
#define TABLE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "table/journal.h"

/* The folder's path in allocated memory, made when it isn't there, the folders
 * above it too. NULL and a sentence in err when it can't be. A relative
 * XDG_STATE_HOME is passed over, as XDG's base directory specification asks. */
char *folder_state(char *err, size_t errlen);

/* A new journal in `folder` (as journal_create) under the first free name for
 * `game` and `when`. Bytes of `game` that don't suit a file name become _. */
Journal *folder_new(const char *folder, const char *game, time_t when,
                    char *err, size_t errlen);

typedef struct FolderEntry {
  char *path;
  const char *name;     /* the path's last part */
  struct timespec when; /* last written */
} FolderEntry;

typedef struct FolderList {
  FolderEntry *entries; /* the last written first */
  size_t count;
} FolderList;

/* All *.journal files of a folder. False and a sentence when it can't be read;
 * a folder that isn't there has none. */
bool folder_list(FolderList *out, const char *folder, char *err, size_t errlen);
void folder_list_free(FolderList *list);

/* Path, in allocated memory, of the journal last written that `open` says is
 * not finished; NULL when there is none. Journals that can't be read are
 * passed over. */
char *folder_last(const FolderList *list,
                  bool (*open)(const Journal *j, void *ctx), void *ctx);

#endif
