-- 4: this table is part of the script and can't change: keep it in `state`
local fish = { carp = 1 }
return function()
  fish.pike = 2
end
