-- 4: an iterator can't be kept: make it where it is used
local walk = ("a b"):gmatch "%w"
return function()
  walk()
end
