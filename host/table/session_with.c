/* Another house rule for a kept game: see session_with.h. The answers stay,
 * so that session_run goes the old way for as long as it can be gone; scripts
 * that were changed in mid-game change there too, under the other rule. */
#include "table/session_with.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/session_file.h"
#include "table/session_inner.h"

/* Is `name` of n bytes one of "a+b+c"? */
static bool is_among(const char *list, const char *name, size_t n) {
  while (*list != 0) {
    size_t length = strcspn(list, "+");
    if (length == n && strncmp(list, name, n) == 0) return true;
    list += length + (list[length] == '+');
  }
  return false;
}

/* "game+old" without those named anew, and then these. */
static void add_names(Bytes *out, const char *game, const char *variants) {
  size_t n = strcspn(game, "+");
  bytes_add(out, game, n);
  for (const char *at = game + n; *at == '+'; at += n) {
    n = 1 + strcspn(at + 1, "+");
    if (!is_among(variants, at + 1, n - 1)) bytes_add(out, at, n);
  }
  bytes_format(out, "+%s", variants);
}

/* A key "game/house/NAME.lua" of one of the variants. */
static bool is_renewed(const char *key, const char *variants) {
  const char *name = strstr(key, "/house/");
  if (name == NULL) return false;
  name += 7;
  return is_among(variants, name, strcspn(name, "."));
}

/* The kept texts without those that are read from the disk. */
static bool unpin(Sources *s, const char *variants) {
  Sources fresh = {.stdlib = s->stdlib};
  for (size_t i = 0; i < s->count; i++) {
    const SourceFile *f = &s->file[i];
    if (is_renewed(f->key, variants)) continue;
    if (sources_add(&fresh, f->key, f->path, f->text, f->size)) continue;
    sources_free(&fresh);
    return false;
  }
  sources_free(s);
  *s = fresh;
  return true;
}

static bool rename_game(Session *s, const char *variants) {
  Bytes name = {0};
  add_names(&name, s->config.world.game, variants);
  for (int i = 0; i < SETS_MAX + 3 && !name.failed; i++) {
    if (s->strings[i] == NULL || s->strings[i] != s->config.world.game)
      continue;
    free(s->strings[i]);
    s->config.world.game = s->strings[i] = name.data;
    return true;
  }
  bytes_free(&name);
  return false;
}

/* The variants are the disk's in every stretch of the game. */
static bool unpin_all(Session *s, const char *variants) {
  for (size_t i = 0; i < s->epochs; i++)
    if (!unpin(&s->epoch[i].sources, variants)) return false;
  return true;
}

bool session_with(Session *s, const char *variants, Bytes *err) {
  s->otherwise = true;
  if (!rename_game(s, variants) || !unpin_all(s, variants)) {
    bytes_text(err, "not enough memory");
    return false;
  }
  if (!session_open_world(s, &s->epoch[0].sources, err)) return false;
  if (session_start_epoch(s)) return true;
  bytes_text(err, session_problem(s));
  return false;
}
