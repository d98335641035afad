/* Events as text and as JSON: see replay.h.
 *
 * Piles and pools are named as at the table ("Anna's hand"), seats by their
 * numbers (0: the game master), cards by name and copy (telling.h). Nothing
 * here decides what a game is; a program that reads the lines can put every
 * card and every chip where it lies at any time. */
#include "answer/replay.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#include "script/report.h"
#include "script/sandbox.h"
#include "table/json.h"
#include "table/telling.h"

static Table *table(const Session *s) { return s->world->table; }

static int seat_code(int seat) { return seat == SEAT_GM ? 0 : seat + 1; }

static const char *seat_name(const Session *s, int seat) {
  return s->config.world.player[seat_code(seat)].name;
}

/* The label of a pile or pool; live while the world is. */
static const char *label(const Session *s, const char *list, int i) {
  lua_State *L = s->world->L;
  lua_rawgeti(L, LUA_REGISTRYINDEX, table(s)->ref.hooks);
  lua_getfield(L, -1, list);
  lua_rawgeti(L, -1, i + 1);
  const char *text = lua_tostring(L, -1);
  lua_pop(L, 3);
  return text;
}

/* --- for people --- */

static void add_marked(const Session *s, const char *text, int reader,
                       const SpeechStyle *style, Bytes *out) {
  if (text != NULL) speech_render(table(s), text, reader, style, out);
}

/* The first line of a text of two, as recorded in full. */
static void add_first(const Session *s, const char *text, int reader,
                      const SpeechStyle *style, Bytes *out) {
  Bytes first = {0};
  bytes_add(&first, text, strcspn(text, "\n"));
  add_marked(s, first.data, reader, style, out);
  bytes_free(&first);
}

static bool is_told(const Event *e, int reader) {
  return e->seat == SEAT_NONE || e->seat == reader || reader == READER_ALL;
}

static void say_roll(const Event *e, Bytes *out) {
  bool several = strchr(e->more, ' ') != NULL;
  if (several || atoll(e->more) != e->amount)
    bytes_format(out, "%s: %s, that is %lld", e->text, e->more,
                 (long long)e->amount);
  else
    bytes_format(out, "%s: %lld", e->text, (long long)e->amount);
}

/* The answer in words if the record has them, else as it was kept. */
static bool say_answer(const Session *s, const Event *e, int reader,
                       const SpeechStyle *style, Bytes *out) {
  bool known = reader == READER_ALL || (e->seen >> reader & 1);
  if (!known || e->more == NULL) return false;
  const char *words = strchr(e->more, '\n');
  bytes_format(out, "%s> ", seat_name(s, e->seat));
  add_marked(s, words != NULL ? words + 1 : e->more, READER_ALL, style, out);
  return true;
}

bool replay_line(const Session *s, const Event *e, int reader,
                 const SpeechStyle *style, Bytes *out) {
  switch (e->kind) {
    case EVENT_SAY:
      if (!is_told(e, reader)) return false;
      if (e->seat != SEAT_NONE)
        bytes_format(out, "(to %s) ", seat_name(s, e->seat));
      add_marked(s, e->text, reader, style, out);
      return true;
    case EVENT_GM:
      add_marked(s, e->text, reader, style, out);
      return true;
    case EVENT_ROLL:
      say_roll(e, out);
      return true;
    case EVENT_QUESTION:
      if (!is_told(e, reader)) return false;
      bytes_format(out, "%s: ", seat_name(s, e->seat));
      add_first(s, e->more, reader, style, out);
      return true;
    case EVENT_ANSWER:
      return say_answer(s, e, reader, style, out);
    default:
      return false;
  }
}

/* --- for programs --- */

static void add_key(Bytes *out, const char *key) {
  bytes_format(out, ",\"%s\":", key);
}

static void add_text(Bytes *out, const char *key, const char *text) {
  add_key(out, key);
  if (text == NULL)
    bytes_text(out, "null");
  else
    bytes_json(out, text);
}

static void add_number(Bytes *out, const char *key, long long n) {
  bytes_format(out, ",\"%s\":%lld", key, n);
}

static void add_pile(const Session *s, Bytes *out, const char *key, int i) {
  add_text(out, key, i < 0 ? NULL : label(s, "pile_names", i));
}

static void add_pool(const Session *s, Bytes *out, const char *key, int i) {
  add_text(out, key, i < 0 ? NULL : label(s, "pool_names", i));
}

