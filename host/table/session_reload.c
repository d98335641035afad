/* New scripts in mid-game: the step under way begins anew with them, and is
 * played again from its start; from the first answer that no longer fits,
 * all are asked again. Until the new scripts stand at the table nothing is
 * written, and any failure leaves the game as it was. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/session.h"
#include "table/session_file.h"
#include "table/session_inner.h"
#include "table/snapshot.h"

/* What is put aside while the new scripts are tried. */
typedef struct Aside {
  Plays tail;      /* the plays of the step under way */
  Bytes snapshot;  /* where it began */
  Events events;   /* what had happened before it */
  char step[NAMES_MAX];
} Aside;

static bool cut_tail(Session *s, Aside *a) {
  for (size_t i = s->step_start; i < s->plays.count; i++)
    if (!plays_add(&a->tail, &s->plays.list[i])) return false;
  s->halt = true;
  session_rewind(s, s->step_start);
  s->halt = false;
  Table *t = s->world->table;
  const char *step = table_next_step(t);
  snprintf(a->step, sizeof a->step, "%s", step == NULL ? "" : step);
  events_copy(&a->events, &t->events);
  if (t->finished || step == NULL) return false;
  if (snapshot_take(t, &a->snapshot)) return true;
  lua_pop(t->L, 1);
  return false;
}

/* Back to how it was: the old scripts, all plays. */
static void put_back(Session *s, const Aside *a) {
  for (size_t i = 0; i < a->tail.count; i++)
    plays_add(&s->plays, &a->tail.list[i]);
  session_enter_epoch(s, s->epochs - 1);
  session_run(s);
}

/* A new last epoch with the open world's scripts. */
static bool add_epoch(Session *s, Aside *a, const Sources *sources) {
  Epoch *list = realloc(s->epoch, (s->epochs + 1) * sizeof *list);
  if (list == NULL) return false;
  s->epoch = list;
  Epoch *e = &list[s->epochs];
  memset(e, 0, sizeof *e);
  e->start = s->plays.count;
  bytes_add(&e->snapshot, a->snapshot.data, a->snapshot.count);
  events_copy(&e->events, &a->events);
  if (e->snapshot.failed || !session_keep_sources(e, sources)) return false;
  s->at_epoch = s->epochs++;
  return true;
}

static void remove_epoch(Session *s) {
  Epoch *e = &s->epoch[--s->epochs];
  sources_free(&e->sources);
  bytes_free(&e->snapshot);
  events_free(&e->events);
}

/* The new order may have moved the step: find it by its name. */
static bool find_place(Table *t, const char *step) {
  const char *now = table_next_step(t);
  if (now != NULL && strcmp(now, step) == 0) return true;
  return table_go_to(t, step);
}

static bool journal_reload(Session *s) {
  const Epoch *e = &s->epoch[s->at_epoch];
  Bytes line = {0};
  bytes_format(&line, "u %zu", e->start);
  bool kept = session_note(s, line.data, line.count);
  bytes_clear(&line);
  bytes_text(&line, "L ");
  bytes_hex(&line, e->snapshot.data, e->snapshot.count);
  kept = kept && session_note(s, line.data, line.count) &&
         session_note_sources(s, &e->sources);
  bytes_free(&line);
  return kept;
}

static void list_lost(const Plays *tail, size_t from, Bytes *report) {
  for (size_t i = from; i < tail->count; i++)
    if (tail->list[i].kind == 'a')
      bytes_format(report, "\nto be asked again: %s (was %s)",
                   tail->list[i].name, tail->list[i].text);
}

static bool do_again(Session *s, const Play *play) {
  Bytes sentence = {0};
  bool done = true;
  session_run(s);
  if (s->state != SESSION_QUESTION) return false;
  if (play->kind == 'a')
    done = session_is_for(s->world->table, play) &&
           session_answer(s, play->text, play->person, &sentence);
  else if (play->kind == 'p')
    done = session_fix_pool(s, (int)play->a, play->b, &sentence);
  else if (play->kind == 'c')
    done = session_fix_card(s, (int)play->a, (int)play->b, &sentence);
  bytes_free(&sentence);
  return done;
}

static void play_tail(Session *s, const Plays *tail, Bytes *report) {
  size_t i = 0;
  if (tail->count > 0 && tail->list[0].kind == 'x') {
    s->pending[s->pending_count++] = tail->list[0];
    s->pending[s->pending_count - 1].text = NULL;
    i = 1;
  }
  while (i < tail->count && do_again(s, &tail->list[i])) i++;
  session_run(s);
  list_lost(tail, i, report);
}

static bool fail(Session *s, Aside *a, Bytes *report, const char *why) {
  if (why != NULL) bytes_text(report, why);
  put_back(s, a);
  return false;
}

static bool try_new(Session *s, Aside *a, Bytes *report) {
  if (!session_open_world(s, NULL, report)) return fail(s, a, report, NULL);
  if (!add_epoch(s, a, &s->world->sources))
    return fail(s, a, report, "not enough memory");
  bool good = session_start_epoch(s) && find_place(s->world->table, a->step);
  if (good && journal_reload(s)) return true;
  remove_epoch(s);
  if (good) return fail(s, a, report, session_why_not_kept(s));
  bytes_format(report, "the game can't go on with these scripts: the step "
               "`%s` that is under way, its seats, cards or piles are not "
               "there", a->step);
  return fail(s, a, report, NULL);
}

static void aside_free(Aside *a) {
  plays_free(&a->tail);
  bytes_free(&a->snapshot);
  events_free(&a->events);
}

bool session_reload(Session *s, Bytes *report) {
  Aside a = {0};
  World *fresh = world_open(&s->config.world, NULL, report);
  if (fresh == NULL) return false; /* the mistakes; nothing was touched */
  world_close(fresh);
  bool done = false;
  if (!cut_tail(s, &a))
    fail(s, &a, report, "the step under way can't be begun anew");
  else
    done = try_new(s, &a, report);
  if (done) {
    bytes_text(report, "the new scripts are at the table");
    play_tail(s, &a.tail, report);
  }
  aside_free(&a);
  return done;
}
