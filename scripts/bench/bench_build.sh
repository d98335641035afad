#!/usr/bin/env bash
# bench_build.sh: processor time of a build from clean, and of one after a header
# of the core has changed; prints and never judges.
set -u
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
TIMEFORMAT='%U %S'
tree=$work/tree
mkdir "$tree" && cp -a Makefile host scripts stdlib games tests README.md "$tree"

build() {
  local took
  took=$({ time make -C "$tree" build BUILD="$work/build" >"$work/out" 2>&1; } 2>&1) ||
    tail -n 3 "$work/out"
  awk -v what="$1" -v wanted="$2" '{ printf "  %-36s %12.1f s (%s at most wanted)\n",
    what, $1 + $2, wanted }' <<<"$took"
}
build "make from clean" 20
for header in "$tree"/host/core/*.h; do
  touch "$header"
  build "make after ${header##*/}" 6
done
exit 0
