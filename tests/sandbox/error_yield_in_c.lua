-- done
assert(select("#", table.unpack({}, 1, 200)) == 200)
