#!/bin/sh
# The rooms of stdlib/: a module names only modules of its own room and of those before it in stdlib/ROOMS, in a require
# or in any other string, and never in a circle. ROOMS says which files of a room others may name, where not all.
cd "$(dirname "$0")/.." || exit 1
edges=$(mktemp) || exit 1
trap 'rm -f "$edges"' EXIT
{ echo stdlib/ROOMS; find stdlib -name '*.lua' | LC_ALL=C sort; } | xargs awk -v edges="$edges" '
function wrong(sentence) { printf "%s:%d: %s\n", FILENAME, FNR, sentence; failed = 1 }
function module_of(file) { sub(/^stdlib\//, "", file); sub(/\.lua$/, "", file); gsub("/", ".", file); return file }
function room_of(module) { return sub(/\.[^.]*$/, "", module) ? module : "games" }
BEGIN {
  for (i = 2; i < ARGC; i++) if (ARGV[i] != "stdlib/ROOMS") is_module[module_of(ARGV[i])] = 1
}
FILENAME == "stdlib/ROOMS" {
  if (/^[a-z]/) { name = $1; gsub("/", ".", name); place[name] = ++rooms }
  if (match($0, /Door: [a-z_]+\.lua/)) door[name] = name "." substr($0, RSTART + 6, RLENGTH - 10)
  next
}
FNR == 1 {
  module = module_of(FILENAME)
  room = room_of(module)
  if (!(room in place)) wrong("stdlib/ROOMS has no room " room)
  files[room]++
}
{
  line = $0
  while (match(line, /"[a-z_]+(\.[a-z_]+)*\.?"/)) {
    name = substr(line, RSTART + 1, RLENGTH - 2)
    required = substr(line, 1, RSTART) ~ /require[ (]*"$/
    line = substr(line, RSTART + RLENGTH)
    if (name ~ /\.$/) { # the names of a whole room, as in require("front.commands." .. name)
      sub(/\.$/, "", name)
      if (name in place && place[name] > place[room] && module != "front.base.commands") wrong("names the modules of " name)
      continue
    }
    if (!(name in is_module) || name == module || !required && name !~ /\./) continue
    to = room_of(name)
    if (place[to] > place[room]) wrong(room " names " name ", of a room after it")
    if (to != room && to in door && name != door[to]) wrong(name ": others come into " to " by " door[to] " alone")
    print module, name >edges
  }
}
END {
  for (name in files) if (files[name] > 16 && name != "front.commands") {
    printf "%s has %d files: a room has 16 at most\n", name, files[name]
    failed = 1
  }
  exit failed
}' && tsort "$edges" >/dev/null
