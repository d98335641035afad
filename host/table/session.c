/* Running a session: see session.h. What was done is played again from the
 * plays, or asked for; both go the same way, so they can't differ. */
#include "table/session.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#include "script/sandbox.h"
#include "table/l_table.h"
#include "table/session_file.h"
#include "table/session_inner.h"
#include "table/snapshot.h"
#include "table/speech.h"

#define NO_NOTES "7b7d" /* an empty table, as kept */

static bool playing_again(const Session *s) {
  return s->cursor < s->plays.count;
}

static const Play *next_play(const Session *s) {
  return playing_again(s) ? &s->plays.list[s->cursor] : NULL;
}

SessionState session_broken(Session *s, const char *sentence) {
  bytes_clear(&s->problem);
  bytes_text(&s->problem, sentence);
  s->stop = TABLE_FAILED;
  return s->state = SESSION_BROKEN;
}

/* The error value on top of L. */
bool session_broken_by(Session *s) {
  table_fail(table(s));
  session_broken(s, table_message(table(s)));
  return false;
}

const char *session_problem(const Session *s) {
  return s->problem.data == NULL ? "" : s->problem.data;
}

/* Adds what was done just now; it has then been played. */
bool session_did(Session *s, const Play *play) {
  s->unkept = true;
  if (!plays_add(&s->plays, play)) return false;
  if (!session_note_play(s, play)) {
    plays_cut(&s->plays, s->plays.count - 1);
    return false;
  }
  s->unkept = false;
  s->cursor = s->plays.count;
  return true;
}

const char *session_why_not_kept(const Session *s) {
  const char *why = s->journal == NULL ? "" : journal_error(s->journal);
  return *why == 0 ? "not enough memory" : why;
}

/* --- between steps --- */

static bool check_hash(Session *s, const char *hash) {
  const Play *play = next_play(s);
  if (play->kind != 'h') {
    session_broken(s,
                   "the journal does not fit the game: a step ended where it "
                   "has none");
    return false;
  }
  if (hash != NULL && strcmp(hash, play->text) != 0) {
    Bytes text = {0};
    bytes_format(&text,
                 "the game went another way than the journal says: "
                 "after step %s the state is %s, not %s",
                 table(s)->step, hash, play->text);
    session_broken(s, text.data);
    bytes_free(&text);
    return false;
  }
  s->cursor++;
  return true;
}

static bool state_hash(Session *s, char hash[SNAPSHOT_HASH + 1]) {
  Bytes bytes = {0};
  if (!table_unchanged(table(s))) return session_broken_by(s);
  bool taken = snapshot_take(table(s), &bytes);
  if (taken) snapshot_hash(&bytes, hash);
  bytes_free(&bytes);
  return taken || session_broken_by(s);
}

/* By another rule the state may be any. */
static bool pass_hash(Session *s) {
  const Play *play = next_play(s);
  if (play != NULL && play->kind == 'h') s->cursor++;
  return true;
}

static bool hash_step(Session *s) {
  char hash[SNAPSHOT_HASH + 1];
  if (s->otherwise) return pass_hash(s);
  bool again = playing_again(s);
  if (again && !s->verify) return check_hash(s, NULL);
  if (!state_hash(s, hash)) return false;
  if (again) return check_hash(s, hash);
  Play play = {.kind = 'h', .text = hash};
  if (session_did(s, &play)) return true;
  session_broken(s, session_why_not_kept(s));
  return false;
}

void session_say(Session *s, const char *text, const char *json) {
  Event e = {.kind = EVENT_GM, .question = table(s)->questions};
  events_add(&table(s)->events, e, text, json);
}

static bool apply_rule(Session *s, const Play *play) {
  lua_State *L = s->world->L;
  lua_pushstring(L, play->name);
  lua_pushstring(L, play->text);
  if (!table_hook(table(s), "apply_rule", 2)) return session_broken_by(s);
  bool secret = lua_toboolean(L, -1);
  lua_pop(L, 1);
  Bytes text = {0};
  Bytes json = {0};
  bytes_format(&text, "The game master sets %s to %s.", play->name,
               secret ? "something secret" : play->text);
  bytes_text(&json, "\"rule\":");
  bytes_json(&json, play->name);
  bytes_text(&json, ",\"value\":");
  bytes_json(&json, secret ? "" : play->text);
  session_say(s, text.data, json.data);
  bytes_free(&text);
  bytes_free(&json);
  return true;
}

