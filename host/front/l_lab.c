/* The laboratory: many games, played by bots on several threads.
 *
 * The lab plays rows: row r (from 0) is game first + r / tables, at table
 * r % tables. A row's numbers depend on the seed, the game's number and the
 * table, never on the thread that played it: each thread has worlds of its
 * own. A row is complete as soon as `end` says how its game ended.
 *
 * Only `window` rows are in memory: row r is at place r % window, and is not
 * played before row r - window was handed on. */
#include <lauxlib.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bind/bind.h"
#include "front/front.h"
#include "script/sandbox.h"
#include "table/l_table.h"
#include "table/play.h"
#include "table/world.h"

#define LAB "croupier.lab"

enum {
  AT_ONCE_MAX = 64, /* questions between two looks at `stop` */
  STACK = 8 << 20,
  ROW_BYTES = 4 << 20, /* bytes of rows in memory, at most */
  ROWS_LEAST = 1024    /* rows in memory, at least */
};

typedef enum LabEnd { NOT_PLAYED, RESULT, NO_RESULT, STOPPED, FAILED } LabEnd;

/* A table of the lab: its game and players. The front's tables own the texts. */
typedef struct LabTable {
  WorldConfig world;
  const char *answerers; /* as stdlib/measure/lab.lua reads them */
  size_t size;
  int width; /* numbers in a row */
} LabTable;

typedef struct Lab Lab;

typedef struct Worker {
  Lab *lab;
  World **world;         /* by table */
  World *at;             /* of the game under way */
  const LabTable *table; /* likewise */
  pthread_t thread;
} Worker;

struct Lab {
  LabTable *table;
  int tables, jobs;
  uint8_t seed[32];
  const char *seed_text;
  uint64_t first, limit;
  double actions; /* chance of one at a step boundary, 0..1 */
  bool paired;    /* chance by purpose: table/paired.h */
  uint64_t rows, window;
  int width; /* of the widest table's rows */
  double *row;
  atomic_uchar *end; /* set when the row's numbers are */
  _Atomic uint64_t next, done, handed_on;
  atomic_bool stop;
  volatile sig_atomic_t halted; /* `stop` for budgets and searches */
  pthread_mutex_t lock;         /* of what follows */
  pthread_cond_t idle;          /* a worker has ended, or waits for room */
  pthread_cond_t room;          /* rows were handed on */
  int started, working;
  atomic_int waiting; /* for room */
  Bytes problem, failure;
  uint64_t failed; /* the row of `failure` */
  Worker worker[];
};

static void make_room(Lab *lab) {
  if (atomic_load(&lab->waiting) == 0) return;
  pthread_mutex_lock(&lab->lock);
  pthread_cond_broadcast(&lab->room);
  pthread_mutex_unlock(&lab->lock);
}

static void halt(Lab *lab) {
  atomic_store(&lab->stop, true);
  lab->halted = 1;
  make_room(lab);
}

static bool stopped(const Worker *w) {
  return atomic_load_explicit(&w->lab->stop, memory_order_relaxed);
}

/* --- one game --- */

/* Calls a function of stdlib/measure/lab.lua with the built table and the
 * arguments on top: two results, or false and a report. */
static bool call_lab(World *w, const char *name, int arguments) {
  world_push_build(w);
  lua_insert(w->L, -1 - arguments);
  return world_call(w, "measure.lab", name, 1 + arguments, 2);
}

/* A seat's answering function is in the hook table, at the seat's number. */
static TableStop answer(World *w) {
  Table *t = w->table;
  lua_State *L = w->L;
  if (t->run.random >> t->question.seat & 1) return table_go_on_at_random(t);
  lua_pushcfunction(L, report_handler);
  table_push(L, t->ref.hooks, seat_number(t->question.seat));
  int status = host_pcall(L, 0, 1, -2);
  bool staged = lua_toboolean(L, -1);
  lua_remove(L, -2);
  if (status != LUA_OK) return table_fail(t);
  lua_pop(L, 1);
  return staged ? table_go_on(t) : table_go_on_at_random(t);
}

/* Can a seat act out of turn? */
static bool acts(const Worker *w) {
  return w->lab->actions > 0 || w->at->table->search.acts;
}

/* Perhaps runs an action out of turn: a random one of a random seat, or one that a
 * searching seat chooses. */
