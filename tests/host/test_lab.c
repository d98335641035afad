/* Many games: the same rows with any number of threads, with journals and
 * without, and the numbers made of them against sums done here again. */
#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "answer/figures.h"
#include "answer/kept.h"
#include "check.h"

static void fill(LabConfig *c, const char *game, int players, uint64_t games) {
  memset(c, 0, sizeof *c);
  c->session.world.game = game;
  c->session.world.players = players;
  for (int i = 0; i <= players; i++) {
    Player *p = &c->session.world.player[i];
    snprintf(p->name, sizeof p->name, "P%d", i);
    snprintf(c->session.answerer[i], ANSWERER_MAX, "random");
  }
  c->session.seed[0] = 7;
  c->games = games;
  c->jobs = 1;
  c->limit = 10000;
}

static bool run(const LabConfig *c, LabResult *r) {
  Bytes err = {0};
  bool done = lab_run(c, r, &err);
  if (!done) fprintf(stderr, "%s: %s\n", c->session.world.game, err.data);
  bytes_free(&err);
  return done;
}

static bool same(const LabResult *a, const LabResult *b) {
  size_t rows = (size_t)a->games * (size_t)a->seats;
  return a->games == b->games && a->seats == b->seats &&
         a->questions == b->questions && a->measures == b->measures &&
         memcmp(a->end, b->end, (size_t)a->games) == 0 &&
         memcmp(a->place, b->place, rows * sizeof *a->place) == 0 &&
         memcmp(a->score, b->score, rows * sizeof *a->score) == 0 &&
         memcmp(a->measure, b->measure,
                (size_t)a->games * (size_t)a->measures * sizeof *a->measure) ==
             0;
}

/* Any number of threads, any number of games at a time. */
static void check_threads(const char *game, int players, double actions) {
  static const int jobs[] = {2, 3, 7};
  LabConfig c;
  LabResult one, many;
  fill(&c, game, players, 100);
  c.actions = actions;
  if (!run(&c, &one)) {
    CHECK(!"the games can begin");
    return;
  }
  CHECK(figures_ends(&one).result > 0);
  CHECK(figures_ends(&one).failed == 0);
  if (one.problem.data != NULL) fprintf(stderr, "%s\n", one.problem.data);
  for (int i = 0; i < 3; i++) {
    c.jobs = jobs[i];
    CHECK(run(&c, &many));
    CHECK(same(&one, &many));
    lab_free(&many);
  }
  c.session.seed[0] = 8;
  CHECK(run(&c, &many));
  CHECK(!same(&one, &many));
  lab_free(&many);
  lab_free(&one);
}

/* --- journals --- */

static bool verifies(const char *path) {
  Bytes notice = {0}, err = {0};
  Session *s = kept_open(path, true, &notice, &err);
  bool good = s != NULL && notice.count == 0 && kept_check(s, &err);
  if (!good) fprintf(stderr, "%s: %s\n", path, err.data ? err.data : "?");
  session_close(s);
  bytes_free(&notice);
  bytes_free(&err);
  return good;
}

/* Verifies and removes what is in the folder; how many there were. */
static int verify_all(const char *folder) {
  struct dirent **list = NULL;
  int n = scandir(folder, &list, NULL, alphasort), journals = 0;
  for (int i = 0; i < n; i++) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, list[i]->d_name);
    if (list[i]->d_name[0] != '.') {
      CHECK(verifies(path));
      journals++;
      unlink(path);
    }
    free(list[i]);
  }
  free(list);
  return journals;
}

/* Kept games go as those that are not, and verify. */
static void check_save(const char *game, int players, double actions,
                       const char *bot) {
  char folder[] = "/tmp/croupier-lab-XXXXXX";
  LabConfig c;
  LabResult plain, kept;
  CHECK(mkdtemp(folder) != NULL);
  fill(&c, game, players, 12);
  c.actions = actions;
  snprintf(c.session.answerer[1], ANSWERER_MAX, "%s", bot);
  CHECK(run(&c, &plain));
  c.save = folder;
  c.jobs = 2;
  CHECK(run(&c, &kept));
  CHECK(same(&plain, &kept));
  CHECK_INT(verify_all(folder), 12);
  CHECK(rmdir(folder) == 0);
  lab_free(&plain);
  lab_free(&kept);
}

/* --- games that do not end well --- */

static void write_game(const char *folder, const char *text) {
  char path[256];
  snprintf(path, sizeof path, "%s/game.lua", folder);
  FILE *f = fopen(path, "w");
  if (f == NULL) return;
  fputs(text, f);
  fclose(f);
}

static const char troubles[] =
    "return game { title = 'Troubles', seats = { 2, 2 }, deck = 'standard',\n"
    "  measures = { odd = 'odd numbers' }, state = { n = 0 },\n"
    "  order = { { 'turn' } },\n"
    "  turn = function(t)\n"
    "    local n = t:random(0, 99)\n"
    "    if n % 2 == 1 then t:measure('odd') end\n"
    "    if n < 5 then error('five in a hundred') end\n"
    "    if n < 15 then t:finish(nil) return end\n"
    "    if n < 25 then repeat t.seat[1]:ask { 'on', 'On?', confirm = true }\n"
    "      until false end\n"
    "    t:finish { { seat = t.seat[1], place = n < 50 and 2 or 1, score = n "
    "},\n"
    "      { seat = t.seat[2], place = n < 75 and 1 or 2, score = 2 * n } }\n"
    "  end }\n";

