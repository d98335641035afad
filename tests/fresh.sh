#!/usr/bin/env bash
# fresh.sh [--purge]: the promises of the first minute, kept by a new clone of
# what is committed. Not part of `make test`: it builds everything twice.
#
# With --purge, as root on a machine made for it, the packages that Croupier
# needs are removed first, so that the set-up has to bring them.
set -u
cd "$(dirname "$0")/.." || exit 1
packages="liblua5.4-dev libreadline-dev nettle-dev lua-unit lua-check
  clang-format tmux expect pkg-config"
passed=0 failed=0
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT

ok() { passed=$((passed + 1)); echo "ok: $1"; }
bad() { failed=$((failed + 1)); echo "NOT ok: $1"; tail -n 20 "$room/out"; }

# promise NAME SECONDS COMMAND...: it ends with status 0 and in time
promise() {
  local name=$1 most=$2 start status took
  shift 2
  start=$(date +%s%N)
  timeout 900 "$@" >"$room/out" 2>&1 </dev/null
  status=$?
  took=$((($(date +%s%N) - start) / 1000000))
  if [ $status = 0 ] && [ $took -le $((most * 1000)) ]; then
    ok "$name ($took ms)"
  else
    bad "$name: status $status after $took ms, expected 0 within $most s"
  fi
}

says() { if grep -q -- "$2" "$room/out"; then ok "$1"; else bad "$1"; fi; }
silent() {
  if grep -q -- "$2" "$room/out"; then bad "$1"; else ok "$1"; fi
}

if [ "${1-}" = --purge ]; then
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive apt-get purge -y --auto-remove $packages ||
    exit 1
fi
git clone -q . "$room/croupier" || exit 1
cd "$room/croupier" || exit 1
unset BUILD CROUPIER MAKEFLAGS MAKELEVEL
export XDG_STATE_HOME=$room/state

if [ "${1-}" = --purge ]; then
  promise "make play installs, builds and opens the table" 600 make play
  says "it says first what it installs" "^Croupier needs .*: installing"
else
  promise "make play builds and opens the table" 60 make play
  silent "nothing to install, nothing said" "Croupier needs"
fi
says "a table of Rod & Reel" "Rod & Reel"
promise "make play again" 3 make play
silent "nothing is built again" "^  cc "
promise "make demo plays a whole contest" 60 make demo
says "it ends with standings" "standings"
promise "make help" 1 make help
says "make help lists the targets" "make bench"
rm -rf build
promise "a build from clean" 60 make
promise "the tree stays clean" 10 git diff --exit-code
[ -z "$(git status --porcelain)" ] && ok "no stray files" ||
  bad "stray files"
promise "make test" 900 make test
says "it closes with the sum" "^[0-9]* passed, 0 failed$"
promise "make check" 300 make check
echo "fresh: $passed passed, $failed failed"
[ $failed = 0 ]