static bool act(Worker *w, TableStop *stop) {
  if (!acts(w)) return false;
  Table *t = w->at->table;
  lua_State *L = t->L;
  int top = lua_gettop(L);
  lua_pushnumber(L, w->lab->actions);
  lua_pushstring(L, w->lab->seed_text);
  lua_pushinteger(L, (lua_Integer)t->game);
  if (!call_lab(w->at, "act", 3)) {
    *stop = table_fail(t);
    return true;
  }
  bool found = lua_isstring(L, -2);
  const char *step = found ? lua_tostring(L, -2) : NULL;
  int seat = (int)lua_tointeger(L, -1);
  lua_settop(L, top); /* the declaration keeps the name */
  if (found) *stop = table_act(t, step, seat_numbered(seat));
  return found;
}

/* TABLE_QUESTION: at the limit of questions, or stopped. Actions come between
 * two steps. */
static TableStop play(Worker *w) {
  Table *t = w->at->table;
  uint64_t limit = w->lab->limit;
  bool acting = acts(w);
  TableStop stop = TABLE_STEP;
  for (;;) {
    t->run.random_until = t->search.records ? 0 : t->questions + AT_ONCE_MAX;
    if (t->run.random_until > limit) t->run.random_until = limit;
    if (stop == TABLE_STEP) {
      if (!act(w, &stop)) stop = acting ? table_run(t) : table_run_on(t);
    } else if (stop == TABLE_QUESTION) {
      if (t->questions > limit || stopped(w)) return TABLE_QUESTION;
      stop = answer(w->at);
    } else {
      return stop;
    }
  }
}

/* --- results --- */

static void note_failure(Lab *lab, uint64_t row, const char *text) {
  pthread_mutex_lock(&lab->lock);
  if (lab->failure.data == NULL || row < lab->failed) {
    lab->failed = row;
    bytes_free(&lab->failure);
    bytes_text(&lab->failure, text);
  }
  pthread_mutex_unlock(&lab->lock);
}

