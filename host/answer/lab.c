/* Threads that play games: see lab.h. */
#include "answer/lab.h"

#include <lauxlib.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "answer/bot.h"
#include "script/report.h"
#include "table/l_table.h"

enum {
  AT_ONCE_MAX = 64, /* questions between two looks at `stop` */
  CHUNK_MAX = 16,
  PROGRESS_MS = 100,
  JOBS_MAX = 256
};

typedef struct Lab {
  const LabConfig *config;
  LabResult *out;
  _Atomic uint64_t next, done, questions;
  atomic_bool stop;
  pthread_mutex_t lock; /* of out->problem, err and working */
  pthread_cond_t idle;  /* a worker has ended */
  int working;
  Bytes err; /* why a worker has no world */
} Lab;

typedef struct Worker {
  Lab *lab;
  World *world;
  Rng actions;
  Bytes text;
  pthread_t thread;
} Worker;

static bool stopped(const Worker *w) {
  return atomic_load_explicit(&w->lab->stop, memory_order_relaxed);
}

/* --- one game --- */

static const char *answerer(const Worker *w) {
  int seat = w->world->table->question.seat;
  return w->lab->config->session.answerer[seat == SEAT_GM ? 0 : seat + 1];
}

static TableStop refuse(Worker *w, const char *why) {
  Table *t = w->world->table;
  lua_pushfstring(t->L, "%s: %s", answerer(w), why);
  return table_fail(t);
}

static TableStop at_random(Table *t) {
  return question_random(t) ? table_go_on(t) : table_fail(t);
}

static TableStop by_bot(Worker *w, const char *bot) {
  Table *t = w->world->table;
  BotSays says = bot_stage(w->world, bot, &w->text);
  if (says == BOT_RANDOM) return at_random(t);
  return says == BOT_ANSWERS ? table_go_on(t) : refuse(w, w->text.data);
}

static TableStop answer(Worker *w) {
  Table *t = w->world->table;
  bool random = t->random >> t->question.seat & 1;
  return random ? at_random(t) : by_bot(w, answerer(w));
}

typedef struct Action {
  const char *step, *name; /* the game's declaration keeps them */
  int seat;
} Action;

static const char *text_at(lua_State *L, int i) {
  lua_rawgeti(L, -1, i);
  const char *text = lua_tostring(L, -1);
  lua_pop(L, 1);
  return text;
}

/* Now and then a random action by a random seat, if it may. */
static bool draw_action(Worker *w, Table *t, Action *action) {
  double rate = w->lab->config->actions;
  if (rate <= 0 || (double)(rng_word(&w->actions) >> 11) * 0x1p-53 >= rate)
    return false;
  lua_State *L = t->L;
  uint64_t which = rng_below(&w->actions, 1u << 30);
  uint64_t who = rng_below(&w->actions, (uint64_t)t->seats + 1);
  lua_pushinteger(L, (lua_Integer)which);
  lua_pushinteger(L, (lua_Integer)who);
  lua_pushstring(L, table_next_step(t));
  bool found = table_hook(t, "some_action", 3) && lua_istable(L, -1);
  if (found) {
    action->step = text_at(L, 1);
    action->name = text_at(L, 3);
    action->seat = who == 0 ? SEAT_GM : (int)who - 1;
  }
  lua_pop(L, 1);
  return found;
}

static bool act(Worker *w, TableStop *stop) {
  Action action;
  Table *t = w->world->table;
  if (!draw_action(w, t, &action)) return false;
  *stop = table_act(t, action.step, action.seat);
  return true;
}

/* Actions come between two steps. */
static TableStop run_steps(const Worker *w, Table *t) {
  return w->lab->config->actions > 0 ? table_run(t) : table_run_on(t);
}

/* TABLE_QUESTION: at the limit of questions, or stopped. */
static TableStop play(Worker *w) {
  Table *t = w->world->table;
  uint64_t limit = w->lab->config->limit;
  TableStop stop = TABLE_STEP;
  for (;;) {
    t->random_until = t->questions + AT_ONCE_MAX;
    if (t->random_until > limit) t->random_until = limit;
    if (stop == TABLE_STEP) {
      if (!act(w, &stop)) stop = run_steps(w, t);
    } else if (stop == TABLE_QUESTION) {
      if (t->questions > limit || stopped(w)) return TABLE_QUESTION;
      stop = answer(w);
    } else {
      return stop;
    }
  }
}

/* --- what came of it --- */

static void note_problem(Lab *lab, uint64_t game, const char *text) {
  pthread_mutex_lock(&lab->lock);
  LabResult *r = lab->out;
  if (r->problem.data == NULL || game < r->failed) {
    r->failed = game;
    bytes_clear(&r->problem);
    bytes_text(&r->problem, text);
  }
  pthread_mutex_unlock(&lab->lock);
}

