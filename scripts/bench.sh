#!/usr/bin/env bash
# bench.sh bench|peers: prints figures, with the machine they were measured on.
# It never passes or fails: read them against figures of the same machine.
#   bench  $BUILD/bench/bench_*, then scripts/bench/bench_*.sh
#   peers  scripts/bench/peer*.sh: other programs on the same work
set -u
cd "$(dirname "$0")/.." || exit 1
build=$(realpath "${BUILD:-build}")
export BUILD=$build CROUPIER=$build/croupier

cpu=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
echo "$(uname -n): ${cpu:-$(uname -m)}, $(nproc) processors, $(uname -sr)"
echo "$(cat "$build/version"), $(date +%F)"

run() {
  for program in "$@"; do
    [ -x "$program" ] || continue
    echo
    echo "-- $(basename "$program" .sh)"
    "$program" || echo "$program: exit status $?"
  done
}

if [ "${1-}" = peers ]; then run scripts/bench/peer*.sh
else
  for source in scripts/bench/bench_*.c; do
    [ -f "$source" ] && run "$build/bench/$(basename "$source" .c)"
  done
  run scripts/bench/bench_*.sh
fi
exit 0
