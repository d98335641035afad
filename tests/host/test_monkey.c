/* The monkey: every game with every stock variant is played at random, by
 * rules drawn within their limits. At every question each card is in exactly
 * one pile and the pools' sum is what it was. At some of them an answer taken
 * back, the journal taken up again and the same scripts read anew must give
 * the same table, and two cards that the asked seat can't see must change
 * places without anything changing for it.
 *
 *   MONKEY=10            ten times as many rounds (the long run: 200)
 *   MONKEY_ONLY=TEXT     only games whose name contains it
 *   MONKEY_ROUND=17      only that round, and what is played is printed
 * A failure is printed with what repeats it. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "monkey_draw.h"
#include "monkey_sight.h"
#include "table/snapshot.h"

enum { ROUNDS = 3, QUESTIONS = 250, LOOKS = 4, SWAPS = 3 };

typedef struct Monkey {
  const char *name; /* of the game, with its variants */
  uint64_t round;
  Rng rng;
  Pick *pick;
  Session *s;
  World *known; /* whose bots are open */
  int64_t pools;
  int looks;
  long questions, swaps, controls, shown, undone, resumed, reloaded;
  bool failed;
} Monkey;

/* --- what is said of a failure --- */

static void say_how(const Monkey *m) {
  const WorldConfig *w = &m->pick->config.world;
  fprintf(stderr, "  MONKEY_ONLY=%s MONKEY_ROUND=%llu: %d players", m->name,
          (unsigned long long)m->round, w->players);
  for (int i = 0; i < w->set_count; i++)
    fprintf(stderr, " --set %s", w->sets[i]);
  for (int i = 1; i <= w->players; i++)
    if (w->player[i].profile[0] != 0)
      fprintf(stderr, " --player \"P%d: %s\"", i, w->player[i].profile);
  fprintf(stderr, " --seed ");
  for (int i = 0; i < 32; i++) fprintf(stderr, "%02x", m->pick->config.seed[i]);
  fprintf(stderr, "\n");
}

__attribute__((format(printf, 2, 3))) static void fail(Monkey *m,
                                                       const char *form, ...) {
  va_list args;
  checks_failed++;
  m->failed = true;
  fprintf(stderr, "%s: ", m->name);
  va_start(args, form);
  vfprintf(stderr, form, args);
  va_end(args);
  if (m->s != NULL)
    fprintf(stderr, " (question %llu, step %s)",
            (unsigned long long)m->s->world->table->questions,
            m->s->world->table->step ? m->s->world->table->step : "none");
  fprintf(stderr, "\n");
  say_how(m);
}

static void good(Monkey *m, bool so, const char *what) {
  if (so)
    checks_passed++;
  else
    fail(m, "%s", what);
}

/* --- at every question --- */

/* Each card lies once, in the pile that it says. */
static bool cards_whole(const Piles *p) {
  bool seen[CARDS_MAX] = {false};
  int n = 0;
  for (int i = 0; i < p->piles; i++)
    for (int k = 0; k < p->pile[i].count; k++, n++) {
      CardId card = p->pile[i].card[k];
      if (card >= p->cards || seen[card] || p->where[card] != i) return false;
      seen[card] = true;
    }
  return n == p->cards;
}

static void check_conserved(Monkey *m) {
  const Table *t = m->s->world->table;
  good(m, cards_whole(t->piles), "a card is lost or in two piles");
  good(m, pools_sum(t->pools) == m->pools, "the pools' sum has changed");
}

/* --- the same table --- */

/* All of the state, and the open question. */
static void take_print(Monkey *m, Session *s, Bytes *out) {
  bytes_clear(out);
  if (!snapshot_take(s->world->table, out)) {
    fail(m, "%s", luaL_tolstring(s->world->L, -1, NULL));
    lua_settop(s->world->L, 0);
  }
  if (s->state == SESSION_QUESTION) sight_question(s, out);
}

/* A seat of a secret round that has nothing to choose leaves no play behind,
 * so a table brought back may stand at those before the question again. */
