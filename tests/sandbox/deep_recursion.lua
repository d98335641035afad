-- 2: functions call each other without end
local function f() return 1 + f() end
f()
