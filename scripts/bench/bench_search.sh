#!/usr/bin/env bash
# bench_search.sh: what a bot that searches pays for its playouts (search.lua).
cd "$(dirname "$0")/../.." || exit 1
"${CROUPIER:-build/croupier}" test --front scripts/bench/search.lua | grep -v '^front: '
