/* Reading one line.
 *
 * readline is driven by its callbacks, a character at a time, from a loop of
 * our own that polls the keyboard and an event. Signals are only counted, and
 * the event ends the wait, whichever thread they came to; what they ask for is
 * done between two characters. So Ctrl-C, Ctrl-Z and a new window size never
 * come in the middle of readline's work, and none is missed.
 *
 * Always true: while no read is under way the terminal is as it was found.
 * A line is cleaned before anybody sees it.
 *
 * What stands at file scope (`here`) is for a signal handler and readline's
 * callbacks, which are handed no pointer; readline itself is one a process.
 *
 * Rejected: readline() with rl_signal_event_hook (in 8.2 it goes on waiting
 * for a key after the hook has ended the line); readline's own handlers (they
 * end the program at Ctrl-C); bracketed paste (several pasted answers would
 * become one line). */
#include "answer/prompt.h"

#include <errno.h>
#include <fcntl.h>
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

#define LINE_BYTES ((size_t)64 << 10)
#define HISTORY_LINES 1000

/* SIGINT is caught from the first read on, the others during one. */
static const int caught[] = {SIGINT,  SIGWINCH, SIGTSTP,
                             SIGTERM, SIGHUP,   SIGQUIT};
#define CAUGHT (sizeof caught / sizeof *caught)

struct PromptOffers {
  char **words;
  size_t count, next, room;
};

struct Prompt {
  Term *term;
  bool edited; /* by readline */
  char *history;
  PromptComplete *complete;
  void *ctx;
  PromptOffers offers;
  size_t word;                     /* where the word to complete begins */
  struct sigaction before[CAUGHT]; /* handlers that were there */
  bool handling;                   /* SIGINT is ours */
  bool warned;                     /* one Ctrl-C, nothing typed since */
  bool done;                       /* the read is over, with `result` */
  TermInput result;
  int wake; /* eventfd */
  Text shown, line;
};

static struct {
  Prompt *prompt; /* whose read is under way, else NULL */
  volatile sig_atomic_t reading, wake;
  volatile sig_atomic_t arrived[CAUGHT];
} here;

/* ---- signals ---- */

/* Who presses Ctrl-C three times while nothing is read wants out. */
static void on_signal(int number) {
  const uint64_t one = 1;
  int kept = errno;
  for (size_t i = 0; i < CAUGHT; i++)
    if (caught[i] == number) here.arrived[i] = here.arrived[i] + 1;
  if (number == SIGINT && here.arrived[0] >= 3 && !here.reading) {
    signal(SIGINT, SIG_DFL);
    raise(SIGINT);
  }
  ssize_t n = write((int)here.wake, &one, sizeof one);
  (void)n; /* full is as good as written */
  errno = kept;
}

static size_t place_of(int number) {
  size_t i = 0;
  while (i + 1 < CAUGHT && caught[i] != number) i++;
  return i;
}

static int take_signal(int number) {
  size_t i = place_of(number);
  int times = here.arrived[i];
  here.arrived[i] = 0;
  return times;
}

static void handle(Prompt *p, size_t from, size_t to) {
  struct sigaction ours = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  sigemptyset(&ours.sa_mask);
  for (size_t i = from; i < to; i++) {
    here.arrived[i] = 0;
    sigaction(caught[i], NULL, &p->before[i]);
    bool ignored = p->before[i].sa_handler == SIG_IGN; /* as nohup does */
    if (i == 0 || !ignored) sigaction(caught[i], &ours, NULL);
  }
}

static void unhandle(const Prompt *p, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) sigaction(caught[i], &p->before[i], NULL);
}

/* Lets a signal do what it would without us, the terminal being as it was
 * found. Comes back from a stop, or from a handler that somebody else set. */
static void take_effect(const Prompt *p, int number) {
  struct sigaction ours;
  sigaction(number, &p->before[place_of(number)], &ours);
  raise(number);
  sigaction(number, &ours, NULL);
}

