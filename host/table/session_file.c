/* Journals of sessions: see session_file.h. */
#include "table/session_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script/sources.h"

#ifndef CROUPIER_VERSION
#define CROUPIER_VERSION "0"
#endif

/* --- writing --- */

static bool append(Session *s, const char *payload, size_t size) {
  size_t room = 4 * size + 1;
  char *escaped = malloc(room);
  if (escaped == NULL) return false;
  size_t n = journal_escape(escaped, room, payload, size);
  bool kept = journal_append(s->journal, escaped, n);
  free(escaped);
  return kept;
}

/* The beginning of an epoch that wasn't written whole is taken back. */
static bool close_torn(Session *s) {
  char line[32];
  if (!s->torn) return true;
  int n = snprintf(line, sizeof line, "u %zu", s->torn_at);
  s->torn = !append(s, line, (size_t)n);
  return !s->torn;
}

bool session_note(Session *s, const char *payload, size_t size) {
  if (s->journal == NULL) return true;
  return close_torn(s) && append(s, payload, size);
}

bool session_note_play(Session *s, const Play *play) {
  if (s->journal == NULL) return true;
  Bytes line = {0};
  play_write(play, &line);
  bool kept = !line.failed && session_note(s, line.data, line.count);
  bytes_free(&line);
  return kept;
}

static bool note(Session *s, Bytes *line) {
  bool kept = !line->failed && session_note(s, line->data, line->count);
  bytes_clear(line);
  return kept;
}

static bool note_sources(Session *s, const Sources *sources) {
  Bytes line = {0};
  bool kept = true;
  for (size_t i = 0; i < sources->count && kept; i++) {
    const SourceFile *f = &sources->file[i];
    bytes_format(&line, "F %zu %zu %s%s", strlen(f->key), strlen(f->path),
                 f->key, f->path);
    bytes_add(&line, f->text, f->size);
    kept = note(s, &line);
  }
  bytes_free(&line);
  return kept;
}

bool session_note_epoch(Session *s) {
  const Epoch *e = &s->epoch[s->epochs - 1];
  Bytes line = {0};
  bytes_format(&line, "L %zu ", e->start);
  bytes_hex(&line, e->snapshot.data, e->snapshot.count);
  bool kept = note(s, &line) && note_sources(s, &e->sources);
  for (size_t i = e->start; i < s->plays.count && kept; i++)
    kept = session_note_play(s, &s->plays.list[i]);
  bytes_free(&line);
  return kept && session_note(s, "O", 1);
}

static bool note_players(Session *s, Bytes *line) {
  const SessionConfig *c = &s->config;
  bool kept = true;
  for (int i = 0; i <= c->world.players && kept; i++) {
    bytes_format(line, "P %d %s", i, c->world.player[i].name);
    kept = note(s, line);
    bytes_format(line, "Q %d %s", i, c->world.player[i].profile);
    kept = kept && note(s, line);
    bytes_format(line, "A %d %s", i, c->answerer[i]);
    kept = kept && note(s, line);
  }
  return kept;
}

bool session_note_start(Session *s) {
  const SessionConfig *c = &s->config;
  char seed[SEED_TEXT];
  Bytes line = {0};
  session_seed(s, seed);
  bytes_format(&line, "H %s %d", CROUPIER_VERSION, CROUPIER_CONTRACT);
  bool kept = note(s, &line);
  bytes_format(&line, "g %s", c->world.game);
  kept = kept && note(s, &line);
  bytes_format(&line, "S %s", seed);
  kept = kept && note(s, &line);
  bytes_format(&line, "G %llu", (unsigned long long)c->game);
  kept = kept && note(s, &line);
  for (int i = 0; i < c->world.set_count && kept; i++) {
    bytes_format(&line, "t %s", c->world.sets[i]);
    kept = note(s, &line);
  }
  if (c->hand_dice) {
    bytes_text(&line, "d");
    kept = kept && note(s, &line);
  }
  if (c->one_person) {
    bytes_text(&line, "o");
    kept = kept && note(s, &line);
  }
  if (c->stack != NULL) {
    bytes_format(&line, "k %s", c->stack);
    kept = kept && note(s, &line);
  }
  if (c->campaign != NULL) {
    bytes_format(&line, "C %s", c->campaign);
    kept = kept && note(s, &line);
  }
  kept = kept && note_players(s, &line) &&
         note_sources(s, &s->epoch[0].sources) && session_note(s, "O", 1);
  bytes_free(&line);
  return kept;
}

