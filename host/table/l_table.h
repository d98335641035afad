/* The table as the library's half (stdlib/table) builds it. */
#ifndef TABLE_L_TABLE_H
#define TABLE_L_TABLE_H

#include <lua.h>

#include "core/bytes.h"
#include "table/table.h"

/* Pushes the privileged library `host` for the library's Lua. */
void l_table_open(lua_State *L);

/* The table block at index 1, for trusted Lua, which drives it outside
 * coroutines. */
Table *l_table_driven(lua_State *L);

/* The seat of the number at index i, as scripts and journals have it: 0 is the
 * game master's; nil gives `none`. */
int l_table_seat(lua_State *L, int i);
int l_table_opt_seat(lua_State *L, int i, int none);

/* Pushes the bytes as a string and frees them. The cap on memory doesn't count
 * here, so that the push can't fail and leak them. Returns 1. */
int l_table_push_bytes(lua_State *L, Bytes *bytes);

/* --- the verbs that a step calls (l_verbs.c): functions of `host` --- */

/* host.verbs(block) -> the closures by name */
int l_verbs(lua_State *L);

/* host.each(block, seats) -> the verb t:each */
int l_verbs_each(lua_State *L);

/* host.way(table) -> an iterator over seats: the table has for each seat the
 * one after it, and at 1 the first */
int l_verbs_way(lua_State *L);

/* --- what drives tables (l_engine.c): not for scripts --- */

/* Pushes the library `engine`, for the world's trusted environment. */
void engine_push(lua_State *L);

/* Pushes "step", "question", "nothing" (a question with nothing to choose),
 * "finished", or "failed", why, traceback. Returns how many. */
int engine_push_stop(lua_State *L, Table *t, TableStop stop);

/* Pushes nil, why, traceback of a failure: three. */
int engine_push_failure(lua_State *L, Table *t);

/* --- the record (l_events.c) --- */

/* Records what happens from now on, or stops recording. */
void table_record(Table *t, bool on);

/* host.note: see l_events.c */
int l_events_note(lua_State *L);

/* --- the open question, and its answers (l_question.c, l_answer.c) --- */

/* The table at index 1, whose question is open; raises where none is. */
Table *l_question_open(lua_State *L);

/* Pushes the possible answers in a new list: options, or cards as `viewer` sees
 * them. Is each of them a number, a text or a boolean? */
bool l_question_options(lua_State *L, const Table *t, int viewer);

/* Stages the answer of the code on top, which it pops. False: the code is no
 * answer. */
bool l_question_stage(lua_State *L, Table *t);

/* As l_question_open; a staged answer is dropped. */
Table *l_question_unanswered(lua_State *L);

/* Add the functions of l_events.c, l_question.c, l_answer.c, bots.c and search.c
 * to `engine`, which is on top. */
void l_events_push(lua_State *L);
void l_question_push(lua_State *L);
void l_answer_push(lua_State *L);
void bots_push(lua_State *L);
void search_push(lua_State *L);

#endif