static bool push_notes(Session *s) {
  world_push_build(s->world);
  lua_getfield(s->world->L, -1, "notes");
  lua_remove(s->world->L, -2);
  return lua_istable(s->world->L, -1);
}

static void remember_notes(Session *s, int seat, const char *hex) {
  free(s->notes[seat]);
  s->notes[seat] = strdup(hex);
}

static void restore_notes(Session *s, const Play *play) {
  Bytes bytes = {0};
  remember_notes(s, play->seat, play->text);
  if (push_notes(s) && bytes_unhex(&bytes, play->text) &&
      snapshot_push(table(s), bytes.data ? bytes.data : "", bytes.count)) {
    lua_rawseti(s->world->L, -2, play->seat);
    lua_pop(s->world->L, 1);
  } else {
    lua_settop(s->world->L, 0);
  }
  bytes_free(&bytes);
}

void session_set_answerer(Session *s, const Play *play) {
  if (play->seat < PLAYERS_MAX)
    snprintf(s->config.answerer[play->seat], ANSWERER_MAX, "%s", play->text);
}

/* --- what is wanted at the next step boundary --- */

void session_forget_pending(Session *s) {
  while (s->pending_count > 0) free(s->pending[--s->pending_count].text);
}

/* A copy of the play, which wants an action or a rule, joins the others. */
static void want(Session *s, const Play *play) {
  if (s->pending_count == PENDING_MAX) return;
  Play copy = *play;
  copy.kind = play->kind == 'w' ? 'x' : 'r';
  if (play->text != NULL && (copy.text = strdup(play->text)) == NULL) return;
  s->pending[s->pending_count++] = copy;
}

static bool is_wanted(const Play *one, const Play *play) {
  return one->kind == play->kind && one->seat == play->seat &&
         strcmp(one->name, play->name) == 0;
}

/* What is done now is wanted no more. */
static void no_more_wanted(Session *s, const Play *play) {
  for (int i = 0; i < s->pending_count; i++) {
    if (!is_wanted(&s->pending[i], play)) continue;
    free(s->pending[i].text);
    s->pending_count--;
    memmove(&s->pending[i], &s->pending[i + 1],
            (size_t)(s->pending_count - i) * sizeof *play);
    return;
  }
}

bool session_want(Session *s, const Play *play, Bytes *sentence) {
  bytes_clear(sentence);
  if (s->pending_count == PENDING_MAX) {
    bytes_text(sentence, "too much waits for the next step already");
    return false;
  }
  if (!session_did(s, play)) {
    bytes_text(sentence, session_why_not_kept(s));
    return false;
  }
  want(s, play);
  return true;
}

/* Plays that may stand anywhere. False when this is none of them. */
static bool absorb(Session *s, const Play *play) {
  if (play->kind == 'w' || play->kind == 'v')
    want(s, play);
  else if (play->kind == 's')
    session_set_answerer(s, play);
  else if (play->kind == 'n')
    restore_notes(s, play);
  else if (play->kind == 'm')
    session_say(s, play->text, NULL);
  else
    return false;
  s->cursor++;
  return true;
}

/* A bot's notes, told texts, seats and wishes. */
bool session_absorb(Session *s, const Play *play) {
  if (strchr("wvsnm", play->kind) == NULL || !session_did(s, play))
    return false;
  s->cursor--;
  return absorb(s, play);
}

/* What the watchdog names if it must end the process. */
static void name_step(Session *s, const char *step) {
  budget_name(host_of(s->world->L)->budget, s->world->game, step);
}

static bool run_action(Session *s, const Play *play) {
  Table *t = table(s);
  lua_State *L = s->world->L;
  s->step_start = s->cursor;
  lua_pushstring(L, play->name);
  if (!table_hook(t, "action_step", 1)) return session_broken_by(s);
  const char *step = lua_tostring(L, -1);
  if (step == NULL) {
    lua_pop(L, 1);
    session_broken(s, "the journal has an action that the game does not");
    return false;
  }
  name_step(s, step);
  s->cursor++;
  s->stop = table_act(t, step, play->seat == 0 ? SEAT_GM : play->seat - 1);
  lua_pop(L, 1);
  return true;
}

/* Is the next step one before which the action may run? */
static bool action_is_due(Session *s, const Play *play) {
  lua_State *L = s->world->L;
  lua_pushstring(L, play->name);
  lua_pushstring(L, table_next_step(table(s)));
  bool due = !table_hook(table(s), "action_due", 2) || lua_toboolean(L, -1);
  lua_pop(L, 1);
  return due;
}

