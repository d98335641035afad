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
  OF_ADDRESS = 16, /* connections of one address that isn't this machine's */
  OF_PLACE = 6,    /* phones that wait for one place */
  HEAD = 8 << 10   /* bytes of a connection's memory */
};

/* A connection. */
typedef struct Line {
  struct Line *next;
  struct MHD_Connection *connection;
  int64_t since; /* opened, or its last reply was whole */
  bool waits;
  struct in6_addr address;
} Line;

/* A request; the wait is first, for places know only that. */
typedef struct Request {
  Wait wait;
  struct MHD_Connection *connection;
  Line *line;
  Place *place; /* whose newer view it waits for */
  bool is_due;
  size_t len;
  char body[BODY_MAX + 1];
} Request;

struct Http {
  Porter *porter;
  struct MHD_Daemon *daemon;
  Line *lines;
  int count;
  char note[NOTE_MAX + 1]; /* of the front's */
};

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

static void unlink_wait(Request *r) {
  if (r->place == NULL) return;
  for (Wait **at = &r->place->waits; *at != NULL; at = &(*at)->next)
    if (*at == &r->wait) {
      *at = r->wait.next;
      break;
    }
  r->place = NULL;
}

static void resume(Request *r) {
  unlink_wait(r);
  r->is_due = true;
  r->line->waits = false;
  r->line->since = now();
  MHD_resume_connection(r->connection);
}

static void wake(Place *place) {
  while (place->waits != NULL) resume((Request *)(void *)place->waits);
}

/* The newest come first; the oldest of too many is let go. */
static void wait_for(Request *r, Place *place) {
  int count = 1;
  for (Wait *w = place->waits; w != NULL; w = w->next)
    if (++count > OF_PLACE && w->next == NULL) {
      resume((Request *)(void *)w);
      break;
    }
  r->place = place;
  r->wait = (Wait){.next = place->waits, .until = now() + POLL_WAIT};
  place->waits = &r->wait;
  r->line->waits = true;
  MHD_suspend_connection(r->connection);
}

static enum MHD_Result send_view(Porter *p, Request *r) {
  struct MHD_Connection *c = r->connection;
  const char *have = MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, "v");
  int i = places_find(p, header(c, "X-Seat"));
  if (i < 0) return refuse(c, p->ready ? 403 : 503);
  Place *place = &p->place[i];
  place->seen = now();
  if (place->view != NULL &&
      (have == NULL || strtoull(have, NULL, 10) != place->version))
    return reply(c, 200, place->view, place->len, (Header){NULL, NULL});
  if (r->is_due) return reply(c, 204, "", 0, (Header){NULL, NULL});
  wait_for(r, place);
  return MHD_YES;
}

static enum MHD_Result take_letter(Porter *p, Request *r) {
  struct MHD_Connection *c = r->connection;
  int i = places_find(p, header(c, "X-Seat"));
  if (i < 0 || i == TABLE) return refuse(c, p->ready ? 403 : 503);
  if (!places_may_write(&p->place[i])) return refuse(c, 429);
  bool done = places_deliver(p, i, r->body, r->len);
  return reply(c, done ? 202 : 503, "", 0, (Header){NULL, NULL});
}

static enum MHD_Result answer(Porter *p, Request *r, const char *url,
                              bool is_post) {
  const char *last = strrchr(url, '/');
  last = last != NULL ? last + 1 : url;
  if (is_post && strcmp(last, "answer") == 0) return take_letter(p, r);
  if (is_post) return refuse(r->connection, 404);
  if (strcmp(last, "view") == 0) return send_view(p, r);
  if (last[0] != '\0' || p->page == NULL) return refuse(r->connection, 404);
  return reply(r->connection, 200, p->page, p->page_len,
               (Header){"Content-Security-Policy", p->policy});
}

/* --- what the library calls --- */

static enum MHD_Result on_request(void *cls, struct MHD_Connection *c,
                                  const char *url, const char *method,
                                  const char *version, const char *data,
                                  size_t *size, void **request) {
  Http *h = cls;
  Request *r = *request;
  (void)version;
  if (r == NULL) {
    unsigned wrong = fault(h->porter, c, method);
    if (wrong != 0) return refuse(c, wrong);
    *request = r = calloc(1, sizeof *r);
    if (r == NULL) return MHD_NO;
    r->connection = c;
    r->line = MHD_get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
                  ->socket_context;
    return r->line != NULL ? MHD_YES : MHD_NO;
  }
  if (*size > 0) {
    size_t room = BODY_MAX - r->len, take = *size < room ? *size : room;
    memcpy(r->body + r->len, data, take);
    r->len += take;
    *size = 0;
    return MHD_YES;
  }
  return answer(h->porter, r, url, method[0] == 'P');
}

