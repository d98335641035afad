#!/usr/bin/env bash
# bench_games.sh: whole games a second, one thread, no journal, by the program
# that a person plays with; beside each the same game as plain Lua without the
# host, where there is one. Prints and never judges.
#
# A run is timed by the processor time of its process, start included (some
# hundredths of a second), so that work beside it counts little. What is printed
# is the median of RUNS runs and the spread, (most - least) / median.
#   RUNS=9 scripts/bench/bench_games.sh     more runs; 5 when not given
set -u
cd "$(dirname "$0")/../.." || exit 1
croupier=${CROUPIER:-build/croupier}
runs=${RUNS:-5}
TIMEFORMAT='%U %S'

# seconds COMMAND...: the processor time it takes; its output goes to $out.
out=$(mktemp) || exit 1
trap 'rm -f "$out"' EXIT
seconds() {
  { time "$@" >"$out" 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
}

# measured NAME: how often in all what the game counts by that name came up.
measured() {
  awk -v name="$1" '{
    if (!match($0, "\"played\":[0-9]+")) exit
    played = substr($0, RSTART + 9, RLENGTH - 9)
    at = index($0, "\"measure\":\"" name "\"")
    if (at == 0) exit
    rest = substr($0, at)
    match(rest, "\"mean\":[0-9.]+")
    print played * substr(rest, RSTART + 7, RLENGTH - 7)
  }' "$out"
}

# line WHAT UNIT COUNTER COMMAND...: COUNTER is a measure, or a number of games.
line() {
  local what=$1 unit=$2 counter=$3 i took count
  shift 3
  for ((i = 0; i < runs; i++)); do
    took=$(seconds "$@")
    case $counter in
      [0-9]*) count=$counter; grep -q "points a seat" "$out" || count= ;;
      *) count=$(measured "$counter") ;;
    esac
    if [ -z "$count" ]; then
      printf '%-44s not measured: %s\n' "$what" "$(head -n 1 "$out")"
      return
    fi
    echo "$count $took"
  done | sort_and_print "$what" "$unit"
}

sort_and_print() {
  awk -v what="$1" -v unit="$2" '
    / not measured: / { print; bad = 1; next }
    { rate[++n] = $1 / ($2 > 0 ? $2 : 0.001) }
    END {
      if (bad || n == 0) exit
      for (i = 2; i <= n; i++)
        for (k = i; k > 1 && rate[k] < rate[k - 1]; k--) {
          swap = rate[k]; rate[k] = rate[k - 1]; rate[k - 1] = swap
        }
      median = n % 2 ? rate[(n + 1) / 2] : (rate[n / 2] + rate[n / 2 + 1]) / 2
      printf "%-44s %9.0f %s a second, spread %.0f%%\n", what, median, unit,
        100 * (rate[n] - rate[1]) / median
    }'
}

sim() { "$croupier" sim --json -j 1 --seed bench "$@"; }

four=random,random,random,random
ours=$(line "Fish Out!, random answers" games games \
  sim fish_out -n 2000 --seats $four)
echo "$ours"
line "Fish Out!, plain Lua, in the sandbox" games 10000 \
  "$croupier" run --limit 300 scripts/bench/plain_fish_out.lua 10000
if command -v lua5.4 >/dev/null; then
  plain=$(line "Fish Out!, plain Lua, lua5.4" games 10000 \
    lua5.4 scripts/bench/plain_fish_out.lua 10000)
  echo "$plain"
  printf '%s\n' "$ours" "$plain" | awk '
    { for (i = 2; i < NF; i++) if ($i == "games" && $(i + 1) == "a") rate[NR] = $(i - 1) }
    END { if (rate[2] > 0)
      printf "%-44s %9.2f times as fast (wanted: 1.4)\n", "  the first beside that", rate[1] / rate[2] }'
fi
line "Fish Out!, herons" games games \
  sim fish_out -n 100 --seats heron,heron,heron,heron

good=courtier,courtier,courtier,courtier
for game in royal_pokebacc merchants_bank farmers_and_fishermen; do
  line "$game, four courtiers" hands hands sim $game -n 150 --seats $good
  line "$game, random answers" hands hands sim $game -n 150 --seats $four
done

# A character of the middle, a target always the same, chips anew each time.
if [ -f games/baltimore/game.lua ]; then
  for bot in random skald; do
    line "Baltimore, simple contests, $bot" contests contests \
      sim baltimore -n 400 --seats $bot --player "P: attribute 3, skill 2" \
      --set contest=simple --set contests=400 --set fresh_chips=yes \
      --set "target=ten-high flush"
  done
  line "Baltimore, plain Lua, in the sandbox" contests 50000 \
    "$croupier" run --limit 300 scripts/bench/plain_baltimore.lua 50000
fi
exit 0
