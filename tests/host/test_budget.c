/* What a script may use up: steps, on several threads and in several entries;
 * memory that fails; and the watchdog over what doesn't count. */
#include <errno.h>
#include <lauxlib.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "scripts.h"

/* ---- the budget ---- */

static void *many(void *done) {
  lua_State *L = open_small(STEPS);
  for (int i = 0; i < 3; i++) {
    run_text(L, "while true do end");
    if (strstr(report_text(L, -1), "without an answer")) (*(int *)done)++;
    run_text(L, "local s = 0 for i = 1, 100000 do s = s + i end");
    if (strcmp(report_text(L, -1), "done") == 0) (*(int *)done)++;
  }
  sandbox_close(L);
  return NULL;
}

static void test_threads(void) {
  pthread_t thread[4];
  int done[4] = {0};
  for (int i = 0; i < 4; i++) pthread_create(&thread[i], NULL, many, &done[i]);
  for (int i = 0; i < 4; i++) {
    pthread_join(thread[i], NULL);
    CHECK_INT(done[i], 6);
  }
}

/* Calls the script's function in an entry of its own, again and again, and
 * tells nobody when it fails. */
static int host_calls(lua_State *L) {
  Budget *budget = host_of(L)->budget;
  for (int i = 0; i < 3; i++) {
    lua_State *co = lua_newthread(L);
    int n;
    lua_pushvalue(L, 1);
    lua_xmove(L, co, 1);
    budget_enter(budget, co);
    lua_resume(co, L, 0, &n);
    budget_leave(budget);
    lua_pop(L, 1);
  }
  return 0;
}

static void test_entries(void) {
  lua_State *L = open_small(STEPS);
  lua_pushcfunction(L, host_calls);
  sandbox_add(L, "calls");
  /* The inner entry is stopped, and the outer one is spent by then too. */
  run_text(L, "calls(function() while true do end end)\nlocal x = 1");
  CHECK(strstr(report_text(L, -1), "without an answer") != NULL);
  /* Short entries add up for the one around them. */
  run_text(L, "while true do calls(function() for i = 1, 1000 do end end) end");
  CHECK(strstr(report_text(L, -1), "without an answer") != NULL);
  CHECK_INT(host_of(L)->budget->depth, 0);
  CHECK(!host_of(L)->budget->spent);
  run_text(L, "calls(function() end)");
  CHECK(strcmp(report_text(L, -1), "done") == 0);
  /* What isn't counted ends with the outermost, which is then run again. */
  budget_count(host_of(L)->budget, false);
  run_text(L, "calls(function() while true do end end)\nlocal x = 1");
  CHECK(strstr(report_text(L, -1), "run again") != NULL);
  CHECK(budget_gave_up(host_of(L)->budget));
  sandbox_close(L);
}

/* Entries deeper than there is room for are counted with the last. */
static void test_deep_entries(void) {
  lua_State *L = open_small(STEPS);
  Budget *b = host_of(L)->budget;
  for (int i = 0; i < BUDGET_DEPTH + 10; i++) budget_enter(b, L);
  budget_charge(L, 1000);
  CHECK(budget_left(L) <= STEPS - 1000);
  for (int i = 0; i < 10; i++) CHECK(!budget_leave(b));
  CHECK(budget_left(L) <= STEPS - 1000);
  for (int i = 0; i < BUDGET_DEPTH; i++) CHECK(!budget_leave(b));
  CHECK(b->depth == 0 && budget_left(L) == UINT64_MAX);
  sandbox_close(L);
}

/* A text that was made takes its steps before anybody counts them. */
static void test_steps_of_texts(void) {
  lua_State *L = open_small(1000);
  Budget *b = host_of(L)->budget;
  char *text = calloc(1, 1 << 16);
  budget_enter(b, L);
  CHECK_INT(budget_left(L), 1000);
  lua_pushlstring(L, text, 8000);
  CHECK(budget_left(L) < 501 && budget_left(L) > 400);
  lua_pushlstring(L, text, 1 << 16);
  CHECK_INT(budget_left(L), 0);
  budget_leave(b);
  free(text);
  sandbox_close(L);
}

