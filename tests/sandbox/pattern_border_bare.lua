-- 2: the pattern `a%f`: `%f` needs a set `[...]`
return ("a"):find "a%f"
