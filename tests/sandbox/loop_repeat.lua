-- 2: ran for more than LIMIT instructions without an answer
repeat until false
