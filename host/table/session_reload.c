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
  Plays tail;     /* the plays of the step under way */
  Plays wanted;   /* what waited when it began */
  Bytes renewed;  /* what is said of rules that count otherwise now */
  Bytes changed;  /* names of rules that were set in this game */
  Bytes snapshot; /* where it began */
  Events events;  /* what had happened before it */
  char step[NAMES_MAX];
} Aside;

static void keep_wanted(const Session *s, Aside *a) {
  for (int i = 0; i < s->pending_count; i++) {
    Play play = s->pending[i];
    play.kind = play.kind == 'x' ? 'w' : 'v';
    plays_add(&a->wanted, &play);
  }
}

static void keep_changed(Session *s, Aside *a) {
  lua_State *L = s->world->L;
  if (table_hook(s->world->table, "changed_rules", 0))
    bytes_text(&a->changed, lua_tostring(L, -1));
  lua_pop(L, 1);
}

static bool cut_tail(Session *s, Aside *a) {
  for (size_t i = s->step_start; i < s->plays.count; i++)
    if (!plays_add(&a->tail, &s->plays.list[i])) return false;
  s->halt = true;
  session_rewind(s, s->step_start);
  s->halt = false;
  keep_wanted(s, a);
  keep_changed(s, a);
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

static void remove_epoch(Session *s) { epoch_free(&s->epoch[--s->epochs]); }

/* The new order may have moved the step: find it by its name. */
static bool find_place(Table *t, const char *step) {
  const char *now = table_next_step(t);
  if (now != NULL && strcmp(now, step) == 0) return true;
  return table_go_to(t, step);
}

/* What was answered is not said: not everybody may know. */
static void list_lost(const Session *s, const Plays *tail, size_t from,
                      Bytes *report) {
  for (size_t i = from; i < tail->count; i++) {
    const Play *play = &tail->list[i];
    if (play->kind == 'a')
      bytes_format(report, "\nto be asked again: %s, `%s`",
                   s->config.world.player[play->seat].name, play->name);
    else if (play->kind == 'p' || play->kind == 'c')
      bytes_format(report, "\nno longer put right: a %s",
                   play->kind == 'p' ? "pool" : "card");
  }
}

/* Where there is nothing to choose nothing was kept either. */
static void run_to_choice(Session *s) {
  Bytes sentence = {0};
  while (session_run(s) == SESSION_QUESTION &&
         s->world->table->question.kind == ASK_NOTHING)
    session_answer(s, "", false, &sentence);
  bytes_free(&sentence);
}

static bool do_again(Session *s, const Play *play) {
  Bytes sentence = {0};
  bool done = true;
  run_to_choice(s);
  if (session_absorb(s, play)) return true;
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

/* What was wanted and not done yet, first of all the action under way, is
 * still wanted, if the new scripts know it. */
static void want_again(Session *s, const Plays *wanted) {
  Bytes sentence = {0};
  for (size_t i = 0; i < wanted->count; i++) {
    const Play *play = &wanted->list[i];
    if (play->kind == 'v')
      session_set_rule(s, play->name, play->text, &sentence);
    else
      session_want(s, play, &sentence);
  }
  bytes_free(&sentence);
}

static void play_tail(Session *s, const Plays *tail, Bytes *report) {
  size_t i = tail->count > 0 && tail->list[0].kind == 'x';
  while (i < tail->count && do_again(s, &tail->list[i])) i++;
  session_run(s);
  list_lost(s, tail, i, report);
  for (; i < tail->count; i++) session_absorb(s, &tail->list[i]);
}

static bool fail(Session *s, Aside *a, Bytes *report, const char *why) {
  if (why != NULL) bytes_text(report, why);
  put_back(s, a);
  return false;
}

/* One rule that counts otherwise now: { name, text, later, secret } on top of
 * L. */
static void renew_rule(lua_State *L, Aside *a, Bytes *report) {
  Play play = {.kind = 'v'};
  char text[512];
  for (int i = 1; i <= 4; i++) lua_rawgeti(L, -i, i);
  snprintf(play.name, sizeof play.name, "%s", lua_tostring(L, -4));
  snprintf(text, sizeof text, "%s", lua_tostring(L, -3));
  bool later = lua_toboolean(L, -2), secret = lua_toboolean(L, -1);
  play.text = text;
  if (later) plays_add(&a->wanted, &play);
  bytes_format(report, "\n%s = %s%s", play.name,
               secret ? "something secret" : text,
               later ? ", from the next hand on" : "");
  lua_pop(L, 4);
}

/* The epoch begins with the new scripts' rules, but for those that the game
 * master has set. */
static bool renew_rules(Session *s, Aside *a, Bytes *report) {
  lua_State *L = s->world->L;
  Epoch *e = &s->epoch[s->at_epoch];
  lua_pushstring(L, a->changed.data ? a->changed.data : "");
  bool good = table_hook(s->world->table, "fresh_rules", 1);
  for (lua_Integer i = 1; good && lua_rawgeti(L, -1, i) == LUA_TTABLE; i++) {
    renew_rule(L, a, report);
    lua_pop(L, 1);
  }
  lua_settop(L, 0);
  bytes_clear(&e->snapshot);
  if (good && snapshot_take(s->world->table, &e->snapshot)) return true;
  lua_settop(L, 0);
  return false;
}

static bool try_new(Session *s, Aside *a, Bytes *report) {
  if (!session_open_world(s, NULL, report)) return fail(s, a, report, NULL);
  if (!add_epoch(s, a, &s->world->sources))
    return fail(s, a, report, "not enough memory");
  bool good = session_start_epoch(s) && find_place(s->world->table, a->step) &&
              renew_rules(s, a, &a->renewed);
  if (good) return true;
  remove_epoch(s);
  bytes_format(report,
               "the game can't go on with these scripts: the step "
               "`%s` that is under way, its seats, cards or piles are not "
               "there",
               a->step);
  return fail(s, a, report, NULL);
}

/* All is written when all is done: with its last record the new epoch counts.
 * Until then the journal is as it was, and so it stays if there is no room. */
static bool keep_epoch(Session *s, Aside *a, Bytes *report) {
  if (session_note_epoch(s)) return true;
  size_t start = s->epoch[s->epochs - 1].start;
  s->torn = true;
  s->torn_at = start + a->tail.count;
  bytes_clear(report);
  bytes_text(report, session_why_not_kept(s));
  remove_epoch(s);
  plays_cut(&s->plays, start);
  put_back(s, a);
  return false;
}

static void aside_free(Aside *a) {
  plays_free(&a->tail);
  plays_free(&a->wanted);
  bytes_free(&a->changed);
  bytes_free(&a->renewed);
  bytes_free(&a->snapshot);
  events_free(&a->events);
}

static bool reload(Session *s, Bytes *report) {
  Aside a = {0};
  Journal *journal = s->journal;
  World *fresh = world_open(&s->config.world, NULL, report);
  if (fresh == NULL) return false; /* the mistakes; nothing was touched */
  world_close(fresh);
  bool done = false;
  s->journal = NULL;
  if (!cut_tail(s, &a))
    fail(s, &a, report, "the step under way can't be begun anew");
  else
    done = try_new(s, &a, report);
  if (done) {
    bytes_text(report, "the new scripts are at the table");
    if (a.renewed.count > 0) bytes_text(report, a.renewed.data);
    want_again(s, &a.wanted);
    play_tail(s, &a.tail, report);
  }
  s->journal = journal;
  if (done) done = keep_epoch(s, &a, report);
  aside_free(&a);
  return done;
}

/* Steps that are played again are no new chance to act between them. */
bool session_reload(Session *s, Bytes *report) {
  void (*between)(Session *, void *) = s->between;
  s->between = NULL;
  bool done = reload(s, report);
  s->between = between;
  return done;
}
