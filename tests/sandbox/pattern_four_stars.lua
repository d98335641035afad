-- 2: the pattern `a*a*a*a*b` takes more than 20000000 steps on a text of 100 characters: fewer of * + - ? in it, or a shorter text
return ("a"):rep(100):find("a*a*a*a*b")
