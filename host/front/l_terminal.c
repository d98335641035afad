/* The terminal and who types at it: see answer/term.h and answer/prompt.h,
 * which say what each does. Everything that is written is cleaned on its
 * way. */
#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "answer/prompt.h"
#include "answer/term.h"
#include "front/front.h"

#define TERMINAL "croupier.terminal"
#define PROMPT "croupier.prompt"

static Term *check(lua_State *F) {
  Term **box = luaL_checkudata(F, 1, TERMINAL);
  luaL_argcheck(F, *box != NULL, 1, "the terminal is closed");
  return *box;
}

/* terminal.open { color = "auto", ascii = } -> terminal */
static int open(lua_State *F) {
  static const char *const colors[] = {"auto", "always", "never", NULL};
  luaL_checktype(F, 1, LUA_TTABLE);
  lua_getfield(F, 1, "ascii");
  lua_getfield(F, 1, "color");
  TermOptions o = {.ascii = lua_toboolean(F, -2)};
  o.color = (TermColor)luaL_checkoption(F, -1, "auto", colors);
  Term **box = lua_newuserdatauv(F, sizeof *box, 0);
  *box = NULL;
  luaL_setmetatable(F, TERMINAL);
  *box = term_open(&o);
  if (*box == NULL) return luaL_error(F, "not enough memory");
  return 1;
}

/* terminal:close() -> false when output was lost (it has been said) */
static int t_close(lua_State *F) {
  Term **box = luaL_checkudata(F, 1, TERMINAL);
  lua_pushboolean(F, *box == NULL || term_close(*box));
  *box = NULL;
  return 1;
}

/* --- writing --- */

static int t_put(lua_State *F) {
  term_put(check(F), luaL_checkstring(F, 2));
  return 0;
}

static int t_say(lua_State *F) {
  term_say(check(F), luaL_checkstring(F, 2));
  return 0;
}

static int t_warn(lua_State *F) {
  term_warn(check(F), luaL_checkstring(F, 2));
  return 0;
}

static int t_heading(lua_State *F) {
  term_heading(check(F), luaL_checkstring(F, 2));
  return 0;
}

/* The texts of the list at i, kept by it; NULL for an empty one. */
static const char **texts_of(lua_State *F, int i, size_t *n) {
  *n = (size_t)luaL_len(F, i);
  const char **texts =
      *n == 0 ? NULL : lua_newuserdatauv(F, *n * sizeof *texts, 0);
  for (size_t k = 0; k < *n; k++) {
    lua_geti(F, i, (lua_Integer)k + 1);
    texts[k] = luaL_checkstring(F, -1);
    luaL_argcheck(F, lua_type(F, -1) == LUA_TSTRING, i, "expected texts");
    lua_pop(F, 1);
  }
  return texts;
}

/* terminal:table(align, cells): a letter, l or r, a column; the cells of all
 * rows one after another */
static int t_table(lua_State *F) {
  size_t n;
  Term *t = check(F);
  const char *align = luaL_checkstring(F, 2);
  const char **cells = texts_of(F, 3, &n);
  size_t columns = strlen(align);
  luaL_argcheck(F, columns > 0 && n % columns == 0, 3, "expected whole rows");
  term_table(t, align, cells, n / columns);
  return 0;
}

static int t_columns(lua_State *F) {
  size_t n;
  Term *t = check(F);
  const char **items = texts_of(F, 2, &n);
  term_columns(t, items, n);
  return 0;
}

static int t_clear(lua_State *F) {
  term_clear(check(F));
  return 0;
}

static int t_flush(lua_State *F) {
  term_flush(check(F));
  return 0;
}

/* terminal:progress(label, done, total); terminal:progress() ends it */
static int t_progress(lua_State *F) {
  Term *t = check(F);
  if (lua_isnoneornil(F, 2))
    term_progress_end(t);
  else
    term_progress(t, luaL_checkstring(F, 2), (uint64_t)luaL_checkinteger(F, 3),
                  (uint64_t)luaL_checkinteger(F, 4));
  return 0;
}

