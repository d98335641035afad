-- 2: ran for more than LIMIT steps without an answer
repeat until false
