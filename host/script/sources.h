/* Where scripts come from: the folders of games, the embedded library, or a
 * journal that holds the texts it was played with.
 *
 * A key names a file: "high_tide/game.lua" of a game, "stdlib/tricks.lua" of
 * the library. Every text that was read is kept, so that a journal can hold
 * what a table was played with. */
#ifndef SCRIPT_SOURCES_H
#define SCRIPT_SOURCES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

typedef struct SourceFile {
  char *key, *path, *text; /* path: as a person should see it */
  size_t size;
} SourceFile;

typedef struct Sources {
  SourceFile *file;
  size_t count;
  char **missing; /* keys that were looked for and not found */
  size_t lacks;
  bool pinned;        /* only what was given: nothing is read from disk */
  char *game_folder;  /* of a game that was named by path, or NULL */
  char *game_name;    /* its name: the folder's last part */
  const char *stdlib; /* a folder instead of the embedded library, or NULL */
} Sources;

/* Reads a file by key, once: later calls give the same text. NULL and errno
 * (ENOENT, EFBIG above 64 KB, ...) when it can't be had. */
const SourceFile *sources_read(Sources *s, const char *key);

/* The file on the disk that a key names now, whatever was read of it; false
 * when there is none, as for the embedded library. */
bool sources_stat(const Sources *s, const char *key, struct stat *st);

/* Adds a text as if it had been read. False when memory is short. */
bool sources_add(Sources *s, const char *key, const char *path,
                 const char *text, size_t size);

/* Forgets what was read of a game, so that it is read from disk again. */
void sources_forget(Sources *s, const char *game);

/* Splits "path/or/name" of a game: a path (with a slash, or ending in .lua)
 * makes its folder the game's. Writes the name of at most size bytes. */
bool sources_game(Sources *s, const char *word, char *name, size_t size);

/* Calls `each` with the name of every game found, sorted, each once. */
void sources_games(void (*each)(void *ud, const char *name, const char *folder),
                   void *ud);

/* Calls `each` with the names of a game's variants, sorted. */
void sources_variants(Sources *s, const char *game,
                      void (*each)(void *ud, const char *name), void *ud);

/* Whether a file of that name holds tests: test.lua, test_*.lua. */
bool sources_is_suite(const char *name);

/* Calls `each` with the names of a game's suites, less .lua, sorted. */
void sources_suites(Sources *s, const char *game,
                    void (*each)(void *ud, const char *name), void *ud);

void sources_free(Sources *s);

/* The files inside the program: the Lua library as "stdlib/turns.lua",
 * LuaUnit as "luaunit.lua", and what `croupier help NAME` prints as
 * "reference.txt" (see scripts/doc.awk for its form). */

/* The version of the contract between host and scripts: whatever changes for a
 * script raises it. A journal says by which it was played, and goes on by no
 * other. */
#define CROUPIER_CONTRACT 4

typedef struct EmbeddedFile {
  const char *name; /* a path, "stdlib/world/declare.lua" */
  const char *text; /* len bytes, then a NUL that isn't counted */
  size_t len;
  const char *code; /* the program's own Lua compiled, NULL for other files */
  size_t code_len;
} EmbeddedFile;

/* The file of that name, or NULL. It lives as long as the program. */
const EmbeddedFile *embed_find(const char *name);

/* All files, *count of them, in the order of their names within a folder. */
const EmbeddedFile *embed_list(size_t *count);

/* The version and what it was built from: "0.1.0 (1a2b3c4)". Where only the
 * version counts, there is the macro CROUPIER_VERSION, "0.1.0". */
const char *embed_version(void);

/* What the generated file gen/embedded.c holds. */
extern const EmbeddedFile embed_data[];
extern const size_t embed_data_count;
extern const char embed_data_version[];

#endif
