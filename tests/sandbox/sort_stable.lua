-- done
local list = {}
for i = 1, 300 do list[i] = { key = i * 7 % 10, at = i } end
table.sort(list, function(a, b) return a.key < b.key end)
for i = 2, 300 do
  local a, b = list[i - 1], list[i]
  assert(a.key < b.key or (a.key == b.key and a.at < b.at))
end
