-- done
local nothing = 0 / 0
return function()
  nothing = 0 / 0
end
