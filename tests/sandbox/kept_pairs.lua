-- 5: an iterator can't be kept: make it where it is used
-- Where a walk stands would be a state that nothing declares.
local walk, t = pairs { a = 1, b = 2 }
return function()
  walk(t)
end
