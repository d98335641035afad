/* Files of journals, for stdlib/front/session/journal.lua: see table/journal.h. A
 * refusal is nil, why, and the number of the error. */
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chance.h"
#include "front/front.h"
#include "table/journal.h"

#define JOURNAL "croupier.journal"

static Journal *check(lua_State *F) {
  Journal *j = luaL_checkudata(F, 1, JOURNAL);
  luaL_argcheck(F, j->fd >= 0, 1, "the journal is closed");
  return j;
}

static Journal *new_journal(lua_State *F) {
  Journal *j = lua_newuserdatauv(F, sizeof *j, 0);
  j->fd = -1;
  luaL_setmetatable(F, JOURNAL);
  return j;
}

/* journal.create(path, line) -> file */
static int create(lua_State *F) {
  size_t n;
  const char *path = luaL_checkstring(F, 1);
  const char *line = luaL_checklstring(F, 2, &n);
  bool made = journal_create(new_journal(F), path, line, n);
  return made ? 1 : luaL_fileresult(F, 0, NULL);
}

/* journal.open(path) -> file, to go on with */
static int open(lua_State *F) {
  const char *path = luaL_checkstring(F, 1);
  bool opened = journal_open(new_journal(F), path);
  return opened ? 1 : luaL_fileresult(F, 0, NULL);
}

/* Writes a number and a space: how many bytes. */
static size_t put_number(char *to, size_t n) {
  size_t size = n < 10 ? 1 : put_number(to, n / 10);
  to[size - 1] = (char)('0' + n % 10);
  to[size] = ' ';
  return size + 1;
}

/* Writes the first four bytes as hexadecimal digits, and a space. */
static void put_check(char *to, const uint8_t *sum) {
  for (int i = 0; i < 4; i++) {
    to[2 * i] = "0123456789abcdef"[sum[i] >> 4];
    to[2 * i + 1] = "0123456789abcdef"[sum[i] & 15];
  }
  to[8] = ' ';
}

/* journal.records(text) -> the payloads of the good records that it begins
 * with, from 0; the check of the last; the byte after it, from 1. What a good
 * one is: see stdlib/front/session/journal.lua. */
static int records(lua_State *F) {
  size_t all, at = 0;
  const char *text = luaL_checklstring(F, 1, &all);
  char head[64], check[] = "00000000 ";
  uint8_t sum[32];
  char *hashed = memcpy(lua_newuserdatauv(F, all + 1, 0), text, all);
  lua_createtable(F, 0, 1);
  for (lua_Integer i = 0;; i++) {
    size_t size = strtoul(text + at, NULL, 10), plain = 0;
    size_t m = put_number(head, size), n = m + put_number(head + m, (size_t)i);
    size_t from = at + n + 9;
    if (size >= all || from + size >= all) break;
    memcpy(hashed + from - (n - m), head + m, n - m);
    m = n - m + 9; /* "CHECK NUMBER " fits before it: the head was longer */
    memcpy(hashed + from - m, check, 9);
    hash_text(sum, hashed + from - m, m + size);
    put_check(head + n, sum);
    for (const char *c = text + from; plain < size; plain++)
      if ((uint8_t)c[plain] < 32 || c[plain] == 127) break;
    if (memcmp(text + at, head, n + 9) != 0 || plain < size ||
        text[from + size] != '\n')
      break;
    memcpy(check, head + n, 9);
    lua_pushlstring(F, text + from, size);
    lua_rawseti(F, -2, i);
    at = from + size + 1;
  }
  lua_pushlstring(F, check, 8);
  lua_pushinteger(F, (lua_Integer)at + 1);
  return 3;
}

/* file:cut(size, path, bad) -> true: what follows that many bytes is moved */
static int j_cut(lua_State *F) {
  size_t n;
  Journal *j = check(F);
  off_t size = (off_t)luaL_checkinteger(F, 2);
  const char *aside = luaL_checkstring(F, 3);
  const char *bad = luaL_checklstring(F, 4, &n);
  return luaL_fileresult(F, journal_cut(j, size, aside, bad, n), NULL);
}

/* file:append(line) -> true */
static int j_append(lua_State *F) {
  size_t n;
  Journal *j = check(F);
  const char *line = luaL_checklstring(F, 2, &n);
  return luaL_fileresult(F, journal_append(j, line, n), NULL);
}

static int j_sync(lua_State *F) {
  Journal *j = check(F);
  return luaL_fileresult(F, journal_sync(j), NULL);
}

/* file:dead() -> does it refuse all writes? */
static int j_dead(lua_State *F) {
  lua_pushboolean(F, check(F)->dead);
  return 1;
}

static int j_close(lua_State *F) {
  journal_close(luaL_checkudata(F, 1, JOURNAL));
  return 0;
}

void l_journal(lua_State *F) {
  static const luaL_Reg functions[] = {
      {"create", create}, {"open", open}, {"records", records}, {NULL, NULL}};
  static const luaL_Reg methods[] = {{"cut", j_cut},     {"append", j_append},
                                     {"sync", j_sync},   {"dead", j_dead},
                                     {"close", j_close}, {"__gc", j_close},
                                     {NULL, NULL}};
  front_library(F, JOURNAL, functions, methods);
}
