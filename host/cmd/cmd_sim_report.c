/* The figures of many games, as tables and as JSON: see cmd_sim.h. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd_sim.h"

enum { CELL = 56, COLUMNS = 11, GROUPS_MAX = SEATS_MAX * 2 };

/* A line of the table of wins: one seat, or all with the same bot. */
typedef struct Group {
  const char *name, *answers;
  uint64_t seats;
  int count;
  Share share;
} Group;

typedef struct Groups {
  Group list[GROUPS_MAX];
  int count, seats; /* the first `seats` are one seat each */
} Groups;

/* --- who is counted together --- */

static const char *answers(const SimReport *r, int seat) {
  return r->config->session.answerer[seat + 1];
}

static Group *find_bot(Groups *g, const char *name) {
  for (int i = g->seats; i < g->count; i++)
    if (strcmp(g->list[i].answers, name) == 0) return &g->list[i];
  Group *new = &g->list[g->count++];
  *new = (Group){.answers = name};
  return new;
}

static void add_seats(const SimReport *r, Groups *g) {
  for (int s = 0; s < r->result->seats; s++)
    g->list[g->count++] =
        (Group){.name = r->config->session.world.player[s + 1].name,
                .answers = answers(r, s),
                .seats = (uint64_t)1 << s,
                .count = 1};
  g->seats = g->count;
}

/* Bots at several seats, where there are others too. */
static void add_bots(const SimReport *r, Groups *g) {
  for (int s = 0; s < g->seats; s++) {
    Group *bot = find_bot(g, answers(r, s));
    bot->seats |= (uint64_t)1 << s;
    bot->count++;
  }
  bool several = g->count - g->seats > 1 && g->count - g->seats < g->seats;
  if (!several) g->count = g->seats;
}

static bool make_groups(const SimReport *r, Groups *g) {
  memset(g, 0, sizeof *g);
  add_seats(r, g);
  add_bots(r, g);
  for (int i = 0; i < g->count; i++)
    if (!figures_share(r->result, g->list[i].seats, &g->list[i].share))
      return false;
  return true;
}

/* --- tables --- */

typedef struct Grid {
  char (*cell)[CELL];
  size_t rows, columns, used;
} Grid;

static bool grid_open(Grid *g, size_t rows, size_t columns) {
  *g = (Grid){calloc(rows * columns, CELL), rows, columns, 0};
  return g->cell != NULL;
}

__attribute__((format(printf, 2, 3))) static void put(Grid *g, const char *form,
                                                      ...) {
  va_list args;
  va_start(args, form);
  if (g->used < g->rows * g->columns)
    vsnprintf(g->cell[g->used++], CELL, form, args);
  va_end(args);
}

static void show(Grid *g, Term *term, const char *align) {
  const char **cells = calloc(g->used + 1, sizeof *cells);
  for (size_t i = 0; cells != NULL && i < g->used; i++) cells[i] = g->cell[i];
  if (cells != NULL) term_table(term, align, cells, g->used / g->columns);
  free(cells);
  free(g->cell);
}

static void put_heads(Grid *g, const char *const *heads) {
  for (; *heads != NULL; heads++) put(g, "%s", *heads);
}

static void put_spread(Grid *g, const Spread *s) {
  put(g, "%.2f", s->mean);
  put(g, "%.2f", s->deviation);
  for (int q = 0; q < QUANTILES; q++) put(g, "%.6g", s->quantile[q]);
}

static bool print_wins(const Groups *groups, Term *term) {
  static const char *const heads[] = {"",      "bot",    "wins", "+-",
                                      "score", "spread", "5%",   "25%",
                                      "50%",   "75%",    "95%",  NULL};
  Grid g;
  if (!grid_open(&g, (size_t)groups->count + 1, COLUMNS)) return false;
  put_heads(&g, heads);
  for (int i = 0; i < groups->count; i++) {
    const Group *group = &groups->list[i];
    if (group->count == 1 && i >= groups->seats) continue;
    if (i < groups->seats)
      put(&g, "%s", group->name);
    else
      put(&g, "%d seats", group->count);
    put(&g, "%s", group->answers);
    put(&g, "%.2f%%", 100 * group->share.share);
    put(&g, "%.2f", 100 * group->share.error);
    put_spread(&g, &group->share.score);
  }
  show(&g, term, "llrrrrrrrrr");
  return true;
}

