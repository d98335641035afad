/* The budget of work: see budget.h.
 *
 * The timer's signal goes to the thread that opened the budget and carries
 * the budget's address, so nothing here is at file scope and threads don't
 * meet. The handler calls lua_sethook (which Lua allows in a handler),
 * write and _exit, and nothing else.
 *
 * Always true: an entry's hook is armed only while `spent` is set; `spent`
 * falls when the outermost spent entry has been left.
 *
 * Tried and rejected: a count hook from the start (doubles the time of pure
 * Lua, whatever the count); a thread that watches (can't touch a state that
 * runs elsewhere); a clock read on entry (25 ns against 1). */
#include "script/budget.h"

#include <errno.h>
#include <lauxlib.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "script/report.h"
#include "script/sandbox.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

enum { TICK_MS = 20, NAME_MAX_SHOWN = 100 };

struct BudgetTimer {
  timer_t id;
  unsigned limit_ms;
  volatile unsigned limit, hard; /* in ticks */
  const volatile sig_atomic_t *volatile pressed;
  const char *volatile script, *volatile step;
};

static int tick_signal(void) { return SIGRTMIN + 3; }

static bool is_interrupted(const Budget *b) {
  const volatile sig_atomic_t *pressed = b->timer->pressed;
  return pressed != NULL && *pressed != 0;
}

static void raise_spent(lua_State *L) {
  const Budget *b = host_of(L)->budget;
  report_where(L, 0);
  if (is_interrupted(b))
    lua_pushliteral(L, "interrupted");
  else
    lua_pushfstring(L, "ran for more than %d ms without an answer",
                    (int)b->timer->limit_ms);
  lua_concat(L, 2);
  lua_error(L);
}

static void hook(lua_State *L, lua_Debug *ar) {
  (void)ar;
  raise_spent(L);
}

void budget_check(lua_State *L) {
  const Budget *b = host_of(L)->budget;
  if (b != NULL && b->spent) raise_spent(L);
}

/* Puts text into a line that ends at `end`; returns where it goes on. */
static char *put(char *at, const char *end, const char *text) {
  for (int n = 0; *text != '\0' && n < NAME_MAX_SHOWN && at < end; n++)
    *at++ = *text++;
  return at;
}

static _Noreturn void end_process(const struct BudgetTimer *t) {
  char line[400];
  char *at = line, *end = line + sizeof line - 1;
  const char *script = t->script, *step = t->step;
  at = put(at, end, "croupier: ");
  at = put(at, end, script != NULL ? script : "a script");
  at = put(at, end, ": step ");
  at = put(at, end, step != NULL ? step : "(none)");
  at = put(at, end, " can't be stopped in any other way: ");
  at = put(at, end, "ended here; the journal is whole");
  *at++ = '\n';
  ssize_t written = write(STDERR_FILENO, line, (size_t)(at - line));
  (void)written;
  _exit(1);
}

static unsigned worst_of(const Budget *b, int depth) {
  unsigned worst = 0;
  for (int i = 0; i < depth; i++)
    if (b->entry[i].ticks > worst) worst = b->entry[i].ticks;
  return worst;
}

/* A tick counts against every entry, or a loop of short ones never ends. */
static void on_tick(int sig, siginfo_t *info, void *context) {
  (void)sig, (void)context;
  Budget *b = info->si_value.sival_ptr;
  int depth = b->depth < BUDGET_DEPTH ? b->depth : BUDGET_DEPTH;
  for (int i = 0; i < depth; i++) b->entry[i].ticks++;
  unsigned worst = worst_of(b, depth);
  bool stop = depth > 0 && is_interrupted(b);
  if (worst <= b->timer->limit && !stop) return;
  if (worst > b->timer->hard) end_process(b->timer);
  b->spent = true;
  lua_sethook(b->entry[depth - 1].running, hook, LUA_MASKCOUNT, 1);
}

static unsigned ticks_of(unsigned ms) { return (ms + TICK_MS - 1) / TICK_MS; }

void budget_limit(Budget *b, unsigned limit_ms, unsigned hard_ms) {
  b->timer->limit_ms = limit_ms;
  b->timer->limit = ticks_of(limit_ms);
  b->timer->hard = ticks_of(hard_ms);
}

void budget_interrupt(Budget *b, const volatile sig_atomic_t *pressed) {
  if (b != NULL) b->timer->pressed = pressed;
}

void budget_name(Budget *b, const char *script, const char *step) {
  if (b == NULL) return;
  b->timer->script = script;
  b->timer->step = step;
}

static bool handle_ticks(void) {
  struct sigaction act = {.sa_sigaction = on_tick,
                          .sa_flags = SA_SIGINFO | SA_RESTART};
  sigemptyset(&act.sa_mask);
  return sigaction(tick_signal(), &act, NULL) == 0;
}

static bool start_timer(Budget *b) {
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID,
                           .sigev_signo = tick_signal()};
  event.sigev_value.sival_ptr = b;
  event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
  if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &b->timer->id) != 0)
    return false;
  struct timespec tick = {.tv_nsec = TICK_MS * 1000000L};
  struct itimerspec every = {.it_interval = tick, .it_value = tick};
  return timer_settime(b->timer->id, 0, &every, NULL) == 0;
}

Budget *budget_open(unsigned limit_ms, unsigned hard_ms) {
  Budget *b = calloc(1, sizeof *b);
  if (b != NULL) b->timer = calloc(1, sizeof *b->timer);
  if (b == NULL || b->timer == NULL) {
    free(b);
    return NULL;
  }
  budget_limit(b, limit_ms, hard_ms);
  if (handle_ticks() && start_timer(b)) return b;
  int why = errno;
  free(b->timer);
  free(b);
  errno = why;
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

/* Takes the hook off the entry that was left, and arms the one that goes on
 * when an entry around it is spent too. `spent` falls first: a tick in
 * between then sets it again, and is seen below. */
void budget_clear(Budget *b) {
  int depth = b->depth < BUDGET_DEPTH ? b->depth : BUDGET_DEPTH;
  b->spent = false;
  if (b->depth < BUDGET_DEPTH)
    lua_sethook(b->entry[b->depth].running, NULL, 0, 0);
  if (worst_of(b, depth) <= b->timer->limit) return;
  b->spent = true;
  lua_sethook(b->entry[depth - 1].running, hook, LUA_MASKCOUNT, 1);
}
