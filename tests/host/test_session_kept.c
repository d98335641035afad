/* What a session keeps besides answers: what is wanted at the next step, who
 * answers, notes, new scripts. Its journal is cut after every record, and
 * nothing that was said to be done is missing then. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "table/session.h"
#include "table/session_inner.h"

static char folder[64];

static void write_file(const char *name, const char *text) {
  char path[256];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *f = fopen(path, "w");
  CHECK(f != NULL && fputs(text, f) >= 0);
  if (f != NULL) fclose(f);
}

/* A game in which each round asks everybody for a number up to `most`. */
static void write_game(const char *rules, const char *order) {
  char text[2048];
  snprintf(text, sizeof text,
           "return game { title = 'Numbers', seats = { 2, 2 },\n"
           "  deck = 'standard', rules = { %s },\n"
           "  state = { round = 0, loud = false, seat = { sum = 0 } },\n"
           "  actions = { shout = { 'shout', step = 'shouted',\n"
           "    who = function(t) return not t.loud end } },\n"
           "  order = %s,\n"
           "  ask = function(t) for seat in t:seats() do seat.sum = seat.sum\n"
           "    + seat:ask { 'n', 'How many?', min = 0, max = t.rules.most }\n"
           "  end end,\n"
           "  hello = function(t) t:say('Hello') end,\n"
           "  count = function(t) t.round = t.round + 1\n"
           "    if t.round == 6 then return done end end,\n"
           "  shouted = function(t, seat) t.loud = true\n"
           "    t:say('%%s shouts', seat) end,\n"
           "  over = function(t) t:finish(t:rank_by('sum')) end }\n",
           rules, order);
  write_file("game.lua", text);
}

static const char RULES[] = "most = { 9, 'highest number', min = 0, max = 99 }";
static const char ORDER[] = "{ { 'ask', 'count' }, 'over' }";

static Session *begin_in(const char *path) {
  static SessionConfig c;
  Bytes err = {0};
  char why[256];
  memset(&c, 0, sizeof c);
  c.world.game = folder;
  c.world.players = 2;
  for (int i = 0; i < 3; i++) {
    snprintf(c.world.player[i].name, sizeof c.world.player[i].name, "P%d", i);
    snprintf(c.answerer[i], ANSWERER_MAX, "me");
  }
  c.journal = journal_create(path, why, sizeof why);
  Session *s = session_begin(&c, &err);
  if (s == NULL) fprintf(stderr, "%s\n", err.data);
  CHECK(s != NULL);
  if (s == NULL) exit(1);
  bytes_free(&err);
  session_run(s);
  return s;
}

static Session *begin(void) { return begin_in(NULL); }

/* The journal's first `count` records, gone on with. */
static Session *again(const Session *from, size_t count) {
  char why[256];
  Bytes err = {0};
  Journal *to = journal_create(NULL, why, sizeof why);
  for (size_t i = 0; i < count; i++) {
    size_t size;
    const char *payload = journal_record(from->journal, i, &size);
    journal_append(to, payload, size);
  }
  Session *s = session_resume(to, NULL, true, &err);
  if (s == NULL) {
    fprintf(stderr, "after %zu records: %s\n", count, err.data);
    journal_close(to);
  }
  bytes_free(&err);
  CHECK(s != NULL);
  return s;
}

static bool answer(Session *s, const char *text) {
  Bytes sentence = {0};
  bool done = session_answer(s, text, true, &sentence);
  if (done) session_run(s);
  bytes_free(&sentence);
  return done;
}

static bool told(const Session *s, const char *what) {
  const Events *e = &s->world->table->events;
  for (size_t i = 0; i < e->count; i++)
    if (e->list[i].text != NULL && strstr(e->list[i].text, what) != NULL)
      return true;
  return false;
}

/* --- what is wanted --- */

static void test_wanted(void) {
  Bytes sentence = {0};
  write_game(RULES, ORDER);
  Session *s = begin();
  CHECK(answer(s, "1"));
  CHECK(session_act(s, "shout", 1, &sentence));
  CHECK(session_set_rule(s, "most", "3", &sentence));
  CHECK(!told(s, "shouts"));
  Session *r = again(s, journal_count(s->journal));
  CHECK(answer(s, "2") && answer(r, "2"));
  CHECK(told(s, "P2 shouts") && told(r, "P2 shouts"));
  CHECK(told(r, "sets most to 3"));
  CHECK(!answer(s, "4") && !answer(r, "4"));
  session_close(r);
  /* taken back with the answer before it, and only then */
  CHECK(answer(s, "3") && session_undo(s, &sentence));
  CHECK(told(s, "P2 shouts"));
  CHECK(session_undo(s, &sentence) && s->pending_count == 2);
  CHECK(session_undo(s, &sentence) && s->pending_count == 0);
  session_close(s);
  bytes_free(&sentence);
}

