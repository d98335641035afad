/* Memory of one Lua state.
 *
 * Pieces of up to SMALL_MAX bytes come from 64 KB blocks, in size classes
 * eight bytes apart, each with its list of free pieces; Lua names the size
 * when it frees, so pieces need no header. Bigger ones come from malloc, with
 * a header that chains them for arena_free.
 *
 * Always true: `taken` counts all that came from the system and passes the
 * cap only by the overdraft; a piece is at least as big as its class.
 *
 * Tried and rejected: classes sixteen bytes apart (a table is 56 bytes, a
 * node 24: a fifth more memory and no faster); giving empty blocks back (a
 * state lives for one game or one thread of games, then all goes at once);
 * counting only live bytes against the cap (a script can then hold a cap of
 * free pieces in each class). */
#include "script/limits.h"

#include <lua.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#define HIDE(p, n) __asan_poison_memory_region((p), (n))
#define SHOW(p, n) __asan_unpoison_memory_region((p), (n))
#else
#define HIDE(p, n) ((void)0)
#define SHOW(p, n) ((void)0)
#endif

enum {
  GRAIN = 8,
  SMALL_MAX = 1024,
  CLASSES = SMALL_MAX / GRAIN + 1,
  BLOCK = 64 * 1024,
  OVERDRAFT = 4 * BLOCK
};

typedef struct Piece {
  struct Piece *next;
} Piece;

typedef struct Block {
  struct Block *next;
  _Alignas(16) unsigned char room[];
} Block;

typedef struct Big {
  struct Big *prev, *next;
} Big;

struct Arena {
  uint64_t calls;
  uint64_t stop; /* this call and the next are refused without a look */
  unsigned char *at, *end; /* the unused rest of the newest block */
  size_t normal_cap;
  size_t taken, cap; /* cap: with the overdraft while it is on */
  uint64_t texts;
  uint64_t refused; /* the call that was refused last */
  bool spent, trusted;
  Block *blocks;
  Big big; /* head of the ring of big pieces */
  Piece *list[CLASSES];
};

Arena *arena_new(size_t cap_bytes) {
  Arena *a = calloc(1, sizeof *a);
  if (a == NULL) return NULL;
  a->cap = a->normal_cap = cap_bytes;
  a->stop = UINT64_MAX;
  a->big.prev = a->big.next = &a->big;
  return a;
}

void arena_free(Arena *a) {
  if (a == NULL) return;
  for (Block *b = a->blocks; b != NULL;) {
    Block *next = b->next;
    SHOW(b, BLOCK);
    free(b);
    b = next;
  }
  for (Big *b = a->big.next; b != &a->big;) {
    Big *next = b->next;
    SHOW(b + 1, GRAIN);
    free(b);
    b = next;
  }
  free(a);
}

/* Refused: twice in a row means that a full collection didn't help. */
static void *refuse(Arena *a) {
  if (a->refused != 0 && a->calls == a->refused + 1) a->spent = true;
  if (a->calls > a->stop) a->stop = UINT64_MAX;
  a->refused = a->calls;
  return NULL;
}

static size_t class_of(size_t size) { return (size + GRAIN - 1) / GRAIN; }

static void give_back(Arena *a, void *ptr, size_t class) {
  Piece *p = ptr;
  p->next = a->list[class];
  a->list[class] = p;
  HIDE(p, class * GRAIN);
}

/* Bytes that may still be taken; with the overdraft used, `taken` exceeds cap. */
static size_t left(const Arena *a) {
  if (a->trusted) return SIZE_MAX / 2;
  return a->taken < a->cap ? a->cap - a->taken : 0;
}

static bool new_block(Arena *a) {
  if (left(a) < BLOCK) return false;
  Block *b = malloc(BLOCK);
  if (b == NULL) return false;
  a->taken += BLOCK;
  size_t rest = (size_t)(a->end - a->at);
  SHOW(a->at, rest);
  if (rest > 0) give_back(a, a->at, rest / GRAIN);
  b->next = a->blocks;
  a->blocks = b;
  a->at = b->room;
  a->end = (unsigned char *)b + BLOCK;
  HIDE(a->at, (size_t)(a->end - a->at));
  return true;
}

static void *small_new(Arena *a, size_t class) {
  size_t size = class * GRAIN;
  if ((size_t)(a->end - a->at) < size && !new_block(a)) return NULL;
  void *p = a->at;
  a->at += size;
  SHOW(p, size);
  return p;
}