static void check_ends(void) {
  char folder[] = "/tmp/croupier-lab-XXXXXX", path[64];
  LabConfig c;
  LabResult r;
  CHECK(mkdtemp(folder) != NULL);
  write_game(folder, troubles);
  fill(&c, folder, 2, 2000);
  c.limit = 50;
  c.jobs = 2;
  CHECK(run(&c, &r));
  Ends e = figures_ends(&r);
  CHECK_INT(e.played, 2000);
  CHECK_INT(e.result + e.no_result + e.stopped + e.failed, 2000);
  CHECK(e.failed > 60 && e.failed < 150);
  CHECK(e.no_result > 140 && e.no_result < 260);
  CHECK(e.stopped > 140 && e.stopped < 260);
  uint64_t first = 0;
  while (first < r.games && r.end[first] != LAB_FAILED) first++;
  CHECK_INT(r.failed, first);
  CHECK(r.problem.data && strstr(r.problem.data, "game.lua:7: five"));
  lab_free(&r);
  snprintf(path, sizeof path, "%s/game.lua", folder);
  unlink(path);
  rmdir(folder);
}

static bool stop_at_once(void *ud, uint64_t done, uint64_t games) {
  (void)done;
  (void)games;
  ++*(int *)ud;
  return false;
}

/* Stopped in the midst: what is there counts, the rest is not played. */
static void check_stop(void) {
  LabConfig c;
  LabResult r;
  int told = 0;
  fill(&c, "tests/games/short_whist", 4, 5000000);
  c.jobs = 2;
  c.progress = stop_at_once;
  c.ud = &told;
  CHECK(run(&c, &r));
  Ends e = figures_ends(&r);
  CHECK(told > 0 && e.played > 0 && e.played < 5000000);
  CHECK_INT(e.played, e.result);
  lab_free(&r);
}

static void check_refused(void) {
  LabConfig c;
  LabResult r;
  Bytes err = {0};
  fill(&c, "tests/games/short_whist", 4, 10);
  snprintf(c.session.answerer[2], ANSWERER_MAX, "angler");
  CHECK(!lab_run(&c, &r, &err));
  CHECK(err.data && strstr(err.data, "no bot `angler`"));
  bytes_free(&err);
  fill(&c, "tests/games/short_whist", 1, 10);
  CHECK(!lab_run(&c, &r, &err));
  CHECK(err.data && strstr(err.data, "2 to 6"));
  bytes_free(&err);
}

/* --- figures --- */

static bool near(double a, double b) { return fabs(a - b) < 1e-9; }

/* Five games of two seats whose figures are known. */
static void check_figures(void) {
  uint8_t end[] = {LAB_RESULT, LAB_RESULT,  LAB_NO_RESULT,
                   LAB_RESULT, LAB_STOPPED, LAB_FAILED};
  int32_t place[] = {1, 2, 1, 1, 0, 0, 2, 3, 1, 2, 1, 2};
  double score[] = {5, 1, 4, 4, 0, 0, 2, 1, 99, 99, 99, 99};
  double measure[] = {1, 2, 3, 4, 99, 99};
  LabResult r = {.seats = 2,
                 .measures = 1,
                 .games = 6,
                 .end = end,
                 .place = place,
                 .score = score,
                 .measure = measure};
  Share s;
  Spread m;
  CHECK(figures_share(&r, 1, &s));
  CHECK(near(s.wins, 1.5) && near(s.share, 1.5 / 4));
  /* 1, 1/2, 0, 0: mean 3/8, variance of the mean 0.171875 / 3 */
  CHECK(near(s.error, sqrt((1.25 / 4 - 0.140625) / 3)));
  CHECK_INT(s.score.n, 3);
  CHECK(near(s.score.mean, 11.0 / 3));
  CHECK(near(s.score.deviation, sqrt(7.0 / 3)));
  CHECK(near(s.score.quantile[2], 4) && near(s.score.quantile[1], 3));
  CHECK(near(s.score.quantile[4], 4.9));
  CHECK(figures_share(&r, 3, &s));
  CHECK(near(s.wins, 2) && s.score.n == 6);
  CHECK(figures_measure(&r, 0, &m));
  CHECK(m.n == 4 && near(m.mean, 2.5) && near(m.quantile[2], 2.5));
}

int main(void) {
  check_figures();
  check_threads("tests/games/short_whist", 4, 0);
  check_threads("tests/games/sealed_bids", 3, 0);
  check_threads("tests/games/stop_thief", 3, 0.5);
  check_threads("tests/games/umpire", 2, 0);
  check_save("tests/games/last_chip", 4, 0, "random");
  check_save("tests/games/stop_thief", 3, 0.7, "random");
  check_save("tests/games/umpire", 2, 0, "random");
  check_save("tests/games/sealed_bids", 3, 0, "random");
  check_save("fish_out", 4, 0, "heron");
  check_save("fish_out", 4, 0, "random");
  check_save("baltimore", 2, 0, "random");
  check_save("royal_pokebacc", 3, 0, "random");
  check_ends();
  check_stop();
  check_refused();
  return check_done("lab");
}
