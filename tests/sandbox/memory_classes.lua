-- 8: used more than 16 MB of memory
-- Fill one size, free it, fill the next: free pieces count as well.
local kept = {}
for size = 30, 1000, 40 do
  for i = 1, 30000 do
    local s = ("x"):rep(size)
    -- alive until the next round
    kept[i] = s .. i
  end
end
