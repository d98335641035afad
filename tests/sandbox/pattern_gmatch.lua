-- 2: the pattern `.-b` takes more than 20000000 steps on a text of 80000 characters: fewer of * + - ? in it, or a shorter text
for _ in ("a"):rep(80000):gmatch(".-b") do end