/* ---- completion ---- */

static bool make_room(PromptOffers *o) {
  if (o->count < o->room) return true;
  size_t room = o->room ? o->room * 2 : 32;
  char **words = realloc(o->words, room * sizeof *words);
  if (!words) return false;
  o->words = words;
  o->room = room;
  return true;
}

void prompt_offer(PromptOffers *o, const char *word) {
  char *copy = make_room(o) ? strdup(word) : NULL;
  if (copy) o->words[o->count++] = copy;
}

static void drop_offers(PromptOffers *o) {
  for (size_t i = 0; i < o->count; i++) free(o->words[i]);
  free(o->words);
  memset(o, 0, sizeof *o);
}

/* readline asks for one match after the other: whole lines, because to it the
 * line is one word. */
static char *next_match(const char *before, int state) {
  const Prompt *p = here.prompt;
  PromptOffers *o = &here.prompt->offers;
  const char *typed = before + p->word;
  (void)state;
  while (o->next < o->count) {
    const char *word = o->words[o->next++];
    char *line = NULL;
    if (strncasecmp(word, typed, strlen(typed)) != 0) continue;
    if (asprintf(&line, "%.*s%s", (int)p->word, before, word) >= 0) return line;
  }
  return NULL;
}

static char **on_complete(const char *text, int start, int end) {
  Prompt *p = here.prompt;
  (void)text;
  (void)start;
  rl_attempted_completion_over = 1;
  rl_completion_append_character = '\0';
  char *before = strndup(rl_line_buffer, (size_t)end);
  if (!p->complete || !before) {
    free(before);
    return NULL;
  }
  p->word = p->complete(p->ctx, before, &p->offers);
  if (p->word > strlen(before)) p->word = strlen(before);
  char **matches = rl_completion_matches(before, next_match);
  drop_offers(&p->offers);
  free(before);
  return matches;
}

/* The matches in columns, without the words before them. */
static void on_matches(char **matches, int count, int longest) {
  Prompt *p = here.prompt;
  const char **words = malloc((size_t)count * sizeof *words);
  (void)longest;
  rl_crlf();
  fflush(rl_outstream);
  for (int i = 0; words && i < count; i++) {
    size_t len = strlen(matches[i + 1]);
    words[i] = matches[i + 1] + (len < p->word ? len : p->word);
  }
  if (words) term_columns(p->term, words, (size_t)count);
  term_flush(p->term);
  free(words);
  rl_forced_update_display();
}

void prompt_complete(Prompt *p, PromptComplete *complete, void *ctx) {
  p->complete = complete;
  p->ctx = ctx;
}

/* ---- history ---- */

/* The file there is, with mode 0600; false when there can't be one. */
static bool private_file(const char *path) {
  int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (fd < 0) return false;
  bool done = fchmod(fd, 0600) == 0;
  close(fd);
  return done;
}

static void load_history(Prompt *p) {
  using_history();
  stifle_history(HISTORY_LINES);
  if (!p->history || !private_file(p->history)) return;
  if (history_truncate_file(p->history, HISTORY_LINES) == 0)
    private_file(p->history);
  read_history(p->history);
}

/* Lines that say nothing new aren't kept. */
static void remember(const Prompt *p, const char *line) {
  const HIST_ENTRY *last = history_length > 0
                               ? history_get(history_base + history_length - 1)
                               : NULL;
  if (line[strspn(line, " ")] == '\0') return;
  if (last && strcmp(last->line, line) == 0) return;
  add_history(line);
  if (p->history && private_file(p->history)) append_history(1, p->history);
}

/* ---- with readline ---- */

/* As readline wants the terminal, but a read comes back when there is nothing.
 * For Ctrl-C empties the keyboard's queue, and if that is between our poll and
 * our read, a read that waits would keep the Ctrl-C waiting too. */
static void prepare(int meta) {
  struct termios mode;
  rl_prep_terminal(meta);
  if (tcgetattr(STDIN_FILENO, &mode) != 0) return;
  mode.c_cc[VMIN] = mode.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSANOW, &mode);
}

