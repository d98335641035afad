#!/usr/bin/env bash
# mutate.sh [PLACE] [N]: do the tests see small faults? N of them (20) are put,
# one at a time, into the files of PLACE (host stdlib games), and the suites of
# that part run until one fails. It works on a copy; this tree stays as it is.
#
#   SEED=1     which faults: the same for the same sources
#   FROM=1     the first of them, to go on with a run that was ended
#   LIMIT=120  seconds of processor time of suites for a fault, which has
#              survived when they are over
#
# A fault is an operator at a place: < for <=, + for -, 1 more, `not` dropped,
# arguments swapped, a line left out. A line for each says what became of it:
# caught by a suite, not built, survived. scripts/mutate.known lists those that
# change nothing, and why; they aren't put in.
set -u
cd "$(dirname "$0")/.." || exit 1
place=host\ stdlib\ games count=20
case ${1-} in '' | *[!0-9]*) [ -z "${1-}" ] || { place=$1; shift; } ;; esac
count=${1:-$count}
seed=${SEED:-1} from=${FROM:-1} limit=${LIMIT:-120}
known=$PWD/scripts/mutate.known
build=$(realpath "${BUILD:-build}")
[ -x "$build/croupier" ] || { echo "mutate: no $build/croupier: make builds it"; exit 2; }
copy=$(mktemp -d) || exit 1
trap 'rm -rf "$copy"' EXIT
export LC_ALL=C.UTF-8 XDG_CACHE_HOME=$copy/.cache XDG_DATA_HOME=$copy/.data XDG_STATE_HOME=$copy/.state
unset CROUPIER_PATH BUILD MAKEFLAGS MAKELEVEL

