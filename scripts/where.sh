#!/bin/sh
# Where this machine keeps Lua 5.4, LuaUnit, utf8proc and cmark: `where.sh cflags`, `libs`,
# `luaunit`, `utf8proc` or `cmark` prints one line for the compiler. pkg-config is asked when it is
# there; without it Debian's paths are taken. The static library is preferred:
# calls into Lua then need no jump table and the program starts sooner.
set -u

# Prints the name that pkg-config knows Lua 5.4 by, if it knows one.
package() {
  for name in lua5.4 lua-5.4 lua54 lua; do
    pkg-config --exists "$name >= 5.4 $name < 5.5" 2>/dev/null || continue
    echo "$name"
    return
  done
}

cflags() {
  name=$(package)
  if [ -n "$name" ]; then pkg-config --cflags "$name"
  else echo -I/usr/include/lua5.4; fi
}

libs() {
  static=$(${CC:-cc} -print-file-name=liblua5.4.a 2>/dev/null)
  name=$(package)
  if [ -f "$static" ]; then echo "$static"
  elif [ -n "$name" ]; then pkg-config --libs "$name"
  else echo -llua5.4; fi
}

# What normalises and folds text (host/script/text.h says why).
utf8proc() { pkg-config --libs libutf8proc 2>/dev/null || echo -lutf8proc; }

# What reads RULES.md (host/script/markdown.c).
cmark() { pkg-config --libs libcmark 2>/dev/null || echo -lcmark; }

luaunit() {
  for dir in /usr/local/share/lua/5.4 /usr/share/lua/5.4; do
    [ -f "$dir/luaunit.lua" ] || continue
    echo "$dir/luaunit.lua"
    return
  done
}

case ${1-} in
  cflags | libs | luaunit | utf8proc | cmark) "$1" ;;
  *) echo "usage: where.sh cflags|libs|luaunit|utf8proc|cmark" >&2; exit 2 ;;
esac