static LabEnd read_standings(const Table *t, LabResult *r, uint64_t game) {
  const Standings *s = &t->standings;
  for (int i = 0; s->result && i < s->rows; i++) {
    const Standing *row = &s->row[i];
    if (row->seat >= r->seats) continue; /* the GM */
    size_t at = (size_t)game * (size_t)r->seats + (size_t)row->seat;
    r->place[at] = row->place;
    r->score[at] = row->scored ? row->score.x : 0;
  }
  return s->result ? LAB_RESULT : LAB_NO_RESULT;
}

static void read_measures(Table *t, LabResult *r, uint64_t game) {
  lua_State *L = t->L;
  lua_rawgeti(L, LUA_REGISTRYINDEX, t->ref.hooks);
  lua_getfield(L, -1, "measures");
  for (int m = 0; m < r->measures; m++) {
    lua_getfield(L, -1, r->names[m]);
    r->measure[(size_t)game * (size_t)r->measures + (size_t)m] =
        lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
  lua_pop(L, 2);
}

static void failed(Lab *lab, uint64_t game, const char *why) {
  lab->out->end[game] = LAB_FAILED;
  note_problem(lab, game, why);
}

/* Has the script written over what is not state? Then an error value is on L. */
static bool is_whole(Table *t) {
  if (!table_hook(t, "written_over", 0)) return false;
  if (!lua_isnil(t->L, -1)) return false;
  lua_pop(t->L, 1);
  return table_check(t);
}

/* What came of a game that stands at this stop. */
static void record(Worker *w, Table *t, TableStop stop, uint64_t game) {
  LabResult *r = w->lab->out;
  bool cut = stop == TABLE_QUESTION && stopped(w);
  if (cut) return;
  if (stop == TABLE_FINISHED && is_whole(t)) {
    r->end[game] = (uint8_t)read_standings(t, r, game);
  } else if (stop == TABLE_QUESTION) {
    r->end[game] = LAB_STOPPED;
  } else {
    if (stop == TABLE_FINISHED) table_fail(t);
    failed(w->lab, game, table_message(t));
  }
  read_measures(t, r, game);
  atomic_fetch_add(&w->lab->questions, t->questions);
}

/* --- with a journal --- */

static Journal *new_journal(const LabConfig *c, uint64_t game, Bytes *err) {
  char path[4096], why[1024];
  snprintf(path, sizeof path, "%s/%s-%06llu.journal", c->save,
           c->session.world.game, (unsigned long long)game);
  for (char *p = path + strlen(c->save) + 1; *p != 0; p++)
    if (*p == '/') *p = '_';
  Journal *j = journal_create(path, why, sizeof why);
  if (j == NULL) bytes_format(err, "%s: %s", path, why);
  return j;
}

/* False: the bot failed, and `text` says why. */
static bool answer_session(Session *s, Bytes *text) {
  int seat = s->world->table->question.seat;
  int code = seat == SEAT_GM ? 0 : seat + 1;
  const char *bot = s->config.answerer[code];
  BotSays says =
      strcmp(bot, "random") == 0 ? BOT_RANDOM : bot_answer(s->world, bot, text);
  if (says == BOT_RANDOM) return session_answer_random(s);
  if (says == BOT_FAILED) return false;
  session_keep_notes(s, code);
  return session_answer(s, text->data, false, text);
}

static void act_in_session(Session *s, void *ud) {
  Action action;
  Bytes sentence = {0};
  if (draw_action(ud, s->world->table, &action))
    session_act(s, action.name, action.seat, &sentence);
  bytes_free(&sentence);
}

static void play_session(Worker *w, Session *s, uint64_t game) {
  Table *t = s->world->table;
  uint64_t limit = w->lab->config->limit;
  bool answered = bots_open(s->world, &w->text);
  while (answered && session_run(s) == SESSION_QUESTION &&
         t->questions <= limit && !stopped(w))
    answered = answer_session(s, &w->text);
  if (answered && s->state != SESSION_BROKEN) {
    record(w, t, s->stop, game);
    return;
  }
  Bytes why = {0};
  if (s->state == SESSION_BROKEN)
    bytes_text(&why, session_problem(s));
  else
    bytes_format(
        &why, "%s: %s",
        s->config
            .answerer[t->question.seat == SEAT_GM ? 0 : t->question.seat + 1],
        w->text.data);
  failed(w->lab, game, why.data);
  bytes_free(&why);
}

static void play_saved(Worker *w, uint64_t game) {
  const LabConfig *c = w->lab->config;
  SessionConfig config = c->session;
  Bytes err = {0};
  config.game = game;
  config.journal = new_journal(c, game, &err);
  Session *s = config.journal ? session_begin(&config, &err) : NULL;
  if (s == NULL) {
    journal_close(config.journal);
    failed(w->lab, game, err.data ? err.data : "no journal");
  } else {
    s->between = act_in_session;
    s->between_ud = w;
    play_session(w, s, game);
    session_close(s);
  }
  bytes_free(&err);
}

/* --- threads --- */

/* What a clock gave up is played again under a budget that counts. */
static bool has_given_up(Table *t) {
  Budget *budget = host_of(t->L)->budget;
  if (!budget_gave_up(budget)) return false;
  budget_count(budget, true);
  return true;
}

/* Moves are recorded from when a bot first asks what it saw: that game is
 * then played again. */
static bool has_missed_moves(Table *t) {
  if (!t->moves_asked || !t->events.off) return false;
  table_record(t, true);
  return true;
}

static void play_one(Worker *w, uint64_t game) {
  const LabConfig *c = w->lab->config;
  rng_stream(&w->actions, c->session.seed, "actions", game);
  if (c->save != NULL) {
    play_saved(w, game);
    return;
  }
  Table *t = w->world->table;
  TableStop stop;
  budget_count(host_of(t->L)->budget, false);
  do {
    stop = table_reset(t, c->session.seed, game) ? play(w) : TABLE_FAILED;
  } while (has_missed_moves(t) || has_given_up(t));
  record(w, t, stop, game);
}

/* Takes games for a worker, fewer at a time towards the end, so that all
 * workers end together: from *from on; 0 when none is left. */
static uint64_t take_games(Lab *lab, uint64_t *from) {
  uint64_t games = lab->config->games, n;
  *from = atomic_load(&lab->next);
  do {
    if (*from >= games) return 0;
    n = (games - *from) / (8 * (uint64_t)lab->config->jobs);
    n = n < 1 ? 1 : n > CHUNK_MAX ? CHUNK_MAX : n;
  } while (!atomic_compare_exchange_weak(&lab->next, from, *from + n));
  return n;
}

static void work(Worker *w) {
  Lab *lab = w->lab;
  uint64_t from, n;
  while (!stopped(w) && (n = take_games(lab, &from)) > 0) {
    for (uint64_t g = from; g < from + n && !stopped(w); g++) {
      play_one(w, g);
      atomic_fetch_add_explicit(&lab->done, 1, memory_order_relaxed);
    }
  }
}

static bool check_bots(Worker *w, const SessionConfig *c, Bytes *err) {
  for (int i = w->world->table->has_gm ? 0 : 1; i <= c->world.players; i++) {
    const char *bot = c->answerer[i];
    if (!bots_have(w->world, bot)) {
      bytes_format(err, "no bot `%s`; the best of this game is `%s`", bot,
                   bots_best(w->world));
      return false;
    }
    if (strcmp(bot, "random") == 0)
      w->world->table->random |= (SeatMask)1 << (i == 0 ? SEAT_GM : i - 1);
  }
  return true;
}

/* Rules, piles, pools and verbs one look-up nearer; see core/table.lua. */
static bool copy_raw(Worker *w, Bytes *err) {
  Table *t = w->world->table;
  bool copied = table_hook(t, "copy_raw", 0);
  if (!copied) bytes_text(err, report_text(t->L, -1));
  lua_pop(t->L, 1);
  return copied;
}

/* A world belongs to the thread whose clock its budget watches, so each
 * worker opens its own. */
static bool open_worker(Worker *w, Bytes *err) {
  const SessionConfig *c = &w->lab->config->session;
  char why[256];
  w->world = world_open(&c->world, NULL, err);
  if (w->world == NULL) return false;
  if (!bots_open(w->world, err) || !check_bots(w, c, err)) return false;
  if (c->stack && !table_stack(w->world->table, c->stack, why, sizeof why)) {
    bytes_text(err, why);
    return false;
  }
  w->world->table->events.quiet = true;
  return copy_raw(w, err);
}

static void no_world(Lab *lab, Bytes *err) {
  pthread_mutex_lock(&lab->lock);
  if (lab->err.data == NULL)
    bytes_text(&lab->err, err->data ? err->data : "not enough memory");
  pthread_mutex_unlock(&lab->lock);
}

static void *run_worker(void *argument) {
  Worker *w = argument;
  Bytes err = {0};
  if (open_worker(w, &err))
    work(w);
  else
    no_world(w->lab, &err);
  world_close(w->world);
  bytes_free(&err);
  bytes_free(&w->text);
  pthread_mutex_lock(&w->lab->lock);
  w->lab->working--;
  pthread_cond_signal(&w->lab->idle);
  pthread_mutex_unlock(&w->lab->lock);
  return NULL;
}

/* --- the whole --- */

static bool take_memory(LabResult *r) {
  size_t rows = (size_t)r->games * (size_t)r->seats;
  r->end = calloc((size_t)r->games, 1);
  r->place = calloc(rows, sizeof *r->place);
  r->score = calloc(rows, sizeof *r->score);
  r->measure =
      calloc((size_t)r->games * (size_t)r->measures + 1, sizeof *r->measure);
  return r->end && r->place && r->score && r->measure;
}

static void read_names(World *w, LabResult *r) {
  lua_State *L = w->L;
  lua_rawgeti(L, LUA_REGISTRYINDEX, w->table->ref.hooks);
  lua_getfield(L, -1, "measure_names");
  for (lua_Integer i = 1; i <= MEASURES_MAX; i++) {
    if (lua_rawgeti(L, -1, i) != LUA_TTABLE) break;
    lua_rawgeti(L, -1, 1);
    lua_rawgeti(L, -2, 2);
    snprintf(r->names[i - 1], 64, "%s", lua_tostring(L, -2));
    snprintf(r->meanings[i - 1], 160, "%s", lua_tostring(L, -1));
    r->measures = (int)i;
    lua_pop(L, 3);
  }
  lua_settop(L, 0);
}

/* Opens one world to see that everything is right before threads begin. */
static bool look_first(Lab *lab, Bytes *err) {
  Worker w = {.lab = lab};
  bool good = open_worker(&w, err);
  if (good) {
    lab->out->seats = w.world->table->seats;
    read_names(w.world, lab->out);
  }
  world_close(w.world);
  return good;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void tell_progress(Lab *lab) {
  const LabConfig *c = lab->config;
  if (c->progress == NULL) return;
  if (!c->progress(c->ud, atomic_load(&lab->done), c->games))
    atomic_store(&lab->stop, true);
}

/* Until all workers have ended. */
static void wait_for_all(Lab *lab) {
  pthread_mutex_lock(&lab->lock);
  while (lab->working > 0) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += PROGRESS_MS * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
      until.tv_nsec -= 1000000000L;
      until.tv_sec++;
    }
    pthread_cond_clockwait(&lab->idle, &lab->lock, CLOCK_MONOTONIC, &until);
    pthread_mutex_unlock(&lab->lock);
    tell_progress(lab);
    pthread_mutex_lock(&lab->lock);
  }
  pthread_mutex_unlock(&lab->lock);
}

