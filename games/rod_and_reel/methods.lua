-- Ways of cheating, as players write them down.

local methods = {}

--- The text without capital letters and needless blanks.
function methods.normal(text)
  return (text:lower():gsub("%s+", " "):gsub("^ ", ""):gsub(" $", ""))
end

--- Do two descriptions name the same method to a bot that is the GM? They do if they are the same
--- words, or if both contain one of the methods listed in the rules.
function methods.same(t, one, other)
  local a, b = methods.normal(one), methods.normal(other)
  if a == b then return true end
  for _, method in ipairs(t.rules.methods) do
    if a:find(method, 1, true) and b:find(method, 1, true) then return true end
  end
  return false
end

return methods
