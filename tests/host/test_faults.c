/* What fails: memory while a game is opened and played, the disk while it is
 * kept, bytes of what was kept. Each must end in a sentence, leave nothing
 * behind (run under a sanitizer), and where the game goes on it must be the
 * same game. FAULTS=10 tries ten times as much. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "answer/bot.h"
#include "answer/kept.h"
#include "check.h"
#include "script/sandbox.h"
#include "table/session.h"

static int effort(void) {
  const char *text = getenv("FAULTS");
  int n = text == NULL ? 1 : atoi(text);
  return n < 1 ? 1 : n;
}

static void fill(SessionConfig *c, const char *game, int players,
                 const char *bot) {
  memset(c, 0, sizeof *c);
  c->world.game = game;
  c->world.players = players;
  for (int i = 0; i <= players; i++) {
    Player *p = &c->world.player[i];
    snprintf(p->name, sizeof p->name, "P%d", i);
    snprintf(c->answerer[i], ANSWERER_MAX, "%s", bot);
  }
  c->seed[0] = 7;
}

static void last_hash(const Session *s, char out[80]) {
  out[0] = 0;
  for (size_t i = s->plays.count; i > 0 && out[0] == 0; i--)
    if (s->plays.list[i - 1].kind == 'h')
      snprintf(out, 80, "%s", s->plays.list[i - 1].text);
}

/* --- memory --- */

/* One answer as lab and console give them. False: the session stands still;
 * `why` says so if the bot did. */
static bool answer(Session *s, const char *bot, World **known, Bytes *why) {
  if (*known != s->world && !bots_open(s->world, why)) return false;
  *known = s->world;
  BotSays says = bot_answer(s->world, bot, why);
  if (says == BOT_FAILED) return false;
  if (says == BOT_RANDOM) return session_answer_random(s);
  return session_answer(s, why->data, false, why);
}

typedef struct Trial {
  const char *game, *bot;
  int players;
  char hash[80];           /* at the end of the undisturbed game */
  uint64_t opening, calls; /* how often it asks for memory: when it is
                              opened, and in all */
  long unopened, broken, undisturbed, silent, strayed;
} Trial;

/* After a failure the game is played again from its plays, and goes on. */
static bool play_on(Trial *trial, Session *s) {
  Bytes why = {0};
  World *known = NULL;
  bool disturbed = false;
  for (int stops = 0; stops < 5000; stops++) {
    SessionState state = session_run(s);
    if (state == SESSION_OVER) break;
    bool good =
        state == SESSION_QUESTION && answer(s, trial->bot, &known, &why);
    if (good || s->state == SESSION_QUESTION) {
      if (!good && (why.data == NULL || why.data[0] == 0)) trial->silent++;
      continue;
    }
    disturbed = true;
    if (session_problem(s)[0] == 0) trial->silent++;
    session_rewind(s, s->plays.count);
  }
  bytes_free(&why);
  return disturbed;
}

static void try_at(Trial *trial, uint64_t nth) {
  static SessionConfig c;
  Bytes err = {0};
  char hash[80];
  fill(&c, trial->game, trial->players, trial->bot);
  c.world.sandbox.fail_at = nth;
  Session *s = session_begin(&c, &err);
  if (s == NULL) {
    trial->unopened++;
    if (err.data == NULL || err.data[0] == 0) trial->silent++;
  } else {
    if (play_on(trial, s))
      trial->broken++;
    else
      trial->undisturbed++;
    last_hash(s, hash);
    if (s->state != SESSION_OVER || strcmp(hash, trial->hash) != 0) {
      if (trial->strayed++ < 3)
        fprintf(stderr, "%s, allocation %llu: the game went another way: %s\n",
                trial->game, (unsigned long long)nth, session_problem(s));
    }
  }
  session_close(s);
  bytes_free(&err);
}

static bool undisturbed(Trial *trial) {
  static SessionConfig c;
  Bytes err = {0};
  fill(&c, trial->game, trial->players, trial->bot);
  Session *s = session_begin(&c, &err);
  CHECK(s != NULL);
  if (s != NULL) {
    trial->opening = arena_calls(host_of(s->world->L)->arena);
    CHECK(!play_on(trial, s) && s->state == SESSION_OVER);
    last_hash(s, trial->hash);
    trial->calls = arena_calls(host_of(s->world->L)->arena);
  }
  session_close(s);
  bytes_free(&err);
  return s != NULL;
}

