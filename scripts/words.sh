#!/bin/sh
# Words that must not stand in the tree: paths of one machine, addresses of
# package registries, and notes of what is unfinished.
cd "$(dirname "$0")/.." || exit 1
failed=0

# flag SENTENCE, with the hits on standard input
flag() {
  hits=$(cat)
  [ -z "$hits" ] && return
  printf '%s\n' "$hits" | sed "s/\$/   <- $1/" | cut -c 1-200
  failed=1
}

search() { git grep --untracked -nI "$@"; }

above=$(dirname "$(pwd -P)")/
case $above in
  / | /tmp/ | /usr/* | /opt/) ;;
  *) flag 'a path of this machine' <<EOT
$(search -F "$above" -- .)
EOT
    ;;
esac
flag 'a path of one machine' <<EOT
$(search -E '(^|[^A-Za-z0-9_.}~-])/(home|Users|root|work)/[a-z]' -- .)
EOT
flag 'a registry' <<EOT
$(search -E 'https?://(deb|registry|proxy|pypi|index)[a-z.-]*\.(org|net|com|io)' -- .)
EOT
flag 'unfinished' <<EOT
$(search -wE 'TO[D]O|FIX[M]E|X[X]X|HA[C]K|not implement[e]d|unimplement[e]d' \
  -- host stdlib games scripts tests Makefile README.md)
EOT
exit $failed