/* A rule may change now? "hand" waits until a list of the order begins. */
static bool is_due(Session *s, const Play *play) {
  if (play->kind != 'r') return action_is_due(s, play);
  lua_State *L = s->world->L;
  lua_pushstring(L, play->name);
  if (!table_hook(table(s), "rule_from", 1)) {
    lua_pop(L, 1);
    return true;
  }
  bool hand = lua_isstring(L, -1) && strcmp(lua_tostring(L, -1), "hand") == 0;
  lua_pop(L, 1);
  return !hand || table(s)->new_hand;
}

/* Why the seat may not do this now; pushed on L, nil when it may. */
bool session_push_may_act(Session *s, const Play *play) {
  lua_pushstring(s->world->L, play->name);
  lua_pushinteger(s->world->L, play->seat);
  return table_hook(table(s), "may_act", 2);
}

static bool may_still(Session *s, const Play *play) {
  lua_State *L = s->world->L;
  bool may =
      play->kind != 'x' || (session_push_may_act(s, play) && lua_isnil(L, -1));
  if (play->kind == 'x') lua_pop(L, 1);
  return may;
}

/* The next pending change that is due becomes a play, to be played like any
 * other. */
static bool take_pending(Session *s) {
  char lapsed[] = "lapsed";
  for (int i = 0; i < s->pending_count; i++) {
    if (!is_due(s, &s->pending[i])) continue;
    Play play = s->pending[i];
    if (!may_still(s, &play)) play.text = lapsed;
    if (session_did(s, &play)) {
      s->cursor--;
      return true;
    }
    session_broken(s, session_why_not_kept(s));
    return false;
  }
  return false;
}

/* What was wanted may no longer be done: its seat is told. */
static void lapse(Session *s, const Play *play) {
  Bytes text = {0};
  Event e = {.kind = EVENT_SAY,
             .question = table(s)->questions,
             .seat = play->seat == 0 ? SEAT_GM : play->seat - 1};
  bytes_format(&text, "It came too late: you may not `%s` now.", play->name);
  events_add(&table(s)->events, e, text.data, NULL);
  bytes_free(&text);
  s->cursor++;
}

/* What was wanted and is no step: a rule, or an action that has lapsed. */
static bool do_wanted(Session *s, const Play *play) {
  no_more_wanted(s, play);
  if (play->kind == 'x') {
    lapse(s, play);
    return true;
  }
  if (!apply_rule(s, play)) return false;
  s->cursor++;
  return true;
}

static bool is_action(const Play *play) {
  return play->kind == 'x' && play->text == NULL;
}

/* New scripts came in here: after what was done at this boundary before the
 * step that then began anew. */
static bool epoch_begins(const Session *s) {
  return s->at_epoch + 1 < s->epochs &&
         s->epoch[s->at_epoch + 1].start == s->cursor;
}

/* All that happens between two steps; then the next step runs. */
static bool boundary(Session *s) {
  Table *t = table(s);
  if (t->steps > 0 && !hash_step(s)) return false;
  table_next_step(t);
  if (s->between != NULL && !playing_again(s)) s->between(s, s->between_ud);
  for (;;) {
    const Play *play = next_play(s);
    if (epoch_begins(s))
      return s->otherwise ? session_carry_over(s)
                          : session_enter_epoch(s, s->at_epoch + 1);
    if (play == NULL && s->halt) return false;
    if (play == NULL && !take_pending(s)) {
      if (s->stop == TABLE_FAILED) return false;
      break;
    }
    play = next_play(s);
    if (is_action(play)) {
      no_more_wanted(s, play);
      return run_action(s, play);
    }
    if (play->kind == 'x' || play->kind == 'r') {
      if (!do_wanted(s, play)) return false;
    } else if (!absorb(s, play)) {
      break;
    }
  }
  t->new_hand = false;
  s->step_start = s->cursor;
  name_step(s, table_next_step(t));
  s->stop = table_run(t);
  return true;
}

/* --- at a question --- */

/* The label of a pile or pool in the contract's Lua half. */
static const char *label(Session *s, const char *list, long i) {
  lua_State *L = s->world->L;
  lua_rawgeti(L, LUA_REGISTRYINDEX, table(s)->ref.hooks);
  lua_getfield(L, -1, list);
  lua_rawgeti(L, -1, i + 1);
  const char *text = lua_tostring(L, -1);
  lua_pop(L, 3); /* the list keeps it alive */
  return text == NULL ? "?" : text;
}

