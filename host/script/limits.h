/* The limits of a script: memory, and steps of work.
 *
 * Neither is for several threads at once: an arena and a budget belong to one
 * state, and a budget to the thread that opened it. */
#ifndef SCRIPT_LIMITS_H
#define SCRIPT_LIMITS_H

#include <lua.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- memory: a lua_Alloc with a cap ---- */

typedef struct Arena Arena;

/* An arena that takes at most cap_bytes from the system (blocks and big
 * pieces both counted). NULL when the system has no memory. */
Arena *arena_new(size_t cap_bytes);

/* Gives everything back, also what was never freed. NULL is fine. */
void arena_free(Arena *a);

/* A lua_Alloc; ud is the Arena. Growing may return NULL; shrinking and
 * freeing always succeed. */
void *arena_alloc(void *ud, void *ptr, size_t osize, size_t nsize);

/* Bytes taken from the system. */
size_t arena_taken(const Arena *a);

/* Bytes of all texts beyond 1 KB that were ever made: what a script's own
 * concatenations cost. */
uint64_t arena_texts(const Arena *a);

/* True from the moment Lua was refused the same piece twice, that is before
 * and after its emergency collection, until arena_refill. Nothing else is
 * refused for it: what runs then is the host, cleaning up. */
bool arena_spent(const Arena *a);
void arena_refill(Arena *a);

/* Lets the arena go 256 KB over its cap, so that running out of memory can be
 * reported. */
void arena_overdraw(Arena *a, bool on);

/* While the host itself works, outside any protected call, a refusal could
 * only end the program: then nothing is refused that the system gives. Returns
 * how it was before; off at first. */
bool arena_trust(Arena *a, bool on);

/* For tests: refuses the nth growth (or the first after it that may be refused)
 * and the next, Lua's second try. 0 = never. */
void arena_fail_at(Arena *a, uint64_t nth);

/* How many times more memory was asked for, refused or not. */
uint64_t arena_calls(const Arena *a);

/* The budget of work: how many steps a script may take without an answer.
 *
 * What a script does never depends on time: an entry that takes more steps
 * than its budget raises "ran for more than N instructions without an answer"
 * at every instruction until budget_leave, on every machine alike. A step is
 * an instruction of the interpreter, one round of a loop of the host's own
 * (budget_charge), or 16 bytes of a long text that was made.
 *
 * Counting instructions doubles the time of pure Lua. Whoever can play again
 * what was run turns counting off. Then a clock of the thread's CPU time ends
 * an entry after some EARLY_MS, far too early for any machine to have taken
 * all steps of the budget; budget_gave_up says so, and the same is to be
 * played again from where it began, with counting on. The count alone decides.
 *
 * The last guard is the clock. It ends a counted entry, with a sentence that
 * says so, if it still runs after ten times the budget's time and has taken so
 * few steps that they must be slow, and not the machine. If even that can't end
 * it, the clock ends the process, with a line on stderr. Waiting for a person
 * costs no CPU time and counts nothing.
 *
 * A budget belongs to the thread that opened it, and to one state. A
 * coroutine that the budget ended can't be used again, not even after
 * lua_resetthread: Lua leaves its hooks off. */

enum { BUDGET_DEPTH = 240 }; /* Lua itself nests C calls to 200 */

typedef struct Budget Budget;

/* Entries nest: a bot called in a step, a function called in a bot. What one
 * takes counts for those around it too, when it is left. */
typedef struct BudgetEntry {
  lua_State *volatile running;
  volatile unsigned ticks; /* of the clock, in the outermost */
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
 * state with that arena. The last guard looks at an entry after a second of
 * CPU time and 1 ms for each 5,000 of them, and as long after that again: it
 * ends one that took fewer than 250 steps a ms meanwhile, and the process after
 * half as much time again. Counting is on. NULL with errno when the system has no timer left. */
Budget *budget_open(const Arena *arena, uint64_t most);

/* Its clock, that of the thread that calls: where a process was copied, the
 * copy's has to be started. */
bool budget_start(Budget *b);

/* By the thread that opened it. NULL is fine. */
void budget_close(Budget *b);

/* Sets the names for the last guard's line; script NULL: as before. The strings
 * must live until they are replaced. */
void budget_name(Budget *b, const char *script, const char *step);

/* Turns counting on or off for what is entered from now on, and forgets what
 * was given up. Returns how it was. */
bool budget_count(Budget *b, bool on);

/* Since budget_count: was an entry ended that is to be run again, counted? */
bool budget_gave_up(const Budget *b);

/* While *pressed is not 0 (Ctrl-C) every entry counts as spent and raises
 * "interrupted". It must outlive b; NULL: no interruption any more. */
void budget_interrupt(Budget *b, const volatile sig_atomic_t *pressed);

/* The slow halves of the functions below. */
__attribute__((cold)) void budget_arm(Budget *b, lua_State *co);
__attribute__((cold)) void budget_clear(Budget *b);

/* For loops of the host: `steps` more were taken, or will be. Raises when
 * there are none left. */
void budget_charge(lua_State *L, uint64_t steps);

/* How many there are left, before it raises. */
uint64_t budget_left(lua_State *L);

/* Before every lua_resume and lua_pcall into a script, and after. Deeper than
 * BUDGET_DEPTH the last entry counts on. */
static inline void budget_enter(Budget *b, lua_State *co) {
  int d = b->depth;
  if (d < BUDGET_DEPTH)
    b->entry[d] = (BudgetEntry){.running = co, .texts = arena_texts(b->arena)};
  b->depth = d + 1;
  if (b->counting) budget_arm(b, co);
}

/* True when the entry that ends here (or one around it) was spent. */
static inline bool budget_leave(Budget *b) {
  b->depth--; /* first: the clock may fire in between */
  bool spent = b->spent;
  if (b->depth > 0 || b->counting || spent) budget_clear(b);
  return spent;
}

/* ---- both, from any lua_State ---- */

/* The host data of a sandbox, found from any of its lua_States. */
typedef struct Host {
  Arena *arena;
  Budget *budget;
  void *table; /* the running table: set by higher floors */
  /* Where a userdata or table stands among keys in pairs: puts an integer
   * into *order, or returns false when it has no place. NULL: none has. */
  bool (*key_order)(lua_State *L, int i, lua_Integer *order);
  char out_of_memory[64]; /* the sentence that says so */
} Host;

static inline Host *host_of(lua_State *L) {
  return *(Host **)lua_getextraspace(L);
}

/* lua_pcall and lua_resume from host code: within them memory may be refused,
 * outside them it is not where the state's owner trusts itself (arena_trust).
 * So no refusal is an error outside any call. */
static inline int host_pcall(lua_State *L, int arguments, int results,
                             int handler) {
  Arena *arena = host_of(L)->arena;
  bool trusted = arena_trust(arena, false);
  int status = lua_pcall(L, arguments, results, handler);
  arena_trust(arena, trusted);
  return status;
}

static inline int host_resume(lua_State *co, lua_State *L, int arguments,
                              int *results) {
  Arena *arena = host_of(L)->arena;
  bool trusted = arena_trust(arena, false);
  int status = lua_resume(co, L, arguments, results);
  arena_trust(arena, trusted);
  return status;
}

#endif
