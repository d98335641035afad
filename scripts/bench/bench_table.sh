#!/usr/bin/env bash
# bench_table.sh: tables from inside the program (table.lua), and the program
# from outside: its start, and its size while somebody sits at a table. Medians
# of seven runs; prints and never judges.
set -u
cd "$(dirname "$0")/../.." || exit 1
croupier=${CROUPIER:-build/croupier}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

"$croupier" test --front scripts/bench/table.lua | grep -v '^front: '

# The milliseconds to the first byte of a command's output.
first_byte() {
  local start=${EPOCHREALTIME/./}
  "$@" | { head -c 1 >/dev/null; echo $((${EPOCHREALTIME/./} - start)); }
}
for _ in 1 2 3 4 5 6 7; do first_byte "$croupier" list; done | sort -n |
  awk 'NR == 4 { printf "  %-36s %12.2f ms\n", "croupier list, to its first output",
    $1 / 1000 }'

# A thousand games, known from before; a sheet. The least of seven.
for i in {1..1000}; do
  mkdir -p "$work/games/game$i" && cp scripts/bench/four_ways/game.lua "$work/games/game$i"
done
wall() {
  local start=${EPOCHREALTIME/./}
  "$@" >"$work/out"
  echo $((${EPOCHREALTIME/./} - start))
}
least() {
  local what=$1 wanted=$2
  shift 2
  for _ in 1 2 3 4 5 6 7; do wall "$@"; done | sort -n | awk -v what="$what" -v wanted="$wanted" '
    NR == 1 { printf "  %-36s %12.2f ms (%s wanted)\n", what, $1 / 1000, wanted }'
}
XDG_CACHE_HOME=$work CROUPIER_PATH=$work/games "$croupier" list >"$work/out"
least "list, 1000 games" 100 env XDG_CACHE_HOME="$work" CROUPIER_PATH="$work/games" "$croupier" list
for game in rod_and_reel fish_out; do least "sheet $game" 2000 "$croupier" sheet "$game"; done

mkfifo "$work/in"
"$croupier" play rod_and_reel --seats me,angler,angler,angler \
  --journal "$work/size.journal" <"$work/in" >"$work/out" 2>&1 &
child=$!
exec 3>"$work/in"
before=-1
until size=$(stat -c %s "$work/out"); [ "$size" -gt 0 ] && [ "$size" = "$before" ]; do
  before=$size
  sleep 0.5
done
awk '/^VmRSS/ { printf "  %-36s %12.1f MB\n", "resident at a table", $2 / 1024 }' \
  "/proc/$child/status"
exec 3>&-
wait "$child"
exit 0
