/* croupier sheet: a page to print, so that a house rule can be handed to the
 * players: see stdlib/core/sheet.lua for what stands on it.
 *
 * The seed is the same each time unless one is given, so that the page of a
 * rule that didn't change doesn't change either. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "answer/figures.h"
#include "answer/term.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "cmd/seating.h"
#include "script/report.h"
#include "table/seed.h"

static const OptionSpec specs[] = {
    {"games", 'n', "NUMBER", "games to simulate, 300; 0: no figures"},
    {"html", 0, NULL, "a page of HTML instead of Markdown"},
    {"output", 'o', "FILE", "write it there"},
    {NULL, 0, NULL, NULL}};
static const OptionSpec *const tables[] = {seating_options, specs, NULL};

enum { USUAL_SEATS = 4, GAMES_MOST = 10000000, JOBS_MOST = 256 };

static int complain(const char *text) {
  term_mistake("croupier: %s", text);
  return STATUS_FAILED;
}

/* --- what the laboratory found, as a table for the page --- */

static void set_number(lua_State *L, const char *key, double n) {
  lua_pushnumber(L, n);
  lua_setfield(L, -2, key);
}

static void set_text(lua_State *L, const char *key, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, key);
}

static void set_spread(lua_State *L, const Spread *s) {
  set_number(L, "mean", s->mean);
  set_number(L, "low", s->quantile[0]);
  set_number(L, "middle", s->quantile[2]);
  set_number(L, "high", s->quantile[4]);
}

static bool push_seats(lua_State *L, const LabConfig *c, const LabResult *r) {
  Share share;
  lua_newtable(L);
  for (int s = 0; s < r->seats; s++) {
    if (!figures_share(r, (uint64_t)1 << s, &share)) return false;
    lua_newtable(L);
    set_text(L, "name", c->session.answerer[s + 1]);
    set_number(L, "share", share.share);
    set_number(L, "error", share.error);
    set_spread(L, &share.score);
    lua_rawseti(L, -2, s + 1);
  }
  return true;
}

static bool push_measures(lua_State *L, const LabResult *r) {
  Spread spread;
  lua_newtable(L);
  for (int m = 0; m < r->measures; m++) {
    if (!figures_measure(r, m, &spread)) return false;
    lua_newtable(L);
    set_text(L, "meaning", r->meanings[m][0] ? r->meanings[m] : r->names[m]);
    set_spread(L, &spread);
    lua_rawseti(L, -2, m + 1);
  }
  return true;
}

static void set_bots(lua_State *L, const LabConfig *c, const LabResult *r) {
  Bytes names = {0};
  for (int s = 0; s < r->seats; s++)
    bytes_format(&names, "%s%s", s > 0 ? ", " : "", c->session.answerer[s + 1]);
  set_text(L, "bots", names.data ? names.data : "");
  bytes_free(&names);
}

static bool push_figures(lua_State *L, const LabConfig *c, const LabResult *r) {
  Ends ends = figures_ends(r);
  lua_newtable(L);
  lua_pushinteger(L, (lua_Integer)ends.played);
  lua_setfield(L, -2, "games");
  lua_pushinteger(L, (lua_Integer)(ends.stopped + ends.failed));
  lua_setfield(L, -2, "unfinished");
  set_bots(L, c, r);
  if (!push_seats(L, c, r)) return false;
  lua_setfield(L, -2, "seats");
  if (!push_measures(L, r)) return false;
  lua_setfield(L, -2, "measures");
  return true;
}

/* --- the page --- */

static int print_page(const char *page, const char *path) {
  if (path == NULL) return puts(page) < 0 ? STATUS_FAILED : STATUS_DONE;
  FILE *f = fopen(path, "we");
  if (f == NULL) return usage_error("--output %s: %s", path, strerror(errno));
  bool good = fputs(page, f) >= 0 && fputc('\n', f) != EOF;
  if (fclose(f) == 0 && good) return STATUS_DONE;
  fprintf(stderr, "croupier: %s: %s\n", path, strerror(errno));
  return STATUS_FAILED;
}

