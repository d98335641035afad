/* The console by a real terminal: keys, the curtain, colours, width, scripts
 * that change and bots that move meanwhile, and what is left of a table when
 * its program is killed, interrupted, cut off or out of disk. What can be said by a pipe stands in tests/console. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

#include "check.h"
#include "keyboard.h"
#include "script/text.h"

enum { WORDS_MAX = 24, PATH_MAX_HERE = 4096 };

/* What the child is to run: read by child() after the fork. */
static const char *words[WORDS_MAX], *term_name = "xterm", *no_color;
static char state[PATH_MAX_HERE];

static void child(void) {
  unsetenv("COLUMNS");
  unsetenv("CLICOLOR_FORCE");
  if (no_color != NULL)
    setenv("NO_COLOR", no_color, 1);
  else
    unsetenv("NO_COLOR");
  pty_run(words, state, term_name);
}

/* Starts croupier with these words at a terminal of so many columns. */
static Pty *sit_down(int columns, const char *const *arguments) {
  static Pty p;
  int n = 0;
  words[n++] = pty_program();
  while (*arguments != NULL && n + 1 < WORDS_MAX) words[n++] = *arguments++;
  words[n] = NULL;
  pty_start(&p, child, columns);
  return &p;
}

#define SIT(columns, ...) \
  sit_down(columns, (const char *const[]){__VA_ARGS__, NULL})

static const char LANTERNS[] = "tests/fixtures/games/lanterns";
static const char BIDS[] = "tests/fixtures/games/sealed_bids";
static const char WHIST[] = "tests/fixtures/games/short_whist";

static bool since(const Pty *p, size_t from, const char *text) {
  return strstr(p->seen + from, text) != NULL;
}

static void read_on(Pty *p, int ms) {
  while (pty_read(p, ms)) continue;
}

/* --- Ctrl-C and Ctrl-D --- */

/* Ctrl-C twice, whatever stands in the line. */
static void leave(Pty *p) {
  pty_type(p, "\003");
  CHECK(pty_wait(p, "Press Ctrl-C again to leave."));
  pty_type(p, "\003");
  CHECK(pty_wait(p, "The table is saved."));
  CHECK_INT(pty_finish(p), 130);
}

static void test_interrupt(void) {
  Pty *p = SIT(80, "play", LANTERNS, "--seats", "me,random", "--seed", "1");
  CHECK(pty_wait(p, "Anna> "));
  pty_type(p, "10\003");
  CHECK(pty_wait(p, "Press Ctrl-C again to leave."));
  CHECK(pty_wait(p, "Anna> "));
  pty_type(p, "1\r"); /* the line was dropped, the game goes on */
  CHECK(pty_wait(p, "round 1 of 3"));
  CHECK(pty_wait(p, "Anna> "));
  leave(p);
}

static void test_end(void) {
  Pty *p = SIT(80, "resume");
  CHECK(pty_wait(p, "Resume tests/fixtures/games/lanterns: Anna, Ben ("));
  CHECK(pty_wait(p, ":quit) "));
  pty_type(p, "perhaps\r");
  CHECK(pty_wait(p, "expected Enter to resume, no or :quit"));
  CHECK(pty_wait(p, ":quit) "));
  pty_type(p, "\r");
  CHECK(pty_wait(p, "round 1 of 3"));
  CHECK(pty_wait(p, "Anna> "));
  CHECK(!pty_is_cooked(p));
  pty_type(p, "\004");
  CHECK(pty_wait(p, "The table is saved."));
  CHECK_INT(pty_finish(p), 0);
}

static void test_offers(void) {
  Pty *p = SIT(80, "play", WHIST, "--seats", "me,random", "--seed", "1");
  CHECK(pty_wait(p, "Anna> "));
  pty_type(p, ":quit\r");
  CHECK_INT(pty_finish(p), 0);
  p = SIT(80, "resume");
  CHECK(pty_wait(p, "short_whist: Anna, Ben"));
  pty_type(p, "no\r");
  CHECK(pty_wait(p, "lanterns: Anna, Ben"));
  pty_type(p, "n\r");
  CHECK(pty_wait(p, "there is no other unfinished table"));
  CHECK_INT(pty_finish(p), 1);
  p = SIT(80, "resume");
  CHECK(pty_wait(p, ":quit) "));
  pty_type(p, "\004");
  CHECK_INT(pty_finish(p), 0);
  p = SIT(80, "resume");
  CHECK(pty_wait(p, ":quit) "));
  pty_type(p, ":quit\r");
  CHECK_INT(pty_finish(p), 0);
}

