-- done
-- A comparator that contradicts itself gives some order, and loses nothing.
local list, sum = {}, 0
for i = 1, 500 do list[i] = i end
table.sort(list, function() return true end)
for _, v in ipairs(list) do sum = sum + v end
assert(#list == 500 and sum == 125250)
local turn = 0
table.sort(list, function()
  turn = turn + 7
  return turn % 3 == 0
end)
sum = 0
for _, v in ipairs(list) do sum = sum + v end
assert(#list == 500 and sum == 125250)
