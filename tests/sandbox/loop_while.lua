-- 2: ran for more than LIMIT steps without an answer
while true do end
