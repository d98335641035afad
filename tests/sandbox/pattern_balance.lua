-- 2: the pattern `%b()` takes more than 20000000 steps on a text of 200000 characters: fewer of * + - ? in it, or a shorter text
return ("("):rep(200000):find("%b()")
