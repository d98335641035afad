#!/usr/bin/env bash
# peer_cards.sh: the same 1000 poker hands, shuffles of 52 and dice, by Croupier's
# scripts and by what the package registries have. It is run by
# `make bench-peers`, installs npm's packages under $BUILD/peers, prints and never
# judges; what isn't here is named and left out.
#
# Every program is given a number of rounds and is timed by the processor time
# of its process, less that of no rounds: start and loading don't count. Rounds
# are added until they take half a second; the best of three is printed.
set -u
cd "$(dirname "$0")/../.." || exit 1
croupier=${CROUPIER:-build/croupier}
peers=${BUILD:-build}/peers
here=scripts/bench
packages="phe pokersolver poker-evaluator"
TIMEFORMAT='%U %S'
mkdir -p "$peers" || exit 1

# seconds COMMAND...: the processor time it takes; 1 when it fails.
seconds() {
  local took
  took=$({ time "$@" >"$peers/out" 2>&1 || echo failed >&2; } 2>&1)
  case $took in *failed*) return 1 ;; esac
  awk '{ print $1 + $2 }' <<<"$took"
}

least() { sort -n | head -n 1; }

# line WHAT EACH UNIT COMMAND...: a round is EACH units; rounds come last.
line() {
  local what=$1 each=$2 unit=$3 rounds=1 none took
  shift 3
  if ! none=$(seconds "$@" 0); then
    printf '  %-46s not measured: %s\n' "$what" "$(tail -n 1 "$peers/out")"
    return
  fi
  none=$(for _ in 1 2 3; do seconds "$@" 0; done | least)
  while took=$(seconds "$@" $rounds); do
    awk "BEGIN { exit !($took - $none > 0.5) }" && break
    [ $rounds -lt 10000000 ] || break
    rounds=$((rounds * 3))
  done
  if [ -z "$took" ]; then
    printf '  %-46s not measured: %s\n' "$what" "$(tail -n 1 "$peers/out")"
    return
  fi
  took=$(for _ in 1 2 3; do seconds "$@" $rounds; done | least)
  awk -v what="$what" -v unit="$unit" "BEGIN {
    rate = $each * $rounds / ($took - $none)
    printf \"  %-46s %12.3f M %s/s\n\", what, rate / 1e6, unit }"
}

found() {
  command -v "$1" >/dev/null 2>&1 && return
  printf '  %-46s not measured: no %s here\n' "$2" "$1"
  return 1
}

# ---- poker hands ----------------------------------------------------------

hands() {
  local kind package
  for kind in text list batch; do
    line "hands of 7, $kind, Croupier" 1000 hands \
      "$croupier" run --limit 1000 $here/peer_hands.lua $kind
  done
  found npm "hands of 7, npm's packages" && found node "npm's packages" || return
  # shellcheck disable=SC2086
  npm install --prefix "$peers" --silent --no-audit --no-fund $packages \
    >"$peers/npm" 2>&1 ||
    echo "  npm could not install $packages: $(tail -n 1 "$peers/npm")"
  for package in $packages; do
    for kind in text own; do
      line "hands of 7, $kind, $(version "$package")" 1000 hands \
        node $here/peer_hands.js "$peers" "$package" $kind
    done
  done
}

version() {
  local file=$peers/node_modules/$1/package.json
  [ -f "$file" ] || { echo "$1"; return; }
  sed -n "s/^  \"version\": \"\(.*\)\".*/$1 \1/p" "$file" | head -n 1
}

# ---- chance ---------------------------------------------------------------

lua_shuffle='local d, random = {}, math.random
for i = 1, 52 do d[i] = i end
for _ = 1, ... * 1000 do
  for i = 52, 2, -1 do local j = random(i) d[i], d[j] = d[j], d[i] end
end'
lua_die='local random = math.random
for _ = 1, ... * 1000 do local _ = random(6) end'
python_shuffle='import random, sys
d = list(range(52))
for _ in range(int(sys.argv[1]) * 1000): random.shuffle(d)'
python_die='import random, sys
for _ in range(int(sys.argv[1]) * 1000): random.randint(1, 6)'

chance() {
  local what
  for what in shuffle die; do
    line "$what, Croupier" 1000 times \
      "$croupier" run --limit 1000 $here/peer_chance.lua $what
    local lua=lua_$what python=python_$what
    echo "${!lua}" >"$peers/$what.lua"
    found lua5.4 "$what, Lua's math.random" &&
      line "$what, $(lua5.4 -v | cut -d' ' -f1,2)'s math.random" 1000 times \
        lua5.4 "$peers/$what.lua"
    found python3 "$what, Python's random" &&
      line "$what, $(python3 --version)'s random" 1000 times \
        python3 -c "${!python}"
  done
}

hands
chance
