/* The budget of work: how many steps a script may take without an answer.
 *
 * What a script does never depends on time: an entry that takes more steps
 * than its budget raises "ran for more than N steps without an answer" at
 * every instruction until budget_leave, on every machine alike. A step is an
 * instruction of the interpreter, one round of a loop of the host's own
 * (budget_charge), or 16 bytes of a long text that was made.
 *
 * Counting instructions doubles the time of pure Lua. Whoever can play again
 * what was run turns counting off. Then a clock of the thread's CPU time ends
 * an entry after some EARLY_MS, far too early for any machine to have taken
 * all steps of the budget; budget_gave_up says so, and the same is to be
 * played again from where it began, with counting on. The count alone decides.
 *
 * The last guard is the clock: an entry that is counted and still runs after
 * ten times what the budget takes ends with a sentence that says how slow the
 * machine is, and what can't be ended so, with the process and one line on
 * stderr. Waiting for a person costs no CPU and counts nothing.
 *
 * A budget belongs to the thread that opened it, and to one state. A
 * coroutine that the budget ended can't be used again, not even after
 * lua_resetthread: Lua leaves its hooks off. */
#ifndef SCRIPT_BUDGET_H
#define SCRIPT_BUDGET_H

#include <lua.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "script/alloc.h"

enum { BUDGET_DEPTH = 240 }; /* Lua itself nests C calls to 200 */

typedef struct Budget Budget;

/* Entries nest: a bot called in a step, a function called in a bot. What one
 * takes counts for those around it too, when it is left. */
typedef struct BudgetEntry {
  lua_State *volatile running;
  volatile unsigned ticks; /* of the clock */
  uint64_t steps;
  uint64_t texts; /* arena_texts when it began */
} BudgetEntry;

struct Budget {
  volatile int depth;
  volatile bool spent; /* some entry is to end: see budget_charge */
  bool counting;
  uint64_t most; /* steps of one entry */
  const Arena *arena;
  BudgetEntry entry[BUDGET_DEPTH];
  struct BudgetTimer *timer;
};

/* Starts the clock of the calling thread: `most` steps for one entry, of a
 * state with that arena. The last guard ends an entry after 1 ms of CPU time
 * for each 5,000 of them, and the process after half as much again. Counting
 * is on. NULL with errno when the system has no timer left. */
Budget *budget_open(const Arena *arena, uint64_t most);

/* By the thread that opened it. NULL is fine. */
void budget_close(Budget *b);

/* What the last guard's line names. The strings must live until they are
 * replaced. */
void budget_name(Budget *b, const char *script, const char *step);

/* Turns counting on or off for what is entered from now on, and forgets what
 * was given up. Returns how it was. NULL is fine. */
bool budget_count(Budget *b, bool on);

/* Since budget_count: was an entry ended that is to be run again, counted? */
bool budget_gave_up(const Budget *b);

/* While *pressed is not 0 every entry counts as spent, and raises
 * "interrupted": for a person who presses Ctrl-C. It must outlive b; NULL for
 * none. */
void budget_interrupt(Budget *b, const volatile sig_atomic_t *pressed);

/* The slow halves of the functions below. */
void budget_arm(Budget *b, lua_State *co);
void budget_clear(Budget *b);

/* For loops of the host: `steps` more were taken, or will be. Raises when
 * there are none left. */
void budget_charge(lua_State *L, uint64_t steps);

/* Before every lua_resume and lua_pcall into a script, and after. b may be
 * NULL (no budget). Deeper than BUDGET_DEPTH the last entry counts on. */
static inline void budget_enter(Budget *b, lua_State *co) {
  if (b == NULL) return;
  int d = b->depth;
  if (d < BUDGET_DEPTH)
    b->entry[d] = (BudgetEntry){.running = co, .texts = arena_texts(b->arena)};
  b->depth = d + 1;
  if (b->counting) budget_arm(b, co);
}

/* True when the entry that ends here (or one around it) was spent. */
static inline bool budget_leave(Budget *b) {
  if (b == NULL) return false;
  b->depth--; /* first: the clock may fire in between */
  bool spent = b->spent;
  if (b->depth > 0 || b->counting || spent) budget_clear(b);
  return spent;
}

#endif
