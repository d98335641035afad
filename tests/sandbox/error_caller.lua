-- 5: yours
local function check()
  error("yours", 2)
end
check()