/* The list at index i. */
static void read_row(lua_State *L, int i, double *out, int width) {
  for (int n = 0; n < width; n++) {
    lua_rawgeti(L, i, n + 1);
    out[n] = lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
}

/* Stores the result of a game that ended with this stop. While the lab stops, games
 * whose searches may have been cut short are dropped. */
static void record(Worker *w, TableStop stop, uint64_t row) {
  Lab *lab = w->lab;
  Table *t = w->at->table;
  lua_State *L = t->L;
  int top = lua_gettop(L);
  if (stopped(w) && (stop == TABLE_QUESTION || t->search.records)) return;
  const char *failure = stop == TABLE_FAILED ? table_message(t) : NULL;
  lua_pushboolean(L, stop == TABLE_FINISHED);
  bool whole = call_lab(w->at, "row", 1);
  LabEnd end = lua_toboolean(L, -1) ? RESULT : NO_RESULT;
  uint64_t place = row % lab->window;
  if (whole)
    read_row(L, -2, lab->row + place * (uint64_t)lab->width, w->table->width);
  if (!whole || lua_isstring(L, -1)) failure = report_text(L, -1);
  if (stop == TABLE_QUESTION) end = STOPPED;
  if (failure != NULL) end = FAILED, note_failure(lab, row, failure);
  lua_settop(L, top);
  atomic_store_explicit(&lab->end[place], (unsigned char)end,
                        memory_order_release);
  atomic_fetch_add_explicit(&lab->done, 1, memory_order_relaxed);
}

/* --- threads --- */

/* Moves are recorded once a bot has asked for them; that game is then played
 * again. */
static bool has_missed_moves(Table *t) {
  if (!t->moves_asked || !t->events.off) return false;
  table_record(t, true);
  return true;
}

/* A game that the clock gave up is played again with counting on. */
static bool has_given_up(Table *t) {
  Budget *budget = host_of(t->L)->budget;
  if (!budget_gave_up(budget)) return false;
  budget_count(budget, true);
  return true;
}

static void play_row(Worker *w, uint64_t row) {
  const Lab *c = w->lab;
  uint64_t game = c->first + row / (uint64_t)c->tables;
  size_t table = row % (uint64_t)c->tables;
  TableStop stop;
  w->at = w->world[table];
  w->table = &c->table[table];
  budget_count(host_of(w->at->L)->budget, false);
  do {
    stop = table_reset(w->at->table, c->seed, game) ? play(w) : TABLE_FAILED;
  } while (has_missed_moves(w->at->table) || has_given_up(w->at->table));
  record(w, stop, row);
}

/* A world belongs to the thread whose clock its budget watches, so each
 * worker opens its own. */
static World *open_world(const Lab *lab, const LabTable *of, Bytes *err) {
  World *w = world_open(&of->world, err);
  if (w == NULL) return NULL;
  lua_pushlstring(w->L, of->answerers, of->size);
  if (call_lab(w, "sit", 1)) {
    w->table->run.random = (SeatMask)lua_tointeger(w->L, -2);
    w->table->search.acts = lua_toboolean(w->L, -1);
    w->table->paired.on = lab->paired;
    w->table->search.pressed = &lab->halted;
  } else {
    bytes_text(err, report_text(w->L, -1));
  }
  lua_settop(w->L, 0);
  return w;
}

/* True when there is a world for every table. */
static bool open_worlds(Worker *w, Bytes *err) {
  const Lab *c = w->lab;
  w->world = calloc((size_t)c->tables, sizeof(World *));
  for (int i = 0; w->world != NULL && i < c->tables; i++) {
    w->world[i] = open_world(c, &c->table[i], err);
    if (w->world[i] == NULL || err->data != NULL) return false;
  }
  return w->world != NULL;
}

static void close_worker(Worker *w, Bytes *err) {
  for (int i = 0; w->world != NULL && i < w->lab->tables; i++)
    world_close(w->world[i]);
  free(w->world);
  bytes_free(err);
}

static bool has_room(const Lab *lab, uint64_t row) {
  return row - atomic_load(&lab->handed_on) < lab->window;
}

/* Is the row that is handed on next whole? */
static bool next_is_whole(const Lab *lab) {
  return lab->end[atomic_load(&lab->handed_on) % lab->window] != NOT_PLAYED;
}

/* Waits for room and takes the next row to play; false when no row is left, or the
 * lab stops. */
static bool take_row(Worker *w, uint64_t *row) {
  Lab *lab = w->lab;
  *row = atomic_fetch_add(&lab->next, 1);
  if (*row >= lab->rows) return false;
  if (has_room(lab, *row)) return true;
  pthread_mutex_lock(&lab->lock);
  atomic_fetch_add(&lab->waiting, 1);
  pthread_cond_signal(&lab->idle);
  while (!has_room(lab, *row) && !stopped(w))
    pthread_cond_wait(&lab->room, &lab->lock);
  atomic_fetch_sub(&lab->waiting, 1);
  pthread_mutex_unlock(&lab->lock);
  return !stopped(w);
}

static void *run_worker(void *argument) {
  Worker *w = argument;
  Lab *lab = w->lab;
  Bytes err = {0};
  uint64_t row;
  bool open = open_worlds(w, &err);
  while (open && !stopped(w) && take_row(w, &row)) play_row(w, row);
  pthread_mutex_lock(&lab->lock);
  if (!open && lab->problem.data == NULL)
    bytes_text(&lab->problem, err.data ? err.data : "not enough memory");
  pthread_mutex_unlock(&lab->lock);
  close_worker(w, &err);
  pthread_mutex_lock(&lab->lock);
  lab->working--;
  pthread_cond_signal(&lab->idle);
  pthread_mutex_unlock(&lab->lock);
  return NULL;
}

/* --- starting and ending --- */

static void start_threads(Lab *lab) {
  pthread_attr_t attr;
  pthread_attr_init(&attr);
  pthread_attr_setstacksize(&attr, STACK);
  pthread_mutex_lock(&lab->lock);
  for (; lab->started < lab->jobs; lab->started++) {
    Worker *w = &lab->worker[lab->started];
    w->lab = lab;
    if (pthread_create(&w->thread, &attr, run_worker, w) != 0) break;
  }
  lab->working = lab->started;
  if (lab->started == 0) bytes_text(&lab->problem, "can't start a thread");
  pthread_mutex_unlock(&lab->lock);
  pthread_attr_destroy(&attr);
}

/* run:close(): may be called twice */
static int r_close(lua_State *F) {
  Lab *lab = luaL_checkudata(F, 1, LAB);
  halt(lab);
  for (; lab->started > 0; lab->started--)
    pthread_join(lab->worker[lab->started - 1].thread, NULL);
  bytes_free(&lab->problem);
  bytes_free(&lab->failure);
  free(lab->row);
  free(lab->end);
  free(lab->table);
  lab->row = NULL;
  lab->end = NULL;
  lab->table = NULL;
  return 0;
}

/* With the run at 2. */
static void read_tables(lua_State *F, Lab *lab) {
  lua_getfield(F, 1, "tables");
  lab->tables = (int)luaL_len(F, 3);
  lab->table = calloc((size_t)lab->tables, sizeof *lab->table);
  if (lab->table == NULL) luaL_error(F, "not enough memory");
  for (int i = 0; i < lab->tables; i++) {
    LabTable *of = &lab->table[i];
    lua_geti(F, 3, i + 1);
    front_world_config(F, 4, &of->world);
    of->width = (int)bind_field(F, 4, "width");
    if (of->width > lab->width) lab->width = of->width;
    lua_getfield(F, 4, "answerers");
    of->answerers = luaL_checklstring(F, -1, &of->size);
    lua_settop(F, 3); /* the table keeps it */
  }
}

/* lab.start { tables = { { as world.open takes it, answerers = as
 * stdlib/measure/lab.lua reads them, width = how many numbers its rows have },
 * ... }, seed =, first = number of the first game, games = at each table, jobs
 * = threads, limit = questions after which a game is stopped, actions = chance
 * of one at a step boundary, paired = chance by purpose } -> run; or nil and
 * why. Signals that are held here are held in the threads. */
static int start(lua_State *F) {
  luaL_checktype(F, 1, LUA_TTABLE);
  lua_settop(F, 1);
  int jobs = (int)bind_field(F, 1, "jobs");
  size_t size = sizeof(Lab) + (size_t)jobs * sizeof(Worker);
  Lab *lab = memset(lua_newuserdatauv(F, size, 1), 0, size);
  pthread_mutex_init(&lab->lock, NULL);
  pthread_cond_init(&lab->idle, NULL);
  pthread_cond_init(&lab->room, NULL);
  luaL_setmetatable(F, LAB);
  lua_pushvalue(F, 1); /* keeps the texts */
  lua_setiuservalue(F, -2, 1);
  read_tables(F, lab);
  lab->jobs = jobs;
  lab->first = (uint64_t)bind_field(F, 1, "first");
  lab->limit = (uint64_t)bind_field(F, 1, "limit");
  lab->rows = (uint64_t)bind_field(F, 1, "games") * (uint64_t)lab->tables;
  lua_getfield(F, 1, "actions");
  lab->actions = luaL_optnumber(F, -1, 0);
  lua_getfield(F, 1, "paired");
  lab->paired = lua_toboolean(F, -1);
  lua_getfield(F, 1, "seed");
  lab->seed_text = luaL_checkstring(F, -1);
  seed_read(lab->seed_text, lab->seed);
  lua_settop(F, 2);
  size_t bytes = (size_t)lab->width * sizeof *lab->row;
  lab->window = ROW_BYTES / bytes > ROWS_LEAST ? ROW_BYTES / bytes : ROWS_LEAST;
  if (lab->window > lab->rows) lab->window = lab->rows;
  lab->row = calloc(lab->window, bytes);
  lab->end = calloc(lab->window, sizeof *lab->end);
  if (lab->row == NULL || lab->end == NULL)
    return report_refuse(F, "not enough memory for so many games");
  start_threads(lab);
  return 1;
}

/* --- asking --- */

static Lab *check(lua_State *F) {
  Lab *lab = luaL_checkudata(F, 1, LAB);
  luaL_argcheck(F, lab->end != NULL, 1, "the run is closed");
  return lab;
}

/* run:wait(milliseconds) -> rows that are whole, whether all threads have
 * ended; after at most so long, sooner where threads wait for rows to be
 * handed on */
static int r_wait(lua_State *F) {
  struct timespec until;
  Lab *lab = check(F);
  clock_gettime(CLOCK_MONOTONIC, &until);
  long ns = until.tv_nsec + (long)luaL_checkinteger(F, 2) * 1000000L;
  until.tv_sec += ns / 1000000000L;
  until.tv_nsec = ns % 1000000000L;
  make_room(lab);
  pthread_mutex_lock(&lab->lock);
  while (lab->working > 0 && !(lab->waiting > 0 && next_is_whole(lab)) &&
         pthread_cond_clockwait(&lab->idle, &lab->lock, CLOCK_MONOTONIC,
                                &until) == 0)
    continue;
  lua_pushinteger(F, (lua_Integer)atomic_load(&lab->done));
  lua_pushboolean(F, lab->working == 0);
  pthread_mutex_unlock(&lab->lock);
  return 2;
}

/* run:stop(): games under way are dropped; wait for the threads still */
static int r_stop(lua_State *F) {
  halt(check(F));
  return 0;
}

/* run:row(r, into) -> how game r (from 1) ended, whose numbers are then in the
 * list `into`: questions asked; place (0 for none) and score of each seat;
 * measures. nil while it isn't played. In order: a row that follows those that
 * were handed on is handed on itself, and makes room. */
static int r_row(lua_State *F) {
  static const char *const ends[] = {NULL, "result", "no_result", "stopped",
                                     "failed"};
  Lab *lab = check(F);
  uint64_t r = (uint64_t)luaL_checkinteger(F, 2) - 1, place = r % lab->window;
  uint64_t before = atomic_load(&lab->handed_on);
  luaL_argcheck(F, r >= before && r < lab->rows, 2, "no row to hand on");
  int end = r - before >= lab->window
                ? NOT_PLAYED
                : atomic_load_explicit(&lab->end[place], memory_order_acquire);
  const LabTable *of = &lab->table[r % (uint64_t)lab->tables];
  const double *row = lab->row + place * (uint64_t)lab->width;
  int n = end == NOT_PLAYED ? 0 : of->width;
  for (int i = 0; i < n; i++) {
    lua_Integer whole = (lua_Integer)row[i];
    if (row[i] > -0x1p53 && row[i] < 0x1p53 && (double)whole == row[i])
      lua_pushinteger(F, whole);
    else
      lua_pushnumber(F, row[i]);
    lua_rawseti(F, 3, i + 1);
  }
  lua_pushstring(F, ends[end]);
  if (end != NOT_PLAYED && r == before) {
    atomic_store(&lab->end[place], NOT_PLAYED);
    atomic_store(&lab->handed_on, r + 1);
  }
  return 1;
}

/* run:problem() -> why not all games could be played, or nil; the first row
 * that failed and its sentence, or nil: when all threads have ended */
static int r_problem(lua_State *F) {
  const Lab *lab = check(F);
  bool all = atomic_load(&lab->stop) || atomic_load(&lab->next) >= lab->rows;
  lua_pushstring(F, all ? NULL : lab->problem.data);
  if (lab->failure.data == NULL) return 1;
  lua_pushinteger(F, (lua_Integer)lab->failed + 1);
  lua_pushstring(F, lab->failure.data);
  return 3;
}

/* --- signals --- */

static void endings(sigset_t *set) {
  sigemptyset(set);
  sigaddset(set, SIGINT);
  sigaddset(set, SIGTERM);
}

/* lab.hold(held): from now on Ctrl-C and SIGTERM are held until lab.signal asks
 * for them; with false they end the program as usual */
static int hold(lua_State *F) {
  sigset_t set;
  endings(&set);
  pthread_sigmask(lua_toboolean(F, 1) ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
  return 0;
}

/* lab.signal() -> the number of one that came while they were held, or nil */
static int held_signal(lua_State *F) {
  static const struct timespec at_once = {0, 0};
  sigset_t set;
  endings(&set);
  int which = sigtimedwait(&set, NULL, &at_once);
  if (which < 0) return 0;
  lua_pushinteger(F, which);
  return 1;
}

/* lab.processors() -> how many this process may use */
static int processors(lua_State *F) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(0, &set); /* where they can't be counted */
  sched_getaffinity(0, sizeof set, &set);
  lua_pushinteger(F, CPU_COUNT(&set));
  return 1;
}

void l_lab(lua_State *F) {
  static const luaL_Reg functions[] = {{"start", start},
                                       {"hold", hold},
                                       {"signal", held_signal},
                                       {"processors", processors},
                                       {NULL, NULL}};
  static const luaL_Reg methods[] = {{"wait", r_wait},   {"stop", r_stop},
                                     {"row", r_row},     {"problem", r_problem},
                                     {"close", r_close}, {"__gc", r_close},
                                     {NULL, NULL}};
  front_library(F, LAB, functions, methods);
}
