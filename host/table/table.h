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

#include "core/bytes.h"
#include "core/cards.h"
#include "core/chance.h"
#include "core/pool.h"
#include "table/question.h"

enum {
  ORDER_DEPTH = 8,      /* lists within lists */
  ORDER_ENTRIES = 256,  /* steps and lists of one order */
  STEPS_IDLE = 100000,  /* steps without a question before a game is stopped */
  STEPS_IN_A_ROW = 256, /* steps that table_run_on takes together at most */
  NAMES_MAX = 64
};

typedef enum TableStop {
  TABLE_STEP,     /* a step has ended, the next has not begun */
  TABLE_QUESTION, /* t->question waits for an answer */
  TABLE_FINISHED, /* the hook table's `result` says how */
  TABLE_FAILED    /* a report is at t->report_ref */
} TableStop;

/* What happened at a table, in order: the record behind the log, what a seat
 * has seen move, and the outside view of a game. Texts may hold marks for cards
 * (stdlib/table/marked_text.lua), so that each reader gets what it may know. */
typedef enum EventKind {
  EVENT_STEP,     /* text: the step that begins */
  EVENT_SHUFFLE,  /* to: the pile; text: numbers of its cards, bottom first */
  EVENT_MOVE,     /* card, from, to; amount 1: to the bottom, else the top;
                     seen: who saw which card it was */
  EVENT_SHOW,     /* card, to: where it lies; seen: to whom */
  EVENT_ROLL,     /* text: the dice expression; amount: total; more: dice */
  EVENT_CHANCE,   /* amount: a number drawn from 0..from-1; from 0: that many
                     don't fit an int */
  EVENT_PAY,      /* from, to: accounts, -1: from or to nowhere, as the game
                     master said; amount; text: why */
  EVENT_QUESTION, /* seat, text: name, more: what is asked */
  EVENT_ANSWER,   /* seat, text: name, more: the answer; seen: who may know it;
                     amount 1: a person gave it; of a random answer that the
                     host gave: a number that tells it from others */
  EVENT_SAY,      /* text; seat or SEAT_NONE: to whom */
  EVENT_NAMED,    /* t:event. text: name; more: its data as JSON */
  EVENT_GM,       /* text: what the game master changed; more: as JSON */
  EVENT_FINISH,   /* more: standings as JSON */
  EVENT_ORDER     /* as EVENT_SHUFFLE, but laid so and not by chance */
} EventKind;

typedef struct Event {
  EventKind kind;
  int card, from, to, seat;
  int64_t amount;
  SeatMask seen;
  uint64_t question; /* how many questions had been asked */
  char *text, *more; /* owned; NULL for none */
} Event;

typedef struct Events {
  Event *list;
  size_t count, room;
  bool off;    /* nothing is recorded */
  bool quiet;  /* only what is done to cards is: for what bots have seen */
  bool failed; /* memory ran out: the list is short */
} Events;

/* Their names by kind, NULL at the end. */
extern const char *const event_names[];

/* Does anybody listen to what is told? */
static inline bool events_heard(const Events *e) {
  return !e->off && !e->quiet;
}

/* Adds a copy, texts included; text and more may be NULL. */
void events_add(Events *e, Event event, const char *text, const char *more);
void events_cut(Events *e, size_t count);
void events_free(Events *e);

/* The values `again`, `done` and `none`: light userdata at these addresses. */
extern const uint32_t MARK_AGAIN, MARK_DONE, MARK_NONE;

/* One entry of an order: a step, or a list of entries. */
typedef struct OrderEntry {
  char name[NAMES_MAX]; /* of a step */
  int ref;              /* its function */
  int first, count;     /* of a list: its entries; count 0: a step */
} OrderEntry;

/* Where the game stands: entry `at[d]` of the list `list[d]`. */
typedef struct Place {
  int depth;
  int list[ORDER_DEPTH], at[ORDER_DEPTH];
} Place;

/* Lua values a table keeps, by registry reference. */
typedef struct TableRefs {
  int t, seats, cards, faces, hooks, steps, memory;
} TableRefs;

enum { PURPOSES = 1024 };

/* Chance by purpose, where games of two versions of a rule are paired, and where
 * a search plays on from several answers.
 *
 * At a table one stream serves all, frozen (core/rng.c): a draw more shifts
 * what comes later. In paired games each purpose has chance of its own: the
 * n-th shuffle of this pile (core/cards.h), the n-th roll of these dice in this
 * step, the n-th answer of this seat to this question, counted anew in each
 * pass through a list of the order: where a hand was longer the next is as it
 * was. So versions share the luck that they both ask for; that each number
 * alone is as likely as ever stays so. */
typedef enum Purpose {
  FOR_NUMBER = 1, /* which: how many there are to draw from */
  FOR_ROLL        /* which: a hash of the dice */
} Purpose;

typedef struct Paired {
  bool on;
  uint64_t key; /* of this pass through the list of the order ... */
  uint64_t level[ORDER_DEPTH + 1]; /* ... and of those that hold it */
  uint32_t count[PURPOSES];
} Paired;

/* How a table is driven; a search has its own, and gives this back. */
typedef struct Run {
  SeatMask random;       /* seats that answer at random at once ... */
  uint64_t random_until; /* ... while fewer questions were asked */
  uint64_t steps, idle;  /* in all; without a question */
  bool new_hand;   /* a list has begun anew since the driver cleared this */
  bool stack_used; /* the cards that were to lie on top lay there */
} Run;

enum { SEARCH_DRAWS = 128 };

