-- 4: functions call each other without end
-- Each level holds a pattern on the C stack.
local function f()
  return ("x"):gsub(".", f)
end
f()
