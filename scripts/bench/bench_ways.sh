#!/usr/bin/env bash
# bench_ways.sh: odds and chance by each way that this processor may go; prints
# and never judges.
set -u
cd "$(dirname "$0")/../.." || exit 1
for way in plain avx2 avx512; do
  if CROUPIER_CPU=$way "${CROUPIER:-build/croupier}" help 2>&1 | grep -q '^croupier: CROUPIER_CPU'; then
    echo "$way: this processor lacks it"
    continue
  fi
  CROUPIER_CPU=$way "${BUILD:-build}/bench/bench_handrank" --odds
  CROUPIER_CPU=$way "${BUILD:-build}/bench/bench_rng" |
    grep -E 'way:|dice of|shuffles of 52|five cards'
done
exit 0
