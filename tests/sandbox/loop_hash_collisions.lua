-- 4: ran for more than LIMIT instructions without an answer
-- Keys that fall into one slot, and walks over what is left of a table.
local t, n = {}, 0
while true do n = n + 2 ^ 20; t[n] = true; t[n] = nil end
