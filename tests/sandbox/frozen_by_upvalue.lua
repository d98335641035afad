-- 5: this table is part of the script and can't change: keep it in `state`
local hidden = {}
local function deep() return hidden end
return function()
  deep().x = 1
end
