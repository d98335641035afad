/* What is told, to each reader as much as it may know. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "table/l_table.h"
#include "table/speech.h"
#include "table/world.h"

/* A kind whose faces have neither `color` nor `symbol` of their own. */
static const char GAME[] =
    "return game { title = 'Plain', seats = { 2, 2 }, \n"
    "  deck = kind { suits = { { 'gold', 'g' } }, ranks = { '1', '2', '3' } },"
    "  gm = true, piles = { seat = { hand = 'owner' } }, order = { 'go' },\n"
    "  go = function(t)\n"
    "    t.deck:deal(1, t.seat[1].hand)\n"
    "    t:say('%s draws %s', t.seat[1], t.seat[1].hand:top())\n"
    "    t.deck:deal(1, t.seat[1].hand)\n"
    "    t:say('%c, %c, %+d %+d 5%', t.seat[1].hand, t.seat[2].hand, 3, -2)\n"
    "    t:say('%s, %s', function() return t.seat[1].hand:top() end,\n"
    "      function() return function() end end)\n"
    "    t:say('%s calls %s', t.gm, t.gm)\n"
    "    t.seat[1]:ask { 'keep', 'Keep it?', confirm = true }\n"
    "    t:finish(nil)\n"
    "  end }\n";

static World *open_plain(void) {
  Bytes err = {0};
  Sources sources = {.pinned = true};
  WorldConfig *c = calloc(1, sizeof *c);
  c->game = "plain";
  c->players = 2;
  snprintf(c->player[0].name, sizeof c->player[0].name, "the GM");
  snprintf(c->player[1].name, sizeof c->player[1].name, "Anna");
  snprintf(c->player[2].name, sizeof c->player[2].name, "Ben");
  sources_add(&sources, "plain/game.lua", "plain", GAME, sizeof GAME - 1);
  World *w = world_open(c, &sources, &err);
  if (w == NULL) fprintf(stderr, "%s\n", err.data);
  CHECK(w != NULL);
  sources_free(&sources);
  bytes_free(&err);
  free(c);
  return w;
}

static const char *said(const Table *t, int n) {
  for (size_t i = 0; i < t->events.count; i++)
    if (t->events.list[i].kind == EVENT_SAY && n-- == 0)
      return t->events.list[i].text;
  return "";
}

static void check_text(const Table *t, int n, int reader,
                       const SpeechStyle *style, const char *expected) {
  Bytes out = {0};
  speech_render(t, said(t, n), reader, style, &out);
  if (strcmp(out.data, expected) != 0) fprintf(stderr, "said `%s`\n", out.data);
  CHECK(strcmp(out.data, expected) == 0);
  bytes_free(&out);
}

int main(void) {
  static const SpeechStyle painted = {true, "<", "(", ")"};
  uint8_t seed[32] = {0};
  World *w = open_plain();
  if (w == NULL) return check_done("speech");
  Table *t = w->table;
  table_record(t, true);
  CHECK(table_reset(t, seed, 0));
  CHECK(table_run(t) == TABLE_QUESTION);
  check_text(t, 0, 0, &SPEECH_LETTERS, "Anna draws 3g");
  check_text(t, 0, 1, &SPEECH_LETTERS, "Anna draws a card");
  check_text(t, 0, READER_PUBLIC, &SPEECH_LETTERS, "Anna draws a card");
  check_text(t, 0, READER_ALL, &painted, "Anna draws (3g)");
  check_text(t, 1, 0, &SPEECH_LETTERS, "3g, 2g, nothing, +3 -2 5%");
  check_text(t, 1, 1, &SPEECH_LETTERS, "a card, a card, nothing, +3 -2 5%");
  check_text(t, 2, 0, &SPEECH_LETTERS, "2g, ?");
  check_text(t, 2, 1, &SPEECH_LETTERS, "a card, ?");
  check_text(t, 3, 0, &SPEECH_LETTERS, "The GM calls the GM");
  world_close(w);
  return check_done("speech");
}
