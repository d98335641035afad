-- 4: the pattern `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...` takes more than 20000000 steps on a text of 1048576 characters: fewer of * + - ? in it, or a shorter text
-- A long plain beginning is compared at every place.
local text = ("a"):rep(1 << 20)
return text:find(("a"):rep(60000) .. "[^a]")