static bool print_measures(const SimReport *r, Term *term) {
  static const char *const heads[] = {"measure, a game",
                                      "mean",
                                      "spread",
                                      "5%",
                                      "25%",
                                      "50%",
                                      "75%",
                                      "95%",
                                      NULL};
  const LabResult *lab = r->result;
  Grid g;
  Spread spread;
  if (lab->measures == 0) return true;
  if (!grid_open(&g, (size_t)lab->measures + 1, 8)) return false;
  put_heads(&g, heads);
  bool good = true;
  for (int m = 0; m < lab->measures && good; m++) {
    good = figures_measure(lab, m, &spread);
    put(&g, "%s", lab->meanings[m][0] ? lab->meanings[m] : lab->names[m]);
    put_spread(&g, &spread);
  }
  term_put(term, "\n");
  show(&g, term, "lrrrrrrr");
  return good;
}

static void print_start(const SimReport *r, Term *term) {
  const SessionConfig *c = &r->config->session;
  char hex[SEED_TEXT];
  for (int i = 0; i < 32; i++) snprintf(hex + 2 * i, 3, "%02x", c->seed[i]);
  term_sayf(term, "%s: %llu game%s, seed %s\n", c->world.game,
            (unsigned long long)r->ends.played, r->ends.played == 1 ? "" : "s",
            r->seed != NULL ? r->seed : hex);
}

static void add_count(Bytes *out, uint64_t n, const char *what) {
  if (n > 0) bytes_format(out, ", %llu %s", (unsigned long long)n, what);
}

static void print_ends(const SimReport *r, Term *term) {
  const Ends *e = &r->ends;
  Bytes line = {0};
  char limit[64];
  snprintf(limit, sizeof limit, "stopped after %llu questions",
           (unsigned long long)r->config->limit);
  bytes_format(&line, "%llu with a result", (unsigned long long)e->result);
  add_count(&line, e->no_result, "without");
  add_count(&line, e->stopped, limit);
  add_count(&line, e->failed, "failed");
  add_count(&line, r->result->games - e->played, "not played");
  term_sayf(term, "\n%s.", line.data ? line.data : "");
  bytes_free(&line);
  if (e->failed > 0)
    term_sayf(term, "%sGame %llu failed: %s%s", MARK_BAD,
              (unsigned long long)r->result->failed, r->result->problem.data,
              MARK_PLAIN);
}

static void print_rate(const SimReport *r, Term *term) {
  const LabResult *lab = r->result;
  double seconds = lab->seconds > 0 ? lab->seconds : 1e-9;
  term_sayf(term,
            "%s%.0f games and %.0f questions a second by %d thread%s, "
            "%.1f s.%s",
            MARK_DIM, (double)r->ends.played / seconds,
            (double)lab->questions / seconds, r->config->jobs,
            r->config->jobs == 1 ? "" : "s", lab->seconds, MARK_PLAIN);
}

bool sim_print(const SimReport *r, Term *term) {
  Groups groups;
  if (!make_groups(r, &groups)) return false;
  print_start(r, term);
  /* Of games that all failed there is nothing to count. */
  if (r->ends.failed < r->ends.played &&
      (!print_wins(&groups, term) || !print_measures(r, term)))
    return false;
  print_ends(r, term);
  print_rate(r, term);
  return true;
}

/* --- JSON --- */

static void json_spread(Bytes *out, const Spread *s) {
  bytes_format(out,
               "{\"n\":%llu,\"mean\":%.17g,\"deviation\":%.17g,"
               "\"quantiles\":{\"5\":%.17g,\"25\":%.17g,\"50\":%.17g,"
               "\"75\":%.17g,\"95\":%.17g}}",
               (unsigned long long)s->n, s->mean, s->deviation, s->quantile[0],
               s->quantile[1], s->quantile[2], s->quantile[3], s->quantile[4]);
}