static int t_width(lua_State *F) {
  lua_pushinteger(F, term_width(check(F)));
  return 1;
}

static int t_symbols(lua_State *F) {
  lua_pushboolean(F, term_symbols(check(F)));
  return 1;
}

static int t_is_terminal(lua_State *F) {
  lua_pushboolean(F, term_is_terminal(check(F)));
  return 1;
}

/* terminal:can_ask() -> is standard input a terminal too? */
static int t_can_ask(lua_State *F) {
  check(F);
  lua_pushboolean(F, isatty(STDIN_FILENO));
  return 1;
}

static int t_gone(lua_State *F) {
  lua_pushboolean(F, term_gone(check(F)));
  return 1;
}

/* terminal.mistake(text): on standard error, with a newline */
static int mistake(lua_State *F) {
  term_mistake("%s", luaL_checkstring(F, 1));
  return 0;
}

/* terminal.clean(text, newlines) -> as text_clean has it */
static int clean(lua_State *F) {
  size_t size;
  luaL_Buffer b;
  const char *text = luaL_checklstring(F, 1, &size);
  char *out = luaL_buffinitsize(F, &b, size + 1);
  luaL_pushresultsize(&b, text_clean(out, text, size, lua_toboolean(F, 2)));
  return 1;
}

/* terminal.text_width(text) -> columns */
static int width(lua_State *F) {
  size_t size;
  const char *text = luaL_checklstring(F, 1, &size);
  lua_pushinteger(F, text_width(text, size));
  return 1;
}

static int push_text(lua_State *F, Text *text) {
  lua_pushlstring(F, text->s ? text->s : "", text->len);
  text_free(text);
  return 1;
}

/* terminal.wrap(text, columns); terminal.fit(text, columns, right) */
static int wrap(lua_State *F) {
  Text out = {0};
  const char *text = luaL_checkstring(F, 1);
  text_wrap(&out, text, (int)luaL_checkinteger(F, 2));
  return push_text(F, &out);
}

static int fit(lua_State *F) {
  Text out = {0};
  const char *text = luaL_checkstring(F, 1);
  text_fit(&out, text, (int)luaL_checkinteger(F, 2), lua_toboolean(F, 3),
           false);
  return push_text(F, &out);
}

/* --- reading --- */

typedef struct Reader {
  Prompt *prompt;
  lua_State *F; /* while a line is read */
} Reader;

static Reader *check_reader(lua_State *F) {
  Reader *r = luaL_checkudata(F, 1, PROMPT);
  luaL_argcheck(F, r->prompt != NULL, 1, "the prompt is closed");
  return r;
}

/* terminal:prompt(history) -> prompt; the history's file may be nil. It must
 * be closed before the terminal is. */
static int t_prompt(lua_State *F) {
  Term *t = check(F);
  const char *history = luaL_optstring(F, 2, NULL);
  Reader *r = lua_newuserdatauv(F, sizeof *r, 2);
  memset(r, 0, sizeof *r);
  luaL_setmetatable(F, PROMPT);
  lua_pushvalue(F, 1); /* keeps the terminal */
  lua_setiuservalue(F, -2, 1);
  r->prompt = prompt_open(t, history);
  if (r->prompt == NULL) return luaL_error(F, "not enough memory");
  return 1;
}

static int p_close(lua_State *F) {
  Reader *r = luaL_checkudata(F, 1, PROMPT);
  prompt_close(r->prompt);
  r->prompt = NULL;
  return 0;
}

/* prompt:read(text, secret) -> "line" and the line, "interrupt" or "end" */
static int p_read(lua_State *F) {
  static const char *const words[] = {"line", "interrupt", "end"};
  const char *line;
  Reader *r = check_reader(F);
  const char *text = luaL_checkstring(F, 2);
  r->F = F;
  TermInput got = prompt_read(r->prompt, text,
                              lua_toboolean(F, 3) ? TERM_SECRET : 0, &line);
  r->F = NULL;
  lua_pushstring(F, words[got]);
  lua_pushstring(F, line);
  return 2;
}

