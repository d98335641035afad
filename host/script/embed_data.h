/* What the generated file gen/embedded.c gives to embed.c, and nobody else. */
#ifndef SCRIPT_EMBED_DATA_H
#define SCRIPT_EMBED_DATA_H

#include "script/embed.h"

extern const EmbeddedFile embed_data[];
extern const size_t embed_data_count;
extern const char embed_data_version[];

#endif
