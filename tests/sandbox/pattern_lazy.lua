-- 2: the pattern `.-b` takes more than 20000000 steps on a text of 80000 characters: fewer of * + - ? in it, or a shorter text
return ("a"):rep(80000):find(".-b")
