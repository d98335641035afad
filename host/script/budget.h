/* The budget of work: how long a script may compute without an answer.
 *
 * A timer of the thread's CPU time ticks every 20 ms. While an entry has run
 * longer than its limit, each tick arms a hook on the coroutine that runs,
 * which raises "ran for more than N ms without an answer" at every
 * instruction until budget_leave. C loops that can take long call
 * budget_check. Where neither comes to pass, the hard limit ends the process
 * with one line on stderr. Waiting for a person costs no CPU and counts
 * nothing.
 *
 * A budget belongs to the thread that opened it, and to one state. A
 * coroutine that the budget ended can't be used again, not even after
 * lua_resetthread: Lua leaves its hooks off. */
#ifndef SCRIPT_BUDGET_H
#define SCRIPT_BUDGET_H

#include <lua.h>
#include <signal.h>
#include <stdbool.h>

enum { BUDGET_DEPTH = 240 }; /* Lua itself nests C calls to 200 */

typedef struct Budget Budget;

/* What the tick reads. Entries nest: a bot called in a step, a function
 * called in a bot; a tick counts against each of them. */
typedef struct BudgetEntry {
  lua_State *volatile running;
  volatile unsigned ticks;
} BudgetEntry;

struct Budget {
  volatile int depth;
  volatile bool spent; /* some entry has passed its limit */
  BudgetEntry entry[BUDGET_DEPTH];
  struct BudgetTimer *timer;
};

/* Starts the clock of the calling thread: limit_ms for one entry, hard_ms
 * for the process. NULL with errno when the system has no timer left. */
Budget *budget_open(unsigned limit_ms, unsigned hard_ms);

/* By the thread that opened it. NULL is fine. */
void budget_close(Budget *b);

/* What the watchdog's line names. The strings must live until they are
 * replaced. */
void budget_name(Budget *b, const char *script, const char *step);

/* Another limit from now on. */
void budget_limit(Budget *b, unsigned limit_ms, unsigned hard_ms);

/* While *pressed is not 0 every entry counts as spent, and raises
 * "interrupted": for a person who presses Ctrl-C. It must outlive b; NULL for
 * none. */
void budget_interrupt(Budget *b, const volatile sig_atomic_t *pressed);

/* Raises when L's budget is spent: for C loops. Costs a load. */
void budget_check(lua_State *L);

/* The slow half of budget_leave: takes the hooks off. */
void budget_clear(Budget *b);

/* Before every lua_resume and lua_pcall into a script, and after. b may be
 * NULL (no budget). Deeper than BUDGET_DEPTH the last entry counts on. */
static inline void budget_enter(Budget *b, lua_State *co) {
  if (b == NULL) return;
  int d = b->depth;
  if (d < BUDGET_DEPTH) {
    b->entry[d].running = co;
    b->entry[d].ticks = 0;
  }
  b->depth = d + 1;
}

/* True when the entry that ends here (or one around it) was spent. */
static inline bool budget_leave(Budget *b) {
  if (b == NULL) return false;
  b->depth--;
  if (!b->spent) return false;
  budget_clear(b);
  return true;
}

#endif
