/* Playing a table from stop to stop. */
#ifndef TABLE_PLAY_H
#define TABLE_PLAY_H

#include "table/table.h"

enum {
  STEPS_IDLE = 100000, /* steps without a question before a game is stopped */
  STEPS_IN_A_ROW = 256 /* steps that table_run_on takes together at most */
};

/* Runs to the next stop. After TABLE_QUESTION an answer must be given first
 * (table_go_on); after TABLE_FINISHED and TABLE_FAILED only a reset helps. */
TableStop table_run(Table *t);

/* As table_run, but while events are off up to STEPS_IN_A_ROW steps are run
 * without leaving the coroutine, which saves time. */
TableStop table_run_on(Table *t);

/* For `ask`, in mid-step: when the seat is one of run.random, reads the question
 * and answers it without a yield and a resume. True: the answer is on top of
 * co. Raises any error that waiting would have failed with. */
bool table_answers_at_once(Table *t, bool secret);

/* Runs an action's step next, for a seat (0 = first); at a step's end only. */
TableStop table_act(Table *t, const char *step, int seat);

/* Goes on with the value on top of the coroutine's stack as the answer. */
TableStop table_go_on(Table *t);

/* Answers the open question at random. */
TableStop table_go_on_at_random(Table *t);

/* The name of the step that would run next; NULL at the end of the order. */
const char *table_next_step(const Table *t);

/* Puts the table before the first step of that name. False: there is none. */
bool table_go_to(Table *t, const char *step);

#endif
