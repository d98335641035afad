-- 3: `count` was 0 and is 1 now, changed by the function here: what may change is declared in `state`
local count = 0
return function()
  count --[[ == ]] --
    = 1
end
