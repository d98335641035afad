-- 2: ran for more than LIMIT instructions without an answer
while true do end
