/* Sessions over the small games: at every question undo, resume and reload
 * give the same game; a journal that is cut goes on from where it was cut. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "table/session.h"
#include "table/snapshot.h"

static const char *const GAMES[] = {
    "tests/games/best_of_five", "tests/games/lanterns",
    "tests/games/lanterns+*",   "tests/games/last_chip",
    "tests/games/sealed_bids",  "tests/games/short_whist",
    "tests/games/stop_thief",   "tests/games/umpire"};

static void fill(SessionConfig *c, const char *game, int players) {
  memset(c, 0, sizeof *c);
  c->world.game = game;
  c->world.players = players;
  for (int i = 0; i <= players; i++) {
    snprintf(c->world.player[i].name, sizeof c->world.player[i].name, "P%d", i);
    snprintf(c->answerer[i], ANSWERER_MAX, "random");
  }
  c->seed[0] = 7;
}

static Session *begin(const char *game, Journal *journal) {
  static SessionConfig c;
  Bytes err = {0};
  Session *s = NULL;
  for (int players = 3; s == NULL && players <= 4; players++) {
    bytes_clear(&err);
    fill(&c, game, players);
    c.journal = journal;
    s = session_begin(&c, &err);
  }
  if (s == NULL) fprintf(stderr, "%s: %s\n", game, err.data);
  CHECK(s != NULL);
  bytes_free(&err);
  return s;
}

static Journal *memory(void) {
  char err[1024];
  return journal_create(NULL, err, sizeof err);
}

/* The journal's first `count` records, again in memory. */
static Journal *copy_of(const Journal *from, size_t count) {
  Journal *to = memory();
  for (size_t i = 0; i < count; i++) {
    size_t size;
    const char *payload = journal_record(from, i, &size);
    journal_append(to, payload, size);
  }
  return to;
}

static void last_hash(const Session *s, char out[SNAPSHOT_HASH + 1]) {
  out[0] = 0;
  for (size_t i = s->plays.count; i > 0 && out[0] == 0; i--)
    if (s->plays.list[i - 1].kind == 'h')
      snprintf(out, SNAPSHOT_HASH + 1, "%s", s->plays.list[i - 1].text);
}

static void play_out(Session *s, bool person) {
  int questions = 0;
  while (session_run(s) == SESSION_QUESTION && questions++ < 5000) {
    Bytes sentence = {0};
    if (!session_answer_random(s)) break;
    s->plays.list[s->plays.count - 1].person |= person;
    bytes_free(&sentence);
  }
  if (s->state != SESSION_OVER)
    fprintf(stderr, "%s: %s\n", s->config.world.game, session_problem(s));
  CHECK(s->state == SESSION_OVER);
}

/* What was taken back stays so for who goes on from the journal. */
static void check_kept_undo(const Session *s) {
  Bytes err = {0};
  Journal *copy = copy_of(s->journal, journal_count(s->journal));
  Session *r = session_resume(copy, NULL, true, &err);
  CHECK(r != NULL);
  if (r != NULL) {
    CHECK_INT(r->plays.count, s->plays.count);
    CHECK(r->state == SESSION_QUESTION);
    CHECK_INT(r->world->table->questions, s->world->table->questions);
  } else {
    journal_close(copy);
  }
  session_close(r);
  bytes_free(&err);
}

/* Every answer taken back and given again ends in the same state. */
static void check_undo(const char *game) {
  char straight[SNAPSHOT_HASH + 1], crooked[SNAPSHOT_HASH + 1];
  Session *s = begin(game, memory());
  if (s == NULL) return;
  play_out(s, false);
  last_hash(s, straight);
  session_close(s);
  s = begin(game, memory());
  Bytes sentence = {0};
  int questions = 0;
  while (session_run(s) == SESSION_QUESTION && questions++ < 5000) {
    if (s->world->table->question.kind == ASK_NOTHING) {
      session_answer(s, "", true, &sentence);
      continue;
    }
    size_t before = s->plays.count;
    if (!session_answer_random(s)) break;
    char kept[512];
    snprintf(kept, sizeof kept, "%s", s->plays.list[before].text);
    s->plays.list[before].person = true;
    session_run(s);
    bool undone = session_undo(s, &sentence);
    CHECK(undone);
    CHECK(s->plays.count == before && s->state == SESSION_QUESTION);
    if (questions % 7 == 0) check_kept_undo(s);
    if (!session_answer(s, kept, true, &sentence)) {
      fprintf(stderr, "%s: %s\n", game, sentence.data);
      CHECK(!"the same answer again");
      break;
    }
  }
  CHECK(s->state == SESSION_OVER);
  last_hash(s, crooked);
  CHECK(strcmp(straight, crooked) == 0);
  bytes_free(&sentence);
  session_close(s);
}

