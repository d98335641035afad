/* What the files of the console share. */
#ifndef ANSWER_CONSOLE_INNER_H
#define ANSWER_CONSOLE_INNER_H

#include "answer/console.h"

typedef struct Console {
  Session *s;
  Term *term;
  Prompt *prompt;
  ConsoleOptions options;
  World *known; /* the world whose bots are open */
  int people;   /* seats that people hold */
  int reader;   /* the seat of who looks at the screen; SEAT_NONE */
  size_t told[PLAYERS_MAX + 1]; /* events told to a seat, by its code; the last:
                                   to whoever is there */
  Bytes trace;                  /* of the last script that failed */
  Bytes notice;    /* what all may know, kept for the next screen */
  Bytes drawn;     /* the table as it was last shown */
  Bytes signature; /* of the script files when they were looked at last */
  Bytes warned;    /* what was said of changes in them, and their texts */
  size_t second;   /* of two answers in a line: its place in the plays; 0 */
  bool unplayable; /* as they are on the disk */
  bool leave;      /* the person goes, the table is kept */
  bool interrupted;
} Console;

/* What became of a line that was typed at a question. */
typedef enum Typed {
  TYPED_ANSWER, /* the game goes on */
  TYPED_AGAIN,  /* ask again */
  TYPED_SHOWN,  /* ask again; much was shown, so the question too */
  TYPED_LEFT    /* the person leaves, or the game stands elsewhere */
} Typed;

Table *console_table(const Console *c);
int console_seat_code(int seat); /* 0 = GM, else from 1 */
const char *console_seat_name(Console *c, int seat);
const char *console_answerer(const Console *c, int seat);

/* Do several people look at this screen in turn, each alone? */
bool console_shares(const Console *c);
void console_count_people(Console *c);
int console_only_person(const Console *c); /* its seat, or SEAT_NONE */

/* Hands the screen to a seat behind the curtain. False: nobody came. */
bool console_curtain(Console *c, int seat);

/* The game was played again and `before` had happened: what it says as it did
 * then counts as told, to those who heard it. */
void console_heard(Console *c, const Events *before);

/* Screen: a text with marks for cards, painted for the reader. */
void console_intro(Console *c);
void console_tell(Console *c); /* events since the reader looked last */
/* The table: always, or when it doesn't stand on the screen so. */
void console_draw(Console *c, bool always);
bool console_hand(Console *c); /* false: there is nothing to show */
void console_log(Console *c);
bool console_lines(Console *c, const char *what, bool faces);
/* The lines of the list on top of Lua's stack, each a text (its cards drawn
 * where `faces`) or { "text with %s", values }. */
void console_add_list(Console *c, bool faces, Bytes *out);
void console_render(Console *c, const char *marked, Bytes *out);

/* Who won, at the end of a game. */
void console_show_standings(Console *c);

/* Says what all may know where it can be read: at once, or, where the screen
 * is shared and may be cleared next, when that has come (NULL: now). */
void console_note(Console *c, const char *text);
void console_good(Console *c, const char *text);
void console_bad(Console *c, const char *text);

/* Says that scripts have changed on the disk, if they have and it was not
 * said yet; and forgets what was said, when they were reloaded. */
void console_watch(Console *c);
void console_forget_watch(Console *c);

/* A question put to the reader, with the hand where that says more. */
void console_question(Console *c);
Typed console_type(Console *c, const char *line);

/* "bet 20" at a choice: both answers are given, or neither. False: `sentence`
 * says why, or what it said before. */
bool console_two(Console *c, const char *line, Bytes *sentence);
/* An answer was taken back: the other of the same line too? */
bool console_undo_two(Console *c);

/* Commands: a line that begins with a colon. */
Typed console_command(Console *c, const char *line);

/* Calls each(ud, name, help) for the commands, then the game's actions. */
typedef void ConsoleEach(void *ud, const char *name, const char *help);
void console_commands(Console *c, ConsoleEach *each, void *ud);
void console_actions(Console *c, ConsoleEach *each, void *ud);

/* Completion of what may be typed at the open question. */
void console_complete_with(Console *c);

#endif
