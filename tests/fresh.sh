#!/usr/bin/env bash
# fresh.sh [--purge] [--user] [--suite bookworm|trixie] [--arch arm64] [--root DIR]:
# the promises of the first minute, kept by a new clone of what is committed.
# Not part of `make test`: it builds everything twice.
#
#   --user      as an ordinary user, whom root makes for it
#   --suite     in that Debian, which debootstrap makes, from the mirror that
#               apt knows: the set-up has to bring what Croupier needs
#   --arch      for that processor, by qemu-user-static: what takes too long
#               there is left out, and four games give the figures of this one
#   --root DIR  where that Debian is made, and stays, or is already
#   --purge     on a machine made for it, the packages that Croupier needs are
#               removed first
#
# SLOW=5 lets everything take five times as long, on a busy machine. A user, a
# Debian and a processor need root. The last line says what was tried, and where.
set -u
cd "$(dirname "$0")/.." || exit 1
packages="liblua5.4-dev libreadline-dev nettle-dev libutf8proc-dev libcmark-dev libmicrohttpd-dev libqrencode-dev
  libseccomp-dev lua-unit lua-check clang-format tmux expect pkg-config librsvg2-bin"
purge='' user='' suite='' arch='' root=''
while [ $# -gt 0 ]; do
  case $1 in
    --purge | --user) declare "${1#--}=yes" ;;
    --suite | --arch | --root) declare "${1#--}=${2:?}"; shift ;;
    *) echo "fresh: unknown option $1: the head of tests/fresh.sh lists them"; exit 2 ;;
  esac
  shift
done
passed=0 failed=0
emulated=${EMULATED:-}
slow=${SLOW:-${emulated:+40}} slow=${slow:-1}
room=$(mktemp -d)
leave() {
  [ -z "$suite$arch" ] || umount -l "$root/proc" "$root/dev/pts" "$root/dev" 2>/dev/null
  rm -rf --one-file-system "$room"
}
trap leave EXIT

ok() { passed=$((passed + 1)); echo "ok: $1"; }
bad() {
  failed=$((failed + 1))
  echo "NOT ok: $1"
  grep -aE -A 4 '^FAILED|: not so: |^NOT ok' "$room/out" | head -n 40
  tail -n 20 "$room/out"
}

# promise NAME SECONDS COMMAND...: it ends with status 0 and in time
promise() {
  local name=$1 most=$(($2 * slow)) start status took
  shift 2
  start=$(date +%s%N)
  timeout $((900 * slow)) "$@" >"$room/out" 2>&1 </dev/null
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

# The figures of four games, the same on every machine.
figures() {
  local game seats
  while read -r game seats; do
    echo "$game"
    build/croupier sim "$game" -n 24 --seats "$seats" --seed figures --csv "$room/csv" | sed '/questions a second/d'
    cat "$room/csv"
  done <<'END'
rod_and_reel angler,plain,random
fish_out heron,heron,random,random
storm_watch random,random,random
baltimore_poker random,random,random,random
END
}

# where: this Debian, processor, compiler, Lua, and who it is
where() {
  . /etc/os-release
  # shellcheck disable=SC2046
  echo "$PRETTY_NAME, $(uname -m)${emulated:+ (emulated)}, $(cc --version | head -n 1)," \
    "$(printf '#include <lua.h>\nLUA_RELEASE\n' |
      cc $(sh scripts/where.sh cflags) -E - | tail -n 1 | tr -d '" ' | sed 's/^Lua/& /')," \
    "$([ "$(id -u)" = 0 ] && echo root || echo an ordinary user)"
}

# ---- another Debian: the same script again, in there ----

mirror() {
  apt-get indextargets --format '$(SITE) $(LABEL)' 'Created-By: Packages' | sed -n 's/ Debian$//p' | head -n 1
}

make_root() {
  local native
  native=$(dpkg --print-architecture)
  set -- --variant=minbase --include=make,git,ca-certificates "--arch=${arch:-$native}"
  [ "${arch:-$native}" = "$native" ] || set -- --foreign "$@"
  debootstrap "$@" "$suite" "$root" "$(mirror)" || return 1
  [ ! -x "$root/debootstrap/debootstrap" ] || chroot "$root" /debootstrap/debootstrap --second-stage
}

# Programs for arm64 are run by the emulator, in another root too.
emulate() {
  local at=/proc/sys/fs/binfmt_misc
  [ -e $at/register ] || mount -t binfmt_misc binfmt_misc $at
  [ -e $at/qemu-aarch64 ] || cat /usr/lib/binfmt.d/qemu-aarch64.conf >$at/register
}

