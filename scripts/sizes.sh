#!/bin/sh
# How long functions and files are. It informs; nothing depends on it.
cd "$(dirname "$0")/.." || exit 1
find host -name '*.c' | LC_ALL=C sort | xargs awk '
function done(last,   size) {
  size = last - start + 1
  n++
  under10 += size < 10
  under30 += size < 30
  if (size > 60)
    printf "  %s:%d: a function of %d lines\n", FILENAME, start, size
  start = 0
}
FNR == 1 { start = 0 }
/^[A-Za-z].*\(/ && !/[;=]$/ && !/^(typedef|enum|struct [A-Za-z]+ *\{)/ {
  start = FNR
  if (/\}$/) done(FNR)
}
/^\}[ \t]*$/ && start { done(FNR) }
END {
  if (n)
    printf "  %d C functions: %d%% under 10 lines, %d%% under 30\n",
      n, 100 * under10 / n, 100 * under30 / n
}'
find stdlib -name '*.lua' | LC_ALL=C sort | xargs awk '
FNR == 1 { split("", start) }
/(^|[^a-z_"])function *[A-Za-z_.:]*\(/ && !/(^|[^a-z_])end([^a-z_]|$)/ && !/^ *--/ { match($0, /^ */); start[RLENGTH] = FNR }
/^ *end/ && match($0, /^ */) && RLENGTH in start {
  size = FNR - start[RLENGTH] + 1
  if (size > 66) printf "  %s:%d: a function of %d lines\n", FILENAME, start[RLENGTH], size
  delete start[RLENGTH]
}'
git ls-files -co --exclude-standard '*.c' '*.h' '*.lua' |
  while IFS= read -r file; do [ -f "$file" ] && wc -l "$file"; done |
  awk '{ c[$2] = $1 } $1 > 700 { printf "  %s has %d lines\n", $2, $1 }'
exit 0