static void on_reply(void *cls, struct MHD_Connection *c, void **request,
                     enum MHD_RequestTerminationCode how) {
  Request *r = *request;
  (void)cls, (void)c, (void)how;
  if (r == NULL) return;
  unlink_wait(r);
  r->line->waits = false;
  r->line->since = now();
  free(r);
  *request = NULL;
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
    if (!line->waits && (longest == NULL || line->since <= longest->since))
      longest = line;
  if (longest != NULL) shutdown(line_fd(longest), SHUT_RDWR);
}

/* As one of IPv6. */
static struct in6_addr address_of(const struct sockaddr *from) {
  struct in6_addr a = {.s6_addr = {[10] = 0xff, [11] = 0xff}};
  if (from->sa_family == AF_INET)
    memcpy(&a.s6_addr[12],
           &((const struct sockaddr_in *)(const void *)from)->sin_addr, 4);
  else if (from->sa_family == AF_INET6)
    a = ((const struct sockaddr_in6 *)(const void *)from)->sin6_addr;
  return a;
}

static bool is_here(struct in6_addr a) {
  return IN6_IS_ADDR_LOOPBACK(&a) ||
         (IN6_IS_ADDR_V4MAPPED(&a) && a.s6_addr[12] == 127);
}

static void on_line(void *cls, struct MHD_Connection *c, void **context,
                    enum MHD_ConnectionNotificationCode what) {
  Http *h = cls;
  if (what == MHD_CONNECTION_NOTIFY_STARTED) {
    Line *line = calloc(1, sizeof *line);
    if (line == NULL) return;
    line->connection = c;
    line->since = now();
    line->address = address_of(
        MHD_get_connection_info(c, MHD_CONNECTION_INFO_CLIENT_ADDRESS)
            ->client_addr);
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

/* A tunnel's or a proxy's users all come from this machine: no limit for those. */
static enum MHD_Result on_accept(void *cls, const struct sockaddr *from,
                                 socklen_t len) {
  const Http *h = cls;
  struct in6_addr a = address_of(from);
  int same = 0;
  (void)len;
  for (const Line *line = h->lines; line != NULL; line = line->next)
    same += memcmp(&line->address, &a, sizeof a) == 0;
  return same < OF_ADDRESS || is_here(a) ? MHD_YES : MHD_NO;
}

/* --- serving --- */

Http *http_open(Porter *p, int listener) {
  Http *h = calloc(1, sizeof *h);
  if (h == NULL) return NULL;
  h->porter = p;
  p->http = h;
  p->wake = wake;
  h->daemon = MHD_start_daemon(
      MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, on_accept, h, on_request, h,
      MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_NOTIFY_CONNECTION, on_line,
      h, MHD_OPTION_NOTIFY_COMPLETED, on_reply, h, MHD_OPTION_CONNECTION_LIMIT,
      (unsigned)LINES, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEAD,
      MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
  if (h->daemon != NULL) return h;
  free(h);
  return NULL;
}

/* Those that wait no longer, or are not there any more, and those that dawdle. */
static void end_waits(Http *h, const struct pollfd *gone, int count) {
  int64_t at = now();
  for (int i = 0; i < PLACES; i++)
    for (Wait *w = h->porter->place[i].waits, *next; w != NULL; w = next) {
      Request *r = (Request *)(void *)w;
      bool has_gone = false;
      next = w->next;
      for (int k = 0; k < count; k++)
        has_gone |= gone[k].revents != 0 && gone[k].fd == line_fd(r->line);
      if (has_gone || w->until <= at) resume(r);
    }
  for (Line *line = h->lines; line != NULL; line = line->next)
    if (!line->waits && at - line->since > DEADLINE)
      shutdown(line_fd(line), SHUT_RDWR);
}

/* What the front has written; false: it has gone. */
static bool obey_front(Http *h) {
  for (;;) {
    ssize_t n = recv(h->porter->front, h->note, NOTE_MAX, MSG_DONTWAIT);
    if (n == 0) return false;
    if (n < 0) return errno == EAGAIN || errno == EINTR;
    places_obey(h->porter, h->note, (size_t)n);
  }
}

bool http_serve(Http *h) {
  struct pollfd of[2 + LINES] = {
      {.fd = h->porter->front, .events = POLLIN},
      {.fd = MHD_get_daemon_info(h->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd,
       .events = POLLIN}};
  int count = 2;
  MHD_UNSIGNED_LONG_LONG soon;
  for (const Line *line = h->lines; line != NULL; line = line->next)
    if (line->waits && count < 2 + LINES)
      of[count++] = (struct pollfd){.fd = line_fd(line), .events = POLLRDHUP};
  bool has = MHD_get_timeout(h->daemon, &soon) == MHD_YES && soon < 1000;
  poll(of, (nfds_t)count, has ? (int)soon : 1000);
  bool is_front_there = of[0].revents == 0 || obey_front(h);
  end_waits(h, of + 2, count - 2);
  MHD_run(h->daemon);
  places_report(h->porter);
  return is_front_there; /* and the last views are sent */
}
