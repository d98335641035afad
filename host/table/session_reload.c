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

/* Where the table stands, between two steps. */
static bool keep_place(Session *s, Aside *a) {
  Table *t = table(s);
  const char *step = table_next_step(t);
  keep_changed(s, a);
  snprintf(a->step, sizeof a->step, "%s", step == NULL ? "" : step);
  events_copy(&a->events, &t->events);
  if (t->finished || step == NULL) return false;
  if (snapshot_take(t, &a->snapshot)) return true;
  lua_pop(t->L, 1);
  return false;
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

static void play_tail(Session *s, const Plays *tail, Plays *lost) {
  size_t i = tail->count > 0 && tail->list[0].kind == 'x';
  while (i < tail->count && do_again(s, &tail->list[i])) i++;
  session_run(s);
  for (; i < tail->count; i++)
    if (!session_absorb(s, &tail->list[i])) plays_add(lost, &tail->list[i]);
}

static bool fail(Session *s, Aside *a, Bytes *report, const char *why) {
  if (why != NULL) bytes_text(report, why);
  put_back(s, a);
  return false;
}

/* A rule that counts otherwise from the next hand on is wanted: { name, text,
 * later } on top of L. */
static void want_later(lua_State *L, Aside *a) {
  Play play = {.kind = 'v'};
  char text[512];
  for (int i = 1; i <= 3; i++) lua_rawgeti(L, -i, i);
  snprintf(play.name, sizeof play.name, "%s", lua_tostring(L, -3));
  snprintf(text, sizeof text, "%s", lua_tostring(L, -2));
  play.text = text;
  if (lua_toboolean(L, -1)) plays_add(&a->wanted, &play);
  lua_pop(L, 3);
}

/* The epoch begins with the new scripts' rules, but for those that the game
 * master has set. */
static bool renew_rules(Session *s, Aside *a) {
  lua_State *L = s->world->L;
  Epoch *e = &s->epoch[s->at_epoch];
  lua_pushstring(L, a->changed.data ? a->changed.data : "");
  bool good = table_hook(s->world->table, "fresh_rules", 1);
  for (lua_Integer i = 1; good && lua_rawgeti(L, -1, i) == LUA_TTABLE; i++) {
    want_later(L, a);
    lua_pop(L, 1);
  }
  lua_settop(L, 0);
  bytes_clear(&e->snapshot);
  if (good && snapshot_take(s->world->table, &e->snapshot)) return true;
  lua_settop(L, 0);
  return false;
}

static void say_no_place(const Aside *a, Bytes *why) {
  bytes_format(why,
               "the game can't go on with these scripts: the step "
               "`%s` that is under way, its seats, cards or piles are not "
               "there",
               a->step);
}

/* The table goes on from where it was put aside, by the epoch's scripts. */
static bool take_place(Session *s, Aside *a, Bytes *why) {
  if (session_start_epoch(s) && find_place(s->world->table, a->step) &&
      renew_rules(s, a))
    return true;
  say_no_place(a, why);
  return false;
}

static bool try_new(Session *s, Aside *a, Bytes *report) {
  if (!session_open_world(s, NULL, report)) return fail(s, a, report, NULL);
  if (!add_epoch(s, a, &s->world->sources))
    return fail(s, a, report, "not enough memory");
  if (take_place(s, a, report)) return true;
  remove_epoch(s);
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
  bytes_free(&a->snapshot);
  events_free(&a->events);
}

bool session_carry_over(Session *s) {
  Aside a = {0};
  Bytes why = {0};
  Epoch *e = &s->epoch[s->at_epoch + 1];
  bool good = keep_place(s, &a) && session_open_world(s, &e->sources, &why);
  if (good) {
    s->at_epoch++;
    bytes_clear(&e->snapshot);
    bytes_add(&e->snapshot, a.snapshot.data, a.snapshot.count);
    events_copy(&e->events, &a.events);
    good = take_place(s, &a, &why);
  }
  if (!good)
    session_broken(s, why.data ? why.data : "the scripts can't be read");
  aside_free(&a);
  bytes_free(&why);
  return good;
}

/* --- what the new scripts change --- */

static void describe(World *w, Bytes *out) {
  lua_State *L = w->L;
  int top = lua_gettop(L);
  world_push_build(w);
  if (world_call(w, "core.changes", "describe", 1, 1))
    bytes_text(out, lua_tostring(L, -1));
  lua_settop(L, top);
}

static void compare(const World *old, World *fresh, Bytes *changes) {
  lua_State *L = fresh->L;
  Bytes before = {0}, after = {0};
  int top = lua_gettop(L);
  describe((World *)old, &before);
  describe(fresh, &after);
  lua_pushstring(L, before.data ? before.data : "");
  lua_pushstring(L, after.data ? after.data : "");
  if (world_call(fresh, "core.changes", "between", 2, 1))
    bytes_text(changes, lua_tostring(L, -1));
  lua_settop(L, top);
  bytes_free(&before);
  bytes_free(&after);
}

typedef struct Outcome {
  Bytes changes; /* empty: nothing that is played */
  Plays lost;    /* what was done and no longer fits */
} Outcome;

static void outcome_free(Outcome *o) {
  bytes_free(&o->changes);
  plays_free(&o->lost);
}

static bool reload(Session *s, Outcome *o, Bytes *why) {
  Aside a = {0};
  Journal *journal = s->journal;
  World *fresh = world_open(&s->config.world, NULL, why);
  if (fresh == NULL) return false; /* the mistakes; nothing was touched */
  compare(s->world, fresh, &o->changes);
  world_close(fresh);
  bool done = false;
  s->journal = NULL;
  if (!cut_tail(s, &a))
    fail(s, &a, why, "the step under way can't be begun anew");
  else
    done = try_new(s, &a, why);
  if (done) {
    want_again(s, &a.wanted);
    play_tail(s, &a.tail, &o->lost);
  }
  s->journal = journal;
  if (done) done = keep_epoch(s, &a, why);
  aside_free(&a);
  return done;
}

/* What was answered is not said: not everybody may know. */
static void list_lost(const Session *s, const Plays *lost, Bytes *report) {
  for (size_t i = 0; i < lost->count; i++) {
    const Play *play = &lost->list[i];
    if (play->kind == 'a')
      bytes_format(report, "\nto be asked again: %s, `%s`",
                   s->config.world.player[play->seat].name, play->name);
    else if (play->kind == 'p' || play->kind == 'c')
      bytes_format(report, "\nno longer put right: a %s",
                   play->kind == 'p' ? "pool" : "card");
  }
}

static void report_done(const Session *s, const Outcome *o, Bytes *report) {
  bool same = o->changes.count == 0;
  bytes_format(report, "the new scripts are at the table%s%s",
               same ? ", and nothing that is played has changed" : ": ",
               same ? "" : o->changes.data);
  list_lost(s, &o->lost, report);
}

/* Steps that are played again are no new chance to act between them. */
bool session_reload(Session *s, Bytes *report) {
  void (*between)(Session *, void *) = s->between;
  Outcome o = {0};
  s->between = NULL;
  bool done = reload(s, &o, report);
  s->between = between;
  if (done) report_done(s, &o, report);
  outcome_free(&o);
  return done;
}

/* --- the same beforehand --- */

Session *session_copy(const Session *s) {
  Session *copy = calloc(1, sizeof *copy);
  if (copy == NULL) return NULL;
  copy->config = s->config;
  copy->config.journal = NULL;
  copy->config.campaign = NULL;
  bool good = true;
  for (size_t i = 0; i < s->plays.count && good; i++)
    good = plays_add(&copy->plays, &s->plays.list[i]);
  copy->epoch = calloc(s->epochs, sizeof *copy->epoch);
  for (; good && copy->epoch != NULL && copy->epochs < s->epochs;
       copy->epochs++) {
    const Epoch *from = &s->epoch[copy->epochs];
    Epoch *to = &copy->epoch[copy->epochs];
    to->start = from->start;
    bytes_add(&to->snapshot, from->snapshot.data, from->snapshot.count);
    events_copy(&to->events, &from->events);
    good = session_keep_sources(to, &from->sources) && !to->snapshot.failed;
  }
  if (good && copy->epochs > 0 && session_enter_epoch(copy, s->epochs - 1))
    return copy;
  session_close(copy);
  return NULL;
}

static void add_part(Bytes *out, const char *text) {
  if (out->count > 0 && *text != 0) bytes_text(out, "; ");
  bytes_text(out, text);
}

enum { NAMED_MAX = 3 };

/* "Ben's `bid` and Clara's `bid` will be asked again" */
static void foretell_lost(const Session *s, const Plays *lost, Bytes *out) {
  Bytes names = {0};
  size_t asked = 0, at = 0;
  for (size_t i = 0; i < lost->count; i++) asked += lost->list[i].kind == 'a';
  for (size_t i = 0; i < lost->count && asked <= NAMED_MAX; i++) {
    const Play *play = &lost->list[i];
    if (play->kind != 'a') continue;
    bytes_format(&names, "%s%s's `%s`",
                 at == 0           ? ""
                 : at + 1 == asked ? " and "
                                   : ", ",
                 s->config.world.player[play->seat].name, play->name);
    at++;
  }
  if (asked > NAMED_MAX) bytes_format(&names, "the last %zu answers", asked);
  if (asked > 0) bytes_text(&names, " will be asked again");
  if (lost->count > asked)
    bytes_format(&names, "%swhat was put right will not be so any more",
                 asked > 0 ? "; " : "");
  add_part(out, names.data ? names.data : "");
  bytes_free(&names);
}

bool session_foretell(const Session *s, Bytes *report) {
  Outcome o = {0};
  Bytes why = {0};
  Session *copy = session_copy(s);
  if (copy != NULL) session_run(copy);
  bool good = copy != NULL && reload(copy, &o, &why);
  if (good) {
    add_part(report, o.changes.data ? o.changes.data : "");
    foretell_lost(s, &o.lost, report);
    if (copy->state == SESSION_BROKEN)
      bytes_format(report, "%sthen it stops: %s", report->count ? "; " : "",
                   session_problem(copy));
  } else {
    bytes_text(report, why.data ? why.data : "not enough memory");
  }
  bytes_free(&why);
  outcome_free(&o);
  session_close(copy);
  return good;
}