/* More keys than the one that read_key has: the rest of a character. */
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

static void set_up_readline(void) {
  rl_readline_name = "croupier";
  rl_catch_signals = 0;
  rl_catch_sigwinch = 0;
  rl_change_environment = 0;
  rl_initialize();
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
}

static void end_read(Prompt *p, TermInput result) {
  rl_callback_handler_remove();
  p->done = true;
  p->result = result;
}

/* readline has a line, or NULL at the end of input. */
static void on_line(char *line) {
  Prompt *p = here.prompt;
  size_t len = line ? strlen(line) : 0;
  end_read(p, line ? TERM_LINE : TERM_END);
  text_add(&p->line, line, len < LINE_BYTES ? len : LINE_BYTES);
  free(line);
}

/* Ctrl-C, `times` since it was last looked at. */
static void drop_line(Prompt *p, int times) {
  bool leave = times > 1 || p->warned;
  rl_callback_sigcleanup();
  rl_free_line_state();
  end_read(p, TERM_INTERRUPT);
  term_put(p->term, "^C\n");
  p->warned = !leave;
  if (leave) return;
  term_say(p->term, MARK_DIM "Ctrl-C again to leave." MARK_PLAIN);
  p->done = false;
  rl_callback_handler_install(p->shown.s, on_line);
}

static void stop_and_go_on(const Prompt *p) {
  (*rl_deprep_term_function)();
  take_effect(p, SIGTSTP);
  (*rl_prep_term_function)(1);
  rl_resize_terminal();
  rl_forced_update_display();
}

static void obey_signals(Prompt *p) {
  static const int fatal[] = {SIGTERM, SIGHUP, SIGQUIT};
  for (size_t i = 0; i < 3 && !p->done; i++) {
    if (!take_signal(fatal[i])) continue;
    end_read(p, TERM_END);
    take_effect(p, fatal[i]);
  }
  if (!p->done && take_signal(SIGTSTP)) stop_and_go_on(p);
  if (!p->done && take_signal(SIGWINCH)) rl_resize_terminal();
  int times = p->done ? 0 : take_signal(SIGINT);
  if (times) drop_line(p, times);
}

/* A terminal that has gone ends the input: readline would take what is typed
 * so far for a line. */
static void read_key(Prompt *p, int events) {
  unsigned char key;
  if (events & (POLLHUP | POLLERR | POLLNVAL)) {
    end_read(p, TERM_END);
  } else if (events && read(STDIN_FILENO, &key, 1) == 1) {
    p->warned = false;
    rl_stuff_char(key);
    rl_callback_read_char();
  }
}

static void edit(Prompt *p) {
  struct pollfd from[2] = {{.fd = STDIN_FILENO, .events = POLLIN},
                           {.fd = p->wake, .events = POLLIN}};
  uint64_t count;
  rl_callback_handler_install(p->shown.s, on_line);
  for (;;) {
    obey_signals(p);
    if (p->done) return;
    if (poll(from, 2, -1) < 0) continue;
    if (from[1].revents && read(p->wake, &count, sizeof count) > 0) continue;
    read_key(p, from[0].revents);
  }
}

static TermInput read_edited(Prompt *p) {
  here.wake = p->wake;
  if (!p->handling) handle(p, 0, 1);
  p->handling = true;
  handle(p, 1, CAUGHT);
  here.prompt = p;
  here.reading = 1;
  p->done = false;
  edit(p);
  here.reading = 0;
  here.prompt = NULL;
  unhandle(p, 1, CAUGHT);
  if (p->result == TERM_END) term_put(p->term, "\n");
  return p->result;
}

/* ---- without ---- */

/* A character, though a signal came. */
static int next_byte(void) {
  for (;;) {
    int c = getc_unlocked(stdin);
    if (c != EOF || !ferror(stdin) || errno != EINTR) return c;
    clearerr(stdin);
  }
}

