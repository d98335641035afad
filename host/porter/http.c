/* The porter's three routes, by libmicrohttpd: the distribution's HTTP server as a
 * library, small, kept for twenty years, and driven from our own poll.
 *
 *   GET  .../           the page
 *   GET  .../view?v=N   X-Seat: TOKEN; the place's view: at once, or once it has
 *                       another version than N; 204 after 25 seconds
 *   POST .../answer     X-Seat: TOKEN, a letter for the front; 202
 *
 * The last part of the path decides, so any prefix of a proxy works.
 *
 * The library begins its own time limit again with every byte, and doesn't look
 * after a connection that waits (suspended): so every line has a deadline here,
 * and the sockets of those that wait are watched for hanging up. */
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <microhttpd.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "porter/porter.h"

enum {
  POLL_WAIT = 25000, /* ms until a poll has no news */
  DEADLINE = 8000,   /* ms for a whole request or reply */
  LINES = 256,       /* connections; MAKE_ROOM: from here on one must go */
  MAKE_ROOM = 240,
  OF_ADDRESS = 32, /* connections of one address */
  OF_PLACE = 6,    /* phones that wait for one place */
  HEAD = 8 << 10   /* bytes of a connection's memory */
};

/* A connection, and its request of now. */
typedef struct Line {
  struct Line *next;
  struct MHD_Connection *connection;
  int64_t since; /* opened, or its last reply was whole */
  Place *place;  /* whose newer view it waits for; NULL: it doesn't */
  int64_t until;
  bool has_waited;
  size_t len;
  char body[BODY_MAX + 1];
} Line;

typedef struct Http {
  struct MHD_Daemon *daemon;
  Line *lines;
  int count;
  char note[NOTE_MAX + 1]; /* of the front's */
} Http;

typedef struct Header {
  const char *name, *value;
} Header;

/* --- replies --- */

static enum MHD_Result reply(struct MHD_Connection *c, unsigned status,
                             const char *body, size_t len, Header one) {
  static const Header all[] = {{"Cache-Control", "no-store"},
                               {"X-Content-Type-Options", "nosniff"},
                               {"Referrer-Policy", "no-referrer"}};
  struct MHD_Response *r = MHD_create_response_from_buffer(
      len, (void *)(uintptr_t)body, MHD_RESPMEM_MUST_COPY);
  if (r == NULL) return MHD_NO;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    MHD_add_response_header(r, all[i].name, all[i].value);
  if (one.name != NULL) MHD_add_response_header(r, one.name, one.value);
  if (strcmp(body, "") != 0)
    MHD_add_response_header(
        r, "Content-Type",
        body[0] == '{' ? "application/json" : "text/html; charset=utf-8");
  enum MHD_Result done = MHD_queue_response(c, status, r);
  MHD_destroy_response(r);
  return done;
}

static enum MHD_Result refuse(struct MHD_Connection *c, unsigned status) {
  return reply(c, status, "", 0, (Header){"Connection", "close"});
}

/* --- who may ask --- */

/* Without a port, and the brackets of an address of IPv6. */
static void bare_host(const char *host, char *out, size_t size) {
  const char *end = host[0] == '[' ? strchr(host, ']') : strrchr(host, ':');
  size_t len = end != NULL ? (size_t)(end - host) : strlen(host);
  if (host[0] == '[') host++, len -= len > 0;
  snprintf(out, size, "%.*s", (int)(len < size ? len : size - 1), host);
}

bool http_is_ours(const Porter *p, const char *host) {
  char bare[256];
  struct in6_addr any;
  bare_host(host, bare, sizeof bare);
  if (inet_pton(AF_INET, bare, &any) == 1) return true;
  if (inet_pton(AF_INET6, bare, &any) == 1) return true;
  if (strcasecmp(bare, "localhost") == 0) return true;
  for (int i = 0; i < p->host_count; i++)
    if (strcasecmp(bare, p->hosts[i]) == 0) return true;
  return false;
}

static const char *header(struct MHD_Connection *c, const char *name) {
  const char *value = MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
  return value != NULL ? value : "";
}