static inline void *small_get(Arena *a, size_t class) {
  Piece *p = a->list[class];
  if (p == NULL) return small_new(a, class);
  SHOW(p, class * GRAIN);
  a->list[class] = p->next;
  return p;
}

static void *big_link(Arena *a, Big *b, size_t size) {
  b->next = a->big.next;
  b->prev = &a->big;
  b->next->prev = a->big.next = b;
  a->taken += size + sizeof *b;
  return b + 1;
}

static Big *big_unlink(Arena *a, void *ptr, size_t size) {
  Big *b = (Big *)ptr - 1;
  b->prev->next = b->next;
  b->next->prev = b->prev;
  a->taken -= size + sizeof *b;
  return b;
}

static bool room_for(const Arena *a, size_t size) {
  size_t most = left(a);
  return most > sizeof(Big) && size <= most - sizeof(Big);
}

static void *big_new(Arena *a, size_t size) {
  if (!room_for(a, size)) return NULL;
  Big *b = malloc(size + sizeof *b);
  return b == NULL ? NULL : big_link(a, b, size);
}

static void *big_resize(Arena *a, void *ptr, size_t osize, size_t nsize) {
  if (nsize > osize && !room_for(a, nsize - osize)) return NULL;
  Big *b = big_unlink(a, ptr, osize);
  Big *n = realloc(b, nsize + sizeof *b);
  if (n == NULL) {
    big_link(a, b, osize);
    return NULL;
  }
  return big_link(a, n, nsize);
}

static inline void *take(Arena *a, size_t size) {
  return size <= SMALL_MAX ? small_get(a, class_of(size)) : big_new(a, size);
}

static inline void drop(Arena *a, void *ptr, size_t size) {
  if (size <= SMALL_MAX)
    give_back(a, ptr, class_of(size));
  else
    free(big_unlink(a, ptr, size));
}

static void *resize(Arena *a, void *ptr, size_t osize, size_t nsize) {
  bool both_small = osize <= SMALL_MAX && nsize <= SMALL_MAX;
  if (both_small && class_of(osize) == class_of(nsize)) return ptr;
  if (osize > SMALL_MAX && nsize > SMALL_MAX)
    return big_resize(a, ptr, osize, nsize);
  void *p = take(a, nsize);
  if (p == NULL) return NULL;
  memcpy(p, ptr, osize < nsize ? osize : nsize);
  drop(a, ptr, osize);
  return p;
}

/* Lua takes a failed shrink for a bug. A piece that stays where it is serves
 * as one of the smaller class; a big one stays in the ring until the end. */
static void *shrink(Arena *a, void *ptr, size_t osize, size_t nsize) {
  void *p = resize(a, ptr, osize, nsize);
  return p == NULL ? ptr : p;
}

void *arena_alloc(void *ud, void *ptr, size_t osize, size_t nsize) {
  Arena *a = ud;
  if (ptr == NULL) { /* Lua passes the kind of object instead of a size */
    if (osize == LUA_TSTRING && nsize > SMALL_MAX) a->texts += nsize;
    osize = 0;
  }
  if (nsize == 0) {
    if (ptr != NULL) drop(a, ptr, osize);
    return NULL;
  }
  if (nsize <= osize) return shrink(a, ptr, osize, nsize);
  if (++a->calls >= a->stop) {
    if (!a->trusted) return refuse(a);
    a->stop = a->calls + 1;
  }
  void *p = ptr == NULL ? take(a, nsize) : resize(a, ptr, osize, nsize);
  return p == NULL ? refuse(a) : p;
}

uint64_t arena_texts(const Arena *a) { return a->texts; }

size_t arena_taken(const Arena *a) { return a->taken; }

bool arena_spent(const Arena *a) { return a->spent; }

void arena_refill(Arena *a) { a->spent = false; }

bool arena_trust(Arena *a, bool on) {
  bool before = a->trusted;
  a->trusted = on;
  return before;
}

void arena_overdraw(Arena *a, bool on) {
  a->cap = a->normal_cap + (on ? OVERDRAFT : 0);
}

void arena_fail_at(Arena *a, uint64_t nth) {
  a->stop = nth == 0 ? UINT64_MAX : nth;
}

uint64_t arena_calls(const Arena *a) { return a->calls; }
