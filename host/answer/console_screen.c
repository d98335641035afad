/* What the console shows: see console_inner.h. Lines come from core.screen,
 * as a text or as { "text with %s", values }. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <lauxlib.h>

#include "answer/console_inner.h"
#include "script/report.h"
#include "table/speech.h"

Table *console_table(const Console *c) { return c->s->world->table; }

int console_seat_code(int seat) { return seat == SEAT_GM ? 0 : seat + 1; }

const char *console_seat_name(Console *c, int seat) {
  return c->s->config.world.player[console_seat_code(seat)].name;
}

static SpeechStyle style_of(const Console *c) {
  return (SpeechStyle){term_symbols(c->term), MARK_RED, MARK_BLACK, MARK_PLAIN};
}

/* Who reads: the person there is, what all may know, or, where only bots
 * play, everything. */
static int reader(const Console *c) {
  if (c->reader != SEAT_NONE) return c->reader;
  return c->people == 0 ? READER_ALL : READER_PUBLIC;
}

void console_render(Console *c, const char *marked, Bytes *out) {
  SpeechStyle style = style_of(c);
  speech_render(console_table(c), marked, reader(c), &style, out);
  if (out->data == NULL) bytes_text(out, "");
}

static void say_marked(Console *c, const char *before, const char *marked) {
  Bytes line = {0};
  bytes_text(&line, before);
  console_render(c, marked, &line);
  term_say(c->term, line.data ? line.data : "");
  bytes_free(&line);
}

void console_good(Console *c, const char *text) {
  term_sayf(c->term, "%s%s%s", MARK_GOOD, text, MARK_PLAIN);
}

static void say_note(Console *c) {
  if (c->notice.count > 0) console_good(c, c->notice.data);
  bytes_clear(&c->notice);
}

void console_note(Console *c, const char *text) {
  if (text != NULL) {
    if (c->notice.count > 0) bytes_text(&c->notice, "\n");
    bytes_text(&c->notice, text);
  }
  if (text == NULL || !console_shares(c)) say_note(c);
}

void console_bad(Console *c, const char *text) {
  term_sayf(c->term, "%s%s%s", MARK_BAD, text, MARK_PLAIN);
}

/* --- what has happened --- */

/* One person with several seats hears what is told to any of them. */
static bool is_for_reader(const Console *c, const Event *e) {
  if (e->seat == SEAT_NONE || e->seat == c->reader || c->people == 0)
    return true;
  return c->options.one_person &&
         console_is_person(console_answerer(c, e->seat));
}

/* Told to another seat of the same person, or of a bot where only bots play:
 * the seat is named, and its cards are what it saw. */
static void tell_whisper(Console *c, const Event *e) {
  Bytes before = {0};
  int seat = c->reader;
  bytes_format(&before, "  (to %s) ", console_seat_name(c, e->seat));
  c->reader = e->seat;
  say_marked(c, before.data ? before.data : "  ", e->text);
  c->reader = seat;
  bytes_free(&before);
}

static bool tell_one(Console *c, const Event *e) {
  if (e->kind == EVENT_GM) {
    say_marked(c, MARK_STRONG "  ", e->text);
  } else if (e->kind != EVENT_SAY || !is_for_reader(c, e)) {
    return false;
  } else if (e->seat == SEAT_NONE || e->seat == c->reader) {
    say_marked(c, "  ", e->text);
  } else {
    tell_whisper(c, e);
  }
  return true;
}

/* How much the reader was told. */
static size_t *told(Console *c) {
  bool all = c->reader == SEAT_NONE || c->options.one_person;
  return &c->told[all ? PLAYERS_MAX : console_seat_code(c->reader)];
}

/* Does who is counted there hear of it? Only what all may know where nobody
 * alone looks at the screen. */
static bool is_told(const Console *c, const Event *e, int code) {
  if (e->kind == EVENT_GM) return true;
  if (e->kind != EVENT_SAY) return false;
  if (e->seat == SEAT_NONE) return true;
  if (code < PLAYERS_MAX) return console_seat_code(e->seat) == code;
  return c->options.one_person &&
         console_is_person(console_answerer(c, e->seat));
}

static bool same_line(const Event *a, const Event *b) {
  return a->kind == b->kind && a->seat == b->seat && a->text != NULL &&
         b->text != NULL && strcmp(a->text, b->text) == 0;
}

/* How many of the events that are now were heard by who heard `heard` of
 * those before: up to where the two say something else. */
static size_t still_heard(const Console *c, const Events *before, size_t heard,
                          int code) {
  const Events *now = &console_table(c)->events;
  size_t at = 0, same = 0;
  for (size_t i = 0; i < heard && i < before->count; i++) {
    if (!is_told(c, &before->list[i], code)) continue;
    while (at < now->count && !is_told(c, &now->list[at], code)) at++;
    if (at == now->count || !same_line(&before->list[i], &now->list[at])) break;
    same = ++at;
  }
  return same;
}

