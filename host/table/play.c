/* Playing a table from stop to stop: see play.h.
 *
 * A step is one call in the table's coroutine, which is used again for the
 * next; `ask` is the only yield. So a question costs a yield and a resume,
 * and a step that asks nothing costs one resume.
 *
 * In simulation much of that is saved: steps follow each other in one call of
 * the coroutine (table_run_on), and who answers at random is answered within
 * `ask` (table_answers_at_once), which saves a fifth of a question. */
#include "table/play.h"

#include <string.h>

#include "bind/l_cards.h"
#include "script/sandbox.h"

/* --- the order --- */

static void note_began(Table *t) {
  if (t->place.depth < t->began) t->began = t->place.depth;
}

static void leave_list(Table *t) {
  note_began(t);
  t->place.depth--;
  if (t->place.depth < 0) return;
  t->place.at[t->place.depth]++;
  chance_pass(t, t->place.depth, 0);
}

static void begin_again(Table *t) {
  note_began(t);
  t->place.at[t->place.depth] = 0;
  chance_pass(t, t->place.depth, 0);
  t->run.new_hand = true;
}

/* Goes down to the next step; NULL at the end of the order. */
static const OrderEntry *find_step(Table *t) {
  Place *p = &t->place;
  while (p->depth >= 0) {
    const OrderEntry *list = &t->order[p->list[p->depth]];
    if (p->at[p->depth] >= list->count) {
      if (p->depth == 0) return NULL;
      begin_again(t);
    }
    int next = list->first + p->at[p->depth];
    if (t->order[next].count == 0) return &t->order[next];
    p->depth++;
    p->list[p->depth] = next;
    p->at[p->depth] = 0;
    t->paired.level[p->depth] = t->paired.level[p->depth - 1];
    chance_pass(t, p->depth, (uint64_t)next);
  }
  return NULL;
}

const char *table_next_step(const Table *t) {
  Table *copy =
      (Table *)t; /* going down changes only new_hand, put back below */
  bool new_hand = t->run.new_hand;
  const OrderEntry *step = find_step(copy);
  copy->run.new_hand = new_hand || t->run.new_hand;
  return step == NULL ? NULL : step->name;
}

/* Moves on in the order as the step's result (on top of co) says. */
static void follow_result(Table *t, int results) {
  const void *said = NULL;
  if (results > 0 && lua_islightuserdata(t->co, -results))
    said = lua_touserdata(t->co, -results);
  if (said == &MARK_DONE)
    leave_list(t);
  else if (said == &MARK_AGAIN)
    begin_again(t);
  else
    t->place.at[t->place.depth]++;
}

static bool find_place(Table *t, Place *p, const char *step) {
  const OrderEntry *list = &t->order[p->list[p->depth]];
  for (int i = 0; i < list->count; i++) {
    const OrderEntry *e = &t->order[list->first + i];
    p->at[p->depth] = i;
    if (e->count == 0) {
      if (strcmp(e->name, step) == 0) return true;
      continue;
    }
    p->list[p->depth + 1] = list->first + i;
    p->depth++;
    if (find_place(t, p, step)) return true;
    p->depth--;
  }
  return false;
}

bool table_go_to(Table *t, const char *step) {
  Place place = {.depth = 0};
  if (!find_place(t, &place, step)) return false;
  t->place = place;
  return true;
}

/* --- the record for a search --- */

/* The record has a gap where a hook fails for lack of memory. */
static void call_hook(Table *t, const char *hook, int arguments) {
  if (!table_hook(t, hook, arguments)) t->search.lost = true;
  lua_pop(t->L, 1);
}

static void note_began_step(Table *t, const char *step, int seat) {
  if (!t->search.hooked) return;
  lua_pushstring(t->L, step);
  if (seat == SEAT_NONE)
    lua_pushnil(t->L);
  else
    lua_pushinteger(t->L, seat_number(seat));
  t->search.lost = false;
  call_hook(t, "began", 2);
}

static void note_answered(Table *t) {
  if (t->search.hooked) call_hook(t, "answered", 0);
}

/* --- running --- */

static TableStop fail_with(Table *t, const char *sentence) {
  lua_pushstring(t->L, sentence);
  return table_fail(t);
}

static TableStop opened(Table *t) {
  t->run.idle = 0;
  if (question_answers_itself(t)) {
    t->forced++;
    return table_go_on(t);
  }
  t->questions++;
  return TABLE_QUESTION;
}

