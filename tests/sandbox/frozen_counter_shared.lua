-- 6: `count` was 0 and is 1 now, changed by the function here, or at tests/sandbox/frozen_counter_shared.lua:3: what may change is declared in `state`
local count = 0
local function read()
  return count
end
return function()
  count = read() + 1
end
