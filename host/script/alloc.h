/* Memory of one Lua state: a lua_Alloc with a cap.
 *
 * Not for several threads at once: one arena belongs to one state. */
#ifndef SCRIPT_ALLOC_H
#define SCRIPT_ALLOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Arena Arena;

/* An arena that takes at most cap_bytes from the system (blocks and big
 * pieces both counted). NULL when the system has no memory. */
Arena *arena_new(size_t cap_bytes);

/* Gives everything back, also what was never freed. NULL is fine. */
void arena_free(Arena *a);

/* A lua_Alloc; ud is the Arena. Growing may return NULL; shrinking and
 * freeing always succeed. */
void *arena_alloc(void *ud, void *ptr, size_t osize, size_t nsize);

/* Bytes that the state holds now, and bytes taken from the system. */
size_t arena_used(const Arena *a);
size_t arena_taken(const Arena *a);
size_t arena_cap(const Arena *a);

/* Bytes of all texts beyond 1 KB that were ever made: what a script's own
 * concatenations cost. */
uint64_t arena_texts(const Arena *a);

/* True from the moment Lua was refused the same piece twice, that is before
 * and after its emergency collection, until arena_refill. Nothing else is
 * refused for it: what runs then is the host, cleaning up. */
bool arena_spent(const Arena *a);
void arena_refill(Arena *a);

/* Lets the arena go 256 KB over its cap, so that a script's end by memory
 * can be told about. */
void arena_overdraw(Arena *a, bool on);

/* While the host itself works, outside any protected call, a refusal could
 * only end the program: then nothing is refused that the system gives. Returns
 * how it was before; off at first. */
bool arena_trust(Arena *a, bool on);

/* For tests: the nth growth from the first is refused, or the first after
 * it that may be; and the one after, which is Lua's second try. 0 = never. */
void arena_fail_at(Arena *a, uint64_t nth);

/* How many times more memory was asked for, refused or not. */
uint64_t arena_calls(const Arena *a);

#endif
