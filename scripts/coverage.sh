#!/usr/bin/env bash
# coverage.sh FOLDER: what the tests reached of the program that was built in
# that folder with --coverage: a line for each source, its branches and how
# many of them were taken, then those that were not, by line. All of it is in
# FOLDER/coverage.txt; the sums are printed, and what can't be reached.
set -u
cd "$(dirname "$0")/.." || exit 1
build=${1:?the folder that was built}
report=$(realpath "$build")/coverage.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# FILE: its branches: in all, taken; and each that was not: LINE TEXT
branches() {
  awk -F: '
    /^branch|^call|^function/ {
      if ($0 ~ /^branch/) { all++; if ($0 ~ /never executed|taken 0/) missed[line] = text; else taken++ }
      next
    }
    { line = $2 + 0; text = $0; sub(/^[^:]*:[^:]*:/, "", text) }
    END {
      printf "%d %d\n", all, taken; fflush()
      for (l in missed) printf "%d %s\n", l, missed[l] | "sort -n"
    }' "$1"
}

top=$PWD
ln -s "$top/host" "$work/host" # where gcov looks for the sources
(cd "$work" && find "$top/$build/host" -name '*.gcda' -exec \
  gcov -b -c -p {} + >/dev/null 2>&1)
: >"$report"
for folder in core bind script table front; do
  all=0 taken=0
  for file in host/"$folder"/*.c; do
    found=("$work"/*"${file//\//#}.gcov")
    [ -f "${found[0]}" ] || continue
    branches "${found[0]}" >"$work/of"
    read -r a t <"$work/of"
    [ "$a" = 0 ] && continue
    all=$((all + a)) taken=$((taken + t))
    printf '%s: %d of %d branches, %d %%\n' "$file" "$t" "$a" $((100 * t / a)) >>"$report"
    tail -n +2 "$work/of" | sed 's/^/  /' >>"$report"
  done
  [ "$all" = 0 ] || printf 'host/%s: %d of %d branches, %d.%d %%\n' "$folder" "$taken" "$all" \
    $((100 * taken / all)) $((1000 * taken / all % 10))
done
cat tests/unreached.txt
echo "$report"
