-- done
assert(#(""):rep(1 << 62) == 0)
assert(#(""):rep(1 << 62, "") == 0)
