/* Standard output and error as the console uses them.
 *
 * Always true: each text goes the same way, ascii (unless symbols may be used),
 * layout, paint, buffer; the buffer is written whole or the terminal is lost,
 * and from then on all output is dropped in silence. So a reader that goes
 * away (a pager, head) ends the input too, the program saves, and leaves.
 *
 * Rejected: stdio for output (a failed write can't be told from a short one,
 * and what remains is printed again at exit), terminfo (eight colours, clear
 * and erase-line are the same on every terminal that isn't dumb). */
#include "answer/term.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define BUFFER ((size_t)16 << 10)
#define PARAGRAPH 100 /* columns; longer lines are hard to read */
#define REDRAW 100000000L

struct Term {
  bool terminal, dumb, symbols, color;
  bool err_terminal, err_color;
  int lost;       /* errno of the write that failed, else 0 */
  int columns;    /* of COLUMNS, 0 when unset */
  bool bar_shown; /* a progress bar stands on standard error */
  struct timespec bar_when;
  Text out; /* painted, not yet written */
};

/* ---- what this terminal can do ---- */

bool term_color_parse(const char *word, TermColor *out) {
  static const char *const words[] = {"auto", "always", "never"};
  for (int i = 0; i < 3; i++) {
    if (strcmp(word, words[i]) != 0) continue;
    *out = (TermColor)i;
    return true;
  }
  return false;
}

static bool is_set(const char *name) {
  const char *value = getenv(name);
  return value && value[0] != '\0';
}

static bool is_zero(const char *name) {
  const char *value = getenv(name);
  return value && strcmp(value, "0") == 0;
}

static bool wants_color(TermColor color, bool terminal, bool dumb) {
  if (color != TERM_COLOR_AUTO) return color == TERM_COLOR_ALWAYS;
  if (is_set("NO_COLOR")) return false;
  if (is_set("CLICOLOR_FORCE") && !is_zero("CLICOLOR_FORCE")) return true;
  return terminal && !dumb && !is_zero("CLICOLOR");
}

static int env_columns(void) {
  const char *value = getenv("COLUMNS");
  char *end;
  long columns = value ? strtol(value, &end, 10) : 0;
  return columns > 0 && columns < 10000 && *end == '\0' ? (int)columns : 0;
}

Term *term_open(const TermOptions *options) {
  const TermOptions defaults = {.color = TERM_COLOR_AUTO};
  Term *t = calloc(1, sizeof *t);
  if (!t) return NULL;
  if (!options) options = &defaults;
  setlocale(LC_CTYPE, "");
  signal(SIGPIPE, SIG_IGN);
  t->terminal = isatty(STDOUT_FILENO);
  t->err_terminal = isatty(STDERR_FILENO);
  t->dumb = !is_set("TERM") || strcmp(getenv("TERM"), "dumb") == 0;
  t->symbols = !options->ascii && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
  t->color = wants_color(options->color, t->terminal, t->dumb);
  t->err_color = wants_color(options->color, t->err_terminal, t->dumb);
  t->columns = env_columns();
  return t;
}

bool term_symbols(const Term *t) { return t->symbols; }

bool term_is_terminal(const Term *t) { return t->terminal; }

bool term_gone(const Term *t) { return t->lost != 0; }

