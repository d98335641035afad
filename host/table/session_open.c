/* Opening a session, bringing it to an earlier moment, closing it: see
 * session.h. An epoch is a stretch of the game by the same scripts; going
 * back means going to where its epoch began and playing again. */
#include "table/session.h"

#include <lauxlib.h>
#include <nettle/sha2.h>
#include <stdlib.h>
#include <string.h>

#include "table/l_table.h"
#include "table/session_file.h"
#include "table/session_inner.h"
#include "table/snapshot.h"

/* --- from the start, or from where other scripts came in --- */

static void configure(Session *s) {
  Table *t = table(s);
  char err[256];
  t->hand_dice = s->config.hand_dice;
  t->can_go_back = !s->counts;
  if (s->config.stack != NULL) table_stack(t, s->config.stack, err, sizeof err);
  table_record(t, true);
}

/* Bots are no part of the game, but of the texts that are kept with it: they
 * are read, whatever comes of it. Nothing is read after them, or a table
 * would have texts that its journal lacks. */
static void read_bots(World *w) {
  int top = lua_gettop(w->L);
  lua_pushstring(w->L, w->game);
  world_call(w, "core.load", "bots", 1, 0);
  lua_settop(w->L, top);
  w->sources.pinned = true;
}

bool session_open_world(Session *s, const Sources *sources, Bytes *err) {
  World *w = world_open(&s->config.world, sources, err);
  if (w == NULL) return false;
  if (sources == NULL) read_bots(w);
  world_close(s->world);
  s->world = w;
  configure(s);
  return true;
}

void session_forget_notes(Session *s) {
  for (int i = 0; i < PLAYERS_MAX; i++) {
    free(s->notes[i]);
    s->notes[i] = NULL;
  }
}

/* The table stands at the start of epoch n, in a world of its scripts. */
bool session_start_epoch(Session *s) {
  Table *t = table(s);
  Epoch *e = &s->epoch[s->at_epoch];
  session_forget_notes(s);
  session_forget_pending(s);
  s->cursor = s->step_start = e->start;
  s->stop = TABLE_STEP;
  s->state = SESSION_OVER;
  if (!table_reset(t, s->config.seed, s->config.game)) {
    session_broken(s, table_message(t));
    return false;
  }
  events_copy(&t->events, &e->events);
  if (e->snapshot.count == 0) return true;
  if (snapshot_restore(t, e->snapshot.data, e->snapshot.count)) return true;
  return session_broken_by(s);
}

bool session_enter_epoch(Session *s, size_t n) {
  Bytes err = {0};
  Epoch *e = &s->epoch[n];
  if (n == s->at_epoch + 1 && e->events.count == 0 && s->world != NULL)
    events_copy(&e->events, &table(s)->events);
  bool opened = session_open_world(s, &e->sources, &err);
  if (!opened)
    session_broken(s, err.data ? err.data : "the scripts can't be read");
  bytes_free(&err);
  if (!opened) return false;
  s->at_epoch = n;
  return session_start_epoch(s);
}

void epoch_free(Epoch *e) {
  sources_free(&e->sources);
  bytes_free(&e->snapshot);
  events_free(&e->events);
}

void session_drop_epochs(Session *s) {
  while (s->epochs > 1 && s->epoch[s->epochs - 1].start > s->plays.count)
    epoch_free(&s->epoch[--s->epochs]);
}

SessionState session_rewind(Session *s, size_t count) {
  plays_cut(&s->plays, count);
  session_drop_epochs(s);
  size_t last = s->epochs - 1;
  bool ready;
  if (last != s->at_epoch)
    ready = session_enter_epoch(s, last);
  else
    ready = session_start_epoch(s);
  if (!ready) return s->state = SESSION_BROKEN;
  return session_run(s);
}

/* Who answers for a seat is no part of what is taken back. */
static void seat_again(Session *s, const Plays *cut) {
  for (size_t i = 0; i < cut->count; i++)
    if (session_did(s, &cut->list[i])) session_set_answerer(s, &cut->list[i]);
}

static void take_back(Session *s, size_t count) {
  Plays seats = {0};
  for (size_t i = count; i < s->plays.count; i++)
    if (s->plays.list[i].kind == 's') plays_add(&seats, &s->plays.list[i]);
  s->ended = false;
  session_rewind(s, count);
  seat_again(s, &seats);
  plays_free(&seats);
}

