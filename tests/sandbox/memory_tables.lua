-- 3: used more than 16 MB of memory
local t = {}
while true do t = { t } end
