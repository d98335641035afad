#!/bin/sh
# The floors of host/: a file includes only from its own floor or a lower one,
# by a path from host/, never in a circle; floor 0 knows neither Lua nor files.
# Circles are looked for among headers: what a .c file includes is its own
# affair.
cd "$(dirname "$0")/.." || exit 1
find host -name '*.[ch]' | LC_ALL=C sort | xargs awk '
BEGIN {
  count = split("core bind script table front", names, " ")
  for (i = 1; i <= count; i++) floor[names[i]] = i
  outside = "lua.h lauxlib.h lualib.h unistd.h fcntl.h sys/stat.h"
  outside = outside " readline/readline.h termios.h"
  split(outside, list, " ")
  for (i in list) forbidden[list[i]] = 1
}
function wrong(sentence) {
  printf "%s:%d: %s\n", FILENAME, FNR, sentence
  failed = 1
}
FNR == 1 {
  split(FILENAME, part, "/")
  folder = part[2]
  module = folder "/" part[3]
  sub(/\.[ch]$/, "", module)
  if (part[3] == "" || !(folder in floor) && folder != "porter") wrong("not in a folder of a floor")
}
# a program of its own: it includes nothing of ours, and we nothing of it
folder == "porter" && /^[ \t]*#[ \t]*include[ \t]*"/ {
  if ($0 !~ /"porter\//) wrong("the porter includes nothing but its own")
  next
}
/^[ \t]*#[ \t]*include[ \t]*</ {
  name = $0; sub(/^[^<]*</, "", name); sub(/>.*/, "", name)
  if (folder == "core" && name in forbidden)
    wrong("floor 0 includes <" name ">")
}
/^[ \t]*#[ \t]*include[ \t]*"/ {
  name = $0; sub(/^[^"]*"/, "", name); sub(/".*/, "", name)
  target = name; sub(/\.[ch]$/, "", target)
  to = name; sub(/\/.*/, "", to)
  if (!(to in floor)) wrong("\"" name "\": expected \"FOLDER/FILE.h\"")
  else if (floor[to] > floor[folder])
    wrong(folder "/ includes \"" name "\" of a higher floor")
  if (FILENAME ~ /[.]h$/ && !((module, target) in edge)) {
    edge[module, target] = 1
    next_of[module, ++fan[module]] = target
  }
}
# Walks on from a module; path holds the way to it.
function walk(at, path,   k, to) {
  state[at] = 1
  for (k = 1; k <= fan[at]; k++) {
    to = next_of[at, k]
    if ((to in state) && state[to] == 1) {
      printf "host: a circle of includes:%s %s %s\n", path, at, to
      failed = 1
    } else if (!(to in state)) walk(to, path " " at)
  }
  state[at] = 2
}
END {
  for (at in fan) if (!(at in state)) walk(at, "")
  exit failed
}'