/* Who shouts twice before the step ends is told that the second came late. */
static void test_lapsed(void) {
  Bytes sentence = {0};
  write_game(RULES, ORDER);
  Session *s = begin();
  CHECK(session_act(s, "shout", 0, &sentence));
  CHECK(session_act(s, "shout", 1, &sentence));
  CHECK(answer(s, "1") && answer(s, "2"));
  CHECK(told(s, "P1 shouts") && !told(s, "P2 shouts"));
  CHECK(told(s, "It came too late") && s->pending_count == 0);
  Session *r = again(s, journal_count(s->journal));
  CHECK(r->state == SESSION_QUESTION && told(r, "It came too late"));
  session_close(r);
  session_close(s);
  bytes_free(&sentence);
}

/* What the game asks of a player is no mistake when the GM wants it. */
static void test_gm_wants(void) {
  Bytes sentence = {0};
  write_file("game.lua",
             "return game { title = 'Ruled', seats = { 2, 2 }, gm = true,\n"
             "  deck = 'standard', state = { seat = { sum = 6 } },\n"
             "  actions = { shout = { 'shout', step = 'ask',\n"
             "    who = function(t, seat) return seat.sum > 5 end } },\n"
             "  order = { { 'ask' } }, ask = function(t)\n"
             "    t.seat[1]:ask { 'n', 'How many?', min = 0, max = 9 }\n"
             "  end }\n");
  Session *s = begin();
  CHECK(!session_act(s, "shout", SEAT_GM, &sentence));
  CHECK(strcmp(sentence.data, "`shout` is for players") == 0);
  CHECK(session_act(s, "shout", 0, &sentence));
  session_close(s);
  bytes_free(&sentence);
}

/* --- who answers --- */

static void test_seats(void) {
  Bytes sentence = {0};
  write_game(RULES, ORDER);
  Session *s = begin();
  CHECK(answer(s, "1"));
  CHECK(session_seat(s, 1, "random", &sentence));
  CHECK(session_undo(s, &sentence));
  CHECK(strcmp(s->config.answerer[2], "random") == 0);
  Session *r = again(s, journal_count(s->journal));
  CHECK(strcmp(r->config.answerer[2], "random") == 0);
  session_close(r);
  session_close(s);
  bytes_free(&sentence);
}

/* A text told by the GM is no other record, whatever it begins with. */
static void test_told(void) {
  Bytes sentence = {0};
  write_game(RULES, ORDER);
  Session *s = begin();
  CHECK(session_tell(s, "g", &sentence));
  CHECK(session_tell(s, "a game of another name", &sentence));
  Session *r = again(s, journal_count(s->journal));
  CHECK(r != NULL && told(r, "a game of another name"));
  CHECK(strcmp(r->config.world.game, folder) == 0);
  session_close(r);
  session_close(s);
  bytes_free(&sentence);
}

/* --- new scripts --- */

/* Killed after any record of a reload, the table is there with the old
 * scripts or the new, and with every answer. */
static void test_reload_cut(void) {
  Bytes report = {0};
  write_game(RULES, ORDER);
  Session *s = begin();
  CHECK(answer(s, "5") && answer(s, "6") && answer(s, "7"));
  size_t before = journal_count(s->journal);
  write_game("most = { 8, 'highest number', min = 0, max = 99 }",
             "{ 'hello', { 'ask', 'count' }, 'over' }");
  CHECK(session_reload(s, &report));
  CHECK(report.data != NULL && strstr(report.data, "rule most 9 -> 8") != NULL);
  for (size_t n = before; n <= journal_count(s->journal); n++) {
    Session *r = again(s, n);
    if (r == NULL) break;
    bool whole = n == journal_count(s->journal);
    CHECK(r->state == SESSION_QUESTION);
    CHECK_INT(r->world->table->question.seat, 1);
    CHECK(answer(r, "9") == !whole && answer(r, "8"));
    Session *rr = again(r, journal_count(r->journal));
    CHECK_INT(rr->world->table->questions, r->world->table->questions);
    CHECK_INT(rr->plays.count, r->plays.count);
    session_close(rr);
    session_close(r);
  }
  CHECK(!answer(s, "9") && answer(s, "8"));
  bytes_free(&report);
  session_close(s);
}