/* A status for what can't be a request of our page's; 0: it may be one. */
static unsigned fault(const Porter *p, struct MHD_Connection *c,
                      const char *method) {
  const char *length = header(c, "Content-Length");
  if (!http_is_ours(p, header(c, "Host"))) return 421;
  if (header(c, "Transfer-Encoding")[0] != '\0') return 411;
  if (strcmp(method, "GET") == 0)
    return length[0] && strcmp(length, "0") ? 400 : 0;
  if (strcmp(method, "POST") != 0) return 405;
  if (length[0] == '\0') return 411;
  return strlen(length) > 4 || atoi(length) > BODY_MAX ? 413 : 0;
}

/* --- the routes --- */

static void resume(Line *line) {
  line->place->waits--;
  line->place = NULL;
  line->has_waited = true;
  line->since = now();
  MHD_resume_connection(line->connection);
}

static void wake(Porter *p, Place *place) {
  for (Line *line = p->http->lines; line != NULL; line = line->next)
    if (line->place == place) resume(line);
}

/* The one of too many that has waited longest is let go. */
static void wait_for(Http *h, Line *line, Place *place) {
  Line *first = NULL;
  for (Line *l = h->lines; l != NULL; l = l->next)
    if (l->place == place && (first == NULL || l->until <= first->until))
      first = l;
  if (place->waits >= OF_PLACE) resume(first);
  place->waits++;
  line->place = place;
  line->until = now() + POLL_WAIT;
  MHD_suspend_connection(line->connection);
}

static enum MHD_Result send_view(Porter *p, Line *line) {
  struct MHD_Connection *c = line->connection;
  const char *have = MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, "v");
  int i = places_find(p, header(c, "X-Seat"));
  if (i < 0) return refuse(c, p->ready ? 403 : 503);
  Place *place = &p->place[i];
  place->seen = now();
  if (place->view != NULL &&
      (have == NULL || strtoull(have, NULL, 10) != place->version))
    return reply(c, 200, place->view, place->len, (Header){NULL, NULL});
  if (line->has_waited) return reply(c, 204, "", 0, (Header){NULL, NULL});
  wait_for(p->http, line, place);
  return MHD_YES;
}

static enum MHD_Result take_letter(Porter *p, const Line *line) {
  struct MHD_Connection *c = line->connection;
  int i = places_find(p, header(c, "X-Seat"));
  if (i < 0 || i == TABLE) return refuse(c, p->ready ? 403 : 503);
  if (!places_may_write(&p->place[i])) return refuse(c, 429);
  bool done = places_deliver(p, i, line->body, line->len);
  return reply(c, done ? 202 : 503, "", 0, (Header){NULL, NULL});
}

static enum MHD_Result answer(Porter *p, Line *line, const char *url,
                              bool is_post) {
  const char *last = strrchr(url, '/');
  last = last != NULL ? last + 1 : url;
  if (is_post && strcmp(last, "answer") == 0) return take_letter(p, line);
  if (is_post) return refuse(line->connection, 404);
  if (strcmp(last, "view") == 0) return send_view(p, line);
  if (last[0] != '\0' || p->page == NULL) return refuse(line->connection, 404);
  return reply(line->connection, 200, p->page, p->page_len,
               (Header){"Content-Security-Policy", p->policy});
}

/* --- what the library calls --- */

static enum MHD_Result on_request(void *cls, struct MHD_Connection *c,
                                  const char *url, const char *method,
                                  const char *version, const char *data,
                                  size_t *size, void **request) {
  Porter *p = cls;
  Line *line = *request;
  (void)version;
  if (line == NULL) {
    unsigned wrong = fault(p, c, method);
    if (wrong != 0) return refuse(c, wrong);
    *request = line =
        MHD_get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
            ->socket_context;
    if (line == NULL) return MHD_NO;
    line->has_waited = false;
    line->len = 0;
    return MHD_YES;
  }
  if (*size > 0) {
    size_t room = BODY_MAX - line->len, take = *size < room ? *size : room;
    memcpy(line->body + line->len, data, take);
    line->len += take;
    *size = 0;
    return MHD_YES;
  }
  return answer(p, line, url, method[0] == 'P');
}

