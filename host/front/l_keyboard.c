/* Lines typed at a terminal, edited with readline: see stdlib/front/console/prompt.lua.
 *
 * One keyboard a process. From the first read on, until close, Ctrl-C only
 * counts; the third that nobody took notice of ends the program. Readline has
 * its way of asking for one match after the other; which lines there could be,
 * and how they are shown, is for two functions of the front. */
#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

#include "front/front.h"
#include "script/text.h"

enum { LINE_BYTES = 64 << 10, HISTORY_LINES = 1000, NARROWEST = 20 };

/* SIGINT is caught from the first read on, the others during one. */
static const int caught[] = {SIGINT,  SIGWINCH, SIGTSTP,
                             SIGTERM, SIGHUP,   SIGQUIT};
enum { CAUGHT = sizeof caught / sizeof *caught };

typedef enum Ending { READING, LINE, INTERRUPT, END, EVENT } Ending;

static struct {
  lua_State *F; /* whose read is under way, with the functions at 2 and 3 */
  Ending ending;
  bool typed;                    /* something was, since the read began */
  int presses;                   /* of Ctrl-C that ended the read */
  char *line;                    /* readline's */
  char *half;                    /* typed when an event ended the read */
  int half_at;                   /* where the cursor was in it */
  lua_Integer next;              /* match */
  struct sigaction before[NSIG]; /* handlers that were there */
  bool handling;                 /* SIGINT is ours */
  volatile sig_atomic_t reading, wake;
  volatile sig_atomic_t arrived[NSIG];
} here;

/* Do keys show as they are typed? Only while a line is read: else they would
 * stand in what is written meanwhile. */
static void echo_keys(bool on) {
  struct termios mode;
  if (tcgetattr(STDIN_FILENO, &mode) != 0) return;
  mode.c_lflag = on ? mode.c_lflag | ECHO : mode.c_lflag & ~(tcflag_t)ECHO;
  tcsetattr(STDIN_FILENO, TCSANOW, &mode);
}

/* --- signals --- */

/* Three Ctrl-C while nothing is read end the program. */
static void on_signal(int number) {
  const uint64_t one = 1;
  int saved = errno;
  here.arrived[number] = here.arrived[number] + 1;
  if (here.arrived[SIGINT] >= 3 && !here.reading) {
    signal(SIGINT, SIG_DFL);
    echo_keys(true);
    raise(SIGINT);
  }
  ssize_t n = write((int)here.wake, &one, sizeof one);
  (void)n; /* full is as good as written */
  errno = saved;
}

static int take_signal(int number) {
  int times = here.arrived[number];
  here.arrived[number] = 0;
  return times;
}

static void handle(size_t from, size_t to) {
  struct sigaction ours = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  sigemptyset(&ours.sa_mask);
  for (size_t i = from; i < to; i++) {
    struct sigaction *before = &here.before[caught[i]];
    here.arrived[caught[i]] = 0;
    sigaction(caught[i], NULL, before);
    bool ignored = before->sa_handler == SIG_IGN; /* as nohup does */
    if (i == 0 || !ignored) sigaction(caught[i], &ours, NULL);
  }
}

static void restore_handlers(size_t from, size_t to) {
  for (size_t i = from; i < to; i++)
    sigaction(caught[i], &here.before[caught[i]], NULL);
}

/* Raises a signal with the handler that was there before ours, the terminal being
 * restored. Returns after a stop, or from a handler that returns. */
static void take_effect(int number) {
  struct sigaction ours;
  sigaction(number, &here.before[number], &ours);
  raise(number);
  sigaction(number, &ours, NULL);
}

/* --- completion --- */

/* Readline asks for one match after the other: whole lines, because to it the
 * line is one word. Their list is at the top of the stack. */
static char *next_match(const char *before, int state) {
  (void)before, (void)state;
  lua_rawgeti(here.F, -1, here.next++);
  const char *match = lua_tostring(here.F, -1);
  char *line = match != NULL ? strdup(match) : NULL;
  lua_pop(here.F, 1);
  return line;
}

static char **on_complete(const char *text, int start, int end) {
  lua_State *F = here.F;
  char **matches = NULL;
  int top = lua_gettop(F);
  (void)start;
  rl_attempted_completion_over = 1;
  rl_completion_append_character = '\0';
  lua_pushvalue(F, 2);
  lua_pushlstring(F, rl_line_buffer, (size_t)end);
  here.next = 1;
  if (lua_pcall(F, 1, 1, 0) == LUA_OK)
    matches = rl_completion_matches(text, next_match);
  lua_settop(F, top);
  return matches;
}

