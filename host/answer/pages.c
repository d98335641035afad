/* Pages of help: see pages.h. Two embedded texts hold them: "topics.txt" has
 * `== GROUP: name, other name`, "reference.txt" `== NAME`, each followed by
 * its lines up to the next `==`. They are searched as they stand: an index
 * would take longer to make than one search takes. */
#include "answer/pages.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "bind/bind.h"
#include "script/embed.h"

enum { NAMES_ROOM = 1 << 16, SPOKEN_MOST = 8 };

typedef struct Page {
  const char *group, *names, *text; /* none of them ends with a NUL */
  int group_length, names_length, text_length;
} Page;

static const char *embedded(const char *name) {
  const EmbeddedFile *e = embed_find(name);
  return e == NULL ? "" : e->text;
}

static const char *topics(void) { return embedded("topics.txt"); }
static const char *functions(void) { return embedded("reference.txt"); }

/* "GROUP: " before the names, where there is one. */
static void read_group(Page *p) {
  const char *colon = memchr(p->names, ':', (size_t)p->names_length);
  p->group_length = 0;
  if (colon == NULL || colon[1] != ' ') return;
  p->group = p->names;
  p->group_length = (int)(colon - p->names);
  p->names = colon + 2;
  p->names_length -= p->group_length + 2;
}

/* The page that begins at or after *at; moves *at behind it. */
static bool next_page(const char **at, Page *p) {
  const char *from = strstr(*at, "== ");
  if (from == NULL) return false;
  p->names = from + 3;
  p->names_length = (int)strcspn(p->names, "\n");
  p->text = p->names + p->names_length + 1;
  const char *end = strstr(p->text, "\n== ");
  p->text_length =
      (int)(end == NULL ? strlen(p->text) : (size_t)(end + 1 - p->text));
  *at = p->text + p->text_length;
  read_group(p);
  return true;
}

static void add_page_text(Text *out, const Page *p) {
  if (out->len > 0) text_puts(out, "\n");
  text_add(out, p->text, (size_t)p->text_length);
}

/* --- by name --- */

/* The next of "a, b, c" from *at on; its length, 0 at the end. */
static int next_name(const Page *p, const char **at) {
  const char *end = p->names + p->names_length;
  while (*at < end && (**at == ',' || **at == ' ')) ++*at;
  int n = 0;
  while (*at + n < end && (*at)[n] != ',') n++;
  return n;
}

static bool same(const char *name, int length, const char *word) {
  return strlen(word) == (size_t)length &&
         strncasecmp(name, word, (size_t)length) == 0;
}

static bool is_topic(const Page *p, const char *word) {
  const char *at = p->names;
  for (int n; (n = next_name(p, &at)) > 0; at += n)
    if (same(at, n, word)) return true;
  return false;
}

/* Is it the whole name, or what stands behind its dot or colon? */
static bool is_function(const Page *p, const char *word) {
  int n = (int)strlen(word), at = p->names_length - n;
  if (at < 0 || strncasecmp(p->names + at, word, (size_t)n) != 0) return false;
  return at == 0 || p->names[at - 1] == ':' || p->names[at - 1] == '.';
}

/* Does it belong to the library or thing of n letters? */
static bool is_of(const Page *p, const char *library, int n) {
  return p->names_length > n &&
         strncasecmp(p->names, library, (size_t)n) == 0 &&
         (p->names[n] == ':' || p->names[n] == '.');
}

/* The first lines of all that belongs to a library. */
static bool add_members(Text *out, const char *library, int n) {
  const char *at = functions();
  Page p;
  bool found = false;
  while (next_page(&at, &p)) {
    if (!is_of(&p, library, n)) continue;
    if (!found && out->len > 0) text_puts(out, "\n");
    found = true;
    text_puts(out, "  ");
    text_add(out, p.text, strcspn(p.text, "\n") + 1);
  }
  return found;
}

static void add_topic(Text *out, const Page *p) {
  const char *first = p->names;
  if (out->len > 0) text_puts(out, "\n");
  text_add(out, p->names, (size_t)p->names_length);
  text_puts(out, " (");
  text_add(out, p->group, (size_t)p->group_length);
  text_puts(out, ")\n");
  text_add(out, p->text, (size_t)p->text_length);
  add_members(out, first, next_name(p, &first));
}

static bool find_topics(const char *word, Text *out) {
  const char *at = topics();
  Page p;
  bool found = false;
  while (next_page(&at, &p)) {
    if (!is_topic(&p, word)) continue;
    add_topic(out, &p);
    found = true;
  }
  return found;
}

static bool find_functions(const char *word, Text *out) {
  const char *at = functions();
  Page p;
  bool found = false;
  while (next_page(&at, &p)) {
    if (!is_function(&p, word)) continue;
    add_page_text(out, &p);
    found = true;
  }
  return found;
}