/* For bots that search: see search.c. */
typedef struct Search {
  bool kept;       /* a record is kept, and its hooks are called ... */
  bool hears;      /* ... now */
  bool lost;       /* not all of this step is in it */
  bool acts;       /* seats that search may act out of turn */
  bool imagines;   /* the table stands in a world */
  Run before;      /* it began, to stand in imagined worlds */
  size_t told;     /* so much had happened then ... */
  bool quiet;      /* ... and so it was recorded */
  bool redraws;    /* numbers that the seat can't know are drawn anew ... */
  int drawn;       /* ... so many were drawn since then ... */
  bool differs;    /* ... and one became another */
  uint8_t key[32]; /* of all chance of the search ... */
  uint64_t order;  /* ... and of how its piles lie: 0 in game number 0 */
  uint64_t world;
  uint16_t other_draw[SEARCH_DRAWS]; /* for each of the first: which, or 0 */
  bool named; /* cards of what is restored are others: by number, which */
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
  int handed;       /* functions handed to the host that run: table_call */
  bool can_go_back; /* the driver plays a step again when budget_gave_up */
  bool moves_asked; /* a bot has asked what it saw moving */
  Search search;
  int horizon; /* depth of the list of the order that table_run_on doesn't begin
                  anew; 0: none */
  int began;   /* the least depth of one that has begun anew or ended */
  TableRefs ref;
  const QuestionKeys *keys;
  PurityMet *met;    /* see purity.c; NULL: nothing was looked at yet */
  bool looks_seldom; /* functions that only answer are not compared each time */
} Table;

/* Is what happens put into words, and looked at closely? In the first game of
 * many it is though nobody listens, so that `sim` fails where `play` would. */
static inline bool table_is_told(const Table *t) {
  return events_heard(&t->events) || t->game == 0;
}

/* Starts a game: seed and number of the game, everything as declared.
 * False and a report when the script's reset fails. */
bool table_reset(Table *t, const uint8_t seed[32], uint64_t game);

/* Lets go of what is under way, as if no step had begun; the state stays. */
void table_clear(Table *t);

/* Calls a function of the contract's own Lua half with the arguments on top
 * of L: leaves one result, or an error value and returns false. */
bool table_hook(Table *t, const char *name, int arguments);

/* Calls a function that a script has handed to the host, with its arguments on
 * top of L, protected and with a budget of its own, with piles, pools and chance
 * locked: leaves so many results, or an error value as the message handler at
 * index `handler` (0: none) makes it, and returns Lua's status. */
int table_call(Table *t, lua_State *L, int arguments, int results, int handler);

/* The sentence of the last failure. */
const char *table_message(Table *t);

/* Frees what the userdata block owns. Can run twice. */
void table_close(Table *t);

/* Pushes entry i of the list that the registry keeps at `ref`: a card by its
 * number from 1, a seat by its number with the game master at 0, ... */
void table_push(lua_State *L, int ref, lua_Integer i);

/* Pushes what the contract's own Lua half keeps for the host by this name. */
void table_push_hook(lua_State *L, const Table *t, const char *name);

/* The table block at index i of the stack, or an error. */
Table *table_at(lua_State *L, int i);

/* The seat whose Lua table this is (lua_topointer), or SEAT_NONE. */
int table_seat_of(const Table *t, const void *pointer);

/* Makes TABLE_FAILED with the error value on top of L, which it pops. */
TableStop table_fail(Table *t);

/* The same with the report that is there already. */
TableStop table_failed(Table *t);

/* The same of the question that waits: its line is the one that asks. */
TableStop table_fail_asking(Table *t);

/* The chance to draw on now: the table's own stream, or the purpose's. */
Rng *chance_for(Table *t, Purpose what, uint64_t which);

/* NULL; or where the number that has just been drawn is drawn once more: in an
 * imagined world, of one that the seat can't know. */
Rng *chance_anew(Table *t);

/* Another pass through a list of the order, or what comes after a list: it has
 * luck of its own, however long what came before it was. */
void chance_pass(Table *t, int depth, uint64_t which);

/* From now on chance is that of an imagined world, by purpose: answers that are
 * played on from there share the luck that they all ask for. Cards of hidden
 * piles are drawn by their places, the same in all worlds that are taken so
 * often: the worlds' faces are what is evenly spread. */
void chance_imagined(Table *t, uint64_t world, uint64_t taken);

/* The number that stands for the open question in t->draws. */
uint64_t chance_question(Table *t);

/* A text as one number (FNV-1a). */
uint64_t chance_text(const char *text);

/* --- playing: play.c --- */

/* Runs to the next stop. After TABLE_QUESTION an answer must be given first
 * (table_go_on); after TABLE_FINISHED and TABLE_FAILED only a reset helps. */
TableStop table_run(Table *t);

/* The same, but where nobody listens the steps after it are run too, as many
 * as STEPS_IN_A_ROW: not leaving the coroutine between them saves time. */
TableStop table_run_on(Table *t);

/* For `ask`, in mid-step: when the seat is one of run.random, reads the question
 * and answers it without a yield and a resume. True: the answer is on top of
 * co. Raises what waiting would have failed with. */
bool table_answers_at_once(Table *t, bool secret);

/* Runs an action's step next, for a seat (0 = first); at a step's end only. */
TableStop table_act(Table *t, const char *step, int seat);

/* Goes on with the value on top of the coroutine's stack as the answer. */
TableStop table_go_on(Table *t);

/* Answers the open question at random. */
TableStop table_go_on_at_random(Table *t);

/* The name of the step that would run next; NULL at the end of the order. */
const char *table_next_step(const Table *t);

/* Puts the table before the first step of that name. False: there is none. */
bool table_go_to(Table *t, const char *step);

/* --- what is to be true at a step's end: snapshot.c --- */

/* At a step's end: has nothing changed that must not (locals of the script's
 * files), and can the state be kept? False with an error value on L. */
bool table_check(Table *t);
bool table_unchanged(Table *t); /* the first half of it */

#endif
