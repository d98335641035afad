/* Reading the disk and the program's own files, for both kinds of Lua state. Where
 * games are looked for is up to stdlib/shared/folders.lua. */
#ifndef SCRIPT_SOURCES_H
#define SCRIPT_SOURCES_H

#include <lua.h>
#include <stddef.h>
#include <stdint.h>

/* Pushes the text of a file of at most SCRIPT_MAX bytes and gives it; or
 * pushes nothing and gives NULL with errno, EFBIG for a longer one and EISDIR
 * for what is not an ordinary file. */
const char *sources_text(lua_State *L, const char *path, size_t *size);

/* Pushes the functions that read the disk, and those for texts that both kinds
 * of state share. Privileged. */
void l_disk(lua_State *L);

/* disk.markdown(text) -> its tree: a node is { kind =, ... and its children }, with
 * text, url, level, first (a numbered list's), tight and line where it has
 * one; a text is a string, a line break in a paragraph "\n". */
int d_markdown(lua_State *L);

/* The files inside the program: the Lua library as "stdlib/match.lua",
 * LuaUnit as "luaunit.lua", and what `croupier help NAME` prints as
 * "reference.txt" (see scripts/doc.awk for its form). */

/* The version of the contract between host and scripts: whatever changes for a
 * script raises it. A journal says by which it was played, and goes on by no
 * other. */
#define CROUPIER_CONTRACT 10

typedef struct EmbeddedFile {
  const char *name; /* a path, "stdlib/script/declare.lua" */
  const char *text; /* len bytes, then a NUL that isn't counted */
  size_t len;
  const char *code; /* the program's own Lua compiled, NULL for other files */
  size_t code_len;
} EmbeddedFile;

/* The file of that name, or NULL. It lives as long as the program. */
const EmbeddedFile *embed_find(const char *name);

/* Defined in the generated file gen/embedded.c. */
extern const EmbeddedFile embed_data[];
extern const size_t embed_data_count;
/* The version and what it was built from: "0.1.0 (1a2b3c4)". Where only the
 * version counts, there is the macro CROUPIER_VERSION, "0.1.0". */
extern const char embed_data_version[];

#endif