static void add_card(const Session *s, CardId card, Bytes *out) {
  Bytes name = {0};
  telling_card(table(s), card, &name);
  bytes_json(out, name.data != NULL ? name.data : "");
  bytes_free(&name);
}

/* The numbers of cards in a text, as a list of names. */
static void add_numbered(const Session *s, const char *numbers, Bytes *out) {
  const char *between = "[";
  add_key(out, "cards");
  while (numbers != NULL && *numbers != 0) {
    char *end;
    long card = strtol(numbers, &end, 10);
    if (end == numbers) break;
    bytes_text(out, between);
    if (card >= 0 && card < table(s)->piles->cards)
      add_card(s, (CardId)card, out);
    between = ",";
    numbers = end;
  }
  bytes_text(out, *between == '[' ? "[]" : "]");
}

/* Who is in the mask: a list of seats, or "all". */
static void add_seen(const Session *s, const Event *e, Bytes *out) {
  const char *between = "[";
  const Table *t = table(s);
  add_key(out, "seen");
  if (e->seen == ~(SeatMask)0) {
    bytes_text(out, "\"all\"");
    return;
  }
  for (int seat = 0; seat <= SEAT_GM; seat++) {
    bool there = seat < t->seats || (seat == SEAT_GM && t->has_gm);
    if (!there || !(e->seen >> seat & 1)) continue;
    bytes_format(out, "%s%d", between, seat_code(seat));
    between = ",";
  }
  bytes_text(out, *between == '[' ? "[]" : "]");
}

static void json_move(const Session *s, const Event *e, Bytes *out) {
  add_key(out, "card");
  add_card(s, (CardId)e->card, out);
  if (e->kind == EVENT_MOVE) add_pile(s, out, "from", e->from);
  add_pile(s, out, e->kind == EVENT_MOVE ? "to" : "pile", e->to);
  if (e->kind == EVENT_MOVE)
    add_text(out, "at", e->amount == 1 ? "bottom" : "top");
  add_seen(s, e, out);
}

static void json_roll(const Event *e, Bytes *out) {
  add_text(out, "dice", e->text);
  add_key(out, "rolled");
  bytes_text(out, "[");
  for (const char *c = e->more; c != NULL && *c != 0; c++)
    bytes_add(out, *c == ' ' ? "," : c, 1);
  bytes_text(out, "]");
  add_number(out, "total", e->amount);
}

static void json_chance(const Event *e, Bytes *out) {
  if (e->from > 0) add_number(out, "below", e->from);
  add_number(out, "number", e->amount);
}

static void json_pay(const Session *s, const Event *e, Bytes *out) {
  add_pool(s, out, "from", e->from);
  add_pool(s, out, "to", e->to);
  add_number(out, "amount", e->amount);
  if (e->text != NULL) add_text(out, "why", e->text);
}

/* A text with marks, read by one who sees everything. */
static void add_spoken(const Session *s, Bytes *out, const char *key,
                       const char *text) {
  Bytes words = {0};
  add_first(s, text == NULL ? "" : text, READER_ALL, &SPEECH_LETTERS, &words);
  add_text(out, key, words.data != NULL ? words.data : "");
  bytes_free(&words);
}

static void json_question(const Session *s, const Event *e, Bytes *out) {
  const char *full = e->more == NULL ? NULL : strchr(e->more, '\n');
  add_number(out, "question", (long long)e->question);
  add_number(out, "seat", seat_code(e->seat));
  add_text(out, "name", e->text);
  add_spoken(s, out, "text", e->more);
  if (full == NULL || strlen(full) < 3) return;
  bytes_text(out, ","); /* the fields of the object, without its braces */
  bytes_add(out, full + 2, strlen(full) - 3);
}

static void json_answer(const Session *s, const Event *e, Bytes *out) {
  const char *more = e->more == NULL ? "" : e->more;
  const char *words = strchr(more, '\n');
  Bytes kept = {0};
  bytes_add(&kept, more, strcspn(more, "\n"));
  add_number(out, "question", (long long)e->question);
  add_number(out, "seat", seat_code(e->seat));
  add_text(out, "name", e->text);
  add_text(out, "answer", kept.data);
  if (words != NULL) add_spoken(s, out, "words", words + 1);
  add_text(out, "by", e->amount == 1 ? "person" : "bot");
  bytes_free(&kept);
}