static void json_text(Bytes *out, const char *key, const char *text) {
  bytes_format(out, ",\"%s\":", key);
  bytes_json(out, text);
}

static void json_group(Bytes *out, const Group *g, int seats) {
  const char *between = "{\"seats\":[";
  for (int s = 0; s < seats; s++) {
    if (!(g->seats >> s & 1)) continue;
    bytes_format(out, "%s%d", between, s + 1);
    between = ",";
  }
  bytes_text(out, "]");
  if (g->name != NULL) json_text(out, "name", g->name);
  json_text(out, "answers", g->answers);
  bytes_format(out,
               ",\"wins\":%.17g,\"share\":%.17g,\"error\":%.17g"
               ",\"score\":",
               g->share.wins, g->share.share, g->share.error);
  json_spread(out, &g->share.score);
  bytes_text(out, "}");
}

static void json_groups(Bytes *out, const Groups *g, int seats) {
  bytes_text(out, ",\"seats\":[");
  for (int i = 0; i < g->count; i++) {
    if (i == g->seats)
      bytes_text(out, "],\"bots\":[");
    else if (i > 0)
      bytes_text(out, ",");
    json_group(out, &g->list[i], seats);
  }
  bytes_text(out, "]");
}

static bool json_measures(Bytes *out, const LabResult *lab) {
  Spread spread;
  bytes_text(out, ",\"measures\":[");
  for (int m = 0; m < lab->measures; m++) {
    if (!figures_measure(lab, m, &spread)) return false;
    bytes_text(out, m > 0 ? ",{\"measure\":" : "{\"measure\":");
    bytes_json(out, lab->names[m]);
    json_text(out, "meaning", lab->meanings[m]);
    bytes_text(out, ",\"a_game\":");
    json_spread(out, &spread);
    bytes_text(out, "}");
  }
  bytes_text(out, "]");
  return true;
}

static void json_start(Bytes *out, const SimReport *r) {
  const SessionConfig *c = &r->config->session;
  bytes_text(out, "{\"game\":");
  bytes_json(out, c->world.game);
  bytes_text(out, ",\"seed\":\"");
  for (int i = 0; i < 32; i++) bytes_format(out, "%02x", c->seed[i]);
  bytes_text(out, "\",\"sets\":[");
  for (int i = 0; i < c->world.set_count; i++) {
    if (i > 0) bytes_text(out, ",");
    bytes_json(out, c->world.sets[i]);
  }
  bytes_text(out, "]");
}

static void json_ends(Bytes *out, const SimReport *r) {
  const Ends *e = &r->ends;
  const LabResult *lab = r->result;
  bytes_format(out,
               ",\"games\":{\"wanted\":%llu,\"played\":%llu,"
               "\"result\":%llu,\"no_result\":%llu,\"stopped\":%llu,"
               "\"failed\":%llu}",
               (unsigned long long)lab->games, (unsigned long long)e->played,
               (unsigned long long)e->result, (unsigned long long)e->no_result,
               (unsigned long long)e->stopped, (unsigned long long)e->failed);
  if (e->failed > 0) {
    bytes_format(out, ",\"first_failure\":{\"game\":%llu,\"why\":",
                 (unsigned long long)lab->failed);
    bytes_json(out, lab->problem.data ? lab->problem.data : "");
    bytes_text(out, "}");
  }
}

bool sim_json(const SimReport *r) {
  Groups groups;
  Bytes out = {0};
  json_start(&out, r);
  json_ends(&out, r);
  bool good = make_groups(r, &groups);
  if (good) {
    json_groups(&out, &groups, r->result->seats);
    good = json_measures(&out, r->result);
  }
  bytes_format(&out,
               ",\"questions\":%llu,\"rate\":{\"seconds\":%.3f,"
               "\"threads\":%d}}",
               (unsigned long long)r->result->questions, r->result->seconds,
               r->config->jobs);
  good = good && !out.failed;
  if (good) puts(out.data);
  bytes_free(&out);
  return good;
}
