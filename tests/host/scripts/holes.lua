-- Lists with holes, in tables that have lost text keys: raises a number made of their lengths.
local sum, word = 0, 1
local function draw(n)
  word = word * 1103515245 + 12345
  return (word >> 16) % n + 1
end
for trial = 1, 500 do
  local row = {}
  for i = 1, 8 do row["k" .. trial .. "_" .. i] = i end
  for i = 1, 8, 2 do row["k" .. trial .. "_" .. i] = nil end
  for _ = 1, 9 do
    local i = draw(9)
    if draw(3) > 1 then row[i] = true else row[i] = nil end
  end
  sum = sum * 31 + #row
end
error(sum, 0)
