/* Markdown (CommonMark) as a tree of Lua tables, read by libcmark: small, in
 * every distribution, and without recursion over what it reads.
 *
 * Rejected: libcmark's own HTML, for stdlib/shared/markdown.lua alone decides
 * what of a stranger's text reaches a page or a terminal; and cmark-gfm, which
 * reads tables, for rows of cells are a few lines of Lua and it is a larger
 * door. */
#include <cmark.h>
#include <lauxlib.h>

#include "script/sources.h"

enum { MOST_BYTES = 1 << 18, DEEPEST = 60 };

static int free_document(lua_State *L) {
  cmark_node *root = *(cmark_node **)lua_touserdata(L, 1);
  if (root != NULL) cmark_node_free(root);
  return 0;
}

static void set_text(lua_State *L, const char *key, const char *value) {
  lua_pushstring(L, value); /* NULL is nil */
  lua_setfield(L, -2, key);
}

static void set_number(lua_State *L, const char *key, int value) {
  lua_pushinteger(L, value);
  lua_setfield(L, -2, key);
}

/* Pushes a node without what is below the DEEPEST. */
static void push_node(lua_State *L, cmark_node *node, int depth) {
  lua_Integer n = 0;
  cmark_node_type type = cmark_node_get_type(node);
  luaL_checkstack(L, 4, NULL);
  if (type == CMARK_NODE_TEXT || type == CMARK_NODE_SOFTBREAK) {
    const char *text = cmark_node_get_literal(node);
    lua_pushstring(L, type == CMARK_NODE_TEXT ? text : "\n");
    return;
  }
  lua_newtable(L);
  set_text(L, "kind", cmark_node_get_type_string(node));
  set_text(L, "text", cmark_node_get_literal(node));
  set_text(L, "url", cmark_node_get_url(node));
  set_number(L, "line", cmark_node_get_start_line(node));
  set_number(L, "level", cmark_node_get_heading_level(node));
  if (cmark_node_get_list_type(node) == CMARK_ORDERED_LIST)
    set_number(L, "first", cmark_node_get_list_start(node));
  lua_pushboolean(L, cmark_node_get_list_tight(node));
  lua_setfield(L, -2, "tight");
  node = depth < DEEPEST ? cmark_node_first_child(node) : NULL;
  for (; node != NULL; node = cmark_node_next(node)) {
    push_node(L, node, depth + 1);
    lua_rawseti(L, -2, ++n);
  }
}

int d_markdown(lua_State *L) {
  size_t size;
  const char *text = luaL_checklstring(L, 1, &size);
  luaL_argcheck(L, size <= MOST_BYTES, 1,
                "expected at most 256 KB of Markdown");
  cmark_node **root = lua_newuserdatauv(L, sizeof *root, 0);
  *root = NULL;
  lua_newtable(L);
  lua_pushcfunction(L, free_document);
  lua_setfield(L, -2, "__close");
  lua_setmetatable(L, -2);
  lua_toclose(L, -1); /* also when a table finds no memory */
  *root = cmark_parse_document(text, size, CMARK_OPT_VALIDATE_UTF8);
  push_node(L, *root, 0);
  return 1;
}
