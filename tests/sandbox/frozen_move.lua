-- 4: this table is part of the script and can't change: keep it in `state`
local list = { 3, 1, 2 }
return function()
  table.move(list, 1, 2, 2)
end
