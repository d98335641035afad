-- 2: the pattern `a%`: it ends with `%`
return ("a"):find "a%"
