/* The budget of work: see limits.h.
 *
 * Counting is a hook that Lua calls every EVERY instructions. The clock is a
 * timer whose signal goes to the thread that opened the budget and carries
 * the budget's address, so nothing here is at file scope and threads don't
 * meet. The handler calls lua_sethook (which Lua allows in a handler), write
 * and _exit, and nothing else.
 *
 * Always true: `spent` is set from the moment that an entry is over its
 * budget or a clock has ended it until the outermost such entry is left; each
 * tick meanwhile arms a hook that raises at every instruction.
 *
 * The numbers: a machine of 2023 takes some 200 million instructions a second,
 * so WORK_DEFAULT of them 0.25 s; one four times as fast 0.06 s, before which
 * EARLY_TICKS have ended what is not counted. Entering an entry costs EVERY
 * steps, because Lua's counter starts again.
 *
 * Tried and rejected: counting from the start always (doubles the time of pure
 * Lua, whatever EVERY is); a thread that watches (can't touch a state that
 * runs elsewhere); a clock read on entry (25 ns against 1). */
#include "script/limits.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "script/sandbox.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

enum {
  EVERY = 200, /* instructions between two calls of the hook */
  TEXT_STEP = 16,
  TICK_MS = 15,
  EARLY_TICKS = 2,
  GUARD_RATE = 5000,     /* steps a ms that the slowest machine takes */
  GUARD_LEAST_MS = 1000, /* for a few steps that each do much */
  LEAST_RATE = 250,      /* steps a ms: fewer each do too much, everywhere */
  NAME_MAX_SHOWN = 100
};

typedef enum Reason { STEPS, GIVEN_UP, SLOW, INTERRUPTED } Reason;

struct BudgetTimer {
  timer_t id;
  unsigned guard_ms, guard; /* a round of the last guard; in ticks */
  volatile unsigned rounds; /* of the outermost entry, with this one */
  volatile uint64_t before; /* its steps when this one began */
  volatile Reason reason;   /* why `spent` is set */
  volatile bool gave_up;
  const volatile sig_atomic_t *volatile pressed;
  sig_atomic_t never; /* what is pressed where nobody can */
  const char *volatile script, *volatile step;
};

static int tick_signal(void) { return SIGRTMIN + 3; }

static bool is_interrupted(const Budget *b) { return *b->timer->pressed != 0; }

static int innermost(const Budget *b) {
  return (b->depth < BUDGET_DEPTH ? b->depth : BUDGET_DEPTH) - 1;
}

static void push_reason(lua_State *L, const Budget *b) {
  const struct BudgetTimer *t = b->timer;
  if (t->reason == INTERRUPTED)
    lua_pushliteral(L, "interrupted");
  else if (t->reason == STEPS)
    lua_pushfstring(L, "ran for more than %I instructions without an answer",
                    (LUAI_UACINT)b->most);
  else if (t->reason == SLOW)
    lua_pushfstring(
        L,
        "ran for %f seconds and reached the time limit before the "
        "instruction limit: this machine is slow, or each step does too much",
        (LUAI_UACNUMBER)t->guard_ms * t->rounds / 1000);
  else
    lua_pushliteral(L, "is run again and counted");
}

static void raise_spent(lua_State *L) {
  report_where(L, 0);
  push_reason(L, host_of(L)->budget);
  lua_concat(L, 2);
  lua_error(L);
}

static void on_spent(lua_State *L, lua_Debug *ar) {
  (void)ar;
  raise_spent(L);
}

/* May be called by the clock at any moment. */
static void spend(Budget *b, Reason reason) {
  b->timer->reason = reason;
  if (reason == GIVEN_UP) b->timer->gave_up = true;
  b->spent = true;
  lua_sethook(b->entry[innermost(b)].running, on_spent, LUA_MASKCOUNT, 1);
}

/* ---- counting ---- */

static uint64_t steps_of(const Budget *b, const BudgetEntry *e) {
  return e->steps + (arena_texts(b->arena) - e->texts) / TEXT_STEP;
}

/* Without counting only the host's own steps are known; too many of those alone
 * mean that the entry must be run again, counted. */
static void add_steps(Budget *b, uint64_t steps) {
  BudgetEntry *e = &b->entry[innermost(b)];
  e->steps += steps;
  if (steps_of(b, e) > b->most && !b->spent)
    spend(b, b->counting ? STEPS : GIVEN_UP);
}

static void on_count(lua_State *L, lua_Debug *ar) {
  Budget *b = host_of(L)->budget;
  (void)ar;
  add_steps(b, EVERY);
  if (b->spent) raise_spent(L);
}

void budget_charge(lua_State *L, uint64_t steps) {
  Budget *b = host_of(L)->budget;
  if (b->depth == 0) return;
  add_steps(b, steps);
  if (b->spent) raise_spent(L);
}

uint64_t budget_left(lua_State *L) {
  const Budget *b = host_of(L)->budget;
  if (b->depth == 0) return UINT64_MAX;
  uint64_t taken = steps_of(b, &b->entry[innermost(b)]);
  return taken > b->most ? 0 : b->most - taken;
}

void budget_arm(Budget *b, lua_State *co) {
  lua_sethook(co, on_count, LUA_MASKCOUNT, EVERY);
  if (b->spent) lua_sethook(co, on_spent, LUA_MASKCOUNT, 1);
}

/* Are the entries that go on to end too? What the clock ended ends with the
 * outermost, for all of them have had its time. */
static bool still_spent(const Budget *b) {
  Reason reason = b->timer->reason;
  return reason == GIVEN_UP || reason == SLOW || is_interrupted(b);
}

