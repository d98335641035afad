-- 2: the pattern `(.-)%1b` takes more than 20000000 steps on a text of 20000 characters: fewer of * + - ? in it, or a shorter text
return ("a"):rep(20000):find("(.-)%1b")