static void on_reply(void *cls, struct MHD_Connection *c, void **request,
                     enum MHD_RequestTerminationCode how) {
  Line *line = *request;
  (void)cls, (void)c, (void)how;
  if (line != NULL) line->since = now();
}

static int line_fd(const Line *line) {
  return MHD_get_connection_info(line->connection,
                                 MHD_CONNECTION_INFO_CONNECTION_FD)
      ->connect_fd;
}

/* The one that has been silent longest ends. */
static void make_room(Http *h) {
  Line *longest = NULL;
  for (Line *line = h->lines; line != NULL; line = line->next)
    if (line->place == NULL &&
        (longest == NULL || line->since <= longest->since))
      longest = line;
  if (longest != NULL) shutdown(line_fd(longest), SHUT_RDWR);
}

static void on_line(void *cls, struct MHD_Connection *c, void **context,
                    enum MHD_ConnectionNotificationCode what) {
  Http *h = ((Porter *)cls)->http;
  if (what == MHD_CONNECTION_NOTIFY_STARTED) {
    Line *line = calloc(1, sizeof *line);
    if (line == NULL) return;
    line->connection = c;
    line->since = now();
    if (h->count >= MAKE_ROOM) make_room(h);
    line->next = h->lines;
    h->lines = line;
    h->count++;
    *context = line;
    return;
  }
  for (Line **at = &h->lines; *at != NULL; at = &(*at)->next)
    if (*at == *context) {
      *at = (*at)->next;
      h->count--;
      break;
    }
  free(*context);
}

/* --- serving --- */

bool http_open(Porter *p, int listener) {
  Http *h = p->http = calloc(1, sizeof *h);
  if (h == NULL) return false;
  p->wake = wake;
  h->daemon = MHD_start_daemon(
      MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, on_request, p,
      MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_NOTIFY_CONNECTION, on_line,
      p, MHD_OPTION_NOTIFY_COMPLETED, on_reply, p, MHD_OPTION_CONNECTION_LIMIT,
      (unsigned)LINES, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
      p->is_behind_proxy ? 0u : (unsigned)OF_ADDRESS,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEAD,
      MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
  return h->daemon != NULL;
}

/* Those that wait no longer, or are not there any more, and those that dawdle;
 * `polled` is what is known of each line's socket. */
static void end_waits(const Http *h, const struct pollfd *polled) {
  int64_t at = now();
  for (Line *line = h->lines; line != NULL; line = line->next, polled++)
    if (line->place != NULL) {
      if (polled->revents != 0 || line->until <= at) resume(line);
    } else if (at - line->since > DEADLINE) {
      shutdown(line_fd(line), SHUT_RDWR);
    }
}

/* What the front has written; false: it has gone. */
static bool obey_front(Porter *p) {
  for (;;) {
    ssize_t n = recv(p->front, p->http->note, NOTE_MAX, MSG_DONTWAIT);
    if (n == 0) return false;
    if (n < 0) return errno == EAGAIN || errno == EINTR;
    places_obey(p, p->http->note, (size_t)n);
  }
}

bool http_serve(Porter *p) {
  Http *h = p->http;
  struct pollfd of[2 + LINES] = {
      {.fd = p->front, .events = POLLIN},
      {.fd = MHD_get_daemon_info(h->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd,
       .events = POLLIN}};
  nfds_t count = 2;
  MHD_UNSIGNED_LONG_LONG soon;
  for (const Line *line = h->lines; line != NULL; line = line->next)
    of[count++] = (struct pollfd){.fd = line->place ? line_fd(line) : -1,
                                  .events = POLLRDHUP};
  bool has = MHD_get_timeout(h->daemon, &soon) == MHD_YES && soon < 1000;
  poll(of, count, has ? (int)soon : 1000);
  bool is_front_there = of[0].revents == 0 || obey_front(p);
  end_waits(h, of + 2);
  MHD_run(h->daemon);
  places_report(p);
  return is_front_there; /* and the last views are sent */
}
