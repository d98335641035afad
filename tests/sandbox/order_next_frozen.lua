-- done
local t = { b = 2, a = 1, [3] = 3 }
return function()
  local key, value = next(t)
  assert(key == 3 and value == 3)
  key, value = next(t, key)
  assert(key == "a" and value == 1)
  assert(next(t, "b") == nil)
end