/* Some allocations from `n` up to `end`. */
static void try_some(Trial *trial, uint64_t n, uint64_t end, uint64_t samples) {
  if (n >= end) return;
  uint64_t step = 1 + (end - n) / samples;
  for (; n < end; n += step) try_at(trial, n);
}

/* The first so many allocations; `samples` of the rest of opening the game,
 * and as many of playing it. */
static void check_memory(const char *game, int players, const char *bot,
                         uint64_t first, uint64_t samples) {
  Trial trial = {.game = game, .bot = bot, .players = players};
  if (!undisturbed(&trial)) return;
  first *= (uint64_t)effort();
  samples *= (uint64_t)effort();
  uint64_t n = 1;
  for (; n <= first && n < trial.calls; n++) try_at(&trial, n);
  try_some(&trial, n, trial.opening, samples);
  try_some(&trial, trial.opening, trial.calls, samples);
  CHECK_INT(trial.silent, 0);
  CHECK_INT(trial.strayed, 0);
  CHECK(trial.unopened > 0 && trial.broken > 0);
  printf(
      "  %s: %llu allocations; %ld not opened, %ld broken and played on, "
      "%ld as before\n",
      game, (unsigned long long)trial.calls, trial.unopened, trial.broken,
      trial.undisturbed);
}

/* What the host itself needs is given past the cap. */
static void check_trust(void) {
  Arena *a = arena_new(1 << 20);
  void *big = arena_alloc(a, NULL, 0, 2 << 20);
  CHECK(big == NULL);
  CHECK(!arena_trust(a, true));
  big = arena_alloc(a, NULL, 0, 2 << 20);
  CHECK(big != NULL);
  CHECK(arena_trust(a, false));
  CHECK(arena_alloc(a, NULL, 0, 2 << 20) == NULL);
  arena_alloc(a, big, 2 << 20, 0);
  arena_free(a);
}

/* --- the disk --- */

typedef struct Disk {
  long writes, full_from, full_to; /* which writes find it full */
  bool half;                       /* half of the record goes in before */
} Disk;

static ssize_t disk_write(void *ctx, int fd, const void *data, size_t n) {
  Disk *d = ctx;
  long now = d->writes++;
  if (now < d->full_from || now >= d->full_to) return write(fd, data, n);
  if (d->half && now == d->full_from) {
    d->full_to++; /* the rest of the record comes next */
    return write(fd, data, n / 2);
  }
  errno = ENOSPC;
  return -1;
}

static int disk_sync(void *ctx, int fd) {
  (void)ctx;
  (void)fd;
  return 0;
}

static int disk_cut(void *ctx, int fd, off_t size) {
  (void)ctx;
  return ftruncate(fd, size);
}

static Session *begin_on(Disk *d, const char *path) {
  static SessionConfig c;
  char why[1024];
  Bytes err = {0};
  fill(&c, "tests/games/lanterns", 2, "random");
  c.journal = journal_create(path, why, sizeof why);
  if (c.journal == NULL) {
    fprintf(stderr, "%s\n", why);
    return NULL;
  }
  Session *s = session_begin(&c, &err);
  if (s == NULL) fprintf(stderr, "%s\n", err.data);
  bytes_free(&err);
  JournalIo io = {disk_write, disk_sync, disk_cut, d};
  if (s != NULL) journal_set_io(c.journal, &io);
  return s;
}

static bool verifies(const char *path, const char *want) {
  Bytes notice = {0}, err = {0};
  Session *s = kept_open(path, true, &notice, &err);
  bool good = s != NULL && kept_check(s, &err) && notice.count == 0 &&
              strstr(err.data, want) != NULL;
  if (!good) fprintf(stderr, "%s: %s\n", path, err.data ? err.data : "?");
  session_close(s);
  bytes_free(&notice);
  bytes_free(&err);
  return good;
}

/* Plays by typed answers; a full disk is waited out. How often it was. */
static int play_by_hand(Session *s) {
  int refused = 0;
  for (int stops = 0; stops < 1000; stops++) {
    Bytes sentence = {0};
    SessionState state = session_run(s);
    if (state == SESSION_OVER) break;
    const char *said = session_problem(s);
    bool good =
        state == SESSION_QUESTION && session_answer(s, "#1", true, &sentence);
    if (!good) {
      refused++;
      if (state == SESSION_QUESTION) said = sentence.data;
      CHECK(said != NULL && strstr(said, "disk is full") != NULL);
      CHECK(s->unkept);
      if (s->state == SESSION_BROKEN) session_rewind(s, s->plays.count);
    }
    bytes_free(&sentence);
  }
  return refused;
}

