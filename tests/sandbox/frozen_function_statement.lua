-- 3: `count` was 0 and is function now, changed by the function here: what may change is declared in `state`
local count = 0
return function()
  function --[[ a name follows ]]
    count() end
end