static double used_up(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* A tick that is under way when a budget is closed finds none any more. */
static void test_last_tick(void) {
  sigset_t all, before;
  sigfillset(&all);
  lua_State *L = open_small(STEPS);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  for (double end = used_up() + 0.1; used_up() < end;) {}
  sandbox_close(L);
  sigpending(&all);
  CHECK(!sigismember(&all, SIGRTMIN + 3));
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Without a clock there is no world. */
static void test_no_timer(void) {
  int status;
  pid_t pid = fork();
  if (pid == 0) {
    setrlimit(RLIMIT_SIGPENDING, &(struct rlimit){0, 0});
    _exit(open_small(STEPS) == NULL && errno == EAGAIN ? 0 : 1);
  }
  waitpid(pid, &status, 0);
  CHECK_INT(status, 0);
}

/* What a clock gives up says nothing of the script; counted, it is the same
 * in each run, to the step. */
static void test_count(void) {
  static const char loop[] = "for i = 1, %d do end";
  char text[100];
  lua_State *L = open_small(50000000);
  Budget *b = host_of(L)->budget;
  CHECK(budget_count(b, false)); /* it was on */
  snprintf(text, sizeof text, loop, 49000000);
  run_text(L, text);
  CHECK(budget_gave_up(b) && strstr(report_text(L, -1), "run again") != NULL);
  CHECK(!budget_count(b, true) && !budget_gave_up(b));
  run_text(L, text);
  CHECK(strcmp(report_text(L, -1), "done") == 0 && !budget_gave_up(b));
  sandbox_close(L);
  long most[2];
  for (int i = 0; i < 2; i++) {
    long over = 1001000;
    L = open_small(1000000);
    for (most[i] = 990000; over - most[i] > 1;) {
      long n = (most[i] + over) / 2;
      snprintf(text, sizeof text, loop, (int)n);
      run_text(L, text);
      *(strcmp(report_text(L, -1), "done") == 0 ? &most[i] : &over) = n;
      lua_settop(L, 0);
    }
    sandbox_close(L);
  }
  CHECK(most[0] > 999000 && most[0] < 1000400);
  CHECK_INT(most[0], most[1]);
}

/* Pushes the list of loops of tests/host/scripts/charges.lua. */
static void run_loops(lua_State *L) {
  char *text = script("charges");
  sandbox_env(L);
  CHECK(sandbox_load(L, "t.lua", text, strlen(text)) == LUA_OK);
  CHECK(sandbox_call(L, 0, 1) == LUA_OK);
  free(text);
}

/* The host's own loops and long texts count too, also where instructions
 * aren't counted: then what they take alone is reason to count. */
static void test_charges(void) {
  for (lua_Integer i = 1, left = 1; i <= left; i++) {
    lua_State *L = open_small(1000000);
    run_loops(L);
    int list = lua_gettop(L);
    left = luaL_len(L, list);
    for (int counted = 1; counted >= 0; counted--) {
      budget_count(host_of(L)->budget, counted);
      lua_geti(L, list, i);
      CHECK(sandbox_call(L, 0, 0) != LUA_OK);
      bool said = strstr(report_text(L, -1), "more than 1000000 instructions");
      CHECK(counted ? said : budget_gave_up(host_of(L)->budget));
    }
    CHECK(left >= 9);
    sandbox_close(L);
  }
}

/* What costs more than its steps is ended by the clock, which says so. */
static void test_guard(void) {
  lua_State *L = open_small(1000000);
  run_text(L,
           "local a, b = ('x'):rep(1 << 20), ('x'):rep(1 << 20)\n"
           "while a == b do end");
  CHECK(
      strcmp(
          report_text(L, -1),
          "t.lua:2: ran for 1.2 seconds and reached the time limit before the "
          "instruction limit: this machine is slow, or each step does too "
          "much") == 0);
  sandbox_close(L);
}

/* A tick of the clock, as if so much time had gone by. */
static int tick(lua_State *L) {
  union sigval budget = {.sival_ptr = host_of(L)->budget};
  CHECK_INT(sigqueue(getpid(), SIGRTMIN + 3, budget), 0);
  return 0;
}

/* How a loop ends that takes so many steps between two ticks; a function of
 * its own is an entry for each of them, or not. */
static void loop_ends(int steps, bool nested, const char *expected) {
  char text[200];
  lua_State *L = open_small(1000000);
  lua_pushcfunction(L, tick);
  sandbox_add(L, "tick");
  snprintf(text, sizeof text,
           "local function work() for _ = 1, %d do end end\n"
           "while true do %s tick() end",
           steps,
           nested ? "table.sort({1, 2}, function() work() end)" : "work()");
  run_text(L, text);
  CHECK(strstr(report_text(L, -1), expected) != NULL);
  sandbox_close(L);
}

/* A machine that is fifty times slower ends a script by its steps all the same:
 * the clock ends only what takes few of them in all its time. */
static void test_slow_machine(void) {
  for (int nested = 0; nested < 2; nested++) {
    loop_ends(6000, nested, "more than 1000000 instructions");
    loop_ends(300, nested, "time limit before the instruction limit");
  }
}

/* A list with holes, in a table that has lost text keys, is as long in one
 * state as in another. */
static void test_holes(void) {
  char first[100] = "";
  for (int i = 0; i < 10; i++) {
    lua_State *L = open_small(STEPS);
    run_script(L, "holes");
    if (i == 0) snprintf(first, sizeof first, "%s", report_text(L, -1));
    CHECK(strcmp(report_text(L, -1), first) == 0 && first[0] != '\0');
    sandbox_close(L);
  }
}

static int spin(lua_State *L) {
  (void)L;
  for (volatile unsigned long i = 0;; i++) {}
  return 0;
}

/* A C function that never ends: the process does, with one line. */
static void check_watchdog(const char *script, const char *shown) {
  int ends[2], status;
  char said[SAID_MAX] = "", expected[SAID_MAX];
  CHECK(pipe(ends) == 0);
  pid_t pid = fork();
  if (pid == 0) {
    dup2(ends[1], STDERR_FILENO);
    lua_State *L = open_small(200000);
    lua_pushcfunction(L, spin);
    sandbox_add(L, "spin");
    if (script != NULL) budget_name(host_of(L)->budget, script, "deal");
    run_text(L, "spin()");
    _exit(9);
  }
  close(ends[1]);
  ssize_t n = read(ends[0], said, sizeof said - 1);
  waitpid(pid, &status, 0);
  close(ends[0]);
  CHECK(n > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 1);
  snprintf(
      expected, sizeof expected,
      "croupier: %s can't be stopped in any other way: croupier ends here; the "
      "journal is intact\n",
      shown);
  CHECK(strcmp(said, expected) == 0);
}

static void test_watchdog(void) {
  check_watchdog("high_tide", "high_tide: step deal");
  check_watchdog(NULL, "a script: step (none)");
  char name[200], shown[200];
  memset(name, 'x', sizeof name);
  name[199] = '\0';
  snprintf(shown, sizeof shown, "%.100s: step deal", name);
  check_watchdog(name, shown);
}

/* ---- memory that fails ---- */

/* (n, text): as run, with the nth allocation from here on failing. What raises
 * outside any call ends the process, so the run is inside one. */
static int run_failing(lua_State *L) {
  Arena *arena = host_of(L)->arena;
  uint64_t nth = (uint64_t)lua_tointeger(L, 1);
  arena_fail_at(arena, nth == 0 ? 0 : arena_calls(arena) + nth);
  run_text(L, lua_tostring(L, 2));
  return 1;
}

/* What is said when the nth allocation fails: the report, or Lua's own
 * message where even that had no memory. */
static void fail_in_run(long nth, const char *text, char *said) {
  SandboxOptions o = {0};
  lua_State *L = sandbox_open(&o);
  lua_pushcfunction(L, run_failing);
  lua_pushinteger(L, nth);
  lua_pushstring(L, text);
  lua_pcall(L, 2, 1, 0);
  snprintf(said, SAID_MAX, "%s", report_text(L, -1));
  sandbox_close(L);
}

static void check_failing_run(const char *text, const char *expected) {
  char normal[SAID_MAX], said[SAID_MAX];
  long n, other = 0;
  fail_in_run(0, text, normal);
  CHECK(strstr(normal, expected) != NULL);
  for (n = 1; n < 3000; n++) {
    fail_in_run(n, text, said);
    if (strcmp(said, normal) == 0) break;
    if (strstr(said, "used more than 64 MB of memory") == NULL) other++;
  }
  CHECK(n > 20 && n < 3000);
  CHECK_INT(other, 0);
}

static void test_failing_memory(void) {
  long n = 1;
  lua_State *L;
  SandboxOptions o = {.fail_at = 1};
  for (; (L = sandbox_open(&o)) == NULL && n < 3000; n++) o.fail_at++;
  CHECK(n > 100 && n < 3000);
  sandbox_close(L);
  char *text = script("all_sorts");
  check_failing_run(text, "`hidden` was 0 and is 12 now");
  free(text);
  check_failing_run("error 'as said'", "t.lua:1: as said"); /* the report too */
}

int main(void) {
  test_entries();
  test_deep_entries();
  test_steps_of_texts();
  test_last_tick();
  test_no_timer();
  test_count();
  test_charges();
  test_guard();
  test_slow_machine();
  test_holes();
  test_watchdog();
  test_failing_memory();
  test_threads();
  return check_done("budget");
}
