/* The files inside the program: the Lua library as "stdlib/turns.lua",
 * LuaUnit as "luaunit.lua", and what `croupier help NAME` prints as
 * "reference.txt" (see scripts/doc.awk for its form). */
#ifndef SCRIPT_EMBED_H
#define SCRIPT_EMBED_H

#include <stddef.h>

/* The version of the contract between host and scripts: whatever changes for a
 * script raises it. A journal says by which it was played, and goes on by no
 * other. */
#define CROUPIER_CONTRACT 2

typedef struct EmbeddedFile {
  const char *name; /* a path, "stdlib/core/declare.lua" */
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

#endif