static void pass_nothing(Session *s) {
  Bytes sentence = {0};
  while (s->state == SESSION_QUESTION &&
         s->world->table->question.kind == ASK_NOTHING) {
    session_answer(s, "", false, &sentence);
    session_run(s);
  }
  bytes_free(&sentence);
}

static void check_same(Monkey *m, Session *s, const Bytes *before,
                       const char *what) {
  Bytes now = {0};
  pass_nothing(s);
  if (s->state == SESSION_BROKEN) {
    fail(m, "%s: %s", what, session_problem(s));
    return;
  }
  take_print(m, s, &now);
  good(m,
       now.count == before->count &&
           memcmp(now.data, before->data, now.count) == 0,
       what);
  bytes_free(&now);
}

/* One answer given as by a person, and taken back. */
static void try_undo(Monkey *m, const Bytes *before) {
  Session *s = m->s;
  Bytes sentence = {0};
  size_t plays = s->plays.count;
  if (!session_answer_random(s)) {
    fail(m, "%s", session_problem(s));
    return;
  }
  if (s->plays.count > plays) {
    s->plays.list[plays].person = true;
    session_run(s);
    bool undone = s->state != SESSION_BROKEN && session_undo(s, &sentence);
    good(m, undone,
         s->state == SESSION_BROKEN ? session_problem(s)
                                    : "nothing could be undone");
    if (undone)
      check_same(m, s, before,
                 "an answer was taken back, and the "
                 "table is another");
    m->undone++;
  }
  bytes_free(&sentence);
}

static Journal *copy_of(const Journal *from) {
  char why[1024];
  Journal *to = journal_create(NULL, why, sizeof why);
  for (size_t i = 0; to != NULL && i < journal_count(from); i++) {
    size_t size;
    const char *payload = journal_record(from, i, &size);
    journal_append(to, payload, size);
  }
  return to;
}

static void try_resume(Monkey *m, const Bytes *before) {
  Bytes err = {0};
  Journal *copy = copy_of(m->s->journal);
  Session *again = session_resume(copy, NULL, rng_below(&m->rng, 2) == 1, &err);
  if (again == NULL) {
    fail(m, "can't be taken up again: %s", err.data);
    journal_close(copy);
  } else {
    check_same(m, again, before, "taken up again, the table is another");
  }
  session_close(again);
  bytes_free(&err);
  m->resumed++;
}

static void try_reload(Monkey *m, const Bytes *before) {
  Bytes report = {0};
  if (session_reload(m->s, &report))
    check_same(m, m->s, before, "with the same scripts the table is another");
  else
    fail(m, "the same scripts can't be read again: %s", report.data);
  bytes_free(&report);
  m->reloaded++;
}

/* --- what is not to be seen --- */

static int unseen_cards(const Table *t, CardId *list) {
  int n = 0;
  for (int c = 0; c < t->piles->cards; c++)
    if (!piles_visible(t->piles, (CardId)c, t->question.seat))
      list[n++] = (CardId)c;
  return n;
}

/* The first line in which they differ. */
static void say_difference(const char *a, const char *b) {
  while (*a != 0 && *b != 0) {
    size_t n = strcspn(a, "\n"), k = strcspn(b, "\n");
    if (n != k || strncmp(a, b, n) != 0) {
      fprintf(stderr, "  before: %.*s\n  after:  %.*s\n", (int)n, a, (int)k, b);
      return;
    }
    a += n + (a[n] != 0);
    b += k + (b[k] != 0);
  }
}

static void swap_two(Monkey *m, CardId a, CardId b) {
  Session *s = m->s;
  Piles *p = s->world->table->piles;
  Bytes before = {0}, after = {0};
  if (p->face[a] == p->face[b]) return;
  sight_all(s, &before);
  sight_all(s, &after);
  bool steady = strcmp(before.data, after.data) == 0;
  if (!steady) say_difference(before.data, after.data);
  good(m, steady, "looked at twice, it is not the same");
  bytes_clear(&after);
  sight_swap(p, a, b);
  sight_all(s, &after);
  sight_swap(p, b, a);
  bool same = strcmp(before.data, after.data) == 0;
  if (!same) say_difference(before.data, after.data);
  good(m, same, "two unseen cards changed places, and it shows");
  bytes_free(&before);
  bytes_free(&after);
  m->swaps++;
}

