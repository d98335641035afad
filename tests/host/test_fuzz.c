/* Texts from outside that nobody sane would write: answers typed at every
 * kind of question, and journals whose records were changed by somebody who
 * can make their checks fit. Each ends in an answer or a sentence.
 * FUZZ=10 tries ten times as much. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/chance.h"
#include "table/answer.h"
#include "table/session.h"

static const char *const GAMES[] = {
    "tests/games/short_whist", "tests/games/last_chip",
    "tests/games/sealed_bids", "tests/games/umpire",
    "tests/games/stop_thief",  "rod_and_reel",
    "royal_pokebacc",          "merchants_bank"};
enum { GAME_COUNT = sizeof GAMES / sizeof *GAMES };

static uint64_t effort(void) {
  const char *text = getenv("FUZZ");
  return text == NULL ? 1 : (uint64_t)atoll(text);
}

static Session *begin(const char *game, Journal *journal, uint8_t seed) {
  static SessionConfig c;
  Bytes err = {0};
  Session *s = NULL;
  for (int players = 4; s == NULL && players >= 2; players--) {
    memset(&c, 0, sizeof c);
    c.world.game = game;
    c.world.players = players;
    c.journal = journal;
    c.seed[0] = seed;
    for (int i = 0; i <= players; i++) {
      snprintf(c.world.player[i].name, 48, "P%d", i);
      snprintf(c.answerer[i], ANSWERER_MAX, "random");
    }
    bytes_clear(&err);
    s = session_begin(&c, &err);
  }
  if (s == NULL) fprintf(stderr, "%s: %s\n", game, err.data);
  CHECK(s != NULL);
  bytes_free(&err);
  return s;
}

/* --- typed answers --- */

static const char *const BITS[] = {"",
                                   " ",
                                   ",",
                                   "-",
                                   "#",
                                   "#0",
                                   "#1",
                                   "#2",
                                   "#99",
                                   "1",
                                   "2",
                                   "-1",
                                   "0",
                                   "+3",
                                   "007",
                                   "99999999",
                                   "y",
                                   "n",
                                   "YES",
                                   "none",
                                   "Kh",
                                   "10d",
                                   "kh",
                                   "Th",
                                   "king of hearts",
                                   "of",
                                   "A",
                                   "nothing",
                                   "9223372036854775807",
                                   "9223372036854775808",
                                   "1e3",
                                   "0x10",
                                   "nan",
                                   "=",
                                   "=text",
                                   "\xff\xfe",
                                   "\xe2\x99\xa5",
                                   "K\xe2\x99\xa5",
                                   "\t",
                                   "\x01"
                                   "4a",
                                   "%s%n",
                                   "`",
                                   "'",
                                   "\\",
                                   "\"",
                                   ":undo",
                                   "joker",
                                   "Fire 4"};
enum { BIT_COUNT = sizeof BITS / sizeof *BITS };

/* Words of the question itself, words from nowhere, or nothing but bytes. */
static void make_text(Rng *rng, Table *t, Bytes *out) {
  uint64_t parts = rng_below(rng, 6);
  bytes_clear(out);
  bytes_text(out, "");
  for (uint64_t i = 0; i < parts; i++) {
    const Question *q = &t->question;
    uint64_t way = rng_below(rng, 8);
    if (i > 0) bytes_text(out, rng_below(rng, 3) ? " " : ",");
    if (way < 3 && q->count > 0) {
      answer_option(t, (int)rng_below(rng, (uint64_t)q->count), out);
    } else if (way == 7) {
      char byte = (char)(1 + rng_below(rng, 255));
      for (uint64_t n = rng_below(rng, 300); n > 0; n--)
        bytes_add(out, &byte, 1);
    } else {
      bytes_text(out, BITS[rng_below(rng, BIT_COUNT)]);
    }
  }
  if (rng_below(rng, 200) == 0)
    for (int n = 0; n < 3000; n++) bytes_text(out, "Kh ");
}

