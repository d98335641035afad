-- 2: ran for more than LIMIT ms without an answer
::again:: goto again