static bool find(const char *word, Text *out) {
  bool topic = find_topics(word, out);
  bool found = find_functions(word, out) || topic;
  if (!topic) found = add_members(out, word, (int)strlen(word)) || found;
  return found;
}

/* What stands behind the last dot or colon, or NULL. */
static const char *tail_of(const char *name) {
  const char *tail = NULL;
  for (; *name != 0; name++)
    if (*name == '.' || *name == ':') tail = name + 1;
  return tail != NULL && *tail != 0 ? tail : NULL;
}

/* What is found by the end of a name alone, and says so. */
static bool find_tail(const char *name, Text *out) {
  Text page = {0};
  const char *tail = tail_of(name);
  bool found = tail != NULL && find(tail, &page);
  if (found) {
    text_puts(out, "Nothing is called `");
    text_puts(out, name);
    text_puts(out, "` as it stands; this is `");
    text_puts(out, tail);
    text_puts(out, "`:\n\n");
    text_add(out, page.s, page.len);
  }
  text_free(&page);
  return found;
}

bool pages_find(const char *name, Text *out) {
  bool found = find(name, out) || find_tail(name, out);
  while (out->len > 0 && out->s[out->len - 1] == '\n') out->s[--out->len] = 0;
  return found;
}

/* --- all names --- */

static void add_names(const char *at, Text *out) {
  Page p;
  while (next_page(&at, &p)) {
    const char *name = p.names;
    for (int n; (n = next_name(&p, &name)) > 0; name += n) {
      text_add(out, name, (size_t)n);
      text_puts(out, "\n");
    }
  }
}

void pages_names(Text *out) {
  add_names(topics(), out);
  add_names(functions(), out);
}

void pages_topics(Text *out) {
  const char *at = topics();
  Page p, before = {.group = "", .group_length = 0};
  while (next_page(&at, &p)) {
    bool goes_on = before.group_length == p.group_length &&
                   memcmp(p.group, before.group, (size_t)p.group_length) == 0;
    if (!goes_on) {
      text_puts(out, before.group_length > 0 ? "\n" : "");
      text_add(out, p.group, (size_t)p.group_length);
      text_puts(out, ":\n ");
    }
    text_puts(out, goes_on ? ", " : " ");
    text_add(out, p.names, (size_t)p.names_length);
    before = p;
  }
}

void pages_all(Text *out) {
  text_puts(out, topics());
  text_puts(out, functions());
}

/* --- what is not there --- */

/* Copies of names, because the search keeps what it was given. */
typedef struct Names {
  Nearest *nearest;
  size_t used;
  char room[NAMES_ROOM];
} Names;

static void offer(Names *names, const char *name, int n) {
  if (names->used + (size_t)n + 1 > sizeof names->room) return;
  char *copy = names->room + names->used;
  memcpy(copy, name, (size_t)n);
  copy[n] = 0;
  names->used += (size_t)n + 1;
  nearest_offer(names->nearest, copy);
  const char *tail = tail_of(copy);
  if (tail != NULL) nearest_offer(names->nearest, tail);
}

static void offer_text(Names *names, const char *at) {
  Page p;
  while (next_page(&at, &p)) {
    const char *name = p.names;
    for (int n; (n = next_name(&p, &name)) > 0; name += n)
      offer(names, name, n);
  }
}

/* Does the text have the word, neither longer before nor behind? */
static bool speaks_of(const Page *p, const char *word) {
  size_t n = strlen(word);
  for (int i = 0; i + (int)n <= p->text_length; i++) {
    if (strncasecmp(p->text + i, word, n) != 0) continue;
    bool begins = i == 0 || !isalnum((unsigned char)p->text[i - 1]);
    char behind = p->text[i + (int)n];
    if (behind == 's') behind = p->text[i + (int)n + 1];
    if (begins && !isalnum((unsigned char)behind)) return true;
  }
  return false;
}

static void add_spoken(const char *at, const char *word, int *count,
                       Text *out) {
  Page p;
  while (next_page(&at, &p)) {
    if (*count >= SPOKEN_MOST || !speaks_of(&p, word)) continue;
    const char *name = p.names;
    text_puts(out, ++*count == 1 ? " See also " : ", ");
    text_add(out, name, (size_t)next_name(&p, &name));
  }
}

void pages_missing(const char *name, const char *const *more, Text *out) {
  Nearest n;
  Names names = {.nearest = &n};
  int count = 0;
  nearest_start(&n, name);
  for (; more != NULL && *more != NULL; more++) nearest_offer(&n, *more);
  offer_text(&names, functions());
  offer_text(&names, topics());
  text_puts(out, "nothing is called `");
  text_puts(out, name);
  text_puts(out, "`");
  if (nearest_best(&n) != NULL) {
    text_puts(out, ", did you mean `");
    text_puts(out, nearest_best(&n));
  }
  text_puts(out, nearest_best(&n) == NULL ? "." : "`?");
  add_spoken(topics(), name, &count, out);
  add_spoken(functions(), name, &count, out);
}