static bool fix_pool(Session *s, const Play *play, Bytes *said) {
  Table *t = table(s);
  if (play->a < 0 || play->a >= pools_count(t->pools)) return false;
  bytes_format(said, "The game master puts %s right: %lld becomes %ld.",
               label(s, "pool_names", play->a),
               (long long)pools_amount(t->pools, (int)play->a), play->b);
  int64_t more = play->b - pools_amount(t->pools, (int)play->a);
  if (!pools_set(t->pools, (int)play->a, play->b)) return false;
  Event e = {.kind = EVENT_PAY,
             .from = more < 0 ? (int)play->a : -1,
             .to = more < 0 ? -1 : (int)play->a,
             .amount = more < 0 ? -more : more,
             .question = t->questions};
  events_add(&t->events, e, "put right", NULL);
  return true;
}

/* The table is told the piles, and the card only if all could see it. */
static bool fix_card(Session *s, const Play *play, Bytes *said) {
  Table *t = table(s);
  if (play->a < 0 || play->a >= t->piles->cards || play->b < 0 ||
      play->b >= t->piles->piles)
    return false;
  CardId card = (CardId)play->a;
  bytes_format(said, "The game master moves a card from %s to %s.",
               label(s, "pile_names", t->piles->where[card]),
               label(s, "pile_names", play->b));
  piles_put(t->piles, card, (int)play->b);
  return true;
}

bool session_fix(Session *s, const Play *play) {
  Bytes said = {0};
  bool good =
      play->kind == 'p' ? fix_pool(s, play, &said) : fix_card(s, play, &said);
  if (good) session_say(s, said.data ? said.data : "", NULL);
  bytes_free(&said);
  return good && question_again(table(s));
}

static void note_question(Session *s) {
  Table *t = table(s);
  if (t->events.off) return;
  Bytes asked = {0};
  answer_asked(t, &asked);
  Event e = {.kind = EVENT_QUESTION,
             .seat = t->question.seat,
             .question = t->questions};
  events_add(&t->events, e, t->question.name, asked.data);
  bytes_free(&asked);
}

/* The answer on top of the coroutine is given. */
static void go_on(Session *s, const char *kept, bool person) {
  Table *t = table(s);
  Bytes more = {0};
  Event e = {.kind = EVENT_ANSWER,
             .seat = t->question.seat,
             .amount = person,
             .seen = (SeatMask)1 << t->question.seat,
             .question = t->questions};
  bytes_text(&more, kept);
  events_add(&t->events, e, t->question.name, more.data);
  bytes_free(&more);
  s->stop = table_go_on(t);
  s->state = SESSION_OVER; /* no question is open: session_run goes on */
}

bool session_is_for(const Table *t, const Play *play) {
  return play->seat == seat_code(t->question.seat) &&
         strcmp(play->name, t->question.name) == 0 &&
         strncmp(play->step, t->step, PLAY_WORD - 1) == 0;
}

static bool answer_again(Session *s, const Play *play) {
  Table *t = table(s);
  Bytes sentence = {0};
  bool good = session_is_for(t, play) &&
              answer_recall(t, play->text, strlen(play->text));
  if (good) {
    s->cursor++;
    go_on(s, play->text, play->person);
  } else {
    Bytes text = {0};
    bytes_format(&text, "the answer `%s` to %s/%s does not fit here%s%s",
                 play->text, play->step, play->name, sentence.data ? ": " : "",
                 sentence.data ? sentence.data : "");
    session_broken(s, text.data);
    bytes_free(&text);
  }
  bytes_free(&sentence);
  return good;
}

static bool again_at_question(Session *s) {
  const Play *play = next_play(s);
  if (absorb(s, play)) return true;
  if (s->otherwise && play->kind == 'h') return pass_hash(s);
  if (table(s)->question.kind == ASK_NOTHING) {
    lua_pushnil(table(s)->co);
    s->stop = table_go_on(table(s));
    return true;
  }
  if (play->kind == 'a') {
    note_question(s);
    return answer_again(s, play);
  }
  if (play->kind != 'p' && play->kind != 'c') {
    session_broken(s,
                   "the journal does not fit the game: it has no answer to a "
                   "question");
    return false;
  }
  if (!session_fix(s, play)) {
    session_broken(s, "the journal puts right what is not there");
    return false;
  }
  s->cursor++;
  return true;
}

static SessionState finish(Session *s) {
  if (!s->ended && s->journal != NULL) s->ended = session_note(s, "e", 1);
  return s->state = SESSION_OVER;
}