/* A card of the seat's own hand for one it can't see: that must show, or
 * nothing is looked at. */
static void swap_seen(Monkey *m, CardId unseen) {
  Session *s = m->s;
  Piles *p = s->world->table->piles;
  Bytes before = {0}, after = {0};
  for (int c = 0; c < p->cards; c++) {
    const Pile *pile = &p->pile[p->where[c]];
    if (pile->owner != s->world->table->question.seat ||
        pile->facing != FACING_OWNER || p->face[c] == p->face[unseen])
      continue;
    sight_all(s, &before);
    sight_swap(p, (CardId)c, unseen);
    sight_all(s, &after);
    sight_swap(p, unseen, (CardId)c);
    m->controls++;
    m->shown += strcmp(before.data, after.data) != 0;
    break;
  }
  bytes_free(&before);
  bytes_free(&after);
}

static void try_swaps(Monkey *m) {
  static CardId list[CARDS_MAX];
  const Table *t = m->s->world->table;
  int n = unseen_cards(t, list);
  if (n > 0 && m->looks == 1)
    swap_seen(m, list[rng_below(&m->rng, (uint64_t)n)]);
  for (int i = 0; n > 1 && i < SWAPS && !m->failed; i++) {
    uint64_t a = rng_below(&m->rng, (uint64_t)n);
    uint64_t b = rng_below(&m->rng, (uint64_t)n);
    swap_two(m, list[a], list[b]);
  }
}

/* --- playing --- */

static bool know_bots(Monkey *m) {
  Bytes err = {0};
  if (m->known == m->s->world) return true;
  m->known = m->s->world;
  bool opened = bots_open(m->known, &err);
  if (!opened) fail(m, "%s", err.data);
  bytes_free(&err);
  return opened;
}

/* Early questions more often than late ones, for few games last long. */
static bool wants_look(Monkey *m) {
  if (m->s->world->table->question.kind == ASK_NOTHING) return false;
  return m->looks < LOOKS &&
         rng_below(&m->rng, 8 + 8 * (uint64_t)m->looks) == 0;
}

static void look(Monkey *m) {
  Bytes before = {0};
  m->looks++;
  try_swaps(m);
  take_print(m, m->s, &before);
  switch (m->failed ? 3 : rng_below(&m->rng, 3)) {
    case 0:
      try_undo(m, &before);
      break;
    case 1:
      try_resume(m, &before);
      break;
    case 2:
      try_reload(m, &before);
      break;
    default:
      break;
  }
  bytes_free(&before);
}

/* By the best bot now and then, else at random. */
static void answer(Monkey *m) {
  Session *s = m->s;
  Bytes text = {0};
  int code = sight_code(s->world->table->question.seat);
  bool by_bot = rng_below(&m->rng, 4) == 0;
  BotSays says =
      by_bot ? bot_answer(s->world, bots_best(s->world), &text) : BOT_RANDOM;
  if (says == BOT_FAILED) {
    fail(m, "the bot %s: %s", bots_best(s->world), text.data);
  } else if (says == BOT_ANSWERS) {
    if (!session_keep_notes(s, code))
      fail(m, "the bot's notes: %s", session_problem(s));
    if (!session_answer(s, text.data, false, &text))
      fail(m, "the bot's answer is refused: %s", text.data);
  } else {
    session_answer_random(s);
  }
  bytes_free(&text);
}

