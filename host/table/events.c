/* The record of a table: see events.h. */
#include "table/events.h"

#include <stdlib.h>
#include <string.h>

#include "core/bytes.h"

const char *const event_names[] = {
    "step",   "shuffle", "move",  "show", "roll",   "chance", "pay", "question",
    "answer", "say",     "named", "gm",   "finish", "order",  NULL};

/* Does an event of this kind say where cards are, or who has seen them? */
static bool is_of_cards(EventKind kind) {
  return kind == EVENT_MOVE || kind == EVENT_SHOW || kind == EVENT_SHUFFLE ||
         kind == EVENT_ORDER;
}

void events_add(Events *e, Event event, const char *text, const char *more) {
  if (e->off || (e->quiet && !is_of_cards(event.kind))) return;
  if (!list_grow(&e->list, &e->room, e->count + 1, sizeof event)) return;
  event.text = text == NULL ? NULL : strdup(text);
  event.more = more == NULL ? NULL : strdup(more);
  e->list[e->count++] = event;
}

void events_cut(Events *e, size_t count) {
  while (e->count > count) {
    Event *last = &e->list[--e->count];
    free(last->text);
    free(last->more);
  }
}

void events_free(Events *e) {
  events_cut(e, 0);
  free(e->list);
  memset(e, 0, sizeof *e);
}
