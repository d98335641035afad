#!/usr/bin/env bash
# Everything `make check` looks at, part by part. All parts run, whatever the
# ones before said; the exit status is that of the worst. FORMAT=report only
# lists the files that clang-format would change.
set -u
cd "$(dirname "$0")/.." || exit 1
build=${BUILD:-build}
make=${MAKE:-make -s}
export LC_ALL=C.UTF-8
failed=()

part() {
  local name=$1 output
  shift
  if output=$("$@" 2>&1); then
    echo "check: $name: ok${output:+
$output}"
  else
    failed+=("$name")
    printf '%s\ncheck: %s: FAILED\n' "$output" "$name"
  fi
}

sources() {
  git ls-files -co --exclude-standard -- "$@" 2>/dev/null |
    while IFS= read -r file; do [ -f "$file" ] && echo "$file"; done
}

warnings() {
  local log
  log=$($make -k BUILD="$build/check" WERROR=1 build tests longs benches \
    2>&1) || { grep -vE '^  (cc|ar|ld|embed) ' <<<"$log"; return 1; }
}

# Files of C that call each other in a circle; tsort names them.
circles() {
  nm -A "$build"/check/host/*/*.o | awk '
    { file = $1; sub(/:.*/, "", file); sub(/(\.[a-z0-9]+)?\.o$/, "", file) }
    $(NF - 1) == "U" { from[++n] = file; to[n] = $NF }
    $(NF - 1) ~ /[BDRT]/ { at[$NF] = file }
    END { for (i = 1; i <= n; i++)
        if (to[i] in at && at[to[i]] != from[i]) print from[i], at[to[i]] }' |
    tsort >/dev/null
}

# Nothing else stands at the top but files that begin with a dot.
layout() {
  ! git ls-files | cut -d / -f 1 | sort -u |
    grep -vxE 'Makefile|README\.md|host|scripts|stdlib|games|tests|\..*'
}

lint() { luacheck --quiet --codes stdlib games tests scripts; }

documentation() {
  awk -v form=missing -f scripts/doc.awk $(sources 'host/bind/*.c' \
    'host/table/*.c' 'host/script/*.c' 'stdlib/*.lua' ':!stdlib/front') &&
    "$build/check/croupier" test tests/author/test_reference.lua
}

formatting() {
  local version changed=()
  version=$(clang-format --version | sed 's/.*version \([0-9]*\).*/\1/')
  if [ "$version" != 14 ]; then
    echo "  skipped: written for clang-format 14, this is $version"
    return
  fi
  mapfile -t changed < <(sources '*.c' '*.h' |
    xargs -r clang-format --dry-run 2>&1 | sed -n 's/:.*warning:.*//p' |
    sort -u)
  [ ${#changed[@]} = 0 ] && return
  printf '  %s: `make format` would change it\n' "${changed[@]}"
  [ "${FORMAT:-fail}" = report ]
}

part warnings warnings
part circles circles
part floors scripts/floors.sh
part rooms scripts/rooms.sh
part state scripts/state.sh "$build/check"
part raises awk -f scripts/raises.awk host/*/*.c
part layout layout
part lint lint
part documentation documentation
part words scripts/words.sh
part sentences scripts/sentences.sh
part formatting formatting
part sizes scripts/sizes.sh
[ ${#failed[@]} = 0 ] || { echo "check: failed: ${failed[*]}"; exit 1; }