/* Texts until one is an answer, or chance answers. */
static bool type_at(Session *s, Rng *rng, long *taken) {
  Bytes text = {0}, sentence = {0};
  bool done = false;
  for (int tries = 0; tries < 12 && !done; tries++) {
    make_text(rng, s->world->table, &text);
    bytes_clear(&sentence);
    done = session_answer(s, text.data, true, &sentence);
    if (done) ++*taken;
    if (!done && (sentence.data == NULL || sentence.data[0] == 0)) {
      fprintf(stderr, "`%s` was refused without a word\n", text.data);
      CHECK(!"a sentence");
    }
    if (!done && s->state != SESSION_QUESTION) break;
  }
  if (!done && s->state == SESSION_QUESTION) done = session_answer_random(s);
  bytes_free(&text);
  bytes_free(&sentence);
  return done;
}

static void fuzz_answers(const char *game, uint64_t round, long *taken) {
  static const uint8_t key[32];
  char why[1024];
  Rng rng;
  rng_stream(&rng, key, game, round);
  Session *s =
      begin(game, journal_create(NULL, why, sizeof why), (uint8_t)round);
  for (int asked = 0; s != NULL && asked < 150; asked++)
    if (session_run(s) != SESSION_QUESTION || !type_at(s, &rng, taken)) break;
  if (s == NULL) return;
  if (s->state == SESSION_BROKEN)
    fprintf(stderr, "%s: %s\n", game, session_problem(s));
  CHECK(s->state != SESSION_BROKEN);
  session_close(s);
}

/* --- journals --- */

static const char *const NUMBERS[] = {"0",          "-1",
                                      "1",          "99",
                                      "33",         "-2147483649",
                                      "4294967296", "18446744073709551616",
                                      "",           "x"};
enum { NUMBER_COUNT = sizeof NUMBERS / sizeof *NUMBERS };

/* One of the numbers in the text, other than it was. */
static void change_number(Rng *rng, const char *text, Bytes *out) {
  const char *from = text;
  for (uint64_t skip = rng_below(rng, 4);; skip--) {
    from += strcspn(from, "0123456789");
    if (*from == 0 || skip == 0) break;
    from += strspn(from, "0123456789");
  }
  bytes_add(out, text, (size_t)(from - text));
  bytes_text(out, NUMBERS[rng_below(rng, NUMBER_COUNT)]);
  bytes_text(out, from + strspn(from, "0123456789"));
}

static void change_bytes(Rng *rng, const char *text, Bytes *out) {
  bytes_text(out, text);
  for (uint64_t n = 1 + rng_below(rng, 3); n > 0 && out->count > 0; n--) {
    char *byte = &out->data[rng_below(rng, out->count)];
    *byte = (char)(32 + rng_below(rng, 95));
  }
}

/* Snapshots and notes: other bytes, in the same form. */
static void change_hex(Rng *rng, const char *text, Bytes *out) {
  bytes_text(out, text);
  for (uint64_t n = 1 + rng_below(rng, 4); n > 0 && out->count > 8; n--)
    out->data[8 + rng_below(rng, out->count - 8)] =
        "0123456789abcdef"[rng_below(rng, 16)];
}

static void change(Rng *rng, const char *text, Bytes *out) {
  if (strlen(text) > 30 && strchr("Ln", text[0]) != NULL) {
    change_hex(rng, text, out);
    return;
  }
  switch (rng_below(rng, 4)) {
    case 0:
      change_number(rng, text, out);
      break;
    case 1: /* cut */
      bytes_add(out, text, rng_below(rng, strlen(text) + 1));
      break;
    case 2: /* another kind of record */
      bytes_text(out, text);
      if (out->count > 0)
        out->data[0] = "HgSGtdkPQAFOLueaxswvrpcnghz"[rng_below(rng, 27)];
      break;
    default:
      change_bytes(rng, text, out);
  }
}

/* The records again with some of them changed, left out, doubled or moved;
 * scripts are changed rarely, or nothing would be left to play. */
