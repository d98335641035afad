#!/usr/bin/env bash
# sentences.sh [--write]: every sentence that a program's string holds, in host,
# stdlib and games, a line each by file: tests/golden/sentences.txt. A new one or
# a changed one is read there, in the diff. --write makes the list anew.
#
# A sentence is a string of three words or more; strings that only `..` or a
# line's end stands between are one. Tests, declarations' comments and help
# written as comments aren't listed.
set -u
cd "$(dirname "$0")/.." || exit 1
list=tests/golden/sentences.txt
export LC_ALL=C

sentences() {
  git ls-files -co --exclude-standard -- 'host/*.c' 'host/*.h' 'stdlib/*.lua' 'games/*.lua' |
    while IFS= read -r file; do [ -f "$file" ] && echo "$file"; done | grep -v '/test[a-z_]*\.lua$' | sort | xargs awk '
    function flush() {
      gsub(/\\n|[ \t\n]+/, " ", said)
      if (said ~ /[A-Za-z]+[^A-Za-z]* [^A-Za-z]*[A-Za-z]+[^A-Za-z]* [^A-Za-z]*[A-Za-z]/) print file ": " said
      said = between = ""; open = 0
    }
    FNR == 1 { flush(); quote = ""; comment = 0; file = FILENAME; lua = file ~ /lua$/ }
    {
      for (i = 1; i <= length($0); i++) {
        c = substr($0, i, 1); two = substr($0, i, 2)
        if (comment) { if (two == "*/") { comment = 0; i++ }; continue }
        if (quote == "]]") { if (two == "]]") { quote = ""; i++ } else said = said c; continue }
        if (quote) {
          if (c == "\\") { said = said two; i++ } else if (c == quote) quote = ""; else said = said c
          continue
        }
        if (lua && two == "--" || !lua && two == "//") break
        if (!lua && two == "/*") { comment = 1; i++; continue }
        if (c == "\"" || lua && c == "\047" || lua && two == "[[") {
          if (open && between !~ /^[ \t]*(\.\.)?[ \t]*$/) flush()
          quote = two == "[[" ? "]]" : c; open = 1; between = ""
          if (two == "[[") i++
        } else if (!lua && c == "\047") i += substr($0, i + 1, 1) == "\\" ? 3 : 2
        else between = between c
      }
      if (quote == "]]") said = said " "
    }
    END { flush() }'
}

if [ "${1-}" = --write ]; then sentences >$list
elif ! sentences | diff $list -; then
  echo "meant? run scripts/sentences.sh --write, and read the diff"
  exit 1
fi
