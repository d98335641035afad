-- 2: ran for more than LIMIT ms without an answer
while true do end
