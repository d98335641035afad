-- 3: the pattern `[a][a][a][a][a][a][a][a][a][a][a][a][a][a][a][a][a][a][a][a]...`: it has too many parts
local p = ("[a]"):rep(300)
return ("a"):find(p)
