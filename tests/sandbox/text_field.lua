-- 2: a text has no field `uper`
local s = ("x").uper
