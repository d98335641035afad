-- 3: `best` was 0 and is none now, changed by the function here: what may change is declared in `state`
local best = 0
return function()
  best = "none"
end
