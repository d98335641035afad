-- 4: the pattern `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...`: it has too many parts
-- What a pattern may hold is limited, plain letters too.
local text = ("a"):rep(1 << 20)
return text:find(("a"):rep(60000) .. "[^a]")
