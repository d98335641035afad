-- done
local list = { 3, 2, 1, 5, 4 }
table.sort(list, function(a, b)
  for i = #list, 1, -1 do list[i] = nil end
  list.x = 1
  return a < b
end)
assert(table.concat(list) == "12345")
