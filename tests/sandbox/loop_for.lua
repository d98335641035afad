-- 2: ran for more than LIMIT instructions without an answer
for i = 1, math.huge do end
