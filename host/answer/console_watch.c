/* Scripts that change on the disk while they are played: a line says so at
 * the next prompt, once for each change, and what `:reload` would do.
 *
 * At every prompt the files are only asked for their size and time. When one
 * of those is another than before, the texts are compared with those that
 * the table plays by; and only where they differ, the game is opened and
 * played on a copy of the table. While the scripts on the disk can't be
 * played, a file that is not among them yet may mend that: then the texts are
 * looked at every time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "answer/console_inner.h"

static const Sources *played(const Console *c) { return &c->s->world->sources; }

/* --- have the files been touched? --- */

static void sign(const Console *c, const char *key, Bytes *out) {
  struct stat st;
  bytes_format(out, "%s ", key);
  if (sources_stat(played(c), key, &st))
    bytes_format(out, "%llu %lld %lld.%09ld %lld.%09ld\n",
                 (unsigned long long)st.st_ino, (long long)st.st_size,
                 (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec,
                 (long long)st.st_ctim.tv_sec, st.st_ctim.tv_nsec);
  else
    bytes_text(out, "-\n");
}

/* All that a look would see: the files, and which texts the table plays by. */
static void sign_all(const Console *c, Bytes *out) {
  const Sources *s = played(c);
  bytes_format(out, "%p\n", (const void *)c->s->world);
  for (size_t i = 0; i < s->count; i++) sign(c, s->file[i].key, out);
  for (size_t i = 0; i < s->lacks; i++) sign(c, s->missing[i], out);
}

/* --- do the texts differ? --- */

typedef struct Paths {
  Bytes text; /* "a, b and c", but for the last */
  Bytes last;
  int count;
} Paths;

typedef struct Look {
  Sources disk;
  Paths changed, added, gone;
  Bytes texts; /* of those that differ */
} Look;

static void paths_free(Paths *p) {
  bytes_free(&p->text);
  bytes_free(&p->last);
}

static void look_free(Look *l) {
  sources_free(&l->disk);
  paths_free(&l->changed);
  paths_free(&l->added);
  paths_free(&l->gone);
  bytes_free(&l->texts);
}

static void add_path(Paths *p, const char *path) {
  if (p->count > 0)
    bytes_format(&p->text, "%s%s", p->count > 1 ? ", " : "", p->last.data);
  bytes_clear(&p->last);
  bytes_text(&p->last, path + (path[0] == '='));
  p->count++;
}

/* Of a library that another folder held it isn't known where that is. */
static bool is_elsewhere(const Sources *s, const char *key) {
  return s->stdlib == NULL && strncmp(key, "stdlib/", 7) == 0;
}

static void look_at(Look *l, const char *key, const SourceFile *was) {
  const SourceFile *is = sources_read(&l->disk, key);
  if (is == NULL && (was == NULL || is_elsewhere(&l->disk, key))) return;
  if (is != NULL && was != NULL && is->size == was->size &&
      memcmp(is->text, was->text, is->size) == 0)
    return;
  add_path(is == NULL    ? &l->gone
           : was == NULL ? &l->added
                         : &l->changed,
           is == NULL ? was->path : is->path);
  bytes_format(&l->texts, "%s %zu ", key, is == NULL ? 0 : is->size);
  if (is != NULL) bytes_add(&l->texts, is->text, is->size);
}

/* False when the disk has what is played. */
static bool look(const Console *c, Look *l) {
  const Sources *s = played(c);
  l->disk.stdlib = s->stdlib;
  if (s->game_folder != NULL) {
    l->disk.game_folder = strdup(s->game_folder);
    l->disk.game_name = strdup(s->game_name);
  }
  for (size_t i = 0; i < s->count; i++) look_at(l, s->file[i].key, &s->file[i]);
  for (size_t i = 0; i < s->lacks; i++) look_at(l, s->missing[i], NULL);
  return l->texts.count > 0;
}

/* Has the game itself gone, as where a table was resumed elsewhere? */
static bool is_away(const Console *c) {
  struct stat st;
  char key[80];
  snprintf(key, sizeof key, "%s/game.lua", c->s->world->game);
  return !sources_stat(played(c), key, &st);
}

/* --- saying so --- */

/* "a.lua and b.lua changed" */
static void say_files(const Paths *p, const char *one, const char *many,
                      Bytes *out) {
  if (p->count == 0) return;
  if (out->count > 0) bytes_text(out, ", ");
  if (p->count > 1) bytes_format(out, "%s and ", p->text.data);
  bytes_format(out, "%s %s", p->last.data, p->count > 1 ? many : one);
}

/* The first line of the mistakes, and how many more there are. */
static void say_mistakes(const char *why, Bytes *out) {
  size_t first = strcspn(why, "\n");
  int more = 0;
  for (const char *at = why + first; *at != 0; at++)
    more += *at == '\n' && at[1] != 0;
  bytes_add(out, why, first);
  if (more > 0) bytes_format(out, " (and %d more)", more);
}

static void foretell(Console *c, const Look *l, Bytes *line) {
  Bytes what = {0};
  say_files(&l->changed, "changed", "changed", line);
  say_files(&l->added, "is new", "are new", line);
  say_files(&l->gone, "is gone", "are gone", line);
  c->unplayable = !session_foretell(c->s, &what);
  if (c->unplayable) {
    bytes_text(line, ", but play goes on by the old text: ");
    say_mistakes(what.data ? what.data : "", line);
  } else {
    bool one = l->changed.count + l->added.count + l->gone.count == 1;
    bytes_format(
        line, ": `:reload` plays on by %s (%s).", one ? "it" : "them",
        what.count > 0 ? what.data : "nothing that is played is otherwise");
  }
  bytes_free(&what);
}

/* What was said already is not said again. */
static bool is_news(Console *c, Look *l, const Bytes *line) {
  bytes_add(&l->texts, line->data, line->count);
  bool same = l->texts.count == c->warned.count &&
              memcmp(l->texts.data, c->warned.data, l->texts.count) == 0;
  bytes_clear(&c->warned);
  bytes_add(&c->warned, l->texts.data, l->texts.count);
  return !same;
}

static void say_changed(Console *c, Look *l) {
  Bytes line = {0};
  foretell(c, l, &line);
  bool news = is_news(c, l, &line);
  if (news && c->unplayable)
    console_bad(c, line.data);
  else if (news)
    console_good(c, line.data);
  bytes_free(&line);
}

static void look_again(Console *c) {
  Look l = {0};
  if (look(c, &l)) {
    say_changed(c, &l);
  } else {
    if (c->warned.count > 0)
      console_good(c, "The scripts are again as they are played here.");
    console_forget_watch(c);
  }
  look_free(&l);
}

void console_forget_watch(Console *c) {
  bytes_clear(&c->warned);
  c->unplayable = false;
}

void console_watch(Console *c) {
  Bytes signature = {0};
  sign_all(c, &signature);
  bool first = c->signature.count == 0;
  bool same = signature.count == c->signature.count &&
              memcmp(signature.data, c->signature.data, signature.count) == 0;
  bytes_free(&c->signature);
  c->signature = signature;
  if (first && is_away(c)) return;
  if (!same || c->unplayable) look_again(c);
}
