-- 3: `cache` was nil and is table now, changed by the function here: what may change is declared in `state`
local cache
return function()
  cache = { 1 }
end
