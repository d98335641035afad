-- 2: ran for more than LIMIT instructions without an answer
for _ in function() return 1 end do end
