/* The list of plays and their lines: see plays.h. */
#include "table/plays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool plays_add(Plays *p, const Play *play) {
  if (p->count == p->room) {
    size_t room = p->room == 0 ? 128 : p->room * 2;
    Play *list = realloc(p->list, room * sizeof *list);
    if (list == NULL) return false;
    p->list = list;
    p->room = room;
  }
  Play copy = *play;
  if (play->text != NULL && (copy.text = strdup(play->text)) == NULL)
    return false;
  p->list[p->count++] = copy;
  return true;
}

void plays_cut(Plays *p, size_t count) {
  while (p->count > count) free(p->list[--p->count].text);
}

void plays_free(Plays *p) {
  plays_cut(p, 0);
  free(p->list);
  memset(p, 0, sizeof *p);
}

void play_write(const Play *p, Bytes *out) {
  const char *text = p->text == NULL ? "" : p->text;
  switch (p->kind) {
    case 'a':
      bytes_format(out, "a %c %d %s %s %s", p->person ? 'p' : 'b', p->seat,
                   p->step, p->name, text);
      break;
    case 'w':
    case 'x':
      bytes_format(out, "%c %d %s%s%s", p->kind, p->seat, p->name,
                   *text == 0 ? "" : " ", text);
      break;
    case 's':
    case 'n':
      bytes_format(out, "%c %d %s", p->kind, p->seat, text);
      break;
    case 'v':
    case 'r':
      bytes_format(out, "%c %s %s", p->kind, p->name, text);
      break;
    case 'p':
    case 'c':
      bytes_format(out, "%c %ld %ld", p->kind, p->a, p->b);
      break;
    default:
      bytes_format(out, "%c %s", p->kind, text);
  }
}

/* Where the text begins after sscanf read n bytes of the head. */
static bool keep_text(Play *p, const char *line, int n) {
  if (n <= 0 || line[n - 1] != ' ') return false;
  p->text = strdup(line + n);
  return p->text != NULL;
}

static bool read_answer(Play *p, const char *line) {
  char who;
  int n = 0;
  if (sscanf(line, "a %c %d %63s %63s%n", &who, &p->seat, p->step, p->name,
             &n) < 4 ||
      line[n] != ' ')
    return false;
  p->person = who == 'p';
  return (who == 'p' || who == 'b') && keep_text(p, line, n + 1);
}

static bool read_rest(Play *p, const char *line) {
  int n = 0;
  switch (p->kind) {
    case 'w':
    case 'x':
      return sscanf(line + 1, " %d %63s%n", &p->seat, p->name, &n) == 2 &&
             (line[n + 1] == 0 || (strcmp(line + n + 1, " lapsed") == 0 &&
                                   keep_text(p, line, n + 2)));
    case 's':
    case 'n':
      return sscanf(line + 1, " %d%n", &p->seat, &n) == 1 &&
             line[n + 1] == ' ' && keep_text(p, line, n + 2);
    case 'v':
    case 'r':
      return sscanf(line + 1, " %63s%n", p->name, &n) == 1 &&
             line[n + 1] == ' ' && keep_text(p, line, n + 2);
    case 'p':
    case 'c':
      return sscanf(line + 1, " %ld %ld%n", &p->a, &p->b, &n) == 2 &&
             line[n + 1] == 0;
    case 'h':
    case 'm':
      return line[1] == ' ' && keep_text(p, line, 2);
    default:
      return false;
  }
}

bool play_read(Play *p, const char *line) {
  memset(p, 0, sizeof *p);
  p->kind = line[0];
  if (p->kind == 'a') return read_answer(p, line);
  return read_rest(p, line);
}