/* Hands the matches to the front. */
static void on_matches(char **matches, int count, int longest) {
  lua_State *F = here.F;
  int top = lua_gettop(F);
  (void)longest;
  rl_crlf();
  fflush(rl_outstream);
  lua_pushvalue(F, 3);
  lua_newtable(F);
  for (int i = 1; i <= count; i++) {
    lua_pushstring(F, matches[i]);
    lua_rawseti(F, -2, i);
  }
  lua_pcall(F, 1, 0, 0);
  lua_settop(F, top);
  rl_forced_update_display();
}

/* --- history --- */

/* Creates the file unless it exists, and sets mode 0600; false on failure. */
static bool private_file(const char *path) {
  int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK,
                0600); /* refuses a pipe without a reader */
  if (fd < 0) return false;
  bool done = fchmod(fd, 0600) == 0;
  close(fd);
  return done;
}

/* keyboard.remember(line, path): the line joins the history where the last isn't the
 * same, and the file at path unless that is nil */
static int keyboard_remember(lua_State *F) {
  const char *line = luaL_checkstring(F, 1);
  const char *path = luaL_optstring(F, 2, NULL);
  const HIST_ENTRY *last = history_get(history_base + history_length - 1);
  if (last != NULL && strcmp(last->line, line) == 0) return 0;
  add_history(line);
  if (path != NULL && private_file(path)) append_history(1, path);
  return 0;
}

/* keyboard.forget(): the lines typed so far in this process; the file stays */
static int keyboard_forget(lua_State *F) {
  (void)F;
  clear_history();
  return 0;
}

/* --- reading --- */

/* As readline wants the terminal, but a read comes back when there is nothing.
 * For Ctrl-C empties the keyboard's queue, and if that is between our poll and
 * our read, a read that waits would keep the Ctrl-C waiting too. */
static void prepare(int meta) {
  struct termios mode = {0};
  rl_prep_terminal(meta);
  tcgetattr(STDIN_FILENO, &mode);
  mode.c_cc[VMIN] = mode.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSANOW, &mode);
}

/* Reads the next byte when readline wants more than read_key gave it: the rest of a
 * character. */
static int next_key(FILE *from) {
  struct pollfd one = {.fd = STDIN_FILENO, .events = POLLIN};
  unsigned char key;
  (void)from;
  for (;;) {
    bool ready = poll(&one, 1, -1) > 0;
    if (ready && read(STDIN_FILENO, &key, 1) == 1) return key;
    if (ready && !(one.revents & POLLIN)) return EOF;
  }
}

static void end_read(Ending ending) {
  rl_callback_handler_remove();
  here.ending = ending;
}

/* readline has a line, or NULL at the end of input. */
static void on_line(char *line) {
  here.line = line;
  end_read(line ? LINE : END);
}

/* Readline divides by a third of the columns: in a window of two or three it
 * would end the program. */
static void take_size(void (*take)(void)) {
  int rows, columns;
  take();
  rl_get_screen_size(&rows, &columns);
  if (columns < NARROWEST) rl_set_screen_size(rows, NARROWEST);
}

static void stop_and_go_on(void) {
  (*rl_deprep_term_function)();
  take_effect(SIGTSTP);
  (*rl_prep_term_function)(1);
  take_size(rl_resize_terminal);
  rl_forced_update_display();
}

static void obey_signals(void) {
  static const int fatal[] = {SIGTERM, SIGHUP, SIGQUIT};
  for (size_t i = 0; i < 3; i++) {
    if (!take_signal(fatal[i])) continue;
    end_read(END);
    take_effect(fatal[i]);
    return;
  }
  if (take_signal(SIGTSTP)) stop_and_go_on();
  if (take_signal(SIGWINCH)) take_size(rl_resize_terminal);
  here.presses = take_signal(SIGINT);
  if (here.presses == 0) return;
  rl_callback_sigcleanup();
  rl_free_line_state();
  end_read(INTERRUPT);
}

/* A terminal that has gone ends the input: readline would take what is typed
 * so far for a line. */
static void read_key(int events) {
  unsigned char key;
  if (events & (POLLHUP | POLLERR | POLLNVAL)) {
    end_read(END);
  } else if (events && read(STDIN_FILENO, &key, 1) == 1) {
    here.typed = true;
    rl_stuff_char(key);
    rl_callback_read_char();
  }
}

/* What is typed so far is put aside and its line cleared, until the next read. */
static void put_aside(void) {
  here.half = rl_copy_text(0, rl_end);
  here.half_at = rl_point;
  rl_clear_visible_line();
  rl_free_line_state();
  end_read(EVENT);
  fputc('\r', rl_outstream); /* readline goes back to where it was */
  fflush(rl_outstream);
}

static void take_up(void) {
  if (here.half == NULL) return;
  rl_insert_text(here.half);
  rl_point = here.half_at;
  rl_redisplay();
  free(here.half);
  here.half = NULL;
}