/* The disk is full at the nth record after the start, and then is not. */
static bool check_full(const char *path, long nth, bool half,
                       const char *hash) {
  Disk d = {.full_from = nth, .full_to = nth + 2, .half = half};
  char now[80];
  unlink(path);
  Session *s = begin_on(&d, path);
  CHECK(s != NULL);
  if (s == NULL) return false;
  int refused = play_by_hand(s);
  bool in_time = d.writes > nth;
  last_hash(s, now);
  CHECK(s->state == SESSION_OVER);
  CHECK(strcmp(now, hash) == 0);
  CHECK(refused > 0 || !in_time || !s->ended);
  bool ended = s->ended;
  session_close(s);
  CHECK(verifies(path, ended ? "end that was kept" : "end that was not kept"));
  return in_time;
}

static void check_disk(void) {
  char folder[] = "/tmp/croupier-disk-XXXXXX", path[64], hash[80];
  Disk d = {.full_from = -1};
  CHECK(mkdtemp(folder) != NULL);
  snprintf(path, sizeof path, "%s/journal", folder);
  Session *s = begin_on(&d, path);
  CHECK(s != NULL && play_by_hand(s) == 0);
  last_hash(s, hash);
  session_close(s);
  long nth = 0;
  while (nth < 100 && check_full(path, nth, nth % 2 == 1, hash)) nth++;
  CHECK(nth > 10 && nth < 100);
  unlink(path);
  rmdir(folder);
}

/* --- bytes --- */

typedef struct File {
  char *bytes;
  size_t size;
  const char *path, *torn;
} File;

