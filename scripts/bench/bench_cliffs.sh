#!/usr/bin/env bash
# bench_cliffs.sh: rules whose value makes a game more than twice as dear (cliffs.lua).
cd "$(dirname "$0")/../.." || exit 1
"${CROUPIER:-build/croupier}" test --front scripts/bench/cliffs.lua | grep -v '^front: '
