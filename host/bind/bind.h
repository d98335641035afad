/* Shared by all bindings: tagged userdata and how they are checked.
 *
 * Every userdata that a script can hold begins with a 32-bit tag, light ones
 * too (they point at one). A script can't make userdata, so the tag settles
 * what a value is, without luaL_checkudata's registry look-up by name. */
#ifndef BIND_BIND_H
#define BIND_BIND_H

#include <lauxlib.h>
#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  TAG_CARD = 0x43415244,  /* 'CARD' a physical card or a face */
  TAG_PILE = 0x50494c45,  /* 'PILE' a pile, or a seat's view of one */
  TAG_POOL = 0x504f4f4c,  /* 'POOL' an account of chips or points */
  TAG_RNG = 0x524e4753,   /* 'RNGS' a stream of chance */
  TAG_DICE = 0x44494345,  /* 'DICE' what is rolled by one expression */
  TAG_HANDS = 0x48414e44, /* 'HAND' a batch of packed poker hands */
  TAG_RANKS = 0x52414e4b, /* 'RANK' a batch of packed poker ranks */
  TAG_MELDS = 0x4d454c44, /* 'MELD' compiled meld patterns */
  TAG_TABLE = 0x5441424c, /* 'TABL' a table under way */
  TAG_WALK = 0x57414c4b,  /* 'WALK' where a loop over a pile stands */
  TAG_MARK = 0x4d41524b   /* 'MARK' one of `again`, `done` and `none` */
};

/* The block of the userdata at index i when it has this tag, else NULL. Never
 * raises. */
static inline void *bind_test(lua_State *L, int i, uint32_t tag) {
  uint32_t *block = lua_touserdata(L, i);
  return block != NULL && *block == tag ? block : NULL;
}

/* Same, but raises "expected WHAT, got TYPE" for argument i. */
void *bind_check(lua_State *L, int i, uint32_t tag, const char *what);

/* An integer argument within lo..hi, else raises
 * "NAME: 7 is out of range, expected LO to HI". */
lua_Integer bind_integer(lua_State *L, int i, const char *name, lua_Integer lo,
                         lua_Integer hi);

/* The integer field of the table at i, 0 where it has none. */
lua_Integer bind_field(lua_State *L, int i, const char *name);

/* A field of the table at i: raw, so that it raises nothing but the end of
 * memory. */
void bind_get(lua_State *L, int i, const char *name);

/* Fields of the table at the top, and entry i of a list there. */
void bind_set_integer(lua_State *L, const char *key, lua_Integer n);
void bind_set_number(lua_State *L, const char *key, lua_Number n);
void bind_set_boolean(lua_State *L, const char *key, bool b);
void bind_set_text(lua_State *L, const char *key, const char *text);
static inline void bind_set_entry(lua_State *L, lua_Integer i, lua_Integer n) {
  lua_pushinteger(L, n);
  lua_rawseti(L, -2, i);
}

/* ---- the candidate that somebody probably meant, for "did you mean" ------- */

/* A search under way: `best` is the nearest candidate so far, or NULL when none
 * is near enough, about one slip (a letter more, less, other, or two exchanged)
 * in three letters. It keeps the pointers it was given, so both texts must
 * outlive it. */
typedef struct Nearest {
  const char *wanted, *best;
  int cutoff, distance;
} Nearest;

/* Begins a search for `wanted`. */
void nearest_start(Nearest *n, const char *wanted);

/* Another candidate. Of equally near ones the longest is kept, for a letter is
 * left out more often than added, and of those the first offered; one that
 * differs in upper and lower case only beats every other. */
void nearest_offer(Nearest *n, const char *candidate);

/* (wanted string, list of strings) -> the nearest of them, or nil.
 * Privileged: called from the library (stdlib/). */
int l_nearest(lua_State *L);

/* Pushes the metatable of that name, made at its first use. Reading a name that
 * is not among the methods raises `a WHAT has no "paay": did you mean "pay"?`.
 * All must be static; `metamethods` may be NULL. */
void bind_push_metatable(lua_State *L, const char *name, const char *what,
                         const luaL_Reg *methods, const luaL_Reg *metamethods);

/* (compiled patterns, what) -> set of melds; see meld_patterns.lua. what(melds,
 * faces) -> pattern, score, of one suit; or nil and a sentence. Privileged. */
int l_melds(lua_State *L);

/* (melds, pattern, faces) -> what these cards are by a pattern. Privileged;
 * faces and patterns are numbers from 1. */
int l_meld_text(lua_State *L);

/* Pushes the library `rng`. */
void bind_rng(lua_State *L);

/* () -> the methods of streams, to which more may be added. Privileged. */
int l_stream_methods(lua_State *L);

/* (list of terms, as primitives/dice.lua lays them out) -> dice; (dice, stream, or
 * list of what each die shows) -> total, list, which of them count or nil when all
 * do, and of a list its marks, a byte of DIE_... for each; nil, the sides of the
 * first die that the list lacks, and what its lowest shows. Privileged. */
int l_dice(lua_State *L);
int l_roll(lua_State *L);

/* The dice at index i; pushes total, list of a roll, and which of
 * them count or nil when all do. */
struct Dice;
struct DiceRoll;
const struct Dice *bind_check_dice(lua_State *L, int i);
void bind_push_roll(lua_State *L, const struct DiceRoll *roll);

/* Pushes the library `poker`. */
int bind_poker(lua_State *L);

#endif