/* An event: the descriptor, -1 for none, is readable. */
static void edit(const char *text, int event) {
  struct pollfd from[3] = {{.fd = STDIN_FILENO, .events = POLLIN},
                           {.fd = (int)here.wake, .events = POLLIN},
                           {.fd = event, .events = POLLIN}};
  uint64_t count;
  take_size(rl_reset_screen_size); /* nothing stands there to draw again */
  echo_keys(true);                 /* so that readline shows them */
  rl_callback_handler_install(text, on_line);
  take_up();
  while (here.ending == READING) {
    obey_signals();
    if (here.ending != READING || poll(from, 3, -1) < 0) continue;
    if (from[1].revents && read((int)here.wake, &count, sizeof count) > 0)
      continue;
    if (from[0].revents)
      read_key(from[0].revents);
    else if (from[2].revents)
      put_aside();
  }
  echo_keys(false);
}

static void push_line(lua_State *F) {
  luaL_Buffer b;
  size_t len = strlen(here.line);
  if (len > LINE_BYTES) len = LINE_BYTES;
  char *out = luaL_buffinitsize(F, &b, len + 1);
  luaL_pushresultsize(&b, clean_text(out, here.line, len, ""));
  free(here.line);
  here.line = NULL;
}

/* keyboard.read(text, complete, show, fd) -> "line" and the line, cleaned and at
 * most 64 KB; "interrupt", how often Ctrl-C was pressed, and whether anything
 * was typed before it; "end"; or "event", fd (or nil) being readable: what is half
 * typed stands there again at the next read. complete(before) -> a list of lines that could
 * come of it. show(lines) shows the matches. */
static int keyboard_read(lua_State *F) {
  const char *text = luaL_checkstring(F, 1);
  int event = (int)luaL_optinteger(F, 4, -1);
  lua_settop(F, 3);
  if (!here.handling) handle(0, 1);
  here.handling = true;
  handle(1, CAUGHT);
  here.F = F;
  here.reading = 1;
  here.typed = false;
  here.ending = READING;
  edit(text, event);
  here.reading = 0;
  here.F = NULL;
  restore_handlers(1, CAUGHT);
  static const char *const words[] = {"", "line", "interrupt", "end", "event"};
  lua_pushstring(F, words[here.ending]);
  if (here.ending == LINE) {
    push_line(F);
    return 2;
  }
  if (here.ending == END || here.ending == EVENT) return 1;
  lua_pushinteger(F, here.presses);
  lua_pushboolean(F, here.typed);
  return 3;
}

const volatile sig_atomic_t *front_presses(void) {
  return &here.arrived[SIGINT];
}

/* keyboard.interrupted(heeded) -> was Ctrl-C pressed since the last read? When it
 * is heeded, the next answer is no. */
static int keyboard_interrupted(lua_State *F) {
  int presses =
      lua_toboolean(F, 1) ? take_signal(SIGINT) : here.arrived[SIGINT];
  lua_pushboolean(F, presses > 0);
  return 1;
}

/* keyboard.drop(): what was typed since the last read answers nothing */
static int keyboard_drop(lua_State *F) {
  (void)F;
  tcflush(STDIN_FILENO, TCIFLUSH);
  return 0;
}

/* keyboard.open(history): a file of lines typed before, made with mode 0600
 * when there is none; nil keeps them for this process only */
static int keyboard_open(lua_State *F) {
  const char *history = luaL_optstring(F, 1, NULL);
  here.wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  rl_readline_name = "croupier";
  rl_catch_signals = 0;
  rl_catch_sigwinch = 0;
  rl_change_environment = 0;
  rl_initialize();
  echo_keys(false);
  rl_variable_bind("enable-bracketed-paste", "off");
  rl_variable_bind("show-all-if-ambiguous", "on");
  rl_variable_bind("completion-ignore-case", "on");
  rl_completer_word_break_characters = "";
  rl_completer_quote_characters = "";
  rl_basic_quote_characters = "";
  rl_sort_completion_matches = 0;
  rl_prep_term_function = prepare;
  rl_getc_function = next_key;
  rl_attempted_completion_function = on_complete;
  rl_completion_display_matches_hook = on_matches;
  using_history();
  stifle_history(HISTORY_LINES);
  if (history == NULL) return 0;
  history_truncate_file(history, HISTORY_LINES);
  if (private_file(history)) read_history(history);
  return 0;
}

/* keyboard.close() */
static int keyboard_close(lua_State *F) {
  (void)F;
  if (here.handling) restore_handlers(0, 1);
  echo_keys(true);
  here.handling = false;
  clear_history();
  close((int)here.wake);
  here.wake = -1;
  return 0;
}

void l_keyboard(lua_State *F) {
  static const luaL_Reg functions[] = {
      {"open", keyboard_open},         {"read", keyboard_read},
      {"remember", keyboard_remember}, {"forget", keyboard_forget},
      {"drop", keyboard_drop},         {"interrupted", keyboard_interrupted},
      {"close", keyboard_close},       {NULL, NULL}};
  luaL_newlib(F, functions);
}
