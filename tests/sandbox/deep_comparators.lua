-- 4: functions call each other without end
-- Lua, C, Lua, C...: the C stack is bounded too.
local function f()
  table.sort({ 2, 1 }, f)
end
f()
