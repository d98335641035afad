/* A table under way: one game's steps run in one coroutine, its cards, pools
 * and chance, and the question that it waits on.
 *
 * The table runs to its next stop: a question, the end of a step, the end of
 * the game, or a failure. Who answers, what is journalled and what is checked
 * at a step's end is for those who drive it. */
#ifndef TABLE_TABLE_H
#define TABLE_TABLE_H

#include <lua.h>
#include <signal.h>
#include <stdbool.h>

#include "core/cards.h"
#include "core/pool.h"
#include "table/events.h"
#include "table/paired.h"
#include "table/question.h"

enum {
  ORDER_ENTRIES = 256, /* steps and lists of one order */
  NAMES_MAX = 64
};

typedef enum TableStop {
  TABLE_STEP,     /* a step has ended, the next has not begun */
  TABLE_QUESTION, /* t->question waits for an answer */
  TABLE_FINISHED, /* the hook table's `result` says how */
  TABLE_FAILED    /* a report is at t->report_ref */
} TableStop;

/* The values `again`, `done` and `none`: light userdata at these addresses. */
extern const uint32_t MARK_AGAIN, MARK_DONE, MARK_NONE;

/* One entry of an order: a step, or a list of entries. */
typedef struct OrderEntry {
  char name[NAMES_MAX]; /* of a step */
  int ref;              /* its function */
  int first, count;     /* of a list: its entries; count 0: a step */
} OrderEntry;

/* The place in the order: entry `at[d]` of the list `list[d]`. */
typedef struct Place {
  int depth;
  int list[ORDER_DEPTH], at[ORDER_DEPTH];
} Place;

/* Registry references of the table's Lua values. */
typedef struct TableRefs {
  int t, seats, cards, faces, hooks, steps, memory;
} TableRefs;

/* How a table is driven. A search drives it its own way and restores this. */
typedef struct Run {
  SeatMask random;       /* seats that answer at random at once ... */
  uint64_t random_until; /* ... while fewer questions were asked */
  uint64_t steps, idle;  /* in all; without a question */
  bool new_hand;   /* a list has begun again since the driver cleared this */
  bool stack_used; /* the stacked cards have been put on top */
} Run;

enum { SEARCH_DRAWS = 128 };

/* For bots that search: see search.c. */
typedef struct Search {
  bool records;         /* steps are recorded, and the record's hooks exist */
  bool hooked;          /* the hooks are called now */
  bool lost;            /* the record lacks part of this step */
  bool acts;            /* seats that search may act out of turn */
  bool imagines;        /* the table is in an imagined world */
  Run before;           /* how it was driven before the search */
  size_t events_before; /* count of events before the search */
  bool quiet;           /* were only moves recorded before the search? */
  bool redraws;         /* numbers that the seat can't know are drawn again */
  int drawn;            /* numbers drawn since redraws began */
  bool differs;         /* one of them changed */
  uint8_t key[32];      /* of all chance of the search */
  uint64_t order; /* key of the order of cards in piles; 0 in game number 0 */
  uint64_t world;
  uint16_t other_draw[SEARCH_DRAWS]; /* number of the new draw; 0: as it was */
  bool named;                        /* restored cards are renamed by `name` */
  CardId name[CARDS_MAX];
  Rng other;
  const volatile sig_atomic_t *pressed; /* Ctrl-C, or NULL */
} Search;

typedef struct PurityMet PurityMet;

typedef struct Table {
  uint32_t tag; /* TAG_TABLE */
  lua_State *L, *co;
  lua_State *reads; /* reads a question: L, or co while a step runs on */
  int co_ref;
  Piles *piles;
  Pools *pools;
  Faces *faces;
  int seats;
  bool has_gm;
  const void *seat_at[SEAT_GM + 1]; /* by seat: its Lua table */
  int viewing; /* whose view is open; SEAT_NONE: nobody's */
  Rng rng;
  Draws draws;
  Paired paired;
  uint8_t seed[32];
  uint64_t game;
  OrderEntry order[ORDER_ENTRIES];
  int entries;
  Place place;
  const char *step; /* the running or last step's name */
  bool finished;    /* the script has called t:finish */
  bool running;     /* a step is under way: its coroutine waits or runs */
  Run run;
  uint64_t questions;
  uint64_t forced; /* questions with one answer, which nobody was asked */
  int decks;       /* piles 0..decks-1 hold their cards at the start */
  uint16_t deck_size[PILES_MAX];
  CardId stacked[CARDS_MAX];
  int stacked_count; /* cards that the first shuffle leaves on top */
  Question question;
  int report_ref;
  Events events;
  int callbacks;    /* script functions that the host is calling: table_call */
  bool can_go_back; /* the driver plays a step again when budget_gave_up */
  bool moves_asked; /* a bot has asked what it saw moving */
  Search search;
  int horizon; /* table_run_on stops before a list of this depth begins again;
                  0: never */
  int began;   /* least depth of a list that has begun again or ended */
  TableRefs ref;
  const QuestionKeys *keys;
  PurityMet *met;    /* see purity.c; NULL before the first walk */
  bool looks_seldom; /* functions that only answer are not compared each time */
} Table;

/* Are texts made for the log, and functions of scripts checked? Yes if somebody
 * reads the log, and in the first game of many: so `sim` fails where `play`
 * would. */
static inline bool table_is_logged(const Table *t) {
  return events_heard(&t->events) || t->game == 0;
}

/* Starts a game: seed and number of the game, everything as declared.
 * False and a report when the script's reset fails. */
bool table_reset(Table *t, const uint8_t seed[32], uint64_t game);

/* Drops the running step, as if none had begun; the state stays. */
void table_clear(Table *t);

/* Calls a function of the library's half (stdlib/) with the arguments on top
 * of L: leaves one result, or an error value and returns false. */
bool table_hook(Table *t, const char *name, int arguments);

/* Calls a function that a script has handed to the host, with its arguments on
 * top of L, protected and with a budget of its own, with piles, pools and chance
 * locked: leaves `results` results, or the error value (after the message handler
 * at index `handler`, if not 0), and returns Lua's status. */
int table_call(Table *t, lua_State *L, int arguments, int results, int handler);

/* The sentence of the last failure. */
const char *table_message(Table *t);

/* Frees what the userdata block owns. Can run twice. */
void table_close(Table *t);

/* Pushes entry i of the list with that registry reference: a card by its number
 * from 1, a seat by its number with the game master at 0, ... */
void table_push(lua_State *L, int ref, lua_Integer i);

/* Pushes the field of the hook table, which the contract's Lua half fills. */
void table_push_hook(lua_State *L, const Table *t, const char *name);

/* The table block at index i of the stack, or an error. */
Table *table_at(lua_State *L, int i);

/* The seat whose Lua table this is (lua_topointer), or SEAT_NONE. */
int table_seat_of(const Table *t, const void *pointer);

/* Makes TABLE_FAILED with the error value on top of L, which it pops. */
TableStop table_fail(Table *t);

/* Makes TABLE_FAILED with the report that t->report_ref has already. */
TableStop table_failed(Table *t);

/* As table_fail, with the line of the script that asks the open question. */
TableStop table_fail_asking(Table *t);

#endif