/* A journal cut after any record goes on to the same end. */
static void check_resume(const char *game) {
  char straight[SNAPSHOT_HASH + 1], resumed[SNAPSHOT_HASH + 1];
  Journal *j = memory();
  Session *s = begin(game, j);
  if (s == NULL) return;
  play_out(s, false);
  last_hash(s, straight);
  size_t records = journal_count(j), first = records;
  while (first > 0 && strcmp(journal_record(j, first - 1, NULL), "O") != 0)
    first--;
  for (size_t n = first; n < records; n += 1 + (n - first) / 16) {
    Bytes err = {0};
    Journal *copy = copy_of(j, n);
    Session *r = session_resume(copy, NULL, n % 2 == 0, &err);
    CHECK(r != NULL);
    if (r == NULL) {
      fprintf(stderr, "%s: %s\n", game, err.data);
      journal_close(copy);
      bytes_free(&err);
      break;
    }
    play_out(r, false);
    last_hash(r, resumed);
    CHECK(strcmp(straight, resumed) == 0);
    session_close(r);
    bytes_free(&err);
  }
  session_close(s);
}

/* The same scripts read again at a question change nothing. */
static void check_reload(const char *game) {
  char straight[SNAPSHOT_HASH + 1], reloaded[SNAPSHOT_HASH + 1];
  Session *s = begin(game, memory());
  if (s == NULL) return;
  play_out(s, false);
  last_hash(s, straight);
  session_close(s);
  Journal *j = memory();
  s = begin(game, j);
  int questions = 0;
  while (session_run(s) == SESSION_QUESTION && questions++ < 5000) {
    if (questions % 5 == 1 && questions < 60) {
      Bytes report = {0};
      uint64_t asked = s->world->table->questions;
      bool done = session_reload(s, &report);
      if (!done) fprintf(stderr, "%s: %s\n", game, report.data);
      CHECK(done && s->state == SESSION_QUESTION);
      CHECK_INT(s->world->table->questions, asked);
      bytes_free(&report);
    }
    if (!session_answer_random(s)) break;
  }
  if (s->state != SESSION_OVER) fprintf(stderr, "%s\n", session_problem(s));
  CHECK(s->state == SESSION_OVER);
  last_hash(s, reloaded);
  CHECK(strcmp(straight, reloaded) == 0);
  /* and the journal with all its scripts plays to the same end */
  Bytes err = {0};
  Session *r = session_resume(copy_of(j, journal_count(j)), NULL, true, &err);
  CHECK(r != NULL && r->state == SESSION_OVER);
  if (r != NULL && r->state != SESSION_OVER)
    fprintf(stderr, "%s: %s\n", game, session_problem(r));
  session_close(r);
  bytes_free(&err);
  session_close(s);
}

/* A game restored from a snapshot at a step's end goes on identically. */
static void check_copies(const char *game) {
  Session *a = begin(game, NULL), *b = begin(game, NULL);
  if (a == NULL || b == NULL) return;
  Table *t = a->world->table, *u = b->world->table;
  TableStop stop = TABLE_STEP;
  int steps = 0;
  while (stop != TABLE_FINISHED && stop != TABLE_FAILED && steps < 400) {
    if (stop == TABLE_STEP && t->steps > 0 && steps++ % 3 == 0) {
      Bytes bytes = {0}, again = {0};
      CHECK(snapshot_take(t, &bytes));
      CHECK(table_reset(u, a->config.seed, 99));
      CHECK(snapshot_restore(u, bytes.data, bytes.count));
      CHECK(snapshot_take(u, &again));
      CHECK(bytes.count == again.count &&
            memcmp(bytes.data, again.data, bytes.count) == 0);
      bytes_free(&bytes);
      bytes_free(&again);
      Table *swap = t;
      t = u;
      u = swap;
    }
    if (stop == TABLE_STEP)
      stop = table_run(t);
    else
      stop = question_random(t) ? table_go_on(t) : table_fail(t);
  }
  if (stop == TABLE_FAILED) fprintf(stderr, "%s\n", table_message(t));
  CHECK(stop == TABLE_FINISHED);
  session_close(a);
  session_close(b);
}

int main(void) {
  for (size_t g = 0; g < sizeof GAMES / sizeof *GAMES; g++) {
    const char *game = GAMES[g];
    if (strchr(game, '*') != NULL) continue;
    check_copies(game);
    check_undo(game);
    check_resume(game);
    check_reload(game);
  }
  return check_done("session");
}
