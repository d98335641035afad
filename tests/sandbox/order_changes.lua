-- done
local t, seen = { a = 1, b = 2, c = 3 }, {}
for k, v in pairs(t) do
  t.b = nil -- not met any more
  t[k] = nil
  t.new = 1 -- not met either
  seen[#seen + 1] = k .. v
end
assert(table.concat(seen) == "a1c3")
local list, sum = { 1, 2, 3, 4 }, 0
for i, v in pairs(list) do
  list[i] = nil
  sum = sum + v
end
assert(sum == 10 and next(list) == nil)
