#!/usr/bin/env bash
# bench_access.sh: a card's field, a pile's size, a roll and a rank, as a game's
# step does them (access/game.lua), beside the same with plain Lua tables, by
# processor time, less that of an empty loop. Medians of RUNS, in turn; prints
# and never judges.
set -u
cd "$(dirname "$0")/../.." || exit 1
croupier=${CROUPIER:-build/croupier}
runs=${RUNS:-5}
TIMEFORMAT='%U %S'
games=100 # of 100,000 times each

seconds() {
  { time "$croupier" sim scripts/bench/access -j 1 --seed bench -n $games \
    --set what="$1" >/dev/null 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
}

for ((i = 0; i < runs; i++)); do
  for what in nothing suit plain_suit size plain_size roll plain_roll rank; do
    echo "$what $(seconds $what)"
  done
done | sort -k1,1 -k2,2n | awk -v each=$((games * 100000)) '
  { took[$1, ++n[$1]] = $2 }
  function ns(what) {
    return 1e9 / each * (took[what, int((n[what] + 1) / 2)] - took["nothing", int((n["nothing"] + 1) / 2)])
  }
  function line(name, what, most,   own, plain) {
    own = ns(what); plain = ns("plain_" what)
    printf "  %-36s %9.1f ns %9.1f ns plain, %.1f times (%.1f at most wanted)\n",
      name, own, plain, own / (plain > 0.1 ? plain : 0.1), most
  }
  END {
    line("card.suit", "suit", 2.0)
    line("#pile", "size", 2.5)
    line("t:roll(\"2d6+1\")", "roll", 1.3)
    printf "  %-36s %9.1f ns (90 at most wanted)\n", "poker.rank(list) of 7", ns("rank")
  }'