static int p_forget(lua_State *F) {
  prompt_forget(check_reader(F)->prompt);
  return 0;
}

/* prompt:interrupted() -> was Ctrl-C pressed since the last read? */
static int p_interrupted(lua_State *F) {
  lua_pushboolean(F, prompt_interrupted(check_reader(F)->prompt));
  return 1;
}

/* prompt:heed(): it was taken notice of */
static int p_heed(lua_State *F) {
  prompt_heed(check_reader(F)->prompt);
  return 0;
}

static int call_complete(lua_State *F) {
  PromptOffers *offers = lua_touserdata(F, 1);
  lua_getiuservalue(F, 3, 2);
  lua_pushvalue(F, 2);
  lua_call(F, 1, 2);
  lua_Integer start = luaL_checkinteger(F, -2);
  luaL_checktype(F, -1, LUA_TTABLE);
  for (lua_Integer i = 1; lua_geti(F, -1, i) == LUA_TSTRING; i++) {
    prompt_offer(offers, lua_tostring(F, -1));
    lua_pop(F, 1);
  }
  lua_pushinteger(F, start);
  return 1;
}

/* Readline asks for words while a line is read: an error offers none. */
static size_t complete(void *ctx, const char *before, PromptOffers *offers) {
  Reader *r = ctx;
  lua_State *F = r->F;
  size_t start = strlen(before);
  if (F == NULL || !lua_checkstack(F, 8)) return start;
  int top = lua_gettop(F);
  lua_pushcfunction(F, call_complete);
  lua_pushlightuserdata(F, offers);
  lua_pushstring(F, before);
  lua_pushvalue(F, 1);
  if (lua_pcall(F, 3, 1, 0) == LUA_OK) start = (size_t)lua_tointeger(F, -1) - 1;
  lua_settop(F, top);
  return start;
}

/* prompt:complete(fn): fn(before) -> the byte (from 1) where the last word
 * begins, and the list of words that could stand there; nil for none */
static int p_complete(lua_State *F) {
  Reader *r = check_reader(F);
  lua_settop(F, 2);
  bool none = lua_isnil(F, 2);
  lua_setiuservalue(F, 1, 2);
  prompt_complete(r->prompt, none ? NULL : complete, r);
  return 0;
}

void l_terminal(lua_State *F) {
  static const luaL_Reg functions[] = {{"open", open},   {"mistake", mistake},
                                       {"clean", clean}, {"text_width", width},
                                       {"wrap", wrap},   {"fit", fit},
                                       {NULL, NULL}};
  static const luaL_Reg methods[] = {
      {"put", t_put},           {"say", t_say},
      {"warn", t_warn},         {"heading", t_heading},
      {"table", t_table},       {"columns", t_columns},
      {"clear", t_clear},       {"flush", t_flush},
      {"progress", t_progress}, {"width", t_width},
      {"symbols", t_symbols},   {"is_terminal", t_is_terminal},
      {"can_ask", t_can_ask},   {"gone", t_gone},
      {"prompt", t_prompt},     {"close", t_close},
      {"__gc", t_close},        {NULL, NULL}};
  static const luaL_Reg reading[] = {{"read", p_read},
                                     {"forget", p_forget},
                                     {"interrupted", p_interrupted},
                                     {"heed", p_heed},
                                     {"complete", p_complete},
                                     {"close", p_close},
                                     {"__gc", p_close},
                                     {NULL, NULL}};
  static const luaL_Reg none[] = {{NULL, NULL}};
  front_library(F, PROMPT, none, reading);
  lua_pop(F, 1);
  front_library(F, TERMINAL, functions, methods);
}