static void put_file(const File *f, const char *bytes, size_t size) {
  int fd = open(f->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  bool good = fd >= 0 && write(fd, bytes, size) == (ssize_t)size;
  if (fd >= 0) close(fd);
  unlink(f->torn);
  if (!good) CHECK(!"the file can be written");
}

/* A sentence (-1), or it verifies: 1 as the whole game, 0 as far as it goes. */
static int look(const File *f) {
  Bytes notice = {0}, err = {0};
  Session *s = kept_open(f->path, true, &notice, &err);
  int good = -1;
  if (s != NULL && kept_check(s, &err) && notice.count == 0)
    good = strstr(err.data, "that was kept") != NULL;
  bool silent =
      good < 0 && notice.count == 0 && (err.data == NULL || err.data[0] == 0);
  if (silent) CHECK(!"said nothing");
  session_close(s);
  bytes_free(&notice);
  bytes_free(&err);
  return good;
}

/* Goes on with it, as resume does. */
static bool goes_on(const File *f) {
  char why[1024] = "";
  Bytes err = {0};
  Journal *j = journal_open(f->path, why, sizeof why);
  Session *s = j == NULL ? NULL : session_resume(j, NULL, false, &err);
  bool good = s != NULL && s->state != SESSION_BROKEN;
  bool said = why[0] != 0 || (err.data != NULL && err.data[0] != 0) ||
              (s != NULL && session_problem(s)[0] != 0);
  if (!good && !said) CHECK(!"said nothing");
  if (s == NULL) journal_close(j);
  session_close(s);
  bytes_free(&err);
  return good;
}

/* Where the scripts' texts stand only some bytes are tried. */
static size_t next_byte(const File *f, size_t at) {
  const char *first = strstr(f->bytes, " F "), *last = strstr(f->bytes, " O\n");
  if (first == NULL || last == NULL) return at + 1;
  size_t from = (size_t)(first - f->bytes) + 40;
  size_t to = (size_t)(last - f->bytes) - 100;
  if (at < from || at >= to) return at + 1;
  size_t next = at + (size_t)(601 / effort() + 1);
  return next < to ? next : to;
}

static void check_cut(const File *f) {
  int whole = 0, some = 0, none = 0;
  for (size_t n = 0; n < f->size; n = next_byte(f, n)) {
    bool line_end = n > 0 && f->bytes[n - 1] == '\n';
    put_file(f, f->bytes, n);
    int good = look(f);
    if (good > 0) whole++;
    if (good == 0) some++;
    if (good < 0) none++;
    CHECK(good < 0 || line_end); /* else its last record is half */
    if (n % 3 == 0 || line_end) goes_on(f);
  }
  CHECK(whole == 0); /* at least the record of the end is missing */
  CHECK(some > 5);
  CHECK(none > 500);
  printf("  cut: %d whole, %d as far as they go, %d refused\n", whole, some,
         none);
}

static void check_changed(const File *f) {
  static const unsigned char masks[] = {0x01, 0x20, 0x80, 0xff};
  char *bytes = malloc(f->size);
  CHECK(bytes != NULL);
  if (bytes == NULL) return;
  size_t tried = 0;
  for (size_t n = 0; n < f->size; n = next_byte(f, n)) {
    memcpy(bytes, f->bytes, f->size);
    bytes[n] = (char)((unsigned char)bytes[n] ^ masks[tried++ % 4]);
    put_file(f, bytes, f->size);
    int good = look(f);
    if (good >= 0) fprintf(stderr, "byte %zu changed and not seen\n", n);
    CHECK(good < 0);
    if (tried % 7 == 0) goes_on(f);
  }
  free(bytes);
}

static bool keep_game(File *f) {
  static SessionConfig c;
  char why[1024];
  Bytes err = {0};
  struct stat st;
  fill(&c, "tests/games/lanterns", 2, "random");
  c.journal = journal_create(f->path, why, sizeof why);
  Session *s = c.journal ? session_begin(&c, &err) : NULL;
  while (s != NULL && session_run(s) == SESSION_QUESTION)
    session_answer_random(s);
  session_close(s);
  bytes_free(&err);
  int fd = open(f->path, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || fstat(fd, &st) != 0) return false;
  f->size = (size_t)st.st_size;
  f->bytes = calloc(1, f->size + 1);
  bool got = f->bytes && read(fd, f->bytes, f->size) == (ssize_t)f->size;
  close(fd);
  return got;
}

static void check_bytes(void) {
  char folder[] = "/tmp/croupier-bytes-XXXXXX", path[64], torn[80];
  CHECK(mkdtemp(folder) != NULL);
  snprintf(path, sizeof path, "%s/journal", folder);
  snprintf(torn, sizeof torn, "%s.torn", path);
  File f = {.path = path, .torn = torn};
  CHECK(keep_game(&f));
  if (f.bytes != NULL) {
    CHECK_INT(look(&f), 1);
    check_cut(&f);
    check_changed(&f);
  }
  free(f.bytes);
  unlink(path);
  unlink(torn);
  rmdir(folder);
}

/* --- what is no journal of ours --- */

static void expect(const char *path, const char *text, const char *sentence) {
  Bytes notice = {0}, err = {0};
  File f = {.path = path, .torn = "/nonexistent"};
  put_file(&f, text, strlen(text));
  Session *s = kept_open(path, true, &notice, &err);
  CHECK(s == NULL);
  bool said = err.data != NULL && strstr(err.data, sentence) != NULL;
  if (!said) fprintf(stderr, "said: %s\n", err.data ? err.data : "nothing");
  CHECK(said);
  session_close(s);
  bytes_free(&notice);
  bytes_free(&err);
}

static void heading(char line[128], const char *text) {
  char check[RECORD_CHECK], head[RECORD_HEAD];
  record_check(check, RECORD_FIRST, 0, text, strlen(text));
  record_head(head, 0, check, strlen(text));
  snprintf(line, 128, "%s%s\n", head, text);
}

static void check_strangers(void) {
  char folder[] = "/tmp/croupier-bytes-XXXXXX", path[64], line[128];
  CHECK(mkdtemp(folder) != NULL);
  snprintf(path, sizeof path, "%s/journal", folder);
  expect(path, "", "empty");
  expect(path, "Dear diary\n", "not a journal");
  expect(path, "18 0 12345678 croupier journal 1\n", "first line");
  heading(line, "croupier journal 9");
  expect(path, line, "version 9");
  heading(line, "croupier journal 1");
  expect(path, line, "before its game begins");
  unlink(path);
  rmdir(folder);
}

int main(void) {
  uint64_t slow = getenv("SANITIZED") != NULL ? 4 : 1;
  check_trust();
  check_strangers();
  check_memory("tests/games/lanterns", 2, "random", 2000 / slow, 100 / slow);
  check_memory("fish_out", 4, "heron", 0, 50 / slow);
  check_disk();
  check_bytes();
  return check_done("faults");
}