/* A die that people roll: the script's side yielded (seat, sides, true), with 0
 * sides for a fudge die. */
static TableStop open_die(Table *t) {
  Question *q = &t->question;
  question_begin(q, ASK_DIE, "roll");
  lua_Integer sides = lua_tointeger(t->co, 2);
  q->step = 1;
  q->min = sides > 0 ? 1 : -1;
  q->max = sides > 0 ? sides : 1;
  q->secret = false;
  lua_settop(t->co, 2);
  lua_settop(t->co, QUESTION_TOP);
  return opened(t);
}

static TableStop open_nothing(Table *t) {
  question_begin(&t->question, ASK_NOTHING, "nothing");
  t->question.secret = true;
  lua_settop(t->co, 2);
  lua_settop(t->co, QUESTION_TOP);
  return TABLE_QUESTION;
}

static bool answers_at_random(const Table *t, int seat) {
  return seat != SEAT_NONE && t->run.random >> seat & 1 &&
         t->questions < t->run.random_until;
}

bool table_answers_at_once(Table *t, bool secret) {
  lua_State *co = t->co;
  Budget *budget = host_of(co)->budget;
  int seat = table_seat_of(t, lua_topointer(co, QUESTION_SEAT));
  if (!answers_at_random(t, seat) || !lua_istable(co, QUESTION_TABLE))
    return false;
  t->question.seat = seat;
  t->reads = co;
  budget_leave(budget); /* opening it is outside the budget, as when waiting */
  bool good = question_open(t, secret);
  if (good) t->run.idle = 0;
  if (good && !question_answers_itself(t)) {
    t->questions++;
    draws_at(&t->draws, chance_question(t));
    good = question_random(t);
  }
  budget_enter(budget, co);
  if (!good) lua_error(co);
  t->reads = t->L;
  t->question.kind = ASK_NONE;
  return true;
}

static TableStop waits(Table *t) {
  t->question.seat = table_seat_of(t, lua_topointer(t->co, QUESTION_SEAT));
  if (t->question.seat == SEAT_NONE) {
    lua_pushliteral(t->L, "ask: expected a seat, as in seat:ask { ... }");
    return table_fail_asking(t);
  }
  int type = lua_type(t->co, 2);
  if (type == LUA_TNUMBER) return open_die(t);
  if (type == LUA_TNIL) return open_nothing(t);
  bool secret = lua_gettop(t->co) > 2 && lua_toboolean(t->co, 3);
  return question_open(t, secret) ? opened(t) : table_fail_asking(t);
}

/* A step has returned, with its results on top of co. */
static void end_step(Table *t, int results) {
  t->running = false;
  t->run.steps++;
  t->run.idle++;
  if (!t->finished) follow_result(t, results);
}

static TableStop stop_after_step(Table *t) {
  if (t->finished) return TABLE_FINISHED;
  if (t->place.depth < 0)
    return fail_with(t, "the order has ended: a step must call t:finish");
  if (t->run.idle > STEPS_IDLE)
    return fail_with(t,
                     "100000 steps without a question: should a step "
                     "return `done`?");
  return TABLE_STEP;
}

/* A failure in table_answers_at_once may have left the entry already. */
static int resume_in_budget(Table *t, int arguments, int *results) {
  Budget *budget = host_of(t->L)->budget;
  bool counting = budget->counting;
  int depth = budget->depth;
  if (counting) budget->counting = !t->can_go_back;
  budget_enter(budget, t->co);
  int status = host_resume(t->co, t->L, arguments, results);
  if (budget->depth > depth) budget_leave(budget);
  if (counting) budget->counting = true;
  return status;
}

static TableStop resume(Table *t, int arguments) {
  if (t->report_ref != LUA_NOREF) return table_failed(t); /* see purity_call */
  Host *host = host_of(t->L);
  void *before = host->table;
  int results = 0;
  host->table = t;
  int status = resume_in_budget(t, arguments, &results);
  t->reads = t->L;
  host->table = before;
  if (status == LUA_YIELD && t->finished) {
    lua_resetthread(t->co);
    status = LUA_OK;
  }
  if (status == LUA_YIELD) return waits(t);
  if (status == LUA_OK) {
    if (t->running) end_step(t, results);
    lua_settop(t->co, 0);
    return stop_after_step(t);
  }
  report_of_coroutine(t->L, t->co);
  return table_fail(t);
}

