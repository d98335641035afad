-- done
local t = { zeta = 1, alpha = 2, [3] = 3, [1] = 4, [-7] = 5, [2.5] = 6,
  [true] = 7, [false] = 8, [""] = 9, Alpha = 10 }
local seen = {}
for _, v in pairs(t) do seen[#seen + 1] = v end
assert(table.concat(seen, " ") == "5 4 3 6 9 10 2 1 8 7")
local k, n = nil, 0
repeat
  k = next(t, k)
  n = n + 1
  assert(k == nil or t[k] == seen[n])
until k == nil
assert(n == 11)
