/* The list of events: see event.h. */
#include "table/event.h"

#include <stdlib.h>
#include <string.h>

static bool make_room(Events *e) {
  if (e->count < e->room) return true;
  size_t room = e->room == 0 ? 256 : e->room * 2;
  Event *list = realloc(e->list, room * sizeof *list);
  if (list == NULL) return false;
  e->list = list;
  e->room = room;
  return true;
}

void events_add(Events *e, Event event, const char *text, const char *more) {
  if (e->off || (e->quiet && event.kind != EVENT_MOVE)) return;
  if (!make_room(e)) {
    e->failed = true;
    return;
  }
  event.text = text == NULL ? NULL : strdup(text);
  event.more = more == NULL ? NULL : strdup(more);
  if ((text && !event.text) || (more && !event.more)) e->failed = true;
  e->list[e->count++] = event;
}

void events_cut(Events *e, size_t count) {
  while (e->count > count) {
    Event *last = &e->list[--e->count];
    free(last->text);
    free(last->more);
  }
  if (count == 0) e->failed = false;
}

void events_copy(Events *to, const Events *from) {
  events_cut(to, 0);
  for (size_t i = 0; i < from->count; i++)
    events_add(to, from->list[i], from->list[i].text, from->list[i].more);
}

void events_free(Events *e) {
  events_cut(e, 0);
  free(e->list);
  memset(e, 0, sizeof *e);
}
