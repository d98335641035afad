/* What may be told, and to whom: tokens and the last view of each place. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include <qrencode.h>

#include "porter/porter.h"

enum { AWAY = 4000, FLOOD = 10000 }; /* ms */

int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* False: the front doesn't read now. */
static bool tell(const Porter *p, const char *note, size_t len) {
  return send(p->front, note, len, MSG_NOSIGNAL | MSG_DONTWAIT) >= 0;
}

/* Versions come from the clock: after a resume a new view must be newer than
 * any that a phone still has from the porter before. */
static void set_view(Porter *p, Place *place, const char *view, size_t len) {
  struct timespec t;
  char head[64];
  clock_gettime(CLOCK_REALTIME, &t);
  uint64_t clock = (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
  place->version = clock > place->version ? clock : place->version + 1;
  int n = snprintf(head, sizeof head,
                   "{\"v\":%llu,\"view\":", (unsigned long long)place->version);
  char *all = malloc((size_t)n + len + 2);
  if (all == NULL) return;
  memcpy(all, head, (size_t)n);
  memcpy(all + n, view, len);
  all[(size_t)n + len] = '}';
  free(place->view);
  place->view = all;
  place->len = (size_t)n + len + 1;
  p->ready = true;
  p->wake(p, place);
}

/* The policy's line, and the page. */
static void set_page(Porter *p, char *note) {
  char *end = strchr(note, '\n');
  if (end == NULL) return;
  *end = '\0';
  free(p->policy);
  free(p->page);
  p->policy = strdup(note);
  p->page = strdup(end + 1);
  p->page_len = p->page ? strlen(p->page) : 0;
}

static void set_token(Porter *p, Place *place, const char *token) {
  snprintf(place->token, sizeof place->token, "%s",
           strlen(token) == TOKEN ? token : "");
  place->seen = 0;
  p->wake(p, place);
}

void places_add_host(Porter *p, const char *name) {
  if (p->host_count < (int)(sizeof p->hosts / sizeof *p->hosts))
    p->hosts[p->host_count++] = strdup(name);
}

static void make_code(const Porter *p, const char *text) {
  char note[8 << 10] = "Q";
  size_t len = 1;
  QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L);
  for (int row = 0; code != NULL && row < code->width; row++) {
    for (int i = 0; i < code->width && len < sizeof note - 1; i++)
      note[len++] = (char)('0' + (code->data[row * code->width + i] & 1));
    if (len < sizeof note - 1) note[len++] = '\n';
  }
  QRcode_free(code);
  tell(p, note, len);
}

void places_obey(Porter *p, char *note, size_t len) {
  char kind = len > 0 ? note[0] : '\0', *rest = note + 1;
  note[len] = '\0';
  if (kind == 'P') set_page(p, rest);
  if (kind == 'H') places_add_host(p, rest);
  if (kind == 'Q') make_code(p, rest);
  if (kind != 'V' && kind != 'T') return;
  long place = strtol(note + 1, &rest, 10);
  if (rest == note + 1 || *rest != ' ' || place < 0 || place >= PLACES) return;
  if (kind == 'T')
    set_token(p, &p->place[place], rest + 1);
  else
    set_view(p, &p->place[place], rest + 1, len - (size_t)(rest + 1 - note));
}

int places_find(const Porter *p, const char *token) {
  int found = -1;
  size_t len = strlen(token);
  for (int i = 0; i < PLACES; i++) {
    unsigned differs = len != TOKEN || p->place[i].token[0] == '\0';
    for (size_t k = 0; k < TOKEN; k++)
      differs |= (unsigned)(p->place[i].token[k] ^ (k < len ? token[k] : '\0'));
    found = differs ? found : i;
  }
  return found;
}

bool places_may_write(Place *place) {
  unsigned count = sizeof place->letters / sizeof *place->letters;
  int64_t *oldest = &place->letters[place->letter % count], at = now();
  if (*oldest != 0 && at - *oldest < FLOOD) return false;
  *oldest = at;
  place->letter++;
  return true;
}

bool places_deliver(const Porter *p, int place, const char *body, size_t len) {
  char note[BODY_MAX + 16];
  int n = snprintf(note, sizeof note, "A%d\n", place);
  if (len > BODY_MAX) return false;
  memcpy(note + n, body, len);
  return tell(p, note, (size_t)n + len);
}

void places_report(Porter *p) {
  for (int i = 0; i < PLACES; i++) {
    Place *place = &p->place[i];
    char note[32];
    int screens = place->waits;
    bool heard = place->seen != 0 && now() - place->seen < AWAY;
    if (screens == 0 && heard && place->screens > 0) screens = place->screens;
    place->screens = screens;
    if (screens == place->told) continue;
    int len = snprintf(note, sizeof note, "N%d %d", i, screens);
    if (tell(p, note, (size_t)len)) place->told = screens;
  }
}