bool session_undo(Session *s, Bytes *sentence) {
  size_t at = s->plays.count;
  while (at > 0 &&
         !(s->plays.list[at - 1].kind == 'a' && s->plays.list[at - 1].person))
    at--;
  bytes_clear(sentence);
  if (at == 0) {
    bytes_text(sentence,
               "there is nothing to take back: nobody at the "
               "keyboard has answered yet");
    return false;
  }
  Bytes line = {0};
  bytes_format(&line, "u %zu", at - 1);
  bool kept = session_note(s, line.data, line.count);
  bytes_free(&line);
  if (!kept) {
    bytes_text(sentence, session_why_not_kept(s));
    return false;
  }
  take_back(s, at - 1);
  return true;
}

/* --- seeds --- */

static void write_hex(const uint8_t *bytes, char out[SEED_TEXT]) {
  for (int i = 0; i < 32; i++) snprintf(out + 2 * i, 3, "%02x", bytes[i]);
}

void session_seed(const Session *s, char out[SEED_TEXT]) {
  write_hex(s->config.seed, out);
}

void session_commitment(const Session *s, char out[SEED_TEXT]) {
  struct sha256_ctx sha;
  uint8_t sum[32];
  sha256_init(&sha);
  sha256_update(&sha, sizeof s->config.seed, s->config.seed);
  sha256_digest(&sha, sizeof sum, sum);
  write_hex(sum, out);
}

/* --- opening and closing --- */

/* The sources that the open world has read become the epoch's. */
bool session_keep_sources(Epoch *e, const Sources *from) {
  for (size_t i = 0; i < from->count; i++) {
    const SourceFile *f = &from->file[i];
    if (!sources_add(&e->sources, f->key, f->path, f->text, f->size))
      return false;
  }
  return e->sources.pinned = true;
}

static Session *refuse(Session *s, Bytes *err, const char *why) {
  if (why != NULL) bytes_text(err, why);
  s->journal = NULL; /* stays the caller's */
  session_close(s);
  return NULL;
}

Session *session_begin(const SessionConfig *config, Bytes *err) {
  Session *s = calloc(1, sizeof *s);
  if (s == NULL) {
    bytes_text(err, "not enough memory");
    return NULL;
  }
  char why[256];
  s->config = *config;
  s->journal = config->journal;
  s->epoch = calloc(1, sizeof *s->epoch);
  if (s->epoch == NULL) return refuse(s, err, "not enough memory");
  s->epochs = 1;
  if (!session_open_world(s, NULL, err)) return refuse(s, err, NULL);
  if (config->stack != NULL &&
      !table_stack(table(s), config->stack, why, sizeof why))
    return refuse(s, err, why);
  if (!session_keep_sources(&s->epoch[0], &s->world->sources))
    return refuse(s, err, "not enough memory");
  if (!session_note_start(s)) return refuse(s, err, session_why_not_kept(s));
  session_start_epoch(s);
  return s;
}

/* A bot's notes without the answer that followed: the answer was lost. */
static void drop_last_notes(Session *s) {
  size_t n = s->plays.count;
  while (n > 0 && s->plays.list[n - 1].kind == 'n') n--;
  if (n == s->plays.count) return;
  Bytes line = {0};
  bytes_format(&line, "u %zu", n);
  session_note(s, line.data, line.count);
  bytes_free(&line);
  plays_cut(&s->plays, n);
}

Session *session_load(Journal *journal, const char *stdlib, bool verify,
                      Bytes *err) {
  Session *s = calloc(1, sizeof *s);
  if (s == NULL) {
    bytes_text(err, "not enough memory");
    return NULL;
  }
  s->journal = journal;
  s->verify = verify;
  if (!session_read(s, err)) return refuse(s, err, NULL);
  s->config.world.stdlib = stdlib;
  if (!verify && journal_writable(journal)) drop_last_notes(s);
  if (!session_open_world(s, &s->epoch[0].sources, err))
    return refuse(s, err, NULL);
  session_start_epoch(s);
  return s;
}

Session *session_resume(Journal *journal, const char *stdlib, bool verify,
                        Bytes *err) {
  Session *s = session_load(journal, stdlib, verify, err);
  if (s != NULL && s->state != SESSION_BROKEN) session_run(s);
  return s;
}

void session_close(Session *s) {
  if (s == NULL) return;
  session_forget_pending(s);
  for (size_t i = 0; i < s->epochs; i++) epoch_free(&s->epoch[i]);
  for (int i = 0; i < SETS_MAX + 3; i++) free(s->strings[i]);
  session_forget_notes(s);
  free(s->epoch);
  plays_free(&s->plays);
  bytes_free(&s->problem);
  world_close(s->world);
  journal_close(s->journal);
  free(s);
}