# Every fault that can be put in, a line each: FILE, LINE, OPERATOR, the line
# as it is and as it becomes, with tabs between.
faults() {
  # shellcheck disable=SC2046
  awk -v seed="$seed" '
    BEGIN {
      srand(seed)
      pairs = "<=:<|>=:>|==:!=|~=:==|!=:==|<:<=|>:>=|&&:\\|\\||and:or|or:and|true:false|false:true|"
      pairs = pairs "min:max|max:min|+:-|-:+|++:--|not :|!:|0:1|1:2|2:3"
      rules = split(pairs, rule, "|")
    }
    # Texts and comments as blanks, so that nothing is changed in them.
    function code(line,   out, i, c, quote) {
      for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        if (quote) {
          if (c == "\\") { out = out " "; i++ } else if (c == quote) quote = ""
          out = out " "
        } else if (c == "\"" || c == "\047") { quote = c; out = out " " }
        else if (lua && substr(line, i, 2) == "--") break
        else if (!lua && substr(line, i, 2) ~ /^\/[\/*]/) break
        else out = out c
      }
      return out
    }
    function put(what, new) {
      if (new != $0) printf "%.9f\t%s\t%d\t%s\t%s\t%s\n", rand(), FILENAME, FNR, what, $0, new
    }
    function word(c) { return c ~ /[A-Za-z0-9_.]/ }
    function operators(text,   i, from, to, colon, at, start, before, after) {
      for (i = 1; i <= rules; i++) {
        colon = index(rule[i], ":")
        from = substr(rule[i], 1, colon - 1); to = substr(rule[i], colon + 1)
        if (from == "\\" || from == "") continue
        start = 1
        while ((at = index(substr(text, start), from)) > 0) {
          at += start - 1
          before = substr(text, at - 1, 1); after = substr(text, at + length(from), 1)
          start = at + length(from)
          if (from ~ /^[A-Za-z0-9]/ && (word(before) && !(from ~ /^m/ && before == ".") || from !~ / $/ && word(after))) continue
          if (from ~ /^[<>+!-]$/ && (after ~ /[=<>+-]/ || before ~ /[-<>+=~!]/)) continue
          if (from ~ /^[<>+-]$/ && (before != " " || after != " ")) continue
          if (from == "!=" && lua || from == "~=" && !lua || from == "==" && lua && 0) continue
          put(rule[i], substr($0, 1, at - 1) ((lua && to == "!=") ? "~=" : to) substr($0, at + length(from)))
        }
      }
    }
    function swap(text,   at, rest, head) {
      if (match(text, /[A-Za-z_]\([A-Za-z_][A-Za-z_.]*, [A-Za-z_][A-Za-z_.]*[,)]/) && text !~ /function|^(static|int|void|bool)/) {
        head = substr($0, 1, RSTART + 1); rest = substr($0, RSTART + 2, RLENGTH - 3)
        at = index(rest, ", ")
        put("swap", head substr(rest, at + 2) ", " substr(rest, 1, at - 1) substr($0, RSTART + RLENGTH - 1))
      }
    }
    FNR == 1 { lua = FILENAME ~ /\.lua$/; comment = 0; long = 0 }
    !lua && /^ *\/\*/ { comment = 1 }
    comment { if (/\*\//) comment = 0; next }
    lua && /\[\[/ && !/\]\]/ { long = 1; next }
    long { if (/\]\]/) long = 0; next }
    /^ *(#|--|\/\/|\*)/ || /^ *$/ || /require|include|^local [A-Z_]+ = words.set/ { next }
    {
      text = code($0)
      operators(text)
      swap(text)
      if (!lua && text ~ /^  +[a-z][^{}]*;$/ && text !~ /^ *(return|break|continue|case|goto|static|const|int|bool|char|size_t|[A-Z][A-Za-z]* )/)
        put("left out", "")
      if (lua && (text ~ /^ +[a-z][A-Za-z_.\[\]]* = [^{]*[^{,(]$/ || text ~ /^ +[a-z][A-Za-z_.:]*\(.*\)$/) && text !~ / (and|or|then|do|function)$/ && text !~ /function\(/)
        put("left out", "")
    }' $(git ls-files -- $place | grep -E '^(host/.*\.c|stdlib/.*\.lua|games/[^/]*/[a-z_]*\.lua|games/[^/]*/house/.*\.lua)$' |
      grep -vE '/(test|testing)(_[a-z_]*)?\.lua$|^stdlib/templates|/testing\.lua$') | sort | cut -f 2-
}

# The suites for a file, the likeliest first: those with its name, those that
# name it most often, those of its floor.
suites() {
  local file=$1 base short lua c
  base=$(basename "$file"); base=${base%.*}; base=${base#l_}; short=${base%s}
  lua=$(ls tests/{front/,}*/test_*.lua) c=$(ls tests/{core,host}/test_*.c)
  named() { printf '%s\n' "${@:2}" | grep "/[a-z_]*$1[a-z_.]*$"; }
  naming() { grep -cw -e "$base" "$@" | sed -n '/:0$/d; s/^\(.*\):\(.*\)$/\2 \1/p' | sort -rn | head -n 6 | cut -d ' ' -f 2; }
  # shellcheck disable=SC2086
  {
    case $file in
      games/*)
        ls "${file%"${file#games/*/}"}"test{,_*}.lua
        echo "golden $(cut -d / -f 2 <<<"$file")"
        naming $lua ;;
      host/*)
        named "$base" $c; named "$short" $lua
        naming $c $lua
        printf '%s\n' $c tests/console/commands.transcript $lua ;;
      *)
        named "$short" $lua tests/console/*.transcript
        naming $lua tests/console/*.transcript
        [[ $file != stdlib/front/* ]] || ls tests/console/*.transcript
        printf '%s\n' $lua ;;
    esac
    ls tests/console/*.transcript
    echo golden
  } 2>/dev/null | awk '!seen[$0]++ { if (/test_check.lua/ && file !~ /check/) last = $0; else print } END { if (last) print last }' file="$file"
}

run() { # SUITE
  case $1 in
    *.c) "build/tests/$(basename "$1" .c)" ;;
    tests/front/*) build/croupier test --front "$1" ;;
    *.transcript) CROUPIER=$copy/build/croupier tests/console/run "$PWD/$1" ;;
    golden*) build/croupier test --golden ${1#golden} ;;
    *) build/croupier test "$1" ;;
  esac
}

# Seconds of processor time that the suites have taken.
taken() { times | awk 'NR == 2 { gsub(/[ms]/, " "); split($0, t, " "); printf "%d", t[1] * 60 + t[2] + t[3] * 60 + t[4] }'; }

# The suite that fails first, or nothing. One that never ends has failed, too; not
# so what began late and had not enough time left.
caught_by() {
  local suite left status
  while IFS= read -r suite; do
    left=$((limit - $(taken)))
    [ $left -gt 0 ] || return 1
    timeout $((limit * 10)) bash -c 'ulimit -t "$2"; run "$1"' _ "$suite" "$left" >"$copy/.out" 2>&1 </dev/null
    status=$?
    [ $status != 0 ] || continue
    [ "$(taken)" -lt "$limit" ] || [ $left -gt $((limit / 2)) ] || return 1
    echo "$suite"
    return 0
  done < <(suites "$1")
  return 1
}
export -f run

git ls-files -co --exclude-standard | tar -cf - -T - | tar -xf - -C "$copy"
cp -rp "$build" "$copy/build"
faults >"$copy/.faults"
cd "$copy" || exit 1
export copy
make -s build tests >/dev/null 2>&1 || { echo "mutate: the tree does not build"; exit 2; }
caught=0 survived=0 unbuilt=0 same=0 n=0
while IFS=$'\t' read -r file line what old new; do
  n=$((n + 1))
  [ $n -ge "$from" ] || continue
  [ $n -lt $((from + count)) ] || break
  label="$n $file:$line: $what: $(sed 's/^ *//' <<<"$old")"
  if grep -qxF "$file|$what|$(sed 's/^ *//' <<<"$old")" <(sed 's/ # .*//' "$known" 2>/dev/null); then
    same=$((same + 1))
    echo "known    $label"
    continue
  fi
  cp -p "$file" .before
  NEW=$new awk -v at="$line" 'NR == at { print ENVIRON["NEW"]; next } { print }' .before >"$file"
  goals=build
  [[ $file != host/* ]] || goals="build tests"
  if ! make -s $goals >.made 2>&1; then
    unbuilt=$((unbuilt + 1))
    echo "unbuilt  $label"
  elif suite=$(caught_by "$file"); then
    caught=$((caught + 1))
    echo "caught   $label   <- $suite"
  else
    survived=$((survived + 1))
    echo "SURVIVED $label   -> $(sed 's/^ *//' <<<"$new")"
  fi
  cp .before "$file"
done <.faults
[ $((caught + survived)) = 0 ] && { echo "mutate: no fault to put in"; exit 1; }
echo "mutate: $caught caught, $survived survived ($((100 * caught / (caught + survived))) %)," \
  "$unbuilt not built, $same known to change nothing"
