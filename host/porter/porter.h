/* The porter: a small program between the phones of a table and the front, which
 * starts it before any secret exists. It knows the page, a token and the last
 * view of each place, and nothing else: no Lua, no seed, no journal, no file.
 *
 * Places are the seats (0: the game master's), the table's screen and the door,
 * at which a phone chooses its seat. The truth of a place is a versioned view:
 * a phone that slept, or a second phone, has all of it with its next request.
 *
 * Notes over the socketpair, one a packet, the first letter says which:
 *   from the front  P policy \n page     T place token (none: shut)
 *                   V place view         H a host's name that is ours
 *                   Q text: a code to scan is wanted
 *   to the front    L address port, and other addresses, a line each
 *                   E why nothing can be listened to
 *                   A place \n letter    N place screens
 *                   Q rows of 0 and 1 */
#ifndef PORTER_PORTER_H
#define PORTER_PORTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  SEATS = 33,
  TABLE = SEATS,
  DOOR,
  PLACES,
  TOKEN = 22,           /* letters of base64url: 128 bits */
  NOTE_MAX = 160 << 10, /* bytes of a packet */
  BODY_MAX = 4 << 10,
  PORT_TRIES = 20
};

/* Milliseconds of a clock that never jumps. */
int64_t now(void);

/* --- places.c: what may be told, and to whom --- */

typedef struct Place {
  char token[TOKEN + 1]; /* "": shut */
  char *view;            /* what is sent: {"v":N,"view":...}; NULL: none yet */
  size_t len;
  uint64_t version;
  int waits;         /* phones that wait for a newer view */
  int64_t seen;      /* when a phone of it was last heard of; 0: never */
  int screens, told; /* phones that show it, and what the front knows of that */
  int64_t letters[20]; /* when the last of them came */
  unsigned letter;
} Place;

typedef struct Porter {
  Place place[PLACES];
  char *page, *policy; /* NULL: not there yet */
  size_t page_len;
  char *hosts[8]; /* names that a request may be sent to */
  int host_count;
  int front;  /* the socketpair */
  bool ready; /* all tokens are known: a request without one is refused */
  bool is_behind_proxy; /* only this machine reaches it, for many phones */
  struct Http *http;
  /* sends the place's new view to all phones that wait for it */
  void (*wake)(struct Porter *, Place *);
} Porter;

/* Another name that is ours. */
void places_add_host(Porter *p, const char *name);

/* Obeys a note of the front's, which is changed. A note that is none is passed over. */
void places_obey(Porter *p, char *note, size_t len);

/* The place of a token, -1: none. Takes as long whichever it is. */
int places_find(const Porter *p, const char *token);

/* May another letter come from this place now? At most 20 in ten seconds. */
bool places_may_write(Place *place);

/* Hands a letter to the front; false: it doesn't read. */
bool places_deliver(const Porter *p, int place, const char *body, size_t len);

/* Tells the front how many screens show each place, where that has changed: one
 * that was not heard of for four seconds is away. */
void places_report(Porter *p);

/* --- http.c --- */

/* Serves on a socket that listens; false on failure. */
bool http_open(Porter *p, int listener);

/* Waits until there is something to do, at most a second, and does it. False: the
 * front has gone. */
bool http_serve(Porter *p);

/* Is this the Host of a request to us: figures, localhost, or one of the porter's
 * hosts, each with or without a port? */
bool http_is_ours(const Porter *p, const char *host);

/* --- wall.c --- */

/* Gives up files, new connections, signals to others and all system calls that
 * serving doesn't need. */
void wall_raise(void);

#endif