static void json_said(const Session *s, const Event *e, Bytes *out) {
  add_key(out, "to");
  if (e->seat == SEAT_NONE)
    bytes_text(out, "\"all\"");
  else
    bytes_format(out, "%d", seat_code(e->seat));
  add_spoken(s, out, "text", e->text);
}

static void json_named(const Event *e, Bytes *out) {
  add_text(out, "name", e->text);
  add_key(out, "data");
  bytes_text(out, e->more == NULL ? "null" : e->more);
}

static void json_gm(const Session *s, const Event *e, Bytes *out) {
  add_spoken(s, out, "text", e->text);
  if (e->more != NULL) bytes_format(out, ",%s", e->more);
}

static const char *event_name(EventKind kind) {
  static const char *const names[] = {
      [EVENT_STEP] = "step",     [EVENT_SHUFFLE] = "shuffle",
      [EVENT_MOVE] = "move",     [EVENT_SHOW] = "show",
      [EVENT_ROLL] = "roll",     [EVENT_CHANCE] = "chance",
      [EVENT_PAY] = "pay",       [EVENT_QUESTION] = "question",
      [EVENT_ANSWER] = "answer", [EVENT_SAY] = "say",
      [EVENT_NAMED] = "named",   [EVENT_GM] = "gm",
      [EVENT_FINISH] = "finish", [EVENT_ORDER] = "order"};
  return names[kind];
}

void replay_json(const Session *s, const Event *e, Bytes *out) {
  bytes_format(out, "{\"event\":\"%s\"", event_name(e->kind));
  switch (e->kind) {
    case EVENT_STEP:
      add_text(out, "step", e->text);
      break;
    case EVENT_SHUFFLE:
    case EVENT_ORDER:
      add_pile(s, out, "pile", e->to);
      add_numbered(s, e->text, out);
      break;
    case EVENT_MOVE:
    case EVENT_SHOW:
      json_move(s, e, out);
      break;
    case EVENT_ROLL:
      json_roll(e, out);
      break;
    case EVENT_CHANCE:
      json_chance(e, out);
      break;
    case EVENT_PAY:
      json_pay(s, e, out);
      break;
    case EVENT_QUESTION:
      json_question(s, e, out);
      break;
    case EVENT_ANSWER:
      json_answer(s, e, out);
      break;
    case EVENT_SAY:
      json_said(s, e, out);
      break;
    case EVENT_NAMED:
      json_named(e, out);
      break;
    case EVENT_GM:
      json_gm(s, e, out);
      break;
    case EVENT_FINISH:
      add_key(out, "standings");
      bytes_text(out, e->more == NULL ? "null" : e->more);
      break;
  }
  bytes_text(out, "}");
}

/* --- the first line and the last --- */

static void add_game(const Session *s, Bytes *out) {
  const SessionConfig *c = &s->config;
  const char *variants = strchr(c->world.game, '+');
  const char *between = "";
  bytes_text(out, "{\"event\":\"game\",\"croupier\":\"" CROUPIER_VERSION "\"");
  add_text(out, "game", s->world->game);
  bytes_text(out, ",\"variants\":[");
  while (variants != NULL && *variants == '+') {
    Bytes name = {0};
    size_t n = strcspn(++variants, "+");
    bytes_add(&name, variants, n);
    bytes_text(out, between);
    bytes_json(out, name.data);
    bytes_free(&name);
    between = ",";
    variants += n;
  }
  bytes_text(out, "]");
}

static void add_seed(const Session *s, Bytes *out) {
  char hex[SEED_TEXT];
  session_seed(s, hex);
  add_text(out, "seed", hex);
  session_commitment(s, hex);
  add_text(out, "commitment", hex);
  bytes_format(out, ",\"number\":%llu", (unsigned long long)s->config.game);
  if (s->config.stack != NULL) add_text(out, "stack", s->config.stack);
  add_key(out, "dice");
  bytes_text(out, s->config.hand_dice ? "\"by hand\"" : "\"by chance\"");
}

static void add_seats(const Session *s, Bytes *out) {
  const SessionConfig *c = &s->config;
  bytes_text(out, ",\"seats\":[");
  for (int i = table(s)->has_gm ? 0 : 1; i <= c->world.players; i++) {
    const Player *p = &c->world.player[i];
    if (out->data[out->count - 1] != '[') bytes_text(out, ",");
    bytes_format(out, "{\"seat\":%d", i);
    add_text(out, "name", p->name);
    add_text(out, "answers", c->answerer[i]);
    if (p->profile[0] != 0) add_text(out, "profile", p->profile);
    bytes_text(out, "}");
  }
  bytes_text(out, "]");
}

