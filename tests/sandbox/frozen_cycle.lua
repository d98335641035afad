-- 5: this table is part of the script and can't change: keep it in `state`
local a, b = {}, {}
a.b, b.a = b, a
return function()
  a.b.a.b.x = 1
end