elsewhere() {
  local program inner=(tests/fresh.sh) other=''
  : "${suite:=$(. /etc/os-release && echo "$VERSION_CODENAME")}" "${root:=$room/root}"
  [ "$(id -u)" = 0 ] || { echo "fresh: --suite and --arch need root"; exit 2; }
  for program in debootstrap ${arch:+qemu-aarch64-static}; do
    command -v "$program" >/dev/null || { echo "fresh: no $program: install debootstrap${arch:+ and qemu-user-static}"; exit 2; }
  done
  [ -z "$arch" ] || [ "$arch" = "$(dpkg --print-architecture)" ] || { other=yes; emulate || exit 1; }
  [ -e "$root/bin/sh" ] || make_root >"$room/out" 2>&1 || { bad "debootstrap makes $suite"; exit 1; }
  cp -L /etc/resolv.conf "$root/etc/"
  mount -t proc proc "$root/proc" && mount --bind /dev "$root/dev" && mount -t devpts devpts "$root/dev/pts"
  rm -rf "$root/fresh"
  git clone -q . "$root/fresh" || exit 1
  [ -z "$user" ] || inner+=(--user)
  SLOW=${SLOW-} EMULATED=$other chroot "$root" env -u TMPDIR LC_ALL=C.UTF-8 "HOME=/root" \
    sh -c 'apt-get update -qq >/dev/null 2>&1; cd /fresh && exec "$@"' sh "${inner[@]}"
  failed=$?
  if [ -n "$other" ]; then
    git clone -q . "$room/croupier" && cd "$room/croupier" && make -s build >"$room/out" 2>&1 && figures >"$room/figures"
    if cmp "$room/figures" "$root/fresh/figures" >"$room/out" 2>&1; then
      echo "ok: four games give the figures of $(uname -m), $(wc -l <"$room/figures") lines"
    else
      bad "four games give the figures of $(uname -m)"
    fi
  fi
  exit $((failed > 0))
}
[ -z "$suite$arch" ] || elsewhere

# ---- another user: root installs, and somebody else tries ----

if [ -n "$user" ]; then
  [ "$(id -u)" = 0 ] || { echo "fresh: --user needs root, to make one"; exit 2; }
  for purpose in test ${emulated:-check}; do
    [ "$purpose" = yes ] || promise "root installs what make $purpose needs" 600 sh scripts/setup.sh "$purpose"
  done
  name=fresh$$
  useradd -m "$name" || exit 1
  git clone -q . "$room/croupier" && chown -R "$name" "$room" && chmod 755 "$room" || exit 1
  SLOW=${SLOW-} EMULATED=$emulated su "$name" -c "cd '$room/croupier' && exec tests/fresh.sh"
  status=$?
  [ ! -e "$room/croupier/figures" ] || cp "$room/croupier/figures" .
  userdel -r "$name" 2>/dev/null
  exit $((status + failed > 0))
fi

# ---- here ----

if [ -n "$purge" ]; then
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive apt-get purge -y --auto-remove $packages ||
    exit 1
fi
here=$PWD
git clone -q . "$room/croupier" || exit 1
cd "$room/croupier" || exit 1
unset BUILD CROUPIER MAKEFLAGS MAKELEVEL
export XDG_STATE_HOME=$room/state

if sh scripts/setup.sh --say play >/dev/null; then
  promise "make play builds and opens the table" 60 make play
  silent "nothing to install, nothing said" "Croupier needs"
else
  promise "make play installs, builds and opens the table" 600 make play
  says "it says first what it installs" "^Croupier needs .*: installing"
fi
says "a table of Rod & Reel" "Rod & Reel"
promise "make play again" 3 make play
silent "nothing is built again" "^  cc "
promise "make demo plays a whole contest" 60 make demo
says "it ends with standings" "standings"
promise "make help" 1 make help
says "make help lists the targets" "make bench"
if [ -n "$emulated" ]; then
  promise "the C suites are built" 120 make tests
  for suite in build/tests/test_*; do
    promise "$(basename "$suite")" 60 "$suite"
  done
  promise "the guards" 300 build/croupier test tests/script/test_sandbox.lua
  grep ': skipped: ' "$room/out"
  figures >"$here/figures"
else
  rm -rf build
  promise "a build from clean" 60 make
  promise "the tree stays clean" 10 git diff --exit-code
  [ -z "$(git status --porcelain)" ] && ok "no stray files" ||
    bad "stray files"
  promise "make test" 900 make test
  says "it closes with the sum" "^[0-9]* passed, 0 failed$"
  echo "    $(tail -n 1 "$room/out")"
  promise "make check" 300 make check
fi
echo "fresh: $passed passed, $failed failed: $(where)"
[ $failed = 0 ]
