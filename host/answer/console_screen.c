/* What the console shows: see console_inner.h. Lines come from core.screen,
 * as a text or as { "text with %s", values }. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>

#include "answer/console_inner.h"
#include "table/speech.h"

Table *console_table(const Console *c) { return c->s->world->table; }

int console_seat_code(int seat) { return seat == SEAT_GM ? 0 : seat + 1; }

const char *console_seat_name(Console *c, int seat) {
  return c->s->config.world.player[console_seat_code(seat)].name;
}

static SpeechStyle style_of(const Console *c) {
  return (SpeechStyle){term_symbols(c->term), MARK_RED, MARK_BLACK,
                       MARK_PLAIN};
}

/* Who reads: the one person there is, or what all may know. */
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

void console_bad(Console *c, const char *text) {
  term_sayf(c->term, "%s%s%s", MARK_BAD, text, MARK_PLAIN);
}

/* --- what has happened --- */

static bool is_for_reader(const Console *c, const Event *e) {
  return e->seat == SEAT_NONE || e->seat == c->reader || c->people == 0;
}

static void tell_one(Console *c, const Event *e) {
  if (e->kind == EVENT_SAY && is_for_reader(c, e))
    say_marked(c, "  ", e->text);
  else if (e->kind == EVENT_GM)
    say_marked(c, MARK_STRONG "  ", e->text);
}

void console_tell(Console *c) {
  const Events *e = &console_table(c)->events;
  if (c->told > e->count) c->told = e->count;
  for (; c->told < e->count; c->told++) tell_one(c, &e->list[c->told]);
}

void console_log(Console *c) {
  const Events *e = &console_table(c)->events;
  for (size_t i = 0; i < e->count; i++) tell_one(c, &e->list[i]);
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

/* Names of cards in a plain line are drawn as cards. */
static void add_with_faces(Console *c, const char *text, Bytes *out) {
  SpeechStyle style = style_of(c);
  bool word_begins = true;
  while (*text != 0) {
    int face, n = word_begins ? face_word(console_table(c), text, &face) : 0;
    if (n > 0) {
      speech_face(console_table(c), face, &style, out);
      text += n;
    } else {
      word_begins = !isalnum((unsigned char)*text);
      bytes_add(out, text++, 1);
    }
  }
}

/* The line at the top of L. */
static void show_line(Console *c, lua_State *L, bool faces) {
  Bytes marked = {0}, line = {0};
  int base = lua_gettop(L);
  if (lua_istable(L, base)) {
    int n = (int)luaL_len(L, base);
    for (int i = 1; i <= n; i++) lua_geti(L, base, i);
    speech_format(console_table(c), L, base + 1, base + n, &marked);
    console_render(c, marked.data ? marked.data : "", &line);
  } else {
    size_t n;
    const char *text = luaL_tolstring(L, base, &n);
    char *clean = malloc(n + 1);
    if (clean != NULL) {
      text_clean(clean, text, n, false);
      if (faces)
        add_with_faces(c, clean, &line);
      else
        bytes_text(&line, clean);
    }
    free(clean);
  }
  term_say(c->term, line.data ? line.data : "");
  lua_settop(L, base);
  bytes_free(&marked);
  bytes_free(&line);
}

void console_lines(Console *c, const char *what, bool faces) {
  World *w = c->s->world;
  lua_State *L = w->L;
  int base = lua_gettop(L);
  int seat = c->reader == SEAT_NONE ? 1 : console_seat_code(c->reader);
  world_push_build(w);
  lua_pushinteger(L, seat);
  lua_pushinteger(L, console_seat_code(w->table->question.seat));
  if (!world_call(w, "core.screen", what, 3, 1) || !lua_istable(L, -1)) {
    lua_settop(L, base);
    return;
  }
  for (lua_Integer i = 1; lua_geti(L, base + 1, i) != LUA_TNIL; i++) {
    show_line(c, L, faces);
    lua_settop(L, base + 1);
  }
  lua_settop(L, base);
}

void console_draw(Console *c) {
  term_heading(c->term, c->s->world->game);
  console_lines(c, "lines", true);
  c->drawn = true;
}

void console_hand(Console *c) { console_lines(c, "hand", false); }
