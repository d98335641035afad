-- 5: this table is part of the script and can't change: keep it in `state`
local key = { n = 1 }
local t = { [key] = 1 }
return function()
  key.n = t[key] + 1
end