/* Takes the hook off the entry that was left, and arms the one that goes on.
 * `spent` falls first: a tick in between then sets it again. */
void budget_clear(Budget *b) {
  int depth = b->depth;
  bool spent = b->spent;
  if (depth >= BUDGET_DEPTH) return;
  const BudgetEntry *left = &b->entry[depth];
  Reason reason = b->timer->reason;
  b->spent = false;
  lua_sethook(left->running, NULL, 0, 0);
  if (depth == 0) return;
  BudgetEntry *outer = &b->entry[depth - 1];
  if (b->counting) budget_arm(b, outer->running);
  if (spent && still_spent(b)) spend(b, reason);
  add_steps(b, left->steps + EVERY);
}

bool budget_count(Budget *b, bool on) {
  bool before = b->counting;
  b->counting = on;
  b->timer->gave_up = false;
  return before;
}

bool budget_gave_up(const Budget *b) { return b->timer->gave_up; }

/* ---- the clock ---- */

/* Puts NAME_MAX_SHOWN bytes of a text at most; returns where it goes on. */
static char *put(char *at, const char *text) {
  for (int n = 0; *text != '\0' && n < NAME_MAX_SHOWN; n++) *at++ = *text++;
  return at;
}

static _Noreturn void end_process(const struct BudgetTimer *t) {
  char line[6 * NAME_MAX_SHOWN], *at = put(line, "croupier: ");
  at = put(at, t->script);
  at = put(at, ": step ");
  at = put(at, t->step);
  at = put(at, " can't be stopped in any other way: ");
  at = put(at, "croupier ends here; the journal is intact\n");
  ssize_t written = write(STDERR_FILENO, line, (size_t)(at - line));
  (void)written;
  _exit(1);
}

/* Is it the machine that is slow? Where enough steps were taken in this round
 * of the last guard, another begins. */
static bool goes_on(const Budget *b) {
  struct BudgetTimer *t = b->timer;
  uint64_t steps = steps_of(b, &b->entry[0]);
  for (int i = 1; i <= innermost(b); i++) steps += b->entry[i].steps;
  if (steps - t->before < (uint64_t)t->guard_ms * LEAST_RATE) return false;
  t->before = steps;
  t->rounds++;
  return true;
}

/* A tick counts against the outermost entry, or a loop of short ones in it never
 * ends. */
static void on_tick(int sig, siginfo_t *info, void *context) {
  (void)sig, (void)context;
  Budget *b = info->si_value.sival_ptr;
  struct BudgetTimer *t = b->timer;
  if (b->depth == 0) return;
  unsigned ticks = ++b->entry[0].ticks;
  if (ticks == 1) t->before = 0, t->rounds = 1;
  if (ticks > t->rounds * t->guard + t->guard / 2) end_process(t);
  if (is_interrupted(b))
    spend(b, INTERRUPTED);
  else if (b->spent)
    spend(b, t->reason);
  else if (ticks > t->rounds * t->guard && !goes_on(b))
    spend(b, SLOW);
  else if (!b->counting && ticks > EARLY_TICKS)
    spend(b, GIVEN_UP);
}

static unsigned ticks_of(unsigned ms) { return (ms + TICK_MS - 1) / TICK_MS; }

void budget_interrupt(Budget *b, const volatile sig_atomic_t *pressed) {
  b->timer->pressed = pressed != NULL ? pressed : &b->timer->never;
}

void budget_name(Budget *b, const char *script, const char *step) {
  if (script != NULL) b->timer->script = script;
  b->timer->step = step;
}

bool budget_start(Budget *b) {
  struct sigaction act = {.sa_sigaction = on_tick,
                          .sa_flags = SA_SIGINFO | SA_RESTART};
  sigemptyset(&act.sa_mask);
  sigaction(tick_signal(), &act, NULL);
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID,
                           .sigev_signo = tick_signal()};
  event.sigev_value.sival_ptr = b;
  event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
  if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &b->timer->id) != 0)
    return false;
  struct timespec tick = {.tv_nsec = TICK_MS * 1000000L};
  struct itimerspec every = {.it_interval = tick, .it_value = tick};
  timer_settime(b->timer->id, 0, &every, NULL);
  return true;
}

Budget *budget_open(const Arena *arena, uint64_t most) {
  Budget *b = calloc(1, sizeof *b);
  if (b != NULL) b->timer = calloc(1, sizeof *b->timer);
  if (b == NULL || b->timer == NULL) {
    free(b);
    return NULL;
  }
  b->arena = arena;
  b->most = most;
  b->counting = true;
  budget_name(b, "a script", "(none)");
  budget_interrupt(b, NULL);
  b->timer->guard_ms = (unsigned)(most / GUARD_RATE) + GUARD_LEAST_MS;
  b->timer->guard = ticks_of(b->timer->guard_ms);
  b->timer->rounds = 1;
  if (budget_start(b)) return b;
  free(b->timer);
  free(b);
  return NULL;
}

/* A tick may be under way to this thread: it is taken in before the budget
 * that it points to goes. */
void budget_close(Budget *b) {
  if (b == NULL) return;
  sigset_t ticks, before;
  sigemptyset(&ticks);
  sigaddset(&ticks, tick_signal());
  pthread_sigmask(SIG_BLOCK, &ticks, &before);
  timer_delete(b->timer->id);
  b->depth = 0;
  while (sigtimedwait(&ticks, NULL, &(struct timespec){0}) > 0) {}
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  free(b->timer);
  free(b);
}