/* --- completion and history --- */

static void test_completion(void) {
  Pty *p =
      SIT(80, "play", LANTERNS, "--seats", "me,\u00d6ko=random", "--seed", "1");
  CHECK(pty_wait(p, "Anna> "));
  pty_type(p, "\t");
  CHECK(pty_wait(p, "4c   10c  2h   5h"));
  CHECK(pty_wait(p, "Anna> "));
  pty_type(p, "1\t\r"); /* 10c */
  CHECK(pty_wait(p, "round 1 of 3"));
  CHECK(pty_wait(p, "Anna> "));
  pty_type(p, ":un\t\r");
  CHECK(pty_wait(p, "Taken back: `"));
  CHECK(pty_wait(p, "Anna> "));
  pty_type(p, ":seat o\u0308K\tra\t\r"); /* in two characters, in capitals */
  CHECK(pty_wait(p, "From now on random answers for \u00d6ko."));
  CHECK(pty_wait(p, "Anna> "));
  pty_type(p, "\033[A\033[A\033[A\r"); /* up to 10c */
  CHECK(pty_wait(p, "round 1 of 3"));
  pty_type(p, ":quit\r");
  CHECK_INT(pty_finish(p), 0);
}

static void test_history_file(void) {
  char path[PATH_MAX_HERE + 64];
  struct stat st;
  snprintf(path, sizeof path, "%s/croupier/history", state);
  CHECK(stat(path, &st) == 0 && (st.st_mode & 0777) == 0600);
}

/* --- the curtain --- */

static const char CLEAR[] = "\033[H\033[2J\033[3J";

static void test_curtain(void) {
  Pty *p = SIT(80, "play", WHIST, "--seats", "Anna=me,Ben=me", "--seed", "1",
               "--stack", "Kh Qh Jh 10h 9h As Ks Qs Js 10s 2d");
  CHECK(pty_wait(p, "Anna: press Enter when only you can see the screen. "));
  CHECK(!since(p, 0, "K♥") && !since(p, 0, "K♠"));
  pty_type(p, "\t\t"); /* nothing is offered that Anna alone may see */
  read_on(p, 200);
  CHECK(!since(p, 0, "Kh") && !since(p, 0, "Ks"));
  pty_type(p, "\r");
  CHECK(pty_wait(p, "Anna> "));
  CHECK(since(p, 0, "K♥"));
  size_t at = p->len;
  pty_type(p, "Kh\r");
  CHECK(pty_wait(p, CLEAR));
  CHECK(pty_wait(p, "Ben: press Enter when only you can see the screen. "));
  CHECK(!since(p, at, "Q♥") && !since(p, at, "A♠"));
  at = p->len;
  pty_type(p, "\t\t\033[A\033[A"); /* nor what Anna typed */
  read_on(p, 200);
  CHECK(!since(p, at, "Kh") && !since(p, at, "As"));
  pty_type(p, "\025\r");
  CHECK(pty_wait(p, "Ben> "));
  CHECK(!since(p, at, "Q♥") && since(p, at, "A♠"));
  pty_type(p, "\033[A\t");
  read_on(p, 200);
  CHECK(!since(p, at, "Kh") && !since(p, at, "Qh"));
  leave(p);
}

/* Lines typed while one person played are not there for a second one. */
static int columns_of(const char *s, size_t n) {
  int columns = 0;
  uint32_t c;
  for (size_t at = 0; at < n;) {
    at += character(s + at, n - at, &c);
    columns += character_width(c);
  }
  return columns;
}

