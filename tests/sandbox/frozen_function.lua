-- 3: `f` was function and is nil now, changed by the function here: what may change is declared in `state`
local function f() end
return function()
  f = nil
end