static void run_all(Lab *lab) {
  Worker worker[JOBS_MAX];
  int jobs = lab->config->jobs < JOBS_MAX ? lab->config->jobs : JOBS_MAX;
  int started = 0;
  pthread_attr_t attr;
  memset(worker, 0, sizeof worker);
  pthread_attr_init(&attr);
  pthread_attr_setstacksize(&attr, (size_t)8 << 20);
  lab->working = jobs;
  for (; started < jobs; started++) {
    Worker *w = &worker[started];
    w->lab = lab;
    if (pthread_create(&w->thread, &attr, run_worker, w) != 0) break;
  }
  pthread_attr_destroy(&attr);
  pthread_mutex_lock(&lab->lock);
  lab->working -= jobs - started;
  pthread_mutex_unlock(&lab->lock);
  if (started == 0) bytes_text(&lab->err, "no thread can be started");
  wait_for_all(lab);
  for (int i = 0; i < started; i++) pthread_join(worker[i].thread, NULL);
}

/* Were all games played by those workers that had a world? */
static bool all_played(Lab *lab, Bytes *err) {
  bool all =
      atomic_load(&lab->stop) || atomic_load(&lab->next) >= lab->config->games;
  if (!all) bytes_text(err, lab->err.data ? lab->err.data : "no games");
  bytes_free(&lab->err);
  return all;
}

bool lab_run(const LabConfig *config, LabResult *out, Bytes *err) {
  Lab lab = {.config = config, .out = out};
  memset(out, 0, sizeof *out);
  out->games = config->games;
  if (!look_first(&lab, err)) return false;
  if (!take_memory(out)) {
    bytes_text(err, "not enough memory for so many games");
    lab_free(out);
    return false;
  }
  pthread_mutex_init(&lab.lock, NULL);
  pthread_cond_init(&lab.idle, NULL);
  double start = now();
  run_all(&lab);
  out->seconds = now() - start;
  out->questions = atomic_load(&lab.questions);
  pthread_cond_destroy(&lab.idle);
  pthread_mutex_destroy(&lab.lock);
  if (all_played(&lab, err)) return true;
  lab_free(out);
  return false;
}

void lab_free(LabResult *r) {
  free(r->end);
  free(r->place);
  free(r->score);
  free(r->measure);
  bytes_free(&r->problem);
  memset(r, 0, sizeof *r);
}
