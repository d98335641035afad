/* A phone as a test has it: one request over HTTP at a time. */
#ifndef TESTS_PHONE_H
#define TESTS_PHONE_H

#include <arpa/inet.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

typedef struct Reply {
  int status; /* 0: none came */
  size_t len;
  char all[256 << 10];
  const char *body;
} Reply;

/* A folder where all that comes back is kept, a file for each token; NULL: none
 * is. */
static const char *phone_tapes;

/* Is it by IPv6? */
static bool phone_is_six;

/* A connection to this machine's port; -1: refused. */
static inline int phone_connect(int port) {
  uint16_t number = htons((uint16_t)port);
  struct sockaddr_in four = {.sin_family = AF_INET,
                             .sin_port = number,
                             .sin_addr = {htonl(INADDR_LOOPBACK)}};
  struct sockaddr_in6 six = {.sin6_family = AF_INET6,
                             .sin6_port = number,
                             .sin6_addr = IN6ADDR_LOOPBACK_INIT};
  struct timeval patience = {.tv_sec = 20};
  int fd =
      socket(phone_is_six ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  int refused = phone_is_six
                    ? connect(fd, (struct sockaddr *)&six, sizeof six)
                    : connect(fd, (struct sockaddr *)&four, sizeof four);
  if (refused == 0) return fd;
  close(fd);
  return -1;
}

/* What comes back on a connection, whole where it says how long it is. */
static inline Reply *phone_read(int fd) {
  static Reply r;
  size_t len = 0, whole = sizeof r.all - 1;
  r.status = 0;
  r.all[0] = '\0';
  while (len < whole) {
    ssize_t n = recv(fd, r.all + len, whole - len, 0);
    if (n <= 0) break;
    len += (size_t)n;
    r.all[len] = '\0';
    const char *end = strstr(r.all, "\r\n\r\n");
    const char *length = strstr(r.all, "Content-Length: ");
    if (end == NULL) continue;
    size_t head = (size_t)(end - r.all) + 4;
    size_t body = length != NULL ? strtoul(length + 16, NULL, 10) : 0;
    if (head + body < whole) whole = head + body;
  }
  r.len = len;
  const char *end = strstr(r.all, "\r\n\r\n");
  r.body = end != NULL ? end + 4 : "";
  sscanf(r.all, "HTTP/1.1 %d", &r.status);
  return &r;
}

/* These bytes, and what comes back. */
static inline Reply *phone_send(int port, const char *text) {
  int fd = phone_connect(port);
  if (fd >= 0 && send(fd, text, strlen(text), MSG_NOSIGNAL) < 0)
    fprintf(stderr, "  can't send\n");
  Reply *r = phone_read(fd);
  if (fd >= 0) close(fd);
  return r;
}

/* Keeps what came back for a token. */
static inline Reply *phone_keep(const char *token, Reply *r) {
  char path[4096];
  if (phone_tapes == NULL) return r;
  snprintf(path, sizeof path, "%s/%s", phone_tapes, token[0] ? token : "none");
  FILE *tape = fopen(path, "a");
  if (tape == NULL || fwrite(r->all, 1, r->len, tape) < r->len) perror(path);
  if (tape != NULL) fclose(tape);
  return r;
}

/* What comes back on a connection that is open. */
static inline Reply *phone_ask(int fd, const char *path, const char *token) {
  char text[1024];
  snprintf(text, sizeof text,
           "GET %s HTTP/1.1\r\nHost: localhost\r\nX-Seat: %s\r\n"
           "Accept-Encoding: gzip, deflate, br\r\n\r\n",
           path, token);
  if (fd >= 0 && send(fd, text, strlen(text), MSG_NOSIGNAL) < 0)
    fprintf(stderr, "  can't send\n");
  return phone_keep(token, phone_read(fd));
}

static inline Reply *phone_get(int port, const char *path, const char *token) {
  int fd = phone_connect(port);
  Reply *r = phone_ask(fd, path, token);
  if (fd >= 0) close(fd);
  return r;
}

/* The status that a letter gets. */
static inline int phone_post(int port, const char *token, const char *letter) {
  static char text[16 << 10];
  snprintf(text, sizeof text,
           "POST /answer HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nX-Seat: %s\r\n"
           "Content-Length: %zu\r\n\r\n%s",
           port, token, strlen(letter), letter);
  return phone_keep(token, phone_send(port, text))->status;
}

/* Has the place's view this text, at once or within some seconds? */
static inline bool phone_sees(int port, const char *token, const char *text) {
  for (int i = 0; i < 100; i++) {
    if (strstr(phone_get(port, "/view?v=0", token)->body, text)) return true;
    usleep(100000);
  }
  fprintf(stderr, "  [%s] isn't in [%.2000s]\n", text,
          phone_get(port, "/view?v=0", token)->body);
  return false;
}

#endif