static SessionState run(Session *s) {
  bool noted = s->state == SESSION_QUESTION;
  for (;;) {
    switch (s->stop) {
      case TABLE_STEP:
        if (!boundary(s))
          return s->state = s->halt ? SESSION_OVER : SESSION_BROKEN;
        break;
      case TABLE_QUESTION:
        if (!playing_again(s)) {
          if (!noted && table(s)->question.kind != ASK_NOTHING)
            note_question(s);
          return s->state = SESSION_QUESTION;
        }
        if (!again_at_question(s)) return s->state = SESSION_BROKEN;
        break;
      case TABLE_FINISHED:
        return finish(s);
      default:
        if (s->state != SESSION_BROKEN)
          session_broken(s, table_message(table(s)));
        return s->state;
    }
    noted = false;
    s->state = SESSION_OVER; /* none of the others: it runs */
  }
}

/* What a clock gave up is played again from the beginning and counted, as all
 * that follows. */
SessionState session_run(Session *s) {
  SessionState state = run(s);
  Budget *budget = host_of(s->world->L)->budget;
  if (s->counts || !budget_gave_up(budget)) return state;
  budget_count(budget, true);
  s->counts = true;
  table(s)->can_go_back = false;
  return session_rewind(s, s->plays.count);
}

/* The answer on top of the coroutine is kept, then given. */
static bool keep_answer(Session *s, bool person, Bytes *sentence) {
  Table *t = table(s);
  Bytes kept = {0};
  Play play = {
      .kind = 'a', .person = person, .seat = seat_code(t->question.seat)};
  answer_keep(t, &kept);
  snprintf(play.step, sizeof play.step, "%s", t->step);
  snprintf(play.name, sizeof play.name, "%s", t->question.name);
  play.text = kept.data;
  bool good = kept.data != NULL && session_did(s, &play);
  if (good) {
    go_on(s, kept.data, person);
  } else {
    lua_pop(t->co, 1);
    bytes_clear(sentence);
    bytes_text(sentence, session_why_not_kept(s));
  }
  bytes_free(&kept);
  return good;
}

bool session_answer(Session *s, const char *text, bool person,
                    Bytes *sentence) {
  Table *t = table(s);
  if (s->state != SESSION_QUESTION) return false;
  if (t->question.kind == ASK_NOTHING)
    lua_pushnil(t->co);
  else if (!answer_recall(t, text, strlen(text)))
    bytes_text(sentence, "that is no answer here");
  else
    return keep_answer(s, person, sentence);
  if (!answer_is_staged(t)) return false;
  s->stop = table_go_on(t);
  s->state = SESSION_OVER;
  return true;
}

bool session_answer_random(Session *s) {
  Table *t = table(s);
  if (!question_random(t)) return session_broken_by(s);
  if (t->question.kind == ASK_NOTHING) {
    s->stop = table_go_on(t);
    s->state = SESSION_OVER;
    return true;
  }
  Bytes sentence = {0};
  bool kept = keep_answer(s, false, &sentence);
  if (!kept)
    session_broken(s, sentence.data ? sentence.data : "not enough memory");
  bytes_free(&sentence);
  return kept;
}

void session_old_notes(Session *s, int seat) {
  Play play = {.kind = 'n', .seat = seat};
  char empty[] = NO_NOTES, *kept = s->notes[seat];
  play.text = kept == NULL ? empty : kept;
  s->notes[seat] = NULL; /* restore_notes frees what stands there */
  restore_notes(s, &play);
  free(kept);
}

bool session_keep_notes(Session *s, int seat) {
  Bytes bytes = {0}, hex = {0};
  lua_State *L = s->world->L;
  int top = lua_gettop(L);
  bool kept = true;
  if (push_notes(s) && lua_rawgeti(L, -1, seat) == LUA_TTABLE) {
    kept = snapshot_value(table(s), lua_gettop(L), &bytes);
    if (!kept) {
      bytes_clear(&s->problem);
      bytes_text(&s->problem, report_text(L, -1));
    }
    bytes_hex(&hex, bytes.data ? bytes.data : "", bytes.count);
    const char *before = s->notes[seat] ? s->notes[seat] : NO_NOTES;
    if (kept && hex.data != NULL && strcmp(before, hex.data) != 0) {
      Play play = {.kind = 'n', .seat = seat, .text = hex.data};
      kept = session_did(s, &play);
      if (kept) remember_notes(s, seat, hex.data);
    }
  }
  lua_settop(L, top);
  bytes_free(&bytes);
  bytes_free(&hex);
  return kept;
}