/* --- bytes as text --- */

void bytes_hex(Bytes *out, const char *data, size_t size) {
  static const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < size; i++) {
    unsigned char c = (unsigned char)data[i];
    char two[2] = {digits[c >> 4], digits[c & 15]};
    bytes_add(out, two, 2);
  }
}

static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool bytes_unhex(Bytes *out, const char *hex) {
  for (; hex[0] != 0; hex += 2) {
    int high = digit(hex[0]), low = digit(hex[1]);
    if (high < 0 || low < 0) return false;
    char c = (char)(high * 16 + low);
    bytes_add(out, &c, 1);
  }
  return !out->failed;
}

/* --- reading --- */

typedef struct Header {
  Session *s;
  Bytes *err;
  size_t record;
  int strings;
  Epoch fresh;      /* that is being read, while `open` */
  Plays plays;      /* played with it */
  bool open, later; /* later: it is not the first */
} Header;

static bool bad(Header *h, const char *what) {
  bytes_format(h->err, "the journal's record %zu %s", h->record + 1, what);
  return false;
}

static const char *keep(Header *h, const char *text) {
  if (h->strings >= SETS_MAX + 3) return NULL;
  return h->s->strings[h->strings++] = strdup(text);
}

static bool read_player(Header *h, const char *line) {
  int seat, n = 0;
  if (sscanf(line + 1, " %d%n", &seat, &n) != 1 || seat < 0 ||
      seat >= PLAYERS_MAX || line[n + 1] != ' ')
    return bad(h, "names no seat");
  const char *text = line + n + 2;
  SessionConfig *c = &h->s->config;
  if (seat > c->world.players) c->world.players = seat;
  char *to = line[0] == 'P'   ? c->world.player[seat].name
             : line[0] == 'Q' ? c->world.player[seat].profile
                              : c->answerer[seat];
  size_t size =
      line[0] == 'Q' ? sizeof c->world.player[seat].profile : ANSWERER_MAX;
  snprintf(to, size, "%s", text);
  return true;
}

static bool read_file(Header *h, const char *line, size_t size) {
  size_t key, path;
  int n = 0;
  if (sscanf(line, "F %zu %zu%n", &key, &path, &n) != 2 || line[n] != ' ' ||
      key > 512 || path > 8192 || (size_t)n + 1 + key + path > size)
    return bad(h, "holds no script");
  char names[512 + 8192 + 2];
  const char *at = line + n + 1;
  memcpy(names, at, key);
  names[key] = 0;
  memcpy(names + key + 1, at + key, path);
  names[key + 1 + path] = 0;
  return sources_add(&h->fresh.sources, names, names + key + 1, at + key + path,
                     size - (size_t)n - 1 - key - path) ||
         bad(h, "doesn't fit in memory");
}

static void drop_fresh(Header *h) {
  if (h->open) epoch_free(&h->fresh);
  plays_cut(&h->plays, 0);
  memset(&h->fresh, 0, sizeof h->fresh);
  h->open = false;
}

static void new_epoch(Header *h, size_t start) {
  drop_fresh(h);
  h->fresh.sources.pinned = true;
  h->fresh.start = start;
  h->open = true;
  h->later = false;
}

static bool read_snapshot(Header *h, const char *line) {
  size_t start;
  int n = 0;
  if (sscanf(line, "L %zu%n", &start, &n) != 1 || line[n] != ' ' ||
      start > h->s->plays.count)
    return bad(h, "holds no snapshot");
  new_epoch(h, start);
  h->later = true;
  return bytes_unhex(&h->fresh.snapshot, line + n + 1) ||
         bad(h, "holds no snapshot");
}

