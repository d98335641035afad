#!/bin/sh
# setup.sh [--say] play|test|check|browser|fuzz: sees to it that what Croupier needs from
# the distribution is there, before it is built.
#
# When nothing is missing it prints nothing. Otherwise it says in one sentence
# what is missing and installs it with apt-get; with --say, without apt-get or
# without the right to use it, it only says so and fails. What counts is
# whether the compiler finds a header, not which package brought it.
set -u

say_only=
[ "${1-}" = --say ] && { say_only=1; shift; }
purpose=${1:?play, test, check, browser or fuzz}
cc=${CC:-cc}
where=$(dirname "$0")/where.sh
missing=

need() { missing="$missing${missing:+ }$1"; }
found() { command -v "$1" >/dev/null 2>&1; }

compiles() {
  printf '#include <stdio.h>\n' >"$source"
  for header in "$@"; do printf '#include <%s>\n' "$header"; done >>"$source"
  # shellcheck disable=SC2046
  $cc $(sh "$where" cflags) -E "$source" >/dev/null 2>&1
}

# clang, and what its -fsanitize=fuzzer links
fuzzes() {
  found clang || return 1
  printf '%s\n' 'int LLVMFuzzerTestOneInput(const char *d, unsigned long n);' \
    'int LLVMFuzzerTestOneInput(const char *d, unsigned long n)' \
    '{ return d && n ? 0 : -1; }' |
    clang -fsanitize=fuzzer,address,undefined -o /dev/null -x c - 2>/dev/null
}

headers() {
  source=$(mktemp --suffix=.c) || exit 1
  if ! compiles lua.h readline/readline.h nettle/sha2.h utf8proc.h cmark.h \
    microhttpd.h qrencode.h seccomp.h; then
    compiles lua.h || need liblua5.4-dev
    compiles readline/readline.h || need libreadline-dev
    compiles nettle/sha2.h || need nettle-dev
    compiles utf8proc.h || need libutf8proc-dev
    compiles cmark.h || need libcmark-dev
    compiles microhttpd.h || need libmicrohttpd-dev
    compiles qrencode.h || need libqrencode-dev
    compiles seccomp.h || need libseccomp-dev
  fi
  rm -f "$source"
}

look() {
  missing=
  if found "$cc"; then headers
  else need gcc; need libc6-dev; need liblua5.4-dev; need libreadline-dev
    need nettle-dev; need libutf8proc-dev; need libcmark-dev
    need libmicrohttpd-dev; need libqrencode-dev; need libseccomp-dev
  fi
  [ -n "$(sh "$where" luaunit)" ] || need lua-unit
  case $purpose in
    test) found tmux || need tmux; found expect || need expect
      found parallel || need parallel
      found rsvg-convert || need librsvg2-bin ;;
    check) found luacheck || need lua-check
      found clang-format || need clang-format ;;
    browser) found chromium || need chromium; found chromedriver || need chromium-driver
      /usr/bin/python3 -c 'import selenium' 2>/dev/null || need python3-selenium ;;
    fuzz) fuzzes || { need clang; need libclang-rt-14-dev; } ;;
  esac
}

# "a, b and c" from "a b c"
listed() {
  # shellcheck disable=SC2086
  set -- $missing
  text=$1
  while [ $# -gt 2 ]; do shift; text="$text, $1"; done
  [ $# -eq 2 ] && text="$text and $2"
  echo "$text"
}

install() {
  apt="apt-get install -y --no-install-recommends"
  lists=/var/lib/apt/lists
  set -- "$lists"/*_Packages*
  # shellcheck disable=SC2086
  { [ -e "$1" ] && $root $apt $missing; } ||
    { $root apt-get update && $root $apt $missing; }
}

look
[ -n "$missing" ] || exit 0
if [ -n "$say_only" ]; then
  echo "Croupier needs $(listed) (as Debian names them);" \
    "\`make $purpose\` installs what is missing."
  exit 1
fi
if ! found apt-get; then
  echo "Croupier needs $(listed) (as Debian names them), and there is no" \
    "apt-get here: install them with this system's own tool." >&2
  exit 1
fi
if [ "$(id -u)" = 0 ]; then root="env DEBIAN_FRONTEND=noninteractive"
elif found sudo; then root="sudo env DEBIAN_FRONTEND=noninteractive"
else
  echo "Croupier needs $(listed): run this once as root, or install them." >&2
  exit 1
fi
echo "Croupier needs $(listed): installing with apt-get."
install >&2 || {
  echo "apt-get could not install $(listed): what it says is above." >&2
  exit 1
}
look
[ -z "$missing" ] || {
  echo "Installed, but still not found: $(listed)." >&2
  exit 1
}
