#!/usr/bin/env bash
# bench_cpu_variants.sh: odds and chance by each variant of the code that this
# processor can run; prints and never judges.
set -u
cd "$(dirname "$0")/../.." || exit 1
for variant in plain avx2 avx512; do
  if CROUPIER_CPU=$variant "${CROUPIER:-build/croupier}" help 2>&1 | grep -q '^croupier: CROUPIER_CPU'; then
    echo "$variant: this processor lacks it"
    continue
  fi
  CROUPIER_CPU=$variant "${BUILD:-build}/bench/bench_handrank" --odds
  CROUPIER_CPU=$variant "${BUILD:-build}/bench/bench_rng" |
    grep -E 'variant:|dice of|shuffles of 52'
done
exit 0
