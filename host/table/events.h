/* The record of a table: what happened there, in order. It is what the log is
 * made of, what a seat has seen moving, and the outside view of a game. */
#ifndef TABLE_EVENTS_H
#define TABLE_EVENTS_H

#include "core/cards.h"

/* Texts may hold marks for cards (stdlib/table/marked_text.lua), so that each
 * reader sees only what it may know. */
typedef enum EventKind {
  EVENT_STEP,     /* text: the step that begins */
  EVENT_SHUFFLE,  /* to: the pile; text: numbers of its cards, bottom first */
  EVENT_MOVE,     /* card, from, to; amount 1: to the bottom, else the top;
                     seen: who saw which card it was */
  EVENT_SHOW,     /* card, to: where it lies; seen: to whom */
  EVENT_ROLL,     /* text: the dice expression; amount: total; more: dice */
  EVENT_CHANCE,   /* amount: a number drawn from 0..from-1; from 0: that many
                     don't fit an int */
  EVENT_PAY,      /* from, to: accounts, -1: from or to nowhere, as the game
                     master said; amount; text: why */
  EVENT_QUESTION, /* seat, text: name, more: what is asked */
  EVENT_ANSWER,   /* seat, text: name, more: the answer; seen: who may know it;
                     amount 1: a person gave it; of a random answer that the
                     host gave: a number that tells it from others */
  EVENT_SAY,      /* text; seat or SEAT_NONE: to whom */
  EVENT_NAMED,    /* t:event. text: name; more: its data as JSON */
  EVENT_GM,       /* text: what the game master changed; more: as JSON */
  EVENT_FINISH,   /* more: standings as JSON */
  EVENT_ORDER     /* as EVENT_SHUFFLE, but put in that order, not by chance */
} EventKind;

typedef struct Event {
  EventKind kind;
  int card, from, to, seat;
  int64_t amount;
  SeatMask seen;
  uint64_t question; /* how many questions had been asked */
  char *text, *more; /* owned; NULL for none */
} Event;

typedef struct Events {
  Event *list;
  size_t count, room;
  bool off;   /* nothing is recorded */
  bool quiet; /* only what happens to cards: bots know from it what they saw */
} Events;

/* The names of the kinds, NULL at the end. */
extern const char *const event_names[];

/* Does anybody read what is said? */
static inline bool events_heard(const Events *e) {
  return !e->off && !e->quiet;
}

/* Adds a copy, texts included; text and more may be NULL. Without memory for it
 * nothing is added. */
void events_add(Events *e, Event event, const char *text, const char *more);
void events_cut(Events *e, size_t count);
void events_free(Events *e);

#endif
