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
-- What is taken out on the way is passed over: of a list, of few keys, of more than are sorted as they are met.
local function sum_without(many, key_of)
  local gone, sum = {}, 0
  for i = 1, many do gone[key_of(i)] = i end
  for key, value in pairs(gone) do
    sum = sum + value
    if value == 1 then gone[key_of(2)], gone[key_of(3)] = nil, nil end
  end
  return sum
end
for many = 3, 60 do
  local rest = many * (many + 1) // 2 - 5
  assert(sum_without(many, function(i) return i end) == rest)
  assert(sum_without(many, function(i) return ("k%02d"):format(i) end) == rest)
end
