/* The porter from both sides: a note of the front's, then what somebody on the
 * network sends. Whatever comes, nothing is handed to a place but its own view,
 * and a letter reaches the front only from somebody who has its token.
 *
 * Input: a note up to the first zero byte, then the bytes of a connection. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "porter/porter.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define SEAT "abcdefghijklmnopqrst_-"
#define HIDDEN "zzzzzzzzzzzzzzzzzzzzzz"
#define VIEW "{\"hand\":\"Kh\"}"
#define SECRET "the ace of spades"

static Porter porter;
static int front, port;

static void note(const void *text, size_t len) {
  send(front, text, len, MSG_NOSIGNAL | MSG_DONTWAIT);
}

static void begin(void) {
  struct sockaddr_in at = {.sin_family = AF_INET,
                           .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t len = sizeof at;
  int pair[2], listener = socket(AF_INET, SOCK_STREAM, 0);
  if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) != 0 ||
      bind(listener, (struct sockaddr *)&at, len) != 0 ||
      listen(listener, 64) != 0 ||
      getsockname(listener, (struct sockaddr *)&at, &len) != 0)
    abort();
  front = pair[0];
  porter.front = pair[1];
  port = ntohs(at.sin_port);
  if (!http_open(&porter, listener)) abort();
}

/* The page, and what two places show; the others are shut, whatever the note
 * before has made of them. */
static void settle(void) {
  char all[][64] = {"Pdefault-src 'none'\n<p>Who are you?", "T1 " SEAT,
                    "T2 " HIDDEN, "V1 " VIEW, "V2 {\"hand\":\"" SECRET "\"}"};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    places_obey(&porter, all[i], strlen(all[i]));
  for (int place = 0; place < PLACES; place++) {
    int len = snprintf(all[0], sizeof all[0], "T%d ", place);
    if (place != 1 && place != 2) places_obey(&porter, all[0], (size_t)len);
  }
}

/* The words that a stranger can't say without knowing the token. */
static int says(const uint8_t *data, size_t size, const char *word) {
  return memmem(data, size, word, strlen(word)) != NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static char text[1 << 16];
  struct sockaddr_in at = {.sin_family = AF_INET,
                           .sin_addr = {htonl(INADDR_LOOPBACK)}};
  if (porter.http == NULL) begin();
  const uint8_t *zero = memchr(data, 0, size);
  size_t len = zero != NULL ? (size_t)(zero - data) : 0;
  memcpy(text, data, len);
  places_obey(&porter, text, len);
  settle();
  data += len + (zero != NULL);
  size -= len + (zero != NULL);

  at.sin_port = htons((uint16_t)port);
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(fd, (struct sockaddr *)&at, sizeof at) != 0) abort();
  send(fd, data, size, MSG_NOSIGNAL);
  shutdown(fd, SHUT_WR);
  size_t got = 0;
  for (int i = 0; i < 4; i++) {
    note("x", 1); /* so that the porter needn't wait for anything */
    if (!http_serve(&porter)) abort();
    ssize_t n = recv(fd, text + got, sizeof text - 1 - got, MSG_DONTWAIT);
    if (n > 0) got += (size_t)n;
  }
  text[got] = '\0';
  bool knows = says(data, size, HIDDEN), sits = says(data, size, SEAT);
  if (strstr(text, SECRET) != NULL && !knows) abort();
  if (strstr(text, VIEW) != NULL && !sits) abort();
  struct linger at_once = {.l_onoff = 1};
  setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  close(fd);
  char letter[BODY_MAX + 64];
  while (recv(front, letter, sizeof letter, MSG_DONTWAIT) > 0)
    if (letter[0] == 'A' && !knows && !sits && strchr("12", letter[1])) abort();
  return 0;
}
