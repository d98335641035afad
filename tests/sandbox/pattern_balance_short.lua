-- 2: the pattern `%bx`: `%b` needs two characters
return ("xx"):find "%bx"