/* All scripts are there: from now on the game goes on with them. */
static bool close_epoch(Header *h) {
  Session *s = h->s;
  Epoch *list = realloc(s->epoch, (s->epochs + 1) * sizeof *list);
  if (list == NULL) return bad(h, "doesn't fit in memory");
  s->epoch = list;
  plays_cut(&s->plays, h->fresh.start);
  session_drop_epochs(s);
  s->epoch[s->epochs++] = h->fresh;
  s->ended = false;
  h->open = false;
  for (size_t i = 0; i < h->plays.count; i++)
    if (!plays_add(&s->plays, &h->plays.list[i]))
      return bad(h, "doesn't fit in memory");
  plays_cut(&h->plays, 0);
  return true;
}

static bool read_undo(Header *h, const char *line) {
  size_t count;
  if (sscanf(line, "u %zu", &count) != 1 || count > h->s->plays.count)
    return bad(h, "takes back more than was done");
  plays_cut(&h->s->plays, count);
  session_drop_epochs(h->s);
  h->s->ended = false;
  return true;
}

static bool read_play(Header *h, const char *line) {
  Play play;
  if (!play_read(&play, line)) return bad(h, "is not understood");
  bool fresh = h->open && h->later;
  bool added = plays_add(fresh ? &h->plays : &h->s->plays, &play);
  free(play.text);
  return added || bad(h, "doesn't fit in memory");
}

static bool read_config(Header *h, const char *line) {
  SessionConfig *c = &h->s->config;
  if (h->s->epochs > 0) return bad(h, "is not understood");
  const char *text = line[1] == ' ' ? line + 2 : "";
  Bytes seed = {0};
  switch (line[0]) {
    case 'H':
      return true;
    case 'g':
      c->world.game = keep(h, text);
      return c->world.game != NULL;
    case 'G':
      c->game = strtoull(text, NULL, 10);
      return true;
    case 't':
      if (c->world.set_count == SETS_MAX) return bad(h, "sets too much");
      c->world.sets[c->world.set_count] = keep(h, text);
      return c->world.sets[c->world.set_count++] != NULL;
    case 'd':
      return c->hand_dice = true;
    case 'o':
      return c->one_person = true;
    case 'k':
      c->stack = keep(h, text);
      return c->stack != NULL;
    case 'C':
      c->campaign = keep(h, text);
      return c->campaign != NULL;
    default:
      if (!bytes_unhex(&seed, text) || seed.count != sizeof c->seed) {
        bytes_free(&seed);
        return bad(h, "holds no seed");
      }
      memcpy(c->seed, seed.data, sizeof c->seed);
      bytes_free(&seed);
      return true;
  }
}

static bool read_record(Header *h, const char *line, size_t size) {
  if (strchr("HgSGtdokC", line[0]) != NULL) return read_config(h, line);
  if (strchr("ueL", line[0]) != NULL) drop_fresh(h);
  switch (line[0]) {
    case 'P':
    case 'Q':
    case 'A':
      return read_player(h, line);
    case 'F':
      if (!h->open) new_epoch(h, 0);
      return read_file(h, line, size);
    case 'O':
      return h->open ? close_epoch(h) : bad(h, "is not understood");
    case 'L':
      return read_snapshot(h, line);
    case 'u':
      return read_undo(h, line);
    case 'e':
      h->s->ended = true;
      return true;
    default:
      return read_play(h, line);
  }
}

bool session_read(Session *s, Bytes *err) {
  Header h = {.s = s, .err = err};
  for (; h.record < journal_count(s->journal); h.record++) {
    size_t size;
    const char *payload = journal_record(s->journal, h.record, &size);
    char *line = malloc(size + 1);
    if (line == NULL) return bad(&h, "doesn't fit in memory");
    bool good = size > 0 && journal_unescape(line, &size, payload, size);
    if (good) line[size] = 0;
    good = good ? read_record(&h, line, size) : bad(&h, "is not understood");
    free(line);
    if (!good) break;
  }
  s->torn = h.open && h.later;
  s->torn_at = s->plays.count;
  drop_fresh(&h);
  plays_free(&h.plays);
  if (h.record < journal_count(s->journal)) return false;
  if (s->epochs == 0 || s->config.world.game == NULL) {
    bytes_text(err,
               "the journal ends before its game begins: "
               "there is nothing to go on with");
    return false;
  }
  return true;
}
