-- 4: ran for more than LIMIT instructions without an answer
-- Each call into the library is short; together they never end.
local list = { 3, 1, 2 }
while true do table.sort(list) end