void console_heard(Console *c, const Events *before) {
  for (int i = 0; i <= PLAYERS_MAX; i++)
    c->told[i] = still_heard(c, before, c->told[i], i);
}

void console_tell(Console *c) {
  const Events *e = &console_table(c)->events;
  size_t *from = told(c);
  if (*from > e->count) *from = e->count;
  for (; *from < e->count; ++*from) tell_one(c, &e->list[*from]);
}

void console_log(Console *c) {
  const Events *e = &console_table(c)->events;
  bool some = false;
  for (size_t i = 0; i < e->count; i++)
    if (tell_one(c, &e->list[i])) some = true;
  if (!some) term_say(c->term, "Nothing was told yet.");
}

/* --- lines from the contract's Lua half --- */

/* The length of the card's name that `text` begins with as a word, or 0. */
static int face_word(const Table *t, const char *text, int *face) {
  int n = 0;
  while (isalnum((unsigned char)text[n])) n++;
  if (n < 2 || n >= FACE_NAME_MAX) return 0;
  *face = card_read(t->faces, text, n);
  if (*face < 0 || strlen(t->faces->face[*face].name) != (size_t)n) return 0;
  return strncmp(t->faces->face[*face].name, text, (size_t)n) == 0 ? n : 0;
}

/* Can it be read aloud? A name without a digit and with a vowel can: As. */
static bool is_spoken(const char *name, int n) {
  bool vowel = false;
  for (int i = 0; i < n; i++) {
    if (isdigit((unsigned char)name[i])) return false;
    vowel = vowel || strchr("AEIOUYaeiouy", name[i]) != NULL;
  }
  return vowel;
}

static bool begins_sentence(const char *line, const char *at) {
  while (at > line && at[-1] == ' ') at--;
  return at == line || strchr(".!?", at[-1]) != NULL;
}

/* Does another card's name come next, or no word any more? */
static bool list_goes_on(const Table *t, const char *text) {
  int face;
  while (*text != 0 && !isalnum((unsigned char)*text)) text++;
  return *text == 0 || face_word(t, text, &face) > 0;
}

/* As face_word, of a word in `line` at `at`: "As dealer" begins with no card,
 * "As Kd" and "played As" name one. */
static int card_word(const Table *t, const char *line, const char *at,
                     int *face) {
  int n = face_word(t, at, face);
  bool word = n > 0 && is_spoken(at, n) && begins_sentence(line, at) &&
              !list_goes_on(t, at + n);
  return word ? 0 : n;
}

/* Names of cards in a plain line are drawn as cards. */
static void add_with_faces(Console *c, const char *line, Bytes *out) {
  SpeechStyle style = style_of(c);
  bool word_begins = true;
  for (const char *at = line; *at != 0;) {
    const Table *t = console_table(c);
    int face, n = word_begins ? card_word(t, line, at, &face) : 0;
    if (n > 0) {
      speech_face(t, face, &style, out);
      at += n;
    } else {
      word_begins = !isalnum((unsigned char)*at);
      bytes_add(out, at++, 1);
    }
  }
}

static void add_plain(Console *c, lua_State *L, int i, bool faces,
                      Bytes *line) {
  size_t n;
  const char *text = luaL_tolstring(L, i, &n);
  char *clean = malloc(n + 1);
  if (clean == NULL) return;
  text_clean(clean, text, n, false);
  if (faces)
    add_with_faces(c, clean, line);
  else
    bytes_text(line, clean);
  free(clean);
}

static void add_formatted(Console *c, lua_State *L, int i, Bytes *line) {
  Bytes marked = {0};
  int n = (int)luaL_len(L, i);
  luaL_checkstack(L, n + 8, "a line of too many parts");
  for (int k = 1; k <= n; k++) lua_geti(L, i, k);
  speech_format(console_table(c), L, i + 1, i + n, &marked);
  console_render(c, marked.data ? marked.data : "", line);
  bytes_free(&marked);
}

/* The line at the top of L. */
static void add_line(Console *c, lua_State *L, bool faces, Bytes *out) {
  int base = lua_gettop(L);
  if (out->count > 0) bytes_text(out, "\n");
  if (lua_istable(L, base))
    add_formatted(c, L, base, out);
  else
    add_plain(c, L, base, faces, out);
  lua_settop(L, base);
}

/* Leaves the list that core.screen's function makes for the reader. */
static bool push_lines(Console *c, const char *what) {
  World *w = c->s->world;
  bool nobody = c->reader == SEAT_NONE && c->people > 0;
  int seat = c->reader == SEAT_NONE ? 1 : console_seat_code(c->reader);
  if (nobody && strcmp(what, "rules") != 0 && strcmp(what, "peek") != 0) {
    console_bad(c, "nobody alone looks at the screen now");
    return false;
  }
  world_push_build(w);
  lua_pushinteger(w->L, seat);
  lua_pushinteger(w->L, console_seat_code(w->table->question.seat));
  if (world_call(w, "core.screen", what, 3, 1)) return lua_istable(w->L, -1);
  console_bad(c, report_text(w->L, -1));
  return false;
}

