#!/bin/sh
# Words that must not be in the tree: paths of one machine, addresses of
# package registries, notes of unfinished work, paths in comments of files that
# don't exist, and turns of phrase that have a plainer form.
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
flag 'a riddle: name the thing itself' <<EOT
$(search -iE -e '--.*\b(what is told|who is (told|counted|asked)|what (may |could )?stands? there|(as it|as they) (lies?|stands?) there)\b' \
  -- 'stdlib/*' 'tests/*')
$(search -iE '\b(what is told|who is (told|counted|asked)|what (may |could )?stands? there|(as it|as they) (lies?|stands?) there|anew)\b' \
  -- 'host/*')
EOT
# From the top (stdlib/table/build.lua), or short, from a room (table/build.lua).
rooms=$(ls -d host/*/ stdlib/*/ stdlib/front/*/ | sed 's|/$||; s|.*/||' | sort -u | paste -sd '|')
path="(host|stdlib|scripts|tests|$rooms)/[a-z0-9_/.-]*\\.(c|h|lua|sh|awk|in|css|txt|md|transcript)"
before='(^|[^A-Za-z0-9_/.~-])'
flag 'no such file' <<EOT
$(search -E "(--|/\*|^ *\*|^ *#|//).*$before$path" -- host stdlib games scripts tests Makefile |
  awk -v path="$before$path" '{
    file = $0; sub(/:[0-9]+:.*/, "", file); sub(/^[^:]*:[0-9]+:/, "")
    while (match($0, path)) {
      named = substr($0, RSTART, RLENGTH); sub(/^[^a-z]/, "", named)
      print file, named
      $0 = substr($0, RSTART + RLENGTH)
    }
  }' | while read -r file named; do
  [ -e "$named" ] || [ -e "host/$named" ] || [ -e "stdlib/$named" ] || [ -e "stdlib/front/$named" ] ||
    echo "$file: $named"
done)
EOT
exit $failed