static void push_sets(lua_State *L, const WorldConfig *c) {
  lua_newtable(L);
  for (int i = 0; i < c->set_count; i++) {
    lua_pushstring(L, c->sets[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

/* r NULL: without figures. */
static int write_page(World *w, const LabConfig *c, const LabResult *r,
                      const Options *o, Bytes *err) {
  lua_State *L = w->L;
  const char *plus = strchr(o->rest[0], '+');
  if (!world_name(w, o->rest[0], err)) return seating_error(err, false);
  lua_pushstring(L, w->game);
  lua_pushstring(L, plus ? plus + 1 : "");
  push_sets(L, &c->session.world);
  if (r == NULL)
    lua_pushnil(L);
  else if (!push_figures(L, c, r))
    return complain("not enough memory");
  lua_pushboolean(L, options_flag(o, "html"));
  bool called = world_call(w, "core.sheet", "page", 5, 2);
  if (called && lua_isstring(L, -2))
    return print_page(lua_tostring(L, -2), options_value(o, "output"));
  bytes_text(err, report_text(L, -1));
  return seating_error(err, seating_names_script(err->data));
}

static int write_sheet(const LabConfig *c, const LabResult *r,
                       const Options *o) {
  Bytes err = {0};
  WorldConfig bare = {.stdlib = c->session.world.stdlib};
  World *w = world_bare(&bare, NULL, &err);
  int status =
      w == NULL ? seating_error(&err, true) : write_page(w, c, r, o, &err);
  world_close(w);
  bytes_free(&err);
  return status;
}

static bool show_progress(void *ud, uint64_t done, uint64_t games) {
  term_progress(ud, "games", done, games);
  return true;
}

static int simulate(LabConfig *c, const Options *o) {
  LabResult r;
  Bytes err = {0};
  Term *term = term_open(NULL);
  if (term == NULL) return complain("not enough memory");
  c->progress = show_progress;
  c->ud = term;
  bool done = lab_run(c, &r, &err);
  term_progress_end(term);
  int status =
      done ? write_sheet(c, &r, o)
           : seating_error(&err, err.data && seating_names_script(err.data));
  if (done && r.problem.count > 0) {
    fprintf(stderr, "croupier: game %llu failed: %s\n",
            (unsigned long long)r.failed, r.problem.data);
    status = STATUS_FAILED;
  }
  if (done) lab_free(&r);
  bytes_free(&err);
  return term_close(term) ? status : STATUS_FAILED;
}

static int run_seated(const Options *o, Seating *seating) {
  LabConfig c = {.limit = 100000};
  long games = 300, jobs = sysconf(_SC_NPROCESSORS_ONLN);
  if (!options_number(o, "games", 0, GAMES_MOST, &games)) return STATUS_USAGE;
  int status;
  if (!seating_bots(o, USUAL_SEATS, seating, &status)) return status;
  c.session = seating->config;
  c.games = (uint64_t)games;
  c.jobs = jobs < 1 ? 1 : jobs > JOBS_MOST ? JOBS_MOST : (int)jobs;
  if (!seating->seed_given) seed_read("sheet", c.session.seed);
  return games == 0 ? write_sheet(&c, NULL, o) : simulate(&c, o);
}

static int run(int argc, char **argv) {
  return seating_command(&command_sheet, tables, argc, argv, run_seated);
}

const Command command_sheet = {
    "sheet", "a page for the table: rules in force, order, odds",
    "GAME[+VARIANT...] [options]\n\n"
    "Writes one page of Markdown or HTML to hand to the players: the rules "
    "with\n"
    "their values, tables, the order of play, what a simulation by bots "
    "found,\n"
    "and the rulings. The same command gives the same page.",
    run};
