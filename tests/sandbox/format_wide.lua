-- done
assert(#string.format("%99d", 1) == 99)
assert(#string.format("%.99f", 1e308) > 300)
