/* The pages of `croupier help NAME`, `:doc NAME` and `:help NAME`: topics and
 * functions, as scripts/doc.awk collected them from the sources. */
#ifndef ANSWER_PAGES_H
#define ANSWER_PAGES_H

#include <stdbool.h>

#include "answer/text.h"

/* Adds every page that goes by this name: a topic (deck), a library or thing
 * (poker, pile), a function with or without what it belongs to (pile:draw,
 * draw). False, and nothing added, where nothing is called so. */
bool pages_find(const char *name, Text *out);

/* Adds every name that has a page, a line each. */
void pages_names(Text *out);

/* Adds the names of all topics, group by group, no newline at the end. */
void pages_topics(Text *out);

/* Adds a sentence without a full stop: nothing is called so, with the nearest
 * of the names there are and of `more` (ended by NULL, or NULL), and with the
 * pages that speak of it. */
void pages_missing(const char *name, const char *const *more, Text *out);

/* Adds everything, as it was collected. */
void pages_all(Text *out);

#endif
