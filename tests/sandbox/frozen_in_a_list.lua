-- 4: `count` was 0 and is 1 now, changed by the function here: what may change is declared in `state`
local count = 0
local other = {}
return function()
  local mine
  mine, count
    , mine = 2, 1
  return other, mine
end
