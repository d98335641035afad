#!/bin/sh
# Prints the version, and in a checkout the commit that it was built from.
commit=
[ -e .git ] && commit=$(git --no-optional-locks describe --always --dirty --exclude '*' 2>/dev/null)
echo "$1${commit:+ ($commit)}"
