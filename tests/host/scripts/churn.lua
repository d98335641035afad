-- Tables, texts and functions, made and dropped; -> 9875750.
local keep = {}
for i = 1, 20000 do
  local q = { name = "keep", cards = { i, i + 1 }, text = "no " .. i }
  keep[i % 500] = function() return q.cards[2] end
end
local sum = 0
for _, f in pairs(keep) do sum = sum + f() end
return sum
