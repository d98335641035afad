-- 4: `count` was 0 and is 1 now, changed by the function here: what may change is declared in `state`
-- (a word stands between `function` and the name, or that would be taken for the function's)
local count = 0
return function()
  local one = 1
  count --[[ == ]] --
    = one
end