static int window_width(int fd) {
  struct winsize size;
  return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static int width_on(const Term *t, int fd) {
  int width = t->columns ? t->columns : window_width(fd);
  if (width == 0) width = 80;
  return width < 20 ? 20 : width;
}

int term_width(const Term *t) { return width_on(t, STDOUT_FILENO); }

/* ---- writing ---- */

/* True when the call can be tried again: interrupted, or the reader is slow
 * and the file doesn't block. */
static bool worth_another(int fd) {
  struct pollfd one = {.fd = fd, .events = POLLOUT};
  if (errno == EINTR) return true;
  if (errno != EAGAIN) return false;
  return poll(&one, 1, -1) >= 0 || errno == EINTR;
}

static bool write_all(int fd, const char *s, size_t len) {
  while (len > 0) {
    ssize_t n = write(fd, s, len);
    if (n < 0 && !worth_another(fd)) return false;
    if (n > 0) {
      s += n;
      len -= (size_t)n;
    }
  }
  return true;
}

void term_flush(Term *t) {
  if (!t->lost && t->out.len > 0 &&
      !write_all(STDOUT_FILENO, t->out.s, t->out.len))
    t->lost = errno;
  t->out.len = 0;
}

static void settle(Term *t) {
  if (t->terminal || t->out.len >= BUFFER) term_flush(t);
}

/* Paints text in which symbols stand as this terminal can show them. */
static void emit(Term *t, const char *text) {
  term_progress_end(t);
  text_paint(&t->out, text, t->color);
  settle(t);
}

/* The text, or in `made` its ASCII. */
static const char *shown(const Term *t, const char *text, Text *made) {
  if (t->symbols) return text;
  text_add(made, "", 0);
  text_ascii(made, text);
  return made->s ? made->s : "";
}

void term_put(Term *t, const char *text) {
  Text made = {0};
  emit(t, shown(t, text, &made));
  text_free(&made);
}

static void lay_out(const Term *t, Text *out, const char *text, int width) {
  Text made = {0};
  text_wrap(out, shown(t, text, &made), width < PARAGRAPH ? width : PARAGRAPH);
  text_puts(out, "\n");
  text_free(&made);
}

void term_say(Term *t, const char *text) {
  Text lines = {0};
  lay_out(t, &lines, text, term_width(t));
  if (lines.s) emit(t, lines.s);
  text_free(&lines);
}

void term_sayf(Term *t, const char *form, ...) {
  char *text = NULL;
  va_list args;
  va_start(args, form);
  int n = vasprintf(&text, form, args);
  va_end(args);
  if (n < 0) return;
  term_say(t, text);
  free(text);
}

void term_warn(Term *t, const char *text) {
  Text lines = {0}, paint = {0};
  term_progress_end(t);
  term_flush(t);
  lay_out(t, &lines, text, width_on(t, STDERR_FILENO));
  if (lines.s) text_paint(&paint, lines.s, t->err_color);
  if (paint.s) write_all(STDERR_FILENO, paint.s, paint.len);
  text_free(&lines);
  text_free(&paint);
}

bool term_close(Term *t) {
  if (!t) return true;
  term_progress_end(t);
  term_flush(t);
  bool nobody = t->lost == EPIPE || (t->lost == EIO && t->terminal);
  int lost = nobody ? 0 : t->lost;
  if (lost) fprintf(stderr, "standard output: %s\n", strerror(lost));
  text_free(&t->out);
  free(t);
  return lost == 0;
}

/* ---- layouts ---- */

void term_heading(Term *t, const char *text) {
  const char *bar = t->symbols ? "\u2500" : "-";
  int width = term_width(t) < PARAGRAPH ? term_width(t) : PARAGRAPH;
  Text line = {0}, made = {0};
  text = shown(t, text, &made);
  int wide = text_width(text, strlen(text));
  if (wide > width - 8) wide = width - 8;
  text_puts(&line, MARK_DIM);
  text_repeat(&line, bar, 2);
  text_puts(&line, MARK_PLAIN " " MARK_HEADING);
  text_fit(&line, text, wide, false, !t->symbols);
  text_puts(&line, MARK_PLAIN " " MARK_DIM);
  text_repeat(&line, bar, width - wide - 4);
  text_puts(&line, MARK_PLAIN "\n");
  if (line.s) emit(t, line.s);
  text_free(&line);
  text_free(&made);
}

/* The strings as this terminal shows them, one after the other in `hold`;
 * NULL without memory. */
static const char **shown_all(const Term *t, const char *const *strings,
                              size_t n, Text *hold) {
  const char **all = malloc((n + 1) * sizeof *all);
  size_t at = 0;
  if (!all) return NULL;
  for (size_t i = 0; i < n; i++) {
    if (t->symbols)
      text_puts(hold, strings[i]);
    else
      text_ascii(hold, strings[i]);
    text_add(hold, "", 1);
  }
  for (size_t i = 0; i < n; i++) {
    all[i] = at < hold->len ? hold->s + at : "";
    at += strlen(all[i]) + 1;
  }
  return all;
}

void term_table(Term *t, const char *align, const char *const *cells,
                size_t rows) {
  Text out = {0}, hold = {0};
  const char **all = shown_all(t, cells, rows * strlen(align), &hold);
  if (all) text_table(&out, align, all, rows, term_width(t), !t->symbols);
  if (out.s) emit(t, out.s);
  free(all);
  text_free(&hold);
  text_free(&out);
}

void term_columns(Term *t, const char *const *items, size_t n) {
  Text out = {0}, hold = {0};
  const char **all = shown_all(t, items, n, &hold);
  if (all) text_columns(&out, all, n, term_width(t), !t->symbols);
  if (out.s) emit(t, out.s);
  free(all);
  text_free(&hold);
  text_free(&out);
}

/* ---- mistakes ---- */

void term_mistake(const char *form, ...) {
  va_list args;
  char *made = NULL;
  Text lines = {0};
  int width = window_width(STDERR_FILENO);
  va_start(args, form);
  if (vasprintf(&made, form, args) < 0) made = NULL;
  va_end(args);
  if (made != NULL && isatty(STDERR_FILENO)) {
    text_clean(made, made, strlen(made), true);
    text_wrap(&lines, made, width < 20 ? 80 : width);
  }
  const char *text = lines.s != NULL ? lines.s : made;
  fprintf(stderr, "%s\n", text != NULL ? text : "croupier: not enough memory");
  text_free(&lines);
  free(made);
}

/* ---- the curtain ---- */

static int window_height(void) {
  struct winsize size;
  bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0;
  return known ? size.ws_row : 50;
}

void term_clear(Term *t) {
  term_progress_end(t);
  if (!t->terminal) {
    text_repeat(&t->out, "-", term_width(t) < 60 ? term_width(t) : 60);
    text_puts(&t->out, "\n");
  } else if (t->dumb) {
    text_repeat(&t->out, "\n", window_height());
  } else {
    text_puts(&t->out, "\033[H\033[2J\033[3J");
  }
  settle(t);
}

/* ---- progress ---- */

/* Whether the bar was drawn long enough ago; if so, it is drawn now. */
static bool due(Term *t) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  long since = (now.tv_sec - t->bar_when.tv_sec) * 1000000000L +
               (now.tv_nsec - t->bar_when.tv_nsec);
  if (t->bar_shown && now.tv_sec - t->bar_when.tv_sec < 2 && since < REDRAW)
    return false;
  t->bar_when = now;
  return true;
}

void term_progress(Term *t, const char *label, uint64_t done, uint64_t total) {
  if (!t->err_terminal || t->dumb || total == 0 || !due(t)) return;
  Text line = {0}, paint = {0};
  char percent[16];
  double part = (double)(done < total ? done : total) / (double)total;
  int room = width_on(t, STDERR_FILENO) - 9;
  int wide = room < 50 ? room / 2 : 25, filled = (int)(part * wide);
  text_fit(&line, label, room - wide - 1, false, true);
  text_puts(&line, " [");
  text_repeat(&line, "#", filled);
  text_repeat(&line, ".", wide - filled);
  snprintf(percent, sizeof percent, "] %3d%%", (int)(part * 100));
  text_puts(&line, percent);
  term_flush(t);
  text_puts(&paint, "\r");
  if (line.s) text_paint(&paint, line.s, t->err_color);
  text_puts(&paint, "\033[K");
  if (paint.s) write_all(STDERR_FILENO, paint.s, paint.len);
  t->bar_shown = true;
  text_free(&line);
  text_free(&paint);
}

void term_progress_end(Term *t) {
  if (!t->bar_shown) return;
  t->bar_shown = false;
  write_all(STDERR_FILENO, "\r\033[K", 4);
}
