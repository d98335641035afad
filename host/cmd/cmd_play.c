/* croupier play: opens a table and sits people and bots at it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "answer/term.h"
#include "cmd/campaign.h"
#include "cmd/cmd_table.h"
#include "cmd/command.h"
#include "cmd/seating.h"
#include "table/folder.h"

static const OptionSpec specs[] = {
    {"journal", 0, "FILE",
     "where the table is kept, instead of the usual "
     "folder"},
    {"roll-by-hand", 0, NULL, "people roll their own dice and type them"},
    {"stack", 0, "CARDS",
     "cards that the first shuffle leaves on top, the "
     "first to be drawn first: for teaching"},
    {"campaign", 0, "FILE",
     "players whose lines keep, from game to game, what "
     "the game says; --seats names who takes part"},
    {NULL, 0, NULL, NULL}};
static const OptionSpec *const tables[] = {seating_options, specs,
                                           table_options, NULL};

enum { USUAL_SEATS = 4, GAME_MAX = 1024 };

static Journal *new_journal(const Options *o, const char *game, Bytes *err) {
  char why[1024];
  const char *path = options_value(o, "journal");
  Journal *j = NULL;
  if (path != NULL) {
    errno = 0;
    j = journal_create(path, why, sizeof why);
    if (j == NULL)
      bytes_format(err, "%s%s", why,
                   errno == EEXIST ? ", and a journal is never replaced" : "");
    return j;
  }
  char *folder = folder_state(why, sizeof why);
  if (folder != NULL) j = folder_new(folder, game, time(NULL), why, sizeof why);
  if (j == NULL)
    bytes_format(err, "%s; `--journal FILE` keeps the table elsewhere", why);
  free(folder);
  return j;
}

static bool opens(const Options *o, const char *game) {
  Bytes err = {0};
  bool broken;
  Seating *s = calloc(1, sizeof *s);
  SeatingUse use = {true, USUAL_SEATS, NULL};
  bool good = s != NULL && seating_read(o, game, use, s, &broken, &err);
  free(s);
  bytes_free(&err);
  return good;
}

/* The game with those of its variants that can be read, one after another. */
static void without_broken(const Options *o, const char *game, char *out) {
  size_t n = strcspn(game, "+");
  snprintf(out, GAME_MAX, "%.*s", (int)n, game);
  while (game[n] == '+') {
    size_t length = strcspn(game + n + 1, "+") + 1, before = strlen(out);
    if (before + length + 1 > GAME_MAX) return;
    snprintf(out + before, GAME_MAX - before, "%.*s", (int)length, game + n);
    if (!opens(o, out)) out[before] = 0;
    n += length;
  }
}

static bool agrees(Term *term, const char *game) {
  const char *line;
  char text[GAME_MAX + 64];
  Prompt *p = prompt_open(term, NULL);
  snprintf(text, sizeof text, "Play %s instead? (yes or no) ", game);
  bool yes = prompt_read(p, text, TERM_SECRET, &line) == TERM_LINE &&
             strncasecmp(line, "y", 1) == 0;
  prompt_close(p);
  return yes;
}

/* Broken variants never block play: the game without them is offered. */
static const char *offer_without(const Options *o, const char *game, Term *term,
                                 char *room) {
  if (strchr(game, '+') == NULL) return NULL;
  without_broken(o, game, room);
  if (strcmp(room, game) == 0 || !opens(o, room)) return NULL;
  return agrees(term, room) ? room : NULL;
}

static int refuse(Bytes *err, int status) {
  term_mistake("croupier: %s", err->data ? err->data : "no table");
  bytes_free(err);
  return status;
}

