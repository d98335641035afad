-- 4: an iterator can't be kept: make it where it is used
local walk = pairs { "a", "b" }
return function()
  walk()
end