static void test_newcomer(void) {
  Pty *p =
      SIT(80, "play", BIDS, "--seats", "Anna=me,Ben=random", "--seed", "1");
  CHECK(pty_wait(p, "Anna> "));
  pty_type(p, "7\r");
  CHECK(pty_wait(p, "Anna> "));
  pty_type(p, ":seat Ben me\r");
  CHECK(pty_wait(p, "Anna> "));
  pty_type(p, "1\r");
  CHECK(pty_wait(p, "Ben: press Enter when"));
  pty_type(p, "\r");
  CHECK(pty_wait(p, "Ben> "));
  size_t at = p->len;
  pty_type(p, "\033[A\033[A\033[A");
  read_on(p, 200);
  CHECK(!since(p, at, "7") && !since(p, at, ":seat"));
  leave(p);
}

/* --- how it looks --- */

static const char *line_end(const char *line) {
  const char *end = strchr(line, '\n');
  return end == NULL ? line + strlen(line) : end;
}

/* The columns of the widest line, escapes left out. A line of one word (a seed, a
 * path) is left whole, so that it can be copied. */
static int widest(const char *text) {
  int most = 0;
  while (*text != 0) {
    const char *end = line_end(text);
    char line[4096];
    size_t n = 0;
    for (const char *at = text; at < end && n + 1 < sizeof line; at++) {
      if (*at == '\033')
        while (at < end &&
               !((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z')))
          at++;
      else if (*at != '\r')
        line[n++] = *at;
    }
    int width = columns_of(line, n);
    if (width > most && memchr(line, ' ', n) != NULL) most = width;
    text = *end == 0 ? end : end + 1;
  }
  return most;
}

/* Keys that nobody waits for aren't shown, and answer nothing. */
static void test_typed_while_bots_move(void) {
  Pty *p = SIT(80, "play", "baltimore_poker", "--seed", "1", "--pace", "1",
               "--seats", "random,random,random,Anna=me", "--color", "never");
  CHECK(pty_wait(p, "Clara checks."));
  CHECK(pty_is_quiet(p));
  pty_type(p, "zzz\r\r1\r");
  CHECK(pty_wait(p, "Anna> "));
  pty_read(p, 300);
  CHECK(strcmp(p->seen + p->after, "") == 0); /* it asks still */
  CHECK(strstr(p->seen, "zzz") == NULL);
  pty_type(p, "\004");
  pty_finish(p);
}

static void test_narrow(void) {
  Pty *p = SIT(40, "play", "rod_and_reel", "--seed", "1", "--color", "never");
  CHECK(pty_wait(p, "q: stop. ")); /* the opening words are a page and more */
  pty_type(p, "\r");
  CHECK(pty_wait(p, "Enter: more. ")); /* the table would push them off */
  CHECK(strstr(p->seen, "best 0") == NULL);
  pty_type(p, "\r");
  CHECK(pty_wait(p, "Anna> "));
  pty_type(p, ":help\r");
  CHECK(pty_wait(p, "q: stop. "));
  pty_type(p, "\r");
  CHECK(pty_wait(p, "q: stop. "));
  pty_type(p, "\r");
  CHECK(pty_wait(p, ":quit"));
  CHECK(pty_wait(p, "q: stop. "));
  pty_type(p, "\r");
  CHECK(pty_wait(p, "Anna> "));
  pty_type(p, ":rules\r");
  CHECK(pty_wait(p, "q: stop. "));
  pty_type(p, "q\r");
  CHECK(pty_wait(p, "Anna> "));
  pty_type(p, ":scores\r");
  CHECK(pty_wait(p, "Anna> "));
  CHECK(widest(p->seen) <= 40);
  pty_type(p, "\004");
  pty_finish(p);
  p = SIT(40, "verify");
  CHECK(pty_wait(p, "every step\r\nmatch; the game is not over;"));
  CHECK_INT(pty_finish(p), 0);
}

/* What is refused before a table opens is wrapped, too. */
static void test_narrow_mistake(void) {
  Pty *p = SIT(40, "play", "fish_out", "--seats", "3");
  CHECK(pty_wait(p, "croupier: Fish Out! is for 4 anglers,\r\nnot 3\r\n"));
  CHECK_INT(pty_finish(p), 2);
}

static size_t count(const char *text, const char *what) {
  size_t n = 0;
  for (; (text = strstr(text, what)) != NULL; text += strlen(what)) n++;
  return n;
}

static void look(bool colors) {
  Pty *p = SIT(80, "play", WHIST, "--seats", "me,random", "--seed", "1",
               "--stack", "Kh Qh Jh 10h 9h");
  CHECK(pty_wait(p, "Which card do you play?"));
  CHECK(pty_wait(p, "Anna> "));
  CHECK((count(p->seen, "\033[31m") >= 5) == colors);
  CHECK(colors || count(p->seen, "\033[") <= 1);
  CHECK(since(p, 0, "K♥"));
  pty_type(p, "\004");
  CHECK_INT(pty_finish(p), 0);
}

static void test_looks(void) {
  look(true);
  no_color = "1";
  look(false);
  no_color = NULL;
  term_name = "dumb";
  look(false);
  Pty *p = SIT(80, "play", WHIST, "--seats", "Anna=me,Ben=me", "--seed", "1");
  CHECK(pty_wait(p, "Anna: press Enter when"));
  pty_type(p, "\r");
  CHECK(pty_wait(p, "Anna> "));
  size_t at = p->len;
  pty_type(p, "1\r"); /* a terminal that can't be cleared is scrolled away */
  CHECK(pty_wait(p, "Ben: press Enter when"));
  CHECK(count(p->seen + at, "\n") >= 24 && !since(p, at, "\033[2J"));
  pty_type(p, "\004");
  CHECK_INT(pty_finish(p), 0);
  term_name = "xterm";
}

/* --- killed --- */

static int round_now(const Pty *p) {
  int round = -1;
  for (const char *at = p->seen; (at = strstr(at, "round ")) != NULL; at++)
    sscanf(at, "round %d of", &round);
  return round;
}

/* Killed so many microseconds after an answer was typed: that answer may be
 * lost, those before are not. Returns the round where it goes on. */
static int kill_after(Pty *p, int microseconds, int before) {
  pty_type(p, "1\r");
  usleep((useconds_t)microseconds);
  kill(p->pid, SIGKILL);
  CHECK_INT(pty_finish(p), 1000 + SIGKILL);
  p = SIT(80, "resume");
  CHECK(pty_wait(p, ":quit) "));
  pty_type(p, "\r");
  CHECK(pty_wait(p, "Resuming"));
  CHECK(pty_wait(p, "Anna> "));
  int after = round_now(p);
  CHECK(after == before || after == before + 1);
  return after;
}

static void test_kill(void) {
  Pty *p = SIT(80, "play", LANTERNS, "--seats", "me,random", "--seed", "4",
               "--set", "rounds=10");
  CHECK(pty_wait(p, "Anna> "));
  int round = round_now(p);
  CHECK_INT(round, 0);
  for (int i = 0; i < 8 && round >= 0; i++)
    round = kill_after(p, i * i * 200, round);
  CHECK(round <= 8);
  pty_type(p, ":quit\r");
  CHECK_INT(pty_finish(p), 0);
}

/* The window is closed: nothing is lost, and the program doesn't stay. */
static void test_hangup(void) {
  Pty *p = SIT(80, "resume");
  CHECK(pty_wait(p, ":quit) "));
  pty_type(p, "\r");
  CHECK(pty_wait(p, "Anna> "));
  int round = round_now(p);
  close(p->fd);
  p->fd = -1;
  int status = pty_finish(p);
  CHECK(status != 9999);
  p = SIT(80, "resume");
  pty_type(p, "\r");
  CHECK(pty_wait(p, "Anna> "));
  CHECK_INT(round_now(p), round);
  pty_type(p, ":quit\r");
  CHECK_INT(pty_finish(p), 0);
}

/* --- the disk --- */

static void room(const Pty *p, rlim_t bytes) {
  struct rlimit limit = {bytes, RLIM_INFINITY};
  CHECK(prlimit(p->pid, RLIMIT_FSIZE, &limit, NULL) == 0);
}

/* The answer of a person fits, that of the bot after it doesn't. */
static void test_full_for_bots(void) {
  struct stat st;
  char path[PATH_MAX_HERE + 64];
  snprintf(path, sizeof path, "%s/full.journal", state);
  Pty *p = SIT(80, "play", LANTERNS, "--seats", "me,random,random", "--seed",
               "4", "--journal", path);
  CHECK(pty_wait(p, "Anna> "));
  CHECK(stat(path, &st) == 0);
  room(p, (rlim_t)st.st_size + 50);
  pty_type(p, "1\r");
  CHECK(pty_wait(p, "the disk is full"));
  CHECK(pty_wait(p, "Free some disk space and press Enter to go on. "));
  pty_type(p, "\r");
  CHECK(pty_wait(p, "the disk is full"));
  CHECK(pty_wait(p, "Free some disk space and press Enter to go on. "));
  room(p, RLIM_INFINITY);
  pty_type(p, "\r");
  CHECK(pty_wait(p, "round 1 of 3"));
  CHECK(!since(p, 0, "failed"));
  pty_type(p, ":quit\r");
  CHECK_INT(pty_finish(p), 0);
}

/* --- scripts that are edited while they are played --- */

static char bids[PATH_MAX_HERE + 16];

/* Runs a command for sh in the folder of the game that is edited; $SCRIPTS has
 * what is put there. */
static void edit(const char *what) {
  char line[PATH_MAX_HERE + 512];
  snprintf(line, sizeof line,
           "SCRIPTS=$PWD/tests/host/scripts/bids && cd '%s' && %s", bids, what);
  CHECK_INT(system(line), 0);
}

static void copy_bids(void) {
  char line[2 * PATH_MAX_HERE + 64];
  snprintf(bids, sizeof bids, "%s/bids", state);
  snprintf(line, sizeof line, "cp -r '%s' '%s'", BIDS, bids);
  CHECK_INT(system(line), 0);
  edit("mkdir house && cp \"$SCRIPTS\"/few.lua house/");
}

/* What isn't on the screen yet, nor comes until a prompt. */
static bool silent(Pty *p, const char *text) {
  size_t from = p->after;
  pty_type(p, ":save\r");
  CHECK(pty_wait(p, "as always"));
  CHECK(pty_wait(p, "> "));
  return !since(p, from, text);
}

/* Waits for one word after another: lines are broken where they end. */
static bool reads(Pty *p, const char *text) {
  char word[64];
  for (int n; sscanf(text, " %63s%n", word, &n) == 1; text += n)
    if (!pty_wait(p, word)) return false;
  return true;
}

static void test_edit(void) {
  char game[PATH_MAX_HERE + 32];
  copy_bids();
  snprintf(game, sizeof game, "%s+few", bids);
  Pty *p = SIT(80, "play", game, "--seats", "Anna=me,Ben=me,Clara=me",
               "--one-person", "--seed", "1", "--color", "never");
  CHECK(pty_wait(p, "Anna> "));
  CHECK(silent(p, "changed"));
  edit("touch game.lua house/few.lua"); /* another time, the same text */
  CHECK(silent(p, "changed"));
  pty_type(p, "3\r");
  CHECK(pty_wait(p, "Ben> "));
  pty_type(p, "20\r");
  CHECK(pty_wait(p, "Clara> "));
  edit("sed -i 's/max = seat.chips:amount()/max = 10/' game.lua");
  pty_type(p, "x\r");
  CHECK(reads(p,
              "bids/game.lua changed: type `:reload` to apply it (step bids; "
              "Ben's `bid` will be asked again)."));
  CHECK(silent(p, "changed"));
  edit("sed -i 's/= 3/=/' house/few.lua");
  pty_type(p, "\r");
  CHECK(reads(p,
              "bids/game.lua and few.lua changed, but the old version "
              "stays in use: few.lua:3: unexpected symbol near 'return'"));
  CHECK(silent(p, "changed"));
  edit("sed -i 's/lots =/lots = 2/' house/few.lua");
  pty_type(p, "\r");
  CHECK(reads(p,
              "few.lua changed: type `:reload` to apply them (rule lots 3 -> "
              "2 from the next game on; step bids; Ben's `bid` will be "));
  CHECK(silent(p, "changed"));
  pty_type(p, ":reload\r");
  CHECK(reads(p,
              "in use: rule lots 3 -> 2 from the next game on; step "
              "bids will be asked again: Ben, `bid` (0 to 10) Ben> "));
  CHECK(silent(p, "changed"));
  pty_type(p, ":undo\r"); /* within what was played by the new text */
  CHECK(pty_wait(p, "Anna> "));
  CHECK(silent(p, "changed"));
  pty_type(p, ":quit\r");
  CHECK_INT(pty_finish(p), 0);
}

/* Modules and bots; and back to what is played. */
static void test_edit_modules(void) {
  edit(
      "rm house/few.lua; sed -i "
      "'s/^return game {/local more = require \"bids.more\"\\n&/; "
      "s/t.deck:shuffle()/more.mix(t)/' game.lua && cp \"$SCRIPTS\"/more.lua "
      ".");
  Pty *p = SIT(80, "play", bids, "--seats", "Anna=me,Ben=me", "--one-person",
               "--seed", "1", "--color", "never");
  CHECK(pty_wait(p, "Anna> "));
  edit("sed -i 's/end/t:say(\"Mixed.\") end/' more.lua");
  pty_type(p, "\r");
  CHECK(reads(p,
              "more.lua changed: type `:reload` to apply it (function "
              "more.mix)."));
  edit("rm more.lua");
  pty_type(p, "\r");
  CHECK(reads(p, "more.lua is gone, but the old version stays in use:"));
  edit("cp \"$SCRIPTS\"/more_laid_out.lua more.lua");
  pty_type(p, "\r");
  CHECK(reads(p,
              "more.lua changed: type `:reload` to apply it (nothing changes "
              "in this game)."));
  edit("cp \"$SCRIPTS\"/more.lua .");
  pty_type(p, "\r");
  CHECK(reads(p, "The script files match the scripts in use again."));
  edit("cp \"$SCRIPTS\"/bots.lua .");
  pty_type(p, "\r");
  CHECK(
      reads(p, "bots.lua is new: type `:reload` to apply it (new bot miser)."));
  pty_type(p, ":reload\r");
  CHECK(reads(p, "in use: new bot miser"));
  CHECK(pty_wait(p, "Anna> "));
  pty_type(p, ":seat Ben miser\r");
  CHECK(pty_wait(p, "From now on miser answers for Ben."));
  pty_type(p, ":quit\r");
  CHECK_INT(pty_finish(p), 0);
  p = SIT(80, "resume", "--color", "never");
  CHECK(pty_wait(p, ":quit) "));
  pty_type(p, "\r");
  CHECK(pty_wait(p, "Anna> "));
  edit("rm bots.lua"); /* the journal has it */
  pty_type(p, "\r");
  CHECK(reads(p,
              "bots.lua is gone: type `:reload` to apply it (bot miser is "
              "gone)."));
  pty_type(p, ":reload\r");
  CHECK(reads(p, "There is no bot miser: Ben answers at random."));
  CHECK(pty_wait(p, "Anna> "));
  pty_type(p, ":quit\r");
  CHECK_INT(pty_finish(p), 0);
}

/* --- the prompt for scripts --- */

/* Ctrl-C ends the line that runs, not the prompt. */
static void test_repl_interrupt(void) {
  static const char *const endless[] = {
      "while true do end\r", "for i = 1, 1 << 60 do t.deck:shuffle() end\r",
      ":time (function() while true do end end)()\r"};
  Pty *p = SIT(80, "repl", "--limit", "1000000", "--color", "never");
  CHECK(pty_wait(p, "> "));
  pty_type(p, "kept = 20\r");
  CHECK(pty_wait(p, "> "));
  for (size_t i = 0; i < sizeof endless / sizeof *endless; i++) {
    pty_type(p, endless[i]);
    CHECK(pty_wait(p, "\n")); /* the line is taken */
    read_on(p, 100);
    pty_type(p, "\003");
    CHECK(pty_wait(p, "interrupted"));
    CHECK(pty_wait(p, "> "));
  }
  pty_type(p, "kept + 22\r");
  CHECK(pty_wait(p, "42"));
  CHECK(!since(p, 0, "Press Ctrl-C again"));
  pty_type(p, "\004");
  CHECK_INT(pty_finish(p), 0);
}

/* --- the pace of bots --- */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* A bot that searches would think for an hour; Ctrl-C ends that, and no more. */
static void test_thinking(void) {
  Pty *p = SIT(80, "play", LANTERNS, "--seats", "me,random", "--seed", "1");
  CHECK(pty_wait(p, "Anna> "));
  pty_type(p, ":hint search:3600s\r");
  CHECK(pty_wait(p, "search:3600s thinks"));
  pty_type(p, "\003");
  CHECK(pty_wait(p, "search:3600s would choose "));
  CHECK(pty_wait(p, "Anna> "));
  pty_type(p, "1\r");
  CHECK(pty_wait(p, "round 1 of 3"));
  leave(p);
}

/* Their moves stand for a while, unless a key is pressed. */
static void test_pace(void) {
  Pty *p = SIT(80, "play", LANTERNS, "--seats", "me,random,random", "--seed",
               "1", "--pace", "0.3");
  CHECK(pty_wait(p, "Anna> "));
  double start = now();
  pty_type(p, "1\r");
  CHECK(pty_wait(p, "Anna> ") && now() - start > 0.3);
  pty_type(p, ":quit\r");
  CHECK_INT(pty_finish(p), 0);
  p = SIT(80, "play", LANTERNS, "--seats", "me,random,random", "--seed", "1",
          "--pace", "8");
  CHECK(pty_wait(p, "Anna> "));
  start = now();
  for (int i = 0; i < 2; i++) {
    pty_type(p, "1\r\r"); /* Enter hurries them on */
    CHECK(pty_wait(p, "Anna> "));
  }
  CHECK(strstr(p->seen, "round 2 of 3") != NULL && now() - start < 8);
  pty_type(p, "\004\004");
  pty_finish(p);
}

/* Bots that play a heat by themselves are waited for twenty times, not at each
 * of their sixty moves. */
static void test_bots_play_on(void) {
  Pty *p = SIT(80, "play", "rod_and_reel", "--set", "heats=true", "--set",
               "table_size=4", "--set", "advance=1", "--set", "heat_hands=4",
               "--seats", "Anna=me,plain,plain,plain,plain,plain", "--seed",
               "3", "--pace", "0.2", "--color", "never");
  double start = now();
  while (strstr(p->seen, "Anna> ") == NULL && now() - start < 20) {
    pty_read(p, 100);
    const char *more = strstr(p->seen + p->after, "q: stop. ");
    if (more == NULL) continue;
    p->after = (size_t)(more - p->seen) + 1;
    pty_type(p, "\r");
  }
  CHECK(strstr(p->seen, "heat 2: Anna") != NULL);
  CHECK(now() - start > 1 && now() - start < 6);
  leave(p);
}

/* --- bots alone --- */

static void test_demo(void) {
  Pty *p = SIT(80, "play", "rod_and_reel", "--seats",
               "angler,angler,random,random", "--seed", "1");
  CHECK(pty_wait(p, "standings"));
  CHECK(pty_wait(p, "  1. "));
  CHECK(pty_wait(p, "To check the deal:"));
  CHECK_INT(pty_finish(p), 0);
  p = SIT(80, "play", LANTERNS, "--seats", "random,random", "--seed", "1",
          "--color", "never");
  CHECK(pty_wait(p, "standings"));
  CHECK_INT(pty_finish(p), 0);
}

int main(void) {
  char command[PATH_MAX_HERE + 32];
  snprintf(state, sizeof state, "/tmp/croupier-console-XXXXXX");
  if (mkdtemp(state) == NULL) return 1;
  test_interrupt();
  test_end();
  test_offers();
  test_completion();
  test_history_file();
  test_curtain();
  test_newcomer();
  test_typed_while_bots_move();
  test_narrow();
  test_narrow_mistake();
  test_looks();
  test_kill();
  test_hangup();
  test_full_for_bots();
  test_edit();
  test_edit_modules();
  test_repl_interrupt();
  test_thinking();
  test_pace();
  test_bots_play_on();
  test_demo();
  snprintf(command, sizeof command, "rm -rf '%s'", state);
  if (system(command) != 0) fprintf(stderr, "  %s stays\n", state);
  return check_done("console at a terminal");
}