static Journal *forge(Rng *rng, const Journal *from) {
  char why[1024];
  Journal *to = journal_create(NULL, why, sizeof why);
  size_t count = journal_count(from);
  Bytes text = {0};
  for (size_t i = 0; to != NULL && i < count; i++) {
    size_t n, k = rng_below(rng, 6 * count) == 0 ? rng_below(rng, count) : i;
    const char *payload = journal_record(from, k, &n);
    uint64_t among = (payload[0] == 'F' ? 20 : 2) * count;
    uint64_t luck = rng_below(rng, payload[0] == 'L' ? 4 : among);
    bytes_clear(&text);
    if (luck == 0)
      change(rng, payload, &text);
    else
      bytes_add(&text, payload, n);
    if (luck != 1) journal_append(to, text.data ? text.data : "", text.count);
    if (luck == 2) journal_append(to, payload, n);
  }
  bytes_free(&text);
  return to;
}

/* A game with everything that a journal can hold. */
static Journal *rich_journal(const char *game) {
  char why[1024];
  Journal *j = journal_create(NULL, why, sizeof why);
  Session *s = begin(game, j, 3);
  Bytes text = {0};
  for (int asked = 0;
       s != NULL && session_run(s) == SESSION_QUESTION && asked < 60; asked++) {
    if (asked == 5) session_reload(s, &text);
    if (asked == 7) session_fix_pool(s, 0, 4, &text);
    if (asked == 8) session_fix_card(s, 3, 1, &text);
    if (asked == 9) session_tell(s, "a word of the game master", &text);
    if (asked == 10) session_seat(s, 1, "random", &text);
    if (asked == 11) session_set_rule(s, "turns", "2", &text);
    if (asked == 12) session_act(s, "stop", 0, &text);
    if (s->state != SESSION_QUESTION) break;
    session_answer_random(s);
    if (asked % 4 == 1) {
      s->plays.list[s->plays.count - 1].person = true;
      session_run(s);
      if (asked % 8 == 1) session_undo(s, &text);
    }
  }
  Journal *copy = journal_create(NULL, why, sizeof why);
  for (size_t i = 0; s != NULL && i < journal_count(j); i++) {
    size_t n;
    const char *payload = journal_record(j, i, &n);
    journal_append(copy, payload, n);
  }
  bytes_free(&text);
  session_close(s);
  return copy;
}

typedef struct Forged {
  long refused, broken, played;
} Forged;

static void play_forged(Journal *j, bool verify, Forged *sum) {
  Bytes err = {0};
  Session *s = session_resume(j, NULL, verify, &err);
  if (s == NULL) {
    sum->refused++;
    CHECK(err.data != NULL && err.data[0] != 0);
    journal_close(j);
  } else {
    for (int n = 0; n < 10 && session_run(s) == SESSION_QUESTION; n++)
      session_answer_random(s);
    if (s->state == SESSION_BROKEN) {
      sum->broken++;
      CHECK(session_problem(s)[0] != 0);
      session_undo(s, &err);
    } else {
      sum->played++;
    }
  }
  session_close(s);
  bytes_free(&err);
}

static void fuzz_journals(const char *game, uint64_t times, Forged *sum) {
  static const uint8_t key[32];
  Rng rng;
  rng_stream(&rng, key, game, 1000);
  Journal *j = rich_journal(game);
  for (uint64_t i = 0; j != NULL && i < times; i++)
    play_forged(forge(&rng, j), i % 2 == 0, sum);
  journal_close(j);
}

int main(void) {
  Forged sum = {0, 0, 0};
  uint64_t n = effort();
  long taken = 0;
  for (uint64_t round = 0; round < n; round++)
    for (int g = 0; g < GAME_COUNT; g++) fuzz_answers(GAMES[g], round, &taken);
  CHECK(taken > 100);
  fuzz_journals("tests/games/stop_thief", 300 * n, &sum);
  fuzz_journals("tests/games/last_chip", 200 * n, &sum);
  fuzz_journals("rod_and_reel", 40 * n, &sum);
  printf("  forged journals: %ld refused, %ld broken off, %ld played\n",
         sum.refused, sum.broken, sum.played);
  CHECK(sum.refused > 0 && sum.broken > 0 && sum.played > 0);
  return check_done("fuzz");
}