/* The name that a script calls a pile or pool by: field 1 or `name`. */
static void add_script_name(lua_State *L, const char *list, int i,
                            const char *field, Bytes *out) {
  int base = lua_gettop(L);
  lua_getfield(L, base, list);
  lua_rawgeti(L, -1, i + 1);
  if (field == NULL)
    lua_rawgeti(L, -1, 1);
  else
    lua_getfield(L, -1, field);
  add_text(out, "is", lua_tostring(L, -1));
  lua_settop(L, base);
}

static void add_owner(const Pile *p, Bytes *out) {
  static const char *const facings[] = {"nobody", "owner", "everyone", "top",
                                        "gm"};
  add_key(out, "seat");
  if (p->owner == SEAT_NONE)
    bytes_text(out, "null");
  else
    bytes_format(out, "%d", seat_code(p->owner));
  add_text(out, "facing", facings[p->facing]);
}

static void add_cards(const Session *s, const Pile *p, Bytes *out) {
  add_key(out, "cards");
  bytes_text(out, "[");
  for (int k = 0; k < p->count; k++) {
    if (k > 0) bytes_text(out, ",");
    add_card(s, p->card[k], out);
  }
  bytes_text(out, "]");
}

/* At the start with the build at the top of L; NULL at the end. */
static void add_piles(const Session *s, lua_State *L, Bytes *out) {
  const Piles *p = table(s)->piles;
  bytes_text(out, ",\"piles\":[");
  for (int i = 0; i < p->piles; i++) {
    bytes_text(out, i > 0 ? ",{\"pile\":" : "{\"pile\":");
    bytes_json(out, label(s, "pile_names", i));
    if (L != NULL) {
      add_script_name(L, "plan", i, NULL, out);
      add_owner(&p->pile[i], out);
    }
    add_cards(s, &p->pile[i], out);
    bytes_text(out, "}");
  }
  bytes_text(out, "]");
}

static void add_pools(const Session *s, lua_State *L, Bytes *out) {
  const Pools *p = table(s)->pools;
  bytes_text(out, ",\"pools\":[");
  for (int i = 0; i < pools_count(p); i++) {
    bytes_text(out, i > 0 ? ",{\"pool\":" : "{\"pool\":");
    bytes_json(out, label(s, "pool_names", i));
    if (L != NULL) {
      add_script_name(L, "pools", i, "name", out);
      add_key(out, "mint");
      bytes_text(out, pools_is_mint(p, i) ? "true" : "false");
    }
    add_number(out, "amount", (long long)pools_amount(p, i));
    bytes_text(out, "}");
  }
  bytes_text(out, "]");
}

typedef struct Start {
  const Session *s;
  Bytes *out;
} Start;

/* Rules are a script's data, which may hold what JSON can't. */
static int start_protected(lua_State *L) {
  const Start *st = lua_touserdata(L, 1);
  const Session *s = st->s;
  Bytes *out = st->out;
  world_push_build(s->world);
  add_game(s, out);
  add_seats(s, out);
  add_seed(s, out);
  add_key(out, "rules");
  lua_getfield(L, -1, "values");
  json_value(table(s), L, lua_gettop(L), out);
  lua_pop(L, 1);
  add_piles(s, L, out);
  add_pools(s, L, out);
  bytes_text(out, "}");
  return 0;
}

bool replay_json_start(const Session *s, Bytes *out) {
  lua_State *L = s->world->L;
  Start st = {s, out};
  lua_pushcfunction(L, start_protected);
  lua_pushlightuserdata(L, &st);
  if (host_pcall(L, 1, 0, 0) == LUA_OK) return true;
  bytes_clear(out);
  bytes_text(out, report_text(L, -1));
  lua_pop(L, 1);
  return false;
}

void replay_json_end(const Session *s, Bytes *out) {
  static const char *const states[] = {[SESSION_QUESTION] = "not over",
                                       [SESSION_OVER] = "over",
                                       [SESSION_BROKEN] = "failed"};
  bytes_format(out, "{\"event\":\"end\",\"game\":\"%s\"", states[s->state]);
  if (s->state == SESSION_BROKEN) add_text(out, "why", session_problem(s));
  add_piles(s, NULL, out);
  add_pools(s, NULL, out);
  bytes_text(out, "}");
}
