/* A game under way: a table, its journal, and what was done so far.
 *
 * A session runs to the next question that nobody has answered yet, and is
 * told the answer. Everything that was done is in the plays (plays.h); a
 * session is brought to any earlier moment by playing those again. */
#ifndef TABLE_SESSION_H
#define TABLE_SESSION_H

#include <stdbool.h>

#include "table/answer.h"
#include "table/journal.h"
#include "table/plays.h"
#include "table/world.h"

enum { SEED_TEXT = 65, ANSWERER_MAX = 48, PENDING_MAX = 16 };

typedef struct SessionConfig {
  WorldConfig world;
  char answerer[PLAYERS_MAX][ANSWERER_MAX]; /* "me", a bot's name, "random" */
  uint8_t seed[32];
  uint64_t game;        /* number of the game of this seed */
  bool hand_dice;       /* people roll their own dice */
  bool one_person;      /* who holds all the seats of people */
  const char *stack;    /* cards to lie on top, or NULL */
  const char *campaign; /* the file that keeps what players have, or NULL */
  Journal *journal;     /* empty, taken over; NULL: none is kept */
} SessionConfig;

typedef enum SessionState {
  SESSION_QUESTION, /* the table's question waits for session_answer */
  SESSION_OVER,     /* finished; the standings are the table's */
  SESSION_BROKEN    /* session_problem says why; undo or reload may help */
} SessionState;

/* The scripts that plays from `start` on were played with. */
typedef struct Epoch {
  Sources sources;
  size_t start;
  Bytes snapshot; /* where it began; none for the first */
  Events events;  /* what had happened before */
} Epoch;

typedef struct Session {
  SessionConfig config;
  char *strings[SETS_MAX + 3]; /* what config points to, when it was read */
  World *world;
  Journal *journal;
  Plays plays;
  size_t cursor;     /* plays that have been played by now */
  size_t step_start; /* the cursor when the step under way began */
  Epoch *epoch;
  size_t epochs, at_epoch;
  TableStop stop;
  SessionState state;
  Bytes problem;
  bool verify; /* compare hashes while playing again */
  bool unkept; /* what was to be done last could not be kept, and so was
                     not done */
  bool torn;   /* the journal holds the beginning of an epoch that never
                      was; torn_at: the plays there are */
  size_t torn_at;
  bool otherwise; /* it is played by another rule than it was: hashes say
                     nothing, and where new scripts came in they go on from
                     the state that is, not from the one that was */
  bool counts;    /* every step is run under a budget that counts: a clock
                     has given one up, see budget.h */
  Play pending[PENDING_MAX]; /* actions and rules that are wanted */
  int pending_count;
  /* Asked between two steps when nothing that was kept is played: for who
   * does things out of turn. May call session_act. May be NULL. */
  void (*between)(struct Session *s, void *ud);
  void *between_ud;
  bool ended;               /* the journal says so */
  bool halt;                /* stop at the step boundary after the last play */
  char *notes[PLAYERS_MAX]; /* of bots, as last kept */
} Session;

/* Begins a game. NULL and every mistake in err. */
Session *session_begin(const SessionConfig *config, Bytes *err);

/* Takes over a journal, to be played again by session_run. With verify,
 * hashes are compared. The contract's own Lua comes from the folder `stdlib`
 * or, if that is NULL, the program, and so does the library with new scripts;
 * no journal names that folder. NULL and a sentence in err: the journal stays
 * the caller's. */
Session *session_load(Journal *journal, const char *stdlib, bool verify,
                      Bytes *err);

/* The same, and plays what it holds. */
Session *session_resume(Journal *journal, const char *stdlib, bool verify,
                        Bytes *err);

/* Runs to the next stop. */
SessionState session_run(Session *s);
const char *session_problem(const Session *s);

/* Answers the question; text as typed. False and a sentence: nothing has
 * changed. */
bool session_answer(Session *s, const char *text, bool person, Bytes *sentence);

/* Answers at random. False: the session is broken. */
bool session_answer_random(Session *s);

/* Why what was to be done last was not kept. */
const char *session_why_not_kept(const Session *s);

/* Forgets what a bot that was only asked for advice wrote in a seat's notes. */
void session_old_notes(Session *s, int seat);

/* Keeps a bot's notes before its answer is given, when they have changed. */
bool session_keep_notes(Session *s, int seat);

/* Back to the last question that a person answered. False and a sentence
 * when there is none. */
bool session_undo(Session *s, Bytes *sentence);

/* Plays again up to the first `count` plays. */
SessionState session_rewind(Session *s, size_t count);

/* An action for a seat, at the next step boundary. */
bool session_act(Session *s, const char *action, int seat, Bytes *sentence);

/* Who answers for a seat from now on. */
bool session_seat(Session *s, int seat, const char *answerer, Bytes *sentence);

/* What the game master puts right. Seats, piles, pools and cards by their
 * numbers from 0. False and a sentence: nothing has changed. */
bool session_set_rule(Session *s, const char *rule, const char *text,
                      Bytes *sentence);
bool session_fix_pool(Session *s, int pool, int64_t amount, Bytes *sentence);
bool session_fix_card(Session *s, int card, int pile, Bytes *sentence);

/* Tells the table of something that the GM did, and keeps that. */
bool session_tell(Session *s, const char *text, Bytes *sentence);

/* Reads the scripts from disk again and goes on with them from the start of
 * the step under way. True: `report` says what differs in them and what must
 * be asked again. False:
 * the mistakes; nothing has changed. */
bool session_reload(Session *s, Bytes *report);

/* What session_reload would do now, as one line: "rule fee 2 -> 3; step
 * score; Ben's `bid` will be asked again", empty when nothing would be played
 * otherwise. False: the mistakes. The session isn't touched. */
bool session_foretell(const Session *s, Bytes *report);

/* The game as far as it was played, to try things on: session_run plays it to
 * where s stands, and nothing that is done there is kept anywhere. NULL:
 * memory is short. */
Session *session_copy(const Session *s);

/* Makes everything safe on disk: before a person is asked. */
bool session_safe(Session *s, Bytes *sentence);

/* SHA-256 of the seed, and the seed, as 64 hexadecimal digits. */
void session_commitment(const Session *s, char out[SEED_TEXT]);
void session_seed(const Session *s, char out[SEED_TEXT]);

void session_close(Session *s);

#endif