void console_add_list(Console *c, bool faces, Bytes *out) {
  lua_State *L = c->s->world->L;
  int list = lua_gettop(L);
  for (lua_Integer i = 1; lua_geti(L, list, i) != LUA_TNIL; i++) {
    add_line(c, L, faces, out);
    lua_settop(L, list);
  }
  lua_settop(L, list);
}

/* False after a sentence. */
static bool read_lines(Console *c, const char *what, bool faces, Bytes *out) {
  lua_State *L = c->s->world->L;
  int base = lua_gettop(L);
  bool read = push_lines(c, what);
  if (read) console_add_list(c, faces, out);
  lua_settop(L, base);
  return read;
}

bool console_lines(Console *c, const char *what, bool faces) {
  Bytes text = {0};
  bool some = read_lines(c, what, faces, &text);
  if (text.count > 0) term_say(c->term, text.data);
  some = !some || text.count > 0;
  bytes_free(&text);
  return some;
}

/* What core.screen says in a text about the game. */
static void about(Console *c, const char *what, Bytes *out) {
  World *w = c->s->world;
  int base = lua_gettop(w->L);
  world_push_build(w);
  if (world_call(w, "core.screen", what, 1, 1) && lua_isstring(w->L, -1))
    bytes_text(out, lua_tostring(w->L, -1));
  if (out->data == NULL) bytes_text(out, "");
  lua_settop(w->L, base);
}

void console_draw(Console *c, bool always) {
  Bytes title = {0}, text = {0};
  about(c, "title", &title);
  read_lines(c, "lines", true, &text);
  bool same = text.data != NULL && c->drawn.data != NULL &&
              strcmp(text.data, c->drawn.data) == 0;
  if (always || !same) {
    term_heading(c->term, title.data);
    if (text.count > 0) term_say(c->term, text.data);
  }
  bytes_free(&title);
  bytes_free(&c->drawn);
  c->drawn = text;
}

bool console_hand(Console *c) { return console_lines(c, "hand", false); }

/* --- the first screen --- */

static void add_name(Bytes *list, const char *name) {
  bytes_format(list, "%s%s", list->count > 0 ? ", " : "", name);
}

static void say_people(Console *c) {
  Bytes people = {0};
  for (int i = console_table(c)->has_gm ? 0 : 1;
       i <= c->s->config.world.players; i++)
    if (console_is_person(c->s->config.answerer[i]))
      add_name(&people, c->s->config.world.player[i].name);
  if (people.count > 0) term_sayf(c->term, "At the keyboard: %s", people.data);
  bytes_free(&people);
}

static void say_bots(Console *c) {
  Bytes bots = {0}, one = {0};
  for (int k = 1; k <= c->s->config.world.players + 1; k++) {
    int i = k <= c->s->config.world.players ? k : 0; /* the GM last */
    if (i == 0 && !console_table(c)->has_gm) break;
    if (console_is_person(c->s->config.answerer[i])) continue;
    bytes_clear(&one);
    bytes_format(&one, "%s (%s)", c->s->config.world.player[i].name,
                 c->s->config.answerer[i]);
    add_name(&bots, one.data ? one.data : "");
  }
  if (bots.count > 0) term_sayf(c->term, "Bots: %s", bots.data);
  bytes_free(&bots);
  bytes_free(&one);
}

/* The page that explains the game, if it lies beside its script. */
static void say_page(Console *c) {
  const World *w = c->s->world;
  Bytes key = {0}, path = {0};
  bytes_format(&key, "%s/game.lua", w->game);
  for (size_t i = 0; i < w->sources.count && key.data != NULL; i++) {
    const SourceFile *f = &w->sources.file[i];
    const char *slash = strrchr(f->path, '/');
    if (strcmp(f->key, key.data) != 0 || slash == NULL) continue;
    bytes_format(&path, "%.*s/RULES.md", (int)(slash - f->path), f->path);
    if (path.data != NULL && access(path.data, R_OK) == 0)
      term_sayf(c->term, "How it is played: %s", path.data);
  }
  bytes_free(&key);
  bytes_free(&path);
}

void console_intro(Console *c) {
  Bytes title = {0}, line = {0};
  char hex[SEED_TEXT];
  about(c, "title", &title);
  about(c, "one_line", &line);
  term_heading(c->term, title.data ? title.data : "");
  if (line.count > 0) term_say(c->term, line.data);
  if (c->people > 0) say_page(c);
  say_people(c);
  say_bots(c);
  if (c->people > 0)
    term_say(c->term,
             "Type an answer and press Enter. :help lists what else "
             "you can type; Ctrl-D leaves, and the table is kept.");
  session_commitment(c->s, hex);
  term_sayf(c->term, "%sThe seed's SHA-256 is %s.%s", MARK_DIM, hex,
            MARK_PLAIN);
  if (c->s->config.stack != NULL)
    console_good(c,
                 "The deck is stacked: the first shuffle leaves named "
                 "cards on top.");
  bytes_free(&title);
  bytes_free(&line);
}
