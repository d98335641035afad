/* The embedded files: a list made at build time and searched from its start,
 * which for some forty names costs less than opening one file. */
#include "script/embed.h"

#include <string.h>

#include "script/embed_data.h"

const EmbeddedFile *embed_find(const char *name) {
  for (size_t i = 0; i < embed_data_count; i++)
    if (strcmp(embed_data[i].name, name) == 0) return &embed_data[i];
  return NULL;
}

const EmbeddedFile *embed_list(size_t *count) {
  *count = embed_data_count;
  return embed_data;
}

const char *embed_version(void) { return embed_data_version; }
