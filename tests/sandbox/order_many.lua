-- done
-- A hundred keys of each kind, put in from the last to the first.
local t, last, count = {}, nil, 0
for i = 100, 1, -1 do
  t[2 * i] = i
  t[i + 0.5] = i
  t[("k%03d"):format(i)] = i
  t[{ number = i }] = i
end
t[true], t[false] = 1, 0
local place = { number = 1, string = 3, boolean = 4, table = 5 }
for key, value in pairs(t) do
  local here = { place[type(key)], value }
  if math.type(key) == "float" then here[1] = 2 end
  if last then assert(last[1] < here[1] or (last[1] == here[1] and last[2] < here[2])) end
  last, count = here, count + 1
end
assert(count == 402)