/* A random action of a random seat, as the laboratory draws them. */
static void act(Session *s, void *ud) {
  Monkey *m = ud;
  Table *t = s->world->table;
  lua_State *L = t->L;
  Bytes sentence = {0};
  if (rng_below(&m->rng, 6) != 0) return;
  int seat = (int)rng_below(&m->rng, (uint64_t)t->seats + 1);
  lua_pushinteger(L, (lua_Integer)rng_below(&m->rng, 1000));
  lua_pushinteger(L, seat);
  lua_pushstring(L, table_next_step(t));
  if (!table_hook(t, "some_action", 3)) {
    fail(m, "%s", luaL_tolstring(L, -1, NULL));
    lua_pop(L, 1);
  } else if (lua_istable(L, -1)) {
    lua_rawgeti(L, -1, 3);
    session_act(s, lua_tostring(L, -1), seat == 0 ? SEAT_GM : seat - 1,
                &sentence);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  bytes_free(&sentence);
}

static void play(Monkey *m) {
  Session *s = m->s;
  s->between = act;
  s->between_ud = m;
  m->pools = pools_sum(s->world->table->pools);
  while (!m->failed && session_run(s) == SESSION_QUESTION &&
         m->questions++ < QUESTIONS && know_bots(m)) {
    check_conserved(m);
    if (wants_look(m)) look(m);
    if (s->state == SESSION_QUESTION && know_bots(m)) answer(m);
  }
  if (m->failed) return;
  if (s->state == SESSION_BROKEN) {
    fail(m, "%s", session_problem(s));
    fprintf(stderr, "%s", table_trace(s->world->table));
  }
  check_conserved(m);
}

/* --- one round --- */

/* Rules of chance that the game takes; its own when none are found. */
static bool begin(Monkey *m) {
  Bytes err = {0};
  char why[256];
  for (int tries = 0; tries < 12 && m->s == NULL; tries++) {
    bytes_clear(&err);
    uint64_t part = tries == 11 ? 0 : m->round % 3;
    if (!drawn_pick(m->name, &m->rng, part, m->pick, &err)) break;
    SessionConfig *c = &m->pick->config;
    c->journal = journal_create(NULL, why, sizeof why);
    m->s = session_begin(c, &err);
    if (m->s == NULL) journal_close(c->journal);
  }
  /* Two variants may not fit each other: that is theirs to say. */
  const char *plus = strchr(m->name, '+');
  bool two = plus != NULL && strchr(plus + 1, '+') != NULL;
  if (m->s == NULL && !two) fail(m, "can't be played: %s", err.data);
  bytes_free(&err);
  return m->s != NULL;
}

static void add_up(Monkey *sum, const Monkey *m) {
  sum->questions += m->questions;
  sum->swaps += m->swaps;
  sum->controls += m->controls;
  sum->shown += m->shown;
  sum->undone += m->undone;
  sum->resumed += m->resumed;
  sum->reloaded += m->reloaded;
}

static void play_round(const char *name, uint64_t round, Monkey *sum) {
  static const uint8_t key[32];
  static Pick pick;
  Monkey m = {.name = name, .round = round, .pick = &pick};
  rng_stream(&m.rng, key, name, round);
  if (begin(&m)) play(&m);
  if (m.s != NULL && getenv("MONKEY_ROUND") != NULL) say_how(&m);
  session_close(m.s);
  add_up(sum, &m);
}

static long number(const char *name, long otherwise) {
  const char *text = getenv(name);
  return text == NULL ? otherwise : atol(text);
}

int main(void) {
  Drawn games = {.count = 0};
  Monkey sum = {.failed = false};
  const char *only = getenv("MONKEY_ONLY");
  long one = number("MONKEY_ROUND", -1), rounds = ROUNDS * number("MONKEY", 1);
  drawn_games(&games);
  CHECK(games.count > 20);
  for (long round = one < 0 ? 0 : one; round < (one < 0 ? rounds : one + 1);
       round++)
    for (int g = 0; g < games.count; g++)
      if (only == NULL || strstr(games.name[g], only) != NULL)
        play_round(games.name[g], (uint64_t)round, &sum);
  printf(
      "  %d games and variants: %ld questions; %ld swaps, %ld answers taken "
      "back, %ld resumed, %ld reloaded\n",
      games.count, sum.questions, sum.swaps, sum.undone, sum.resumed,
      sum.reloaded);
  CHECK(sum.controls == sum.shown);
  CHECK(sum.controls > 0 || only != NULL);
  drawn_free(&games);
  return check_done("monkey");
}
