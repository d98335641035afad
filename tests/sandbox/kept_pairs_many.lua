-- 6: an iterator can't be kept: make it where it is used
local many = {}
for i = 1, 100 do many["k" .. i] = i end
local walk = pairs(many)
return function()
  walk(many)
end