/* A line from a file; what is beyond the limit is passed over. */
static TermInput read_plain(Prompt *p) {
  int c;
  term_put(p->term, p->shown.s);
  term_flush(p->term);
  while ((c = next_byte()) != EOF && c != '\n') {
    char byte = (char)c;
    if (p->line.len < LINE_BYTES) text_add(&p->line, &byte, 1);
  }
  if (p->shown.len > 0) term_put(p->term, "\n");
  return c == EOF && p->line.len == 0 ? TERM_END : TERM_LINE;
}

/* ---- all ---- */

Prompt *prompt_open(Term *t, const char *history) {
  Prompt *p = calloc(1, sizeof *p);
  if (!p) return NULL;
  p->term = t;
  p->edited = isatty(STDIN_FILENO) && term_is_terminal(t);
  p->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (history) p->history = strdup(history);
  if (!p->edited) return p;
  set_up_readline();
  load_history(p);
  return p;
}

/* Leaves in p->shown what stands before the cursor; false without memory. */
static bool set_shown(Prompt *p, const char *text) {
  char *clean = malloc(strlen(text) + 1);
  p->shown.len = 0;
  text_add(&p->shown, "", 0);
  if (!clean || !p->shown.s) return false;
  text_clean(clean, text, strlen(text), false);
  if (term_symbols(p->term))
    text_puts(&p->shown, clean);
  else
    text_ascii(&p->shown, clean);
  free(clean);
  return true;
}

/* Lines before the last are written at once: readline would break what is
 * too wide in the middle of a word. */
static void write_first_lines(Prompt *p) {
  Text lines = {0};
  int width = term_width(p->term);
  bool apart = p->shown.len > 0 && p->shown.s[p->shown.len - 1] == ' ';
  if (text_width(p->shown.s, p->shown.len) < width) return;
  text_wrap(&lines, p->shown.s, width - 1);
  char *last = lines.s ? strrchr(lines.s, '\n') : NULL;
  if (last != NULL) {
    *last++ = 0;
    term_put(p->term, lines.s);
    term_put(p->term, "\n");
    p->shown.len = 0;
    text_puts(&p->shown, last);
    if (apart) text_puts(&p->shown, " ");
    term_flush(p->term);
  }
  text_free(&lines);
}

static TermInput read_any(Prompt *p, const char *text) {
  p->line.len = 0;
  text_add(&p->line, "", 0);
  term_progress_end(p->term);
  term_flush(p->term);
  if (term_gone(p->term) || !p->line.s || !set_shown(p, text)) return TERM_END;
  write_first_lines(p);
  TermInput result = p->edited ? read_edited(p) : read_plain(p);
  return term_gone(p->term) ? TERM_END : result;
}

TermInput prompt_read(Prompt *p, const char *text, unsigned flags,
                      const char **line) {
  TermInput result = read_any(p, text);
  *line = "";
  if (result != TERM_LINE) return result;
  p->warned = false;
  text_clean(p->line.s, p->line.s, p->line.len, false);
  *line = p->line.s;
  if (p->edited && !(flags & TERM_SECRET)) remember(p, p->line.s);
  return result;
}

void prompt_forget(Prompt *p) {
  if (p->edited) clear_history();
}

bool prompt_interrupted(const Prompt *p) {
  return p->handling && here.arrived[0] > 0;
}

const volatile sig_atomic_t *prompt_presses(const Prompt *p) {
  (void)p; /* one a process */
  return &here.arrived[0];
}

void prompt_heed(Prompt *p) {
  if (prompt_interrupted(p)) here.arrived[0] = 0;
}

void prompt_close(Prompt *p) {
  if (!p) return;
  if (p->handling) unhandle(p, 0, 1);
  if (p->edited) clear_history();
  if (p->wake >= 0) close(p->wake);
  free(p->history);
  text_free(&p->shown);
  text_free(&p->line);
  free(p);
}