/* With a journal of its own; the campaign's path is the caller's. */
static int open_kept(const Options *o, Seating *seating, Term *term) {
  Bytes err = {0};
  SessionConfig *c = &seating->config;
  c->hand_dice = options_flag(o, "roll-by-hand");
  c->one_person = c->one_person || options_flag(o, "one-person");
  c->stack = options_value(o, "stack");
  c->journal = new_journal(o, c->world.game, &err);
  if (c->journal == NULL) {
    term_close(term);
    return refuse(&err, STATUS_FAILED);
  }
  Session *s = session_begin(c, &err);
  if (s != NULL) return table_play(s, term, o);
  const char *path = journal_path(c->journal);
  if (path != NULL) remove(path); /* nothing was played */
  journal_close(c->journal);
  term_close(term);
  return refuse(&err, STATUS_FAILED);
}

static int open_table(const Options *o, Seating *seating, Term *term) {
  Bytes err = {0};
  const char *file = options_value(o, "campaign");
  char *path = file == NULL ? NULL : campaign_path(file, &err);
  if (file != NULL && path == NULL) {
    term_close(term);
    return refuse(&err, STATUS_FAILED);
  }
  seating->config.campaign = path;
  int status = open_kept(o, seating, term);
  free(path);
  return status;
}

/* --- who takes part --- */

typedef struct Naming {
  const Options *o;
  const char *game;
  Term *term;
  Prompt *prompt;
} Naming;

/* Seats those whom a line names; false after a sentence that says why not. */
static bool seat_named(const Naming *n, const char *line, Seating *seating) {
  Bytes err = {0};
  bool broken;
  SeatingUse use = {true, USUAL_SEATS, line};
  bool good = seating_read(n->o, n->game, use, seating, &broken, &err);
  if (!good) term_say(n->term, err.data ? err.data : "not enough memory");
  bytes_free(&err);
  return good;
}

/* Asks until the names are good, or those offered will do: then the table
 * stays as it was read. False: interrupted. */
static bool ask_names(const Naming *n, Seating *seating) {
  char question[sizeof seating->question];
  const char *line;
  snprintf(question, sizeof question, "%s", seating->question);
  for (;;) {
    TermInput input = prompt_read(n->prompt, question, TERM_SECRET, &line);
    if (input == TERM_INTERRUPT) return false;
    if (input == TERM_END || line[strspn(line, " ,")] == 0) line = "";
    if (seat_named(n, line, seating)) return true;
  }
}

/* Opens the table, once it is known who takes part. */
static int open_named(const Options *o, const char *game, Seating *seating,
                      Term *term) {
  if (*seating->question == 0) return open_table(o, seating, term);
  Naming n = {o, game, term, prompt_open(term, NULL)};
  bool named = n.prompt != NULL && ask_names(&n, seating);
  prompt_close(n.prompt);
  if (named) return open_table(o, seating, term);
  term_close(term);
  return STATUS_INTERRUPTED;
}

static int play(const Options *o, Seating *seating) {
  Bytes err = {0};
  bool broken = false;
  char room[GAME_MAX];
  const char *game = o->rest[0];
  SeatingUse use = {true, USUAL_SEATS, NULL};
  Term *term = table_term(o);
  if (term == NULL) return STATUS_USAGE;
  if (seating_read(o, game, use, seating, &broken, &err))
    return open_named(o, game, seating, term);
  int status = seating_error(&err, broken);
  bytes_free(&err);
  game = broken ? offer_without(o, game, term, room) : NULL;
  if (game != NULL && seating_read(o, game, use, seating, &broken, &err))
    return open_named(o, game, seating, term);
  bytes_free(&err);
  term_close(term);
  return status;
}

static int run(int argc, char **argv) {
  return seating_command(&command_play, tables, argc, argv, play);
}

const Command command_play = {
    "play", "sit down at a table",
    "GAME[+VARIANT...] [options]\n"
    "You sit at the first seat, bots at the others, unless --seats says who "
    "sits where: `--seats Anna=me,Ben=me,angler`. A game that one person runs, "
    "as baltimore, asks who takes part. The table is kept in a "
    "journal; `croupier resume` goes on with it.",
    run};
