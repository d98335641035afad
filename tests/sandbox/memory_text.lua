-- 3: used more than 16 MB of memory
local s = "x"
while true do s = s .. s end
