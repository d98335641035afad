#!/bin/sh
# state.sh BUILD: no mutable state at file scope, seen in the object files:
# nothing of the host's lies in .data, .bss or thread-local sections. What is
# constant but holds addresses is in .data.rel.ro and is none.
#
# The exceptions are what a signal handler needs, which gets no argument, and
# what the environment said when the program started.
allowed='^(here|chosen)$' # of l_keyboard.c, the signal's only way in, and of cpu_variants.c
find "$1/host" -name '*.o' | LC_ALL=C sort | while IFS= read -r object; do
  nm -f sysv "$object" | awk -F '|' -v file="${object#"$1"/}" -v ok="$allowed" '
    { gsub(/ /, ""); gsub(/ /, "", $1); gsub(/ /, "", $7); sub(/\.[0-9]+$/, "", $1) }
    $7 ~ /^\.(data|bss|tdata|tbss)/ && $7 !~ /^\.data\.rel\.ro/ && $1 !~ ok {
      sub(/o$/, "c", file)
      printf "%s: %s is mutable state at file scope\n", file, $1
    }'
done | { ! grep .; }