/* What the GM set stays; what waits still waits; who sits there sits there. */
static void test_reload_keeps(void) {
  Bytes report = {0}, sentence = {0};
  write_game(RULES, ORDER);
  Session *s = begin();
  CHECK(session_set_rule(s, "most", "7", &sentence));
  CHECK(answer(s, "5") && answer(s, "6") && answer(s, "7"));
  CHECK(session_seat(s, 1, "random", &sentence));
  CHECK(session_act(s, "shout", 1, &sentence));
  write_game("most = { 2, 'highest number', min = 0, max = 99 }", ORDER);
  CHECK(session_reload(s, &report));
  CHECK(strstr(report.data, "set to 7 here and stays so") != NULL);
  CHECK(strcmp(s->config.answerer[2], "random") == 0);
  Session *r = again(s, journal_count(s->journal));
  CHECK(strcmp(r->config.answerer[2], "random") == 0);
  CHECK(answer(s, "7") && answer(r, "7"));
  CHECK(told(s, "P2 shouts") && told(r, "P2 shouts"));
  session_close(r);
  session_close(s);
  bytes_free(&report);
  bytes_free(&sentence);
}

static ssize_t full(void *ctx, int fd, const void *data, size_t n) {
  int *left = ctx;
  if (fd < 0) return (ssize_t)n;
  if (*left == 0) {
    errno = ENOSPC;
    return -1;
  }
  --*left;
  return write(fd, data, n);
}

static int no_sync(void *ctx, int fd) {
  (void)ctx;
  (void)fd;
  return 0;
}

static int cut(void *ctx, int fd, off_t size) {
  (void)ctx;
  return ftruncate(fd, size);
}

/* A disk that is full after any number of a reload's records: the game is as
 * it was, in memory and in the journal. */
static void test_reload_full(void) {
  char path[128], why[256];
  int full_seen = 0;
  bool done = false;
  for (int writes = 0; writes < 200 && !done; writes++) {
    Bytes report = {0};
    int left = -1;
    JournalIo io = {full, no_sync, cut, &left};
    snprintf(path, sizeof path, "%s/full.journal", folder);
    remove(path);
    write_game(RULES, ORDER);
    Session *s = begin_in(path);
    journal_set_io(s->journal, &io);
    CHECK(answer(s, "5") && answer(s, "6") && answer(s, "7"));
    CHECK(session_act(s, "shout", 1, &report));
    CHECK(session_set_rule(s, "most", "6", &report));
    write_game("most = { 8, 'highest number', min = 0, max = 99 }", ORDER);
    left = writes;
    done = session_reload(s, &report);
    left = -1;
    CHECK(s->state == SESSION_QUESTION);
    CHECK_INT(s->world->table->question.seat, 1);
    full_seen += !done;
    CHECK(done || strstr(report.data, "written") != NULL);
    CHECK(answer(s, "1"));
    CHECK(told(s, "P2 shouts") && told(s, "sets most to 6"));
    size_t s_plays = s->plays.count;
    session_close(s);
    Journal *j = journal_open(path, why, sizeof why);
    Session *r = session_resume(j, NULL, true, &report);
    CHECK(r != NULL && r->state == SESSION_QUESTION);
    CHECK_INT(r->world->table->question.seat, 0);
    CHECK_INT(r->plays.count, s_plays);
    session_close(r);
    bytes_free(&report);
  }
  CHECK(done && full_seen >= 3);
}

/* The disk is full after any number of records of a step that ends, with an
 * action and a rule that wait for its end: once there is room both are done. */
static void test_wanted_full(void) {
  char path[128];
  bool whole = false;
  snprintf(path, sizeof path, "%s/wanted.journal", folder);
  write_game(RULES, ORDER);
  for (int writes = 0; writes < 50 && !whole; writes++) {
    Bytes sentence = {0};
    int left = -1;
    JournalIo io = {full, no_sync, cut, &left};
    remove(path);
    Session *s = begin_in(path);
    journal_set_io(s->journal, &io);
    CHECK(answer(s, "1"));
    CHECK(session_act(s, "shout", 1, &sentence));
    CHECK(session_set_rule(s, "most", "3", &sentence));
    left = writes;
    bool given = answer(s, "2");
    whole = given && !s->unkept;
    left = -1;
    s->unkept = false;
    if (s->state == SESSION_BROKEN) session_rewind(s, s->plays.count);
    CHECK(given || answer(s, "2"));
    CHECK(s->state == SESSION_QUESTION);
    CHECK(told(s, "P2 shouts"));
    CHECK(told(s, "sets most to 3"));
    CHECK(!answer(s, "4") && answer(s, "3"));
    bytes_free(&sentence);
    session_close(s);
  }
  CHECK(whole);
}

int main(void) {
  char command[128];
  snprintf(folder, sizeof folder, "/tmp/croupier-kept-XXXXXX");
  if (mkdtemp(folder) == NULL) return 1;
  test_wanted();
  test_lapsed();
  test_gm_wants();
  test_seats();
  test_told();
  test_reload_cut();
  test_reload_keeps();
  test_reload_full();
  test_wanted_full();
  snprintf(command, sizeof command, "rm -r '%s'", folder);
  if (system(command) != 0) fprintf(stderr, "%s stays\n", folder);
  return check_done("session, what is kept");
}