/* The stack below the answer is dropped with the frame of `ask`. */
TableStop table_go_on(Table *t) {
  note_answered(t);
  t->question.kind = ASK_NONE;
  return resume(t, 1);
}

/* The random answer as a number: enough to tell two games apart. */
static int64_t number_of_answer(const Table *t) {
  lua_State *co = t->co;
  const CardHandle *card = bind_test(co, -1, TAG_CARD);
  if (card != NULL) return card->id;
  if (t->question.kind == ASK_ONE_OF) return t->question.chosen;
  if (lua_istable(co, -1)) return (int64_t)lua_rawlen(co, -1);
  return lua_isinteger(co, -1) ? lua_tointeger(co, -1) : lua_toboolean(co, -1);
}

TableStop table_go_on_at_random(Table *t) {
  draws_at(&t->draws, chance_question(t));
  if (!question_random(t)) return table_fail_asking(t);
  if (events_heard(&t->events)) {
    Event e = {.kind = EVENT_ANSWER, .seat = t->question.seat};
    e.amount = number_of_answer(t);
    events_add(&t->events, e, t->question.name, NULL);
  }
  return table_go_on(t);
}

static void note_step(Table *t) {
  if (t->events.off) return;
  Event e = {.kind = EVENT_STEP, .question = t->questions};
  events_add(&t->events, e, t->step, NULL);
}

TableStop table_run(Table *t) {
  const OrderEntry *step = find_step(t);
  if (step == NULL)
    return fail_with(t, "the order has ended: a step must call t:finish");
  note_began_step(t, step->name, SEAT_NONE);
  t->step = step->name;
  t->running = true;
  note_step(t);
  lua_rawgeti(t->co, LUA_REGISTRYINDEX, step->ref);
  lua_rawgeti(t->co, LUA_REGISTRYINDEX, t->ref.t);
  return resume(t, 1);
}

/* The step's results are above t. */
static void end_step_above(Table *t) {
  end_step(t, lua_gettop(t->co) - 1);
  lua_settop(t->co, 1);
  Budget *budget = host_of(t->co)->budget;
  budget_leave(budget); /* the next step has its own, as in another call */
  budget_enter(budget, t->co);
}

/* Steps one after the other, `left` of them, in one call of the coroutine,
 * with t at its bottom; also the continuation after a step that has waited. */
static int next_steps(lua_State *co, int status, lua_KContext left) {
  Table *t = host_of(co)->table;
  if (status == LUA_YIELD) end_step_above(t);
  while (left > 0 && !t->finished) {
    const OrderEntry *step = find_step(t);
    if (step == NULL || (t->horizon > 0 && t->began <= t->horizon)) break;
    t->step = step->name;
    t->running = true;
    lua_rawgeti(co, LUA_REGISTRYINDEX, step->ref);
    lua_pushvalue(co, 1);
    lua_callk(co, 1, LUA_MULTRET, --left, next_steps);
    end_step_above(t);
  }
  return 0;
}

static int first_steps(lua_State *co) {
  return next_steps(co, LUA_OK, STEPS_IN_A_ROW);
}

TableStop table_run_on(Table *t) {
  if (!t->events.off) return table_run(t);
  if (find_step(t) == NULL)
    return fail_with(t, "the order has ended: a step must call t:finish");
  lua_pushcfunction(t->co, first_steps);
  lua_rawgeti(t->co, LUA_REGISTRYINDEX, t->ref.t);
  return resume(t, 1);
}

/* An action is a step outside the order. Ending it moves on in the order, so the
 * place is moved back first. */
TableStop table_act(Table *t, const char *step, int seat) {
  note_began_step(t, step, seat);
  find_step(t);
  t->place.at[t->place.depth]--;
  lua_rawgeti(t->co, LUA_REGISTRYINDEX, t->ref.steps);
  lua_pushstring(t->co, step);
  lua_rawget(t->co, -2);
  lua_remove(t->co, -2);
  lua_rawgeti(t->co, LUA_REGISTRYINDEX, t->ref.t);
  table_push(t->co, t->ref.seats, seat_number(seat));
  t->step = step;
  t->running = true;
  note_step(t);
  return resume(t, 2);
}
