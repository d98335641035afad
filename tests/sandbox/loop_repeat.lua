-- 2: ran for more than LIMIT ms without an answer
repeat until false
